#include "phi/kernels/cpu/elementwise.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

// By element size: what is chosen is only copied.
template <typename T>
struct Choose {
  T operator()(uint8_t condition, T x, T y) const { return condition ? x : y; }
};
template <typename T>
constexpr auto kChoose = &LoopOf<Choose<T>, T, uint8_t, T, T>::Run;

void WhereKernel(const DeviceContext&, const Args& args, Outs& outs) {
  DenseTensor* out = outs[0];
  const DataType t = out->dtype;
  Loop loop{nullptr, 3, {DataType::kBool, t, t}, t};
  switch (SizeOf(t)) {
    case 1: loop.run = kChoose<uint8_t>; break;
    case 2: loop.run = kChoose<uint16_t>; break;
    case 4: loop.run = kChoose<uint32_t>; break;
    case 8: loop.run = kChoose<uint64_t>; break;
    default: loop.run = kChoose<complex128>; break;
  }
  const DenseTensor* in[] = {args.slot[0].tensor, args.slot[1].tensor,
                             args.slot[2].tensor};
  RunElementwise(loop, in, out, &loop);
}
PD_REGISTER_KEYS(where, KeysOf<PD_ALL_TYPES>(&WhereKernel, "TTTO"));

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
