// matmul on cuBLAS: matrices, and batches of them under one batch shape.
#include "backends/gpu/cublas_handle.h"
#include "backends/gpu/dynload.h"
#include "phi/kernel_registry.h"

namespace paddle::phi::gpu {
namespace {

const char* Refuse(const Args& args, const Outs&) {
  const DDim &x = args.dims(0), &y = args.dims(1);
  if (x.rank() < 2 || y.rank() < 2) return "vectors";
  if (y.rank() == 2) return nullptr;
  if (x.rank() != y.rank()) return "batch axes that broadcast";
  for (int a = 0; a < x.rank() - 2; ++a) {
    if (x[a] != y[a]) return "batch axes that broadcast";
  }
  return nullptr;
}

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

}  // namespace

template <typename T, typename Context>
void MatmulKernel(const Context& ctx, const DenseTensor& x,
                  const DenseTensor& y, bool transpose_x, bool transpose_y,
                  DenseTensor* out) {
  const int rank = out->rank();
  int64_t m = out->dims[rank - 2], batch = 1;
  const int64_t n = out->dims[rank - 1];
  const int64_t k = x.dims[x.rank() - (transpose_x ? 2 : 1)];
  for (int a = 0; a < rank - 2; ++a) batch *= out->dims[a];
  if (y.rank() == 2 && !transpose_x) {  // one matrix on the right: more rows
    m *= batch;
    batch = 1;
  }
  const int64_t stride_y = y.rank() == 2 ? 0 : k * n;
  using Scale = std::conditional_t<std::is_same_v<T, double>, double, float>;
  const Scale one = 1, zero = 0;
  const auto compute =
      std::is_same_v<T, double> ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F;
  static auto* const gemm = paddle::gpu::Cublas().Get<GemmStridedBatchedEx>(
      "cublasGemmStridedBatchedEx");
  // cuBLAS is column-major: out^T = y^T x^T on the same memory.
  paddle::gpu::CheckCublas(
      gemm(paddle::gpu::CublasHandle(ctx),
           transpose_y ? CUBLAS_OP_T : CUBLAS_OP_N,
           transpose_x ? CUBLAS_OP_T : CUBLAS_OP_N, static_cast<int>(n),
           static_cast<int>(m), static_cast<int>(k), &one, y.data, kCudaType<T>,
           static_cast<int>(transpose_y ? k : n), stride_y, x.data,
           kCudaType<T>, static_cast<int>(transpose_x ? m : k), m * k, &zero,
           out->data, kCudaType<T>, static_cast<int>(n), m * n,
           static_cast<int>(batch), compute, CUBLAS_GEMM_DEFAULT),
      "matmul");
}
PD_REGISTER_KERNEL(matmul, GPU, ALL_LAYOUT, MatmulKernel, float16, bfloat16,
                   float, double) {
  options.refuse = Refuse;
  options.label = "cublas";
}

}  // namespace paddle::phi::gpu
