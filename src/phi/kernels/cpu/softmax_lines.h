// What softmax, log_softmax and their gradients share: a tensor seen as lines
// along an axis, done by tiles. A tile is one line where the axis is the last,
// neighbouring lines otherwise. The path taken follows from shape and dtype:
//
//   tile n x width    result         terms exp(x - maximum)
//   in the cache      written        are kept in the result
//   in the cache      past caches    are kept in a buffer
//   larger, so wide   either         are computed again for the result
//
// The number of threads only cuts tiles smaller: it never changes the path.
#pragma once
#include <algorithm>
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
constexpr int64_t kMaxWidth = 16384 / sizeof(C);
constexpr int64_t kConvertedWidth = 64;  // the same where C is not T

// n elements along the axis of `width` neighbouring lines, whose elements are
// `stride` apart, `out_stride` in the result. By default it is a row.
template <typename C>
struct Tile {
  int64_t n, width = 1, stride = 1, out_stride = 1;
  bool stream = false;  // the result goes past the caches
  // Room for the terms, `terms_stride` apart; null where they are not kept. It
  // may be the result itself.
  C* terms = nullptr;
  int64_t terms_stride = 1;
};

// Tiles that stay in the cache, if they are not too narrow for that: pieces of
// rows that are far apart come slowly. Else wide ones; some for each thread.
template <typename C>
int64_t TileWidth(int64_t n, int64_t inner) {
  constexpr int64_t kLanes = Pack<C>::kLanes, kNarrow = 256, kWide = 1024;
  const int64_t per_thread = (inner + NumThreads() - 1) / NumThreads();
  const int64_t rounded = (per_thread + kLanes - 1) / kLanes * kLanes;
  const int64_t fits = kCachedBytes / static_cast<int64_t>(n * sizeof(C));
  if (fits < kNarrow) return std::min(std::max(rounded, kWide), kMaxWidth<C>);
  return std::min({std::max(rounded, kNarrow), fits / kLanes * kLanes, kWide});
}

// How the lines of a result of T, which has elements, are cut into tiles.
template <typename T>
class TilePlan {
 public:
  using C = ComputeType<T>;
  static constexpr bool kConvert = !std::is_same_v<T, C>;

  TilePlan(const Lines& lines, int64_t numel) : lines_(lines) {
    const int64_t n = lines.n, inner = lines.inner;
    const int64_t max_width =
        kConvert ? kConvertedWidth : TileWidth<C>(n, inner);
    width_ = std::min(inner, max_width);
    across_ = (inner + width_ - 1) / width_;
    cached_ = tile_elements() * int64_t{sizeof(C)} <= kCachedBytes;
    stream_ = !kConvert && run_length(width_) >= 64 &&
              numel * int64_t{sizeof(T)} >= kStreamBytes;
  }

  bool in_rows() const { return lines_.inner == 1; }
  bool stream() const { return stream_; }
  int64_t num_tiles() const { return lines_.outer * across_; }
  int64_t tile_elements() const { return lines_.n * width_; }
  // As large as a tile each: converted operands and results, or terms.
  int64_t num_buffers(int inputs) const {
    return kConvert ? inputs + 1 : stream_ && cached_;
  }

  // Tile i: its first element and its lines.
  int64_t Begin(int64_t i) const {
    return i / across_ * lines_.n * lines_.inner + Line(i);
  }
  int64_t Width(int64_t i) const {
    return std::min(width_, lines_.inner - Line(i));
  }

  // A tile that is worked on where it lies.
  Tile<C> InPlace(int64_t width, C* result, C* buffer) const {
    return {.n = lines_.n,
            .width = width,
            .stride = lines_.inner,
            .out_stride = lines_.inner,
            .stream = stream_,
            .terms = !cached_  ? nullptr
                     : stream_ ? buffer
                               : result,
            .terms_stride = stream_ ? width : lines_.inner};
  }
  // A tile whose operands and result are in buffers.
  Tile<C> InBuffers(int64_t width, C* result) const {
    return {.n = lines_.n,
            .width = width,
            .stride = width,
            .out_stride = width,
            .terms = cached_ ? result : nullptr,
            .terms_stride = width};
  }
  // Between a tile of the tensor and a buffer. The bounds are local variables:
  // a store might change members, so the loops would not be vectorised.
  void BringIn(const T* from, int64_t width, C* buffer) const {
    const int64_t runs = num_runs(), length = run_length(width);
    for (int64_t r = 0; r < runs; ++r, from += lines_.inner, buffer += length) {
      LoadAs(from, 1, buffer, length);
    }
  }
  void PutBack(const C* buffer, int64_t width, T* to) const {
    const int64_t runs = num_runs(), length = run_length(width);
    for (int64_t r = 0; r < runs; ++r, buffer += length, to += lines_.inner) {
      StoreAs(buffer, to, length);
    }
  }

 private:
  int64_t Line(int64_t i) const { return i % across_ * width_; }
  // What lies side by side in a tile: it all, or its part of each row.
  int64_t num_runs() const { return in_rows() ? 1 : lines_.n; }
  int64_t run_length(int64_t width) const {
    return in_rows() ? lines_.n : width;
  }

  Lines lines_;
  int64_t width_, across_;  // lines of a tile; tiles that cover a row
  bool cached_, stream_;
};

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
  alignas(64) C row[kMaxWidth<C>];
  for (int64_t r = 0; r < t.n; ++r, out += t.out_stride) {
    C* const to = t.stream ? row : out;
    ForPacks<C>(t.width,
                [&](int64_t j, int64_t m) { f(r, j, m).StoreUpTo(to + j, m); });
    if (t.stream) StreamCopy(row, out, t.width * sizeof(C));
  }
}

// Op<C>::Row or Op<C>::Columns over all lines of the inputs.
template <template <typename> class Op, typename T, int kInputs>
void RunLines(const DenseTensor* const (&inputs)[kInputs], int64_t axis,
              DenseTensor* out) {
  using C = ComputeType<T>;
  const Lines lines(*out, axis);
  if (out->numel == 0) return;
  const TilePlan<T> plan(lines, out->numel);
  const auto run = [&](const C* const* in, C* to, const Tile<C>& tile) {
    if (plan.in_rows())
      Op<C>::Row(in, to, tile);
    else
      Op<C>::Columns(in, to, tile);
  };
  const int64_t size = plan.tile_elements();
  const int64_t num_buffers = plan.num_buffers(kInputs);
  ParallelFor(plan.num_tiles(), std::max<int64_t>(1, 16384 / size),
              [&](int64_t begin, int64_t end) {
                std::unique_ptr<C[]> buffers;
                if (num_buffers > 0) buffers.reset(new C[num_buffers * size]);
                for (int64_t i = begin; i < end; ++i) {
                  const int64_t at = plan.Begin(i), width = plan.Width(i);
                  T* const to = out->Data<T>() + at;
                  const C* in[kInputs];
                  if constexpr (kIsNarrow<T>) {
                    for (int k = 0; k < kInputs; ++k) {
                      C* const buffer = &buffers[k * size];
                      plan.BringIn(inputs[k]->template Data<T>() + at, width,
                                   buffer);
                      in[k] = buffer;
                    }
                    C* const result = &buffers[kInputs * size];
                    run(in, result, plan.InBuffers(width, result));
                    plan.PutBack(result, width, to);
                  } else {
                    for (int k = 0; k < kInputs; ++k) {
                      in[k] = inputs[k]->template Data<T>() + at;
                    }
                    run(in, to, plan.InPlace(width, to, buffers.get()));
                  }
                }
                if (plan.stream()) FinishStream();
              });
}

}  // namespace paddle::phi::PD_CPU_ISA
