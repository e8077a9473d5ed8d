// What Dims rules share.
#pragma once
#include "ops/op_def.h"

namespace paddle {

// Raises where the tensors of a call do not suit the record's Dims: for calls
// that no shape rule checks, of composites and of internal operators by hand.
PADDLE_API void CheckAxes(const Args& args);

// For a record whose InferMeta or Decompose gives the shapes: states which axes
// share a factor. What is not stated stays whole.
class AxisLinks {
 public:
  AxisLinks(const Args& args, AxisMap& map);
  ~AxisLinks();
  AxisLinks(const AxisLinks&) = delete;

  int num_inputs() const { return static_cast<int>(in_.size()); }
  int num_outputs() const { return static_cast<int>(out_.size()); }
  const DDim& in(int k) const { return in_dims_[k]; }
  const DDim& out(int k) const { return out_dims_[k]; }
  void In(int k, int axis, int factor, int64_t each = 1) {
    AxisMap::Set(*in_[k], axis, factor, each);
  }
  void Out(int k, int axis, int factor, int64_t each = 1) {
    AxisMap::Set(*out_[k], axis, factor, each);
  }
  // An axis of operand k becomes one of output 0; gives the factor.
  int Pass(int k, int axis, int out_axis);
  // The axes of operand k meet `factors`, one for each axis of a shape that it
  // broadcasts to; kUnset where there is none.
  void Broadcast(int k, const std::vector<int>& factors);
  // Axes of operand k as they meet those of output `o` under broadcasting, and
  // pass.
  void Elementwise(int k, int o = 0);

 private:
  AxisMap& map_;
  std::vector<AxisMap::Tensor*> in_, out_;
  std::vector<DDim> in_dims_, out_dims_;
};

// The dtypes that rules hand to an internal operator, one letter for each
// tensor argument; raises InvalidType where a call by hand has others.
//   T  that of the key argument      S  its type of statistics: float32,
//   float64 i  int64   b  bool   u  uint8    *  any
PADDLE_API void EnforceTypes(const Args& args, const char* letters);

// The output has a shape that argument 0 gives, and its axes pass: for
// operators that make tensors.
PADDLE_API void ShapeDims(const Args& args, AxisMap& map);
// The same by the position of the argument.
PADDLE_API void ShapeDimsAt(int arg, FactorKind kind, const Args& args,
                            AxisMap& map);
// `from` in the shape `to`, which has as many elements: factors of axes that
// stay, and of the first axes of those that are merged or cut. set(in_axis,
// out_axis, factor) is told of each with what one of the factor is in either.
struct ReshapedAxes {
  struct Pair {
    int from, to;
    int64_t size, from_each, to_each;
  };
  std::vector<Pair> pairs;
  ReshapedAxes(const DDim& from, const DDim& to);
};
// Operand 0 in the shape of output 0; `shape_arg` is the argument that gives
// the shape, or -1.
PADDLE_API void ReshapeDims(const Args& args, AxisMap& map, int shape_arg);

}  // namespace paddle
