// softmax and log_softmax along any axis.
#include <cmath>

#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/short_rows.h"
#include "phi/kernels/cpu/softmax_lines.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr int64_t kSumRows = 16;  // as many terms are added in C

// sum[l] += add[l] for the first m lanes.
template <typename C>
PD_INLINE void AddTo(double* sum, Pack<C> add, int64_t m) {
  C lanes[Pack<C>::kLanes];
  add.Store(lanes);
  for (int64_t l = 0; l < m; ++l) sum[l] += lanes[l];
}

// The maximum of each line and sum(exp(x - maximum)), in one sweep: the sum is
// brought to the new maximum where that has changed within a few rows.
template <typename C>
void MaxAndSum(const Tile<C>& t, const C* x, C* high, double* sum) {
  using P = Pack<C>;
  const P least(Max<C>::Init()), zero(C(0));
  std::fill_n(high, t.width, Max<C>::Init());
  std::fill_n(sum, t.width, 0.0);
  for (int64_t r = 0; r < t.n; r += kSumRows, x += kSumRows * t.stride) {
    const int64_t rows = std::min(kSumRows, t.n - r);
    ForPacks<C>(t.width, [&](int64_t j, int64_t m) {
      const P before = LoadUpTo(high + j, m);
      P now = before;
      for (int64_t k = 0; k < rows; ++k) {
        now = MaxOf(now, LoadUpTo(x + k * t.stride + j, m));
      }
      const P shift = Select(now == least, zero, now);
      P part = zero;
      for (int64_t k = 0; k < rows; ++k) {
        part = part + ExpShifted(LoadUpTo(x + k * t.stride + j, m) - shift);
      }
      if ((now != before).Any()) {
        C scale[P::kLanes];
        Select(before == least, zero, ExpShifted(before - shift)).Store(scale);
        now.StoreUpTo(high + j, m);
        for (int64_t l = 0; l < m; ++l) sum[j + l] *= scale[l];
      }
      AddTo(sum + j, part, m);
    });
  }
}

template <typename C>
struct Softmax {
  using P = Pack<C>;
  static constexpr int64_t kShort = 16;  // rows done side by side
  static void Rows(P high, P sum, const RowsToElements<C>& rows, const C* x,
                   C* out) {
    rows.Map(x, high, P(C(1)) / sum, out,
             [](P p, P top, P scale) { return ExpShifted(p - top) * scale; });
  }
  static void Row(const C* const* in, C* out, const Tile<C>& t) {
    const C* x = in[0];
    if (t.n <= P::kLanes) {
      const P p = P::LoadPart(x, t.n, -scalar::kInf<C>);
      const P e = ExpShifted(p - P(MaxOfLanes(p)));
      return (e * P(C(1) / SumOfLanes(e))).StorePart(out, t.n);
    }
    const C high = MaxOfRow(x, t.n);
    if (t.terms) {
      const P scale(C(1 / ExpSumOfRow<true>(x, t.n, high, t.terms)));
      return FinishRow(t, t.terms, out,
                       [&](P e, int64_t) { return e * scale; });
    }
    const P scale(C(1 / ExpSumOfRow<false, C>(x, t.n, high, nullptr)));
    const P shift(high);
    FinishRow(t, x, out,
              [&](P p, int64_t) { return ExpShifted(p - shift) * scale; });
  }

  static void Columns(const C* const* in, C* out, const Tile<C>& t) {
    const C* x = in[0];
    C high[kMaxWidth<C>], scale[kMaxWidth<C>];
    double sum[kMaxWidth<C>];
    if (t.terms)
      KeepTerms(x, t, high, sum);
    else
      MaxAndSum(t, x, high, sum);
    for (int64_t j = 0; j < t.width; ++j) scale[j] = C(1 / sum[j]);
    if (t.terms) {
      return FinishColumns(t, out, [&](int64_t r, int64_t j, int64_t m) {
        return LoadUpTo(t.terms + r * t.terms_stride + j, m) *
               LoadUpTo(scale + j, m);
      });
    }
    FinishColumns(t, out, [&](int64_t r, int64_t j, int64_t m) {
      const C* p = x + r * t.stride + j;
      PrefetchAhead(p);
      return ExpShifted(LoadUpTo(p, m) - LoadUpTo(high + j, m)) *
             LoadUpTo(scale + j, m);
    });
  }

 private:
  // exp(x - maximum) into t.terms, and their sums.
  static void KeepTerms(const C* x, const Tile<C>& t, C* high, double* sum) {
    std::fill_n(sum, t.width, 0.0);
    std::fill_n(high, t.width, Max<C>::Init());
    for (int64_t r = 0; r < t.n; ++r) {
      const C* row = x + r * t.stride;
      ForPacks<C>(t.width, [&](int64_t j, int64_t m) {
        __builtin_prefetch(row + 16 * t.stride + j);  // of another page
        MaxOf(LoadUpTo(high + j, m), LoadUpTo(row + j, m))
            .StoreUpTo(high + j, m);
      });
    }
    for (int64_t r = 0; r < t.n; r += kSumRows) {
      const int64_t end = std::min(r + kSumRows, t.n);
      ForPacks<C>(t.width, [&](int64_t j, int64_t m) {
        const P shift = LoadUpTo(high + j, m);
        P part(C(0));
        for (int64_t k = r; k < end; ++k) {
          const P e = ExpShifted(LoadUpTo(x + k * t.stride + j, m) - shift);
          e.StoreUpTo(t.terms + k * t.terms_stride + j, m);
          part = part + e;
        }
        AddTo(sum + j, part, m);
      });
    }
  }
};

template <typename C>
struct LogSoftmax {
  using P = Pack<C>;
  static constexpr int64_t kShort = ShortRows<C>::kLongest;
  static void Rows(P high, P sum, const RowsToElements<C>& rows, const C* x,
                   C* out) {
    rows.Map(x, high, scalar::LogOf(sum), out,
             [](P p, P top, P rest) { return (p - top) - rest; });
  }
  static void Row(const C* const* in, C* out, const Tile<C>& t) {
    const C* x = in[0];
    if (t.n <= P::kLanes) {
      const P p = P::LoadPart(x, t.n, -scalar::kInf<C>);
      const P d = p - P(MaxOfLanes(p));
      const C sum = SumOfLanes(ExpShifted(d));
      return (d - P(scalar::LogOf(sum))).StorePart(out, t.n);
    }
    const C high = MaxOfRow(x, t.n);
    const C sum = C(ExpSumOfRow<false, C>(x, t.n, high, nullptr));
    const P shift(high), rest(scalar::LogOf(sum));
    FinishRow(t, x, out, [&](P p, int64_t) { return (p - shift) - rest; });
  }
  static void Columns(const C* const* in, C* out, const Tile<C>& t) {
    C high[kMaxWidth<C>], rest[kMaxWidth<C>];
    double sum[kMaxWidth<C>];
    MaxAndSum(t, in[0], high, sum);
    for (int64_t j = 0; j < t.width; ++j) rest[j] = C(std::log(sum[j]));
    FinishColumns(t, out, [&](int64_t r, int64_t j, int64_t m) {
      const C* p = in[0] + r * t.stride + j;
      PrefetchAhead(p);
      return (LoadUpTo(p, m) - LoadUpTo(high + j, m)) - LoadUpTo(rest + j, m);
    });
  }
};

// Short rows, as many at a time as a register has lanes.
template <typename Op, typename C>
void RunShortRows(const C* x, int64_t rows, int64_t n, C* out) {
  constexpr int64_t kSideBySide = ShortRows<C>::kRows;
  const int64_t groups = rows / kSideBySide;
  ParallelFor(groups, std::max<int64_t>(1, 16384 / (n * kSideBySide)),
              [&](int64_t begin, int64_t end) {
                const ShortRows<C> short_rows(n);
                const RowsToElements<C> to_elements(n);
                for (int64_t g = begin; g < end; ++g) {
                  const int64_t at = g * kSideBySide * n;
                  Pack<C> high, sum;
                  short_rows.MaxAndSum(x + at, &high, &sum);
                  Op::Rows(high, sum, to_elements, x + at, out + at);
                }
              });
  for (int64_t r = groups * kSideBySide; r < rows; ++r) {
    const C* const in = x + r * n;
    C* const to = out + r * n;
    Op::Row(&in, to, {.n = n, .terms = to});
  }
}

template <template <typename> class Op>
void RunSoftmax(const DenseTensor& x, int64_t axis, DenseTensor* out) {
  const Var converted = CastTo(x, out->dtype);
  const DenseTensor* const inputs[] = {converted.get()};
  VisitDataType(out->dtype, [&]<typename T>(T) {
    if constexpr (kIsFloatType<T> && !kIsNarrow<T>) {
      const Lines lines(*out, axis);
      if (lines.inner == 1 && lines.n > 0 && lines.n <= Op<T>::kShort &&
          lines.outer >= 4 * ShortRows<T>::kRows) {
        return RunShortRows<Op<T>>(converted->Data<T>(), lines.outer, lines.n,
                                   out->Data<T>());
      }
    }
    if constexpr (kIsFloatType<T> && sizeof(T) > 1) {
      RunLines<Op, T>(inputs, axis, out);
    }
  });
}

template <typename T, typename Context>
void SoftmaxKernel(const Context&, const DenseTensor& x, int64_t axis, DataType,
                   DenseTensor* out) {
  RunSoftmax<Softmax>(x, axis, out);
}
template <typename T, typename Context>
void LogSoftmaxKernel(const Context&, const DenseTensor& x, int64_t axis,
                      DataType, DenseTensor* out) {
  RunSoftmax<LogSoftmax>(x, axis, out);
}
PD_REGISTER_KERNEL(softmax, CPU, ALL_LAYOUT, SoftmaxKernel, float16, bfloat16,
                   float, double) {}
PD_REGISTER_KERNEL(log_softmax, CPU, ALL_LAYOUT, LogSoftmaxKernel, float16,
                   bfloat16, float, double) {}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
