// convolution and its gradients; float16 and bfloat16 are computed as float.
#include "backends/cpu/conv.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/conv_geometry.h"
#include "phi/kernels/cpu/elementwise.h"
#include "phi/prepared_kernel.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

// float16 and bfloat16 tensors as float, others as they are.
Var Wide(const DenseTensor& t) {
  if (t.dtype == DataType::kFloat32 || t.dtype == DataType::kFloat64) {
    return Var::Share(const_cast<DenseTensor*>(&t));
  }
  Var v = EmptyTensor(t.dims, DataType::kFloat32);
  ConvertElements(t, v.get());
  return v;
}

// Calls run(C* result) with memory for `out` in the compute type.
template <typename T, typename F>
void IntoWide(DenseTensor* out, F&& run) {
  if constexpr (kIsNarrow<T>) {
    const Var wide = EmptyTensor(out->dims, DataType::kFloat32);
    run(wide->Data<float>());
    ConvertElements(*wide, out);
  } else {
    run(out->Data<T>());
  }
}

// Nothing to sum: all results are `bias`, or 0.
template <typename T>
void FillEmpty(DenseTensor* out) {
  std::fill_n(out->Data<T>(), out->numel, T(0.0f));
}

}  // namespace

template <typename T, typename Context>
void ConvolutionKernel(const Context&, const DenseTensor& x,
                       const DenseTensor& weight, const DenseTensor* bias,
                       IntArray stride, IntArray padding, IntArray dilation,
                       int64_t groups, bool channels_last, DenseTensor* out) {
  using C = ComputeType<T>;
  if (out->numel == 0) return;
  const Geometry g{stride, padding, dilation, groups, channels_last};
  const cpu::ConvShape s = ShapeOf(g, x.dims, weight.dims, out->dims);
  PADDLE_ENFORCE(x.numel > 0,
                 errors::InvalidArgument("convolution: `x` has no channels.")
                     .Shapes({{"x", x.dims}}));
  const Var a = Wide(x), w = Wide(weight), b = bias ? Wide(*bias) : Var();
  IntoWide<T>(out, [&](C* result) {
    cpu::ConvForward(s, a->Data<C>(), w->Data<C>(), b ? b->Data<C>() : nullptr,
                     result);
  });
}
PD_REGISTER_KERNEL(convolution, CPU, ALL_LAYOUT, ConvolutionKernel, float16,
                   bfloat16, float, double) {}

// With weights that oneDNN wants in a layout of its own.
namespace {

struct Call {
  cpu::ConvShape s;
  const DenseTensor *x, *weight, *bias;
  Call(const Args& a, const DDim& out)
      : s(ShapeOf({a.slot[3].ints, a.slot[4].ints, a.slot[5].ints, a.slot[6].i,
                   a.slot[7].i != 0},
                  a.slot[0].tensor->dims, a.slot[1].tensor->dims, out)),
        x(a.slot[0].tensor),
        weight(a.slot[1].tensor),
        bias(a.slot[2].tensor) {}
};

PreparedLayout Packed(const Args& args, const Outs& outs) {
  if (outs[0]->numel == 0 || args.slot[0].tensor->numel == 0) return {};
  const Call c(args, outs[0]->dims);
  PreparedLayout layout;
  layout.bytes = cpu::PackedWeightBytes(c.s, c.bias != nullptr, &layout.name);
  return layout;
}
void PackWeights(const DeviceContext&, const Args& args, Outs& outs) {
  Outs result(1);  // its dims
  result[0] = NewTensor(State());
  args.op->infer(args, result);
  const Call c(args, result[0]->dims);
  cpu::PackConvWeights(c.s, c.bias != nullptr, c.weight->Data<float>(),
                       outs[0]->Data<float>());
}
void RunPacked(const DeviceContext&, const Args& args, Outs& outs) {
  const Call c(args, outs[0]->dims);
  cpu::ConvForwardPacked(c.s, c.x->Data<float>(), c.weight->Data<float>(),
                         c.bias ? c.bias->Data<float>() : nullptr,
                         outs[0]->Data<float>());
}
constexpr PreparedKernel kPacked{
    &Thunk<PdKernel_convolution_ConvolutionKernel<float>::kRun>::Run, 1,
    &Packed, &PackWeights, &RunPacked};
[[maybe_unused]] const PreparedRegistrar packed_registrar(&kPacked);

}  // namespace

template <typename T, typename Context>
void ConvGradInputKernel(const Context&, const DenseTensor& grad,
                         const DenseTensor& weight, IntArray, IntArray stride,
                         IntArray padding, IntArray dilation, int64_t groups,
                         bool channels_last, DenseTensor* out) {
  using C = ComputeType<T>;
  if (out->numel == 0) return;
  if (grad.numel == 0 || weight.numel == 0) return FillEmpty<T>(out);
  const Geometry g{stride, padding, dilation, groups, channels_last};
  const cpu::ConvShape s = ShapeOf(g, out->dims, weight.dims, grad.dims);
  const Var a = Wide(grad), w = Wide(weight);
  IntoWide<T>(out, [&](C* result) {
    cpu::ConvGradInput(s, a->Data<C>(), w->Data<C>(), result);
  });
}
PD_REGISTER_KERNEL(conv_grad_input, CPU, ALL_LAYOUT, ConvGradInputKernel,
                   float16, bfloat16, float, double) {}

template <typename T, typename Context>
void ConvGradWeightKernel(const Context&, const DenseTensor& x,
                          const DenseTensor& grad, IntArray, IntArray stride,
                          IntArray padding, IntArray dilation, int64_t groups,
                          bool channels_last, DenseTensor* out) {
  using C = ComputeType<T>;
  if (out->numel == 0) return;
  if (x.numel == 0 || grad.numel == 0) return FillEmpty<T>(out);
  const Geometry g{stride, padding, dilation, groups, channels_last};
  const cpu::ConvShape s = ShapeOf(g, x.dims, out->dims, grad.dims);
  const Var a = Wide(x), b = Wide(grad);
  IntoWide<T>(out, [&](C* result) {
    cpu::ConvGradWeight(s, a->Data<C>(), b->Data<C>(), result);
  });
}
PD_REGISTER_KERNEL(conv_grad_weight, CPU, ALL_LAYOUT, ConvGradWeightKernel,
                   float16, bfloat16, float, double) {}

}  // namespace paddle::phi::PD_CPU_ISA
