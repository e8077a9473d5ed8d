// How the axes of an operator's tensors relate: the one description that shape
// inference, sharding, vmap, fusion and FLOP counts read. `b m k, b k n -> b m
// n` is four factors; b, m, n are passed through, k is reduced.
#pragma once
#include <cstdint>

#include "core/ddim.h"

namespace paddle {

enum class FactorKind : uint8_t {
  kPass,    // may be split; results are concatenated
  kReduce,  // may be split; results are combined by `combine`
  kWhole,   // may not be split
};
enum class Combine : uint8_t { kSum, kMax, kMin, kProd, kAny, kAll, kMean };

struct Factor {
  int64_t size;
  FactorKind kind;
  Combine combine;
};

// Filled by a record's Dims rule; entries beyond the counts are unset.
class AxisMap {
 public:
  static constexpr int kMaxFactors = 2 * kMaxRank;
  static constexpr int kMaxTensors = 16;  // operands, and outputs
  static constexpr int kFixed = -1;       // an axis of no factor

  struct Tensor {
    int rank;
    int8_t factor[kMaxRank];  // or kFixed
    int64_t size[kMaxRank];   // of a fixed axis
  };

  explicit AxisMap(const char* op) : op_(op) {}

  int Pass(int64_t size) { return Add({size, FactorKind::kPass, {}}); }
  int Whole(int64_t size) { return Add({size, FactorKind::kWhole, {}}); }
  int Reduce(int64_t size, Combine c) {
    return Add({size, FactorKind::kReduce, c});
  }

  // Operands are the tensors of the call in order, lists flattened; None
  // operands are given rank 0.
  Tensor& AddInput(int rank) { return AddTensor(inputs_, &num_inputs_, rank); }
  Tensor& AddOutput(int rank) {
    return AddTensor(outputs_, &num_outputs_, rank);
  }
  static void Set(Tensor& t, int axis, int factor) {
    t.factor[axis] = static_cast<int8_t>(factor);
  }
  static void SetFixed(Tensor& t, int axis, int64_t size) {
    t.factor[axis] = kFixed;
    t.size[axis] = size;
  }

  int num_factors() const { return num_factors_; }
  int num_inputs() const { return num_inputs_; }
  int num_outputs() const { return num_outputs_; }
  const Factor& factor(int i) const { return factors_[i]; }
  Factor& factor(int i) { return factors_[i]; }
  const Tensor& input(int i) const { return inputs_[i]; }
  const Tensor& output(int i) const { return outputs_[i]; }
  int64_t Size(const Tensor& t, int axis) const {
    return t.factor[axis] == kFixed ? t.size[axis]
                                    : factors_[t.factor[axis]].size;
  }
  DDim OutputDims(int i) const {
    DDim dims;
    for (int a = 0; a < outputs_[i].rank; ++a) {
      dims.push_back(Size(outputs_[i], a));
    }
    return dims;
  }

 private:
  int Add(Factor f) {
    PADDLE_ENFORCE(num_factors_ < kMaxFactors,
                   errors::Fatal("%s: too many factors in its Dims.", op_));
    factors_[num_factors_] = f;
    return num_factors_++;
  }
  Tensor& AddTensor(Tensor* tensors, int* count, int rank) {
    PADDLE_ENFORCE(*count < kMaxTensors,
                   errors::Fatal("%s: too many tensors in its Dims.", op_));
    tensors[*count].rank = rank;
    return tensors[(*count)++];
  }

  const char* op_;
  int num_factors_ = 0, num_inputs_ = 0, num_outputs_ = 0;
  Factor factors_[kMaxFactors];
  Tensor inputs_[kMaxTensors];
  Tensor outputs_[kMaxTensors];
};

}  // namespace paddle
