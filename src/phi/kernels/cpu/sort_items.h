// Elements as unsigned keys of the same order, joined with their places, so
// that a sort keeps equal elements in order.
#pragma once
#include <algorithm>
#include <bit>
#include <memory>
#include <utility>

#include "common/enforce.h"
#include "core/float_types.h"

namespace paddle::phi::PD_CPU_ISA {

// NaN is the largest; -0 equals 0.
template <typename T>
inline auto KeyOf(T v) {
  if constexpr (kIsNarrow<T>) {
    return KeyOf(static_cast<float>(v));
  } else if constexpr (std::is_floating_point_v<T>) {
    using U = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
    constexpr U kSign = U(1) << (8 * sizeof(T) - 1);
    if (v != v) return static_cast<U>(~U(0));
    const U bits = std::bit_cast<U>(v + T(0));
    return static_cast<U>(bits & kSign ? ~bits : bits | kSign);
  } else if constexpr (sizeof(T) == 8) {
    return static_cast<uint64_t>(v) ^ (uint64_t{1} << 63);
  } else {
    return static_cast<uint32_t>(static_cast<int64_t>(v) + (int64_t{1} << 31));
  }
}

template <typename Key>
struct Item;
template <>
struct Item<uint32_t> {  // key and place in one word
  uint64_t word;
  static Item Make(uint32_t key, int64_t at) {
    return {uint64_t{key} << 32 | static_cast<uint32_t>(at)};
  }
  uint32_t key() const { return static_cast<uint32_t>(word >> 32); }
  int64_t at() const { return static_cast<uint32_t>(word); }
  bool operator<(const Item& o) const { return word < o.word; }
};
template <>
struct Item<uint64_t> {
  uint64_t k;
  int64_t place;
  static Item Make(uint64_t key, int64_t at) { return {key, at}; }
  uint64_t key() const { return k; }
  int64_t at() const { return place; }
  bool operator<(const Item& o) const {
    return k < o.k || (k == o.k && place < o.place);
  }
};

// Raises where an axis has more places than an item can hold.
template <typename Key>
void EnforcePlaces(const char* op, int64_t n) {
  if constexpr (sizeof(Key) == 4) {
    PADDLE_ENFORCE(n <= int64_t{UINT32_MAX},
                   errors::Unimplemented("%s: the axis is too long.", op)
                       .Expected("less than 2^32 elements of this dtype")
                       .Received(std::to_string(n)));
  }
}

// Least significant digit first: keeps the order of equal keys.
template <typename Key>
void RadixSort(Item<Key>* items, Item<Key>* spare, int64_t n) {
  constexpr int kBits = 11, kPasses = (8 * sizeof(Key) + kBits - 1) / kBits;
  constexpr int kBuckets = 1 << kBits;
  auto counts = std::make_unique<int64_t[]>(kPasses * kBuckets);
  for (int64_t i = 0; i < n; ++i) {
    Key key = items[i].key();
    for (int p = 0; p < kPasses; ++p, key >>= kBits) {
      ++counts[p * kBuckets + (key & (kBuckets - 1))];
    }
  }
  Item<Key>*from = items, *to = spare;
  for (int p = 0; p < kPasses; ++p) {
    int64_t* count = &counts[p * kBuckets];
    const int shift = p * kBits;
    if (count[from[0].key() >> shift & (kBuckets - 1)] == n) continue;
    int64_t sum = 0;
    for (int b = 0; b < kBuckets; ++b) sum += std::exchange(count[b], sum);
    for (int64_t i = 0; i < n; ++i) {
      to[count[from[i].key() >> shift & (kBuckets - 1)]++] = from[i];
    }
    std::swap(from, to);
  }
  if (from != items) std::copy_n(from, n, items);
}

template <typename Key>
void SortItems(Item<Key>* items, Item<Key>* spare, int64_t n) {
  if (n > 1024)
    RadixSort(items, spare, n);
  else
    std::sort(items, items + n);
}

}  // namespace paddle::phi::PD_CPU_ISA
