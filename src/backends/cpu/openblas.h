// BLAS and LAPACK from OpenBLAS, opened at the first call: it starts threads
// and costs 20 ms when it is loaded, and most programs never need it.
#pragma once

namespace paddle::cpu {

#define PD_CBLAS_GEMM(T) \
  int, int, int, int, int, int, T, const T*, int, const T*, int, T, T*, int
#define PD_CBLAS_COMPLEX_GEMM                                               \
  int, int, int, int, int, int, const void*, const void*, int, const void*, \
      int, const void*, void*, int

struct OpenBlasFunctions {
  void (*dgemm)(PD_CBLAS_GEMM(double));
  void (*cgemm)(PD_CBLAS_COMPLEX_GEMM);
  void (*zgemm)(PD_CBLAS_COMPLEX_GEMM);
};

// Raises Unavailable where the library can not be opened.
const OpenBlasFunctions& OpenBlas();
// The address of a function, such as "dgetrf_"; raises Unavailable.
void* OpenBlasSymbol(const char* name);

}  // namespace paddle::cpu
