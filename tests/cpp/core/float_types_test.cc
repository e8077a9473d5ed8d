// The narrow floats, every pattern, against a reference of another kind: the
// value by its definition, and the nearest value by comparing distances.
#include "core/float_types.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>
#include <random>

namespace paddle {
namespace {

struct Format {
  int exponent_bits, mantissa_bits;
  bool finite;  // no infinity, one NaN
};

// The value of a pattern: (-1)^s 2^(e - bias) (1 + m / 2^M), or subnormal.
double ValueOf(uint32_t bits, Format f) {
  const int mantissa_size = f.mantissa_bits;
  const int bias = (1 << (f.exponent_bits - 1)) - 1;
  const uint32_t m = bits & ((1u << mantissa_size) - 1);
  const uint32_t top = (1u << f.exponent_bits) - 1;
  const uint32_t e = bits >> mantissa_size & top;
  const double sign = bits >> (mantissa_size + f.exponent_bits) ? -1 : 1;
  if (f.finite ? e == top && m == (1u << mantissa_size) - 1 : e == top) {
    return f.finite || m ? NAN : sign * INFINITY;
  }
  const double fraction = std::ldexp(m, -mantissa_size);
  if (e == 0) return sign * std::ldexp(fraction, 1 - bias);
  return sign * std::ldexp(1 + fraction, static_cast<int>(e) - bias);
}

template <typename T>
T FromBits(uint32_t bits) {
  T t;
  t.bits = static_cast<decltype(t.bits)>(bits);
  return t;
}

template <typename T>
class NarrowFloat : public testing::Test {};
struct F16 {
  using Type = float16;
  static constexpr Format kFormat{5, 10, false};
};
struct BF16 {
  using Type = bfloat16;
  static constexpr Format kFormat{8, 7, false};
};
struct E4M3 {
  using Type = float8_e4m3fn;
  static constexpr Format kFormat{4, 3, true};
};
struct E5M2 {
  using Type = float8_e5m2;
  static constexpr Format kFormat{5, 2, false};
};
using Formats = testing::Types<F16, BF16, E4M3, E5M2>;
TYPED_TEST_SUITE(NarrowFloat, Formats);

TYPED_TEST(NarrowFloat, EveryPatternHasItsValueAndReadsBack) {
  using T = typename TypeParam::Type;
  int wrong = 0;
  for (uint32_t bits = 0; bits < 1u << 8 * sizeof(T); ++bits) {
    const double want = ValueOf(bits, TypeParam::kFormat);
    const float got = FromBits<T>(bits);
    if (std::isnan(want)) {
      wrong += !std::isnan(got) || !std::isnan(static_cast<float>(T(got)));
    } else {
      wrong += got != want || std::signbit(got) != std::signbit(want) ||
               T(got).bits != bits;
    }
  }
  EXPECT_EQ(wrong, 0);
}

// The nearest finite value; of two as near, the even pattern; beyond the
// largest by half a step: infinity (NaN in the finite format).
template <typename TypeParam>
class Nearest {
 public:
  using T = typename TypeParam::Type;
  Nearest() {
    for (uint32_t bits = 0; bits < 1u << (8 * sizeof(T) - 1); ++bits) {
      const double v = ValueOf(bits, TypeParam::kFormat);
      if (std::isfinite(v)) values_[v] = bits;
    }
    largest_ = values_.rbegin()->first;
    step_ = largest_ - std::prev(std::prev(values_.end()))->first;
  }
  bool Matches(float x) const {
    const T got(x);
    const double a = std::fabs(static_cast<double>(x));
    const uint32_t sign = std::signbit(x) ? 1u << (8 * sizeof(T) - 1) : 0;
    if (std::isnan(x)) return std::isnan(static_cast<float>(got));
    const double limit = largest_ + step_ / 2;
    const bool even = values_.rbegin()->second % 2 == 0;
    if (a > limit || (a == limit && !even)) {
      const float f = got;
      return TypeParam::kFormat.finite ? std::isnan(f)
                                       : std::isinf(f) && f * x > 0;
    }
    auto above = values_.lower_bound(a);
    if (above == values_.end())
      return got.bits == (sign | values_.rbegin()->second);
    if (above->first == a || above == values_.begin()) {
      return got.bits == (sign | above->second);
    }
    const auto below = std::prev(above);
    const double up = above->first - a, down = a - below->first;
    const bool take_above = up < down || (up == down && above->second % 2 == 0);
    return got.bits == (sign | (take_above ? above : below)->second);
  }
  const std::map<double, uint32_t>& values() const { return values_; }

 private:
  std::map<double, uint32_t> values_;
  double largest_, step_;
};

TYPED_TEST(NarrowFloat, RoundsToTheNearestEven) {
  const Nearest<TypeParam> nearest;
  int wrong = 0;
  auto check = [&](float x) {
    for (float v :
         {x, -x, std::nextafter(x, 0.0f), std::nextafter(x, INFINITY)})
      wrong += !nearest.Matches(v);
  };
  double previous = 0;
  for (const auto& [value, bits] : nearest.values()) {  // ties, and beside them
    check(static_cast<float>(value));
    check(static_cast<float>((value + previous) / 2));
    previous = value;
  }
  std::mt19937 random(1);
  for (int i = 0; i < 200000; ++i) {  // any float at all
    const auto u = static_cast<uint32_t>(random());
    float x;
    std::memcpy(&x, &u, sizeof(x));
    wrong += !nearest.Matches(x);
  }
  for (float x : {INFINITY, NAN, 3.4e38f, 1e-45f, 0.0f}) check(x);
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace paddle
