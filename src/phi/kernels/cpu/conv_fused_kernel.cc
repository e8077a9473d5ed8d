// conv_fused on oneDNN: what follows a sum is done while it is in registers.
#include <cstring>

#include "backends/cpu/conv_last.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/conv_geometry.h"
#include "phi/prepared_kernel.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

struct Call {
  cpu::ConvShape s;
  cpu::ConvTail tail;
  const DenseTensor *x, *weight, *bias, *residual;
  Call(const Args& a, const DDim& out)
      : s(ShapeOf({a.slot[3].ints, a.slot[4].ints, a.slot[5].ints, a.slot[6].i,
                   a.slot[7].i != 0},
                  a.dims(0), a.dims(1), out)),
        x(a.slot[0].tensor),
        weight(a.slot[1].tensor),
        bias(a.slot[2].tensor),
        residual(a.slot[8].tensor) {
    tail = {bias != nullptr, residual != nullptr, cpu::Activation::kNone};
    cpu::FindActivation(a.slot[9].text, &tail.activation);
  }

  void Pack(float* packed) const {
    cpu::ConvLastPack(s, tail, weight->Data<float>(), packed);
  }
  void Run(const float* packed, DenseTensor* out) const {
    auto* to = out->Data<float>();
    if (residual && residual->data != out->data) {
      std::memcpy(to, residual->data, out->bytes());
    }
    cpu::ConvLastRun(s, tail, x->Data<float>(), packed,
                     bias ? bias->Data<float>() : nullptr, to);
  }
};

const char* Refuse(const Args& a, const Outs& outs) {
  cpu::Activation any;
  if (a.slot[7].i == 0) return "the channels are not last";
  if (outs[0]->numel == 0 || a.slot[0].tensor->numel == 0) {
    return "nothing to sum";
  }
  if (!cpu::FindActivation(a.slot[9].text, &any)) return "the activation";
  const DDim& w = a.dims(1);
  for (int d = 0; d + 2 < w.rank(); ++d) {
    if (a.slot[4].ints[2 * d] > (w[2 + d] - 1) * a.slot[5].ints[d]) {
      return "windows outside of the image";
    }
  }
  return nullptr;
}

PreparedLayout Packed(const Args& args, const Outs& outs) {
  if (Refuse(args, outs)) return {};
  const Call c(args, outs[0]->dims);
  PreparedLayout layout;
  layout.bytes = cpu::ConvLastPackedBytes(c.s, c.tail, &layout.name);
  return layout;
}
void Pack(const DeviceContext&, const Args& args, Outs& outs) {
  Outs result(1);  // its dims
  result[0] = NewTensor(State());
  args.op->infer(args, result);
  Call(args, result[0]->dims).Pack(outs[0]->Data<float>());
}
void RunPacked(const DeviceContext&, const Args& args, Outs& outs) {
  Call(args, outs[0]->dims).Run(args.slot[1].tensor->Data<float>(), outs[0]);
}

}  // namespace

template <typename T, typename Context>
void ConvFusedKernel(const Context&, const DenseTensor& x,
                     const DenseTensor& weight, const DenseTensor* bias,
                     IntArray stride, IntArray padding, IntArray dilation,
                     int64_t groups, bool channels_last,
                     const DenseTensor* residual, std::string_view activation,
                     DenseTensor* out) {
  static_assert(std::is_same_v<T, float>);
  Args args(GetOp("conv_fused"));
  const auto tensor = [](const DenseTensor* t) {
    return const_cast<DenseTensor*>(t);
  };
  args.size = 10;
  args.slot[0].tensor = tensor(&x);
  args.slot[1].tensor = tensor(&weight);
  args.slot[2].tensor = tensor(bias);
  args.slot[3].ints = stride;
  args.slot[4].ints = padding;
  args.slot[5].ints = dilation;
  args.slot[6].i = groups;
  args.slot[7].i = channels_last;
  args.slot[8].tensor = tensor(residual);
  args.slot[9].text = activation;
  const Call call(args, out->dims);
  const auto bytes =
      static_cast<int64_t>(cpu::ConvLastPackedBytes(call.s, call.tail));
  const Var packed = EmptyTensor({bytes}, DataType::kUInt8);
  call.Pack(reinterpret_cast<float*>(packed->data));
  call.Run(reinterpret_cast<const float*>(packed->data), out);
}
PD_REGISTER_KERNEL(conv_fused, CPU, ALL_LAYOUT, ConvFusedKernel, float) {
  options.refuse = Refuse;
}

namespace {
constexpr PreparedKernel kPacked{
    &Thunk<PdKernel_conv_fused_ConvFusedKernel<float>::kRun>::Run, 1, &Packed,
    &Pack, &RunPacked};
[[maybe_unused]] const PreparedRegistrar packed_registrar(&kPacked);
}  // namespace

}  // namespace paddle::phi::PD_CPU_ISA
