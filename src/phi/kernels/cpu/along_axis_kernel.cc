// take_along_axis and its opposite: the index has a value for each element.
#include <algorithm>
#include <cstring>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/copy.h"
#include "phi/kernels/cpu/elementwise.h"
#include "phi/kernels/cpu/stream.h"
#include "phi/kernels/funcs/scalar/arithmetic.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr int64_t kGrain = 16384;  // elements

// `index`, which is int64, seen as lines along the axis, and where each of its
// values leads in `x`.
class AlongAxis {
 public:
  AlongAxis(const char* op, const DenseTensor& x, const DenseTensor& index,
            int axis)
      : size(x.dims[axis]),
        step(x.strides[axis]),
        length(index.dims[axis]),
        op_(op),
        x_(x),
        index_(index),
        axis_(axis) {
    for (int a = 0; a < axis; ++a) outer *= index.dims[a];
    for (int a = axis + 1; a < index.rank(); ++a) inner *= index.dims[a];
  }

  // Where line (o, i) of `index` begins in `x`: the other axes may be shorter
  // there.
  int64_t Line(int64_t o, int64_t i) const {
    int64_t offset = 0;
    for (int a = axis_ - 1; a >= 0; --a) {
      offset += o % index_.dims[a] * x_.strides[a];
      o /= index_.dims[a];
    }
    for (int a = index_.rank() - 1; a > axis_; --a) {
      offset += i % index_.dims[a] * x_.strides[a];
      i /= index_.dims[a];
    }
    return offset;
  }
  // From the beginning of a line.
  int64_t Offset(int64_t value) const {
    const int64_t v = value + (value < 0 ? size : 0);
    if (PD_UNLIKELY(static_cast<uint64_t>(v) >= static_cast<uint64_t>(size))) {
      ThrowBad(value);
    }
    return v * step;
  }
  // The same for n values, whatever they are, where size * step is below 2^31.
  // `last - v` can not overflow, as v >= size - 2^63.
  void Offsets(const int64_t* values, int64_t n, int32_t* offsets) const {
    int64_t bad = 0;  // negative once one is out of range
    const int64_t last = size - 1;
    for (int64_t i = 0; i < n; ++i) {
      int64_t v = values[i];
      v += v < 0 ? size : 0;
      bad |= v | (last - v);
      offsets[i] = static_cast<int32_t>(static_cast<uint32_t>(v) *
                                        static_cast<uint32_t>(step));
    }
    if (PD_LIKELY(bad >= 0)) return;
    for (int64_t i = 0; i < n; ++i) Offset(values[i]);
  }

  const int64_t size, step, length;
  int64_t outer = 1, inner = 1;

 private:
  [[noreturn]] PD_COLD void ThrowBad(int64_t value) const {
    PADDLE_THROW(errors::OutOfRange("%s: an index is out of range.", op_)
                     .Expected("an index in [" + std::to_string(-size) + ", " +
                               std::to_string(size) + ") for axis " +
                               std::to_string(axis_) + " of size " +
                               std::to_string(size))
                     .Received(std::to_string(value)));
  }

  const char* op_;
  const DenseTensor &x_, &index_;
  int axis_;
};

// Calls f(x offset, i) for each element i of `index`, in order within a line
// along the axis; lines are shared among threads.
template <typename F>
void ForEachAlong(const char* op, const DenseTensor& x,
                  const DenseTensor& index, int axis, F&& f) {
  const AlongAxis along(op, x, index, axis);
  const int64_t length = along.length, inner = along.inner;
  const int64_t* at = index.Data<int64_t>();
  // Lines of a target that overlaps itself meet: one thread writes them all.
  bool overlaps = false;
  for (int a = 0; a < x.rank(); ++a) {
    overlaps |= x.strides[a] == 0 && x.dims[a] > 1;
  }
  constexpr int64_t kAll = int64_t{1} << 62;
  if (inner == 1) {
    ParallelFor(along.outer,
                overlaps ? kAll : std::max<int64_t>(1, kGrain / length),
                [&](int64_t begin, int64_t end) {
                  for (int64_t o = begin; o < end; ++o) {
                    const int64_t base = along.Line(o, 0);
                    for (int64_t k = o * length; k < (o + 1) * length; ++k) {
                      f(base + along.Offset(at[k]), k);
                    }
                  }
                });
    return;
  }
  // Along the inner axes, which lie side by side in memory.
  constexpr int64_t kColumns = 256;
  const int64_t groups = (inner + kColumns - 1) / kColumns;
  ParallelFor(along.outer * groups,
              overlaps ? kAll
                       : std::max<int64_t>(
                             1, kGrain / (length * std::min(inner, kColumns))),
              [&](int64_t begin, int64_t end) {
                int64_t base[kColumns];
                for (int64_t g = begin; g < end; ++g) {
                  const int64_t o = g / groups, first = g % groups * kColumns;
                  const int64_t n = std::min(kColumns, inner - first);
                  for (int64_t i = 0; i < n; ++i) {
                    base[i] = along.Line(o, first + i);
                  }
                  for (int64_t k = 0; k < length; ++k) {
                    const int64_t row = (o * length + k) * inner + first;
                    for (int64_t i = 0; i < n; ++i) {
                      f(base[i] + along.Offset(at[row + i]), row + i);
                    }
                  }
                }
              });
}

// to[i] = from[offsets[i]]
template <typename B>
PD_INLINE void GatherBlock(const B* from, const int32_t* offsets, int64_t n,
                           B* to) {
  int64_t i = 0;
  if constexpr (sizeof(B) == 4 || sizeof(B) == 8) {
    constexpr int64_t kLanes = kVecLanes<B>;
    for (; i + kLanes <= n; i += kLanes) GatherVec(from, offsets + i, to + i);
  }
  for (; i < n; ++i) to[i] = from[offsets[i]];
}

// Along the last axis: a block of indices is checked, then gathered from. The
// lines of `x` are read in any order, so they are asked for beforehand.
template <typename B>
void TakeFromRows(const AlongAxis& along, const B* from, const int64_t* at,
                  B* to) {
  constexpr int64_t kBlock = 512 / sizeof(B), kLine = 64;
  const int64_t length = along.length;
  const bool stream = along.outer * length * int64_t{sizeof(B)} >= kStreamBytes;
  const bool whole = along.step == 1 && along.size <= 2 * length;
  ParallelFor(along.outer, std::max<int64_t>(1, kGrain / length),
              [&](int64_t begin, int64_t end) {
                alignas(64) int32_t offsets[kBlock];
                alignas(64) B buffer[kBlock];
                const B* next = from + along.Line(begin, 0);
                for (int64_t o = begin; o < end; ++o) {
                  const B* const line = next;
                  if (o + 1 < end) next = from + along.Line(o + 1, 0);
                  for (int64_t k = 0; k < length; k += kBlock) {
                    const int64_t m = std::min(kBlock, length - k);
                    const int64_t* const values = at + o * length + k;
                    B* const result = to + o * length + k;
                    for (int64_t i = 0; i < m; i += kLine / sizeof(int64_t)) {
                      PrefetchAhead(values + i);
                    }
                    if (whole) {
                      for (int64_t i = 0; i < m; i += kLine / sizeof(B)) {
                        __builtin_prefetch(next + k + i);
                      }
                    }
                    along.Offsets(values, m, offsets);
                    GatherBlock(line, offsets, m, stream ? buffer : result);
                    if (stream) StreamCopy(buffer, result, m * sizeof(B));
                  }
                }
                if (stream) FinishStream();
              });
}

template <typename B>
void Take(const DenseTensor& x, const DenseTensor& index, int axis,
          DenseTensor* out) {
  const B* from = x.Data<B>();
  B* to = out->Data<B>();
  const AlongAxis along("take_along_axis", x, index, axis);
  constexpr int64_t kFew = 32, kMost = int64_t{1} << 31;
  if (along.inner == 1 && along.length >= kFew &&
      along.size * along.step < kMost) {
    return TakeFromRows(along, from, index.Data<int64_t>(), to);
  }
  ForEachAlong("take_along_axis", x, index, axis,
               [=](int64_t at, int64_t i) { to[i] = from[at]; });
}

void TakeKernel(const DeviceContext&, const DenseTensor& x,
                const DenseTensor& index, int64_t axis, DenseTensor* out) {
  if (out->numel == 0) return;
  const int a = static_cast<int>(axis);
  switch (SizeOf(x.dtype)) {
    case 1: return Take<uint8_t>(x, index, a, out);
    case 2: return Take<uint16_t>(x, index, a, out);
    case 4: return Take<uint32_t>(x, index, a, out);
    case 8: return Take<uint64_t>(x, index, a, out);
    default: return Take<complex128>(x, index, a, out);
  }
}

template <typename B>
void Assign(const DenseTensor& x, const DenseTensor& index,
            const DenseTensor& value, int axis) {
  B* to = x.Data<B>();
  const B* from = value.Data<B>();
  ForEachAlong("put_along_axis", x, index, axis,
               [=](int64_t at, int64_t i) { to[at] = from[i]; });
}

// How a value meets what is there: "add", "mul", "amin", "amax".
template <typename T, typename F>
void PutWith(const DenseTensor& x, const DenseTensor& index,
             const DenseTensor& value, int axis, F f) {
  using C = ComputeType<T>;
  T* to = x.Data<T>();
  const T* from = value.Data<T>();
  ForEachAlong("put_along_axis", x, index, axis, [=](int64_t at, int64_t i) {
    to[at] = static_cast<T>(f(static_cast<C>(to[at]), static_cast<C>(from[i])));
  });
}

template <typename T, typename Context>
void PutAlongKernel(const Context&, const DenseTensor& x,
                    const DenseTensor& indices, const DenseTensor& values,
                    int64_t axis, std::string_view reduce, DenseTensor*) {
  if (indices.numel == 0) return;
  const Var row_major[] = {RowMajor(indices), RowMajor(values)};
  const DenseTensor &index = *row_major[0], &value = *row_major[1];
  using C = ComputeType<T>;
  const int a = static_cast<int>(axis);
  if (reduce == "assign") {
    switch (sizeof(T)) {
      case 1: return Assign<uint8_t>(x, index, value, a);
      case 2: return Assign<uint16_t>(x, index, value, a);
      case 4: return Assign<uint32_t>(x, index, value, a);
      case 8: return Assign<uint64_t>(x, index, value, a);
      default: return Assign<complex128>(x, index, value, a);
    }
  } else if (reduce == "add") {
    PutWith<T>(x, index, value, a, [](C t, C v) {
      if constexpr (std::is_same_v<C, bool>)
        return t || v;
      else
        return scalar::Add<C>()(t, v);
    });
  } else if (reduce == "mul") {
    PutWith<T>(x, index, value, a, [](C t, C v) {
      if constexpr (std::is_same_v<C, bool>)
        return t && v;
      else
        return scalar::Multiply<C>()(t, v);
    });
  } else if constexpr (!kIsComplexType<T>) {
    const bool max = reduce == "amax";
    PutWith<T>(x, index, value, a, [max](C t, C v) {
      if (v != v || t != t) return v != v ? v : t;  // NaN stays
      return (max ? t < v : v < t) ? v : t;
    });
  }
}

}  // namespace

PD_REGISTER_ANY_TYPE_KERNEL(take_along, CPU, TakeKernel) {}
PD_REGISTER_KERNEL(put_along_into, CPU, ALL_LAYOUT, PutAlongKernel, bool,
                   PD_NUMBER_TYPES) {
  options.strided = true;
}

}  // namespace paddle::phi::PD_CPU_ISA
