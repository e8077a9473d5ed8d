#include "phi/kernels/funcs/scalar/arithmetic.h"

#include "phi/kernels/cpu/elementwise.h"

namespace paddle::phi::PD_CPU_ISA {

PD_REGISTER_ELEMENTWISE(add, "TTO", scalar::Add, bool, PD_NUMBER_TYPES);
PD_REGISTER_ELEMENTWISE(subtract, "TTO", scalar::Subtract, PD_NUMBER_TYPES);
PD_REGISTER_ELEMENTWISE(multiply, "TTO", scalar::Multiply, bool,
                        PD_NUMBER_TYPES);
PD_REGISTER_ELEMENTWISE(divide, "TTO", scalar::Divide, PD_FLOAT_TYPES,
                        PD_COMPLEX_TYPES);
PD_REGISTER_ELEMENTWISE(scale, "TSSbO", scalar::Scale, PD_NUMBER_TYPES);
PD_REGISTER_ELEMENTWISE(floor_divide, "TTO", scalar::FloorDivide, PD_INT_TYPES,
                        PD_FLOAT_TYPES);
PD_REGISTER_ELEMENTWISE(remainder, "TTO", scalar::Remainder, PD_NUMBER_TYPES);

}  // namespace paddle::phi::PD_CPU_ISA
