#include "phi/kernels/funcs/scalar/activation.h"

#include "phi/kernels/cpu/elementwise.h"
#include "phi/kernels/cpu/float_keys.h"
#include "phi/kernels/funcs/scalar/slopes.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

template <template <typename> class Exact, template <typename> class Tanh,
          typename C, typename... T>
void GeluKernel(const DeviceContext& context, const Args& args, Outs& outs) {
  if (args.b("approximate")) {
    ElementwiseKernel<Tanh, C, T...>::Run(context, args, outs);
  } else {
    ElementwiseKernel<Exact, C, T...>::Run(context, args, outs);
  }
}
template <typename C>
constexpr KernelFn kGelu = &GeluKernel<scalar::Gelu, scalar::GeluTanh, C, C>;
template <typename C>
constexpr KernelFn kGeluGrad =
    &GeluKernel<scalar::GeluGrad, scalar::GeluTanhGrad, C, C, C>;

PD_REGISTER_KEYS(gelu, FloatKeys(kGelu<float>, kGelu<double>, "TbO"));
PD_REGISTER_KEYS(gelu_grad,
                 FloatKeys(kGeluGrad<float>, kGeluGrad<double>, "TTbO"));

}  // namespace

#define PD_REGISTER_ACTIVATION(op, code, F) \
  PD_REGISTER_ELEMENTWISE(op, code, F, PD_FLOAT_TYPES)
PD_REGISTER_ELEMENTWISE(relu, "TO", scalar::Relu, PD_INT_TYPES, PD_FLOAT_TYPES);
PD_REGISTER_ACTIVATION(relu_grad, "TTO", scalar::ReluGrad);
PD_REGISTER_ACTIVATION(relu6, "TO", scalar::Relu6);
PD_REGISTER_ACTIVATION(leaky_relu, "TfO", scalar::LeakyRelu);
PD_REGISTER_ACTIVATION(elu, "TfO", scalar::Elu);
PD_REGISTER_ACTIVATION(celu, "TfO", scalar::Celu);
PD_REGISTER_ACTIVATION(selu, "TffO", scalar::Selu);
PD_REGISTER_ACTIVATION(hardshrink, "TfO", scalar::Hardshrink);
PD_REGISTER_ACTIVATION(softshrink, "TfO", scalar::Softshrink);
PD_REGISTER_ACTIVATION(tanhshrink, "TO", scalar::Tanhshrink);
PD_REGISTER_ACTIVATION(thresholded_relu, "TffO", scalar::ThresholdedRelu);
PD_REGISTER_ACTIVATION(hardtanh, "TffO", scalar::Hardtanh);
PD_REGISTER_ACTIVATION(hardsigmoid, "TffO", scalar::Hardsigmoid);
PD_REGISTER_ACTIVATION(hardswish, "TO", scalar::Hardswish);
PD_REGISTER_ACTIVATION(softplus, "TffO", scalar::Softplus);
PD_REGISTER_ACTIVATION(softsign, "TO", scalar::Softsign);
PD_REGISTER_ELEMENTWISE(silu, "TO", scalar::Silu, PD_FLOAT_TYPES,
                        PD_COMPLEX_TYPES);
PD_REGISTER_ACTIVATION(silu_grad, "TTO", scalar::SiluGrad);
PD_REGISTER_ACTIVATION(mish, "TO", scalar::Mish);
PD_REGISTER_ACTIVATION(sigmoid_grad, "TTO", scalar::SigmoidGrad);
PD_REGISTER_ACTIVATION(slope_by_range, "TTffffbO", scalar::SlopeByRange);
PD_REGISTER_ACTIVATION(power_slope, "TTfiO", scalar::PowerSlope);
PD_REGISTER_ACTIVATION(hardswish_grad, "TTO", scalar::HardswishGrad);
PD_REGISTER_ACTIVATION(softsign_grad, "TTO", scalar::SoftsignGrad);
PD_REGISTER_ACTIVATION(huber, "TfO", scalar::Huber);
PD_REGISTER_ACTIVATION(tanh_grad, "TTO", scalar::TanhGrad);

}  // namespace paddle::phi::PD_CPU_ISA
