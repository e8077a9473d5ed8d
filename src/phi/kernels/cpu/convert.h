// Blocks of one element type to another, and blocks gathered from memory of
// any strides. Compiled once (convert.cc); kernels call through pointers.
#pragma once
#include "core/dense_tensor.h"

namespace paddle::phi::PD_CPU_ISA {

constexpr int kBlock = 512;  // elements converted or gathered at a time
constexpr int kBlockBytes = 16 * kBlock;

// to[i] = from[i] converted, n <= kBlock.
using ConvertFn = void (*)(const void* from, void* to, int64_t n);

// Up to three steps through blocks of plainer types: float8 -> float -> int32.
struct Conversion {
  int num_steps = 0;
  ConvertFn step[3];
  // n <= kBlock. With no steps nothing is done: the types are the same.
  void Run(const void* from, void* to, int64_t n) const;
};
Conversion ConversionOf(DataType from, DataType to);

// `n` elements of `size` bytes, `stride` elements apart, one after another.
void Gather(const void* from, int64_t stride, void* to, int64_t n, int size);
// to[0..n) = *value.
void Fill(const void* value, void* to, int64_t n, int size);

// Blocks of T to and from the type C that arithmetic on T is done in.
template <typename T, typename C>
inline void LoadBlock(const T* x, int64_t stride, C* to, int64_t n) {
  if constexpr (kIsNarrow<T>) {
    static_assert(std::is_same_v<C, float>);
    T raw[kBlock];
    const Conversion convert = ConversionOf(DataTypeOf<T>(), DataTypeOf<C>());
    for (int64_t i = 0; i < n; i += kBlock) {
      const int64_t m = n - i < kBlock ? n - i : kBlock;
      const T* from = x + i * stride;
      if (stride != 1) {
        Gather(from, stride, raw, m, sizeof(T));
        from = raw;
      }
      convert.Run(from, to + i, m);
    }
  } else if (stride == 1) {
    for (int64_t i = 0; i < n; ++i) to[i] = static_cast<C>(x[i]);
  } else {
    for (int64_t i = 0; i < n; ++i) to[i] = static_cast<C>(x[i * stride]);
  }
}

template <typename C, typename T>
inline void StoreBlock(const C* from, T* x, int64_t stride, int64_t n) {
  if constexpr (kIsNarrow<T>) {
    static_assert(std::is_same_v<C, float>);
    T raw[kBlock];
    const Conversion convert = ConversionOf(DataTypeOf<C>(), DataTypeOf<T>());
    for (int64_t i = 0; i < n; i += kBlock) {
      const int64_t m = n - i < kBlock ? n - i : kBlock;
      if (stride == 1) {
        convert.Run(from + i, x + i, m);
        continue;
      }
      convert.Run(from + i, raw, m);
      for (int64_t j = 0; j < m; ++j) x[(i + j) * stride] = raw[j];
    }
  } else if (stride == 1) {
    for (int64_t i = 0; i < n; ++i) x[i] = static_cast<T>(from[i]);
  } else {
    for (int64_t i = 0; i < n; ++i) x[i * stride] = static_cast<T>(from[i]);
  }
}

}  // namespace paddle::phi::PD_CPU_ISA
