// Lines of memory into the lanes of registers, and back. Offsets and strides
// count reals, so that a line of 2 n reals can be read as n complex numbers.
#pragma once
#include "phi/kernels/cpu/fft_stages.h"

namespace paddle::phi::PD_CPU_ISA {

// Element k of lane l lies at `step` k + `lane` l.
struct Lines {
  int64_t step, lane;
};

template <typename T, size_t... I>
PD_INLINE Vec<T> EvenLanes(Vec<T> a, Vec<T> b, std::index_sequence<I...>) {
  return __builtin_shuffle(a, b, Vec<IndexOf<T>>{IndexOf<T>(2 * I)...});
}
template <typename T, size_t... I>
PD_INLINE Vec<T> OddLanes(Vec<T> a, Vec<T> b, std::index_sequence<I...>) {
  return __builtin_shuffle(a, b, Vec<IndexOf<T>>{IndexOf<T>(2 * I + 1)...});
}
// Lanes of a and b in turn: of their first half, or of their second.
template <bool kHigh, typename T, size_t... I>
PD_INLINE Vec<T> Interleave(Vec<T> a, Vec<T> b, std::index_sequence<I...>) {
  constexpr size_t n = sizeof...(I), first = kHigh ? n / 2 : 0;
  return __builtin_shuffle(
      a, b, Vec<IndexOf<T>>{IndexOf<T>(first + I / 2 + (I % 2 ? n : 0))...});
}

template <typename T>
struct LaneSequence {
  static constexpr auto kAll = std::make_index_sequence<kVecLanes<T>>();
};

// Complex numbers side by side in a and b.
template <typename T>
PD_INLINE ComplexVec<T> Separate(Vec<T> a, Vec<T> b) {
  constexpr auto all = LaneSequence<T>::kAll;
  return {EvenLanes<T>(a, b, all), OddLanes<T>(a, b, all)};
}
template <typename T>
PD_INLINE void Join(ComplexVec<T> v, Vec<T>* a, Vec<T>* b) {
  constexpr auto all = LaneSequence<T>::kAll;
  *a = Interleave<false, T>(v.r, v.i, all);
  *b = Interleave<true, T>(v.r, v.i, all);
}

// Units of two reals: blocks of kDistance units change places.
template <int kDistance, bool kSecond, typename T, size_t... I>
PD_INLINE Vec<T> Exchange(Vec<T> a, Vec<T> b, std::index_sequence<I...>) {
  constexpr size_t n = sizeof...(I);
  constexpr auto at = [](size_t lane) {
    const size_t unit = lane / 2, part = lane % 2;
    const bool high = unit & kDistance;
    if (kSecond) {
      return high ? n + lane : (unit + kDistance) * 2 + part;
    }
    return high ? n + (unit - kDistance) * 2 + part : lane;
  };
  return __builtin_shuffle(a, b, Vec<IndexOf<T>>{IndexOf<T>(at(I))...});
}

// A square of complex numbers, a register a row, transposed.
template <typename T, int kDistance = kVecLanes<T> / 4>
PD_INLINE void TransposeSquare(Vec<T>* row) {
  constexpr int n = kVecLanes<T> / 2;
  constexpr auto all = LaneSequence<T>::kAll;
#pragma GCC unroll 8
  for (int i = 0; i < n; ++i) {
    if (i & kDistance) continue;
    const Vec<T> a = row[i], b = row[i + kDistance];
    row[i] = Exchange<kDistance, false, T>(a, b, all);
    row[i + kDistance] = Exchange<kDistance, true, T>(a, b, all);
  }
  if constexpr (kDistance > 1) TransposeSquare<T, kDistance / 2>(row);
}

// What the next lines will read or write, into the second level of the cache.
template <typename T>
PD_INLINE void PrefetchNext(const T* at, Lines lines) {
  __builtin_prefetch(at + kVecLanes<T> * lines.lane, 0, 2);
}

// n complex numbers of each of `count` lines; what the other lanes hold does
// not matter.
template <typename T>
void LoadComplex(const T* p, Lines lines, int64_t n, int64_t count,
                 ComplexVec<T>* to) {
  constexpr int64_t kLanes = kVecLanes<T>, kSquare = kLanes / 2;
  int64_t k = 0;
  if (count == kLanes && lines.lane == 2) {
    for (; k < n; ++k) {
      const T* at = p + k * lines.step;
      PrefetchNext(at, lines);
      PrefetchNext(at + kLanes, lines);
      to[k] = Separate<T>(LoadVec(at), LoadVec(at + kLanes));
    }
    return;
  }
  if (2 * count > kLanes && lines.step == 2) {
    for (; k + kSquare <= n; k += kSquare) {
      Vec<T> row[2][kSquare];
#pragma GCC unroll 16
      for (int64_t l = 0; l < kLanes; ++l) {
        const T* at = p + 2 * k + std::min(l, count - 1) * lines.lane;
        PrefetchNext(at, lines);
        row[l / kSquare][l % kSquare] = LoadVec(at);
      }
      TransposeSquare<T>(row[0]);
      TransposeSquare<T>(row[1]);
#pragma GCC unroll 16
      for (int64_t j = 0; j < kSquare; ++j) {
        to[k + j] = Separate<T>(row[0][j], row[1][j]);
      }
    }
  }
  for (; k < n; ++k) {
    to[k] = ComplexVec<T>{};
    for (int64_t l = 0; l < count; ++l) {
      const T* at = p + k * lines.step + l * lines.lane;
      to[k].r[l] = at[0];
      to[k].i[l] = at[1];
    }
  }
}

// The first n of `size` numbers, times real scales; `order` says where they lie
// (null: as they come). Backward: the transform the other way is this one with
// the numbers in reverse, all but the first.
template <typename T>
struct Scaled {
  const ComplexVec<T>* from;
  const int32_t* order;
  int64_t size;
  bool backward;
  T scale_r, scale_i;
  PD_INLINE ComplexVec<T> operator()(int64_t k) const {
    const int64_t i = backward && k ? size - k : k;
    const ComplexVec<T>& v = from[order ? order[i] : i];
    return {v.r * scale_r, v.i * scale_i};
  }
};

template <typename T>
void StoreComplex(const Scaled<T>& scaled, int64_t n, int64_t count, T* p,
                  Lines lines) {
  constexpr int64_t kLanes = kVecLanes<T>, kSquare = kLanes / 2;
  int64_t k = 0;
  if (count == kLanes && lines.lane == 2) {
    for (; k < n; ++k) {
      T* at = p + k * lines.step;
      Vec<T> a, b;
      PrefetchNext(at, lines);
      PrefetchNext(at + kLanes, lines);
      Join<T>(scaled(k), &a, &b);
      StoreVec<T>(a, at);
      StoreVec<T>(b, at + kLanes);
    }
    return;
  }
  if (2 * count > kLanes && lines.step == 2) {
    for (; k + kSquare <= n; k += kSquare) {
      Vec<T> row[2][kSquare];
#pragma GCC unroll 16
      for (int64_t j = 0; j < kSquare; ++j) {
        Join<T>(scaled(k + j), &row[0][j], &row[1][j]);
      }
      TransposeSquare<T>(row[0]);
      TransposeSquare<T>(row[1]);
#pragma GCC unroll 16
      for (int64_t l = 0; l < kLanes && l < count; ++l) {
        T* at = p + 2 * k + l * lines.lane;
        PrefetchNext(at, lines);
        StoreVec<T>(row[l / kSquare][l % kSquare], at);
      }
    }
  }
  for (; k < n; ++k) {
    const ComplexVec<T> v = scaled(k);
    for (int64_t l = 0; l < count; ++l) {
      T* at = p + k * lines.step + l * lines.lane;
      at[0] = v.r[l];
      at[1] = v.i[l];
    }
  }
}

// n reals of each line, as the real parts; pairs: as n complex numbers.
template <typename T>
void LoadReal(const T* p, Lines lines, int64_t n, bool pairs, int64_t count,
              ComplexVec<T>* to) {
  if (pairs && lines.step == 1) {
    return LoadComplex(p, {2, lines.lane}, n, count, to);
  }
  const bool side_by_side = count == kVecLanes<T> && lines.lane == 1;
  const int64_t step = pairs ? 2 * lines.step : lines.step;
  for (int64_t k = 0; k < n; ++k) {
    const T* at = p + k * step;
    to[k] = ComplexVec<T>{};
    if (side_by_side) {
      to[k].r = LoadVec(at);
      if (pairs) to[k].i = LoadVec(at + lines.step);
      continue;
    }
    for (int64_t l = 0; l < count; ++l) {
      const T* x = at + l * lines.lane;
      to[k].r[l] = x[0];
      if (pairs) to[k].i[l] = x[lines.step];
    }
  }
}

template <typename T>
void StoreReal(const Scaled<T>& scaled, int64_t n, bool pairs, int64_t count,
               T* p, Lines lines) {
  if (pairs && lines.step == 1) {
    return StoreComplex(scaled, n, count, p, {2, lines.lane});
  }
  const bool side_by_side = count == kVecLanes<T> && lines.lane == 1;
  const int64_t step = pairs ? 2 * lines.step : lines.step;
  for (int64_t k = 0; k < n; ++k) {
    T* at = p + k * step;
    const ComplexVec<T> v = scaled(k);
    if (side_by_side) {
      StoreVec<T>(v.r, at);
      if (pairs) StoreVec<T>(v.i, at + lines.step);
      continue;
    }
    for (int64_t l = 0; l < count; ++l) {
      T* x = at + l * lines.lane;
      x[0] = v.r[l];
      if (pairs) x[lines.step] = v.i[l];
    }
  }
}

}  // namespace paddle::phi::PD_CPU_ISA
