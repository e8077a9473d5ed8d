// Transforms of single long lines: as a matrix, so that lanes have lines to
// work on and stages stay in the caches.
#pragma once
#include "core/thread_pool.h"
#include "phi/kernels/cpu/fft_lines.h"

namespace paddle::phi::PD_CPU_ISA {

// A complex number as ComplexVec is, for the loops over one line.
template <typename T>
struct ComplexOne {
  T r, i;
  friend ComplexOne operator+(ComplexOne a, ComplexOne b) {
    return {a.r + b.r, a.i + b.i};
  }
  friend ComplexOne operator-(ComplexOne a, ComplexOne b) {
    return {a.r - b.r, a.i - b.i};
  }
  ComplexOne Times(T c, T s) const { return {r * c - i * s, r * s + i * c}; }
  ComplexOne Times(const T* root) const { return Times(root[0], root[1]); }
  ComplexOne TimesMinusI() const { return {i, -r}; }
  ComplexOne Conj() const { return {r, -i}; }
  ComplexOne Swapped() const { return {i, r}; }
};

// Calls f(first, count, a, b) for groups of at most kLanes of `n` lines, with
// two buffers of `size` numbers.
template <typename T, typename F>
void ForEachGroup(int64_t n, int64_t size, F&& f) {
  constexpr int64_t kLanes = kVecLanes<T>;
  const int64_t groups = (n + kLanes - 1) / kLanes;
  const int64_t grain = std::max<int64_t>(1, 2048 / (size + 1));
  ParallelFor(groups, grain, [&](int64_t begin, int64_t end) {
    const FftBuffers<T> buffers(size);
    for (int64_t g = begin; g < end; ++g) {
      f(g * kLanes, std::min(kLanes, n - g * kLanes), buffers.a(), buffers.b());
    }
  });
}

// `step` counts reals, from one complex number to the next.
template <typename T>
void SplitLine(const FftSplit<T>& split, const T* in, int64_t in_step, T* out,
               int64_t out_step, bool backward, T scale) {
  const int64_t rows = split.rows, columns = split.columns;
  const FftBuffer<T> matrix(2 * rows * columns);
  T* const m = matrix.data();
  const auto& down = *split.column_plan;
  const auto column = [&](int64_t c, int64_t count, auto* a, auto* b) {
    LoadComplex(in + c * in_step, {columns * in_step, in_step}, rows, count, a);
    RunPlan(down, a, b);
    const int32_t* order = down.order.data();
    LoadComplex(split.roots.data() + 2 * c, {2 * columns, 2}, rows, count, b);
    for (int64_t k = 0; k < rows; ++k) {
      ComplexVec<T>& v = a[order[backward && k ? rows - k : k]];
      const ComplexVec<T> w = backward ? b[k].Conj() : b[k];
      v = {v.r * w.r - v.i * w.i, v.r * w.i + v.i * w.r};
    }
    StoreComplex<T>({a, order, rows, backward, T(1), T(1)}, rows, count,
                    m + 2 * c, {2 * columns, 2});
  };
  ForEachGroup<T>(columns, BufferSize(down), column);
  const auto& across = *split.row_plan;
  const auto row = [&](int64_t r, int64_t count, auto* a, auto* b) {
    LoadComplex(m + 2 * r * columns, {2, 2 * columns}, columns, count, a);
    RunPlan(across, a, b);
    StoreComplex<T>({a, across.order.data(), columns, backward, scale, scale},
                    columns, count, out + r * out_step,
                    {rows * out_step, out_step});
  };
  ForEachGroup<T>(rows, BufferSize(across), row);
}

template <typename T>
void ComplexLine(int64_t n, const T* in, int64_t in_step, T* out,
                 int64_t out_step, bool backward, T scale) {
  if (const auto split = GetFftSplit<T>(n)) {
    return SplitLine(*split, in, in_step, out, out_step, backward, scale);
  }
  const auto plan = GetFftPlan<T>(n);
  if (!plan->convolution) {
    const FftBuffers<T> buffers(n);
    LoadComplex(in, {in_step, 0}, n, 1, buffers.a());
    RunPlan(*plan, buffers.a(), buffers.b());
    return StoreComplex<T>(
        {buffers.a(), plan->order.data(), n, backward, scale, scale}, n, 1, out,
        {out_step, 0});
  }
  const int64_t size = plan->convolution->n;
  const FftBuffer<ComplexOne<T>> buffer(size);
  ComplexOne<T>* x = buffer.data();
  const T* chirp = plan->chirp.data();
  for (int64_t k = 0; k < n; ++k) {
    const ComplexOne<T> v{in[k * in_step], in[k * in_step + 1]};
    x[k] = (backward ? v.Swapped() : v).Times(chirp + 2 * k);
  }
  std::fill(x + n, x + size, ComplexOne<T>{});
  T* const reals = reinterpret_cast<T*>(x);
  ComplexLine<T>(size, reals, 2, reals, 2, false, T(1));
  for (int64_t k = 0; k < size; ++k) {
    x[k] = x[k].Times(plan->chirp_spectrum.data() + 2 * k);
  }
  ComplexLine<T>(size, reals, 2, reals, 2, true, T(1));
  for (int64_t k = 0; k < n; ++k) {
    ComplexOne<T> v = x[k].Times(chirp + 2 * k);
    if (backward) v = v.Swapped();
    out[k * out_step] = v.r * scale;
    out[k * out_step + 1] = v.i * scale;
  }
}

// One line of a task; steps count reals.
template <typename T>
void RunLine(const FftTask<T>& task, const T* in, int64_t in_step, T* out,
             int64_t out_step) {
  const int64_t n = task.n, h = n / 2, size = task.size();
  const bool pairs = task.pairs();
  if (task.kind == FftKind::kC2C) {
    return ComplexLine<T>(n, in, in_step, out, out_step, !task.forward,
                          task.scale);
  }
  const FftBuffer<ComplexOne<T>> first(n + 1), second(n + 1);
  ComplexOne<T>*x = first.data(), *y = second.data();
  T* const reals = reinterpret_cast<T*>(x);
  if (task.kind == FftKind::kR2C) {
    for (int64_t k = 0; k < size; ++k) {
      const T* at = in + (pairs ? 2 * k : k) * in_step;
      x[k] = {at[0], pairs ? at[in_step] : T(0)};
    }
    ComplexLine<T>(size, reals, 2, reals, 2, false, T(1));
    if (pairs) {
      SpectrumOfPairs([=](int64_t k) { return x[k]; }, h,
                      task.roots->values.data(), y);
      y[h].i = task.zero();
      for (int64_t k = 1; !task.onesided && k < h; ++k) y[n - k] = y[k].Conj();
      std::swap(x, y);
    }
    x[0].i = task.zero();
    const T scale = pairs ? task.scale / 2 : task.scale;
    for (int64_t k = 0; k < task.out_length(); ++k) {
      out[k * out_step] = x[k].r * scale;
      out[k * out_step + 1] = x[k].i * (task.forward ? scale : -scale);
    }
    return;
  }
  for (int64_t k = 0; k <= h; ++k) {
    const T* at = in + k * in_step;
    x[k] = {at[0], task.forward ? -at[1] : at[1]};
  }
  if (pairs) {
    PairsOfSpectrum(x, h, task.roots->values.data());
  } else {
    x[0].i = 0;
    for (int64_t k = 1; k <= h; ++k) x[n - k] = x[k].Conj();
  }
  ComplexLine<T>(size, reals, 2, reals, 2, true, task.scale);
  for (int64_t k = 0; k < n; ++k) {
    out[k * out_step] = pairs ? reals[k] : x[k].r;
  }
}

}  // namespace paddle::phi::PD_CPU_ISA
