// Kernels of all floats whose loop is one of doubles: functions that would lose
// digits in float. Blocks are converted on the way.
#pragma once
#include "phi/kernels/cpu/elementwise.h"

namespace paddle::phi::PD_CPU_ISA {

template <template <typename> class F, int kInputs, typename... T>
constexpr std::array<KernelKey, sizeof...(T)> KeysInDouble(const char* code) {
  return KeysOf<T...>(ElementwiseFn<F, kInputs, double>(), code);
}

#define PD_REGISTER_IN_DOUBLE_AS(id, op, code, F, ...) \
  PD_REGISTER_KEYS_AS(id, op,                          \
                      KeysInDouble<F, CountTensors(code), __VA_ARGS__>(code))
#define PD_REGISTER_IN_DOUBLE(op, code, F) \
  PD_REGISTER_IN_DOUBLE_AS(op, op, code, F, PD_FLOAT_TYPES)

}  // namespace paddle::phi::PD_CPU_ISA
