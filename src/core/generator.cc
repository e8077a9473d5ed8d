#include "core/generator.h"
#include "core/made_at_load.h"

#include <map>
#include <memory>
#include <optional>
#include <random>
#include <utility>

namespace paddle {
namespace {

struct Generators {
  ForkMutex mutex;
  std::optional<uint64_t> seed;  // of SeedAll
  std::map<std::pair<int, int>, std::unique_ptr<Generator>> of_device;
};
Generators& Get() {
  static auto* generators = new Generators;
  return *generators;
}
PD_MAKE_AT_LOAD(&Get());

constinit thread_local Generator* of_thread = nullptr;

uint64_t SystemSeed() {
  std::random_device device;
  return uint64_t{device()} << 32 | device();
}

}  // namespace

Generator::State Generator::state() const {
  std::lock_guard lock(mutex_);
  return state_;
}

void Generator::SetState(State state) {
  std::lock_guard lock(mutex_);
  state_ = state;
}

PhiloxStream Generator::Reserve(int64_t values) {
  constexpr int64_t kGroup = PhiloxStream::kGroup;
  std::lock_guard lock(mutex_);
  const PhiloxStream stream{state_.seed, state_.offset};
  state_.offset += static_cast<uint64_t>((values + kGroup - 1) / kGroup);
  return stream;
}

Generator* SetThreadGenerator(Generator* generator) {
  return std::exchange(of_thread, generator);
}

Generator& DefaultGenerator(Place place) {
  if (of_thread) return *of_thread;
  Generators& all = Get();
  const std::pair<int, int> key(static_cast<int>(place.type), place.id);
  {
    std::lock_guard lock(all.mutex);
    const auto found = all.of_device.find(key);
    if (found != all.of_device.end()) return *found->second;
  }
  auto fresh = std::make_unique<Generator>(SystemSeed());
  std::lock_guard lock(all.mutex);
  auto& generator = all.of_device[key];
  if (!generator) {
    if (all.seed) fresh->Seed(*all.seed);
    generator = std::move(fresh);
  }
  return *generator;
}

void SeedAll(uint64_t seed) {
  Generators& all = Get();
  std::lock_guard lock(all.mutex);
  all.seed = seed;
  for (auto& [device, generator] : all.of_device) generator->Seed(seed);
}

}  // namespace paddle
