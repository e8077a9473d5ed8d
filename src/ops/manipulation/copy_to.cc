// copy_to: the same values on another device.
#include "core/device_interface.h"
#include "ops/builder.h"
#include "ops/rules.h"

namespace paddle {
namespace {

void CopyToInfer(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  outs[0]->dims = x.dims;
  outs[0]->dtype = x.dtype;
  outs[0]->place = PlaceFromString(std::string(args.slot[1].text));
  SetContiguous(outs[0]);
}

// The copy is made here, since it is no kernel of either device.
bool CopyToRun(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  DenseTensor* out = outs[0];
  if (out->place == x.place) {
    for (int i = 0; i < x.rank(); ++i) out->strides[i] = x.strides[i];
    FinishStrides(out);
    ShareStorage(x, out);
    return true;
  }
  Realize(x);
  Var source = Var::Share(const_cast<DenseTensor*>(&x));
  if (!x.contiguous()) {
    GradModeGuard no_grad(false);
    source = ops::Assign(source);
  }
  const bool to_host = out->place == CPUPlace();
  const Place device = to_host ? x.place : out->place;
  GetDevice(device).initialize(device.id);
  AllocateStorage(out, State());
  const CopyKind kind = to_host                 ? CopyKind::kDeviceToHost
                        : x.place == CPUPlace() ? CopyKind::kHostToDevice
                                                : CopyKind::kDeviceToDevice;
  GetDevice(device).copy(device.id, out->data, source->data, x.bytes(), kind,
                         nullptr);
  return true;
}

}  // namespace

PD_OP(copy_to)
    .Schema("(Tensor x, str place) -> Tensor out")
    .Doc(
        "`x` on the device `place` ('cpu', 'gpu:0'); `x` itself, as a view, "
        "where it is there already.")
    .Traits(kInternal)
    .Dims(ElementwiseDims)
    .InferMeta(CopyToInfer)
    .View(CopyToRun)
    .Vjp([](const VjpContext& c) -> VarList {
      return {ops::CopyTo(c.grad(), ToString(c.in_place(0)))};
    });

}  // namespace paddle
