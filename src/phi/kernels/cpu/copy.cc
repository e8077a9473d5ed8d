#include "phi/kernels/cpu/copy.h"

#include <algorithm>
#include <cstring>

#include "core/thread_pool.h"
#include "phi/kernels/cpu/strided.h"
#include "phi/kernels/cpu/transpose.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr int64_t kGrainBytes = 256 << 10;

// The axes of a copy, those of the target's smallest strides last.
struct CopyPlan {
  DDim dims;
  int64_t strides[2][kMaxRank];  // of the target, of the source

  CopyPlan(const DenseTensor& from, const DenseTensor& to) {
    int64_t t[kMaxRank], s[kMaxRank];
    BroadcastStrides(to, to.dims, t);
    BroadcastStrides(from, to.dims, s);
    int order[kMaxRank], n = 0;
    for (int a = 0; a < to.rank(); ++a) {
      if (to.dims[a] != 1) order[n++] = a;
    }
    std::stable_sort(order, order + n, [&](int a, int b) {
      return std::abs(t[a]) > std::abs(t[b]);
    });
    for (int i = 0; i < n; ++i) {
      const int a = order[i], last = dims.rank() - 1;
      if (last >= 0 && strides[0][last] == t[a] * to.dims[a] &&
          strides[1][last] == s[a] * to.dims[a]) {  // merges
        dims[last] *= to.dims[a];
        strides[0][last] = t[a];
        strides[1][last] = s[a];
        continue;
      }
      strides[0][dims.rank()] = t[a];
      strides[1][dims.rank()] = s[a];
      dims.push_back(to.dims[a]);
    }
  }
  // Takes an axis out and returns {size, stride of target, of source}.
  struct Axis {
    int64_t size, to, from;
  };
  Axis Take(int axis) {
    const Axis taken{dims[axis], strides[0][axis], strides[1][axis]};
    for (int a = axis; a + 1 < dims.rank(); ++a) {
      strides[0][a] = strides[0][a + 1];
      strides[1][a] = strides[1][a + 1];
    }
    dims.erase(axis);
    return taken;
  }
};

template <typename T>
void CopyRun(const T* from, int64_t sf, T* to, int64_t st, int64_t n) {
  if (st == 1 && sf == 1) {
    if (n >= 16) {
      std::memcpy(static_cast<void*>(to), from, sizeof(T) * n);
      return;
    }
    for (int64_t i = 0; i < n; ++i) {
      to[i] = from[i];
      asm volatile("");
    }
  } else if (st == 1 && sf == -1) {
    for (int64_t i = 0; i < n; ++i) to[i] = from[-i];
  } else if (st == 1 && sf == 0) {
    const T v = *from;
    for (int64_t i = 0; i < n; ++i) to[i] = v;
  } else {
    for (int64_t i = 0; i < n; ++i) to[i * st] = from[i * sf];
  }
}

template <typename T>
void CopyAs(const T* from, T* to, CopyPlan& plan, int64_t numel) {
  using Axis = CopyPlan::Axis;
  const int last = plan.dims.rank() - 1;
  if (last < 0) {
    *to = *from;
    return;
  }
  // Axes that are gone through backwards, from their other ends: the target's,
  // then those that the source has as its dense one.
  for (int a = 0; a <= last; ++a) {
    int64_t& t = plan.strides[0][a];
    int64_t& s = plan.strides[1][a];
    if (t > 0 && (s != -1 || a == last)) continue;
    const int64_t end = plan.dims[a] - 1;
    from += end * s;
    to += end * t;
    t = -t;
    s = -s;
  }
  const Axis row = plan.Take(last);
  // An axis along which the source is dense, while the target is dense along
  // `row`: tiles are transposed.
  Axis column{1, 0, 0};
  if (row.to == 1 && row.from != 1 && row.from != 0) {
    for (int a = 0; a < last; ++a) {
      if (plan.strides[1][a] == 1 && plan.dims[a] > 1) {
        column = plan.Take(a);
        break;
      }
    }
  }
  int64_t strides[2][kMaxRank];
  std::memcpy(strides, plan.strides, sizeof(strides));
  const int rank = plan.dims.rank();
  // Outer axes go into one counter: the last of them as the inner run of it.
  DDim outer_dims = plan.dims;
  outer_dims.push_back(1);
  strides[0][rank] = strides[1][rank] = 0;
  const StridedRange<2> outer(outer_dims, strides);
  const int64_t outer_count = outer.outer * outer.inner;
  auto each = [&](int64_t begin, int64_t end, auto&& f) {
    const int64_t inner = outer.inner;
    int64_t i = begin;
    while (i < end) {
      const int64_t skip = i % inner, m = std::min(inner - skip, end - i);
      outer.ForEach(i / inner, i / inner + 1, [&](const int64_t* at) {
        for (int64_t j = skip; j < skip + m; ++j) {
          f(from + at[1] + j * outer.inner_stride[1],
            to + at[0] + j * outer.inner_stride[0]);
        }
      });
      i += m;
    }
  };
  const int64_t work = row.size * column.size * sizeof(T);
  if (column.size > 1) {
    constexpr bool kCanStream = sizeof(T) < 16;  // has a streamed transpose
    const bool stream = kCanStream && column.to > 0 &&
                        numel * int64_t{sizeof(T)} >= kStreamBytes &&
                        column.to * sizeof(T) % 64 == 0;
    // Bands of columns are the pieces of work.
    constexpr int64_t kBand = 64;
    const int64_t bands = (column.size + kBand - 1) / kBand;
    const int64_t band_bytes = std::max<int64_t>(1, work / bands);
    ParallelFor(
        outer_count * bands, std::max<int64_t>(1, kGrainBytes / band_bytes),
        [&](int64_t begin, int64_t end) {
          while (begin < end) {
            const int64_t o = begin / bands, b = begin % bands;
            const int64_t stop = std::min(bands, b + (end - begin));
            const int64_t c0 = b * kBand,
                          c1 = std::min(column.size, stop * kBand);
            each(o, o + 1, [&](const T* x, T* y) {
              // source [row: stride from][column: 1] -> target
              // [column][row]
              T* const first = y + c0 * column.to;
              if constexpr (kCanStream) {
                if (stream && reinterpret_cast<uintptr_t>(first) % 64 == 0) {
                  return TransposeStreamed(x + c0, row.from, first, column.to,
                                           row.size, c1 - c0);
                }
              }
              Transpose(x + c0, row.from, first, column.to, row.size, c1 - c0);
            });
            begin += stop - b;
          }
        });
    return;
  }
  if (outer_count == 1) {
    ParallelFor(row.size, kGrainBytes / sizeof(T), [&](int64_t b, int64_t e) {
      CopyRun(from + b * row.from, row.from, to + b * row.to, row.to, e - b);
    });
    return;
  }
  ParallelFor(outer_count, std::max<int64_t>(1, kGrainBytes / work),
              [&](int64_t begin, int64_t end) {
                each(begin, end, [&](const T* x, T* y) {
                  CopyRun(x, row.from, y, row.to, row.size);
                });
              });
}

struct Bytes16 {
  int64_t a, b;
};

}  // namespace

void CopyTensor(const DenseTensor& from, DenseTensor* to) {
  const size_t size = SizeOf(to->dtype);
  if (to->numel == 0) return;
  if (from.contiguous() && to->contiguous() && from.numel == to->numel) {
    const char* x = from.Data<char>();
    char* y = to->Data<char>();
    ParallelFor(static_cast<int64_t>(to->numel * size), kGrainBytes,
                [=](int64_t begin, int64_t end) {
                  std::memcpy(y + begin, x + begin, end - begin);
                });
    return;
  }
  CopyPlan plan(from, *to);
  auto copy = [&]<typename T>(T) {
    CopyAs<T>(from.Data<T>(), to->Data<T>(), plan, to->numel);
  };
  switch (size) {
    case 1: return copy(uint8_t());
    case 2: return copy(uint16_t());
    case 4: return copy(uint32_t());
    case 8: return copy(uint64_t());
    default: return copy(Bytes16());
  }
}

Var RowMajor(const DenseTensor& t) {
  if (t.contiguous()) return Var::Share(const_cast<DenseTensor*>(&t));
  Var copy = EmptyTensor(t.dims, t.dtype, t.place);
  CopyTensor(t, copy.get());
  return copy;
}

}  // namespace paddle::phi::PD_CPU_ISA
