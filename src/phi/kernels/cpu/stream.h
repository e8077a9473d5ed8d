// Writing past the caches: a result far larger than they are need not be read
// into them first, which saves a third of the memory traffic of a copy.
#pragma once
#include "phi/kernels/cpu/vector.h"

namespace paddle::phi::PD_CPU_ISA {

constexpr int64_t kStreamBytes = int64_t{32} << 20;  // results of this size up

// A row that is finished in a buffer first stays in the caches to this size.
constexpr int64_t kStreamedRow = int64_t{256} << 10;

// Asks for what comes 8 KiB later: functions that take long leave the processor
// no time to look ahead.
PD_INLINE void PrefetchAhead(const void* p) {
  __builtin_prefetch(static_cast<const char*>(p) + 8192);
}

// A register to an address of its alignment.
template <typename V>
PD_INLINE void StreamVec(const V& v, void* to) {
#if PD_CPU_ISA_LEVEL >= 4
  _mm512_stream_si512(static_cast<__m512i*>(to), (__m512i)v);
#else
  _mm256_stream_si256(static_cast<__m256i*>(to), (__m256i)v);
#endif
}

// to[0..bytes) = from[0..bytes), from a block in the first cache.
inline void StreamCopy(const void* from, void* to, int64_t bytes) {
  const char* f = static_cast<const char*>(from);
  char* t = static_cast<char*>(to);
  const int64_t head = -reinterpret_cast<intptr_t>(t) & (kVecBytes - 1);
  if (head > 0 || bytes < kVecBytes) {
    const int64_t n = head < bytes ? head : bytes;
    std::memcpy(t, f, n);
    f += n;
    t += n;
    bytes -= n;
  }
  for (; bytes >= kVecBytes; bytes -= kVecBytes) {
    StreamVec(LoadVec(reinterpret_cast<const int64_t*>(f)), t);
    f += kVecBytes;
    t += kVecBytes;
  }
  if (bytes > 0) std::memcpy(t, f, bytes);
}
// After the last StreamCopy of a thread, before others read the result.
inline void FinishStream() { _mm_sfence(); }

}  // namespace paddle::phi::PD_CPU_ISA
