// Programs are found again by their structure: a second run of the same calls
// compiles nothing.
#pragma once
#include <deque>
#include <memory>
#include <mutex>

#include "executor/executable.h"

namespace paddle::jit {

// The programs of one captured function, the oldest leaving first.
class PADDLE_API ProgramCache {
 public:
  explicit ProgramCache(size_t capacity = 64) : capacity_(capacity) {}
  // Compiles where no equal program is known; `compiled` tells.
  std::shared_ptr<const Executable> Find(pir::FlatProgram program,
                                         bool* compiled);
  size_t size() const;
  std::shared_ptr<const Executable> at(size_t i) const;
  // What compiling has taken so far.
  double seconds() const;

 private:
  const size_t capacity_;
  mutable std::mutex mutex_;
  double seconds_ = 0;
  struct Entry {
    uint64_t hash;
    pir::FlatProgram traced;  // before passes
    std::shared_ptr<const Executable> executable;
  };
  std::deque<Entry> programs_;
};

// Whether a pass decides by the sizes of `program`, which is then for these
// sizes only.
bool SizesDecide(const pir::FlatProgram& program);

}  // namespace paddle::jit
