// Sign, magnitude, roots and rounding.
#include "phi/kernels/cpu/elementwise.h"
#include "phi/kernels/funcs/scalar/rounding.h"

namespace paddle::phi::PD_CPU_ISA {

#define PD_REAL_TYPES PD_INT_TYPES, PD_FLOAT_TYPES
PD_REGISTER_ELEMENTWISE(neg, "TO", scalar::Neg, PD_NUMBER_TYPES);
PD_REGISTER_ELEMENTWISE(abs, "TO", scalar::Abs, PD_NUMBER_TYPES);
PD_REGISTER_ELEMENTWISE(sign, "TO", scalar::Sign, PD_NUMBER_TYPES);
PD_REGISTER_ELEMENTWISE(square, "TO", scalar::Square, PD_NUMBER_TYPES);
PD_REGISTER_ELEMENTWISE(sqrt, "TO", scalar::Sqrt, PD_FLOAT_TYPES,
                        PD_COMPLEX_TYPES);
PD_REGISTER_ELEMENTWISE(rsqrt, "TO", scalar::Rsqrt, PD_FLOAT_TYPES,
                        PD_COMPLEX_TYPES);
PD_REGISTER_ELEMENTWISE(reciprocal, "TO", scalar::Reciprocal, PD_FLOAT_TYPES,
                        PD_COMPLEX_TYPES);
PD_REGISTER_ELEMENTWISE(floor, "TO", scalar::Floor, PD_REAL_TYPES);
PD_REGISTER_ELEMENTWISE(ceil, "TO", scalar::Ceil, PD_REAL_TYPES);
PD_REGISTER_ELEMENTWISE(trunc, "TO", scalar::Trunc, PD_REAL_TYPES);
PD_REGISTER_ELEMENTWISE(frac, "TO", scalar::Frac, PD_REAL_TYPES);
PD_REGISTER_ELEMENTWISE(round, "TiO", scalar::Round, PD_NUMBER_TYPES);
PD_REGISTER_ELEMENTWISE(conj, "TO", scalar::Conj, PD_NUMBER_TYPES);
PD_REGISTER_ELEMENTWISE(angle, "TO", scalar::Angle, PD_FLOAT_TYPES,
                        PD_COMPLEX_TYPES);
PD_REGISTER_ELEMENTWISE(nan_to_num, "TfSSO", scalar::NanToNum, PD_FLOAT_TYPES);

}  // namespace paddle::phi::PD_CPU_ISA
