// The loops of elementwise kernels: contiguous runs are vectorised by the
// compiler, narrow floats are converted in blocks, strides and broadcasting
// are handled by StridedRange.
#pragma once
#include <algorithm>

#include "core/thread_pool.h"
#include "phi/kernels/cpu/convert.h"
#include "phi/kernels/cpu/strided.h"
#include "phi/kernels/funcs/scalar/common.h"

namespace paddle::phi::PD_CPU_ISA {

constexpr int64_t kElementwiseGrain = 32768;  // elements per piece of work
constexpr int kBlock = 256;                   // elements converted at a time

// out[i] = f(x[i]) over a run; strides count elements.
template <typename T, typename R, typename F>
inline void UnaryRun(const T* x, int64_t sx, R* out, int64_t so, int64_t n,
                     F f) {
  using C = ComputeType<T>;
  using D = decltype(f(C()));
  if constexpr (kIsNarrow<T> || kIsNarrow<R>) {
    C a[kBlock];
    D b[kBlock];
    for (int64_t i = 0; i < n; i += kBlock) {
      const int64_t m = std::min<int64_t>(kBlock, n - i);
      LoadBlock(x + i * sx, sx, a, m);
      for (int64_t j = 0; j < m; ++j) b[j] = f(a[j]);
      StoreBlock(b, out + i * so, so, m);
    }
  } else if (sx == 1 && so == 1) {
    for (int64_t i = 0; i < n; ++i) out[i] = static_cast<R>(f(x[i]));
  } else {
    for (int64_t i = 0; i < n; ++i) out[i * so] = static_cast<R>(f(x[i * sx]));
  }
}

template <typename T, typename R, typename F>
inline void BinaryRun(const T* x, int64_t sx, const T* y, int64_t sy, R* out,
                      int64_t so, int64_t n, F f) {
  using C = ComputeType<T>;
  using D = decltype(f(C(), C()));
  if constexpr (kIsNarrow<T> || kIsNarrow<R>) {
    C a[kBlock], b[kBlock];
    D c[kBlock];
    for (int64_t i = 0; i < n; i += kBlock) {
      const int64_t m = std::min<int64_t>(kBlock, n - i);
      LoadBlock(x + i * sx, sx, a, m);
      LoadBlock(y + i * sy, sy, b, m);
      for (int64_t j = 0; j < m; ++j) c[j] = f(a[j], b[j]);
      StoreBlock(c, out + i * so, so, m);
    }
  } else if (so == 1 && sx == 1 && sy == 1) {
    for (int64_t i = 0; i < n; ++i) out[i] = static_cast<R>(f(x[i], y[i]));
  } else if (so == 1 && sx == 1 && sy == 0) {
    const T b = *y;
    for (int64_t i = 0; i < n; ++i) out[i] = static_cast<R>(f(x[i], b));
  } else if (so == 1 && sx == 0 && sy == 1) {
    const T a = *x;
    for (int64_t i = 0; i < n; ++i) out[i] = static_cast<R>(f(a, y[i]));
  } else {
    for (int64_t i = 0; i < n; ++i) {
      out[i * so] = static_cast<R>(f(x[i * sx], y[i * sy]));
    }
  }
}

template <typename T, typename R, typename F>
PD_NOINLINE void UnaryStrided(const DenseTensor& x, DenseTensor* out, F f) {
  int64_t strides[2][kMaxRank];
  BroadcastStrides(*out, out->dims, strides[0]);
  BroadcastStrides(x, out->dims, strides[1]);
  const StridedRange<2> range(out->dims, strides);
  const int64_t grain = std::max<int64_t>(1, kElementwiseGrain / range.inner);
  ParallelFor(range.outer, grain, [&](int64_t begin, int64_t end) {
    range.ForEach(begin, end, [&](const int64_t* at) {
      UnaryRun(x.Data<T>() + at[1], range.inner_stride[1],
               out->Data<R>() + at[0], range.inner_stride[0], range.inner, f);
    });
  });
}

// out = f(x), elementwise; R is the output's type. Any strides.
template <typename T, typename R = T, typename F>
inline void Unary(const DenseTensor& x, DenseTensor* out, F f) {
  const int64_t n = out->numel;
  if (PD_LIKELY(x.contiguous() && out->contiguous())) {
    const T* a = x.Data<T>();
    R* c = out->Data<R>();
    ParallelFor(n, kElementwiseGrain, [&](int64_t begin, int64_t end) {
      UnaryRun(a + begin, 1, c + begin, 1, end - begin, f);
    });
  } else if (n > 0) {
    UnaryStrided<T, R>(x, out, f);
  }
}

template <typename T, typename R, typename F>
PD_NOINLINE void BinaryStrided(const DenseTensor& x, const DenseTensor& y,
                               DenseTensor* out, F f) {
  int64_t strides[3][kMaxRank];
  BroadcastStrides(*out, out->dims, strides[0]);
  BroadcastStrides(x, out->dims, strides[1]);
  BroadcastStrides(y, out->dims, strides[2]);
  const StridedRange<3> range(out->dims, strides);
  auto run = [&](const int64_t* at, int64_t from, int64_t count) {
    const int64_t* s = range.inner_stride;
    BinaryRun(x.Data<T>() + at[1] + from * s[1], s[1],
              y.Data<T>() + at[2] + from * s[2], s[2],
              out->Data<R>() + at[0] + from * s[0], s[0], count, f);
  };
  if (range.outer == 1) {
    const int64_t origin[3] = {};
    ParallelFor(range.inner, kElementwiseGrain, [&](int64_t b, int64_t e) {
      run(origin, b, e - b);
    });
    return;
  }
  const int64_t grain = std::max<int64_t>(1, kElementwiseGrain / range.inner);
  ParallelFor(range.outer, grain, [&](int64_t begin, int64_t end) {
    range.ForEach(begin, end,
                  [&](const int64_t* at) { run(at, 0, range.inner); });
  });
}

// out = f(x, y) with broadcasting. Any strides.
template <typename T, typename R = T, typename F>
inline void Binary(const DenseTensor& x, const DenseTensor& y,
                   DenseTensor* out, F f) {
  const int64_t n = out->numel;
  const bool plain = x.contiguous() && y.contiguous() && out->contiguous();
  const bool x_one = x.numel == 1, y_one = y.numel == 1;
  if (PD_LIKELY(plain && (x.numel == n || x_one) && (y.numel == n || y_one))) {
    const int64_t sx = x.numel == n, sy = y.numel == n;
    const T *a = x.Data<T>(), *b = y.Data<T>();
    R* c = out->Data<R>();
    ParallelFor(n, kElementwiseGrain, [&](int64_t begin, int64_t end) {
      BinaryRun(a + begin * sx, sx, b + begin * sy, sy, c + begin, 1,
                end - begin, f);
    });
  } else if (n > 0) {
    BinaryStrided<T, R>(x, y, out, f);
  }
}

}  // namespace paddle::phi::PD_CPU_ISA
