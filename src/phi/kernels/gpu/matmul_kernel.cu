// matmul on cuBLAS: shapes fall into matrix products (funcs/matmul_plan),
// which run as batches that one stride steps over.
#include "backends/gpu/check.h"
#include "backends/gpu/cublas_handle.h"
#include "backends/gpu/dynload.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/funcs/matmul_plan.h"
#include "phi/kernels/funcs/scalar/common.h"

namespace paddle::phi::gpu {
namespace {

template <typename T>
constexpr cudaDataType_t kCudaType = std::is_same_v<T, double>     ? CUDA_R_64F
                                     : std::is_same_v<T, float16>  ? CUDA_R_16F
                                     : std::is_same_v<T, bfloat16> ? CUDA_R_16BF
                                                                   : CUDA_R_32F;

// cublas_v2.h overloads it for C++, so its type is spelled out.
using GemmStridedBatchedEx = cublasStatus_t(
    cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
    const void*, const void*, cudaDataType, int, long long, const void*,
    cudaDataType, int, long long, const void*, void*, cudaDataType, int,
    long long, int, cublasComputeType_t, cublasGemmAlgo_t);

int Size(int64_t n) {
  PADDLE_ENFORCE(n <= INT32_MAX, errors::Unimplemented(
                                     "matmul: a size of 2^31 and more on GPU.")
                                     .Received(std::to_string(n)));
  return static_cast<int>(n);
}

// `batch` products, whose operands lie `a_step`, `b_step` elements apart.
template <typename T>
void Products(cublasHandle_t handle, const MatmulPlan& p, const T* a,
              int64_t a_step, const T* b, int64_t b_step, int64_t batch, T* c) {
  using Scale = ComputeType<T>;
  const Scale one = 1, zero = 0;
  const auto compute =
      std::is_same_v<T, double> ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F;
  static auto* const gemm = paddle::gpu::Cublas().Get<GemmStridedBatchedEx>(
      "cublasGemmStridedBatchedEx");
  // cuBLAS is column-major: C^T = B^T A^T on the same memory.
  paddle::gpu::CheckCublas(
      gemm(handle, p.b.RowsAreRuns() ? CUBLAS_OP_N : CUBLAS_OP_T,
           p.a.RowsAreRuns() ? CUBLAS_OP_N : CUBLAS_OP_T, Size(p.n()),
           Size(p.m()), Size(p.k()), &one, b, kCudaType<T>, Size(p.b.ld()),
           b_step, a, kCudaType<T>, Size(p.a.ld()), a_step, &zero, c,
           kCudaType<T>, Size(p.n()), p.m() * p.n(), Size(batch), compute,
           CUBLAS_GEMM_DEFAULT),
      "matmul");
}

template <typename T>
void RunPlan(const DeviceContext& ctx, const MatmulPlan& p, const T* a,
             const T* b, T* c) {
  const auto handle = paddle::gpu::CublasHandle(ctx);
  if (p.batch_rank == 0) return Products(handle, p, a, 0, b, 0, 1, c);
  const int inner = p.batch_rank - 1;
  const int64_t batch = p.sizes[inner];
  for (int64_t i = 0; i < p.batch; i += batch) {
    int64_t at_a, at_b;
    p.Offsets(i, &at_a, &at_b);
    Products(handle, p, a + at_a, p.a_step[inner], b + at_b, p.b_step[inner],
             batch, c + i * p.m() * p.n());
  }
}

}  // namespace

template <typename T, typename Context>
void MatmulKernel(const Context& ctx, const DenseTensor& x,
                  const DenseTensor& y, bool transpose_x, bool transpose_y,
                  DenseTensor* out) {
  if (out->numel == 0) return;
  MatmulPlan p = PlanMatmul(x, y, transpose_x, transpose_y);
  if (p.k() == 0) {  // sums of nothing
    PD_CUDA_CHECK(cudaMemsetAsync(out->data, 0, out->bytes(),
                                  static_cast<cudaStream_t>(ctx.stream())));
    return;
  }
  const Var a = Readable(x, p.a.IsBlas()), b = Readable(y, p.b.IsBlas());
  p = PlanMatmul(*a, *b, transpose_x, transpose_y);
  RunPlan(ctx, p, a->Data<T>(), b->Data<T>(), out->Data<T>());
}
PD_REGISTER_KERNEL(matmul, GPU, ALL_LAYOUT, MatmulKernel, float16, bfloat16,
                   float, double) {
  options.strided = true;
  options.label = "cublas";
}

}  // namespace paddle::phi::gpu
