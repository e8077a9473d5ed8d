#include "core/large_cache.h"

#include <algorithm>

namespace paddle::memory {

size_t LargeCache::Round(size_t bytes) {
  bytes = std::max(bytes, kLeast);
  const size_t step = size_t{1} << (60 - __builtin_clzll(bytes));
  return (bytes + step - 1) / step * step;
}

int LargeCache::BinOf(size_t size) {
  const int k = 63 - __builtin_clzll(size);
  return std::min(kBins - 1,
                  (k - 15) * 8 + static_cast<int>(size >> (k - 3) & 7));
}

void* LargeCache::Take(size_t* size) {
  const int bin = BinOf(*size);
  for (int i = bin; i < std::min(kBins, bin + 3); ++i) {
    Block* b = bins_[i];
    if (!b || b->size < *size) continue;
    Unlink(b);
    *size = b->size;
    return b;
  }
  return nullptr;
}

void LargeCache::Add(void* p, size_t size) {
  auto* b = static_cast<Block*>(p);
  Block*& bin = bins_[BinOf(size)];
  *b = {size, bin, nullptr, youngest_, nullptr};
  if (bin) bin->previous = b;
  bin = b;
  if (youngest_) youngest_->younger = b;
  youngest_ = b;
  if (!oldest_) oldest_ = b;
  bytes_ += size;
}

void* LargeCache::TakeOldest(size_t* size) {
  Block* b = oldest_;
  if (!b) return nullptr;
  Unlink(b);
  *size = b->size;
  return b;
}

void LargeCache::Unlink(Block* b) {
  (b->previous ? b->previous->next : bins_[BinOf(b->size)]) = b->next;
  if (b->next) b->next->previous = b->previous;
  (b->older ? b->older->younger : oldest_) = b->younger;
  (b->younger ? b->younger->older : youngest_) = b->older;
  bytes_ -= b->size;
}

}  // namespace paddle::memory
