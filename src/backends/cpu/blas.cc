#include "backends/cpu/blas.h"

#include <dlfcn.h>
#include <oneapi/dnnl/dnnl.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "backends/cpu/gemm_impl.h"
#include "backends/cpu/openblas.h"
#include "backends/cpu/signal_stack.h"
#include "common/enforce.h"
#include "core/thread_pool.h"

namespace paddle::cpu {

namespace {

// Below this many multiplications a product stays on the calling thread.
constexpr double kSplitWork = 1 << 20;

template <typename T>
void Run(const GemmCall<T>& g);

void Sgemm(const GemmCall<float>& g) {
  const OneOmpThread one;
  EnsureSignalStack();
  dnnl_sgemm(g.trans_a ? 'T' : 'N', g.trans_b ? 'T' : 'N', g.m, g.n, g.k, 1.0f,
             g.a, g.lda, g.b, g.ldb, g.beta, g.c, g.ldc);
}

// What a vector times a matrix adds up in one go, one product after the other.
constexpr int64_t kSumLength = 4096;

// A long sum in pieces: one after the other loses digits (half a percent after
// a million products).
void SumOfPieces(const GemmCall<float>& g) {
  const int64_t size = std::max(g.m, g.n), step = g.m == 1 ? 1 : g.ldc;
  std::vector<float> part(size);
  GemmCall<float> piece = g;
  piece.c = part.data();
  piece.ldc = g.m == 1 ? size : 1;
  piece.beta = 0;
  for (int64_t p = 0; p < g.k; p += kSumLength) {
    piece.k = std::min(kSumLength, g.k - p);
    piece.a = g.a + (g.trans_a ? p * g.lda : p);
    piece.b = g.b + (g.trans_b ? p : p * g.ldb);
    Sgemm(piece);
    const bool first = p == 0 && g.beta == 0;
    for (int64_t i = 0; i < size; ++i) {
      float& c = g.c[i * step];
      c = first ? part[i] : c + part[i];
    }
  }
}

// A vector times a vector, both runs of memory, in lanes.
float Dot(const float* a, const float* b, int64_t k) {
  constexpr int kLanes = 64;
  float total = 0;
  for (int64_t p = 0; p < k;) {
    const int64_t end = std::min(k, p + kSumLength);
    float sum[kLanes] = {};
    for (; p + kLanes <= end; p += kLanes) {
      for (int i = 0; i < kLanes; ++i) sum[i] += a[p + i] * b[p + i];
    }
    for (int i = 0; p < end; ++p, ++i) sum[i] += a[p] * b[p];
    for (int n = kLanes / 2; n > 0; n /= 2) {
      for (int i = 0; i < n; ++i) sum[i] += sum[i + n];
    }
    total += sum[0];
  }
  return total;
}

template <>
void Run(const GemmCall<float>& g) {
  if (g.m == 1 && g.n == 1 && (!g.trans_a || g.lda == 1) &&
      (g.trans_b || g.ldb == 1)) {
    const float c = g.beta == 0 ? 0 : g.beta * *g.c;
    *g.c = c + Dot(g.a, g.b, g.k);
    return;
  }
  const bool is_vector = g.m == 1 || g.n == 1;
  if (is_vector && g.k > 2 * kSumLength) return SumOfPieces(g);
  Sgemm(g);
}

constexpr int kRowMajor = 101, kNoTrans = 111, kTrans = 112;

// BLAS counts in int: a longer product is run in halves. True where it was.
template <typename T>
bool RunInHalves(const GemmCall<T>& g) {
  constexpr int64_t kMost = INT32_MAX;
  PADDLE_ENFORCE(
      std::max({g.lda, g.ldb, g.ldc}) <= kMost,
      errors::Unimplemented("matmul: a row is longer than BLAS can count.")
          .Expected("at most 2^31 - 1 elements"));
  if (PD_LIKELY(std::max({g.m, g.n, g.k}) <= kMost)) return false;
  GemmCall<T> first = g, second = g;
  if (g.m > kMost) {
    first.m = g.m / 2;
    second.m = g.m - first.m;
    second.a += g.trans_a ? first.m : first.m * g.lda;
    second.c += first.m * g.ldc;
  } else if (g.n > kMost) {
    first.n = g.n / 2;
    second.n = g.n - first.n;
    second.b += g.trans_b ? first.n * g.ldb : first.n;
    second.c += first.n;
  } else {
    first.k = g.k / 2;
    second.k = g.k - first.k;
    second.a += g.trans_a ? first.k * g.lda : first.k;
    second.b += g.trans_b ? first.k : first.k * g.ldb;
    second.beta = T(1);
  }
  Run(first);
  Run(second);
  return true;
}

template <typename T>
void RunCblas(const GemmCall<T>& g, void (*real)(PD_CBLAS_GEMM(T))) {
  if (RunInHalves(g)) return;
  real(kRowMajor, g.trans_a ? kTrans : kNoTrans, g.trans_b ? kTrans : kNoTrans,
       static_cast<int>(g.m), static_cast<int>(g.n), static_cast<int>(g.k), 1,
       g.a, static_cast<int>(g.lda), g.b, static_cast<int>(g.ldb), g.beta, g.c,
       static_cast<int>(g.ldc));
}
template <typename R>
void RunCblas(const GemmCall<std::complex<R>>& g,
              void (*complex)(PD_CBLAS_COMPLEX_GEMM)) {
  if (RunInHalves(g)) return;
  const std::complex<R> one(1);
  complex(kRowMajor, g.trans_a ? kTrans : kNoTrans,
          g.trans_b ? kTrans : kNoTrans, static_cast<int>(g.m),
          static_cast<int>(g.n), static_cast<int>(g.k), &one, g.a,
          static_cast<int>(g.lda), g.b, static_cast<int>(g.ldb), &g.beta, g.c,
          static_cast<int>(g.ldc));
}
template <>
void Run(const GemmCall<double>& g) {
  RunCblas(g, OpenBlas().dgemm);
}
template <>
void Run(const GemmCall<bfloat16>& g) {
  RunBfloat16(g);
}
template <>
void Run(const GemmCall<complex64>& g) {
  RunCblas(g, OpenBlas().cgemm);
}
template <>
void Run(const GemmCall<complex128>& g) {
  RunCblas(g, OpenBlas().zgemm);
}

template <typename T>
void RunPiece(GemmCall<T> g) {
  if (g.row) {
    for (int64_t i = 0; i < g.m; ++i) std::copy_n(g.row, g.n, g.c + i * g.ldc);
    g.beta = T(1);
  }
  Run(g);
}

// Cuts C into a grid of pieces, one for each thread, as square as they get.
template <typename T>
void Split(const GemmCall<T>& g) {
  const int threads = NumThreads();
  const double work = static_cast<double>(g.m) * g.n * g.k;
  if (threads == 1 || work < kSplitWork || InParallel()) return RunPiece(g);
  int rows = 1;
  double best = -1;
  for (int r = 1; r <= threads; ++r) {
    const int c = threads / r;
    if (r > g.m || c > g.n) continue;
    // What a piece computes per element that it reads.
    const double pm = std::ceil(static_cast<double>(g.m) / r);
    const double pn = std::ceil(static_cast<double>(g.n) / c);
    const double score = r * c / (1 / pm + 1 / pn);
    if (score > best) {
      best = score;
      rows = r;
    }
  }
  const int columns = static_cast<int>(std::min<int64_t>(threads / rows, g.n));
  // Whole vectors of 16 in all pieces but the last.
  const auto step = [](int64_t size, int pieces) {
    const int64_t s = (size + pieces - 1) / pieces;
    return size >= 32 * pieces ? (s + 15) / 16 * 16 : s;
  };
  const int64_t dm = step(g.m, rows), dn = step(g.n, columns);
  ParallelFor(int64_t{rows} * columns, 1, [&](int64_t begin, int64_t end) {
    for (int64_t p = begin; p < end; ++p) {
      const int64_t i = p / columns * dm, j = p % columns * dn;
      if (i >= g.m || j >= g.n) continue;
      GemmCall<T> piece = g;
      piece.m = std::min(dm, g.m - i);
      piece.n = std::min(dn, g.n - j);
      piece.a += g.trans_a ? i : i * g.lda;
      piece.b += g.trans_b ? j * g.ldb : j;
      piece.c += i * g.ldc + j;
      if (g.row) piece.row += j;
      RunPiece(piece);
    }
  });
}

}  // namespace

namespace {
struct OpenMp {
  int (*get_max_threads)() = nullptr;
  void (*set_num_threads)(int) = nullptr;
  OpenMp() {
    void* gomp = dlopen("libgomp.so.1", RTLD_LAZY | RTLD_NOLOAD);
    if (!gomp) return;
    get_max_threads =
        reinterpret_cast<int (*)()>(dlsym(gomp, "omp_get_max_threads"));
    set_num_threads =
        reinterpret_cast<void (*)(int)>(dlsym(gomp, "omp_set_num_threads"));
  }
};
const OpenMp& Omp() {
  static const OpenMp omp;
  return omp;
}
}  // namespace

OneOmpThread::OneOmpThread() {
  if (!Omp().set_num_threads || !Omp().get_max_threads) return;
  previous_ = Omp().get_max_threads();
  if (previous_ != 1) Omp().set_num_threads(1);
}
OneOmpThread::~OneOmpThread() {
  if (previous_ > 1) Omp().set_num_threads(previous_);
}

void Gemm(const GemmCall<float>& g) { Split(g); }
void Gemm(const GemmCall<double>& g) { Split(g); }
void Gemm(const GemmCall<bfloat16>& g) { Split(g); }
void Gemm(const GemmCall<complex64>& g) { Split(g); }
void Gemm(const GemmCall<complex128>& g) { Split(g); }

}  // namespace paddle::cpu
