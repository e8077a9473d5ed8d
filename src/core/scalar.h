// A number given where no tensor is: keeps its kind, so that int64 is exact.
#pragma once
#include <complex>
#include <cstdint>

#include "core/data_type.h"
#include "core/float_types.h"

namespace paddle {

class Scalar {
 public:
  Scalar() : Scalar(int64_t{0}) {}
  Scalar(bool v) : type_(DataType::kBool), i_(v) {}        // NOLINT
  Scalar(int v) : type_(DataType::kInt64), i_(v) {}        // NOLINT
  Scalar(int64_t v) : type_(DataType::kInt64), i_(v) {}    // NOLINT
  Scalar(double v) : type_(DataType::kFloat64), re_(v) {}  // NOLINT
  Scalar(std::complex<double> v)                           // NOLINT
      : type_(DataType::kComplex128), re_(v.real()), im_(v.imag()) {}

  static Scalar None() {  // an optional number left out
    Scalar s;
    s.type_ = DataType::kUndefined;
    return s;
  }

  // kBool, kInt64, kFloat64 or kComplex128; kUndefined for None.
  DataType type() const { return type_; }
  bool has_value() const { return type_ != DataType::kUndefined; }
  bool IsIntegral() const { return type_ <= DataType::kInt64; }
  double ToDouble() const {
    return IsIntegral() ? static_cast<double>(i_) : re_;
  }
  int64_t ToInt() const {
    return IsIntegral() ? i_ : static_cast<int64_t>(re_);
  }
  template <typename T>
  T To() const {
    if constexpr (kIsComplexType<T>) {
      using R = typename T::value_type;
      return T(static_cast<R>(ToDouble()), static_cast<R>(im_));
    } else if constexpr (kIsNarrow<T>) {
      return T(static_cast<float>(ToDouble()));
    } else if constexpr (std::is_same_v<T, bool>) {
      return IsIntegral() ? i_ != 0 : re_ != 0 || im_ != 0;
    } else {
      return IsIntegral() ? static_cast<T>(i_) : static_cast<T>(re_);
    }
  }

 private:
  DataType type_;
  union {
    int64_t i_;
    double re_;
  };
  double im_ = 0;
};

}  // namespace paddle
