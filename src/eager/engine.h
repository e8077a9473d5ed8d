// The backward pass. One pass at a time per process (nested passes from hooks
// are fine): the gradients in flight sit in the nodes.
#pragma once
#include "eager/grad_node.h"

namespace paddle {

// Accumulates into the `grad` of every leaf that `roots` depend on. An empty
// gradient means ones. Raises where a root needs no gradient or a shape is off.
PADDLE_API void RunBackward(const std::vector<Var>& roots,
                            const std::vector<Var>& grads, bool retain_graph,
                            bool create_graph = false);

struct GradOptions {
  bool retain_graph = false;
  bool create_graph = false;
  bool allow_unused = false;
  std::vector<Var> no_grad;  // treated as constants
  // The pass ends at what nodes of an earlier epoch made (SetNodeEpoch), and
  // runs no hooks there.
  uint32_t since = 0;
  // What arrives at an input goes no further: partial derivatives, where inputs
  // depend on one another.
  bool ends_at_inputs = false;
  std::vector<Presence> presence;  // of the given gradients
};
// The gradients of `outputs` with respect to `inputs`; leaves' `grad` stay as
// they are. An input not reached is an error, or an empty Var (allow_unused).
// Without `presence`, that of each is found out by its value.
PADDLE_API std::vector<Var> RunGrad(const std::vector<Var>& outputs,
                                    const std::vector<Var>& inputs,
                                    const std::vector<Var>& grad_outputs,
                                    const GradOptions& options,
                                    std::vector<Presence>* presence = nullptr);

// Where a hook is; it does not keep the tensor alive.
struct PADDLE_API HookHandle {
  std::weak_ptr<GradHooks> list;
  int64_t id;
  bool Remove() const;  // true where it was still there
};
// The tensor must want a gradient. `object`: as in HookList::Hook.
PADDLE_API HookHandle AddHook(DenseTensor& t, GradHook hook,
                              void* object = nullptr);
// A tensor that is no leaf keeps its gradient too.
PADDLE_API void RetainGrad(DenseTensor& t);

}  // namespace paddle
