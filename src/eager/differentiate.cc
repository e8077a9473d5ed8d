// The backward pass for gradient rules that differentiate a decomposition.
#include "eager/engine.h"
#include "ops/vjp_by_parts.h"

namespace paddle {
namespace {

std::vector<Var> Differentiate(const std::vector<Var>& outputs,
                               const std::vector<Var>& inputs,
                               const std::vector<Var>& grads,
                               bool create_graph) {
  GradOptions options;
  options.create_graph = create_graph;
  options.allow_unused = true;
  return RunGrad(outputs, inputs, grads, options);
}

[[maybe_unused]] const bool installed = [] {
  internal::differentiate = Differentiate;
  return true;
}();

}  // namespace
}  // namespace paddle
