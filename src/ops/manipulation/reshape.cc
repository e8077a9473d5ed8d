// reshape, expand.
#include "ops/manipulation/view_infer.h"
#include "ops/rules.h"

namespace paddle {
namespace {

void ReshapeInfer(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  outs[0]->dims = ResolveShape(x.dims, x.numel, args.slot[1].ints, "reshape");
  outs[0]->dtype = x.dtype;
  SetContiguous(outs[0]);
}

void ExpandInfer(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  DDim dims(args.slot[1].ints);
  const int lead = dims.rank() - x.rank();
  for (int i = 0; i < dims.rank(); ++i) {
    const int64_t from = i >= lead && lead >= 0 ? x.dims[i - lead] : 1;
    if (dims[i] == -1 && i >= lead) dims[i] = from;
    PADDLE_ENFORCE(lead >= 0 && dims[i] >= 0 && (from == 1 || from == dims[i]),
                   errors::InvalidArgument("expand: `x` can not be broadcast "
                                           "to this shape.")
                       .Shapes({{"x", x.dims}})
                       .Received("shape = " +
                                 errors::ToString(args.slot[1].ints)));
  }
  outs[0]->dims = dims;
  outs[0]->dtype = x.dtype;
  SetContiguous(outs[0]);
}

bool ExpandView(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  DenseTensor* out = outs[0];
  const int lead = out->rank() - x.rank();
  for (int i = 0; i < out->rank(); ++i) {
    const bool same = i >= lead && x.dims[i - lead] == out->dims[i];
    out->strides[i] = same ? x.strides[i - lead] : 0;
  }
  FinishStrides(out);
  ShareStorage(x, out);
  return true;
}

void ExpandDims(const Args& args, AxisMap& map) {
  const DenseTensor& x = *args.slot[0].tensor;
  const IntArray shape = args.slot[1].ints;
  auto& in = map.AddInput(x.rank());
  auto& out = map.AddOutput(shape.size());
  const int lead = shape.size() - x.rank();
  for (int i = 0; i < shape.size(); ++i) {
    const int64_t from = i >= lead ? x.dims[i - lead] : 1;
    const int64_t to = shape[i] == -1 ? from : shape[i];
    if (from != to || i < lead) {
      AxisMap::SetFixed(out, i, to);
      if (i >= lead) AxisMap::SetFixed(in, i - lead, 1);
      continue;
    }
    const int f = map.Whole(to);  // `shape` names the size: not split alone
    AxisMap::Set(out, i, f);
    AxisMap::Set(in, i - lead, f);
  }
}

}  // namespace

PD_OP(reshape)
    .Schema("(Tensor x, IntArray shape) -> Tensor out")
    .Doc("`x` in another shape with the same elements. One size may be -1, "
         "which is deduced; 0 keeps the size of that axis. A view where the "
         "memory allows it.")
    .InferMeta(ReshapeInfer)
    .View(ReshapeView)
    .Inplace()
    .Vjp([](const VjpContext& c) -> VarList {
      return {ops::Reshape(c.grad(), c.in_dims(0))};
    });

PD_OP(expand)
    .Schema("(Tensor x, IntArray shape) -> Tensor out")
    .Doc("`x` broadcast to a shape; -1 keeps a size. A view.")
    .Dims(ExpandDims)
    .InferMeta(ExpandInfer)
    .View(ExpandView)
    .Vjp([](const VjpContext& c) -> VarList {
      return {SumTo(c.grad(), c.in_dims(0))};
    });

}  // namespace paddle
