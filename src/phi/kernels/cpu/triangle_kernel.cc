// tril, triu: one part of each matrix is kept, the other is 0.
#include <algorithm>
#include <cstring>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr int64_t kGrainBytes = 128 << 10;

// Of row i, the elements up to and with i + diagonal are the lower part.
void KeepPart(const DenseTensor& x, int64_t diagonal, bool lower,
              DenseTensor* out) {
  if (x.numel == 0) return;
  const int64_t columns = x.dims.back(), height = x.dims[x.rank() - 2];
  const int64_t element = static_cast<int64_t>(SizeOf(x.dtype));
  const int64_t bytes = columns * element;
  const char* from = x.Data<char>();
  char* to = out->Data<char>();
  diagonal = std::clamp(diagonal, -height - 1, columns + 1);
  ParallelFor(x.numel / columns, std::max<int64_t>(1, kGrainBytes / bytes),
              [&](int64_t begin, int64_t end) {
                for (int64_t r = begin; r < end; ++r) {
                  const int64_t first = r % height + diagonal + (lower ? 1 : 0);
                  const int64_t cut =
                      std::clamp<int64_t>(first, 0, columns) * element;
                  const char* row = from + r * bytes;
                  char* target = to + r * bytes;
                  if (lower) {
                    std::memcpy(target, row, cut);
                    std::memset(target + cut, 0, bytes - cut);
                  } else {
                    std::memset(target, 0, cut);
                    std::memcpy(target + cut, row + cut, bytes - cut);
                  }
                }
              });
}

void TrilKernel(const DeviceContext&, const DenseTensor& x, int64_t diagonal,
                DenseTensor* out) {
  KeepPart(x, diagonal, true, out);
}
void TriuKernel(const DeviceContext&, const DenseTensor& x, int64_t diagonal,
                DenseTensor* out) {
  KeepPart(x, diagonal, false, out);
}

}  // namespace

PD_REGISTER_ANY_TYPE_KERNEL(tril, CPU, TrilKernel) {}
PD_REGISTER_ANY_TYPE_KERNEL(triu, CPU, TriuKernel) {}

}  // namespace paddle::phi::PD_CPU_ISA
