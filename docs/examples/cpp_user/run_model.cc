// Runs a saved model: run_model PREFIX, where paddle.jit.save(layer, PREFIX)
// has written PREFIX.json and PREFIX.pdiparams. Its inputs are filled with 1;
// sizes that are open are 2.
#include <exception>
#include <iostream>

#include "paddle/inference.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: run_model PREFIX\n";
    return 2;
  }
  try {
    const auto model = paddle::SavedModel::load(argv[1]);
    std::vector<paddle::Tensor> inputs;
    for (size_t i = 0; i < model.input_names().size(); ++i) {
      paddle::Shape shape = model.input_shape(i);
      for (int64_t& size : shape) {
        if (size < 0) size = 2;
      }
      inputs.push_back(paddle::full(
          shape, 1.0, phi::StringToDataType(model.input_dtype(i))));
      std::cout << model.input_names()[i] << " = " << inputs.back() << "\n";
    }
    const auto outputs = model.run(inputs);
    for (size_t i = 0; i < outputs.size(); ++i) {
      std::cout << model.output_names()[i] << " = " << outputs[i] << "\n";
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
