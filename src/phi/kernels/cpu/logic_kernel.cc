#include "phi/kernels/funcs/scalar/logic.h"

#include "phi/kernels/cpu/elementwise.h"

namespace paddle::phi::PD_CPU_ISA {

#define PD_REGISTER_COMPARISON(op, F) \
  PD_REGISTER_ELEMENTWISE(op, "TTO", F, bool, PD_NUMBER_TYPES)
PD_REGISTER_COMPARISON(equal, scalar::Equal);
PD_REGISTER_COMPARISON(not_equal, scalar::NotEqual);
PD_REGISTER_COMPARISON(less_than, scalar::LessThan);
PD_REGISTER_COMPARISON(less_equal, scalar::LessEqual);
PD_REGISTER_COMPARISON(greater_than, scalar::GreaterThan);
PD_REGISTER_COMPARISON(greater_equal, scalar::GreaterEqual);
PD_REGISTER_COMPARISON(logical_and, scalar::LogicalAnd);
PD_REGISTER_COMPARISON(logical_or, scalar::LogicalOr);
PD_REGISTER_COMPARISON(logical_xor, scalar::LogicalXor);
PD_REGISTER_ELEMENTWISE(isclose, "TTffbO", scalar::Isclose, bool,
                        PD_NUMBER_TYPES);

PD_REGISTER_ELEMENTWISE(logical_not, "TO", scalar::LogicalNot, PD_NUMBER_TYPES);

// Of bools by their bytes: compilers do not vectorise a loop over bools.
void FlipBytes(const LoopCall& call) {
  const auto* x = static_cast<const uint8_t*>(call.in[0]);
  auto* out = static_cast<uint8_t*>(call.out);
  for (int64_t i = 0; i < call.n; i += kChunk) {
    const int64_t n = std::min<int64_t>(kChunk, call.n - i);
    const uint8_t* from = x + i * call.step[0];
    for (int64_t k = 0; k < n; ++k) out[i + k] = from[k] ^ 1;
  }
}
void LogicalNotKernel(const DeviceContext&, const Args& args, Outs& outs) {
  static constexpr Loop kLoop{
      &FlipBytes, 1, {DataType::kBool}, DataType::kBool};
  const DenseTensor* x = args.slot[0].tensor;
  RunElementwise(kLoop, &x, outs[0], nullptr);
}
PD_REGISTER_KEYS_AS(logical_not_bool, logical_not,
                    KeysOf<bool>(&LogicalNotKernel, "TO"));

PD_REGISTER_ELEMENTWISE(isnan, "TO", scalar::Isnan, PD_NUMBER_TYPES);
PD_REGISTER_ELEMENTWISE(isinf, "TO", scalar::Isinf, PD_NUMBER_TYPES);
PD_REGISTER_ELEMENTWISE(isfinite, "TO", scalar::Isfinite, PD_NUMBER_TYPES);
PD_REGISTER_ELEMENTWISE(signbit, "TO", scalar::Signbit, PD_INT_TYPES,
                        PD_FLOAT_TYPES);

PD_REGISTER_ELEMENTWISE(bitwise_not, "TO", scalar::BitwiseNot, bool,
                        PD_INT_TYPES);
PD_REGISTER_ELEMENTWISE(bitwise_and, "TTO", scalar::BitwiseAnd, bool,
                        PD_INT_TYPES);
PD_REGISTER_ELEMENTWISE(bitwise_or, "TTO", scalar::BitwiseOr, bool,
                        PD_INT_TYPES);
PD_REGISTER_ELEMENTWISE(bitwise_xor, "TTO", scalar::BitwiseXor, bool,
                        PD_INT_TYPES);
PD_REGISTER_ELEMENTWISE(bitwise_left_shift, "TTbO", scalar::BitwiseLeftShift,
                        PD_INT_TYPES);
PD_REGISTER_ELEMENTWISE(bitwise_right_shift, "TTbO", scalar::BitwiseRightShift,
                        PD_INT_TYPES);

}  // namespace paddle::phi::PD_CPU_ISA
