// Casts and negations of numbers that are constants. More would need kernels:
// arithmetic on Python numbers was done by Python.
#include <cmath>

#include "mlir/IR/Builders.h"
#include "pir/pass/pass_registry.h"
#include "pir/transforms/rewrite.h"

namespace paddle::pir {
namespace {

bool IsWhole(DataType t) { return !IsFloating(t) && !IsComplex(t); }

// Attribute "value" of a constant of dtype `t`, rounded as a cast does; null
// where casts of different kernels may disagree.
mlir::Attribute Rounded(const Scalar& number, DataType t, mlir::Builder& b) {
  if (IsComplex(t)) return {};
  mlir::Attribute value;
  VisitDataType(t, [&]<typename T>(T) {
    if constexpr (std::is_same_v<T, bool>) {
      value = b.getI64IntegerAttr(number.ToDouble() != 0);
    } else if constexpr (std::is_integral_v<T>) {
      const double v = number.ToDouble();
      if (number.IsIntegral()) {
        value = b.getI64IntegerAttr(static_cast<T>(number.ToInt()));
      } else if (std::abs(v) < std::exp2(8 * sizeof(T) - 1) && v > -1) {
        value = b.getI64IntegerAttr(static_cast<int64_t>(v));
      }
    } else if constexpr (!kIsComplexType<T>) {
      value = b.getF64FloatAttr(static_cast<double>(number.To<T>()));
    }
  });
  return value;
}

class ConstantFoldingPass : public CallPass<ConstantFoldingPass> {
 public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConstantFoldingPass)
  static void Visit(mlir::Operation* call) {
    static const OpDef &cast = GetOp("cast"), &neg = GetOp("neg");
    const OpDef* op = DefOf(call);
    if (op != &cast && op != &neg) return;
    const mlir::Value x = call->getOperand(0);
    auto number = NumberOf(x);
    if (!number || IsWide(x)) return;
    const DataType out = DtypeOf(call->getResult(0));
    if (op == &neg) {
      if (out != DtypeOf(x) || out == DataType::kBool) return;
      number = IsWhole(out) ? Scalar(static_cast<int64_t>(
                                  -static_cast<uint64_t>(number->ToInt())))
                            : Scalar(-number->ToDouble());
    }
    mlir::OpBuilder b(call);
    const mlir::Attribute value = Rounded(*number, out, b);
    if (!value) return;
    mlir::OperationState state(call->getLoc(), kConstant);
    state.addAttribute("value", value);
    state.types.push_back(call->getResult(0).getType());
    call->getResult(0).replaceAllUsesWith(b.create(state)->getResult(0));
    call->erase();
  }
};

PD_PASS(constant_folding_pass, ConstantFoldingPass,
        "casts and negates constants");

}  // namespace
}  // namespace paddle::pir
