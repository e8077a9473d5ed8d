// Writes calls before an operation.
#pragma once
#include "mlir/IR/Builders.h"
#include "pir/transforms/rewrite.h"

namespace paddle::pir {

class CallWriter {
 public:
  explicit CallWriter(mlir::Operation* at) : b_(at), at_(at) {}

  mlir::Value Call(llvm::StringRef op, mlir::ValueRange operands,
                   mlir::Type type,
                   llvm::ArrayRef<mlir::NamedAttribute> attributes = {}) {
    mlir::OperationState state(at_->getLoc(), ("pd_op." + op).str());
    state.operands.append(operands.begin(), operands.end());
    state.types.push_back(type);
    state.addAttributes(attributes);
    return b_.create(state)->getResult(0);
  }
  mlir::Value Binary(const char* op, mlir::Value x, mlir::Value y) {
    return Call(op, {x, y}, x.getType());
  }
  mlir::Value Number(double v, mlir::Value like) {
    const auto type =
        mlir::RankedTensorType::get({}, mlir::getElementTypeOrSelf(like));
    return Call("constant", {}, type,
                {b_.getNamedAttr("value", b_.getF64FloatAttr(v))});
  }
  mlir::Value Reshape(mlir::Value x, llvm::ArrayRef<int64_t> shape) {
    return WithInts("reshape", x, shape, "shape", shape);
  }
  mlir::Value Transpose(mlir::Value x, llvm::ArrayRef<int64_t> perm) {
    llvm::SmallVector<int64_t> shape;
    for (int64_t axis : perm) shape.push_back(ShapeOf(x)[axis]);
    return WithInts("transpose", x, shape, "perm", perm);
  }
  mlir::Builder& builder() { return b_; }

 private:
  mlir::Value WithInts(const char* op, mlir::Value x,
                       llvm::ArrayRef<int64_t> shape, const char* name,
                       llvm::ArrayRef<int64_t> ints) {
    const auto type = mlir::RankedTensorType::get(
        shape, mlir::getElementTypeOrSelf(x.getType()));
    return Call(op, {x}, type,
                {b_.getNamedAttr(name, b_.getDenseI64ArrayAttr(ints))});
  }

  mlir::OpBuilder b_;
  mlir::Operation* at_;
};

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

}  // namespace paddle::pir
