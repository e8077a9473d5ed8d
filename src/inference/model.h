// A saved model: a program, its parameters, and the names of what goes in and
// comes out.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "executor/executable.h"
#include "inference/optimized.h"

namespace paddle::inference {

struct PADDLE_API Model {
  // What is fed or fetched; a size of -1 takes any.
  struct Port {
    std::string name;
    DataType dtype = DataType::kUndefined;
    DDim dims;
    bool has_dims = true;  // else any shape will do
  };
  struct Parameter {
    std::string name;
    Var value;
    bool trainable = false;
  };

  // Its inputs are the feeds, then the parameters.
  std::shared_ptr<const pir::FlatProgram> program;
  std::vector<Port> feeds, fetches;
  std::vector<Parameter> parameters;
  bool trainable = true;  // false: the file says that it has no gradients

  // `program`: the path of a .json or .pdmodel file; `parameters`: of a
  // .pdiparams file, may be empty where the program has none. Raises NotFound
  // where a file is missing, InvalidArgument where it is damaged (with file,
  // place, expected and received), Unimplemented where an operator is unknown.
  static Model Load(const std::string& program, const std::string& parameters);
  // The same from memory.
  static Model Parse(std::string_view program, std::string_view parameters);
  // Without its parameters, whose values are empty.
  static Model ParseProgram(std::string_view program);
};

// What a .pdiparams file of such parameters, whose names are sorted, holds.
PADDLE_API std::vector<Var> ParseParameters(
    std::string_view bytes, const std::vector<Model::Parameter>& like);

// A model that is ready to run, from any number of threads.
class PADDLE_API LoadedModel {
 public:
  explicit LoadedModel(Model model);

  const Model& model() const { return model_; }
  // One tensor for each feed, in order; one for each fetch comes back. Raises
  // InvalidArgument, naming the feed, where a tensor does not fit. `optimize`:
  // results may differ from those of the file's operators by rounding.
  std::vector<Var> Run(const std::vector<Var>& feeds,
                       bool optimize = true) const;
  // With other parameters than its own: those of a layer. `record`: gradients
  // of the results reach them. `traced`: a capture of this thread notes the
  // calls, as if the program were code.
  std::vector<Var> Run(const std::vector<Var>& feeds,
                       const std::vector<Var>& parameters, bool record,
                       bool traced = false, bool optimize = true) const;

 private:
  Model model_;
  Executable executable_;
  OptimizedPrograms optimized_;
};

}  // namespace paddle::inference
