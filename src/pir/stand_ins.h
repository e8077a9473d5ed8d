// Numbers in the place of sizes and numbers that are not known: one table, so
// that no two of its uses have a number in common.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/ddim.h"

namespace paddle::pir::stand_ins {

// Open sizes while a static program is built, by axis: what is fed agrees about
// the batch, and mostly about the others. Primes that are 3 modulo 4 and 2
// modulo 3: what windows leave of one, times the stride, is not the size plus
// 1. None is close to a round number, nor are its halves. Products of three,
// and of many channels, are sizes of tensors.
inline constexpr std::array<int64_t, kMaxRank> kOpen = {
    169067, 56531, 18131, 12071, 9371, 7727, 6827, 5867, 5231};

// Whole numbers and sizes of functions that are rehearsed (jit/rehearsal.py):
// of two kinds, that have no remainders in common.
inline constexpr std::array<int64_t, 6> kPrimeSizes = {16411,  32771,  65537,
                                                       131101, 262147, 524309};
inline constexpr std::array<int64_t, 6> kEvenSizes = {16380,  32736,  65448,
                                                      130980, 262440, 524256};
inline constexpr std::array<int64_t, 10> kPrimeInts = {
    1000003, 1000033, 1000037, 1000039, 1000081,
    1000099, 1000117, 1000121, 1000133, 1000151};
inline constexpr std::array<int64_t, 10> kEvenInts = {
    1000020, 1000044, 1000056, 1000068, 1000092,
    1000104, 1000128, 1000140, 1000164, 1000188};

// No stand-in is smaller.
inline constexpr int64_t kLeast = 5231;

constexpr bool IsPrime(int64_t n) {
  for (int64_t k = 2; k * k <= n; ++k) {
    if (n % k == 0) return false;
  }
  return n > 1;
}
// Whether a number of a table is closer to `n` than `least`.
constexpr bool IsNear(int64_t n, int64_t least) {
  for (const auto table :
       {std::span<const int64_t>(kOpen), std::span<const int64_t>(kPrimeSizes),
        std::span<const int64_t>(kEvenSizes),
        std::span<const int64_t>(kPrimeInts),
        std::span<const int64_t>(kEvenInts)}) {
    for (const int64_t known : table) {
      if ((n < known ? known - n : n - known) < least) return true;
    }
  }
  return false;
}

// Open sizes in the twin of a static program (pir/size_twin.h): the batch, then
// those of all other open axes of all that is fed. Small ones, for products of
// many have to fit into a size.
inline constexpr auto kTwin = [] {
  std::array<int64_t, 128> primes{190027};
  int64_t n = 12007;
  for (size_t i = 1; i < primes.size(); n += 101) {
    while (!IsPrime(n) || IsNear(n, 64)) ++n;
    primes[i++] = n;
  }
  return primes;
}();

static_assert([] {
  for (const int64_t n : kOpen) {
    if (!IsPrime(n) || n % 12 != 11) return false;
  }
  for (const int64_t n : kTwin) {
    if (!IsPrime(n) || IsNear(n, 64)) return false;
  }
  const std::span<const int64_t> tables[] = {
      kOpen, kTwin, kPrimeSizes, kEvenSizes, kPrimeInts, kEvenInts};
  std::array<int64_t, 256> all{};
  size_t count = 0;
  for (const auto table : tables) {
    for (const int64_t n : table) {
      if (n < kLeast) return false;
      for (size_t i = 0; i < count; ++i) {
        if (all[i] == n) return false;
      }
      all[count++] = n;
    }
  }
  return true;
}());

}  // namespace paddle::pir::stand_ins
