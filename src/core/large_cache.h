// Freed blocks kept for reuse, by size and by age. Not safe for threads. What
// it knows of a block is written in the block.
#pragma once
#include <cstddef>
#include <cstdint>

#include "common/macros.h"

namespace paddle::memory {

class PADDLE_API LargeCache {
 public:
  static constexpr size_t kLeast = 32768;

  // The size of the block that serves `bytes`. Eight per power of two: at most
  // an eighth is unused.
  static size_t Round(size_t bytes);

  // A block of at least `size`, a rounded size, and at most about a quarter
  // more; `size` becomes its own. Null: there is none.
  void* Take(size_t* size);
  void Add(void* p, size_t size);
  // The block that has waited longest, or null.
  void* TakeOldest(size_t* size);
  size_t bytes() const { return bytes_; }

 private:
  struct Block {
    size_t size;
    Block *next, *previous;  // of its size, the newest first
    Block *older, *younger;  // of all
  };
  static constexpr int kBins = 8 * 49;
  static int BinOf(size_t size);
  void Unlink(Block* b);

  size_t bytes_ = 0;
  Block* bins_[kBins] = {};
  Block *oldest_ = nullptr, *youngest_ = nullptr;
};

}  // namespace paddle::memory
