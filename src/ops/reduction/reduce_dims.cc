#include "ops/reduction/reduce_dims.h"

namespace paddle {

void ReduceDimsWith(const Args& args, AxisMap& map, FactorKind kind,
                    Combine how) {
  const DDim& x = args.slot[0].tensor->dims;
  const uint32_t mask =
      AxisMask(args.ints("axis"), x.rank(), args.op->name.c_str());
  const bool keepdim = args.b("keepdim");
  auto& in = map.AddInput(x.rank());
  const int out_rank = keepdim ? x.rank() : x.rank() - __builtin_popcount(mask);
  auto& out = map.AddOutput(out_rank);
  int o = 0;
  for (int i = 0; i < x.rank(); ++i) {
    if (!(mask >> i & 1)) {
      const int f = map.Pass(x[i]);
      AxisMap::Set(in, i, f);
      AxisMap::Set(out, o++, f);
      continue;
    }
    AxisMap::Set(
        in, i,
        kind == FactorKind::kWhole ? map.Whole(x[i]) : map.Reduce(x[i], how));
    if (keepdim) AxisMap::SetFixed(out, o++, 1);
  }
}

DDim ReducedShape(const Args& args) {
  const DDim& x = args.slot[0].tensor->dims;
  const uint32_t mask =
      AxisMask(args.ints("axis"), x.rank(), args.op->name.c_str());
  const bool keepdim = args.b("keepdim");
  DDim out;
  for (int i = 0; i < x.rank(); ++i) {
    if (!(mask >> i & 1))
      out.push_back(x[i]);
    else if (keepdim)
      out.push_back(1);
  }
  return out;
}

void ReduceInfer(const Args& args, Outs& outs) {
  outs[0]->dims = ReducedShape(args);
  outs[0]->dtype = InferOutType(args);
  SetContiguous(outs[0]);
}

void CheckNotEmpty(const Args& args, const DenseTensor& out) {
  const DenseTensor& x = *args.slot[0].tensor;
  PADDLE_ENFORCE(
      x.numel > 0 || out.numel == 0,
      errors::InvalidArgument("%s: there is no element to choose from.",
                              args.op->name.c_str())
          .Expected("a size above 0 along each reduced axis")
          .Shapes({{"x", x.dims}}));
}

DataType CheckIndexType(DataType dtype, const char* op) {
  PADDLE_ENFORCE(dtype == DataType::kInt32 || dtype == DataType::kInt64,
                 errors::InvalidType("%s: `dtype` is not one of indices.", op)
                     .Expected("int32 or int64")
                     .Received(Name(dtype)));
  return dtype;
}

void SumInfer(const Args& args, Outs& outs) {
  outs[0]->dims = ReducedShape(args);
  DataType dtype = args.dtype("dtype");
  if (dtype == DataType::kUndefined) {
    dtype = args.slot[0].tensor->dtype;
    if (dtype == DataType::kBool || IsInteger(dtype)) dtype = DataType::kInt64;
  }
  outs[0]->dtype = dtype;
  SetContiguous(outs[0]);
}

}  // namespace paddle
