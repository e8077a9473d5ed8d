// Shapes: DDim owns up to kMaxRank sizes inline, IntArray is a view of any
// contiguous int64 (a shape, a list of axes, an attribute).
#pragma once
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "common/enforce.h"

namespace paddle {

constexpr int kMaxRank = 9;

class IntArray {
 public:
  constexpr IntArray() = default;
  constexpr IntArray(const int64_t* data, int64_t size)
      : data_(data), size_(size) {}
  // The list lives until the end of the full expression: pass it on, never
  // keep it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winit-list-lifetime"
  constexpr IntArray(std::initializer_list<int64_t> list)  // NOLINT
      : data_(list.begin()), size_(static_cast<int64_t>(list.size())) {}
#pragma GCC diagnostic pop
  IntArray(const std::vector<int64_t>& v)  // NOLINT
      : data_(v.data()), size_(static_cast<int64_t>(v.size())) {}
  constexpr const int64_t* data() const { return data_; }
  constexpr int size() const { return static_cast<int>(size_); }
  constexpr bool empty() const { return size_ == 0; }
  constexpr int64_t operator[](int i) const { return data_[i]; }
  constexpr const int64_t* begin() const { return data_; }
  constexpr const int64_t* end() const { return data_ + size_; }

 private:
  const int64_t* data_ = nullptr;
  int64_t size_ = 0;
};

class DDim {
 public:
  DDim() : rank_(0) {}
  DDim(std::initializer_list<int64_t> list)  // NOLINT
      : DDim(IntArray(list)) {}
  explicit DDim(IntArray list) : rank_(0) {
    for (int64_t n : list) push_back(n);
  }
  DDim(const DDim& o) : rank_(o.rank_) { CopyFrom(o); }
  DDim& operator=(const DDim& o) {
    rank_ = o.rank_;
    CopyFrom(o);
    return *this;
  }

  int size() const { return rank_; }
  int rank() const { return rank_; }
  bool empty() const { return rank_ == 0; }
  const int64_t* data() const { return d_; }
  int64_t* data() { return d_; }
  int64_t operator[](int i) const { return d_[i]; }
  int64_t& operator[](int i) { return d_[i]; }
  const int64_t* begin() const { return d_; }
  const int64_t* end() const { return d_ + rank_; }
  int64_t back() const { return d_[rank_ - 1]; }
  void push_back(int64_t n) {
    PADDLE_ENFORCE(rank_ < kMaxRank,
                   errors::InvalidArgument("a tensor has too many dimensions.")
                       .Expected("at most " + std::to_string(kMaxRank)));
    d_[rank_++] = n;
  }
  void insert(int at, int64_t n) {
    push_back(n);
    for (int i = rank_ - 1; i > at; --i) d_[i] = d_[i - 1];
    d_[at] = n;
  }
  void erase(int at) {
    --rank_;
    for (int i = at; i < rank_; ++i) d_[i] = d_[i + 1];
  }
  void clear() { rank_ = 0; }
  bool operator==(const DDim& o) const {
    if (rank_ != o.rank_) return false;
    for (int i = 0; i < rank_; ++i) {
      if (d_[i] != o.d_[i]) return false;
    }
    return true;
  }
  operator IntArray() const { return {d_, rank_}; }  // NOLINT

 private:
  void CopyFrom(const DDim& o) {
    for (int i = 0; i < rank_; ++i) d_[i] = o.d_[i];
  }
  int32_t rank_;
  int64_t d_[kMaxRank];  // only the first rank_ are set
};

// Arithmetic on sizes. Raises InvalidArgument where int64 overflows.
[[noreturn]] PADDLE_API PD_COLD void ThrowSizesTooLarge(int64_t a, char op,
                                                        int64_t b);
inline int64_t CheckedMul(int64_t a, int64_t b) {
  int64_t r;
  if (PD_UNLIKELY(__builtin_mul_overflow(a, b, &r))) {
    ThrowSizesTooLarge(a, '*', b);
  }
  return r;
}
inline int64_t CheckedAdd(int64_t a, int64_t b) {
  int64_t r;
  if (PD_UNLIKELY(__builtin_add_overflow(a, b, &r))) {
    ThrowSizesTooLarge(a, '+', b);
  }
  return r;
}
inline int64_t Product(IntArray dims) {
  int64_t n = 1;
  for (int64_t d : dims) n = CheckedMul(n, d);
  return n;
}

// `axis` in [-rank, rank) as [0, rank). Raises OutOfRange naming `op`.
// A 0-D tensor accepts axis 0 and -1.
[[noreturn]] PADDLE_API PD_COLD void ThrowBadAxis(const char* op, int64_t axis,
                                                  int rank);
inline int NormalizeAxis(int64_t axis, int rank, const char* op) {
  const int64_t bound = rank > 0 ? rank : 1;
  if (PD_UNLIKELY(axis < -bound || axis >= bound)) ThrowBadAxis(op, axis, rank);
  return static_cast<int>(axis < 0 ? axis + bound : axis);
}
// The axes as a set of bits; an empty list means every axis.
PADDLE_API uint32_t AxisMask(IntArray axes, int rank, const char* op);

// The shape both broadcast to. Raises InvalidArgument naming `op`.
PADDLE_API DDim BroadcastDims(const DDim& x, const DDim& y, const char* op);

}  // namespace paddle
