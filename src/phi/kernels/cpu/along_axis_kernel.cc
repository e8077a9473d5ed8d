// take_along_axis and its opposite: the index has a value for each element.
#include <algorithm>
#include <cstring>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/elementwise.h"
#include "phi/kernels/funcs/scalar/arithmetic.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr int64_t kGrain = 16384;  // elements

[[noreturn]] PD_COLD void ThrowBadIndex(const char* op, int64_t value,
                                        int64_t size, int64_t axis) {
  PADDLE_THROW(errors::OutOfRange("%s: an index is out of range.", op)
                   .Expected("an index in [" + std::to_string(-size) + ", " +
                             std::to_string(size) + ") for axis " +
                             std::to_string(axis) + " of size " +
                             std::to_string(size))
                   .Received(std::to_string(value)));
}

// `index` is int64. Calls f(x offset, i) for each element i of `index`, in
// order within a line along the axis; lines are shared among threads.
template <typename F>
void ForEachAlong(const char* op, const DenseTensor& x,
                  const DenseTensor& index, int axis, F&& f) {
  const int64_t size = x.dims[axis], length = index.dims[axis];
  int64_t inner = 1, outer = 1;
  for (int a = 0; a < axis; ++a) outer *= index.dims[a];
  for (int a = axis + 1; a < index.rank(); ++a) inner *= index.dims[a];
  const int64_t* at = index.Data<int64_t>();
  const int64_t step = x.strides[axis];
  // Where a line of `index` begins in `x`: the other axes may be shorter there.
  auto line = [&](int64_t o, int64_t i) {
    int64_t offset = 0;
    for (int a = axis - 1; a >= 0; --a) {
      offset += o % index.dims[a] * x.strides[a];
      o /= index.dims[a];
    }
    for (int a = index.rank() - 1; a > axis; --a) {
      offset += i % index.dims[a] * x.strides[a];
      i /= index.dims[a];
    }
    return offset;
  };
  // Lines of a target that overlaps itself meet: one thread writes them all.
  bool overlaps = false;
  for (int a = 0; a < x.rank(); ++a) {
    overlaps |= x.strides[a] == 0 && x.dims[a] > 1;
  }
  constexpr int64_t kAll = int64_t{1} << 62;
  auto checked = [&](int64_t value) {
    const int64_t v = value + (value < 0 ? size : 0);
    if (PD_UNLIKELY(static_cast<uint64_t>(v) >= static_cast<uint64_t>(size))) {
      ThrowBadIndex(op, value, size, axis);
    }
    return v * step;
  };
  if (inner == 1) {
    ParallelFor(outer, overlaps ? kAll : std::max<int64_t>(1, kGrain / length),
                [&](int64_t begin, int64_t end) {
                  for (int64_t o = begin; o < end; ++o) {
                    const int64_t base = line(o, 0);
                    for (int64_t k = o * length; k < (o + 1) * length; ++k) {
                      f(base + checked(at[k]), k);
                    }
                  }
                });
    return;
  }
  // Along the inner axes, which lie side by side in memory.
  constexpr int64_t kColumns = 256;
  const int64_t groups = (inner + kColumns - 1) / kColumns;
  ParallelFor(outer * groups,
              overlaps ? kAll
                       : std::max<int64_t>(
                             1, kGrain / (length * std::min(inner, kColumns))),
              [&](int64_t begin, int64_t end) {
                int64_t base[kColumns];
                for (int64_t g = begin; g < end; ++g) {
                  const int64_t o = g / groups, first = g % groups * kColumns;
                  const int64_t n = std::min(kColumns, inner - first);
                  for (int64_t i = 0; i < n; ++i) base[i] = line(o, first + i);
                  for (int64_t k = 0; k < length; ++k) {
                    const int64_t row = (o * length + k) * inner + first;
                    for (int64_t i = 0; i < n; ++i) {
                      f(base[i] + checked(at[row + i]), row + i);
                    }
                  }
                }
              });
}

template <typename B>
void Take(const DenseTensor& x, const DenseTensor& index, int axis,
          DenseTensor* out) {
  const B* from = x.Data<B>();
  B* to = out->Data<B>();
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
                    const DenseTensor& index, const DenseTensor& value,
                    int64_t axis, std::string_view reduce, DenseTensor*) {
  if (index.numel == 0) return;
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
