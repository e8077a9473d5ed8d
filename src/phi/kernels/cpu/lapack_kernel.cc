// Factorisations and systems, one matrix of the batch at a time. LAPACK reads
// row-major memory as the transpose; each kernel says what becomes of that.
#include "backends/cpu/lapack.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/elementwise.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

struct Matrices {
  int64_t batch, rows, cols, size;
  explicit Matrices(const DDim& d)
      : batch(1),
        rows(d[d.rank() - 2]),
        cols(d[d.rank() - 1]),
        size(rows * cols) {
    for (int i = 0; i + 2 < d.rank(); ++i) batch *= d[i];
    PADDLE_ENFORCE(rows <= std::numeric_limits<int>::max() &&
                       cols <= std::numeric_limits<int>::max(),
                   errors::InvalidArgument("a matrix is too large for LAPACK.")
                       .Shapes({{"x", d}}));
  }
  int m() const { return static_cast<int>(rows); }
  int n() const { return static_cast<int>(cols); }
};

// Calls f(i) for each matrix of a batch.
template <typename F>
void ForEachMatrix(const Matrices& x, F&& f) {
  const int64_t work = x.size * std::max(x.rows, x.cols);
  ParallelFor(x.batch, std::max<int64_t>(1, 65536 / (work + 1)),
              [&](int64_t begin, int64_t end) {
                for (int64_t i = begin; i < end; ++i) f(i);
              });
}

template <typename T>
void Transpose(const T* x, int64_t rows, int64_t cols, T* to) {
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < cols; ++j) to[j * rows + i] = x[i * cols + j];
  }
}

void EnforceConverged(int info, const char* op) {
  PADDLE_ENFORCE(info == 0, errors::InvalidArgument(
                                "%s: the algorithm did not converge.", op)
                                .Hint("does `x` hold NaN or infinity?"));
}

template <typename T>
T Conj(T v) {
  if constexpr (kIsComplexType<T>)
    return std::conj(v);
  else
    return v;
}

}  // namespace

template <typename T, typename Context>
void CholeskyKernel(const Context&, const DenseTensor& x, bool upper,
                    DenseTensor* out) {
  const Matrices m(x.dims);
  std::copy_n(x.Data<T>(), x.numel, out->Data<T>());
  ForEachMatrix(m, [&](int64_t b) {
    T* a = out->Data<T>() + b * m.size;
    const int info = cpu::Potrf(upper ? 'L' : 'U', m.n(), a);
    PADDLE_ENFORCE(info == 0,
                   errors::InvalidArgument("cholesky: `x` is not positive "
                                           "definite.")
                       .Expected("positive definite matrices")
                       .Received("matrix " + std::to_string(b) +
                                 " fails at its leading minor of order " +
                                 std::to_string(info)));
    for (int64_t i = 0; i < m.rows; ++i) {
      for (int64_t j = 0; j < m.cols; ++j) {
        if (upper ? j < i : j > i) a[i * m.cols + j] = T(0);
      }
    }
  });
}

template <typename T, typename Context>
void InverseKernel(const Context&, const DenseTensor& x, DenseTensor* out) {
  const Matrices m(x.dims);
  std::copy_n(x.Data<T>(), x.numel, out->Data<T>());
  ForEachMatrix(m, [&](int64_t b) {  // (A^T)^-1 = (A^-1)^T
    T* a = out->Data<T>() + b * m.size;
    std::vector<int> pivots(m.n() + 1);
    int info = cpu::Getrf(m.n(), m.n(), a, pivots.data());
    if (info == 0) info = cpu::Getri(m.n(), a, pivots.data());
    PADDLE_ENFORCE(info == 0,
                   errors::InvalidArgument("inverse: `x` is singular.")
                       .Expected("matrices that have an inverse")
                       .Received("matrix " + std::to_string(b)));
  });
}

template <typename T, typename Context>
void SolveSystemKernel(const Context&, const DenseTensor& x,
                       const DenseTensor& y, DenseTensor* out) {
  const Matrices m(x.dims), r(y.dims);
  if (out->numel == 0) return;
  ForEachMatrix(m, [&](int64_t b) {  // the factors are those of A^T
    std::vector<T> a(x.Data<T>() + b * m.size, x.Data<T>() + (b + 1) * m.size);
    std::vector<T> columns(r.size);
    std::vector<int> pivots(m.n());
    Transpose(y.Data<T>() + b * r.size, r.rows, r.cols, columns.data());
    int info = cpu::Getrf(m.n(), m.n(), a.data(), pivots.data());
    if (info == 0) {
      info = cpu::Getrs('T', m.n(), r.n(), a.data(), pivots.data(),
                        columns.data());
    }
    PADDLE_ENFORCE(info == 0, errors::InvalidArgument("solve: `x` is singular.")
                                  .Expected("matrices that have an inverse")
                                  .Received("matrix " + std::to_string(b)));
    Transpose(columns.data(), r.cols, r.rows, out->Data<T>() + b * r.size);
  });
}

template <typename T, typename Context>
void TriangularSystemKernel(const Context&, const DenseTensor& x,
                            const DenseTensor& y, bool upper, bool transpose,
                            bool unitriangular, DenseTensor* out) {
  const Matrices m(x.dims), r(y.dims);
  if (out->numel == 0) return;
  std::copy_n(y.Data<T>(), y.numel, out->Data<T>());
  ForEachMatrix(m, [&](int64_t b) {  // X^T op(A)^T = B^T
    cpu::Trsm('R', upper ? 'L' : 'U', transpose ? 'T' : 'N',
              unitriangular ? 'U' : 'N', r.n(), m.n(), x.Data<T>() + b * m.size,
              m.n(), out->Data<T>() + b * r.size, r.n());
  });
}

namespace {

// The diagonal of U of P L U, and the sign of P.
template <typename T, typename F>
void ForEachLu(const DenseTensor& x, F&& f) {
  const Matrices m(x.dims);
  ForEachMatrix(m, [&](int64_t b) {
    std::vector<T> a(x.Data<T>() + b * m.size, x.Data<T>() + (b + 1) * m.size);
    std::vector<int> pivots(m.n() + 1);
    cpu::Getrf(m.n(), m.n(), a.data(), pivots.data());
    bool odd = false;
    for (int i = 0; i < m.n(); ++i) {
      odd ^= pivots[i] != i + 1;
      a[i] = a[i * m.cols + i];
    }
    f(b, a.data(), m.cols, odd);
  });
}

}  // namespace

template <typename T, typename Context>
void DetKernel(const Context&, const DenseTensor& x, DenseTensor* out) {
  ForEachLu<T>(x, [&](int64_t b, const T* diagonal, int64_t n, bool odd) {
    T det(odd ? -1 : 1);
    for (int64_t i = 0; i < n; ++i) det *= diagonal[i];
    out->Data<T>()[b] = det;
  });
}

template <typename T, typename Context>
void SlogdetPartsKernel(const Context&, const DenseTensor& x, DenseTensor* sign,
                        DenseTensor* logdet) {
  ForEachLu<T>(x, [&](int64_t b, const T* diagonal, int64_t n, bool odd) {
    T s(odd ? -1 : 1), sum(0);
    for (int64_t i = 0; i < n; ++i) {
      if (diagonal[i] < 0) s = -s;
      if (diagonal[i] == 0) s = 0;
      sum += std::log(std::abs(diagonal[i]));
    }
    sign->Data<T>()[b] = s;
    logdet->Data<T>()[b] = sum;
  });
}

namespace {

template <typename T>
T DetOf(int n, const T* x) {
  std::vector<T> a(x, x + int64_t{n} * n);
  std::vector<int> pivots(n + 1);
  cpu::Getrf(n, n, a.data(), pivots.data());
  T det(1);
  for (int i = 0; i < n; ++i) {
    det *= pivots[i] == i + 1 ? a[i * (n + 1)] : -a[i * (n + 1)];
  }
  return det;
}

// det(A) A^-T where A is far from singular; whether it is.
template <typename T>
bool CofactorsByInverse(int n, const T* x, T* out) {
  using R = cpu::RealOf<T>;
  std::vector<T> a(x, x + int64_t{n} * n);
  std::vector<int> pivots(n + 1);
  if (cpu::Getrf(n, n, a.data(), pivots.data()) != 0) return false;
  T det(1);
  R least = std::numeric_limits<R>::infinity(), most = 0;
  for (int i = 0; i < n; ++i) {
    const T u = a[i * (n + 1)];
    det *= pivots[i] == i + 1 ? u : -u;
    least = std::min(least, std::abs(u));
    most = std::max(most, std::abs(u));
  }
  const R safe = std::sqrt(std::numeric_limits<R>::epsilon());
  if (!(least > safe * most) || det == T(0)) return false;
  if (cpu::Getri(n, a.data(), pivots.data()) != 0) return false;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) out[i * n + j] = det * a[j * n + i];
  }
  return true;
}

// With A = U S V^H: det(U) det(V^H) conj(U) P conj(V^H), where element k of
// the diagonal P is the product of all singular values but the k-th.
template <typename T>
void CofactorsBySvd(int n, const T* x, T* out) {
  using R = cpu::RealOf<T>;
  const int64_t size = int64_t{n} * n;
  std::vector<T> a(x, x + size), u(size), vh(size);
  std::vector<R> s(n), products(n, 1);
  EnforceConverged(
      cpu::Gesdd('A', n, n, a.data(), s.data(), vh.data(), n, u.data(), n),
      "det");
  for (int k = 0; k < n; ++k) {
    for (int j = 0; j < n; ++j) products[k] *= j == k ? R(1) : s[j];
  }
  const T sign = DetOf(n, u.data()) * DetOf(n, vh.data());
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      T sum(0);
      for (int k = 0; k < n; ++k) {
        sum += Conj(u[i * n + k]) * products[k] * Conj(vh[k * n + j]);
      }
      out[i * n + j] = sign * sum;
    }
  }
}

}  // namespace

template <typename T, typename Context>
void CofactorsKernel(const Context&, const DenseTensor& x, DenseTensor* out) {
  const Matrices m(x.dims);
  if (m.size == 0) return;
  ForEachMatrix(m, [&](int64_t b) {
    const T* from = x.Data<T>() + b * m.size;
    T* to = out->Data<T>() + b * m.size;
    if (!CofactorsByInverse(m.n(), from, to)) {
      CofactorsBySvd(m.n(), from, to);
    }
  });
}

// A^T = L Q, so A = Q^T L^T.
template <typename T, typename Context>
void QrFactorKernel(const Context&, const DenseTensor& x, bool complete,
                    DenseTensor* q, DenseTensor* r) {
  const Matrices m(x.dims), mq(q->dims), mr(r->dims);
  const int k = std::min(m.m(), m.n());
  ForEachMatrix(m, [&](int64_t b) {
    std::vector<T> a(x.Data<T>() + b * m.size, x.Data<T>() + (b + 1) * m.size);
    std::vector<T> tau(k + 1);
    if (m.size > 0) cpu::Gelqf(m.n(), m.m(), a.data(), tau.data());
    T* to_r = r->Data<T>() + b * mr.size;
    for (int64_t j = 0; j < mr.rows; ++j) {
      for (int64_t i = 0; i < mr.cols; ++i) {
        to_r[j * mr.cols + i] = i >= j && j < k ? a[j * m.cols + i] : T(0);
      }
    }
    T* to_q = q->Data<T>() + b * mq.size;
    for (int64_t j = 0; j < mq.rows; ++j) {
      for (int64_t i = 0; i < mq.cols; ++i) {
        to_q[j * mq.cols + i] = i < k ? a[j * m.cols + i] : T(0);
      }
    }
    if (mq.size > 0) cpu::Orglq(mq.n(), mq.m(), k, to_q, tau.data());
  });
}

// A^T = U' S V', so U = V'^T and V^H = U'^T.
template <typename T, typename Context>
void SvdKernel(const Context&, const DenseTensor& x, bool full_matrices,
               DenseTensor* u, DenseTensor* s, DenseTensor* vh) {
  using R = cpu::RealOf<T>;
  const Matrices m(x.dims), mu(u->dims), mv(vh->dims);
  const int64_t k = std::min(m.rows, m.cols);
  ForEachMatrix(m, [&](int64_t b) {
    T *to_u = u->Data<T>() + b * mu.size, *to_v = vh->Data<T>() + b * mv.size;
    if (m.size == 0) {  // any orthonormal basis
      for (int64_t i = 0; i < mu.size; ++i) to_u[i] = T(i % (mu.cols + 1) == 0);
      for (int64_t i = 0; i < mv.size; ++i) to_v[i] = T(i % (mv.cols + 1) == 0);
      return;
    }
    std::vector<T> a(x.Data<T>() + b * m.size, x.Data<T>() + (b + 1) * m.size);
    EnforceConverged(
        cpu::Gesdd(full_matrices ? 'A' : 'S', m.n(), m.m(), a.data(),
                   s->Data<R>() + b * k, to_v, m.n(), to_u, mu.n()),
        "svd");
  });
}

template <typename T, typename Context>
void LuFactorKernel(const Context&, const DenseTensor& x, DenseTensor* lu,
                    DenseTensor* pivots, DenseTensor* info) {
  const Matrices m(x.dims);
  const int64_t k = std::min(m.rows, m.cols);
  ForEachMatrix(m, [&](int64_t b) {
    std::vector<T> a(m.size);
    Transpose(x.Data<T>() + b * m.size, m.rows, m.cols, a.data());
    const int code = m.size == 0 ? 0
                                 : cpu::Getrf(m.m(), m.n(), a.data(),
                                              pivots->Data<int>() + b * k);
    Transpose(a.data(), m.cols, m.rows, lu->Data<T>() + b * m.size);
    info->Data<int>()[b] = code;
  });
}

void PivotsToRowsKernel(const DeviceContext&, const DenseTensor& pivots,
                        int64_t rows, DenseTensor* out) {
  const int64_t k = pivots.dims.back();
  const int64_t batch = rows == 0 ? 0 : out->numel / rows;
  for (int64_t b = 0; b < batch; ++b) {
    int64_t* at = out->Data<int64_t>() + b * rows;
    for (int64_t i = 0; i < rows; ++i) at[i] = i;
    for (int64_t i = 0; i < k; ++i) {
      const int64_t j = int64_t{pivots.Data<int>()[b * k + i]} - 1;
      PADDLE_ENFORCE(j >= 0 && j < rows,
                     errors::OutOfRange("lu: a pivot is out of range.")
                         .Expected("1 <= pivot <= " + std::to_string(rows))
                         .Received(std::to_string(j + 1)));
      std::swap(at[i], at[j]);
    }
  }
}

template <typename T, typename Context>
void EighFactorKernel(const Context&, const DenseTensor& x, bool upper,
                      DenseTensor* w, DenseTensor* v) {
  using R = cpu::RealOf<T>;
  const Matrices m(x.dims);
  if (x.numel == 0) return;
  ForEachMatrix(m, [&](int64_t b) {
    std::vector<T> a(x.Data<T>() + b * m.size, x.Data<T>() + (b + 1) * m.size);
    EnforceConverged(cpu::Syevd(true, upper ? 'L' : 'U', m.n(), a.data(),
                                w->Data<R>() + b * m.cols),
                     "eigh");
    for (T& value : a) value = Conj(value);
    Transpose(a.data(), m.rows, m.cols, v->Data<T>() + b * m.size);
  });
}

template <typename T, typename Context>
void EigKernel(const Context&, const DenseTensor& x, DenseTensor* w,
               DenseTensor* v) {
  using C = std::complex<cpu::RealOf<T>>;
  const Matrices m(x.dims);
  if (x.numel == 0) return;
  ForEachMatrix(m, [&](int64_t b) {
    std::vector<T> a(m.size);
    std::vector<C> vectors(m.size);
    Transpose(x.Data<T>() + b * m.size, m.rows, m.cols, a.data());
    EnforceConverged(
        cpu::Geev(m.n(), a.data(), w->Data<C>() + b * m.cols, vectors.data()),
        "eig");
    Transpose(vectors.data(), m.rows, m.cols, v->Data<C>() + b * m.size);
  });
}

template <typename T, typename Context>
void LstsqSolveKernel(const Context&, const DenseTensor& x,
                      const DenseTensor& y, double rcond, DenseTensor* solution,
                      DenseTensor* rank, DenseTensor* values) {
  using R = cpu::RealOf<T>;
  const Matrices m(x.dims), r(y.dims), out(solution->dims);
  const int64_t most = std::max<int64_t>(1, std::max(m.rows, m.cols));
  ForEachMatrix(m, [&](int64_t b) {
    T* to = solution->Data<T>() + b * out.size;
    int found = 0;
    if (m.size == 0) {
      std::fill_n(to, out.size, T(0));
    } else {
      std::vector<T> a(m.size), columns(most * r.cols);
      Transpose(x.Data<T>() + b * m.size, m.rows, m.cols, a.data());
      const T* from = y.Data<T>() + b * r.size;
      for (int64_t i = 0; i < r.rows; ++i) {
        for (int64_t j = 0; j < r.cols; ++j) {
          columns[j * most + i] = from[i * r.cols + j];
        }
      }
      EnforceConverged(
          cpu::Gelsd(m.m(), m.n(), r.n(), a.data(), columns.data(),
                     static_cast<int>(most),
                     values->Data<R>() + b * std::min(m.rows, m.cols),
                     static_cast<R>(rcond), &found),
          "lstsq");
      for (int64_t i = 0; i < out.rows; ++i) {
        for (int64_t j = 0; j < out.cols; ++j) {
          to[i * out.cols + j] = columns[j * most + i];
        }
      }
    }
    rank->Data<int32_t>()[b] = found;
  });
}

#define PD_REGISTER_LAPACK(op, kernel)                                      \
  PD_REGISTER_KERNEL(op, CPU, ALL_LAYOUT, kernel, float, double, complex64, \
                     complex128) {}
PD_REGISTER_LAPACK(cholesky, CholeskyKernel)
PD_REGISTER_LAPACK(inverse, InverseKernel)
PD_REGISTER_LAPACK(solve_system, SolveSystemKernel)
PD_REGISTER_LAPACK(triangular_system, TriangularSystemKernel)
PD_REGISTER_LAPACK(det, DetKernel)
PD_REGISTER_LAPACK(cofactors, CofactorsKernel)
PD_REGISTER_LAPACK(qr_factor, QrFactorKernel)
PD_REGISTER_LAPACK(svd, SvdKernel)
PD_REGISTER_LAPACK(lu_factor, LuFactorKernel)
PD_REGISTER_ANY_TYPE_KERNEL(pivots_to_rows, CPU, PivotsToRowsKernel) {}
PD_REGISTER_LAPACK(eigh_factor, EighFactorKernel)
PD_REGISTER_LAPACK(eig, EigKernel)
PD_REGISTER_LAPACK(lstsq_solve, LstsqSolveKernel)
PD_REGISTER_KERNEL(slogdet_parts, CPU, ALL_LAYOUT, SlogdetPartsKernel, float,
                   double) {}

}  // namespace paddle::phi::PD_CPU_ISA
