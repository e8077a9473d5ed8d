#include "jit/program_cache.h"

#include <chrono>

#include "pir/program.h"

namespace paddle::jit {

std::shared_ptr<const Executable> ProgramCache::Find(pir::FlatProgram program,
                                                     bool* compiled) {
  pir::KeepChecks(&program);
  const uint64_t hash = program.Hash();
  std::lock_guard lock(mutex_);
  *compiled = false;
  for (const Entry& entry : programs_) {
    if (entry.hash == hash && entry.traced == program) return entry.executable;
  }
  *compiled = true;
  const auto start = std::chrono::steady_clock::now();
  pir::Program pir(program);
  pir.RunPasses("default");
  auto executable = std::make_shared<const Executable>(pir.ToFlat());
  if (programs_.size() >= capacity_) programs_.pop_front();
  programs_.push_back({hash, std::move(program), executable});
  seconds_ +=
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  return executable;
}
double ProgramCache::seconds() const {
  std::lock_guard lock(mutex_);
  return seconds_;
}
size_t ProgramCache::size() const {
  std::lock_guard lock(mutex_);
  return programs_.size();
}
std::shared_ptr<const Executable> ProgramCache::at(size_t i) const {
  std::lock_guard lock(mutex_);
  return programs_.at(i).executable;
}

bool SizesDecide(const pir::FlatProgram& program) {
  pir::Program decided(program), open(program);
  decided.RunPasses("default");
  open.RunPasses("open_sizes");
  return !(decided.ToFlat() == open.ToFlat());
}

}  // namespace paddle::jit
