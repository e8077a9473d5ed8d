// sum over any axes. Rows (the innermost axis is summed) are folded by a warp
// or a block each; columns by blocks of 32 columns. Where that leaves the
// machine idle, each sum is cut into pieces whose partial sums are added by a
// second launch, so results do not depend on timing.
#include "phi/kernel_registry.h"
#include "phi/kernels/gpu/elementwise.cuh"

namespace paddle::phi::gpu {
namespace {

constexpr int kWarp = 32;
constexpr int kColumnRows = kBlockThreads / kWarp;  // threads per column
constexpr int64_t kLeastPiece = 4096;               // elements
constexpr int64_t kMaxPieces = 1024;
constexpr int64_t kWarpRow = 1024;  // elements; longer rows take a block

template <typename A>
__device__ __forceinline__ A WarpSum(A v) {
#pragma unroll
  for (int offset = kWarp / 2; offset > 0; offset >>= 1) {
    v += __shfl_xor_sync(0xffffffffu, v, offset);
  }
  return v;
}

// The part of [0, n) that piece blockIdx.y sums.
__device__ __forceinline__ void Piece(uint32_t n, uint32_t* begin,
                                      uint32_t* end) {
  const uint32_t size = (n + gridDim.y - 1) / gridDim.y;
  *begin = min(n, size * blockIdx.y);
  *end = min(n, *begin + size);
}

// kThreads threads per row; blockDim = (kThreads, kBlockThreads / kThreads).
// Piece p of row r goes to out[p * rows + r].
template <int kThreads, typename T, typename A, typename R>
__global__ void __launch_bounds__(kBlockThreads)
    SumRows(const T* x, Geometry<1> kept, Geometry<1> summed, R* out) {
  const int64_t row =
      int64_t{blockIdx.x} * (kBlockThreads / kThreads) + threadIdx.y;
  A sum = 0;
  if (row < kept.numel) {
    int64_t at[1], base[1];
    kept.Offsets(static_cast<uint32_t>(row), base);
    uint32_t begin, end;
    Piece(static_cast<uint32_t>(summed.numel), &begin, &end);
#pragma unroll 4
    for (uint32_t i = begin + threadIdx.x; i < end; i += kThreads) {
      summed.Offsets(i, at);
      sum += static_cast<A>(Load(x + base[0] + at[0]));
    }
  }
  sum = WarpSum(sum);
  if constexpr (kThreads > kWarp) {
    __shared__ A of_warps[kThreads / kWarp];
    const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
    if (lane == 0) of_warps[warp] = sum;
    __syncthreads();
    sum = WarpSum(lane < kThreads / kWarp ? of_warps[lane] : A(0));
  }
  if (threadIdx.x == 0 && row < kept.numel) {
    Store(out + blockIdx.y * kept.numel + row,
          static_cast<ComputeType<R>>(sum));
  }
}

// 32 columns per block, one per lane; warps share the rows.
template <typename T, typename A, typename R>
__global__ void __launch_bounds__(kBlockThreads)
    SumColumns(const T* x, Geometry<1> kept, Geometry<1> summed, R* out) {
  __shared__ A of_warps[kColumnRows][kWarp];
  const int64_t column = int64_t{blockIdx.x} * kWarp + threadIdx.x;
  A sum = 0;
  if (column < kept.numel) {
    int64_t at[1], base[1];
    kept.Offsets(static_cast<uint32_t>(column), base);
    uint32_t begin, end;
    Piece(static_cast<uint32_t>(summed.numel), &begin, &end);
#pragma unroll 4
    for (uint32_t i = begin + threadIdx.y; i < end; i += kColumnRows) {
      summed.Offsets(i, at);
      sum += static_cast<A>(Load(x + base[0] + at[0]));
    }
  }
  of_warps[threadIdx.y][threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.y > 0 || column >= kept.numel) return;
#pragma unroll
  for (int w = 1; w < kColumnRows; ++w) sum += of_warps[w][threadIdx.x];
  Store(out + blockIdx.y * kept.numel + column,
        static_cast<ComputeType<R>>(sum));
}

struct SumPlan {
  Geometry<1> kept, summed;
  bool rows = false;  // the innermost axis is summed
};

SumPlan PlanSum(const DenseTensor& x, uint32_t mask) {
  SumPlan plan;
  int64_t inner_stride = INT64_MAX;
  for (int a = 0; a < x.rank(); ++a) {
    const bool summed = mask >> a & 1;
    (summed ? plan.summed : plan.kept).Add(x.dims[a], {x.strides[a]});
    const int64_t stride = std::abs(x.strides[a]);
    if (x.dims[a] > 1 && stride <= inner_stride) {
      inner_stride = stride;
      plan.rows = summed;
    }
  }
  plan.kept.Finish();
  plan.summed.Finish();
  PADDLE_ENFORCE(plan.kept.Fits() && plan.summed.Fits(),
                 errors::Unimplemented(
                     "sum: over, or of, 2^31 elements and more on a GPU.")
                     .Shapes({{"x", x.dims}}));
  return plan;
}

template <typename T, typename A, typename R>
void Launch(const DeviceContext& ctx, const T* x, const SumPlan& plan,
            int64_t pieces, R* out) {
  const int64_t n = plan.kept.numel;
  const auto blocks = [&](int64_t per_block) {
    return dim3(static_cast<unsigned>((n + per_block - 1) / per_block),
                static_cast<unsigned>(pieces));
  };
  if (!plan.rows) {
    SumColumns<T, A, R>
        <<<blocks(kWarp), dim3(kWarp, kColumnRows), 0, Stream(ctx)>>>(
            x, plan.kept, plan.summed, out);
  } else if (plan.summed.numel <= kWarpRow) {
    SumRows<kWarp, T, A, R>
        <<<blocks(kBlockThreads / kWarp), dim3(kWarp, kBlockThreads / kWarp), 0,
           Stream(ctx)>>>(x, plan.kept, plan.summed, out);
  } else {
    SumRows<kBlockThreads, T, A, R>
        <<<blocks(1), dim3(kBlockThreads, 1), 0, Stream(ctx)>>>(
            x, plan.kept, plan.summed, out);
  }
  PD_CUDA_CHECK(cudaGetLastError());
}

// How many pieces each sum is cut into.
int64_t NumPieces(const DeviceContext& ctx, const SumPlan& plan) {
  const int64_t wanted =
      int64_t{NumMultiprocessors(ctx)} * kBlocksPerMultiprocessor;
  const int64_t per_block = plan.rows ? 1 : kWarp;
  const int64_t blocks = (plan.kept.numel + per_block - 1) / per_block;
  const int64_t least = plan.rows ? kLeastPiece : kLeastPiece / kWarp;
  return std::clamp<int64_t>(
      std::min(wanted / blocks, plan.summed.numel / least), 1, kMaxPieces);
}

template <typename T, typename R>
void Sum(const DeviceContext& ctx, const DenseTensor& x, const SumPlan& plan,
         DenseTensor* out) {
  using A = std::conditional_t<
      std::is_integral_v<R>, int64_t,
      std::conditional_t<std::is_same_v<R, double>, double, float>>;
  const int64_t pieces = NumPieces(ctx, plan);
  if (pieces == 1) {
    return Launch<T, A>(ctx, x.Data<T>(), plan, 1, out->Data<R>());
  }
  const Var partial =
      EmptyTensor({pieces, plan.kept.numel}, DataTypeOf<A>(), ctx.place());
  Launch<T, A>(ctx, x.Data<T>(), plan, pieces, partial->Data<A>());
  Launch<A, A>(ctx, partial->Data<A>(), PlanSum(*partial, 1), 1,
               out->Data<R>());
}

}  // namespace

template <typename T, typename Context>
void SumKernel(const Context& ctx, const DenseTensor& x, IntArray axis,
               DataType, bool, DenseTensor* out) {
  if (out->numel == 0) return;
  const SumPlan plan = PlanSum(x, AxisMask(axis, x.rank(), "sum"));
  if (out->dtype == DataType::kInt64) return Sum<T, int64_t>(ctx, x, plan, out);
  PADDLE_ENFORCE(out->dtype == x.dtype,
                 errors::Unimplemented("sum: this dtype on GPU.")
                     .Received(Name(out->dtype)));
  Sum<T, T>(ctx, x, plan, out);
}
PD_REGISTER_KERNEL(sum, GPU, ALL_LAYOUT, SumKernel, int32_t, int64_t, float16,
                   bfloat16, float, double) {
  options.strided = true;
}

}  // namespace paddle::phi::gpu
