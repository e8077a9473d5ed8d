// One form for what can be written in several: so that other passes need to
// know one only. No bit changes, and what is done does not depend on the values
// of constants: a program may be run with others (rates, numbers of Python).
#include "mlir/IR/Builders.h"
#include "pir/pass/pass_registry.h"
#include "pir/transforms/rewrite.h"

namespace paddle::pir {
namespace {

mlir::Type ElementOf(mlir::Value v) {
  return mlir::getElementTypeOrSelf(v.getType());
}

// `call` as one of `op` on `operands`.
void Rewrite(mlir::Operation* call, const OpDef& op,
             mlir::ValueRange operands) {
  mlir::OpBuilder b(call);
  mlir::OperationState state(call->getLoc(), "pd_op." + op.name);
  state.operands.append(operands.begin(), operands.end());
  state.types.push_back(call->getResult(0).getType());
  call->getResult(0).replaceAllUsesWith(b.create(state)->getResult(0));
  call->erase();
}

class CanonicalisePass : public CallPass<CanonicalisePass> {
 public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CanonicalisePass)
  static void Visit(mlir::Operation* call) {
    const OpDef* op = DefOf(call);
    if (!op || !op->Has(kElementwise) || call->getNumResults() != 1) return;
    Order(call, *op);
    if (!Negations(call, *op)) Same(call, *op);
  }

 private:
  // x - (-y), x + (-y), (-x) + y, |-x|, and (-x) * (-y), (-x) / (-y).
  static bool Negations(mlir::Operation* call, const OpDef& op) {
    static const OpDef &add = GetOp("add"), &subtract = GetOp("subtract"),
                       &multiply = GetOp("multiply"), &divide = GetOp("divide"),
                       &abs = GetOp("abs"), &neg = GetOp("neg");
    const DataType out = DtypeOf(call->getResult(0));
    const auto negated = [&](unsigned i) -> mlir::Value {
      mlir::Operation* first = CallOf(call->getOperand(i), neg);
      return first && DtypeOf(call->getOperand(i)) == out &&
                     DtypeOf(first->getOperand(0)) == out
                 ? first->getOperand(0)
                 : mlir::Value();
    };
    if (IsComplex(out)) return false;
    if (&op == &abs && IsFloating(out)) {
      const mlir::Value x = negated(0);
      if (x) Rewrite(call, abs, {x});
      return !!x;
    }
    if (call->getNumOperands() != 2 ||
        ElementOf(call->getOperand(0)) != ElementOf(call->getOperand(1))) {
      return false;
    }
    const mlir::Value x = call->getOperand(0), y = call->getOperand(1);
    const mlir::Value minus_x = negated(0), minus_y = negated(1);
    if (&op == &subtract && minus_y) {
      Rewrite(call, add, {x, minus_y});
    } else if (&op == &add && minus_y) {
      Rewrite(call, subtract, {x, minus_y});
    } else if (&op == &add && minus_x) {
      Rewrite(call, subtract, {y, minus_x});
    } else if ((&op == &multiply || &op == &divide) && minus_x && minus_y) {
      Rewrite(call, op, {minus_x, minus_y});
    } else {
      return false;
    }
    return true;
  }

  // Of one value: a choice, the greater, the smaller; what is undone.
  static void Same(mlir::Operation* call, const OpDef& op) {
    static const OpDef &where = GetOp("where"),
                       &logical_not = GetOp("logical_not"),
                       &bitwise_not = GetOp("bitwise_not");
    static const OpDef* const idempotent[] = {
        &GetOp("maximum"), &GetOp("minimum"), &GetOp("bitwise_and"),
        &GetOp("bitwise_or")};
    if (&op == &logical_not || &op == &bitwise_not) {
      mlir::Operation* first = CallOf(call->getOperand(0), op);
      const bool exact =
          &op == &bitwise_not ||
          (first && DtypeOf(first->getOperand(0)) == DataType::kBool);
      if (first && exact) Replace(call, first->getOperand(0));
      return;
    }
    const unsigned first = &op == &where ? 1 : 0;
    if (!first && !llvm::is_contained(idempotent, &op)) return;
    if (call->getNumOperands() == first + 2 &&
        call->getOperand(first) == call->getOperand(first + 1)) {
      Replace(call, call->getOperand(first));
    }
  }

  // Constants are second. (Nothing else is moved: passes look for x + bias.)
  static void Order(mlir::Operation* call, const OpDef& op) {
    if (!op.Has(kCommutative) || call->getNumOperands() != 2) return;
    const mlir::Value x = call->getOperand(0), y = call->getOperand(1);
    if (ElementOf(x) == ElementOf(y) && NumberOf(x) && !NumberOf(y)) {
      call->setOperands({y, x});
    }
  }
};

PD_PASS(canonicalise_pass, CanonicalisePass,
        "writes what can be written in several ways in one: constants second, "
        "no negations that cancel");

}  // namespace
}  // namespace paddle::pir
