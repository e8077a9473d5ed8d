// Values of distributions with a parameter for each element. Each block of
// elements has a stream of its own: the same values for any number of threads.
#include <algorithm>
#include <cmath>

#include "core/generator.h"
#include "phi/kernels/cpu/elementwise.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr int64_t kBlock = 64;            // elements
constexpr int64_t kGroupsPerBlock = 256;  // of random words

// Numbers of one block, one after the other.
class Source {
 public:
  Source(const PhiloxStream& stream, int64_t block)
      : stream_(stream),
        group_(static_cast<uint64_t>(block * kGroupsPerBlock)) {}
  double Unit() {  // in (0, 1]
    const uint32_t high = Next();
    return 1.0 - UniformDouble(high, Next());
  }
  double Normal() {
    const double r = std::sqrt(-2.0 * std::log(Unit()));
    return r * std::cos(6.283185307179586 * Unit());
  }

 private:
  uint32_t Next() {
    if (at_ == PhiloxStream::kGroup) {
      stream_.Group(group_++, words_);
      at_ = 0;
    }
    return words_[at_++];
  }
  PhiloxStream stream_;
  uint64_t group_;
  int at_ = PhiloxStream::kGroup;
  uint32_t words_[PhiloxStream::kGroup];
};

// log(k!)
double LogFactorial(double k) {
  int sign;
  return ::lgamma_r(k + 1.0, &sign);
}

// W. Hoermann, "The transformed rejection method for generating Poisson random
// variables" (1993), algorithm PTRS; few events by multiplication.
double Poisson(double mean, Source& source) {
  if (mean == 0) return 0;
  if (mean < 10) {
    const double limit = std::exp(-mean);
    double product = source.Unit(), k = 0;
    while (product > limit) {
      product *= source.Unit();
      k += 1;
    }
    return k;
  }
  const double b = 0.931 + 2.53 * std::sqrt(mean);
  const double a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
  const double edge = 0.9277 - 3.6224 / (b - 2);
  while (true) {
    const double u = source.Unit() - 0.5, v = source.Unit();
    const double us = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / us + b) * u + mean + 0.43);
    if (us >= 0.07 && v <= edge) return k;
    if (k < 0 || (us < 0.013 && v > us)) continue;
    if (std::log(v * inverse_alpha / (a / (us * us) + b)) <=
        k * std::log(mean) - mean - LogFactorial(k)) {
      return k;
    }
  }
}

// The same author, "The generation of binomial random variates" (1993),
// algorithm BTRS; few successes by adding up the waiting times.
double Binomial(double n, double p, Source& source) {
  if (p > 0.5) return n - Binomial(n, 1 - p, source);
  if (n == 0 || p == 0) return 0;
  if (n * p < 10) {
    const double scale = std::log1p(-p);
    double sum = 0, k = 0;
    while (true) {
      sum += std::floor(std::log(source.Unit()) / scale) + 1;
      if (sum > n) return k;
      k += 1;
    }
  }
  const double spq = std::sqrt(n * p * (1 - p));
  const double b = 1.15 + 2.53 * spq;
  const double a = -0.0873 + 0.0248 * b + 0.01 * p;
  const double c = n * p + 0.5, edge = 0.92 - 4.2 / b;
  const double alpha = (2.83 + 5.1 / b) * spq;
  const double odds = std::log(p / (1 - p)), mode = std::floor((n + 1) * p);
  const double h = LogFactorial(mode) + LogFactorial(n - mode);
  while (true) {
    const double u = source.Unit() - 0.5, v = source.Unit();
    const double us = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / us + b) * u + c);
    if (k < 0 || k > n) continue;
    if (us >= 0.07 && v <= edge) return k;
    if (std::log(v * alpha / (a / (us * us) + b)) <=
        h - LogFactorial(k) - LogFactorial(n - k) + (k - mode) * odds) {
      return k;
    }
  }
}

// G. Marsaglia, W. W. Tsang, "A simple method for generating gamma variables"
// (2000).
double Gamma(double shape, Source& source) {
  if (shape < 1) {
    const double u = source.Unit();
    return Gamma(shape + 1, source) * std::pow(u, 1 / shape);
  }
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  while (true) {
    const double x = source.Normal(), t = 1 + c * x;
    if (t <= 0) continue;
    const double v = t * t * t;
    if (std::log(source.Unit()) < 0.5 * x * x + d - d * v + d * std::log(v)) {
      return d * v;
    }
  }
}

// out[i] = f(i, source)
template <typename F>
void FillFrom(DenseTensor* out, F&& f) {
  const int64_t n = out->numel, blocks = (n + kBlock - 1) / kBlock;
  const PhiloxStream stream =
      DefaultGenerator(out->place)
          .Reserve(blocks * kGroupsPerBlock * PhiloxStream::kGroup);
  ParallelFor(blocks, 16, [&](int64_t begin, int64_t end) {
    for (int64_t b = begin; b < end; ++b) {
      Source source(stream, b);
      const int64_t last = std::min(n, (b + 1) * kBlock);
      for (int64_t i = b * kBlock; i < last; ++i) f(i, source);
    }
  });
}

[[noreturn]] PD_COLD void Bad(const char* op, const char* what,
                              const char* expected, double v) {
  PADDLE_THROW(errors::InvalidArgument("%s: %s.", op, what)
                   .Expected(expected)
                   .Received(std::to_string(v)));
}

template <typename T>
void FillByShape(const DenseTensor& x, DenseTensor* out, const char* op,
                 double (*draw)(double, Source&)) {
  const T* parameter = x.Data<T>();
  T* to = out->Data<T>();
  FillFrom(out, [=](int64_t i, Source& source) {
    const double v =
        static_cast<double>(static_cast<ComputeType<T>>(parameter[i]));
    if (!(v >= 0 && v <= 1e18)) {
      Bad(op, "an element of `x` is negative or not finite",
          "numbers in [0, 1e18]", v);
    }
    to[i] = T(static_cast<ComputeType<T>>(draw(v, source)));
  });
}

template <typename T, typename Context>
void PoissonKernel(const Context&, const DenseTensor& x, DenseTensor* out) {
  FillByShape<T>(x, out, "poisson", Poisson);
}
template <typename T, typename Context>
void StandardGammaKernel(const Context&, const DenseTensor& x,
                         DenseTensor* out) {
  FillByShape<T>(x, out, "standard_gamma", [](double shape, Source& source) {
    return shape == 0 ? 0.0 : Gamma(shape, source);
  });
}
template <typename T, typename Context>
void BinomialKernel(const Context&, const DenseTensor& count,
                    const DenseTensor& prob, DenseTensor* out) {
  const T *counts = count.Data<T>(), *probs = prob.Data<T>();
  int64_t* to = out->Data<int64_t>();
  FillFrom(out, [=](int64_t i, Source& source) {
    const double n = counts[i], p = probs[i];
    if (!(n >= 0 && n <= 1e15 && n == std::floor(n))) {
      Bad("binomial", "`count` is not a number of trials",
          "whole numbers in [0, 1e15]", n);
    }
    if (!(p >= 0 && p <= 1)) {
      Bad("binomial", "`prob` is not a probability", "numbers in [0, 1]", p);
    }
    to[i] = static_cast<int64_t>(Binomial(n, p, source));
  });
}

PD_REGISTER_KERNEL(poisson, CPU, ALL_LAYOUT, PoissonKernel, PD_FLOAT_TYPES) {}
PD_REGISTER_KERNEL(standard_gamma, CPU, ALL_LAYOUT, StandardGammaKernel,
                   PD_FLOAT_TYPES) {}
PD_REGISTER_KERNEL(binomial_draw, CPU, ALL_LAYOUT, BinomialKernel, double) {}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
