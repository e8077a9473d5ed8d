// Gradients: backward passes, and what is recorded for them.
//
//   x.set_stop_gradient(false);
//   auto y = paddle::sum(x * x * x);
//   auto first = paddle::grad({y}, {x}, {}, /*retain_graph=*/true,
//                             /*create_graph=*/true)[0];
//   auto second = paddle::grad({paddle::sum(first)}, {x})[0];
#pragma once
#include <vector>

#include "paddle/tensor.h"

namespace paddle {

// Accumulates into the grad() of every leaf that `tensors` depend on.
// `grad_tensors` holds one gradient for each of them, undefined for ones; an
// empty list stands for ones everywhere.
PADDLE_PUBLIC void backward(const std::vector<Tensor>& tensors,
                            const std::vector<Tensor>& grad_tensors = {},
                            bool retain_graph = false);

// The gradients of `outputs` with respect to `inputs`; the grad() of leaves
// stays as it is. create_graph records the pass itself, for higher orders. An
// input that is not reached is an error, or gives an undefined tensor where
// allow_unused is set.
PADDLE_PUBLIC std::vector<Tensor> grad(
    const std::vector<Tensor>& outputs, const std::vector<Tensor>& inputs,
    const std::vector<Tensor>& grad_outputs = {}, bool retain_graph = false,
    bool create_graph = false, bool allow_unused = false);

PADDLE_PUBLIC bool is_grad_enabled();
// Returns what was set before. For this thread.
PADDLE_PUBLIC bool set_grad_enabled(bool enabled);

// While it lives, this thread records gradients, or does not.
class GradGuard {
 public:
  explicit GradGuard(bool enabled) : previous_(set_grad_enabled(enabled)) {}
  GradGuard(const GradGuard&) = delete;
  GradGuard& operator=(const GradGuard&) = delete;
  ~GradGuard() { set_grad_enabled(previous_); }

 private:
  bool previous_;
};
class NoGradGuard : public GradGuard {
 public:
  NoGradGuard() : GradGuard(false) {}
};
class EnableGradGuard : public GradGuard {
 public:
  EnableGradGuard() : GradGuard(true) {}
};

}  // namespace paddle
