#include "phi/kernels/funcs/scalar/activation.h"

#include "cinn/emission/scalar.h"

namespace paddle::cinn {
namespace {

namespace scalar = phi::scalar;

template <template <typename> class Exact, template <typename> class Tanh,
          size_t kInputs>
ExprId Gelu(const EmitCall& call) {
  return call.slots[kInputs].i ? EmitScalar<Tanh, kInputs>(call)
                               : EmitScalar<Exact, kInputs>(call);
}

CINN_EMIT(gelu, Gelu<scalar::Gelu, scalar::GeluTanh, 1>);
CINN_EMIT(gelu_grad, Gelu<scalar::GeluGrad, scalar::GeluTanhGrad, 2>);
CINN_EMIT(relu, EmitScalar<scalar::Relu, 1>);
CINN_EMIT(relu_grad, EmitScalar<scalar::ReluGrad, 2>);
CINN_EMIT(relu6, EmitScalar<scalar::Relu6, 1>);
CINN_EMIT(leaky_relu, EmitScalar<scalar::LeakyRelu, 1>);
CINN_EMIT(elu, EmitScalar<scalar::Elu, 1>);
CINN_EMIT(celu, EmitScalar<scalar::Celu, 1>);
CINN_EMIT(selu, EmitScalar<scalar::Selu, 1>);
CINN_EMIT(softplus, EmitScalar<scalar::Softplus, 1>);
CINN_EMIT(hardtanh, EmitScalar<scalar::Hardtanh, 1>);
CINN_EMIT(hardsigmoid, EmitScalar<scalar::Hardsigmoid, 1>);
CINN_EMIT(hardswish, EmitScalar<scalar::Hardswish, 1>);
CINN_EMIT(silu, EmitScalar<scalar::Silu, 1>);
CINN_EMIT(silu_grad, EmitScalar<scalar::SiluGrad, 2>);
CINN_EMIT(mish, EmitScalar<scalar::Mish, 1>);
CINN_EMIT(tanhshrink, EmitScalar<scalar::Tanhshrink, 1>);
CINN_EMIT(sigmoid_grad, EmitScalar<scalar::SigmoidGrad, 2>);
CINN_EMIT(tanh_grad, EmitScalar<scalar::TanhGrad, 2>);
CINN_EMIT(exp, EmitScalar<scalar::Exp, 1>);
CINN_EMIT(expm1, EmitScalar<scalar::Expm1, 1>);
CINN_EMIT(log, EmitScalar<scalar::Log, 1>);
CINN_EMIT(log1p, EmitScalar<scalar::Log1p, 1>);
CINN_EMIT(sigmoid, EmitScalar<scalar::Sigmoid, 1>);
CINN_EMIT(tanh, EmitScalar<scalar::Tanh, 1>);
CINN_EMIT(log_sigmoid, EmitScalar<scalar::LogSigmoid, 1>);

}  // namespace
}  // namespace paddle::cinn
