#include "phi/kernels/funcs/reduce.h"

#include <algorithm>
#include <memory>

#include "core/thread_pool.h"
#include "ops/builder.h"
#include "ops/generated/ops.h"

namespace paddle::phi {
namespace {

constexpr int64_t kGrain = 32768;    // elements per piece of parallel work
constexpr int64_t kPiece = 1 << 16;  // elements a long row is split into
constexpr int64_t kColumns = 1024;   // columns folded at a time
constexpr int64_t kBatch = 64;       // rows folded at a time
constexpr int64_t kLoaded = 1024;    // elements converted at a time
constexpr int64_t kWide = 128;       // columns that narrow rows are joined to

struct Axis {
  int64_t size, stride, out_stride;
};

// Axes of one kind, outermost first, with a counter over them.
struct Axes {
  int rank = 0;
  int64_t count = 1;
  Axis axis[kMaxRank];

  void Add(const Axis& a) {
    if (rank > 0 && axis[rank - 1].stride == a.stride * a.size &&
        axis[rank - 1].out_stride == a.out_stride * a.size) {
      axis[rank - 1] = {axis[rank - 1].size * a.size, a.stride, a.out_stride};
    } else {
      axis[rank++] = a;
    }
    count *= a.size;
  }
  Axis Remove(int at) {
    const Axis a = axis[at];
    --rank;
    for (int i = at; i < rank; ++i) axis[i] = axis[i + 1];
    count /= a.size;
    return a;
  }
};

// Calls f(offset, out_offset, first, run) for [begin, end) of the linear index
// over `axes`, in runs along the innermost axis of at most `longest`.
template <typename F>
void ForEachRun(const Axes& axes, int64_t begin, int64_t end, int64_t longest,
                F&& f) {
  if (axes.rank == 0) {
    if (begin < end) f(int64_t{0}, int64_t{0}, int64_t{0}, int64_t{1});
    return;
  }
  const Axis& inner = axes.axis[axes.rank - 1];
  for (int64_t i = begin; i < end;) {
    int64_t rest = i / inner.size, at = i % inner.size;
    int64_t offset = at * inner.stride, out_offset = at * inner.out_stride;
    for (int a = axes.rank - 2; a >= 0; --a) {
      const int64_t k = rest % axes.axis[a].size;
      rest /= axes.axis[a].size;
      offset += k * axes.axis[a].stride;
      out_offset += k * axes.axis[a].out_stride;
    }
    const int64_t run = std::min({end - i, inner.size - at, longest});
    f(offset, out_offset, i - begin, run);
    i += run;
  }
}

// Accumulators of unknown type: on the stack while they are few.
class Accumulators {
 public:
  explicit Accumulators(int64_t bytes) {
    if (bytes > static_cast<int64_t>(sizeof(inline_))) {
      heap_.reset(new char[bytes + 64]);
    }
  }
  char* data() {
    if (!heap_) return inline_;
    return heap_.get() + (-reinterpret_cast<intptr_t>(heap_.get()) & 63);
  }

 private:
  alignas(64) char inline_[2048];
  std::unique_ptr<char[]> heap_;
};

class Reduction {
 public:
  Reduction(const ReduceCall& call, const DenseTensor& x, uint32_t mask,
            DenseTensor* out)
      : call_(call),
        loops_(*call.loops),
        x_(static_cast<const char*>(x.data)),
        out_(static_cast<char*>(out->data)),
        element_(SizeOf(x.dtype)),
        out_element_(SizeOf(out->dtype)),
        acc_size_(loops_.acc_size) {
    Axis reduced[kMaxRank];
    int num_reduced = 0;
    int64_t step = out->numel;
    for (int a = 0; a < x.rank(); ++a) {
      const int64_t size = x.dims[a];
      if (mask >> a & 1) {
        if (size != 1) reduced[num_reduced++] = {size, x.strides[a], 0};
      } else if (size != 1) {
        step /= size;
        kept_.Add({size, x.strides[a], step});
      }
    }
    // The order of reduced axes is free: the nearest in memory comes last.
    for (int i = 1; i < num_reduced; ++i) {
      for (int k = i; k > 0 && std::abs(reduced[k].stride) >
                                   std::abs(reduced[k - 1].stride);
           --k) {
        std::swap(reduced[k], reduced[k - 1]);
      }
    }
    for (int i = 0; i < num_reduced; ++i) reduced_.Add(reduced[i]);
  }

  void Run() {
    int nearest = -1;
    for (int i = 0; i < kept_.rank; ++i) {
      if (nearest < 0 || std::abs(kept_.axis[i].stride) <
                             std::abs(kept_.axis[nearest].stride)) {
        nearest = i;
      }
    }
    const Axis* last =
        reduced_.rank ? &reduced_.axis[reduced_.rank - 1] : nullptr;
    const bool columns =
        last && nearest >= 0 &&
        std::abs(kept_.axis[nearest].stride) < std::abs(last->stride);
    if (columns) {
      inner_ = kept_.Remove(nearest);
      RunColumns();
    } else {
      inner_ = last ? reduced_.Remove(reduced_.rank - 1) : Axis{1, 1, 0};
      RunRows();
    }
  }

 private:
  const char* At(int64_t offset) const { return x_ + offset * element_; }
  void Finish(const char* acc, int64_t n, int64_t out_offset,
              int64_t out_stride) const {
    call_.finish.run(call_.finish, acc, n, out_ + out_offset * out_element_,
                     out_stride);
  }
  ReduceLoad LoadFor(int64_t stride) const {
    return call_.load ? call_.load : stride == 1 ? nullptr : call_.gather;
  }

  // ---- the innermost axis in memory is reduced ----

  // `rows` rows of `n` elements along inner_, the rows `row_stride` apart.
  void FoldRows(const char* x, int64_t rows, int64_t row_stride, int64_t n,
                char* acc) const {
    const ReduceLoad load = LoadFor(inner_.stride);
    if (!load) return loops_.rows(x, rows, row_stride, n, acc);
    alignas(64) char buffer[kLoaded * 16];
    if (row_stride == n && inner_.stride == 1 && n <= kLoaded) {
      const int64_t several = kLoaded / n;  // short rows that touch
      for (int64_t r = 0; r < rows; r += several) {
        const int64_t m = std::min(several, rows - r);
        load(x + r * n * element_, 1, buffer, m * n);
        loops_.rows(buffer, m, n, n, acc + r * acc_size_);
      }
      return;
    }
    for (int64_t r = 0; r < rows; ++r) {
      const char* row = x + r * row_stride * element_;
      for (int64_t i = 0; i < n; i += kLoaded) {
        const int64_t m = std::min(kLoaded, n - i);
        load(row + i * inner_.stride * element_, inner_.stride, buffer, m);
        loops_.rows(buffer, 1, 0, m, acc + r * acc_size_);
      }
    }
  }

  void RunRows() {
    const int64_t per_result = inner_.size * reduced_.count;
    if (per_result >= 2 * kPiece) return RunLongRows();
    const int64_t grain = std::max<int64_t>(1, kGrain / per_result);
    ParallelFor(kept_.count, grain, [&](int64_t begin, int64_t end) {
      alignas(64) char acc[kBatch * 32];
      const int64_t row_stride =
          kept_.rank ? kept_.axis[kept_.rank - 1].stride : 0;
      const int64_t out_stride =
          kept_.rank ? kept_.axis[kept_.rank - 1].out_stride : 0;
      ForEachRun(kept_, begin, end, kBatch,
                 [&](int64_t at, int64_t out_at, int64_t, int64_t rows) {
                   loops_.init(acc, rows);
                   ForEachRun(reduced_, 0, reduced_.count, 1,
                              [&](int64_t offset, int64_t, int64_t, int64_t) {
                                FoldRows(At(at + offset), rows, row_stride,
                                         inner_.size, acc);
                              });
                   Finish(acc, rows, out_at, out_stride);
                 });
    });
  }

  // Few results of many elements: pieces of each are folded in parallel and
  // merged in order.
  void RunLongRows() {
    const int64_t n = inner_.size;
    const int64_t cuts = (n + kPiece - 1) / kPiece;  // of each row
    const int64_t rows = cuts > 1 ? 1 : kPiece / n;  // in each piece
    const int64_t pieces =
        cuts > 1 ? cuts * reduced_.count : (reduced_.count + rows - 1) / rows;
    Accumulators partial(kept_.count * pieces * acc_size_);
    char* const acc = partial.data();
    loops_.init(acc, kept_.count * pieces);
    ParallelFor(kept_.count * pieces, 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t piece = i % pieces;
        int64_t origin = 0;
        ForEachRun(kept_, i / pieces, i / pieces + 1, 1,
                   [&](int64_t at, int64_t, int64_t, int64_t) { origin = at; });
        const int64_t first = cuts > 1 ? piece / cuts : piece * rows;
        const int64_t last = std::min(first + rows, reduced_.count);
        const int64_t from = cuts > 1 ? piece % cuts * kPiece : 0;
        const int64_t size = cuts > 1 ? std::min(kPiece, n - from) : n;
        ForEachRun(reduced_, first, last, 1,
                   [&](int64_t offset, int64_t, int64_t, int64_t) {
                     FoldRows(At(origin + offset + from * inner_.stride), 1, 0,
                              size, acc + i * acc_size_);
                   });
      }
    });
    ForEachRun(kept_, 0, kept_.count, 1,
               [&](int64_t, int64_t out_at, int64_t k, int64_t) {
                 char* sum = acc + k * pieces * acc_size_;
                 for (int64_t p = 1; p < pieces; ++p) {
                   loops_.merge(sum + p * acc_size_, 1, sum);
                 }
                 Finish(sum, 1, out_at, 0);
               });
  }

  // ---- the innermost axis in memory is kept ----

  void FoldColumns(const char* x, int64_t rows, int64_t row_stride, int64_t n,
                   char* acc) const {
    const ReduceLoad load = LoadFor(inner_.stride);
    const bool touching = row_stride == n && inner_.stride == 1;
    if (touching && n <= kWide / 2 && rows >= 16 &&
        acc_size_ <= 16) {  // join narrow rows
      const int64_t joined = std::min(kWide / n, rows / 4);
      const int64_t wide = joined * n, count = rows / joined;
      alignas(64) char wide_acc[kWide * 16];
      loops_.init(wide_acc, wide);
      FoldLoaded(load, x, count, wide, wide, wide_acc);
      for (int64_t j = 0; j < joined; ++j) {
        loops_.merge(wide_acc + j * n * acc_size_, n, acc);
      }
      x += count * wide * element_;
      rows -= count * joined;
      if (rows == 0) return;
    }
    FoldLoaded(load, x, rows, row_stride, n, acc);
  }

  void FoldLoaded(ReduceLoad load, const char* x, int64_t rows,
                  int64_t row_stride, int64_t n, char* acc) const {
    if (!load) return loops_.columns(x, rows, row_stride, n, acc);
    constexpr int64_t kRows = 8, kWidth = 256;
    alignas(64) char buffer[kRows * kWidth * 16];
    for (int64_t c = 0; c < n; c += kWidth) {
      const int64_t width = std::min(kWidth, n - c);
      for (int64_t r = 0; r < rows; r += kRows) {
        const int64_t m = std::min(kRows, rows - r);
        for (int64_t k = 0; k < m; ++k) {
          load(x + ((r + k) * row_stride + c * inner_.stride) * element_,
               inner_.stride, buffer + k * width * loops_.compute_size, width);
        }
        loops_.columns(buffer, m, width, width, acc + c * acc_size_);
      }
    }
  }

  void RunColumns() {
    const int64_t n = inner_.size;
    const int64_t chunks = (n + kColumns - 1) / kColumns;
    const int64_t width = std::min(n, kColumns);
    const int64_t rows = std::max<int64_t>(64, 8 * kPiece / width);
    const int64_t pieces = (reduced_.count + rows - 1) / rows;
    const int64_t row_stride = reduced_.axis[reduced_.rank - 1].stride;
    const int64_t work = width * std::min(rows, reduced_.count);
    const int64_t grain = std::max<int64_t>(1, kGrain / work);
    // All accumulators live until the end only where pieces are merged.
    Accumulators partial(pieces > 1 ? kept_.count * pieces * n * acc_size_ : 0);
    ParallelFor(
        kept_.count * chunks * pieces, grain, [&](int64_t begin, int64_t end) {
          alignas(64) char local[kColumns * 32];
          for (int64_t i = begin; i < end; ++i) {
            const int64_t chunk = i % chunks, piece = i / chunks % pieces;
            const int64_t k = i / chunks / pieces;
            const int64_t from = chunk * kColumns;
            const int64_t m = std::min(kColumns, n - from);
            char* acc = pieces == 1
                            ? local
                            : partial.data() +
                                  ((k * pieces + piece) * n + from) * acc_size_;
            loops_.init(acc, m);
            ForEachRun(
                kept_, k, k + 1, 1,
                [&](int64_t at, int64_t out_at, int64_t, int64_t) {
                  ForEachRun(
                      reduced_, piece * rows,
                      std::min(reduced_.count, (piece + 1) * rows), rows,
                      [&](int64_t offset, int64_t, int64_t, int64_t run) {
                        FoldColumns(At(at + offset + from * inner_.stride), run,
                                    row_stride, m, acc);
                      });
                  if (pieces > 1) return;
                  Finish(acc, m, out_at + from * inner_.out_stride,
                         inner_.out_stride);
                });
          }
        });
    if (pieces == 1) return;
    ForEachRun(kept_, 0, kept_.count, 1,
               [&](int64_t, int64_t out_at, int64_t k, int64_t) {
                 char* sum = partial.data() + k * pieces * n * acc_size_;
                 for (int64_t p = 1; p < pieces; ++p) {
                   loops_.merge(sum + p * n * acc_size_, n, sum);
                 }
                 Finish(sum, n, out_at, inner_.out_stride);
               });
  }

  const ReduceCall& call_;
  const ReduceLoops& loops_;
  const char* x_;
  char* out_;
  int64_t element_, out_element_, acc_size_;
  Axes kept_, reduced_;
  Axis inner_;
};

}  // namespace

Var CastTo(const DenseTensor& x, DataType dtype) {
  const Var v = Var::Share(const_cast<DenseTensor*>(&x));
  if (x.dtype == dtype) return v;
  GradModeGuard no_grad(false);
  return ops::Cast(v, dtype);
}

void Reduce(const ReduceCall& call, const DenseTensor& x, uint32_t axes,
            DenseTensor* out) {
  if (out->numel == 0) return;
  if (x.numel == 0) {  // every result is that of no elements
    Accumulators acc(call.loops->acc_size);
    call.loops->init(acc.data(), 1);
    for (int64_t i = 0; i < out->numel; ++i) {
      call.finish.run(call.finish, acc.data(), 1,
                      static_cast<char*>(out->data) + i * SizeOf(out->dtype),
                      1);
    }
    return;
  }
  Reduction(call, x, axes, out).Run();
}

}  // namespace paddle::phi
