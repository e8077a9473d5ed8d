// include/paddle/autograd.h, and the gradients of include/paddle/tensor.h.
#include "eager/public_types.h"

#include "eager/engine.h"
#include "ops/builder.h"

namespace paddle {

namespace {

DenseTensor& Own(const Tensor& t) {
  return const_cast<DenseTensor&>(Defined(t));
}
std::vector<Var> AllDefined(const std::vector<Tensor>& tensors) {
  for (const Tensor& t : tensors) Defined(t);
  return ToVars(tensors);
}

}  // namespace

void Tensor::set_stop_gradient(bool stop) {
  DenseTensor& t = Own(*this);
  PADDLE_ENFORCE(stop || IsDifferentiable(t.dtype),
                 errors::InvalidType("set_stop_gradient: only floating and "
                                     "complex tensors have gradients.")
                     .Received(Name(t.dtype)));
  if (stop) {
    t.flags &= ~kRequiresGrad;
  } else {
    t.flags |= kRequiresGrad;
  }
}
Tensor Tensor::grad() const { return FromVar(GradOf(Defined(*this))); }
void Tensor::clear_grad() { SetGrad(Own(*this), Var()); }
void Tensor::backward(bool retain_graph) const {
  RunBackward(AllDefined({*this}), {}, retain_graph);
}
Tensor Tensor::detach() const { return FromVar(Alias(Defined(*this))); }

void backward(const std::vector<Tensor>& tensors,
              const std::vector<Tensor>& grad_tensors, bool retain_graph) {
  PADDLE_ENFORCE(
      grad_tensors.empty() || grad_tensors.size() == tensors.size(),
      errors::InvalidArgument("backward: one gradient for each tensor.")
          .Expected(std::to_string(tensors.size()))
          .Received(std::to_string(grad_tensors.size())));
  RunBackward(AllDefined(tensors), ToVars(grad_tensors), retain_graph);
}

std::vector<Tensor> grad(const std::vector<Tensor>& outputs,
                         const std::vector<Tensor>& inputs,
                         const std::vector<Tensor>& grad_outputs,
                         bool retain_graph, bool create_graph,
                         bool allow_unused) {
  PADDLE_ENFORCE(grad_outputs.empty() || grad_outputs.size() == outputs.size(),
                 errors::InvalidArgument("grad: one gradient for each output.")
                     .Expected(std::to_string(outputs.size()))
                     .Received(std::to_string(grad_outputs.size())));
  GradOptions options;
  options.retain_graph = retain_graph;
  options.create_graph = create_graph;
  options.allow_unused = allow_unused;
  std::vector<Tensor> results;
  for (Var& v : RunGrad(AllDefined(outputs), AllDefined(inputs),
                        ToVars(grad_outputs), options)) {
    results.push_back(FromVar(std::move(v)));
  }
  return results;
}

bool is_grad_enabled() { return State().grad_enabled; }
bool set_grad_enabled(bool enabled) {
  return std::exchange(State().grad_enabled, enabled);
}

}  // namespace paddle
