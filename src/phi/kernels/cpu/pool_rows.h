// Windows of one size along the rows of a plane, a register of them at a time.
#pragma once
#include <limits>

#include "phi/kernels/cpu/pack_rows.h"
#include "phi/kernels/cpu/pool_loops.h"

namespace paddle::phi::PD_CPU_ISA {

template <typename C>
using LaneBits = Vec<typename scalar::NumberTraits<C>::Bits>;
template <typename C, size_t... I>
PD_INLINE LaneBits<C> LaneNumbers(std::index_sequence<I...>) {
  using Bits = typename scalar::NumberTraits<C>::Bits;
  return LaneBits<C>{static_cast<Bits>(I)...};
}

// What a register of windows has come to. Take() gets one element of each;
// `pixel` is the position of the first lane's.
template <typename C>
struct SumFold {
  Pack<C> sum;
  PD_INLINE void Start(int64_t, int64_t) { sum = Pack<C>(C(0)); }
  PD_INLINE void Take(Pack<C> v, int64_t) { sum = sum + v; }
  PD_INLINE void Store(C* out, int32_t*, int64_t n) const {
    sum.StoreUpTo(out, n);
  }
};

template <typename C>
struct MaxFold {
  Pack<C> most;
  PD_INLINE void Start(int64_t, int64_t) {
    most = Pack<C>(-std::numeric_limits<C>::infinity());
  }
  PD_INLINE void Take(Pack<C> v, int64_t) {
    most = Select(scalar::TakesPlace(v, most), v, most);
  }
  PD_INLINE void Store(C* out, int32_t*, int64_t n) const {
    most.StoreUpTo(out, n);
  }
};

template <typename C>
struct IndexedMaxFold {
  using Bits = typename scalar::NumberTraits<C>::Bits;
  Pack<C> most, at;    // `at` holds the bits of integers
  LaneBits<C> offset;  // of the lanes from the first one
  PD_INLINE Pack<C> Positions(int64_t pixel) const {
    return Vec<C>(offset + static_cast<Bits>(pixel));
  }
  PD_INLINE void Start(int64_t pixel, int64_t stride) {
    offset = LaneNumbers<C>(std::make_index_sequence<Pack<C>::kLanes>()) *
             static_cast<Bits>(stride);
    most = Pack<C>(-std::numeric_limits<C>::infinity());
    at = Positions(pixel);
  }
  PD_INLINE void Take(Pack<C> v, int64_t pixel) {
    const auto takes = scalar::TakesPlace(v, most);
    most = Select(takes, v, most);
    at = Select(takes, Positions(pixel), at);
  }
  PD_INLINE void Store(C* out, int32_t* index, int64_t n) const {
    most.StoreUpTo(out, n);
    if constexpr (sizeof(C) == 4) {
      at.StoreUpTo(reinterpret_cast<C*>(index), n);
    } else {
      const auto bits = LaneBits<C>(at.v);
      for (int64_t i = 0; i < n; ++i) index[i] = static_cast<int32_t>(bits[i]);
    }
  }
};

// Lanes 0, 2, ... of `low` and 1, 3, ... of `high`.
template <typename C, size_t... I>
PD_INLINE Pack<C> EveryOther(Pack<C> low, Pack<C> high,
                             std::index_sequence<I...>) {
  using Index = IndexOf<C>;
  constexpr size_t kHalf = Pack<C>::kLanes / 2;
  return __builtin_shuffle(low.v, high.v,
                           Vec<Index>{Index(I < kHalf ? 2 * I : 2 * I + 1)...});
}

// p[0], p[stride], ...: n <= kLanes elements, none beyond the last one read.
template <int kStride, typename C>
PD_INLINE Pack<C> LoadApart(const C* p, int64_t stride, int64_t n) {
  using P = Pack<C>;
  constexpr int64_t kLanes = P::kLanes;
  if constexpr (kStride == 1) {
    return LoadUpTo(p, n);
  } else if constexpr (kStride == 2) {
    const int64_t beyond = 2 * n - kLanes;  // elements of the second register
    const P low = LoadUpTo(p, std::min(kLanes, 2 * n - 1));
    const P high = beyond > 0 ? LoadUpTo(p + kLanes - 1, beyond) : low;
    return EveryOther(low, high, std::make_index_sequence<kLanes>());
  } else {
    C lanes[kLanes] = {};
    for (int64_t i = 0; i < n; ++i) lanes[i] = p[i * stride];
    return P::Load(lanes);
  }
}

// The windows [interior_begin, interior_end) of output row (i, j) of a plane.
template <typename Fold, int kStride, typename C>
void FoldInterior(const PoolGeometry& g, const C* x, int64_t i, int64_t j,
                  C* out, int32_t* index) {
  const AxisWindows &d = g.axis[0], &h = g.axis[1], &w = g.axis[2];
  // In range: only rows that suit (SuitsRows) come here, and they have some.
  const int64_t size = w.padded[w.interior_begin];
  const int64_t top = (d.begin[i] * h.in + h.begin[j]) * w.in;
  ForPacks<C>(w.interior_end - w.interior_begin, [&](int64_t k, int64_t n) {
    const int64_t left = w.begin[w.interior_begin + k];
    Fold fold;
    fold.Start(top + left, w.stride);
    for (int64_t z = d.begin[i]; z < d.end[i]; ++z) {
      for (int64_t y = h.begin[j]; y < h.end[j]; ++y) {
        const int64_t row = (z * h.in + y) * w.in + left;
        for (int64_t t = row; t < row + size; ++t) {
          fold.Take(LoadApart<kStride>(x + t, w.stride, n), t);
        }
      }
    }
    const int64_t to = w.interior_begin + k;
    fold.Store(out + to, index ? index + to : nullptr, n);
  });
}

// Whether a register gets enough windows of a row.
inline bool SuitsRows(const PoolGeometry& g) {
  return !g.channels_last &&
         g.axis[2].interior_end - g.axis[2].interior_begin > 2;
}

// Every window of one plane [d, h, w]: registers, and one(g, x, output pixel,
// i, j, k, out, index) for windows that the border cuts.
template <typename Fold, typename C, typename F>
void FoldPlaneByRows(const PoolGeometry& g, const C* x, C* out, int32_t* index,
                     F&& one) {
  const AxisWindows& w = g.axis[2];
  const auto run = w.stride == 1   ? FoldInterior<Fold, 1, C>
                   : w.stride == 2 ? FoldInterior<Fold, 2, C>
                                   : FoldInterior<Fold, 0, C>;
  for (int64_t i = 0; i < g.axis[0].out; ++i) {
    for (int64_t j = 0; j < g.axis[1].out; ++j) {
      const int64_t at = (i * g.axis[1].out + j) * w.out;
      for (int64_t k = 0; k < w.interior_begin; ++k) {
        one(g, x, at + k, i, j, k, out, index);
      }
      run(g, x, i, j, out + at, index ? index + at : nullptr);
      for (int64_t k = w.interior_end; k < w.out; ++k) {
        one(g, x, at + k, i, j, k, out, index);
      }
    }
  }
}

}  // namespace paddle::phi::PD_CPU_ISA
