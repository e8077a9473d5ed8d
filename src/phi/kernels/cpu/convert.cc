#include "phi/kernels/cpu/convert.h"

#include <immintrin.h>

#include <cstring>

namespace paddle::phi::PD_CPU_ISA {
namespace {

template <typename From, typename To>
void Plain(const void* from, void* to, int64_t n) {
  const From* x = static_cast<const From*>(from);
  To* out = static_cast<To*>(to);
  if constexpr (std::is_same_v<To, bool>) {
    uint8_t* bits = static_cast<uint8_t*>(to);
    for (int64_t i = 0; i < n; ++i) bits[i] = x[i] != From(0);
  } else {
    for (int64_t i = 0; i < n; ++i) out[i] = static_cast<To>(x[i]);
  }
}

template <typename Complex, typename R>
void RealPart(const void* from, void* to, int64_t n) {
  const R* x = static_cast<const R*>(from);
  for (int64_t i = 0; i < n; ++i) static_cast<R*>(to)[i] = x[2 * i];
}
template <typename R>
void MakeComplex(const void* from, void* to, int64_t n) {
  R* out = static_cast<R*>(to);
  for (int64_t i = 0; i < n; ++i) {
    out[2 * i] = static_cast<const R*>(from)[i];
    out[2 * i + 1] = 0;
  }
}
template <typename R, typename S>
void ComplexToComplex(const void* from, void* to, int64_t n) {
  Plain<R, S>(from, to, 2 * n);
}
template <typename R>
void ComplexToBool(const void* from, void* to, int64_t n) {
  const R* x = static_cast<const R*>(from);
  uint8_t* out = static_cast<uint8_t*>(to);
  for (int64_t i = 0; i < n; ++i)
    out[i] = (x[2 * i] != 0) | (x[2 * i + 1] != 0);
}

void HalfToFloat(const void* from, void* to, int64_t n) {
  const uint16_t* x = static_cast<const uint16_t*>(from);
  float* out = static_cast<float*>(to);
  int64_t i = 0;
  for (; i + 8 <= n; i += 8) {
    const __m128i bits =
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(x + i));
    _mm256_storeu_ps(out + i, _mm256_cvtph_ps(bits));
  }
  for (; i < n; ++i) out[i] = _cvtsh_ss(x[i]);
}
void FloatToHalf(const void* from, void* to, int64_t n) {
  const float* x = static_cast<const float*>(from);
  uint16_t* out = static_cast<uint16_t*>(to);
  int64_t i = 0;
  for (; i + 8 <= n; i += 8) {
    const __m128i bits =
        _mm256_cvtps_ph(_mm256_loadu_ps(x + i), _MM_FROUND_TO_NEAREST_INT);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i), bits);
  }
  for (; i < n; ++i) out[i] = _cvtss_sh(x[i], _MM_FROUND_TO_NEAREST_INT);
}
void BFloat16ToFloat(const void* from, void* to, int64_t n) {
  const uint16_t* x = static_cast<const uint16_t*>(from);
  uint32_t* out = static_cast<uint32_t*>(to);
  for (int64_t i = 0; i < n; ++i) out[i] = static_cast<uint32_t>(x[i]) << 16;
}
void FloatToBFloat16(const void* from, void* to, int64_t n) {
  const uint32_t* x = static_cast<const uint32_t*>(from);
  uint16_t* out = static_cast<uint16_t*>(to);
  for (int64_t i = 0; i < n; ++i) {
    const uint32_t u = x[i];
    const uint32_t rounded = (u + 0x7fffu + ((u >> 16) & 1)) >> 16;
    const uint32_t quiet = (u >> 16) | 0x40;
    out[i] = static_cast<uint16_t>((u & 0x7fffffffu) > 0x7f800000u ? quiet
                                                                   : rounded);
  }
}
template <typename T>
void Float8ToFloat(const void* from, void* to, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    static_cast<float*>(to)[i] = static_cast<const T*>(from)[i];
  }
}
template <typename T>
void FloatToFloat8(const void* from, void* to, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    static_cast<T*>(to)[i] = T(static_cast<const float*>(from)[i]);
  }
}

// The types with conversions among each other; all others go through one.
constexpr DataType kHubs[] = {DataType::kUInt8, DataType::kInt32,
                              DataType::kInt64, DataType::kFloat32,
                              DataType::kFloat64};
template <typename T>
constexpr ConvertFn kFromHub[] = {&Plain<uint8_t, T>, &Plain<int32_t, T>,
                                  &Plain<int64_t, T>, &Plain<float, T>,
                                  &Plain<double, T>};

int HubIndex(DataType t) {
  for (int i = 0; i < 5; ++i) {
    if (kHubs[i] == t) return i;
  }
  return -1;
}

ConvertFn BetweenHubs(DataType from, DataType to) {
  const int i = HubIndex(from);
  switch (to) {
    case DataType::kBool: return kFromHub<bool>[i];
    case DataType::kUInt8: return kFromHub<uint8_t>[i];
    case DataType::kInt32: return kFromHub<int32_t>[i];
    case DataType::kInt64: return kFromHub<int64_t>[i];
    case DataType::kFloat32: return kFromHub<float>[i];
    default: return kFromHub<double>[i];
  }
}

struct Step {
  DataType hub;
  ConvertFn convert;  // null: the same bits
};

// How a type becomes a hub, and how it is made from one.
Step ToHub(DataType t) {
  switch (t) {
    case DataType::kBool: return {DataType::kUInt8, nullptr};
    case DataType::kInt8: return {DataType::kInt32, &Plain<int8_t, int32_t>};
    case DataType::kInt16: return {DataType::kInt32, &Plain<int16_t, int32_t>};
    case DataType::kFloat16: return {DataType::kFloat32, &HalfToFloat};
    case DataType::kBFloat16: return {DataType::kFloat32, &BFloat16ToFloat};
    case DataType::kFloat8E4M3FN:
      return {DataType::kFloat32, &Float8ToFloat<float8_e4m3fn>};
    case DataType::kFloat8E5M2:
      return {DataType::kFloat32, &Float8ToFloat<float8_e5m2>};
    case DataType::kComplex64:
      return {DataType::kFloat32, &RealPart<complex64, float>};
    case DataType::kComplex128:
      return {DataType::kFloat64, &RealPart<complex128, double>};
    default: return {t, nullptr};
  }
}
Step FromHub(DataType t) {
  switch (t) {
    case DataType::kInt8: return {DataType::kInt32, &Plain<int32_t, int8_t>};
    case DataType::kInt16: return {DataType::kInt32, &Plain<int32_t, int16_t>};
    case DataType::kFloat16: return {DataType::kFloat32, &FloatToHalf};
    case DataType::kBFloat16: return {DataType::kFloat32, &FloatToBFloat16};
    case DataType::kFloat8E4M3FN:
      return {DataType::kFloat32, &FloatToFloat8<float8_e4m3fn>};
    case DataType::kFloat8E5M2:
      return {DataType::kFloat32, &FloatToFloat8<float8_e5m2>};
    case DataType::kComplex64: return {DataType::kFloat32, &MakeComplex<float>};
    case DataType::kComplex128:
      return {DataType::kFloat64, &MakeComplex<double>};
    default: return {t, nullptr};
  }
}

template <typename T>
void GatherAs(const void* from, int64_t stride, void* to, int64_t n) {
  const T* x = static_cast<const T*>(from);
  for (int64_t i = 0; i < n; ++i) static_cast<T*>(to)[i] = x[i * stride];
}
template <typename T>
void FillAs(const void* value, void* to, int64_t n) {
  const T v = *static_cast<const T*>(value);
  for (int64_t i = 0; i < n; ++i) static_cast<T*>(to)[i] = v;
}
struct Bytes16 {
  int64_t a, b;
};

}  // namespace

Conversion ConversionOf(DataType from, DataType to) {
  Conversion c;
  auto add = [&](ConvertFn fn) {
    if (fn) c.step[c.num_steps++] = fn;
  };
  if (from == to) return c;
  if (IsComplex(from) && IsComplex(to)) {
    add(from == DataType::kComplex64 ? &ComplexToComplex<float, double>
                                     : &ComplexToComplex<double, float>);
  } else if (IsComplex(from) && to == DataType::kBool) {
    add(from == DataType::kComplex64 ? &ComplexToBool<float>
                                     : &ComplexToBool<double>);
  } else {
    const Step first = ToHub(from), last = FromHub(to);
    add(first.convert);
    if (first.hub != last.hub) add(BetweenHubs(first.hub, last.hub));
    add(last.convert);
    if (c.num_steps == 0) add(&Plain<uint8_t, uint8_t>);  // bool -> uint8
  }
  return c;
}

void Conversion::Run(const void* from, void* to, int64_t n) const {
  alignas(64) char blocks[2][kBlockBytes];
  for (int i = 0; i < num_steps; ++i) {
    void* target = i + 1 == num_steps ? to : blocks[i];
    step[i](from, target, n);
    from = target;
  }
}

void Gather(const void* from, int64_t stride, void* to, int64_t n, int size) {
  switch (size) {
    case 1: return GatherAs<uint8_t>(from, stride, to, n);
    case 2: return GatherAs<uint16_t>(from, stride, to, n);
    case 4: return GatherAs<uint32_t>(from, stride, to, n);
    case 8: return GatherAs<uint64_t>(from, stride, to, n);
    default: return GatherAs<Bytes16>(from, stride, to, n);
  }
}

void Fill(const void* value, void* to, int64_t n, int size) {
  switch (size) {
    case 1: return FillAs<uint8_t>(value, to, n);
    case 2: return FillAs<uint16_t>(value, to, n);
    case 4: return FillAs<uint32_t>(value, to, n);
    case 8: return FillAs<uint64_t>(value, to, n);
    default: return FillAs<Bytes16>(value, to, n);
  }
}

}  // namespace paddle::phi::PD_CPU_ISA
