// x * 1, x / 1, x + 0, x - 0, -(-x) are x: where that is exact. x + 0.0 is not
// (-0.0 becomes 0.0), nor is a complex product (of infinities).
#include <cmath>

#include "pir/pass/pass_registry.h"
#include "pir/transforms/rewrite.h"

namespace paddle::pir {
namespace {

// The operator's value where the operand `side` is `number`: the other operand.
bool IsNeutral(const OpDef& op, unsigned side, const Scalar& number,
               DataType out) {
  static const OpDef &add = GetOp("add"), &subtract = GetOp("subtract"),
                     &multiply = GetOp("multiply"), &divide = GetOp("divide");
  if (IsComplex(out)) return false;
  const double v = number.ToDouble();
  if (&op == &multiply) return v == 1;
  if (&op == &divide) return v == 1 && side == 1;
  if (&op == &add) {
    return v == 0 && (!IsFloating(out) || std::signbit(v));
  }
  if (&op == &subtract) return v == 0 && !std::signbit(v) && side == 1;
  return false;
}

class SimplifyAlgebraPass : public CallPass<SimplifyAlgebraPass> {
 public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SimplifyAlgebraPass)
  static void Visit(mlir::Operation* call) {
    static const OpDef &neg = GetOp("neg"), &scale = GetOp("scale");
    const OpDef* op = DefOf(call);
    if (!op || !op->Has(kElementwise)) return;
    if (op == &neg) {
      if (mlir::Operation* first = CallOf(call->getOperand(0), neg)) {
        Replace(call, first->getOperand(0));
      }
      return;
    }
    if (op == &scale) return VisitScale(call);
    if (call->getNumOperands() != 2) return;
    const DataType out = DtypeOf(call->getResult(0));
    for (unsigned side : {1u, 0u}) {
      const auto number = NumberOf(call->getOperand(side));
      if (number && IsNeutral(*op, side, *number, out) &&
          Replace(call, call->getOperand(1 - side))) {
        return;
      }
    }
  }

 private:
  // Of whole numbers: floats add the bias 0.0 to -0.0.
  static void VisitScale(mlir::Operation* call) {
    FlatProgram scratch;
    Slot factor, bias;
    const DataType out = DtypeOf(call->getResult(0));
    if (IsFloating(out) || IsComplex(out) ||
        !FromAttribute(call->getAttr("scale"), ArgType::kScalar, &scratch,
                       &factor) ||
        !FromAttribute(call->getAttr("bias"), ArgType::kScalar, &scratch,
                       &bias) ||
        IsComplex(factor.scalar.type()) || IsComplex(bias.scalar.type())) {
      return;
    }
    if (factor.scalar.ToDouble() == 1 && bias.scalar.ToDouble() == 0) {
      Replace(call, call->getOperand(0));
    }
  }
};

PD_PASS(simplify_algebra_pass, SimplifyAlgebraPass,
        "removes what changes no bit: x * 1, x / 1, x - 0, -(-x)");

}  // namespace
}  // namespace paddle::pir
