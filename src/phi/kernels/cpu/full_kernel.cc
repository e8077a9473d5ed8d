#include <cstring>

#include "phi/kernels/cpu/elementwise.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

void FullKernel(const DeviceContext&, const Args& args, Outs& outs) {
  DenseTensor* out = outs[0];
  const Scalar& value = args.slot[1].scalar;
  const int size = static_cast<int>(SizeOf(out->dtype));
  alignas(16) char bytes[16];
  VisitDataType(out->dtype, [&]<typename T>(T) {
    const T v = value.To<T>();
    std::memcpy(bytes, &v, sizeof(T));
  });
  char* data = out->Data<char>();
  ParallelFor(out->numel, kElementwiseGrain, [&](int64_t begin, int64_t end) {
    Fill(bytes, data + begin * size, end - begin, size);
  });
}
PD_REGISTER_KEYS(full, KeysOf<PD_ALL_TYPES>(&FullKernel, "IStO"));

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
