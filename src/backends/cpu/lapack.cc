#include "backends/cpu/lapack.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "backends/cpu/openblas.h"
#include "common/enforce.h"

namespace paddle::cpu {
namespace {

template <typename T>
constexpr char kPrefix = std::is_same_v<T, float>       ? 's'
                         : std::is_same_v<T, double>    ? 'd'
                         : std::is_same_v<T, complex64> ? 'c'
                                                        : 'z';
template <typename T>
constexpr bool kComplex = kIsComplexType<T>;

// Fortran takes pointers to everything, and the lengths of strings at the end.
template <typename T, typename... A>
void Call(const char* real, const char* complex, A... args) {
  const std::string name =
      kPrefix<T> + std::string(kComplex<T> ? complex : real) + "_";
  using F = void (*)(A...);
  reinterpret_cast<F>(OpenBlasSymbol(name.c_str()))(args...);
}

// The first element of a workspace query, as a size: a float may have rounded
// it down.
template <typename T>
int Size(T v) {
  using R = RealOf<T>;
  const double size =
      std::ceil(std::real(v) * (1.0 + std::numeric_limits<R>::epsilon()));
  return static_cast<int>(std::clamp(size, 1.0, double{INT32_MAX}));
}

// The workspace of blocks of 64 rows, as far as int counts: less also serves.
int BlockedWork(int rows) {
  return static_cast<int>(std::min<int64_t>(int64_t{64} * rows, INT32_MAX));
}

// NaN makes some of LAPACK write outside its arrays, or never return.
template <typename T>
bool IsFinite(const T* a, int64_t count) {
  bool finite = true;
  for (int64_t i = 0; i < count; ++i) finite &= std::isfinite(std::abs(a[i]));
  return finite;
}
[[noreturn]] void ThrowNotFinite() {
  PADDLE_THROW(errors::InvalidArgument("the matrix holds NaN or infinity."));
}
template <typename T>
void EnforceFinite(const T* a, int64_t count) {
  if (!IsFinite(a, count)) ThrowNotFinite();
}
// Only of the triangle that is read.
template <typename T>
void EnforceFiniteTriangle(char uplo, const T* a, int n) {
  for (int64_t j = 0; j < n; ++j) {
    const T* column = a + j * n;
    const bool finite =
        uplo == 'L' ? IsFinite(column + j, n - j) : IsFinite(column, j + 1);
    if (!finite) ThrowNotFinite();
  }
}

}  // namespace

#define PD_LAPACK(T)                                                           \
  LapackInt Potrf(char uplo, int n, T* a) {                                    \
    int info = 0, lda = std::max(1, n);                                        \
    Call<T>("potrf", "potrf", &uplo, &n, a, &lda, &info, size_t{1});           \
    return info;                                                               \
  }                                                                            \
  LapackInt Getrf(int m, int n, T* a, int* pivots) {                           \
    int info = 0, lda = std::max(1, m);                                        \
    Call<T>("getrf", "getrf", &m, &n, a, &lda, pivots, &info);                 \
    return info;                                                               \
  }                                                                            \
  LapackInt Getrs(char trans, int n, int nrhs, const T* lu, const int* pivots, \
                  T* b) {                                                      \
    int info = 0, ld = std::max(1, n);                                         \
    Call<T>("getrs", "getrs", &trans, &n, &nrhs, lu, &ld, pivots, b, &ld,      \
            &info, size_t{1});                                                 \
    return info;                                                               \
  }                                                                            \
  LapackInt Getri(int n, T* lu, const int* pivots) {                           \
    int info = 0, ld = std::max(1, n), lwork = BlockedWork(ld);                \
    std::vector<T> work(lwork);                                                \
    Call<T>("getri", "getri", &n, lu, &ld, pivots, work.data(), &lwork,        \
            &info);                                                            \
    return info;                                                               \
  }                                                                            \
  LapackInt Gelqf(int m, int n, T* a, T* tau) {                                \
    int info = 0, lda = std::max(1, m), lwork = BlockedWork(lda);              \
    std::vector<T> work(lwork);                                                \
    Call<T>("gelqf", "gelqf", &m, &n, a, &lda, tau, work.data(), &lwork,       \
            &info);                                                            \
    return info;                                                               \
  }                                                                            \
  LapackInt Orglq(int m, int n, int k, T* a, const T* tau) {                   \
    int info = 0, lda = std::max(1, m), lwork = BlockedWork(lda);              \
    std::vector<T> work(lwork);                                                \
    Call<T>("orglq", "unglq", &m, &n, &k, a, &lda, tau, work.data(), &lwork,   \
            &info);                                                            \
    return info;                                                               \
  }                                                                            \
  LapackInt Gesdd(char jobz, int m, int n, T* a, RealOf<T>* s, T* u, int ldu,  \
                  T* vt, int ldvt) {                                           \
    using R = RealOf<T>;                                                       \
    EnforceFinite(a, int64_t{m} * n);                                          \
    int info = 0, lda = std::max(1, m), query = -1;                            \
    const int64_t least = std::min(m, n), most = std::max(m, n);               \
    std::vector<int> iwork(8 * least + 1);                                     \
    std::vector<R> rwork(                                                      \
        kComplex<T>                                                            \
            ? least* std::max(5 * least + 7, 2 * most + 2 * least + 1) + 1     \
            : 1);                                                              \
    T first{};                                                                 \
    const auto run = [&](T* work, int* lwork) {                                \
      if constexpr (kComplex<T>) {                                             \
        Call<T>("", "gesdd", &jobz, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt,    \
                work, lwork, rwork.data(), iwork.data(), &info, size_t{1});    \
      } else {                                                                 \
        Call<T>("gesdd", "", &jobz, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt,    \
                work, lwork, iwork.data(), &info, size_t{1});                  \
      }                                                                        \
    };                                                                         \
    run(&first, &query);                                                       \
    int lwork = Size(first);                                                   \
    std::vector<T> work(lwork);                                                \
    run(work.data(), &lwork);                                                  \
    return info;                                                               \
  }                                                                            \
  LapackInt Syevd(bool vectors, char uplo, int n, T* a, RealOf<T>* w) {        \
    using R = RealOf<T>;                                                       \
    EnforceFiniteTriangle(uplo, a, n);                                         \
    char jobz = vectors ? 'V' : 'N';                                           \
    int info = 0, lda = std::max(1, n), query = -1, int_first = 0;             \
    T first{};                                                                 \
    R real_first{};                                                            \
    const auto run = [&](T* work, int* lwork, R* rwork, int* lrwork,           \
                         int* iwork, int* liwork) {                            \
      if constexpr (kComplex<T>) {                                             \
        Call<T>("", "heevd", &jobz, &uplo, &n, a, &lda, w, work, lwork, rwork, \
                lrwork, iwork, liwork, &info, size_t{1}, size_t{1});           \
      } else {                                                                 \
        Call<T>("syevd", "", &jobz, &uplo, &n, a, &lda, w, work, lwork, iwork, \
                liwork, &info, size_t{1}, size_t{1});                          \
      }                                                                        \
    };                                                                         \
    run(&first, &query, &real_first, &query, &int_first, &query);              \
    int lwork = Size(first), lrwork = Size(real_first);                        \
    int liwork = std::max(1, int_first);                                       \
    std::vector<T> work(lwork);                                                \
    std::vector<R> rwork(lrwork);                                              \
    std::vector<int> iwork(liwork);                                            \
    run(work.data(), &lwork, rwork.data(), &lrwork, iwork.data(), &liwork);    \
    return info;                                                               \
  }                                                                            \
  void Trsm(char side, char uplo, char trans, char diag, int m, int n,         \
            const T* a, int lda, T* b, int ldb) {                              \
    T one(1);                                                                  \
    Call<T>("trsm", "trsm", &side, &uplo, &trans, &diag, &m, &n, &one, a,      \
            &lda, b, &ldb, size_t{1}, size_t{1}, size_t{1}, size_t{1});        \
  }                                                                            \
  LapackInt Gelsd(int m, int n, int nrhs, T* a, T* b, int ldb, RealOf<T>* s,   \
                  RealOf<T> rcond, int* rank) {                                \
    using R = RealOf<T>;                                                       \
    EnforceFinite(a, int64_t{m} * n);                                          \
    int info = 0, lda = std::max(1, m), query = -1, int_first = 0;             \
    T first{};                                                                 \
    R real_first{};                                                            \
    const auto run = [&](T* work, int* lwork, R* rwork, int* iwork) {          \
      if constexpr (kComplex<T>) {                                             \
        Call<T>("", "gelsd", &m, &n, &nrhs, a, &lda, b, &ldb, s, &rcond, rank, \
                work, lwork, rwork, iwork, &info);                             \
      } else {                                                                 \
        Call<T>("gelsd", "", &m, &n, &nrhs, a, &lda, b, &ldb, s, &rcond, rank, \
                work, lwork, iwork, &info);                                    \
      }                                                                        \
    };                                                                         \
    run(&first, &query, &real_first, &int_first);                              \
    int lwork = Size(first);                                                   \
    std::vector<T> work(lwork);                                                \
    std::vector<R> rwork(Size(real_first));                                    \
    std::vector<int> iwork(std::max(1, int_first));                            \
    run(work.data(), &lwork, rwork.data(), iwork.data());                      \
    return info;                                                               \
  }
PD_LAPACK(float)
PD_LAPACK(double)
PD_LAPACK(complex64)
PD_LAPACK(complex128)
#undef PD_LAPACK

namespace {

template <typename R>
LapackInt RealGeev(int n, R* a, std::complex<R>* w, std::complex<R>* vectors) {
  EnforceFinite(a, int64_t{n} * n);
  char left = 'N', right = vectors ? 'V' : 'N';
  int info = 0, ld = std::max(1, n), one = 1, query = -1;
  std::vector<R> re(n + 1), im(n + 1), v(vectors ? int64_t{n} * n + 1 : 1);
  R unused{}, first{};
  const auto run = [&](R* work, int* lwork) {
    Call<R>("geev", "", &left, &right, &n, a, &ld, re.data(), im.data(),
            &unused, &one, v.data(), &ld, work, lwork, &info, size_t{1},
            size_t{1});
  };
  run(&first, &query);
  int lwork = Size(first);
  std::vector<R> work(lwork);
  run(work.data(), &lwork);
  for (int j = 0; j < n; ++j) w[j] = {re[j], im[j]};
  // A pair of conjugate eigenvalues shares two real columns.
  for (int j = 0; vectors && j < n; ++j) {
    const bool pair = im[j] != 0 && j + 1 < n;
    const int64_t at = int64_t{j} * n, next = at + n;
    for (int i = 0; i < n; ++i) {
      const R x = v[at + i], y = pair ? v[next + i] : R(0);
      vectors[at + i] = {x, y};
      if (pair) vectors[next + i] = {x, -y};
    }
    if (pair) ++j;
  }
  return info;
}

template <typename T>
LapackInt ComplexGeev(int n, T* a, T* w, T* vectors) {
  EnforceFinite(a, int64_t{n} * n);
  char left = 'N', right = vectors ? 'V' : 'N';
  int info = 0, ld = std::max(1, n), one = 1, query = -1;
  std::vector<RealOf<T>> rwork(int64_t{2} * n + 1);
  T unused{}, first{};
  const auto run = [&](T* work, int* lwork) {
    Call<T>("", "geev", &left, &right, &n, a, &ld, w, &unused, &one,
            vectors ? vectors : &unused, vectors ? &ld : &one, work, lwork,
            rwork.data(), &info, size_t{1}, size_t{1});
  };
  run(&first, &query);
  int lwork = Size(first);
  std::vector<T> work(lwork);
  run(work.data(), &lwork);
  return info;
}

}  // namespace

LapackInt Geev(int n, float* a, complex64* w, complex64* vectors) {
  return RealGeev(n, a, w, vectors);
}
LapackInt Geev(int n, double* a, complex128* w, complex128* vectors) {
  return RealGeev(n, a, w, vectors);
}
LapackInt Geev(int n, complex64* a, complex64* w, complex64* vectors) {
  return ComplexGeev(n, a, w, vectors);
}
LapackInt Geev(int n, complex128* a, complex128* w, complex128* vectors) {
  return ComplexGeev(n, a, w, vectors);
}

}  // namespace paddle::cpu
