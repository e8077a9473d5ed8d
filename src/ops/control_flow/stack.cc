// What a loop leaves for its gradient: stacks of the values that it carried.
#include "ops/control_flow/stack.h"

#include <algorithm>

#include "ops/rules.h"

namespace paddle {

namespace {

constexpr const char* kNoGradient = "loops have gradients of their own";

// A stack shows as a tensor without elements; what is in it only kernels see.
void StackMeta(DenseTensor* out) {
  out->dtype = DataType::kUInt8;
  out->dims = DDim{0};
  SetContiguous(out);
}

void CheckStack(const char* op, const Args& args) {
  const DenseTensor& stack = *args.slot[0].tensor;
  PADDLE_ENFORCE(
      stack.dtype == DataType::kUInt8 && stack.dims == DDim{0},
      errors::InvalidArgument("%s: argument `stack` is no stack.", op)
          .Expected("what stack_create or stack_push gave")
          .Shapes({{"stack", stack.dims}}));
}

}  // namespace

bool BringsMemory(const OpDef& op) {
  static const OpDef* const all[] = {&GetOp("stack_create"),
                                     &GetOp("stack_push"), &GetOp("stack_pop"),
                                     &GetOp("stack_read")};
  return std::find(std::begin(all), std::end(all), &op) != std::end(all);
}

PD_OP(stack_create)
    .Schema("() -> Tensor out")
    .Doc("An empty stack of tensors.")
    .Traits(kInternal | kNoMethod)
    .NoDims("a stack has no axes")
    .InferMeta([](const Args&, Outs& outs) { StackMeta(outs[0]); })
    .NotDifferentiable(kNoGradient);

PD_OP(stack_push)
    .Schema("(Tensor stack, Tensor x) -> Tensor out")
    .Doc("`stack` with `x` on top of it; `stack` itself stays as it is.")
    .Traits(kInternal | kNoMethod)
    .NoDims("a stack has no axes")
    .InferMeta([](const Args& args, Outs& outs) {
      CheckStack("stack_push", args);
      StackMeta(outs[0]);
    })
    .NotDifferentiable(kNoGradient);

PD_OP(stack_pop)
    .Schema(
        "(Tensor stack, IntArray shape, DataType dtype) "
        "-> Tensor out, Tensor rest")
    .Doc(R"(
        What lies on top of `stack`, and the stack below it.
        shape: Of the tensor on top.
        dtype: Of the tensor on top.)")
    .Traits(kInternal | kNoMethod)
    .NoDims("a stack has no axes")
    .InferMeta([](const Args& args, Outs& outs) {
      CheckStack("stack_pop", args);
      outs[0]->dtype = args.dtype("dtype");
      outs[0]->dims = DDim(args.ints("shape"));
      SetContiguous(outs[0]);
      StackMeta(outs[1]);
    })
    .NotDifferentiable(kNoGradient);

PD_OP(stack_read)
    .Schema("(Tensor stack, IntArray shape, DataType dtype) -> Tensor out")
    .Doc(R"(
        All that lies on `stack`, from the bottom up, along a new first axis.
        shape: Of each tensor.
        dtype: Of each tensor.)")
    .Traits(kInternal | kNoMethod | kDataDependent)
    .NoDims("a stack has no axes")
    .InferMeta([](const Args& args, Outs& outs) {
      CheckStack("stack_read", args);
      outs[0]->dtype = args.dtype("dtype");
      outs[0]->dims = DDim(args.ints("shape"));
      outs[0]->dims.insert(0, 0);
      SetContiguous(outs[0]);
    })
    .NotDifferentiable(kNoGradient);

}  // namespace paddle
