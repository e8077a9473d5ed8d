// matmul and linear: shapes fall into matrix products (funcs/matmul_plan),
// which run in registers where they are small and in a library elsewhere.
#include "backends/cpu/blas.h"
#include "ops/builder.h"
#include "ops/generated/ops.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/elementwise.h"
#include "phi/kernels/cpu/narrow_gemv.h"
#include "phi/kernels/cpu/small_gemm.h"
#include "phi/kernels/funcs/matmul_plan.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

// Measured: up to here registers beat the library.
constexpr int64_t kSmallWork = 32 * 32 * 32;
constexpr int64_t kSmallPanel = 64 * 64;  // elements of B, copied to the stack
constexpr int64_t kGrainWork = 1 << 16;   // multiplications per piece of work

template <typename T>
constexpr bool kHasLanes =
    std::is_same_v<T, float> || std::is_same_v<T, double>;
template <typename T>
using Lanes =
    std::conditional_t<std::is_same_v<T, float>, FloatLanes, DoubleLanes>;

// B with its rows as runs of memory.
template <typename T>
void CopyPanel(const T* b, const MatrixView& v, T* to) {
  for (int64_t p = 0; p < v.rows; ++p) {
    for (int64_t j = 0; j < v.cols; ++j) *to++ = b[p * v.rs + j * v.cs];
  }
}

template <typename T>
void SmallProduct(const MatmulPlan& p, const T* a, const T* b, const T* bias,
                  T* c) {
  alignas(64) T panel[kSmallPanel];
  int64_t ldb = p.b.ld();
  if (!p.b.RowsAreRuns()) {
    CopyPanel(b, p.b, panel);
    b = panel;
    ldb = p.n();
  }
  SmallGemm<Lanes<T>>(p.m(), p.n(), p.k(), a, p.a.rs, p.a.cs, b, ldb, bias, c,
                      p.n());
}

template <typename T>
bool IsSmall(const MatmulPlan& p) {
  return p.m() * p.n() * p.k() <= kSmallWork && p.n() * p.k() <= kSmallPanel;
}

template <typename T>
void Product(const MatmulPlan& p, const T* a, const T* b, const T* bias, T* c) {
  if constexpr (kHasLanes<T>) {
    if (IsSmall<T>(p)) return SmallProduct(p, a, b, bias, c);
  }
  cpu::Gemm(cpu::GemmCall<T>{!p.a.RowsAreRuns(), !p.b.RowsAreRuns(), p.m(),
                             p.n(), p.k(), a, p.a.ld(), b, p.b.ld(), T(0), c,
                             p.n(), bias});
}

template <typename T>
void IntegerProduct(const MatmulPlan& p, const T* a, const T* b, T* c) {
  Var panel;
  int64_t ldb = p.b.ld();
  if (!p.b.RowsAreRuns()) {
    panel = EmptyTensor({p.k(), p.n()}, DataTypeOf<T>());
    CopyPanel(b, p.b, panel->template Data<T>());
    b = panel->template Data<T>();
    ldb = p.n();
  }
  const int64_t grain = std::max<int64_t>(4, kGrainWork / (p.n() * p.k() + 1));
  ParallelFor(p.m(), grain, [&](int64_t begin, int64_t end) {
    LoopGemm<T>(end - begin, p.n(), p.k(), a + begin * p.a.rs, p.a.rs, p.a.cs,
                b, ldb, c + begin * p.n(), p.n());
  });
}

template <typename T>
void RunPlan(const MatmulPlan& p, const T* a, const T* b, const T* bias, T* c) {
  const int64_t size = p.m() * p.n();
  if (size == 0 || p.batch == 0) return;
  if (p.k() == 0) {
    for (int64_t i = 0; i < p.batch * size; ++i) {
      c[i] = bias ? bias[i % p.n()] : T(0);
    }
    return;
  }
  const auto run = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t at_a, at_b;
      p.Offsets(i, &at_a, &at_b);
      if constexpr (std::is_integral_v<T>) {
        IntegerProduct(p, a + at_a, b + at_b, c + i * size);
      } else {
        Product(p, a + at_a, b + at_b, bias, c + i * size);
      }
    }
  };
  // A few large products are split each, many are shared out.
  if (p.batch < NumThreads()) return run(0, p.batch);
  ParallelFor(p.batch, std::max<int64_t>(1, kGrainWork / (size * p.k())), run);
}

template <typename T>
void Matmul(const DenseTensor& x, const DenseTensor& y, const DenseTensor* bias,
            bool transpose_x, bool transpose_y, DenseTensor* out) {
  MatmulPlan p = PlanMatmul(x, y, transpose_x, transpose_y);
  const T* row = bias ? bias->Data<T>() : nullptr;
  if (PD_LIKELY(p.a.IsBlas() && p.b.IsBlas())) {
    return RunPlan(p, x.Data<T>(), y.Data<T>(), row, out->Data<T>());
  }
  const Var a = Readable(x, p.a.IsBlas()), b = Readable(y, p.b.IsBlas());
  p = PlanMatmul(*a, *b, transpose_x, transpose_y);
  RunPlan(p, a->Data<T>(), b->Data<T>(), row, out->Data<T>());
}

// One row (or, turned around, one column) times a matrix of narrow floats.
template <typename T>
bool NarrowGemv(const DenseTensor& x, const DenseTensor& y, bool transpose_x,
                bool transpose_y, DenseTensor* out) {
  MatmulPlan p = PlanMatmul(x, y, transpose_x, transpose_y);
  const T *a = x.Data<T>(), *b = y.Data<T>();
  if (p.batch != 1 || (p.m() != 1 && p.n() != 1) || p.k() == 0) return false;
  if (p.m() != 1) {  // C^T = B^T A^T
    std::swap(p.a, p.b);
    std::swap(a, b);
    for (MatrixView* v : {&p.a, &p.b}) {
      std::swap(v->rows, v->cols);
      std::swap(v->rs, v->cs);
    }
  }
  if (!p.b.IsBlas()) return false;
  const Var row = EmptyTensor({p.k()}, DataType::kFloat32);
  const Var result = EmptyTensor({p.n()}, DataType::kFloat32);
  LoadBlock(a, p.a.cs, row->Data<float>(), p.k());
  const auto run = p.b.RowsAreRuns() ? RowTimesRows<T> : RowTimesColumns<T>;
  run(p.n(), p.k(), row->Data<float>(), b, p.b.ld(), result->Data<float>());
  StoreBlock(result->Data<float>(), out->Data<T>(), 1, p.n());
  return true;
}

// out[..., n] += row[n]
void AddRow(const DenseTensor& row, DenseTensor* out) {
  const int64_t n = row.numel;
  ParallelFor(out->numel / std::max<int64_t>(1, n), 16,
              [&](int64_t begin, int64_t end) {
                std::vector<float> add(n), values(n);
                LoadBlock(row.Data<bfloat16>(), 1, add.data(), n);
                for (int64_t i = begin; i < end; ++i) {
                  bfloat16* to = out->Data<bfloat16>() + i * n;
                  LoadBlock(to, 1, values.data(), n);
                  for (int64_t j = 0; j < n; ++j) values[j] += add[j];
                  StoreBlock(values.data(), to, 1, n);
                }
              });
}

// bfloat16 straight on matrix units, where the machine has them.
bool MatrixUnits(const DenseTensor& x, const DenseTensor& y, bool transpose_x,
                 bool transpose_y, DenseTensor* out) {
  constexpr double kLeastWork = 1 << 16;
  if (!cpu::HasFastBfloat16()) return false;
  const MatmulPlan p = PlanMatmul(x, y, transpose_x, transpose_y);
  if (!p.a.IsBlas() || !p.b.IsBlas() || p.batch == 0) return false;
  const double work = static_cast<double>(p.m()) * p.n() * p.k();
  if (work < kLeastWork) return false;
  RunPlan<bfloat16>(p, x.Data<bfloat16>(), y.Data<bfloat16>(), nullptr,
                    out->Data<bfloat16>());
  return true;
}

// Narrow floats are multiplied and summed as float, and rounded once.
template <typename T>
void NarrowMatmul(const DenseTensor& x, const DenseTensor& y,
                  const DenseTensor* bias, bool transpose_x, bool transpose_y,
                  DenseTensor* out) {
  if (!bias && NarrowGemv<T>(x, y, transpose_x, transpose_y, out)) return;
  if constexpr (std::is_same_v<T, bfloat16>) {
    if (MatrixUnits(x, y, transpose_x, transpose_y, out)) {
      if (bias) AddRow(*bias, out);
      return;
    }
  }
  const auto wide = [](const DenseTensor& t) {
    Var v = EmptyTensor(t.dims, DataType::kFloat32);
    ConvertElements(t, v.get());
    return v;
  };
  const Var a = wide(x), b = wide(y), row = bias ? wide(*bias) : Var();
  const Var result = EmptyTensor(out->dims, DataType::kFloat32);
  Matmul<float>(*a, *b, row.get(), transpose_x, transpose_y, result.get());
  ConvertElements(*result, out);
}

template <typename T>
void AnyMatmul(const DenseTensor& x, const DenseTensor& y,
               const DenseTensor* bias, bool transpose_x, bool transpose_y,
               DenseTensor* out) {
  if constexpr (kIsNarrow<T>) {
    NarrowMatmul<T>(x, y, bias, transpose_x, transpose_y, out);
  } else {
    Matmul<T>(x, y, bias, transpose_x, transpose_y, out);
  }
}

}  // namespace

template <typename T, typename Context>
void MatmulKernel(const Context&, const DenseTensor& x, const DenseTensor& y,
                  bool transpose_x, bool transpose_y, DenseTensor* out) {
  AnyMatmul<T>(x, y, nullptr, transpose_x, transpose_y, out);
}
PD_REGISTER_KERNEL(matmul, CPU, ALL_LAYOUT, MatmulKernel, uint8_t, int8_t,
                   int16_t, int32_t, int64_t, float16, bfloat16, float, double,
                   complex64, complex128) {
  options.strided = true;
}

template <typename T, typename Context>
void LinearKernel(const Context&, const DenseTensor& x,
                  const DenseTensor& weight, const DenseTensor* bias,
                  DenseTensor* out) {
  if (bias && !bias->contiguous()) {
    const Var row = Readable(*bias, false);
    return AnyMatmul<T>(x, weight, row.get(), false, false, out);
  }
  AnyMatmul<T>(x, weight, bias, false, false, out);
}
PD_REGISTER_KERNEL(linear, CPU, ALL_LAYOUT, LinearKernel, float16, bfloat16,
                   float, double) {
  options.strided = true;
}

}  // namespace paddle::phi::PD_CPU_ISA
