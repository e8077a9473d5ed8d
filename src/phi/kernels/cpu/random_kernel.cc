// Random values from Philox streams. Values are made group by group, so they
// are the same for any number of threads.
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "core/generator.h"
#include "phi/kernels/cpu/elementwise.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr int kGroup = PhiloxStream::kGroup;  // words of 32 bits
constexpr int kHalf = kGroup / 2;
constexpr int64_t kGroupsPerTask = 256;

PhiloxStream Draw(const DenseTensor& out, int64_t seed, int64_t words) {
  if (seed != 0) return {static_cast<uint64_t>(seed), 0};
  return DefaultGenerator(out.place).Reserve(words);
}

// Natural logarithm of a number in (0, 1], to about 1 ulp; written without
// branches, for vectors.
inline float LogOfUnit(float x) {
  const uint32_t bits = std::bit_cast<uint32_t>(x);
  // x = m * 2^e with m in [sqrt(1/2), sqrt(2))
  const uint32_t shifted = bits - 0x3f3504f3u;
  const float e = static_cast<float>(static_cast<int32_t>(shifted) >> 23);
  const float m =
      std::bit_cast<float>((shifted & 0x007fffffu) + 0x3f3504f3u) - 1.0f;
  float p = 7.0376836292e-2f;
  p = p * m - 1.1514610310e-1f;
  p = p * m + 1.1676998740e-1f;
  p = p * m - 1.2420140846e-1f;
  p = p * m + 1.4249322787e-1f;
  p = p * m - 1.6668057665e-1f;
  p = p * m + 2.0000714765e-1f;
  p = p * m - 2.4999993993e-1f;
  p = p * m + 3.3333331174e-1f;
  const float z = m * m;
  return m + (p * m * z - 0.5f * z) + e * 0.693147180559945f;
}

// Sine and cosine of a full turn times u, u in [0, 1).
inline void SinCosOfTurn(float u, float* sine, float* cosine) {
  const float quarter = std::floor(u * 4.0f + 0.5f);
  const float t = (u - quarter * 0.25f) * 6.283185307179586f;
  const float z = t * t;
  const float s = t + t * z *
                          ((-1.9515295891e-4f * z + 8.3321608736e-3f) * z -
                           1.6666654611e-1f);
  const float c = 1.0f - 0.5f * z +
                  z * z *
                      ((2.443315711809948e-5f * z - 1.388731625493765e-3f) * z +
                       4.166664568298827e-2f);
  const int q = static_cast<int>(quarter) & 3;
  const float a = q & 1 ? c : s, b = q & 1 ? s : c;
  *sine = q & 2 ? -a : a;
  *cosine = (q + 1) & 2 ? -b : b;
}

inline float HalfOpen(uint32_t bits) {  // in (0, 1]
  return static_cast<float>((bits >> 8) + 1) * 0x1p-24f;
}

enum class Kind { kUniform, kNormal, kExponential };

void Floats(Kind kind, double a, double b, const uint32_t* words, float* out) {
  const float fa = static_cast<float>(a), fb = static_cast<float>(b);
  switch (kind) {
    case Kind::kUniform:
      for (int i = 0; i < kGroup; ++i) {
        const float v = fa + UniformFloat(words[i]) * (fb - fa);
        out[i] = v < fb ? v : fa;  // rounding may reach the end
      }
      return;
    case Kind::kNormal:
      for (int pair = 0; pair < kGroup; pair += kHalf) {
        for (int l = 0; l < kHalf / 2; ++l) {
          const float r =
              std::sqrt(-2.0f * LogOfUnit(HalfOpen(words[pair + l])));
          float s, c;
          SinCosOfTurn(UniformFloat(words[pair + kHalf / 2 + l]), &s, &c);
          out[pair + l] = fa + fb * r * c;
          out[pair + kHalf / 2 + l] = fa + fb * r * s;
        }
      }
      return;
    case Kind::kExponential:
      for (int i = 0; i < kGroup; ++i) {
        out[i] = -LogOfUnit(HalfOpen(words[i])) / fa;
      }
      return;
  }
}

void Doubles(Kind kind, double a, double b, const uint32_t* words,
             double* out) {
  for (int i = 0; i < kHalf; ++i) {
    out[i] = UniformDouble(words[2 * i], words[2 * i + 1]);
  }
  switch (kind) {
    case Kind::kUniform:
      for (int i = 0; i < kHalf; ++i) {
        const double v = a + out[i] * (b - a);
        out[i] = v < b ? v : a;
      }
      return;
    case Kind::kNormal:
      for (int i = 0; i < kHalf; i += 2) {
        const double r = std::sqrt(-2.0 * std::log(1.0 - out[i]));
        const double turn = out[i + 1] * 6.283185307179586;
        out[i] = a + b * r * std::cos(turn);
        out[i + 1] = a + b * r * std::sin(turn);
      }
      return;
    case Kind::kExponential:
      for (int i = 0; i < kHalf; ++i) out[i] = -std::log(1.0 - out[i]) / a;
      return;
  }
}

// Calls f(group, words) for the groups that `n` values need.
template <typename F>
void ForGroups(const PhiloxStream& stream, int64_t n, int per_group, F&& f) {
  ParallelFor((n + per_group - 1) / per_group, kGroupsPerTask,
              [&](int64_t begin, int64_t end) {
                uint32_t words[kGroup];
                for (int64_t g = begin; g < end; ++g) {
                  stream.Group(static_cast<uint64_t>(g), words);
                  f(g, words);
                }
              });
}

void RandomValuesKernel(const DeviceContext&, IntArray, std::string_view name,
                        double a, double b, int64_t seed, DataType,
                        DenseTensor* out) {
  const Kind kind = name == "uniform"  ? Kind::kUniform
                    : name == "normal" ? Kind::kNormal
                                       : Kind::kExponential;
  const int64_t n = out->numel;
  if (out->dtype == DataType::kFloat64) {
    double* to = out->Data<double>();
    ForGroups(Draw(*out, seed, 2 * n), n, kHalf,
              [=](int64_t g, const uint32_t* words) {
                double values[kHalf];
                Doubles(kind, a, b, words, values);
                const int64_t at = g * kHalf;
                std::copy_n(values, std::min<int64_t>(kHalf, n - at), to + at);
              });
    return;
  }
  const PhiloxStream stream = Draw(*out, seed, n);
  VisitDataType(out->dtype, [&]<typename T>(T) {
    if constexpr (kIsNarrow<T> || std::is_same_v<T, float>) {
      T* to = out->Data<T>();
      ForGroups(stream, n, kGroup, [=](int64_t g, const uint32_t* words) {
        float values[kGroup];
        Floats(kind, a, b, words, values);
        const int64_t at = g * kGroup;
        const int64_t count = std::min<int64_t>(kGroup, n - at);
        for (int64_t i = 0; i < count; ++i) to[at + i] = T(values[i]);
      });
    }
  });
}

// Uniformly distributed in [0, range), range 0 standing for 2^64; the bias is
// at most range / 2^64.
inline uint64_t Below(uint32_t high, uint32_t low, uint64_t range) {
  const uint64_t bits = uint64_t{high} << 32 | low;
  if (range == 0) return bits;
  return static_cast<uint64_t>((static_cast<unsigned __int128>(bits) * range) >>
                               64);
}

void RandomIntegersKernel(const DeviceContext&, int64_t low, int64_t high,
                          IntArray, DataType, DenseTensor* out) {
  const int64_t n = out->numel;
  const uint64_t range =
      static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  const PhiloxStream stream = Draw(*out, 0, 2 * n);
  VisitDataType(out->dtype, [&]<typename T>(T) {
    if constexpr (!kIsComplexType<T>) {
      T* to = out->Data<T>();
      ForGroups(stream, n, kHalf, [=](int64_t g, const uint32_t* words) {
        const int64_t at = g * kHalf;
        const int64_t count = std::min<int64_t>(kHalf, n - at);
        for (int64_t i = 0; i < count; ++i) {
          const auto v = static_cast<int64_t>(
              static_cast<uint64_t>(low) +
              Below(words[2 * i], words[2 * i + 1], range));
          if constexpr (kIsNarrow<T>) {
            to[at + i] = T(static_cast<float>(v));
          } else {
            to[at + i] = static_cast<T>(v);
          }
        }
      });
    }
  });
}

// Random words one after the other.
class Words {
 public:
  explicit Words(const PhiloxStream& stream) : stream_(stream) {}
  uint32_t Next() {
    if (at_ == kGroup) {
      stream_.Group(group_++, words_);
      at_ = 0;
    }
    return words_[at_++];
  }

 private:
  PhiloxStream stream_;
  uint64_t group_ = 0;
  int at_ = kGroup;
  uint32_t words_[kGroup];
};

void RandpermKernel(const DeviceContext&, int64_t n, DataType,
                    DenseTensor* out) {
  const PhiloxStream stream = Draw(*out, 0, 2 * n);
  VisitDataType(out->dtype, [&]<typename T>(T) {
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
      T* to = out->Data<T>();
      for (int64_t i = 0; i < n; ++i) to[i] = static_cast<T>(i);
      // Partners are drawn some steps ahead, so that memory brings them in
      // time.
      uint64_t group = 0, partners[kHalf];
      for (int64_t last = n - 1; last > 0; last -= kHalf) {
        uint32_t words[kGroup];
        stream.Group(group++, words);
        const int64_t count = std::min<int64_t>(kHalf, last);
        for (int64_t j = 0; j < count; ++j) {
          partners[j] = Below(words[2 * j], words[2 * j + 1],
                              static_cast<uint64_t>(last - j) + 1);
          __builtin_prefetch(to + partners[j], 1);
        }
        for (int64_t j = 0; j < count; ++j) {
          std::swap(to[last - j], to[partners[j]]);
        }
      }
    }
  });
}

[[noreturn]] PD_COLD void BadProbability(const char* op, double p) {
  PADDLE_THROW(errors::OutOfRange("%s: not a probability.", op)
                   .Expected("values in [0, 1]")
                   .Received(std::to_string(p)));
}

template <typename T, typename Context>
void BernoulliKernel(const Context&, const DenseTensor& x, DenseTensor* out) {
  const int64_t n = out->numel;
  const T* p = x.Data<T>();
  T* to = out->Data<T>();
  ForGroups(Draw(*out, 0, n), n, kGroup, [=](int64_t g, const uint32_t* words) {
    const int64_t at = g * kGroup;
    const int64_t count = std::min<int64_t>(kGroup, n - at);
    for (int64_t i = 0; i < count; ++i) {
      const double chance =
          static_cast<double>(static_cast<ComputeType<T>>(p[at + i]));
      if (!(chance >= 0 && chance <= 1)) BadProbability("bernoulli", chance);
      to[at + i] = T(words[i] * 0x1p-32 < chance ? 1.0f : 0.0f);
    }
  });
}

// With replacement: where a number falls among the running sums. Without: the
// categories of the largest weight / exponential value, which is the same as
// one draw after another.
template <typename T, typename Context>
void MultinomialKernel(const Context&, const DenseTensor& x, int64_t samples,
                       bool replacement, DenseTensor* out) {
  const int64_t categories = x.dims.back();
  const int64_t rows = x.numel / categories;
  const int64_t draws = replacement ? samples : categories;
  Words words(Draw(*out, 0, 2 * rows * draws));
  std::vector<double> weight(categories), sums(categories);
  std::vector<int64_t> order(categories);
  for (int64_t r = 0; r < rows; ++r) {
    int64_t* to = out->template Data<int64_t>() + r * samples;
    double sum = 0;
    int64_t possible = 0;
    for (int64_t c = 0; c < categories; ++c) {
      weight[c] = static_cast<double>(static_cast<ComputeType<T>>(
          x.template Data<T>()[r * categories + c]));
      PADDLE_ENFORCE(weight[c] >= 0 && std::isfinite(weight[c]),
                     errors::InvalidArgument(
                         "multinomial: a probability is negative or not "
                         "finite.")
                         .Received(std::to_string(weight[c])));
      sums[c] = sum += weight[c];
      possible += weight[c] > 0;
    }
    PADDLE_ENFORCE(possible >= (replacement ? 1 : samples),
                   errors::InvalidArgument(
                       "multinomial: too few categories have a probability "
                       "above 0.")
                       .Received(std::to_string(possible)));
    auto unit = [&] {
      const uint32_t high = words.Next();
      return UniformDouble(high, words.Next());
    };
    if (replacement) {
      for (int64_t i = 0; i < samples; ++i) {
        const double at = unit() * sum;
        int64_t c =
            std::upper_bound(sums.begin(), sums.end(), at) - sums.begin();
        c = std::min(c, categories - 1);
        while (c > 0 && weight[c] == 0) --c;  // rounding at the end
        to[i] = c;
      }
      continue;
    }
    for (int64_t c = 0; c < categories; ++c) {
      weight[c] /= -std::log(1.0 - unit()) + 1e-300;
    }
    std::iota(order.begin(), order.end(), 0);
    std::partial_sort(
        order.begin(), order.begin() + samples, order.end(),
        [&](int64_t a, int64_t b) { return weight[a] > weight[b]; });
    std::copy_n(order.begin(), samples, to);
  }
}

}  // namespace

PD_REGISTER_ANY_TYPE_KERNEL(random_values, CPU, RandomValuesKernel) {}
PD_REGISTER_ANY_TYPE_KERNEL(random_integers, CPU, RandomIntegersKernel) {}
PD_REGISTER_ANY_TYPE_KERNEL(randperm, CPU, RandpermKernel) {}
PD_REGISTER_KERNEL(bernoulli_draw, CPU, ALL_LAYOUT, BernoulliKernel,
                   PD_FLOAT_TYPES) {}
PD_REGISTER_KERNEL(multinomial, CPU, ALL_LAYOUT, MultinomialKernel,
                   PD_FLOAT_TYPES) {}

}  // namespace paddle::phi::PD_CPU_ISA
