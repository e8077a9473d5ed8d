// A mutex that a forked child finds free, with what it guards whole: fork()
// takes all of them first, in the order in which they were made. Do the same,
// and make none while holding another.
#pragma once
#include <mutex>

#include "common/macros.h"

namespace paddle {

class PADDLE_API ForkMutex {
 public:
  ForkMutex();
  ~ForkMutex();
  ForkMutex(const ForkMutex&) = delete;
  void lock() { mutex_.lock(); }
  bool try_lock() { return mutex_.try_lock(); }
  void unlock() { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

}  // namespace paddle
