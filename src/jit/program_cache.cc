#include "jit/program_cache.h"

#include "pir/program.h"

namespace paddle::jit {

std::shared_ptr<const Executable> ProgramCache::Find(pir::FlatProgram program,
                                                     bool* compiled) {
  const uint64_t hash = program.Hash();
  std::lock_guard lock(mutex_);
  *compiled = false;
  for (const Entry& entry : programs_) {
    if (entry.hash == hash && entry.traced == program) return entry.executable;
  }
  *compiled = true;
  pir::Program pir(program);
  pir.RunPasses("default");
  auto executable = std::make_shared<const Executable>(pir.ToFlat());
  if (programs_.size() >= capacity_) programs_.pop_front();
  programs_.push_back({hash, std::move(program), executable});
  return executable;
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
