// The variance in one pass, parts merged by Chan's formula.
// Chan, Golub, LeVeque: Algorithms for computing the sample variance (1983).
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/moments.h"
#include "phi/kernels/cpu/reduce_loops.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

inline void Join(Moments& a, double count, double mean, double m2) {
  const double total = a.count + count;
  if (total == 0) return;
  const double delta = mean - a.mean;
  a.mean += delta * (count / total);
  a.m2 += m2 + delta * delta * (a.count * count / total);
  a.count = total;
}

void InitMoments(void* acc, int64_t n) {
  std::fill_n(static_cast<Moments*>(acc), n, Moments{0, 0, 0});
}
void MergeMoments(const void* from, int64_t n, void* acc) {
  const Moments* f = static_cast<const Moments*>(from);
  Moments* a = static_cast<Moments*>(acc);
  for (int64_t i = 0; i < n; ++i) Join(a[i], f[i].count, f[i].mean, f[i].m2);
}

struct Plus {
  template <typename V>
  static PD_INLINE V Fold(const V& a, const V& b) {
    return a + b;
  }
};

// sum(x - shift) and sum((x - shift)^2) of up to 1024 elements.
template <typename C>
inline void ShiftedSums(const C* x, int64_t n, C shift, C* sum, C* squares) {
  constexpr int64_t kLanes = kVecLanes<C>;
  Vec<C> s0{}, s1{}, q0{}, q1{};
  int64_t i = 0;
  for (; i + 2 * kLanes <= n; i += 2 * kLanes) {
    const Vec<C> a = LoadVec(x + i) - shift;
    const Vec<C> b = LoadVec(x + i + kLanes) - shift;
    s0 += a;
    s1 += b;
    q0 += a * a;
    q1 += b * b;
  }
  s0 += s1;
  q0 += q1;
  C s = FoldLanes<Plus>(s0), q = FoldLanes<Plus>(q0);
  for (; i < n; ++i) {
    const C d = x[i] - shift;
    s += d;
    q += d * d;
  }
  *sum = s;
  *squares = q;
}

template <typename C>
void MomentRows(const void* x, int64_t rows, int64_t row_stride, int64_t n,
                void* acc) {
  const C* row = static_cast<const C*>(x);
  Moments* a = static_cast<Moments*>(acc);
  for (int64_t r = 0; r < rows; ++r, row += row_stride) {
    for (int64_t i = 0; i < n; i += 1024) {
      const int64_t m = std::min<int64_t>(1024, n - i);
      C sum, squares;
      ShiftedSums(row + i, m, C(0), &sum, &squares);
      const C shift = sum / C(m);  // again, around the mean of the block
      ShiftedSums(row + i, m, shift, &sum, &squares);
      const double s = sum;
      Join(a[r], static_cast<double>(m), shift + s / m, squares - s * s / m);
    }
  }
}

template <typename C>
void MomentColumns(const void* x, int64_t rows, int64_t stride, int64_t n,
                   void* acc) {
  constexpr int64_t kWidth = 64, kRows = 32;
  const C* p = static_cast<const C*>(x);
  Moments* a = static_cast<Moments*>(acc);
  for (int64_t r = 0; r < rows; r += kRows) {
    const int64_t m = std::min(kRows, rows - r);
    for (int64_t c = 0; c < n; c += kWidth) {
      const int64_t width = std::min(kWidth, n - c);
      const C* tile = p + r * stride + c;
      C shift[kWidth] = {}, sum[kWidth] = {}, squares[kWidth] = {};
      for (int64_t k = 0; k < m; ++k) {
        for (int64_t j = 0; j < width; ++j) shift[j] += tile[k * stride + j];
      }
      for (int64_t j = 0; j < width; ++j) shift[j] /= C(m);
      for (int64_t k = 0; k < m; ++k) {
        for (int64_t j = 0; j < width; ++j) {
          const C d = tile[k * stride + j] - shift[j];
          sum[j] += d;
          squares[j] += d * d;
        }
      }
      for (int64_t j = 0; j < width; ++j) {
        const double s = sum[j];
        Join(a[c + j], static_cast<double>(m), shift[j] + s / m,
             squares[j] - s * s / m);
      }
    }
  }
}

template <typename C>
constexpr ReduceLoops kMomentLoops{sizeof(C),        sizeof(Moments),
                                   InitMoments,      MomentRows<C>,
                                   MomentColumns<C>, MergeMoments};

template <typename T>
void FinishVar(const ReduceFinish& self, const void* acc, int64_t n, void* out,
               int64_t stride) {
  const Moments* a = static_cast<const Moments*>(acc);
  T* r = static_cast<T*>(out);
  for (int64_t i = 0; i < n; ++i) {
    const double freedom = a[i].count - self.correction;
    const double var = a[i].m2 / (freedom > 0 ? freedom : 0);
    if constexpr (kIsNarrow<T>)
      r[i * stride] = T(static_cast<float>(var));
    else
      r[i * stride] = static_cast<T>(var);
  }
}

}  // namespace

ReduceCall MomentCall(DataType dtype) {
  switch (dtype) {
    case DataType::kFloat16:
      return {
          &kMomentLoops<float>, ConvertElements<float16, float>, nullptr, {}};
    case DataType::kBFloat16:
      return {
          &kMomentLoops<float>, ConvertElements<bfloat16, float>, nullptr, {}};
    case DataType::kFloat32:
      return {&kMomentLoops<float>, nullptr, GatherElements<float>, {}};
    default:
      return {&kMomentLoops<double>, nullptr, GatherElements<double>, {}};
  }
}

namespace {

template <typename T, typename Context>
void VarianceKernel(const Context&, const DenseTensor& x, IntArray axis,
                    double correction, bool, DenseTensor* out) {
  ReduceCall call = MomentCall(x.dtype);
  call.finish = {FinishVar<T>, out->dtype, 1, correction};
  Reduce(call, x, AxisMask(axis, x.rank(), "var"), out);
}

PD_REGISTER_KERNEL(variance, CPU, ALL_LAYOUT, VarianceKernel, float16, bfloat16,
                   float, double) {
  options.strided = true;
}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
