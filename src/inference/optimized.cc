#include "inference/optimized.h"

#include <algorithm>

#include "executor/at_sizes.h"
#include "pir/program.h"

namespace paddle::inference {

std::shared_ptr<const OptimizedPrograms::Program> OptimizedPrograms::Make(
    const std::vector<Var>& inputs) const {
  auto program = std::make_shared<Program>();
  for (size_t i = 0; i < num_feeds_; ++i) {
    program->feeds.emplace_back(inputs[i].dtype(), inputs[i].dims());
  }
  auto copy = executor::AtSizes(of_, inputs);
  if (!copy) return program;
  pir::Program pir(copy->program);
  pir.RunPasses("inference");
  program->executable = std::make_unique<const Executable>(pir.ToFlat());
  program->tensors = std::move(copy->tensors);
  return program;
}

std::shared_ptr<const OptimizedPrograms::Program> OptimizedPrograms::For(
    const std::vector<Var>& inputs) const {
  {
    std::lock_guard lock(mutex_);
    for (auto it = programs_.begin(); it != programs_.end(); ++it) {
      const auto& feeds = (*it)->feeds;
      const bool same = std::equal(feeds.begin(), feeds.end(), inputs.begin(),
                                   [](const auto& feed, const Var& v) {
                                     return feed.first == v.dtype() &&
                                            feed.second == v.dims();
                                   });
      if (!same) continue;
      std::rotate(programs_.begin(), it, it + 1);
      return programs_.front();
    }
  }
  auto program = Make(inputs);
  std::lock_guard lock(mutex_);
  programs_.insert(programs_.begin(), program);
  if (programs_.size() > kMostPrograms) programs_.pop_back();
  return program;
}

std::vector<Var> OptimizedPrograms::Run(const std::vector<Var>& inputs) const {
  const auto program = For(inputs);
  if (!program->executable) return of_.Run(inputs);
  std::vector<Var> all = inputs;
  all.insert(all.end(), program->tensors.begin(), program->tensors.end());
  return program->executable->Run(all);
}

}  // namespace paddle::inference
