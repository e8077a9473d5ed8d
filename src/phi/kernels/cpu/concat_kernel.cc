// concat, stack: rows of bytes side by side.
#include <cstring>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/copy.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr int64_t kGrainBytes = 128 << 10;

inline void CopyBytes(char* to, const char* from, int64_t n) {
  switch (n) {
    case 4: std::memcpy(to, from, 4); return;
    case 8: std::memcpy(to, from, 8); return;
    case 16: std::memcpy(to, from, 16); return;
    default: std::memcpy(to, from, n);
  }
}

// `t`, which may lack an axis of size 1 at `axis`, to the part of `out` of the
// shape `dims` that begins at `start`.
void CopyPart(const DenseTensor& t, int axis, int64_t start, const DDim& dims,
              const DenseTensor& out) {
  DenseTensor source, part;
  source.dtype = part.dtype = out.dtype;
  source.dims = part.dims = dims;
  source.data = t.data;
  part.data = out.Data<char>() + start * out.strides[axis] *
                                     static_cast<int64_t>(SizeOf(out.dtype));
  for (int i = 0, s = 0; i < dims.rank(); ++i) {
    const bool added = dims.rank() > t.rank() && i == axis;
    source.strides[i] = added ? 1 : t.strides[s++];
    part.strides[i] = out.strides[i];
  }
  FinishStrides(&source);
  FinishStrides(&part);
  CopyTensor(source, &part);
}

// Inputs of shape `dims(k)`, one after the other along `axis` of `out`. Row r
// of `out` is then row r of each input.
template <typename F>
void Join(TensorList x, int axis, F&& dims, DenseTensor* out) {
  if (out->numel == 0) return;
  const int64_t element = static_cast<int64_t>(SizeOf(out->dtype));
  int64_t rows = 1, start = 0;
  for (int i = 0; i < axis; ++i) rows *= out->dims[i];
  const int64_t row_bytes = out->numel / rows * element;
  for (int k = 0; k < x.size(); ++k) {
    const DDim shape = dims(k);
    const DenseTensor& t = *x[k];
    const int64_t bytes = t.numel / rows * element;
    const char* from = t.Data<char>();
    char* to = out->Data<char>() + start * out->strides[axis] * element;
    start += shape[axis];
    if (bytes == 0) continue;
    if (!t.contiguous()) {
      CopyPart(t, axis, start - shape[axis], shape, *out);
    } else if (rows == 1) {
      ParallelFor(bytes, kGrainBytes, [&](int64_t b, int64_t e) {
        std::memcpy(to + b, from + b, e - b);
      });
    } else {
      const int64_t grain = std::max<int64_t>(1, kGrainBytes / bytes);
      ParallelFor(rows, grain, [&](int64_t b, int64_t e) {
        for (int64_t r = b; r < e; ++r) {
          CopyBytes(to + r * row_bytes, from + r * bytes, bytes);
        }
      });
    }
  }
}

void ConcatKernel(const DeviceContext&, TensorList x, int64_t axis,
                  DenseTensor* out) {
  const int a = NormalizeAxis(axis, out->rank(), "concat");
  Join(
      x, a, [&](int k) { return x[k]->dims; }, out);
}
void StackKernel(const DeviceContext&, TensorList x, int64_t axis,
                 DenseTensor* out) {
  const int a = NormalizeAxis(axis, out->rank(), "stack");
  DDim part = out->dims;
  part[a] = 1;
  Join(
      x, a, [&](int) { return part; }, out);
}

}  // namespace

PD_REGISTER_ANY_TYPE_KERNEL(concat, CPU, ConcatKernel) {
  options.strided = true;
}
PD_REGISTER_ANY_TYPE_KERNEL(stack, CPU, StackKernel) { options.strided = true; }

}  // namespace paddle::phi::PD_CPU_ISA
