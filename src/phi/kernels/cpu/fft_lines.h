// Transforms of lines: as many side by side as a register has lanes.
#pragma once
#include "core/allocator.h"
#include "phi/kernels/cpu/fft_lanes.h"

namespace paddle::phi::PD_CPU_ISA {

// Memory of a call, aligned to registers.
template <typename V>
class FftBuffer {
 public:
  explicit FftBuffer(int64_t count)
      : bytes_(sizeof(V) * static_cast<size_t>(count)),
        data_(static_cast<V*>(memory::AllocateLarge(bytes_))) {}
  ~FftBuffer() { memory::FreeLarge(data_, bytes_); }
  FftBuffer(const FftBuffer&) = delete;
  V* data() const { return data_; }

 private:
  size_t bytes_;
  V* data_;
};

// Two buffers of `size` pairs of registers each.
template <typename T>
class FftBuffers {
 public:
  explicit FftBuffers(int64_t size) : size_(size), memory_(2 * size) {}
  ComplexVec<T>* a() const { return memory_.data(); }
  ComplexVec<T>* b() const { return a() + size_; }

 private:
  int64_t size_;
  FftBuffer<ComplexVec<T>> memory_;
};

enum class FftKind { kC2C, kR2C, kC2R };

// One transform of length n; real sides of even length are handled as n / 2
// complex numbers.
template <typename T>
struct FftTask {
  FftKind kind;
  int64_t n;
  bool forward;
  bool onesided;  // of kR2C: n / 2 + 1 results, not n
  T scale;
  std::shared_ptr<const FftPlan<T>> plan;
  std::shared_ptr<const FftRoots<T>> roots;  // of n

  bool pairs() const { return kind != FftKind::kC2C && n % 2 == 0; }
  int64_t size() const { return pairs() ? n / 2 : n; }
  int64_t in_length() const { return kind == FftKind::kC2R ? n / 2 + 1 : n; }
  int64_t out_length() const {
    return kind == FftKind::kR2C && onesided ? n / 2 + 1 : n;
  }
  int64_t in_reals() const { return kind == FftKind::kR2C ? 1 : 2; }
  int64_t out_reals() const { return kind == FftKind::kC2R ? 1 : 2; }
  // The imaginary part of frequencies that are their own opposites, such that
  // storing makes it 0 in full spectra, and conjugate to 0 in halves.
  T zero() const { return !onesided && !forward ? T(-0.0) : T(0); }
  int64_t buffer() const { return std::max(BufferSize(*plan), n + 1); }
};

template <typename T>
FftTask<T> MakeFftTask(FftKind kind, int64_t n, bool forward, bool onesided,
                       double scale) {
  FftTask<T> task{kind, n, forward, onesided, static_cast<T>(scale), {}, {}};
  task.plan = GetFftPlan<T>(task.size());
  if (task.pairs()) task.roots = GetFftRoots<T>(n, n / 4 + 1);
  return task;
}

// z(k), the transform of the even elements + i the odd ones, to twice the
// spectrum of both, h + 1 numbers. V: ComplexVec, or one number. Imaginary
// parts of the ends are left to the caller.
template <typename Z, typename V, typename T>
PD_INLINE void SpectrumOfPairs(Z&& z, int64_t h, const T* roots, V* x) {
  for (int64_t k = 0; k <= h / 2; ++k) {
    const V a = z(k), b = z(k ? h - k : 0).Conj();
    const V sum = a + b;
    const V turned = (a - b).Times(roots + 2 * k).TimesMinusI();
    x[k] = sum + turned;
    x[h - k] = (sum - turned).Conj();
  }
}

// The way back, in place.
template <typename V, typename T>
PD_INLINE void PairsOfSpectrum(V* x, int64_t h, const T* roots) {
  x[0].i = x[h].i = decltype(x->i){};
  for (int64_t k = 0; k <= h / 2; ++k) {
    const V a = x[k], b = x[h - k].Conj();
    const V sum = a + b;
    const V turned =
        (b - a).Times(roots[2 * k], -roots[2 * k + 1]).TimesMinusI();
    x[k] = sum + turned;
    if (k) x[h - k] = (sum - turned).Conj();
  }
}

// `count` lines, at most as many as a register has lanes. a and b hold
// task.buffer() numbers each.
template <typename T>
void RunLanes(const FftTask<T>& task, const T* in, Lines from, T* out, Lines to,
              int64_t count, ComplexVec<T>* a, ComplexVec<T>* b) {
  const int64_t n = task.n, h = n / 2;
  const bool pairs = task.pairs();
  const T scale = task.scale;
  const int32_t* order = task.plan->order.data();
  if (task.kind == FftKind::kC2C) {
    LoadComplex(in, from, n, count, a);
    RunPlan(*task.plan, a, b);
    return StoreComplex<T>({a, order, n, !task.forward, scale, scale}, n, count,
                           out, to);
  }
  if (task.kind == FftKind::kR2C) {
    LoadReal(in, from, task.size(), pairs, count, a);
    RunPlan(*task.plan, a, b);
    T part = scale;
    ComplexVec<T>* x = a;
    if (pairs) {
      x = b;
      SpectrumOfPairs([=](int64_t k) { return a[order[k]]; }, h,
                      task.roots->values.data(), x);
      x[h].i = task.zero() - Vec<T>{};
      if (!task.onesided) {
        for (int64_t k = 1; k < h; ++k) x[n - k] = x[k].Conj();
      }
      part *= T(0.5);
    }
    x[0].i = task.zero() - Vec<T>{};
    return StoreComplex<T>({x, pairs ? nullptr : order, n, false, part,
                            task.forward ? part : -part},
                           task.out_length(), count, out, to);
  }
  LoadComplex(in, from, h + 1, count, a);
  if (pairs) {
    for (int64_t k = 0; task.forward && k <= h; ++k) a[k] = a[k].Conj();
    PairsOfSpectrum(a, h, task.roots->values.data());
  } else {
    a[0].i = Vec<T>{};
    for (int64_t k = 1; k <= h; ++k) a[n - k] = a[k].Conj();
  }
  RunPlan(*task.plan, a, b);
  const int64_t size = task.size();
  StoreReal<T>({a, order, size, pairs || !task.forward, scale, scale}, size,
               pairs, count, out, to);
}

}  // namespace paddle::phi::PD_CPU_ISA
