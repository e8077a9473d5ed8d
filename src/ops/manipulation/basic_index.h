// The `spec` of basic_index: four numbers (kind, start, size, step) for each
// item, in the order of the axes of `x`; axes that follow are taken whole.
//   kPick     one element; the axis goes        (start)
//   kSlice    `size` elements from `start` by `step`
//   kNewAxis  an axis of size 1 that x does not have
// Places are resolved: not negative, inside the axis.
#pragma once
#include "ops/manipulation/view_infer.h"

namespace paddle {

enum BasicKind : int64_t { kPick = 0, kSlice = 1, kNewAxis = 2 };

// One axis of the part that a spec names.
struct PartAxis {
  int axis = -1;  // of x; -1: a new one
  int item = -1;  // its number in the spec; -1: not named there
  bool all = false, reversed = false;  // of the axis, in this or that order
};
std::vector<PartAxis> PartAxes(const DDim& x, IntArray spec);

// A spec made axis by axis, for C++ rules.
class BasicSpec {
 public:
  explicit BasicSpec(const DDim& x) : rank_(x.rank()) {
    for (int i = 0; i < rank_; ++i) Set(i, kSlice, 0, x[i], 1);
  }
  BasicSpec& Slice(int axis, int64_t start, int64_t end, int64_t step) {
    const SliceRange r = ResolveSlice(start, end, step, item_[4 * axis + 2]);
    return Set(axis, kSlice, r.start, r.size, step);
  }
  BasicSpec& Pick(int axis, int64_t index) {
    const int64_t size = item_[4 * axis + 2];
    return Set(axis, kPick, index < 0 ? index + size : index, 1, 1);
  }
  operator IntArray() const { return {item_, 4 * rank_}; }  // NOLINT

 private:
  BasicSpec& Set(int axis, int64_t kind, int64_t start, int64_t size,
                 int64_t step) {
    int64_t* item = item_ + 4 * axis;
    item[0] = kind;
    item[1] = start;
    item[2] = size;
    item[3] = step;
    return *this;
  }
  int rank_;
  int64_t item_[4 * kMaxRank];
};

}  // namespace paddle
