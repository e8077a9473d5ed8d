// max, min, amax, amin.
#include "ops/reduction/reduce_dims.h"
#include "ops/rules.h"

namespace paddle {
namespace {

void ExtremumInfer(const Args& args, Outs& outs) {
  ReduceInfer(args, outs);
  CheckNotEmpty(args, *outs[0]);
}

}  // namespace

PD_OP(max)
    .Schema("(Tensor x, IntArray axis=None, bool keepdim=false) -> Tensor out")
    .Doc("Largest element over the given axes, or over all; a NaN is the result "
         "where there is one. Equal elements share the gradient.")
    .Dims(ReduceDims<Combine::kMax>)
    .InferMeta(ExtremumInfer)
    .NotDifferentiable("its rule waits for `equal`");

PD_OP(min)
    .Schema("(Tensor x, IntArray axis=None, bool keepdim=false) -> Tensor out")
    .Doc("Smallest element over the given axes, or over all; a NaN is the result "
         "where there is one. Equal elements share the gradient.")
    .Dims(ReduceDims<Combine::kMin>)
    .InferMeta(ExtremumInfer)
    .NotDifferentiable("its rule waits for `equal`");

PD_OP(amax)
    .Schema("(Tensor x, IntArray axis=None, bool keepdim=false) -> Tensor out")
    .Doc("Largest element over the given axes, or over all; a NaN is the result "
         "where there is one. Equal elements share the gradient.")
    .Dims(ReduceDims<Combine::kMax>)
    .InferMeta(ExtremumInfer)
    .NotDifferentiable("its rule waits for `equal`");

PD_OP(amin)
    .Schema("(Tensor x, IntArray axis=None, bool keepdim=false) -> Tensor out")
    .Doc("Smallest element over the given axes, or over all; a NaN is the result "
         "where there is one. Equal elements share the gradient.")
    .Dims(ReduceDims<Combine::kMin>)
    .InferMeta(ExtremumInfer)
    .NotDifferentiable("its rule waits for `equal`");

}  // namespace paddle
