#include "ops/manipulation/view_infer.h"

#include "ops/rules.h"

namespace paddle {

DDim ResolveShape(const DDim& x, int64_t numel, IntArray shape,
                  const char* op) {
  DDim out(shape);
  int deduced = -1;
  int64_t known = 1;
  for (int i = 0; i < out.rank(); ++i) {
    if (out[i] == 0 && numel != 0) {
      PADDLE_ENFORCE(i < x.rank(),
                     errors::InvalidArgument(
                         "%s: a 0 in `shape` copies the size of an axis that "
                         "`x` does not have.",
                         op)
                         .Expected("a 0 only where `x` has an axis")
                         .Shapes({{"x", x}})
                         .Received("shape = " + errors::ToString(shape)));
      out[i] = x[i];
    }
    if (out[i] == -1) {
      PADDLE_ENFORCE(deduced < 0,
                     errors::InvalidArgument("%s: only one size may be -1.", op)
                         .Expected("at most one -1")
                         .Received("shape = " + errors::ToString(shape)));
      deduced = i;
      continue;
    }
    PADDLE_ENFORCE(out[i] >= 0,
                   errors::InvalidArgument("%s: a size is negative.", op)
                       .Expected("sizes of at least 0, or one -1")
                       .Received("shape = " + errors::ToString(shape)));
    known = CheckedMul(known, out[i]);
  }
  if (deduced >= 0 && known > 0) out[deduced] = numel / known;
  if (deduced >= 0 && known == 0) {  // as if the sizes of 0 were not there
    int64_t left = 1, taken = 1;
    for (int64_t n : x) left = CheckedMul(left, n ? n : 1);
    for (int i = 0; i < out.rank(); ++i) {
      if (i != deduced && out[i]) taken = CheckedMul(taken, out[i]);
    }
    out[deduced] = left % taken == 0 ? left / taken : 0;
  }
  PADDLE_ENFORCE(
      Product(out) == numel,
      errors::InvalidArgument("%s: the number of elements changes.", op)
          .Expected("a shape of " + std::to_string(numel) + " elements")
          .Shapes({{"x", x}})
          .Received("shape = " + errors::ToString(shape))
          .Hint("pass -1 for one size to have it deduced."));
  return out;
}

bool ReshapedStrides(const DenseTensor& x, const DDim& dims,
                     int64_t (&strides)[kMaxRank]) {
  if (x.contiguous() || x.numel <= 1) {
    int64_t n = 1;
    for (int i = dims.rank() - 1; i >= 0; --i) {
      strides[i] = n;
      n *= dims[i];
    }
    return true;
  }
  // Walk both shapes from the last axis; each run of axes of `x` that lies
  // evenly in memory may be cut anew.
  int xi = x.rank() - 1, oi = dims.rank() - 1;
  while (xi >= 0 && oi >= 0) {
    int64_t run = x.dims[xi], step = x.strides[xi], next = step * run;
    --xi;
    int64_t made = 1;
    while (true) {
      while (oi >= 0 && made < run) {
        strides[oi] = step * made;
        made *= dims[oi--];
      }
      if (made == run) break;
      if (xi < 0 || (x.dims[xi] != 1 && x.strides[xi] != next)) return false;
      run *= x.dims[xi];
      next = step * run;
      --xi;
    }
  }
  for (; oi >= 0; --oi) strides[oi] = 1;  // leading ones
  return true;
}

bool ReshapeView(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  DenseTensor* out = outs[0];
  int64_t strides[kMaxRank];
  if (!ReshapedStrides(x, out->dims, strides)) return false;
  for (int i = 0; i < out->rank(); ++i) out->strides[i] = strides[i];
  FinishStrides(out);
  ShareStorage(x, out);
  return true;
}

VarList ReshapeCopy(const Args& args) {
  const Var x = args.tensor(0);
  Outs shape(1);
  shape[0] = NewTensor(State());
  args.op->infer(args, shape);
  return {ops::Reshape(ops::Assign(x), shape[0]->dims)};
}

SliceRange ResolveSlice(int64_t start, int64_t end, int64_t step,
                        int64_t size) {
  const int64_t low = step < 0 ? -1 : 0, high = step < 0 ? size - 1 : size;
  auto clamp = [&](int64_t v) {
    if (v < 0) v += size;  // can not overflow: size is not negative
    return v < low ? low : v > high ? high : v;
  };
  start = clamp(start);
  end = clamp(end);
  int64_t n = 0;
  if (step > 0 && end > start) n = (end - start - 1) / step + 1;
  if (step < 0 && end < start) {
    n = step == INT64_MIN ? 1 : (start - end - 1) / -step + 1;
  }
  return {n > 0 ? start : 0, n};
}

}  // namespace paddle
