#include "ops/reduction/axis_dims.h"
#include "ops/dims.h"

namespace paddle {

void AlongAxisDims(const Args& args, AxisMap& map) {
  const DDim& x = args.slot[0].tensor->dims;
  const int axis =
      NormalizeAxis(args.i("axis"), x.rank(), args.op->name.c_str());
  EnforceTypes(args, "TT");
  for (int i = 0; i < x.rank(); ++i) {
    if (i == axis)
      map.Whole(x[i]);
    else
      map.Pass(x[i]);
  }
  auto fill = [&](AxisMap::Tensor& t) {
    for (int i = 0; i < t.rank; ++i) AxisMap::Set(t, i, i);
  };
  ForEachOperand(*args.op, args, [&](const DenseTensor* t) {
    fill(map.AddInput(t ? t->rank() : 0));
  });
  for (size_t i = 0; i < args.op->schema.outs.size(); ++i) {
    fill(map.AddOutput(x.rank()));
  }
}

void AlongAxisInfer(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  NormalizeAxis(args.i("axis"), x.rank(), args.op->name.c_str());
  ForEachOperand(*args.op, args, [&](const DenseTensor* t) {
    PADDLE_ENFORCE(
        !t || t->dims == x.dims,
        errors::InvalidArgument("%s: the shapes differ.", args.op->name.c_str())
            .Expected("one shape")
            .Shapes({{"x", x.dims}, {"other", t->dims}}));
  });
  for (int i = 0; i < outs.size(); ++i) {
    outs[i]->dims = x.dims;
    outs[i]->dtype = InferOutType(args);
    SetContiguous(outs[i]);
  }
}

void IndexedInfer(const Args& args, Outs& outs, int64_t axis, int64_t size) {
  const DenseTensor& x = *args.slot[0].tensor;
  const int a = NormalizeAxis(axis, x.rank(), args.op->name.c_str());
  DDim dims = x.dims;
  if (x.rank() > 0) {
    if (size < 0)
      dims.erase(a);
    else
      dims[a] = size;
  }
  for (int i = 0; i < 2; ++i) {
    outs[i]->dims = dims;
    outs[i]->dtype = i == 0 ? x.dtype : DataType::kInt64;
    SetContiguous(outs[i]);
  }
}

}  // namespace paddle
