// Shape and dtype inference that records share.
#include "ops/op_def.h"

namespace paddle {

DataType InferOutType(const Args& args) {
  const OpDef& op = *args.op;
  DataType key = DataType::kUndefined;
  if (op.key_arg >= 0) {
    const Slot& slot = args.slot[op.key_arg];
    if (op.list_mask >> op.key_arg & 1) {
      if (slot.tensors.size()) key = slot.tensors[0]->dtype;
    } else if (slot.tensor) {
      key = slot.tensor->dtype;
    }
  }
  switch (op.out_type) {
    case OutType::kSame: return key;
    case OutType::kBool: return DataType::kBool;
    case OutType::kInt64: return DataType::kInt64;
    case OutType::kReal: return ToReal(key);
    case OutType::kComplex: return ToComplex(key);
    case OutType::kArg: {
      const DataType t = args.dtype("dtype");
      if (t != DataType::kUndefined) return t;
      return key != DataType::kUndefined ? key : DefaultFloat();
    }
  }
  return key;
}

void InferFromDims(const Args& args, Outs& outs) {
  AxisMap map(args.op->name.c_str());
  MapAxes(args, map);
  const DataType type = InferOutType(args);
  for (int i = 0; i < outs.size(); ++i) {
    outs[i]->dims = map.OutputDims(i);
    outs[i]->dtype = type;
    SetContiguous(outs[i]);
  }
}

void UpdateInfer(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[args.op->inplace_arg].tensor;
  outs[0]->dims = x.dims;
  outs[0]->dtype = x.dtype;
  SetContiguous(outs[0]);
}

void ElementwiseInfer(const Args& args, Outs& outs) {
  const OpDef& op = *args.op;
  DenseTensor* out = outs[0];
  uint32_t m = op.tensor_mask;
  const DenseTensor* x = args.slot[__builtin_ctz(m)].tensor;
  out->dims = x->dims;
  for (m &= m - 1; m; m &= m - 1) {
    const DenseTensor* y = args.slot[__builtin_ctz(m)].tensor;
    if (PD_LIKELY(!y || y->rank() == 0 || y->dims == out->dims)) continue;
    out->dims = BroadcastDims(out->dims, y->dims, op.name.c_str());
  }
  out->dtype =
      PD_LIKELY(op.out_type == OutType::kSame) ? x->dtype : InferOutType(args);
  SetContiguous(out);
}

void ElementwiseDims(const Args& args, AxisMap& map) {
  DDim out;
  bool first = true;
  ForEachOperand(*args.op, args, [&](const DenseTensor* t) {
    if (!t) return;
    out = first ? t->dims : BroadcastDims(out, t->dims, args.op->name.c_str());
    first = false;
  });
  auto& o = map.AddOutput(out.rank());
  for (int i = 0; i < out.rank(); ++i) AxisMap::Set(o, i, map.Pass(out[i]));
  ForEachOperand(*args.op, args, [&](const DenseTensor* t) {
    const int rank = t ? t->rank() : 0;
    auto& in = map.AddInput(rank);
    for (int i = 0; i < rank; ++i) {
      const int axis = out.rank() - rank + i;
      if (t->dims[i] == 1 && out[axis] != 1) {
        AxisMap::SetFixed(in, i, 1);
      } else {
        AxisMap::Set(in, i, axis);  // factor numbers are output axes
      }
    }
  });
}

}  // namespace paddle
