// Writes elements or rows through index tensors. Where an index comes twice the
// last value stays, or all are added in order: for any number of threads.
#include <cstring>
#include <unordered_set>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/copy.h"
#include "phi/kernels/cpu/elementwise.h"
#include "phi/kernels/cpu/index_reader.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr int64_t kGrain = 32768;  // elements

template <typename T>
struct Store {
  static void Run(T* to, const T* from, int64_t n, int64_t step) {
    if (step == 0) {
      for (int64_t i = 0; i < n; ++i) to[i] = *from;
    } else if (n == 1) {
      *to = *from;
    } else {
      std::memcpy(static_cast<void*>(to), from, n * sizeof(T));
    }
  }
};
template <typename T>
struct Accumulate {
  static T Sum(T a, T b) {
    using C = ComputeType<T>;
    if constexpr (std::is_same_v<T, bool>) {
      return a || b;
    } else if constexpr (std::is_integral_v<T>) {  // wraps
      using U = std::make_unsigned_t<T>;
      return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
    } else {
      return static_cast<T>(static_cast<C>(a) + static_cast<C>(b));
    }
  }
  static void Run(T* to, const T* from, int64_t n, int64_t step) {
    if (step == 0) {
      const T v = *from;
      for (int64_t i = 0; i < n; ++i) to[i] = Sum(to[i], v);
    } else {
      for (int64_t i = 0; i < n; ++i) to[i] = Sum(to[i], from[i]);
    }
  }
};

// `given` has one element, or the shape of the indexed part.
template <typename T, template <typename> class Write>
void Put(const DenseTensor& to, const DenseTensor& given, TensorList indices,
         IntArray axes) {
  const Var row_major = RowMajor(given);
  const DenseTensor& value = *row_major;
  const IndexSet set("index", to, indices, axes);
  const IndexLayout layout(to, axes);
  const int64_t outer = layout.before.count();
  const int64_t count = set.count(), inner = layout.after_count;
  const int64_t step = value.numel == 1 ? 0 : 1;
  T* target = to.Data<T>();
  const T* from = value.Data<T>();
  std::vector<int64_t> all(outer == 1 ? 0 : count);
  if (outer != 1) set.Offsets(0, count, all.data());  // checks them, too
  if (outer == 0 || inner == 0) return;
  // Rows [row, row_end), columns [column, column_end) of the blocks.
  auto run = [&](int64_t row, int64_t row_end, int64_t column,
                 int64_t column_end) {
    int64_t block[kIndexBlock];
    for (; row < row_end; ++row) {
      T* base = target + layout.before[row];
      for (int64_t i = 0; i < count; i += kIndexBlock) {
        const int64_t n = std::min(kIndexBlock, count - i);
        const int64_t* offsets = all.data() + i;
        if (outer == 1) {
          set.Offsets(i, n, block);
          offsets = block;
        }
        const T* source = from + (row * count + i) * inner * step;
        if (inner == 1) {
          for (int64_t k = 0; k < n; ++k) {
            Write<T>::Run(base + offsets[k], source + k * step, 1, step);
          }
          continue;
        }
        for (int64_t k = 0; k < n; ++k) {
          T* at = base + offsets[k];
          const T* s = source + k * inner * step;
          if (layout.after.empty()) {
            Write<T>::Run(at + column, s + column * step, column_end - column,
                          step);
            continue;
          }
          for (int64_t c = column; c < column_end; ++c) {
            Write<T>::Run(at + layout.after[c], s + c * step, 1, step);
          }
        }
      }
    }
  };
  if (layout.overlaps || (outer == 1 && inner == 1)) {
    run(0, outer, 0, inner);
  } else if (outer > 1) {  // rows and columns never meet
    const int64_t grain =
        std::max<int64_t>(1, kGrain / std::max<int64_t>(1, count * inner));
    ParallelFor(outer, grain,
                [&](int64_t b, int64_t e) { run(b, e, 0, inner); });
  } else {
    const int64_t grain =
        std::max<int64_t>(64, kGrain / std::max<int64_t>(1, count));
    ParallelFor(inner, grain, [&](int64_t b, int64_t e) { run(0, 1, b, e); });
  }
}

template <typename T, typename Context>
void PutIntoKernel(const Context&, const DenseTensor& to,
                   const DenseTensor& value, TensorList indices, IntArray axes,
                   bool accumulate, DenseTensor*) {
  if (accumulate) {
    Put<T, Accumulate>(to, value, indices, axes);
    return;
  }
  switch (sizeof(T)) {  // bytes are bytes
    case 1: return Put<uint8_t, Store>(to, value, indices, axes);
    case 2: return Put<int16_t, Store>(to, value, indices, axes);
    case 4: return Put<int32_t, Store>(to, value, indices, axes);
    case 8: return Put<int64_t, Store>(to, value, indices, axes);
    default: return Put<complex128, Store>(to, value, indices, axes);
  }
}

// Which of the places that are written in turn are written again later.
void OverwrittenKernel(const DeviceContext&, TensorList indices, IntArray sizes,
                       DenseTensor* out) {
  DenseTensor target;  // the indexed axes alone
  target.dims = DDim(sizes);
  SetContiguous(&target);
  DDim axes;
  for (int i = 0; i < sizes.size(); ++i) axes.push_back(i);
  const IndexSet set("index", target, indices, axes);
  std::vector<int64_t> at(set.count());
  set.Offsets(0, set.count(), at.data());
  bool* lost = out->Data<bool>();
  std::unordered_set<int64_t> seen;
  for (int64_t i = set.count() - 1; i >= 0; --i) {
    lost[i] = !seen.insert(at[i]).second;
  }
}

}  // namespace

PD_REGISTER_ANY_TYPE_KERNEL(overwritten, CPU, OverwrittenKernel) {
  options.strided = true;
}
PD_REGISTER_KERNEL(put_into, CPU, ALL_LAYOUT, PutIntoKernel, PD_ALL_TYPES) {
  options.strided = true;
}

}  // namespace paddle::phi::PD_CPU_ISA
