// Elements of given ranks, without sorting: the leading bits of the keys are
// counted, and only what shares them with a wanted element is looked at again.
#include <algorithm>
#include <vector>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/sort_items.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr int kBits = 11;
constexpr int64_t kFew = 1024;      // shorter rows are not worth counting
constexpr int64_t kMostRanks = 32;  // more ranks: sort instead

template <typename T>
class RankSelector {
  using Key = decltype(KeyOf(T()));
  static constexpr int kShift = 8 * sizeof(Key) - kBits;

 public:
  RankSelector(const int64_t* ranks, int64_t k) : ranks_(ranks), k_(k) {}

  void Run(const T* row, int64_t n, T* out, int64_t* at) {
    if (k_ > kMostRanks) {
      Sort(row, n);
      for (int64_t j = 0; j < k_; ++j) Give(row, items_[ranks_[j]], j, out, at);
      return;
    }
    if (n <= kFew) {
      TakeAll(row, n);
      for (int64_t j = 0; j < k_; ++j) Select(row, ranks_[j], j, out, at);
      return;
    }
    std::fill_n(counts_, 1 << kBits, 0);
    for (int64_t i = 0; i < n; ++i) ++counts_[KeyOf(row[i]) >> kShift];
    for (int64_t j = 0; j < k_; ++j) {
      int64_t before = 0;
      int bucket = 0;
      while (before + counts_[bucket] <= ranks_[j]) before += counts_[bucket++];
      if (bucket != gathered_) Gather(row, n, bucket);
      Select(row, ranks_[j] - before, j, out, at);
    }
    gathered_ = -1;
  }

 private:
  void TakeAll(const T* row, int64_t n) {
    items_.resize(n);
    for (int64_t i = 0; i < n; ++i) {
      items_[i] = Item<Key>::Make(KeyOf(row[i]), i);
    }
  }
  void Sort(const T* row, int64_t n) {
    TakeAll(row, n);
    if (n > kFew) {
      std::vector<Item<Key>> spare(n);
      SortItems(items_.data(), spare.data(), n);
    } else {
      std::sort(items_.begin(), items_.end());
    }
  }
  void Gather(const T* row, int64_t n, int bucket) {
    gathered_ = bucket;
    items_.clear();
    for (int64_t i = 0; i < n; ++i) {
      const Key key = KeyOf(row[i]);
      if (static_cast<int>(key >> kShift) == bucket) {
        items_.push_back(Item<Key>::Make(key, i));
      }
    }
  }
  // Rank `rank` of the items.
  void Select(const T* row, int64_t rank, int64_t j, T* out, int64_t* at) {
    const auto place = items_.begin() + rank;
    std::nth_element(items_.begin(), place, items_.end());
    Give(row, *place, j, out, at);
  }
  static void Give(const T* row, const Item<Key>& item, int64_t j, T* out,
                   int64_t* at) {
    at[j] = item.at();
    out[j] = row[item.at()];
  }

  const int64_t* ranks_;
  int64_t k_;
  int gathered_ = -1;  // the bucket in items_
  std::vector<Item<Key>> items_;
  int64_t counts_[1 << kBits];
};

template <typename T, typename Context>
void SelectRanksKernel(const Context&, const DenseTensor& x,
                       const DenseTensor& ranks, DenseTensor* out,
                       DenseTensor* indices) {
  const int64_t rows = x.dims[0], n = x.dims[1], k = ranks.dims[1];
  const int64_t* wanted = ranks.Data<int64_t>();
  EnforcePlaces<decltype(KeyOf(T()))>("quantile", n);
  for (int64_t i = 0; i < rows * k; ++i) {
    PADDLE_ENFORCE(wanted[i] >= 0 && wanted[i] < n,
                   errors::OutOfRange("select_ranks: a rank is out of range.")
                       .Received(std::to_string(wanted[i])));
  }
  if (rows * k == 0) return;
  ParallelFor(rows, std::max<int64_t>(1, 16384 / n),
              [&](int64_t begin, int64_t end) {
                for (int64_t r = begin; r < end; ++r) {
                  RankSelector<T> selector(wanted + r * k, k);
                  selector.Run(x.Data<T>() + r * n, n, out->Data<T>() + r * k,
                               indices->Data<int64_t>() + r * k);
                }
              });
}
PD_REGISTER_KERNEL(select_ranks, CPU, ALL_LAYOUT, SelectRanksKernel, bool,
                   uint8_t, int8_t, int16_t, int32_t, int64_t, float16,
                   bfloat16, float, double) {}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
