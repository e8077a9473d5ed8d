// Places in sorted sequences, counts of values.
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/sort_items.h"
#include "phi/kernels/funcs/reduce.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

// How many elements of a row are below (or not above, if `right`) each value.
template <typename T, typename Context>
void InsertPositionKernel(const Context&, const DenseTensor& sequence,
                          const DenseTensor& values, bool out_int32, bool right,
                          DenseTensor* out) {
  const int64_t n = sequence.dims.back();
  const bool shared = sequence.rank() == 1;
  const int64_t per_row =
      shared ? values.numel : (values.rank() ? values.dims.back() : 1);
  ParallelFor(values.numel, 4096, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const T* row = sequence.Data<T>() +
                     (shared ? 0 : i / std::max<int64_t>(per_row, 1) * n);
      const auto key = KeyOf(values.Data<T>()[i]);
      int64_t low = 0, size = n;
      while (size > 0) {
        const int64_t half = size / 2;
        const auto at = KeyOf(row[low + half]);
        if (at < key || (right && at == key)) {
          low += half + 1;
          size -= half + 1;
        } else {
          size = half;
        }
      }
      if (out_int32)
        out->Data<int32_t>()[i] = static_cast<int32_t>(low);
      else
        out->Data<int64_t>()[i] = low;
    }
  });
}
PD_REGISTER_KERNEL(insert_position, CPU, ALL_LAYOUT, InsertPositionKernel,
                   uint8_t, int8_t, int16_t, int32_t, int64_t, float16,
                   bfloat16, float, double) {}

// Gives `out` a length that the values decide.
void Resize(DenseTensor* out, int64_t n) {
  Var result = EmptyTensor({n}, out->dtype, out->place);
  std::swap(out->storage, result->storage);
  std::swap(out->data, result->data);
  out->dims = {n};
  SetContiguous(out);
}

// 16 GiB of counts: more are a mistake in `x`.
constexpr int64_t kMostCounts = int64_t{1} << 31;

template <typename T, typename Context>
void BincountKernel(const Context&, const DenseTensor& x,
                    const DenseTensor* weights, int64_t minlength,
                    DenseTensor* out) {
  int64_t n = minlength;
  for (int64_t i = 0; i < x.numel; ++i) {
    const int64_t v = static_cast<int64_t>(x.Data<T>()[i]);
    PADDLE_ENFORCE(
        v >= 0, errors::InvalidArgument("bincount: a value of `x` is negative.")
                    .Expected("values of at least 0")
                    .Received(std::to_string(v)));
    PADDLE_ENFORCE(v < kMostCounts,
                   errors::ResourceExhausted("bincount: a value of `x` asks "
                                             "for too many counts.")
                       .Expected("values below " + std::to_string(kMostCounts))
                       .Received(std::to_string(v)));
    n = std::max(n, v + 1);
  }
  Resize(out, n);
  if (!weights) {
    int64_t* counts = out->Data<int64_t>();
    std::fill_n(counts, n, 0);
    for (int64_t i = 0; i < x.numel; ++i) ++counts[x.Data<T>()[i]];
    return;
  }
  const Var w = CastTo(*weights, DataType::kFloat64);
  std::vector<double> sums(n, 0.0);
  for (int64_t i = 0; i < x.numel; ++i) {
    sums[x.Data<T>()[i]] += w->Data<double>()[i];
  }
  VisitDataType(out->dtype, [&]<typename R>(R) {
    if constexpr (!kIsComplexType<R> && !kIsNarrow<R>) {
      for (int64_t i = 0; i < n; ++i) {
        out->Data<R>()[i] = static_cast<R>(sums[i]);
      }
    }
  });
}
PD_REGISTER_KERNEL(bincount, CPU, ALL_LAYOUT, BincountKernel, uint8_t, int8_t,
                   int16_t, int32_t, int64_t) {}

// Counts (or sums of weights) in `bins` equal parts of [low, high]; the last
// part has both its ends. low == high: the range of the values.
template <typename T, typename Context>
void HistogramKernel(const Context&, const DenseTensor& x, int64_t bins,
                     double low, double high, const DenseTensor* weight,
                     bool density, DenseTensor* out) {
  auto at = [&](int64_t i) {
    if constexpr (kIsNarrow<T>) {
      return static_cast<double>(static_cast<float>(x.Data<T>()[i]));
    } else {
      return static_cast<double>(x.Data<T>()[i]);
    }
  };
  if (low == high && x.numel > 0) {
    low = high = at(0);
    for (int64_t i = 0; i < x.numel; ++i) {
      PADDLE_ENFORCE(std::isfinite(at(i)),
                     errors::InvalidArgument("histogram: the range of `input` "
                                             "is not finite.")
                         .Received(std::to_string(at(i)))
                         .Hint("pass min and max."));
      low = std::min(low, at(i));
      high = std::max(high, at(i));
    }
  }
  if (low == high) {
    low -= 1;
    high += 1;
  }
  // Of halves the difference is finite, however far apart both are.
  const double width = high * 0.5 - low * 0.5;
  const Var w = weight ? CastTo(*weight, DataType::kFloat64) : Var();
  std::vector<double> sums(bins, 0.0);
  double total = 0;
  for (int64_t i = 0; i < x.numel; ++i) {
    const double v = at(i);
    if (!(v >= low && v <= high)) continue;
    const auto bin = static_cast<int64_t>((v * 0.5 - low * 0.5) / width * bins);
    const double amount = w ? w->Data<double>()[i] : 1.0;
    sums[std::min(bin, bins - 1)] += amount;
    total += amount;
  }
  for (int64_t b = 0; b < bins; ++b) {
    if (density) sums[b] /= total * (width / bins) * 2;
    if (out->dtype == DataType::kInt64)
      out->Data<int64_t>()[b] = sums[b];
    else if (out->dtype == DataType::kFloat32)
      out->Data<float>()[b] = sums[b];
    else
      out->Data<double>()[b] = sums[b];
  }
}
PD_REGISTER_KERNEL(histogram, CPU, ALL_LAYOUT, HistogramKernel, uint8_t, int8_t,
                   int16_t, int32_t, int64_t, float16, bfloat16, float,
                   double) {}

// Distinct rows of [n, inner] in order: where each first comes, which of them
// every row is, how many there are of each.
template <typename T, typename Context>
void UniqueRowsKernel(const Context&, const DenseTensor& x, bool consecutive,
                      DenseTensor* index, DenseTensor* inverse,
                      DenseTensor* counts) {
  const int64_t n = x.dims[0], inner = x.dims[1];
  const T* data = x.Data<T>();
  std::vector<int64_t> order(n);
  auto compare = [&](int64_t a, int64_t b) {  // -1, 0, 1
    for (int64_t i = 0; i < inner; ++i) {
      const auto p = KeyOf(data[a * inner + i]), q = KeyOf(data[b * inner + i]);
      if (p != q) return p < q ? -1 : 1;
    }
    return 0;
  };
  if (!consecutive && inner == 1) {
    using Key = decltype(KeyOf(T()));
    EnforcePlaces<Key>("unique", n);
    std::unique_ptr<Item<Key>[]> items(new Item<Key>[2 * n]);
    for (int64_t i = 0; i < n; ++i) {
      items[i] = Item<Key>::Make(KeyOf(data[i]), i);
    }
    SortItems(items.get(), items.get() + n, n);
    for (int64_t i = 0; i < n; ++i) order[i] = items[i].at();
  } else {
    for (int64_t i = 0; i < n; ++i) order[i] = i;
    if (!consecutive) {
      std::stable_sort(order.begin(), order.end(),
                       [&](int64_t a, int64_t b) { return compare(a, b) < 0; });
    }
  }
  std::vector<int64_t> first, count;
  for (int64_t i = 0; i < n; ++i) {
    if (i == 0 || compare(order[i - 1], order[i]) != 0) {
      first.push_back(order[i]);
      count.push_back(0);
    }
    ++count.back();
    inverse->Data<int64_t>()[order[i]] = static_cast<int64_t>(first.size()) - 1;
  }
  Resize(index, static_cast<int64_t>(first.size()));
  Resize(counts, static_cast<int64_t>(count.size()));
  std::copy(first.begin(), first.end(), index->Data<int64_t>());
  std::copy(count.begin(), count.end(), counts->Data<int64_t>());
}
PD_REGISTER_KERNEL(unique_rows, CPU, ALL_LAYOUT, UniqueRowsKernel, bool,
                   uint8_t, int8_t, int16_t, int32_t, int64_t, float16,
                   bfloat16, float, double) {}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
