#include "phi/kernels/cpu/elementwise.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

template <typename T>
struct Complex {
  std::complex<T> operator()(T re, T im) const { return {re, im}; }
};
PD_REGISTER_ELEMENTWISE(complex, "TTO", Complex, float, double);

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
