// LAPACK on one matrix, column-major as LAPACK is. Row-major memory is the
// transpose: callers choose the routine that makes use of it. Workspaces are
// allocated here; the result is LAPACK's `info`.
#pragma once
#include "core/float_types.h"

namespace paddle::cpu {

using LapackInt = int;

template <typename T>
using RealOf = decltype(std::real(T()));

#define PD_DECLARE_LAPACK(T)                                                   \
  LapackInt Potrf(char uplo, int n, T* a);                                     \
  LapackInt Getrf(int m, int n, T* a, int* pivots);                            \
  LapackInt Getrs(char trans, int n, int nrhs, const T* lu, const int* pivots, \
                  T* b);                                                       \
  LapackInt Getri(int n, T* lu, const int* pivots);                            \
  /* A = L Q of a [m, n] matrix; q gets the first k rows of Q. */              \
  LapackInt Gelqf(int m, int n, T* a, T* tau);                                 \
  LapackInt Orglq(int m, int n, int k, T* a, const T* tau);                    \
  /* A = U S VT; jobz: 'A' square factors, 'S' thin. Destroys `a`. */          \
  LapackInt Gesdd(char jobz, int m, int n, T* a, RealOf<T>* s, T* u, int ldu,  \
                  T* vt, int ldvt);                                            \
  /* Symmetric: eigenvectors replace `a` where `vectors`. */                   \
  LapackInt Syevd(bool vectors, char uplo, int n, T* a, RealOf<T>* w);         \
  /* Solves op(T) X = B; B is [n, nrhs]. */                                    \
  void Trsm(char side, char uplo, char trans, char diag, int m, int n,         \
            const T* a, int lda, T* b, int ldb);                               \
  /* Least squares by SVD; b is [max(m, n), nrhs]. */                          \
  LapackInt Gelsd(int m, int n, int nrhs, T* a, T* b, int ldb, RealOf<T>* s,   \
                  RealOf<T> rcond, int* rank);
PD_DECLARE_LAPACK(float)
PD_DECLARE_LAPACK(double)
PD_DECLARE_LAPACK(complex64)
PD_DECLARE_LAPACK(complex128)
#undef PD_DECLARE_LAPACK

// Eigenvalues and right eigenvectors (columns; null: none) of a general
// matrix, which is destroyed.
LapackInt Geev(int n, float* a, complex64* w, complex64* vectors);
LapackInt Geev(int n, double* a, complex128* w, complex128* vectors);
LapackInt Geev(int n, complex64* a, complex64* w, complex64* vectors);
LapackInt Geev(int n, complex128* a, complex128* w, complex128* vectors);

}  // namespace paddle::cpu
