// Saved models for C++ programs: what paddle.jit.save and PaddlePaddle write.
//
//   const auto model = paddle::SavedModel::load("linear");
//   const paddle::Tensor x = paddle::full({1, 4}, 1.0);
//   std::cout << model.run({x})[0] << "\n";
//
// Errors are thrown as std::exception with a text that names file, place,
// expected and received.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "paddle/tensor.h"

namespace paddle {

namespace inference {
class LoadedModel;
}

// Copies share the model. Any number of threads may run it at the same time.
class PADDLE_PUBLIC SavedModel {
 public:
  // Reads `prefix`.json or `prefix`.pdmodel, and `prefix`.pdiparams.
  static SavedModel load(const std::string& prefix);
  // Reads these two files.
  static SavedModel load(const std::string& program,
                         const std::string& parameters);

  std::vector<std::string> input_names() const;
  std::vector<std::string> output_names() const;
  // What an input is like; -1 stands for any size.
  Shape input_shape(size_t i) const;
  std::string input_dtype(size_t i) const;

  // One tensor for each input, in order; the outputs in order.
  std::vector<Tensor> run(const std::vector<Tensor>& inputs) const;

 private:
  explicit SavedModel(std::shared_ptr<const inference::LoadedModel> model)
      : model_(std::move(model)) {}
  std::shared_ptr<const inference::LoadedModel> model_;
};

}  // namespace paddle
