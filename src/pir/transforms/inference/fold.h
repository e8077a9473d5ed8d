// How passes write arithmetic on weights, which the executor does once.
#pragma once
#include "mlir/IR/Builders.h"
#include "pir/transforms/rewrite.h"

namespace paddle::pir {

// The optional operands of a call, null where left out.
inline std::vector<mlir::Value> AllOperands(mlir::Operation* call,
                                            size_t count) {
  std::vector<mlir::Value> all(count);
  const auto sizes = IntsOf(call, kOperandSizes);
  unsigned at = 0;
  for (size_t i = 0; i < count; ++i) {
    if (sizes[i]) all[i] = call->getOperand(at++);
  }
  return all;
}

// Writes calls before an operation.
class Writer {
 public:
  explicit Writer(mlir::Operation* at) : b_(at), at_(at) {}
  mlir::Operation* Call(const char* op, mlir::ValueRange operands,
                        mlir::Type type,
                        llvm::ArrayRef<mlir::NamedAttribute> attributes = {}) {
    mlir::OperationState state(at_->getLoc(), std::string("pd_op.") + op);
    state.operands.append(operands.begin(), operands.end());
    state.types.push_back(type);
    state.addAttributes(attributes);
    return b_.create(state);
  }
  mlir::Value Binary(const char* op, mlir::Value x, mlir::Value y) {
    return Call(op, {x, y}, x.getType())->getResult(0);
  }
  mlir::Value Number(double v, mlir::Value like) {
    const auto type =
        mlir::RankedTensorType::get({}, mlir::getElementTypeOrSelf(like));
    return Call("constant", {}, type,
                {b_.getNamedAttr("value", b_.getF64FloatAttr(v))})
        ->getResult(0);
  }
  mlir::Builder& builder() { return b_; }

  // What a batch norm with given statistics multiplies each channel by, and
  // adds to it where `bias` was added before (null: nothing).
  std::pair<mlir::Value, mlir::Value> NormOf(mlir::Operation* norm,
                                             mlir::Value bias) {
    const auto n = AllOperands(norm, 5);
    const double epsilon =
        norm->getAttrOfType<mlir::FloatAttr>("epsilon").getValueAsDouble();
    const mlir::Value variance = Binary("add", n[2], Number(epsilon, n[2]));
    mlir::Value scale =
        Call("rsqrt", {variance}, variance.getType())->getResult(0);
    if (n[3]) scale = Binary("multiply", scale, n[3]);
    mlir::Value shift;
    if (bias) {
      shift = Binary("multiply", Binary("subtract", bias, n[1]), scale);
    } else {
      shift = Binary("multiply", n[1], scale);
      shift = Call("neg", {shift}, shift.getType())->getResult(0);
    }
    if (n[4]) shift = Binary("add", shift, n[4]);
    return {scale, shift};
  }

 private:
  mlir::OpBuilder b_;
  mlir::Operation* at_;
};

}  // namespace paddle::pir
