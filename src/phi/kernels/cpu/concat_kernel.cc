// concat, stack: rows of bytes side by side.
#include <cstring>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"

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

// Row r of `out` is row r of each input, one after the other.
void JoinRows(TensorList x, int64_t rows, DenseTensor* out) {
  if (out->numel == 0) return;
  const int64_t element = static_cast<int64_t>(SizeOf(out->dtype));
  const int64_t row_bytes = out->numel / rows * element;
  char* to = out->Data<char>();
  int64_t at = 0;
  for (const DenseTensor* t : x) {
    const int64_t bytes = t->numel / rows * element;
    const char* from = t->Data<char>();
    if (rows == 1) {
      ParallelFor(bytes, kGrainBytes, [&](int64_t b, int64_t e) {
        std::memcpy(to + at + b, from + b, e - b);
      });
    } else if (bytes > 0) {
      const int64_t grain = std::max<int64_t>(1, kGrainBytes / bytes);
      ParallelFor(rows, grain, [&](int64_t b, int64_t e) {
        for (int64_t r = b; r < e; ++r) {
          CopyBytes(to + r * row_bytes + at, from + r * bytes, bytes);
        }
      });
    }
    at += bytes;
  }
}

int64_t RowsBefore(const DDim& dims, int64_t axis) {
  const int a = static_cast<int>(axis < 0 ? axis + dims.rank() : axis);
  int64_t rows = 1;
  for (int i = 0; i < a; ++i) rows *= dims[i];
  return rows;
}

void ConcatKernel(const DeviceContext&, TensorList x, int64_t axis,
                  DenseTensor* out) {
  JoinRows(x, RowsBefore(out->dims, axis), out);
}
void StackKernel(const DeviceContext&, TensorList x, int64_t axis,
                 DenseTensor* out) {
  JoinRows(x, RowsBefore(out->dims, axis), out);
}

}  // namespace

PD_REGISTER_ANY_TYPE_KERNEL(concat, CPU, ConcatKernel) {}
PD_REGISTER_ANY_TYPE_KERNEL(stack, CPU, StackKernel) {}

}  // namespace paddle::phi::PD_CPU_ISA
