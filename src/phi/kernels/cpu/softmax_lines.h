// What softmax, log_softmax and their gradients share: a tensor seen as lines
// along an axis, done line by line or by tiles of neighbouring lines.
#pragma once
#include <memory>

#include "core/thread_pool.h"
#include "phi/kernels/cpu/exp_rows.h"
#include "phi/kernels/cpu/stream.h"
#include "phi/kernels/funcs/reduce.h"

namespace paddle::phi::PD_CPU_ISA {

// The axis as rows: `outer` blocks of n rows of `inner` elements.
struct Lines {
  int64_t outer = 1, n = 1, inner = 1;
  Lines(const DenseTensor& x, int64_t axis) {
    if (x.rank() == 0) return;
    const int a = NormalizeAxis(axis, x.rank(), "softmax");
    n = x.dims[a];
    for (int i = 0; i < a; ++i) outer *= x.dims[i];
    for (int i = a + 1; i < x.rank(); ++i) inner *= x.dims[i];
  }
};

// What stays in the second cache from one sweep to the next.
constexpr int64_t kCachedBytes = int64_t{1} << 19;
// Lines of a tile, at most.
template <typename C>
constexpr int64_t kMostLines = 16384 / sizeof(C);

// n elements along the axis of `width` neighbouring lines (1 where the axis is
// the last), whose elements are `stride` apart, `out_stride` in the result.
template <typename C>
struct Tile {
  int64_t n, width, stride, out_stride;
  bool stream;  // the result goes past the caches
  // Room for n rows of `width` that stay in the cache, `terms_stride` apart;
  // null where they would not. It may be the result itself.
  C* terms;
  int64_t terms_stride;
};

// Tiles that stay in the cache, if they are not too narrow for that: pieces of
// rows that are far apart come slowly. Else wide ones; some for each thread.
template <typename C>
int64_t TileWidth(int64_t n, int64_t inner) {
  constexpr int64_t kLanes = Pack<C>::kLanes, kNarrow = 256, kWide = 1024;
  const int64_t share = (inner + NumThreads() - 1) / NumThreads();
  const int64_t even = (share + kLanes - 1) / kLanes * kLanes;
  const int64_t fits = kCachedBytes / static_cast<int64_t>(n * sizeof(C));
  if (fits < kNarrow) return std::min(std::max(even, kWide), kMostLines<C>);
  return std::min({std::max(even, kNarrow), fits / kLanes * kLanes, kWide});
}

// out[i] = f(pack of x, i) for a line.
template <typename C, typename F>
PD_INLINE void FinishRow(const Tile<C>& t, const C* x, C* out, F&& f) {
  if (t.stream)
    StreamRow(x, t.n, out, f);
  else
    MapRow(x, t.n, out, f);
}

// f(r, j, m) are the m elements of row r from line j on.
template <typename C, typename F>
PD_INLINE void FinishColumns(const Tile<C>& t, C* out, F&& f) {
  alignas(64) C row[kMostLines<C>];
  for (int64_t r = 0; r < t.n; ++r, out += t.out_stride) {
    C* const to = t.stream ? row : out;
    ForPacks<C>(t.width,
                [&](int64_t j, int64_t m) { f(r, j, m).StoreUpTo(to + j, m); });
    if (t.stream) StreamCopy(row, out, t.width * sizeof(C));
  }
}

// Op<C>::Row or Op<C>::Columns over all lines of the inputs. Lines of T are
// brought to C and the result back through buffers, where T is not C.
template <template <typename> class Op, typename T, int kInputs>
void RunLines(const DenseTensor* const (&inputs)[kInputs], int64_t axis,
              DenseTensor* out) {
  using C = std::conditional_t<kIsNarrow<T>, float, T>;
  constexpr bool kConvert = !std::is_same_v<T, C>;
  const Lines lines(*out, axis);
  const int64_t n = lines.n, inner = lines.inner;
  if (out->numel == 0) return;
  const int64_t most = kConvert ? 64 : TileWidth<C>(n, inner);
  const int64_t tile = std::min(inner, most), work = n * tile;
  const int64_t tiles = (inner + tile - 1) / tile;
  const bool in_rows = inner == 1;
  const bool cached = work * int64_t{sizeof(C)} <= kCachedBytes;
  const bool stream = !kConvert && (in_rows ? n : tile) >= 64 &&
                      out->numel * int64_t{sizeof(T)} >= kStreamBytes;
  const int64_t num_buffers = kConvert ? kInputs + 1 : stream && cached;
  ParallelFor(
      lines.outer * tiles, std::max<int64_t>(1, 16384 / work),
      [&](int64_t begin, int64_t end) {
        std::unique_ptr<C[]> buffers;
        if (num_buffers > 0) buffers.reset(new C[num_buffers * work]);
        for (int64_t i = begin; i < end; ++i) {
          const int64_t c = i % tiles * tile;
          const int64_t width = std::min(tile, inner - c);
          const int64_t at = i / tiles * n * inner + c;
          const int64_t rows = in_rows ? 1 : n, run = in_rows ? n : width;
          Tile<C> t{n, width, inner, inner, stream, nullptr, inner};
          T* const to = out->Data<T>() + at;
          const C* in[kInputs];
          C* result;
          if constexpr (kConvert) {
            for (int k = 0; k < kInputs; ++k) {
              in[k] = &buffers[k * work];
              const T* from = inputs[k]->template Data<T>() + at;
              for (int64_t r = 0; r < rows; ++r) {
                LoadAs(from + r * inner, 1, &buffers[k * work + r * run], run);
              }
            }
            result = &buffers[kInputs * work];
            t.stride = t.out_stride = t.terms_stride = width;
          } else {
            for (int k = 0; k < kInputs; ++k) {
              in[k] = inputs[k]->template Data<C>() + at;
            }
            result = to;
            if (stream) t.terms_stride = width;
          }
          if (cached) t.terms = stream ? buffers.get() : result;
          if (in_rows)
            Op<C>::Row(in, result, t);
          else
            Op<C>::Columns(in, result, t);
          if constexpr (kConvert) {
            for (int64_t r = 0; r < rows; ++r) {
              StoreAs(result + r * run, to + r * inner, run);
            }
          }
        }
        if (stream) FinishStream();
      });
}

#define PD_REGISTER_SOFTMAX(op, Kernel)                                     \
  PD_REGISTER_KERNEL(op, CPU, ALL_LAYOUT, Kernel, float16, bfloat16, float, \
                     double) {}

}  // namespace paddle::phi::PD_CPU_ISA
