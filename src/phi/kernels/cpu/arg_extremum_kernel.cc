// argmax, argmin: the first of equal elements; the first NaN, where there is
// one.
#include <vector>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/reduce_loops.h"
#include "phi/kernels/cpu/reduce_ops.h"
#include "phi/kernels/funcs/scalar/common.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

template <typename C>
inline bool IsNan(C v) {
  return v != v;
}
template <template <typename> class Op, typename C>
inline bool Beats(C a, C b) {  // a comes after b
  return Op<C>::Fold(b, a) != b && !IsNan(b);
}

template <typename C>
struct Best {
  C value;
  int64_t at;
};

// Of a row side by side: the best block first, then the place in it.
template <template <typename> class Op, typename C>
Best<C> BestOfRow(const C* x, int64_t n) {
  constexpr int64_t kBlock = 1024;
  Best<C> best{x[0], 0};
  for (int64_t i = 0; i < n; i += kBlock) {
    const int64_t m = std::min(kBlock, n - i);
    const C v = FoldRow<Op<C>>(x + i, m, Op<C>::Init());
    if (i == 0 || Beats<Op>(v, best.value)) best = {v, i};
  }
  while (x[best.at] != best.value &&
         !(IsNan(best.value) && IsNan(x[best.at]))) {
    ++best.at;
  }
  return best;
}

constexpr int64_t kTile = 256;     // columns done at a time
constexpr int64_t kPiece = 65536;  // elements of a long row done at a time

// Of `width` columns of n rows, `stride` apart.
template <template <typename> class Op, typename T, typename C>
void BestOfColumns(const T* x, int64_t n, int64_t stride, int64_t width,
                   int64_t* at) {
  using Index = std::conditional_t<sizeof(C) == 8, int64_t, int32_t>;
  C best[kTile], row[kTile];
  Index where[kTile];
  LoadAs(x, 1, best, width);
  for (int64_t j = 0; j < width; ++j) where[j] = 0;
  for (int64_t r = 1; r < n; ++r) {
    const C* p = row;
    if constexpr (std::is_same_v<T, C>)
      p = x + r * stride;
    else
      LoadAs(x + r * stride, 1, row, width);
    const Index place = static_cast<Index>(r);
    for (int64_t j = 0; j < width; ++j) {
      const C folded = Op<C>::Fold(best[j], p[j]);
      const bool same = folded == best[j] || IsNan(best[j]);
      where[j] = same ? where[j] : place;
      best[j] = folded;
    }
  }
  for (int64_t j = 0; j < width; ++j) at[j] = where[j];
}

template <template <typename> class Op, typename T>
void RunArg(const DenseTensor& x, IntArray axis, DenseTensor* out) {
  using C = ComputeType<T>;
  int64_t outer = 1, n = x.numel, inner = 1;
  if (!axis.empty() && x.rank() > 0) {
    const int a = NormalizeAxis(axis[0], x.rank(), "argmax");
    n = x.dims[a];
    for (int i = 0; i < a; ++i) outer *= x.dims[i];
    for (int i = a + 1; i < x.rank(); ++i) inner *= x.dims[i];
  }
  const T* data = x.Data<T>();
  auto store = [&](int64_t i, int64_t at) {
    if (out->dtype == DataType::kInt32)
      out->Data<int32_t>()[i] = at;
    else
      out->Data<int64_t>()[i] = at;
  };
  auto row = [&](const T* p, int64_t m) {
    if constexpr (std::is_same_v<T, C>) {
      return BestOfRow<Op, C>(p, m);
    } else {
      C buffer[1024];
      Best<C> best{};
      for (int64_t i = 0; i < m; i += 1024) {
        const int64_t k = std::min<int64_t>(1024, m - i);
        LoadAs(p + i, 1, buffer, k);
        const Best<C> b = BestOfRow<Op, C>(buffer, k);
        if (i == 0 || Beats<Op>(b.value, best.value)) {
          best = {b.value, b.at + i};
        }
      }
      return best;
    }
  };
  if (inner > 1) {
    const int64_t tiles = (inner + kTile - 1) / kTile;
    const int64_t work = n * std::min(inner, kTile);
    ParallelFor(outer * tiles, std::max<int64_t>(1, 32768 / work),
                [&](int64_t begin, int64_t end) {
                  int64_t at[kTile];
                  for (int64_t i = begin; i < end; ++i) {
                    const int64_t o = i / tiles, c = i % tiles * kTile;
                    const int64_t width = std::min(kTile, inner - c);
                    BestOfColumns<Op, T, C>(data + o * n * inner + c, n, inner,
                                            width, at);
                    for (int64_t j = 0; j < width; ++j)
                      store(o * inner + c + j, at[j]);
                  }
                });
  } else if (n < 2 * kPiece) {
    ParallelFor(outer, std::max<int64_t>(1, 32768 / n),
                [&](int64_t begin, int64_t end) {
                  for (int64_t o = begin; o < end; ++o)
                    store(o, row(data + o * n, n).at);
                });
  } else {
    const int64_t pieces = (n + kPiece - 1) / kPiece;
    std::vector<Best<C>> found(outer * pieces);
    ParallelFor(outer * pieces, 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t from = i % pieces * kPiece;
        found[i] =
            row(data + i / pieces * n + from, std::min(kPiece, n - from));
        found[i].at += from;
      }
    });
    for (int64_t o = 0; o < outer; ++o) {
      Best<C> best = found[o * pieces];
      for (int64_t p = 1; p < pieces; ++p) {
        const Best<C>& b = found[o * pieces + p];
        if (Beats<Op>(b.value, best.value)) best = b;
      }
      store(o, best.at);
    }
  }
}

template <typename T, typename Context>
void ArgmaxKernel(const Context&, const DenseTensor& x, IntArray axis, bool,
                  DataType, DenseTensor* out) {
  if (out->numel) RunArg<Max, T>(x, axis, out);
}
template <typename T, typename Context>
void ArgminKernel(const Context&, const DenseTensor& x, IntArray axis, bool,
                  DataType, DenseTensor* out) {
  if (out->numel) RunArg<Min, T>(x, axis, out);
}

PD_REGISTER_KERNEL(argmax, CPU, ALL_LAYOUT, ArgmaxKernel, uint8_t, int8_t,
                   int16_t, int32_t, int64_t, float16, bfloat16, float,
                   double) {}
PD_REGISTER_KERNEL(argmin, CPU, ALL_LAYOUT, ArgminKernel, uint8_t, int8_t,
                   int16_t, int32_t, int64_t, float16, bfloat16, float,
                   double) {}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
