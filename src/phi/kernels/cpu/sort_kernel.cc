// sort, topk, kthvalue, mode along an axis.
#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/sort_items.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

// Lines of x along an axis: `outer` blocks of n rows of `inner` elements.
struct Lines {
  int64_t outer = 1, n = 1, inner = 1;
  Lines(const DenseTensor& x, int64_t axis, const char* op) {
    if (x.rank() == 0) return;
    const int a = NormalizeAxis(axis, x.rank(), op);
    n = x.dims[a];
    for (int i = 0; i < a; ++i) outer *= x.dims[i];
    for (int i = a + 1; i < x.rank(); ++i) inner *= x.dims[i];
  }
};

// Calls f(items, spare, line, o, i) with the items of each line; `down` turns
// the order around.
template <typename T, typename F>
void ForEachLine(const DenseTensor& x, const Lines& lines, bool down, F&& f) {
  using Key = decltype(KeyOf(T()));
  const int64_t n = lines.n;
  EnforcePlaces<Key>("sort", n);
  if (lines.outer * lines.inner == 0 || n == 0) return;
  ParallelFor(lines.outer * lines.inner, std::max<int64_t>(1, 4096 / n),
              [&](int64_t begin, int64_t end) {
                std::unique_ptr<Item<Key>[]> items(new Item<Key>[2 * n]);
                for (int64_t l = begin; l < end; ++l) {
                  const int64_t o = l / lines.inner, i = l % lines.inner;
                  const T* line = x.Data<T>() + o * n * lines.inner + i;
                  for (int64_t k = 0; k < n; ++k) {
                    const Key key = KeyOf(line[k * lines.inner]);
                    items[k] =
                        Item<Key>::Make(down ? static_cast<Key>(~key) : key, k);
                  }
                  f(items.get(), items.get() + n, line, o, i);
                }
              });
}

template <typename T, typename Context>
void SortKernel(const Context&, const DenseTensor& x, int64_t axis,
                bool descending, DenseTensor* out, DenseTensor* indices) {
  const Lines lines(x, axis, "sort");
  ForEachLine<T>(
      x, lines, descending,
      [&](auto* items, auto* spare, const T* line, int64_t o, int64_t i) {
        SortItems(items, spare, lines.n);
        int64_t at = o * lines.n * lines.inner + i;
        for (int64_t k = 0; k < lines.n; ++k, at += lines.inner) {
          const int64_t from = items[k].at();
          out->Data<T>()[at] = line[from * lines.inner];
          indices->Data<int64_t>()[at] = from;
        }
      });
}

// The first k of the order of the items into items[0, k), sorted.
template <typename Key>
void FirstSorted(Item<Key>* items, Item<Key>* spare, int64_t n, int64_t k) {
  if (k * 8 > n) {
    if (k < n) std::nth_element(items, items + k, items + n);
    return SortItems(items, spare, k);
  }
  std::make_heap(items, items + k);  // few: most items fail one comparison
  for (int64_t i = k; i < n; ++i) {
    if (!(items[i] < items[0])) continue;
    std::pop_heap(items, items + k);
    items[k - 1] = items[i];
    std::push_heap(items, items + k);
  }
  std::sort_heap(items, items + k);
}

template <typename T, typename Context>
void TopkKernel(const Context&, const DenseTensor& x, int64_t k, IntArray axis,
                bool largest, bool, DenseTensor* out, DenseTensor* indices) {
  const Lines lines(x, axis.empty() ? -1 : axis[0], "topk");
  ForEachLine<T>(
      x, lines, largest,
      [&](auto* items, auto* spare, const T* line, int64_t o, int64_t i) {
        FirstSorted(items, spare, lines.n, k);
        int64_t at = o * k * lines.inner + i;
        for (int64_t j = 0; j < k; ++j, at += lines.inner) {
          const int64_t from = items[j].at();
          out->Data<T>()[at] = line[from * lines.inner];
          indices->Data<int64_t>()[at] = from;
        }
      });
}

template <typename T, typename Context>
void KthvalueKernel(const Context&, const DenseTensor& x, int64_t k,
                    IntArray axis, bool, DenseTensor* out,
                    DenseTensor* indices) {
  const Lines lines(x, axis.empty() ? -1 : axis[0], "kthvalue");
  ForEachLine<T>(x, lines, false,
                 [&](auto* items, auto*, const T* line, int64_t o, int64_t i) {
                   std::nth_element(items, items + (k - 1), items + lines.n);
                   const int64_t from = items[k - 1].at();
                   out->Data<T>()[o * lines.inner + i] =
                       line[from * lines.inner];
                   indices->Data<int64_t>()[o * lines.inner + i] = from;
                 });
}

// The smallest of the most frequent, and its last place. No NaN equals another.
template <typename T, typename Context>
void ModeKernel(const Context&, const DenseTensor& x, int64_t axis, bool,
                DenseTensor* out, DenseTensor* indices) {
  const Lines lines(x, axis, "mode");
  ForEachLine<T>(
      x, lines, false,
      [&](auto* items, auto* spare, const T* line, int64_t o, int64_t i) {
        SortItems(items, spare, lines.n);
        int64_t best = 0, last = 0;
        for (int64_t k = 0, first = 0; k < lines.n; ++k) {
          const T v = line[items[k].at() * lines.inner];
          bool fresh = items[k].key() != items[first].key();
          if constexpr (!std::is_integral_v<T>) fresh |= v != v;
          if (fresh) first = k;
          if (k - first + 1 > best) {
            best = k - first + 1;
            last = k;
          }
        }
        const int64_t from = items[last].at();
        out->Data<T>()[o * lines.inner + i] = line[from * lines.inner];
        indices->Data<int64_t>()[o * lines.inner + i] = from;
      });
}

#define PD_REGISTER_SORT(op, Kernel)                                      \
  PD_REGISTER_KERNEL(op, CPU, ALL_LAYOUT, Kernel, bool, uint8_t, int8_t,  \
                     int16_t, int32_t, int64_t, float16, bfloat16, float, \
                     double) {}
PD_REGISTER_SORT(sort_with_indices, SortKernel)
PD_REGISTER_SORT(topk, TopkKernel)
PD_REGISTER_SORT(kthvalue, KthvalueKernel)
PD_REGISTER_SORT(mode, ModeKernel)

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
