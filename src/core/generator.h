// Random bits: one Philox4x32-10 generator per device. A call reserves a range
// of counters first and computes any part of it in any order, so results do
// not depend on the number of threads.
#pragma once
#include <cstdint>
#include "core/fork_mutex.h"
#include "core/place.h"

namespace paddle {

// A reserved range of values; free to copy. Value `i` is word `i % 64` of
// group `i / 64`.
struct PhiloxStream {
  static constexpr int kGroup = 64;  // values made at a time
  uint64_t seed;
  uint64_t first_group;

  // The 64 values of a group: word j of counters [16 g, 16 g + 16) stands at
  // out[16 j ...], which lets the compiler vectorise over counters.
  void Group(uint64_t group, uint32_t* out) const {
    constexpr int kLanes = 16;
    const uint64_t first = (first_group + group) * kLanes;
    uint32_t c0[kLanes], c1[kLanes], c2[kLanes], c3[kLanes];
    for (int l = 0; l < kLanes; ++l) {
      c0[l] = static_cast<uint32_t>(first) + static_cast<uint32_t>(l);
      c1[l] = static_cast<uint32_t>(first >> 32);
      c2[l] = c3[l] = 0;
    }
    uint32_t k0 = static_cast<uint32_t>(seed);
    uint32_t k1 = static_cast<uint32_t>(seed >> 32);
    for (int round = 0; round < 10; ++round) {
      for (int l = 0; l < kLanes; ++l) {
        const uint64_t p0 = uint64_t{0xD2511F53} * c0[l];
        const uint64_t p1 = uint64_t{0xCD9E8D57} * c2[l];
        c0[l] = static_cast<uint32_t>(p1 >> 32) ^ c1[l] ^ k0;
        c1[l] = static_cast<uint32_t>(p1);
        c2[l] = static_cast<uint32_t>(p0 >> 32) ^ c3[l] ^ k1;
        c3[l] = static_cast<uint32_t>(p0);
      }
      k0 += 0x9E3779B9;
      k1 += 0xBB67AE85;
    }
    for (int l = 0; l < kLanes; ++l) {
      out[l] = c0[l];
      out[kLanes + l] = c1[l];
      out[2 * kLanes + l] = c2[l];
      out[3 * kLanes + l] = c3[l];
    }
  }
};

// 32 random bits as a float in [0, 1), 64 as a double.
inline float UniformFloat(uint32_t bits) {
  return static_cast<float>(bits >> 8) * 0x1p-24f;
}
inline double UniformDouble(uint32_t high, uint32_t low) {
  const uint64_t bits = (uint64_t{high} << 32 | low) >> 11;
  return static_cast<double>(bits) * 0x1p-53;
}

// Safe to use from any thread.
class PADDLE_API Generator {
 public:
  struct State {
    uint64_t seed;
    uint64_t offset;  // groups handed out
  };
  explicit Generator(uint64_t seed) : state_{seed, 0} {}
  Generator(const Generator&) = delete;

  State state() const;
  void SetState(State state);
  void Seed(uint64_t seed) { SetState({seed, 0}); }
  // A range of at least `values` values that nobody else gets.
  PhiloxStream Reserve(int64_t values);

 private:
  mutable ForkMutex mutex_;
  State state_;
};

// The generator of a device; made with a seed of the system's at first use. On
// a thread with a generator of its own (SetThreadGenerator), that.
PADDLE_API Generator& DefaultGenerator(Place place = CPUPlace());
// From now on calls of this thread draw from `generator`, which may be null for
// that of the device; returns the one before.
PADDLE_API Generator* SetThreadGenerator(Generator* generator);
// The same while it lives; null: nothing changes.
class GeneratorScope {
 public:
  explicit GeneratorScope(Generator* generator)
      : set_(generator),
        before_(set_ ? SetThreadGenerator(generator) : nullptr) {}
  ~GeneratorScope() {
    if (set_) SetThreadGenerator(before_);
  }
  GeneratorScope(const GeneratorScope&) = delete;

 private:
  const bool set_;
  Generator* before_;
};
// Seeds the generators of all devices, also of those used later.
PADDLE_API void SeedAll(uint64_t seed);

}  // namespace paddle
