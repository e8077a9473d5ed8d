// The axes over which a group of steps iterates, and how its tensors lie along
// them.
#pragma once
#include <cstdint>
#include <vector>

#include "core/data_type.h"
#include "core/ddim.h"

namespace paddle::cinn {

// A tensor of a step: where it lies.
struct TensorRef {
  int memory;      // a piece of memory; -1 - i: constant number i
  int64_t offset;  // bytes
  DataType dtype;
  DDim dims, strides;  // elements
  bool SamePlace(const TensorRef& o) const {
    return memory == o.memory && offset == o.offset && dtype == o.dtype;
  }
};

// A tensor as the group sees it.
struct Access {
  TensorRef tensor;
  std::vector<int64_t> strides;  // by axis of the domain; 0: the same element
};

struct Axis {
  int64_t extent;
  bool reduced = false;  // by all reductions of the group
};

// How the axes of one step are made of those of the domain: an index of the
// step's axis `of` is the sum of the indices of these, each times its factor.
struct Digit {
  int of = -1;  // -1: the step does not go over this axis of the domain
  int64_t factor = 0;
};

class Domain {
 public:
  const std::vector<Axis>& axes() const { return axes_; }
  const std::vector<Access>& accesses() const { return accesses_; }
  Axis& axis(size_t i) { return axes_[i]; }
  Access& access(size_t i) { return accesses_[i]; }
  bool begun() const { return begun_; }

  // The axes of the first step.
  void Begin(const DDim& dims);
  // For a step that goes over `dims`, `tensors` being its operands as they are
  // broadcast to them: finds the digits, splitting axes of the domain where
  // those of the step are finer. False: the two do not match.
  bool Align(const DDim& dims, const std::vector<TensorRef>& tensors,
             std::vector<Digit>* digits);
  // The number of the access to the tensor, which may be new.
  int Add(const TensorRef& tensor, const std::vector<Digit>& digits);
  static std::vector<int64_t> StridesOf(const TensorRef& tensor,
                                        const std::vector<Digit>& digits);

 private:
  void Split(size_t axis, int64_t inner);
  bool Match(int of, int64_t extent, int64_t stride, const Access& access,
             std::vector<Digit>* digits);

  bool begun_ = false;
  std::vector<Axis> axes_;
  std::vector<Access> accesses_;
};

}  // namespace paddle::cinn
