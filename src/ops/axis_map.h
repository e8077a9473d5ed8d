// How the axes of an operator's tensors relate: the one description that shape
// inference, sharding, vmap, fusion and FLOP counts read. `b m k, b k n -> b m
// n` is four factors; b, m, n are passed through, k is reduced.
//
// To split a factor, cut each operand along its axes of the factor, set the
// arguments that hold its size (SizeArg), and run the operator on each part.
// An output that has the factor is the concatenation of the parts' results; one
// that has not is combined from them. An operator that draws random numbers
// (kRandom) draws others for each part.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "core/ddim.h"

namespace paddle {

enum class FactorKind : uint8_t {
  kPass,     // may be split; results are concatenated
  kReduce,   // may be split; results are combined by `combine`
  kWhole,    // may not be split
  kPermute,  // nor this, but its elements only change places
};
enum class Combine : uint8_t { kSum, kMax, kMin, kProd, kAny, kAll, kMean };

struct Factor {
  int64_t size;
  FactorKind kind;
  Combine combine;
};

// Filled by a record's Dims rule.
class AxisMap {
 public:
  static constexpr int kFixed = -1;  // an axis of no factor
  static constexpr int kUnset = -2;  // not stated yet

  struct Tensor {
    const char* op;
    int rank;
    int16_t factor[kMaxRank];  // or kFixed
    // Elements of the axis for one of the factor (merged axes: [6, 4] as [24]
    // is 6 times 4); of a fixed axis, its size.
    int64_t each[kMaxRank];
  };
  // Item `index` of argument `arg` (its value, if it is no list) is `each`
  // times the size of a factor.
  struct SizeArg {
    int arg, index, factor;
    int64_t each;
  };

  explicit AxisMap(const char* op) : op_(op) {}

  int Pass(int64_t size) { return Add({size, FactorKind::kPass, {}}); }
  int Whole(int64_t size) { return Add({size, FactorKind::kWhole, {}}); }
  int Permute(int64_t size) { return Add({size, FactorKind::kPermute, {}}); }
  int Reduce(int64_t size, Combine c) {
    return Add({size, FactorKind::kReduce, c});
  }

  // Operands are the tensors of the call in order, lists flattened; None
  // operands are given rank 0.
  Tensor& AddInput(int rank) { return AddTensor(inputs_, rank); }
  Tensor& AddOutput(int rank) { return AddTensor(outputs_, rank); }
  void AddSizeArg(int arg, int index, int factor, int64_t each = 1) {
    size_args_.Add() = {arg, index, factor, each};
  }
  static void Set(Tensor& t, int axis, int factor, int64_t each = 1) {
    PADDLE_ENFORCE(
        axis >= 0 && axis < t.rank,
        errors::InvalidArgument("%s: a tensor has too few axes.", t.op));
    t.factor[axis] = static_cast<int16_t>(factor);
    t.each[axis] = each;
  }
  static void SetFixed(Tensor& t, int axis, int64_t size) {
    Set(t, axis, kFixed, size);
  }

  const char* op() const { return op_; }
  int num_factors() const { return factors_.size(); }
  int num_inputs() const { return inputs_.size(); }
  int num_outputs() const { return outputs_.size(); }
  int num_size_args() const { return size_args_.size(); }
  const Factor& factor(int i) const { return factors_[i]; }
  Factor& factor(int i) { return const_cast<Factor&>(factors_[i]); }
  const Tensor& input(int i) const { return inputs_[i]; }
  const Tensor& output(int i) const { return outputs_[i]; }
  const SizeArg& size_arg(int i) const { return size_args_[i]; }
  int64_t Size(const Tensor& t, int axis) const {
    return t.factor[axis] == kFixed
               ? t.each[axis]
               : factors_[t.factor[axis]].size * t.each[axis];
  }
  DDim OutputDims(int i) const {
    DDim dims;
    for (int a = 0; a < outputs_[i].rank; ++a) {
      dims.push_back(Size(outputs_[i], a));
    }
    return dims;
  }

 private:
  // Items stay where they are; few of them need no heap.
  template <typename T, int kInline>
  class Items {
   public:
    int size() const { return size_; }
    T& Add() {
      if (size_ >= kInline) more_.push_back(std::make_unique<T>());
      return const_cast<T&>((*this)[size_++]);
    }
    const T& operator[](int i) const {
      return i < kInline ? first_[i] : *more_[i - kInline];
    }

   private:
    int size_ = 0;
    T first_[kInline];
    std::vector<std::unique_ptr<T>> more_;
  };

  int Add(Factor f) {
    factors_.Add() = f;
    return factors_.size() - 1;
  }
  template <typename List>
  Tensor& AddTensor(List& list, int rank) {
    PADDLE_ENFORCE(
        rank >= 0 && rank <= kMaxRank,
        errors::InvalidArgument("%s: a tensor has too few or many axes.", op_));
    Tensor& t = list.Add();
    t.op = op_;
    t.rank = rank;
    for (int a = 0; a < rank; ++a) t.factor[a] = kUnset;
    return t;
  }

  const char* op_;
  Items<Factor, 2 * kMaxRank> factors_;
  Items<Tensor, 8> inputs_;
  Items<Tensor, 4> outputs_;
  Items<SizeArg, kMaxRank> size_args_;
};

}  // namespace paddle
