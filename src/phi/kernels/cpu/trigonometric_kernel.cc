#include "phi/kernels/funcs/scalar/trigonometric.h"

#include "phi/kernels/cpu/elementwise.h"

namespace paddle::phi::PD_CPU_ISA {

#define PD_REGISTER_UNARY(op, F) \
  PD_REGISTER_ELEMENTWISE(op, "TO", F, PD_FLOAT_TYPES, PD_COMPLEX_TYPES)
PD_REGISTER_UNARY(sin, scalar::Sin);
PD_REGISTER_UNARY(cos, scalar::Cos);
PD_REGISTER_UNARY(tan, scalar::Tan);
PD_REGISTER_UNARY(asin, scalar::Asin);
PD_REGISTER_UNARY(acos, scalar::Acos);
PD_REGISTER_UNARY(atan, scalar::Atan);
PD_REGISTER_UNARY(sinh, scalar::Sinh);
PD_REGISTER_UNARY(cosh, scalar::Cosh);
PD_REGISTER_UNARY(asinh, scalar::Asinh);
PD_REGISTER_UNARY(acosh, scalar::Acosh);
PD_REGISTER_UNARY(atanh, scalar::Atanh);

}  // namespace paddle::phi::PD_CPU_ISA
