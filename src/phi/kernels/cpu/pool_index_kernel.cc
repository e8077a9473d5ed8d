// Where the largest elements of the windows are, and what moves by that.
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/pool_rows.h"

namespace paddle::phi::PD_CPU_ISA {

namespace {

template <typename C>
void IndexWindow(const PoolGeometry& g, const C* x, int64_t at, int64_t i,
                 int64_t j, int64_t k, C* out, int32_t* index) {
  int64_t best = -1;
  C most = 0;
  ForEachPixel(g, i, j, k, [&](int64_t pixel) {
    const C v = x[pixel];
    if (best < 0 || scalar::TakesPlace(v, most)) {
      most = v;
      best = pixel;
    }
  });
  out[at] = most;
  index[at] = static_cast<int32_t>(best);
}

// Channels last: the channels of each window side by side.
template <typename C>
void IndexPixels(const PoolGeometry& g, const C* x, C* out, int32_t* index) {
  const int64_t width = g.channels;
  ForEachWindow(g, [&](int64_t at, int64_t i, int64_t j, int64_t k) {
    C* most = out + at * width;
    int32_t* best = index + at * width;
    bool first = true;
    ForEachPixel(g, i, j, k, [&](int64_t pixel) {
      const C* from = x + pixel * width;
      const int32_t position = static_cast<int32_t>(pixel);
      if (first) {
        std::copy_n(from, width, most);
        std::fill_n(best, width, position);
      } else {
        for (int64_t c = 0; c < width; ++c) {
          const C v = from[c];
          const bool takes = scalar::TakesPlace(v, most[c]);
          most[c] = takes ? v : most[c];
          best[c] = takes ? position : best[c];
        }
      }
      first = false;
    });
  });
}

}  // namespace

template <typename T, typename Context>
void MaxPoolWithIndexKernel(const Context&, const DenseTensor& x, IntArray,
                            IntArray kernel, IntArray stride, IntArray padding,
                            bool channels_last, DenseTensor* out,
                            DenseTensor* index) {
  using C = ComputeType<T>;
  if (out->numel == 0) return;
  const PoolGeometry g = MakePoolGeometry(x.dims, out->dims, kernel, stride,
                                          padding, channels_last);
  const int64_t width = channels_last ? g.channels : 1;
  AsCompute<T>(x, out, [&](const C* from, C* to) {
    ForEachPlane(g, [&](int64_t begin, int64_t end) {
      for (int64_t p = begin; p < end; ++p) {
        const C* image = from + p * g.in_pixels() * width;
        const int64_t at = p * g.out_pixels() * width;
        int32_t* best = index->Data<int32_t>() + at;
        if (channels_last) {
          IndexPixels(g, image, to + at, best);
        } else if (SuitsRows(g)) {
          FoldPlaneByRows<IndexedMaxFold<C>>(g, image, to + at, best,
                                             IndexWindow<C>);
        } else {
          ForEachWindow(g, [&](int64_t o, int64_t i, int64_t j, int64_t k) {
            IndexWindow(g, image, o, i, j, k, to + at, best);
          });
        }
      }
    });
  });
}
PD_REGISTER_KERNEL(max_pool_with_index, CPU, ALL_LAYOUT, MaxPoolWithIndexKernel,
                   float16, bfloat16, float, double) {}

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
  PADDLE_ENFORCE(
      index.dims == expected,
      errors::InvalidArgument("%s: the shape of `index` is wrong.", op)
          .Expected(errors::ToString(expected))
          .Received(errors::ToString(index.dims)));
  PADDLE_ENFORCE(
      index.dtype == DataType::kInt32,
      errors::InvalidArgument("%s: the dtype of `index` is wrong.", op)
          .Expected(Name(DataType::kInt32))
          .Received(Name(index.dtype)));
  const int32_t* i = index.Data<int32_t>();
  uint32_t most = 0;  // negative ones are the largest
  for (int64_t k = 0; k < index.numel; ++k) {
    most = std::max(most, static_cast<uint32_t>(i[k]));
  }
  PADDLE_ENFORCE(most < size || index.numel == 0,
                 errors::OutOfRange("%s: an index is out of range.", op)
                     .Expected("0 <= index < " + std::to_string(size))
                     .Received(std::to_string(static_cast<int32_t>(most))));
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
        const int64_t first = p * m.from * m.width;
        if (m.width == 1) {
          for (int64_t i = first; i < first + m.from; ++i) {
            image[at[i]] += from[i];
          }
        } else {
          for (int64_t i = 0; i < m.from; ++i) {
            for (int64_t c = 0; c < m.width; ++c) {
              const int64_t k = first + i * m.width + c;
              image[at[k] * m.width + c] += from[k];
            }
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
