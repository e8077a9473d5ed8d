// Where the largest elements of the windows are, and what moves by that.
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/pool_loops.h"

namespace paddle::phi::PD_CPU_ISA {

template <typename T, typename Context>
void MaxPoolIndexKernel(const Context&, const DenseTensor& x, IntArray size,
                        IntArray kernel, IntArray stride, IntArray padding,
                        bool channels_last, DenseTensor* out) {
  using C = ComputeType<T>;
  if (out->numel == 0) return;
  const PoolGeometry g =
      MakePoolGeometry(x.dims, size, kernel, stride, padding, channels_last);
  const int64_t width = channels_last ? g.channels : 1;
  ForEachPlane(g, [&](int64_t begin, int64_t end) {
    for (int64_t p = begin; p < end; ++p) {
      const T* image = x.Data<T>() + p * g.in_pixels() * width;
      int32_t* to = out->Data<int32_t>() + p * g.out_pixels() * width;
      ForEachWindow(g, [&](int64_t at, int64_t i, int64_t j, int64_t k) {
        for (int64_t c = 0; c < width; ++c) {
          int64_t best = -1;
          C most = 0;
          ForEachPixel(g, i, j, k, [&](int64_t pixel) {
            const C v = static_cast<C>(image[pixel * width + c]);
            const bool first_nan = v != v && most == most;
            if (best < 0 || v > most || first_nan) {
              most = v;
              best = pixel;
            }
          });
          to[at * width + c] = static_cast<int32_t>(best);
        }
      });
    }
  });
}
PD_REGISTER_KERNEL(max_pool_index, CPU, ALL_LAYOUT, MaxPoolIndexKernel, float16,
                   bfloat16, float, double) {}

namespace {

struct IndexedImages {
  int64_t images, from, to, width;  // pixels on both sides, channels last
};
IndexedImages Images(const DenseTensor& x, const DenseTensor& out,
                     bool channels_last) {
  IndexedImages m;
  m.width = channels_last ? x.dims.back() : 1;
  m.images = x.dims[0] * (channels_last ? 1 : x.dims[1]);
  const int64_t per = std::max<int64_t>(1, m.images * m.width);
  m.from = x.numel / per;
  m.to = out.numel / per;
  return m;
}

void EnforceIndex(const DenseTensor& index, const DDim& expected, int64_t size,
                  const char* op) {
  PADDLE_ENFORCE(index.dims == expected && index.dtype == DataType::kInt32,
                 errors::InvalidArgument("%s: the index does not suit.", op)
                     .Shapes({{"index", index.dims}, {"expected", expected}}));
  const int32_t* i = index.Data<int32_t>();
  for (int64_t k = 0; k < index.numel; ++k) {
    PADDLE_ENFORCE(i[k] >= 0 && i[k] < size,
                   errors::OutOfRange("%s: an index is out of range.", op)
                       .Expected("0 <= index < " + std::to_string(size))
                       .Received(std::to_string(i[k])));
  }
}

}  // namespace

template <typename T, typename Context>
void PoolScatterKernel(const Context&, const DenseTensor& x,
                       const DenseTensor& index, IntArray, bool channels_last,
                       DenseTensor* out) {
  using C = ComputeType<T>;
  const IndexedImages m = Images(x, *out, channels_last);
  EnforceIndex(index, x.dims, m.to, "pool_scatter");
  if (out->numel == 0) return;
  AsCompute<T>(x, out, [&](const C* from, C* to) {
    const int64_t grain =
        std::max<int64_t>(1, kPoolGrain / (m.width * (m.from + m.to)));
    ParallelFor(m.images, grain, [&](int64_t begin, int64_t end) {
      const int32_t* at = index.Data<int32_t>();
      for (int64_t p = begin; p < end; ++p) {
        C* image = to + p * m.to * m.width;
        std::fill_n(image, m.to * m.width, C(0));
        for (int64_t i = 0; i < m.from; ++i) {
          for (int64_t c = 0; c < m.width; ++c) {
            const int64_t k = (p * m.from + i) * m.width + c;
            image[at[k] * m.width + c] += from[k];
          }
        }
      }
    });
  });
}
PD_REGISTER_KERNEL(pool_scatter, CPU, ALL_LAYOUT, PoolScatterKernel, float16,
                   bfloat16, float, double) {}

template <typename T, typename Context>
void PoolGatherKernel(const Context&, const DenseTensor& x,
                      const DenseTensor& index, IntArray, bool channels_last,
                      DenseTensor* out) {
  const IndexedImages m = Images(x, *out, channels_last);
  EnforceIndex(index, out->dims, m.from, "pool_gather");
  const int64_t grain = std::max<int64_t>(1, kPoolGrain / (m.width * m.to + 1));
  ParallelFor(m.images, grain, [&](int64_t begin, int64_t end) {
    const int32_t* at = index.Data<int32_t>();
    for (int64_t p = begin; p < end; ++p) {
      const T* image = x.Data<T>() + p * m.from * m.width;
      for (int64_t i = 0; i < m.to; ++i) {
        for (int64_t c = 0; c < m.width; ++c) {
          const int64_t k = (p * m.to + i) * m.width + c;
          out->Data<T>()[k] = image[at[k] * m.width + c];
        }
      }
    }
  });
}
PD_REGISTER_KERNEL(pool_gather, CPU, ALL_LAYOUT, PoolGatherKernel, float16,
                   bfloat16, float, double) {}

}  // namespace paddle::phi::PD_CPU_ISA
