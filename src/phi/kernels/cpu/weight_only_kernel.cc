// Products with weights of 8 and 4 bits: bound by reading the weight, so it is
// widened a block of a row at a time, and never stored.
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/convert.h"
#include "phi/kernels/funcs/reduce.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr int64_t kMaxRows = 32;  // more of them are worth a float weight
constexpr int kLanes = 32;

std::vector<float> Floats(const DenseTensor* t) {
  if (!t) return {};
  const Var v = CastTo(*t, DataType::kFloat32);
  const float* p = v->Data<float>();
  return {p, p + t->numel};
}

// ---- weight_quantize ----

template <typename T, typename Context>
void WeightQuantizeKernel(const Context&, const DenseTensor& x,
                          std::string_view algo, Scalar, int64_t group_size,
                          DenseTensor* out, DenseTensor* scale) {
  const int64_t k = x.dims[0], n = x.dims[1];
  const bool four = algo == "weight_only_int4";
  const int64_t group = group_size == -1 ? std::max<int64_t>(k, 1) : group_size;
  const float most = four ? 7 : 127;
  const std::vector<float> from = Floats(&x);
  T* const factors = scale->Data<T>();
  int8_t* const to = out->Data<int8_t>();
  if (four) std::fill_n(to, out->numel, int8_t{0});
  ParallelFor(four ? n / 2 : n, 16, [&](int64_t begin, int64_t end) {
    const int64_t last = four ? end * 2 : end;
    for (int64_t j = four ? begin * 2 : begin; j < last; ++j) {
      if (k == 0) factors[j] = T(0);
      for (int64_t p = 0; p < k; p += group) {
        const int64_t stop = std::min(p + group, k);
        float large = 0;
        for (int64_t i = p; i < stop; ++i) {
          const float v = std::abs(from[i * n + j]);
          large = v > large || std::isnan(v) ? v : large;
        }
        PADDLE_ENFORCE(std::isfinite(large),
                       errors::InvalidArgument("weight_quantize: `x` holds a "
                                               "value that is not finite.")
                           .Expected("numbers")
                           .Received(std::to_string(large)));
        // Rounded as it is kept, so that both ways use one number.
        const T kept = static_cast<T>(large / most);
        factors[p / group * n + j] = kept;
        const float unit = static_cast<float>(kept);
        for (int64_t i = p; i < stop; ++i) {
          const float v = unit == 0 ? 0 : std::round(from[i * n + j] / unit);
          const int q = static_cast<int>(std::clamp(v, -most, most));
          if (!four) {
            to[j * k + i] = static_cast<int8_t>(q);
          } else {
            int8_t& byte = to[j / 2 * k + i];
            byte = static_cast<int8_t>(j % 2 ? (byte & 15) | q * 16 : q & 15);
          }
        }
      }
    }
  });
}

// ---- weight_only_matmul ----

// The elements of one row of the weight, `n` <= kBlock of them.
inline void Widen(const int8_t* w, int64_t n, float* to) {
  for (int64_t i = 0; i < n; ++i) to[i] = static_cast<float>(w[i]);
}
inline void WidenNibbles(const int8_t* w, bool high, int64_t n, float* to) {
  const int shift = high ? 0 : 4;
  for (int64_t i = 0; i < n; ++i) {
    const auto v = static_cast<int8_t>(static_cast<uint8_t>(w[i]) << shift);
    to[i] = static_cast<float>(v >> 4);
  }
}

inline float Dot(const float* a, const float* b, int64_t n) {
  float lanes[kLanes] = {}, sum = 0;
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (int l = 0; l < kLanes; ++l) lanes[l] += a[i + l] * b[i + l];
  }
  for (; i < n; ++i) sum += a[i] * b[i];
  for (float lane : lanes) sum += lane;
  return sum;
}

template <typename T, typename Context>
void WeightOnlyMatmulKernel(const Context&, const DenseTensor& x,
                            const DenseTensor& weight, const DenseTensor& scale,
                            const DenseTensor* bias, int64_t bits,
                            int64_t group_size, DenseTensor* out) {
  const int64_t k = weight.dims[1], n = out->dims[out->rank() - 1];
  const int64_t rows = n == 0 ? 0 : out->numel / n;
  const int64_t group = group_size == -1 ? std::max<int64_t>(k, 1) : group_size;
  const std::vector<float> a = Floats(&x), factors = Floats(&scale),
                           b = Floats(bias);
  const int8_t* const w = weight.Data<int8_t>();
  T* const to = out->Data<T>();
  const int64_t grain = std::max<int64_t>(1, 65536 / (k * rows + 1));
  ParallelFor(n, grain, [&](int64_t begin, int64_t end) {
    float block[kBlock], sums[kMaxRows];
    for (int64_t j = begin; j < end; ++j) {
      std::fill_n(sums, rows, 0.0f);
      for (int64_t p = 0; p < k;) {
        const int64_t of_group = p / group;
        const int64_t stop = std::min({k, p + kBlock, (of_group + 1) * group});
        if (bits == 8) {
          Widen(w + j * k + p, stop - p, block);
        } else {
          WidenNibbles(w + j / 2 * k + p, j % 2, stop - p, block);
        }
        const float factor = factors[of_group * n + j];
        for (int64_t r = 0; r < rows; ++r) {
          sums[r] += factor * Dot(a.data() + r * k + p, block, stop - p);
        }
        p = stop;
      }
      for (int64_t r = 0; r < rows; ++r) {
        to[r * n + j] = static_cast<T>(sums[r] + (b.empty() ? 0 : b[j]));
      }
    }
  });
}

// ---- llm_int8_matmul ----

template <typename T, typename Context>
void LlmInt8MatmulKernel(const Context&, const DenseTensor& x,
                         const DenseTensor& weight, const DenseTensor& scale,
                         const DenseTensor* bias, double threshold,
                         DenseTensor* out) {
  const int64_t n = weight.dims[0], k = weight.dims[1];
  const int64_t rows = k == 0 ? (n == 0 ? 0 : out->numel / n) : x.numel / k;
  const std::vector<float> a = Floats(&x), factors = Floats(&scale),
                           b = Floats(bias);
  std::vector<int64_t> large;  // columns
  std::vector<uint8_t> is_large(k, 0);
  for (int64_t i = 0; i < rows * k; ++i) {
    is_large[i % k] |= threshold > 0 && !(std::abs(a[i]) <= threshold);
  }
  for (int64_t p = 0; p < k; ++p) {
    if (is_large[p]) large.push_back(p);
  }
  std::vector<int8_t> q(rows * k);
  std::vector<float> units(rows);
  ParallelFor(rows, std::max<int64_t>(1, 16384 / (k + 1)),
              [&](int64_t begin, int64_t end) {
                for (int64_t r = begin; r < end; ++r) {
                  float most = 0;
                  for (int64_t p = 0; p < k; ++p) {
                    const float v = is_large[p] ? 0 : std::abs(a[r * k + p]);
                    most = v > most || std::isnan(v) ? v : most;
                  }
                  units[r] = most / 127;
                  for (int64_t p = 0; p < k; ++p) {
                    const float v =
                        is_large[p] || !(most > 0 && std::isfinite(most))
                            ? 0
                            : std::round(a[r * k + p] / units[r]);
                    q[r * k + p] = static_cast<int8_t>(v);
                  }
                }
              });
  const int8_t* const w = weight.Data<int8_t>();
  T* const to = out->Data<T>();
  ParallelFor(n, std::max<int64_t>(1, 65536 / (k * rows + 1)),
              [&](int64_t begin, int64_t end) {
                for (int64_t j = begin; j < end; ++j) {
                  const int8_t* const row = w + j * k;
                  for (int64_t r = 0; r < rows; ++r) {
                    const int8_t* const left = q.data() + r * k;
                    int64_t sum = 0;  // of runs whose sums fit 32 bits
                    for (int64_t first = 0; first < k; first += 65536) {
                      const int64_t last = std::min(first + 65536, k);
                      int32_t run = 0;
                      for (int64_t p = first; p < last; ++p) {
                        run += left[p] * row[p];
                      }
                      sum += run;
                    }
                    float y = static_cast<float>(sum) * units[r];
                    for (int64_t p : large) y += a[r * k + p] * row[p];
                    y = y * factors[j] + (b.empty() ? 0 : b[j]);
                    to[r * n + j] = static_cast<T>(y);
                  }
                }
              });
}

PD_REGISTER_KERNEL(weight_quantize, CPU, ALL_LAYOUT, WeightQuantizeKernel,
                   float, float16, bfloat16) {}
PD_REGISTER_KERNEL(weight_only_matmul, CPU, ALL_LAYOUT, WeightOnlyMatmulKernel,
                   float, float16, bfloat16) {
  options.refuse = [](const Args&, const Outs& outs) -> const char* {
    const int64_t n = outs[0]->dims[outs[0]->rank() - 1];
    return outs[0]->numel > kMaxRows * n ? "there are many rows" : nullptr;
  };
}
PD_REGISTER_KERNEL(llm_int8_matmul, CPU, ALL_LAYOUT, LlmInt8MatmulKernel, float,
                   double, float16, bfloat16) {}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
