#include "phi/kernels/funcs/scalar/exponential.h"

#include "phi/kernels/cpu/elementwise.h"

namespace paddle::phi::PD_CPU_ISA {

#define PD_REGISTER_UNARY(op, F) \
  PD_REGISTER_ELEMENTWISE(op, "TO", F, PD_FLOAT_TYPES, PD_COMPLEX_TYPES)
PD_REGISTER_UNARY(exp, scalar::Exp);
PD_REGISTER_UNARY(expm1, scalar::Expm1);
PD_REGISTER_UNARY(log, scalar::Log);
PD_REGISTER_UNARY(log2, scalar::Log2);
PD_REGISTER_UNARY(log10, scalar::Log10);
PD_REGISTER_UNARY(log1p, scalar::Log1p);
PD_REGISTER_UNARY(sigmoid, scalar::Sigmoid);
PD_REGISTER_UNARY(tanh, scalar::Tanh);
PD_REGISTER_UNARY(log_sigmoid, scalar::LogSigmoid);

}  // namespace paddle::phi::PD_CPU_ISA
