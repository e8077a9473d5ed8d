// The functions of phi/kernels/funcs/scalar/: errors in units in the last
// place over samples of all bit patterns and of the usual ranges, and values
// at the ends, of the kernels (which work on the packs of this machine's best
// instruction set), of packs of AVX2, and of plain numbers as the GPU has them.
#define PD_CPU_ISA pack_test
#define PD_CPU_ISA_LEVEL 3

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "ops/generated/ops.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/pack.h"
#include "phi/kernels/funcs/scalar/activation.h"
#include "phi/kernels/funcs/scalar/trigonometric.h"

namespace paddle {
namespace {

namespace scalar = phi::scalar;
using Exact = long double;

[[maybe_unused]] const bool bound = (phi::BindKernels(), true);

constexpr double kWrong = 1e30;  // the error of a NaN or an infinity amiss

// |value - exact| in units in the last place of T near `exact`.
template <typename T>
double UlpError(T value, Exact exact) {
  const T rounded = static_cast<T>(exact);
  if (std::isnan(rounded)) return std::isnan(value) ? 0 : kWrong;
  if (std::isinf(rounded) || std::isinf(value)) {
    if (rounded == value) return 0;
    // Half a unit beside the largest number is at the border to infinity.
    return std::abs(exact) > 0.9999999L * std::numeric_limits<T>::max()
               ? 1
               : kWrong;
  }
  if (std::isnan(value)) return kWrong;
  if (rounded == 0 && value == 0) return 0;
  constexpr int kDigits = std::numeric_limits<T>::digits;
  constexpr int kLeast = std::numeric_limits<T>::min_exponent - kDigits;
  int exponent;
  std::frexp(exact, &exponent);
  const Exact ulp = std::ldexp(1.0L, std::max(exponent - kDigits, kLeast));
  return static_cast<double>(std::abs(value - exact) / ulp);
}

// Numbers of every size and sign, the ends, and many of the usual size.
template <typename T>
std::vector<T> Samples() {
  const T inf = std::numeric_limits<T>::infinity();
  std::vector<T> x = {T(0),
                      T(-0.0),
                      inf,
                      -inf,
                      std::numeric_limits<T>::quiet_NaN(),
                      std::numeric_limits<T>::denorm_min(),
                      -std::numeric_limits<T>::denorm_min(),
                      std::numeric_limits<T>::min(),
                      -std::numeric_limits<T>::min(),
                      std::numeric_limits<T>::max(),
                      std::numeric_limits<T>::lowest(),
                      T(1),
                      T(-1)};
  std::mt19937_64 random(7);
  using Bits = typename scalar::Layout<T>::Bits;
  for (int i = 0; i < 100000; ++i) {
    x.push_back(std::bit_cast<T>(static_cast<Bits>(random())));
  }
  for (double size : {1.0, 2.0, 10.0, 100.0, 750.0}) {
    std::uniform_real_distribution<double> uniform(-size, size);
    for (int i = 0; i < 30000; ++i) x.push_back(T(uniform(random)));
  }
  for (int i = 0; i < 30000; ++i) {  // 1 + a little, either way
    const double e = std::ldexp(1.0, -static_cast<int>(random() % 50));
    x.push_back(T(1 + (random() % 2 ? e : -e) * (random() % 1000) / 1000.0));
  }
  return x;
}

template <typename T>
Var TensorOf(const std::vector<T>& values) {
  Var x = EmptyTensor({static_cast<int64_t>(values.size())}, DataTypeOf<T>());
  std::memcpy(x->data, values.data(), values.size() * sizeof(T));
  return x;
}

struct Worst {
  double error = 0, at = 0, value = 0;
  template <typename T>
  void Add(T x, T y, Exact exact) {
    const double e = UlpError(y, exact);
    if (e > error) error = e, at = x, value = y;
  }
  void Expect(double limit, const std::string& what) const {
    EXPECT_LE(error, limit) << what << " at " << at << " gives " << value;
  }
};

// `odd`: f(-0) is -0. Beyond `largest` kernels take another road.
template <typename T, typename F>
void Check(const char* name, F f, Var (*op)(const Var&), Exact (*exact)(Exact),
           double limit, bool odd, double largest) {
  using Pack = phi::pack_test::Pack<T>;
  const std::vector<T> x = Samples<T>();
  const int64_t n = static_cast<int64_t>(x.size());
  const Var out = op(TensorOf(x));
  std::vector<T> avx2(x.size());
  for (int64_t i = 0; i + Pack::kLanes <= n; i += Pack::kLanes) {
    f(Pack::Load(&x[i])).Store(&avx2[i]);
  }
  Worst kernel, pack, plain;
  for (int64_t i = 0; i < n; ++i) {
    const Exact want = exact(x[i]);
    kernel.Add(x[i], out->Data<T>()[i], want);
    if (!(std::abs(x[i]) < largest)) continue;
    plain.Add(x[i], f(x[i]), want);
    if (i < n / Pack::kLanes * Pack::kLanes) pack.Add(x[i], avx2[i], want);
  }
  const std::string type(Name(DataTypeOf<T>()));
  kernel.Expect(limit, type + " kernel of " + name);
  pack.Expect(limit, type + " pack of " + name);
  plain.Expect(limit, type + " " + name);
  ::testing::Test::RecordProperty(type + "_" + name,
                                  std::to_string(kernel.error));
  if (odd) {
    EXPECT_TRUE(std::signbit(out->Data<T>()[1])) << name;
    EXPECT_TRUE(std::signbit(avx2[1])) << name;
    EXPECT_TRUE(std::signbit(f(x[1]))) << name;
  }
  // A few elements take another road of the loop.
  for (size_t few : {1, 3, 4, 5}) {
    const Var part = op(TensorOf(std::vector<T>(x.end() - few, x.end())));
    EXPECT_EQ(
        std::memcmp(part->data, out->Data<T>() + n - few, few * sizeof(T)), 0)
        << name;
  }
}

#define PD_CHECK_BELOW(largest, Function, Op, limit_float, limit_double, odd, \
                       exact)                                                 \
  {                                                                           \
    const auto f = [](auto x) { return scalar::Function(x); };                \
    const auto op = [](const Var& x) { return Var(ops::Op(x)); };             \
    const auto e = [](Exact x) -> Exact { return exact; };                    \
    Check<float>(#Op, f, op, e, limit_float, odd, largest);                   \
    Check<double>(#Op, f, op, e, limit_double, odd, largest);                 \
  }
#define PD_CHECK(Function, Op, limit_float, limit_double, odd, exact)   \
  PD_CHECK_BELOW(std::numeric_limits<double>::infinity(), Function, Op, \
                 limit_float, limit_double, odd, exact)

TEST(MathFunctions, Exponential) {
  PD_CHECK(ExpOf, Exp, 1, 1, false, std::exp(x));
  PD_CHECK(Expm1Of, Expm1, 2, 2, true, std::expm1(x));
  PD_CHECK(LogOf, Log, 1, 1, false, std::log(x));
  PD_CHECK(Log2Of, Log2, 2, 2, false, std::log2(x));
  PD_CHECK(Log1pOf, Log1p, 2, 2, true, std::log1p(x));
}

TEST(MathFunctions, Activations) {
  PD_CHECK(TanhOf, Tanh, 5, 3, true, std::tanh(x));
  PD_CHECK(ErfOf, Erf, 6, 3, true, std::erf(x));
  PD_CHECK(SigmoidOf, Sigmoid, 3, 3, false,
           x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x)));
  // An error of log(1 + f) is seen where it is near 0.
  PD_CHECK(LogSigmoidOf, LogSigmoid, 3, 3, false,
           x < 0 ? x - std::log1p(std::exp(x)) : -std::log1p(std::exp(-x)));
}

TEST(MathFunctions, Trigonometric) {
  PD_CHECK_BELOW(65000, SinOf, Sin, 2, 2, true, std::sin(x));
  PD_CHECK_BELOW(65000, CosOf, Cos, 2, 2, false, std::cos(x));
  PD_CHECK_BELOW(65000, TanOf, Tan, 4, 4, true, std::tan(x));
  PD_CHECK(AsinOf, Asin, 3, 3, true, std::asin(x));
  PD_CHECK(AcosOf, Acos, 2, 2, false, std::acos(x));
  PD_CHECK(AtanOf, Atan, 4, 1, true, std::atan(x));
}

TEST(MathFunctions, Hyperbolic) {
  PD_CHECK(SinhOf, Sinh, 5, 5, true, std::sinh(x));
  PD_CHECK(CoshOf, Cosh, 4, 4, false, std::cosh(x));
  PD_CHECK(AsinhOf, Asinh, 4, 3, true, std::asinh(x));
  PD_CHECK(AcoshOf, Acosh, 4, 3, false, std::acosh(x));
  PD_CHECK(AtanhOf, Atanh, 4, 3, true, std::atanh(x));
}

// x^y of doubles against long doubles, over ordinary and extreme powers.
TEST(MathFunctions, Power) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<double> x, y;
  for (int i = 0; i < 40000; ++i) {
    const double u = unit(random), v = unit(random) - 0.5;
    x.push_back(u * 10), y.push_back(v * 10);
    x.push_back(0.8 + u * 0.5), y.push_back(v * 5000);
    x.push_back(std::exp2(u * 2000 - 1000)), y.push_back(v * 2);
    x.push_back(1 + (u - 0.5) * 1e-3), y.push_back(v * 1e6);
    x.push_back(-std::floor(u * 9)), y.push_back(std::floor(v * 20));
  }
  for (double a : {0.0, -0.0, 1.0, -1.0, 2.0, 1e300, -1e300, 1e-310, HUGE_VAL,
                   -HUGE_VAL, std::nan("")}) {
    for (double b : {0.0, -0.0, 1.0, -1.0, 3.0, 0.5, 1e300, -1e300, HUGE_VAL,
                     -HUGE_VAL, std::nan("")}) {
      x.push_back(a), y.push_back(b);
    }
  }
  const Var out = ops::Pow(TensorOf(x), TensorOf(y));
  Worst worst;
  for (size_t i = 0; i < x.size(); ++i) {
    const Exact want = std::pow(Exact(x[i]), Exact(y[i]));
    worst.Add(x[i], out->Data<double>()[i], want);
  }
  worst.Expect(1.5, "pow");
}

}  // namespace
}  // namespace paddle
