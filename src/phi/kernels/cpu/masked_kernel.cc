#include "core/thread_pool.h"
#include "phi/kernel_registry.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

// Without branches: a mask is anything but predictable.
template <typename B>
inline B Select(bool keep, B a, B b) {
  const B bits = static_cast<B>(-static_cast<B>(keep));
  return static_cast<B>((a & bits) | (b & static_cast<B>(~bits)));
}
template <>
inline complex128 Select(bool keep, complex128 a, complex128 b) {
  return keep ? a : b;
}

template <typename B>
void Write(const DenseTensor& to, const DenseTensor& mask,
           const DenseTensor& value) {
  B* x = to.Data<B>();
  const bool* m = mask.Data<bool>();
  const B* v = value.Data<B>();
  const bool one = value.numel == 1;
  ParallelFor(to.numel, 32768, [=](int64_t begin, int64_t end) {
    if (one) {
      const B b = *v;
      for (int64_t i = begin; i < end; ++i) x[i] = Select(m[i], b, x[i]);
    } else {
      for (int64_t i = begin; i < end; ++i) x[i] = Select(m[i], v[i], x[i]);
    }
  });
}

void MaskedWriteKernel(const DeviceContext&, const DenseTensor& to,
                       const DenseTensor& mask, const DenseTensor& value,
                       DenseTensor*) {
  switch (SizeOf(to.dtype)) {
    case 1: return Write<uint8_t>(to, mask, value);
    case 2: return Write<uint16_t>(to, mask, value);
    case 4: return Write<uint32_t>(to, mask, value);
    case 8: return Write<uint64_t>(to, mask, value);
    default: return Write<complex128>(to, mask, value);
  }
}

}  // namespace

PD_REGISTER_ANY_TYPE_KERNEL(masked_write, CPU, MaskedWriteKernel) {}

}  // namespace paddle::phi::PD_CPU_ISA
