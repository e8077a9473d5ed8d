// A loaded program as the passes of the pipeline `inference` make it, once for
// each of the last few sets of sizes.
#pragma once
#include <memory>
#include <mutex>
#include <vector>

#include "executor/executable.h"

namespace paddle::inference {

class OptimizedPrograms {
 public:
  // The first `num_feeds` inputs vary in size.
  OptimizedPrograms(const Executable& of, size_t num_feeds)
      : of_(of), num_feeds_(num_feeds) {}
  // As `of` runs, but for rounding.
  std::vector<Var> Run(const std::vector<Var>& inputs) const;

 private:
  struct Program {
    std::vector<std::pair<DataType, DDim>> feeds;
    std::unique_ptr<const Executable> executable;  // null: run `of`
    std::vector<Var> tensors;                      // its last inputs
  };
  std::shared_ptr<const Program> For(const std::vector<Var>& inputs) const;
  std::shared_ptr<const Program> Make(const std::vector<Var>& inputs) const;

  static constexpr size_t kMostPrograms = 4;  // each packs the weights
  const Executable& of_;
  const size_t num_feeds_;
  mutable std::mutex mutex_;
  mutable std::vector<std::shared_ptr<const Program>> programs_;
};

}  // namespace paddle::inference
