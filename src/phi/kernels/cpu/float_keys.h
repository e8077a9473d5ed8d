// Keys of a kernel that is written over the flat arguments of a call: one
// function serves the narrow floats and float, another double.
#pragma once
#include <array>

#include "phi/kernel_registry.h"

namespace paddle::phi::PD_CPU_ISA {

constexpr std::array<KernelKey, 4> FloatKeys(KernelFn narrow, KernelFn wide,
                                             const char* code) {
  return {KernelKey{DataType::kFloat16, narrow, code},
          KernelKey{DataType::kBFloat16, narrow, code},
          KernelKey{DataType::kFloat32, narrow, code},
          KernelKey{DataType::kFloat64, wide, code}};
}

}  // namespace paddle::phi::PD_CPU_ISA
