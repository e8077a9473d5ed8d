// Copies between layouts, dtypes and tensors.
#include "phi/kernels/cpu/copy.h"
#include "phi/kernels/cpu/elementwise.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

void AssignKernel(const DeviceContext&, const Args& args, Outs& outs) {
  CopyTensor(*args.slot[0].tensor, outs[0]);
}

// Into memory that exists already: argument `to` may have any strides; the
// output is a view of it.
void CopyIntoKernel(const DeviceContext&, const Args& args, Outs&) {
  DenseTensor* to = args.slot[0].tensor;
  const DenseTensor& value = *args.slot[1].tensor;
  if (value.storage != to->storage) return CopyTensor(value, to);
  // The value may lie where it is written to: a copy goes between.
  const Var apart = EmptyTensor(value.dims, value.dtype);
  CopyTensor(value, apart.get());
  CopyTensor(*apart, to);
}

void CastKernel(const DeviceContext&, const Args& args, Outs& outs) {
  const DenseTensor* x = args.slot[0].tensor;
  DenseTensor* out = outs[0];
  if (x->dtype == out->dtype) return CopyTensor(*x, out);
  ConvertElements(*x, out);
}

PD_REGISTER_KEYS(assign, KeysOf<PD_ALL_TYPES>(&AssignKernel, "TO"));
PD_REGISTER_KEYS(copy_into, KeysOf<PD_ALL_TYPES>(&CopyIntoKernel, "TTO"));
PD_REGISTER_KEYS(cast, KeysOf<PD_ALL_TYPES>(&CastKernel, "TtO"));

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
