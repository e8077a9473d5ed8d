// Numbers, lists of integers and shapes as arguments of operators.
#pragma once
#include <complex>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "paddle/data_type.h"

namespace phi {

// A number that keeps its kind: int64 stays exact.
class Scalar {
 public:
  Scalar() : Scalar(int64_t{0}) {}
  template <typename T, typename = typename std::enable_if<
                            std::is_arithmetic<T>::value>::type>
  Scalar(T value) {  // NOLINT
    if constexpr (std::is_same<T, bool>::value) {
      dtype_ = DataType::BOOL;
      int_ = value;
    } else if constexpr (std::is_integral<T>::value) {
      dtype_ = DataType::INT64;
      int_ = static_cast<int64_t>(value);
    } else {
      dtype_ = DataType::FLOAT64;
      real_ = static_cast<double>(value);
    }
  }
  Scalar(float16 value) : Scalar(static_cast<float>(value)) {}   // NOLINT
  Scalar(bfloat16 value) : Scalar(static_cast<float>(value)) {}  // NOLINT
  Scalar(std::complex<double> z)                                 // NOLINT
      : dtype_(DataType::COMPLEX128), real_(z.real()), imag_(z.imag()) {}
  Scalar(complex64 z)  // NOLINT
      : Scalar(std::complex<double>(z.real, z.imag)) {}
  Scalar(complex128 z)  // NOLINT
      : Scalar(std::complex<double>(z.real, z.imag)) {}

  static Scalar None() {  // an optional number left out
    Scalar s;
    s.dtype_ = DataType::UNDEFINED;
    return s;
  }
  // BOOL, INT64, FLOAT64 or COMPLEX128; UNDEFINED for None.
  DataType dtype() const { return dtype_; }
  bool has_value() const { return dtype_ != DataType::UNDEFINED; }
  // The real part, where T is not complex.
  template <typename T>
  T to() const {
    const bool whole = dtype_ == DataType::BOOL || dtype_ == DataType::INT64;
    if constexpr (CppTypeToDataType<T>::Type() == DataType::COMPLEX64 ||
                  CppTypeToDataType<T>::Type() == DataType::COMPLEX128) {
      const double re = whole ? static_cast<double>(int_) : real_;
      return std::complex<double>(re, imag_);
    } else {
      return whole ? static_cast<T>(int_) : static_cast<T>(real_);
    }
  }

 private:
  DataType dtype_;
  int64_t int_ = 0;
  double real_ = 0, imag_ = 0;
};

// A shape, axes, or any other list of integers.
class IntArray {
 public:
  IntArray() = default;
  IntArray(std::initializer_list<int64_t> list) : data_(list) {}   // NOLINT
  IntArray(std::vector<int64_t> list) : data_(std::move(list)) {}  // NOLINT
  IntArray(const std::vector<int>& list)                           // NOLINT
      : data_(list.begin(), list.end()) {}
  const std::vector<int64_t>& GetData() const { return data_; }
  size_t size() const { return data_.size(); }
  int64_t operator[](size_t i) const { return data_[i]; }

 private:
  std::vector<int64_t> data_;
};

// A shape, for code that asks for `dims()`.
class DDim {
 public:
  DDim() = default;
  DDim(std::initializer_list<int64_t> list) : data_(list) {}
  explicit DDim(std::vector<int64_t> list) : data_(std::move(list)) {}
  int size() const { return static_cast<int>(data_.size()); }
  int64_t operator[](int i) const { return data_[static_cast<size_t>(i)]; }
  int64_t& operator[](int i) { return data_[static_cast<size_t>(i)]; }
  int64_t at(int i) const { return data_.at(static_cast<size_t>(i)); }
  const std::vector<int64_t>& vector() const { return data_; }
  bool operator==(const DDim& o) const { return data_ == o.data_; }
  bool operator!=(const DDim& o) const { return data_ != o.data_; }

 private:
  std::vector<int64_t> data_;
};

}  // namespace phi

namespace common {
using DDim = ::phi::DDim;
inline DDim make_ddim(const std::vector<int64_t>& dims) { return DDim(dims); }
template <typename T = int64_t>
std::vector<T> vectorize(const DDim& dims) {
  return std::vector<T>(dims.vector().begin(), dims.vector().end());
}
inline int64_t product(const DDim& dims) {
  int64_t n = 1;
  for (int64_t d : dims.vector()) n *= d;
  return n;
}
}  // namespace common

namespace phi {
using ::common::make_ddim;
using ::common::product;
using ::common::vectorize;
}  // namespace phi

#ifndef PADDLE_LIBRARY
namespace paddle {
using ::phi::IntArray;
using ::phi::Scalar;
}  // namespace paddle
#endif
