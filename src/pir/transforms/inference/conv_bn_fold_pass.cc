// A convolution whose result is normalised with given statistics is one with
// other weights and bias, which follow from parameters alone: the executor
// computes them once. Rounds otherwise than the two calls: for inference.
#include "mlir/IR/Builders.h"
#include "pir/pass/pass_registry.h"
#include "pir/transforms/rewrite.h"

namespace paddle::pir {
namespace {

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

 private:
  mlir::OpBuilder b_;
  mlir::Operation* at_;
};

// The optional operands of a call, null where left out.
std::vector<mlir::Value> AllOperands(mlir::Operation* call, size_t count) {
  std::vector<mlir::Value> all(count);
  const auto sizes = IntsOf(call, kOperandSizes);
  unsigned at = 0;
  for (size_t i = 0; i < count; ++i) {
    if (sizes[i]) all[i] = call->getOperand(at++);
  }
  return all;
}

class ConvBnFoldPass : public CallPass<ConvBnFoldPass> {
 public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConvBnFoldPass)
  static void Visit(mlir::Operation* norm) {
    static const OpDef& batch_norm = GetOp("batch_norm_inference");
    static const OpDef& convolution = GetOp("convolution");
    if (DefOf(norm) != &batch_norm) return;
    const auto n = AllOperands(norm, 5);
    mlir::Operation* conv = CallOf(n[0], convolution);
    if (!conv || !n[0].hasOneUse() ||
        conv->getAttr("channels_last") != norm->getAttr("channels_last")) {
      return;
    }
    const auto c = AllOperands(conv, 3);
    const DataType type = DtypeOf(n[0]);
    if (type != DataType::kFloat32 && type != DataType::kFloat64) return;
    for (size_t i = 1; i < 5; ++i) {
      if (n[i] && DtypeOf(n[i]) != type) return;
    }
    Writer w(norm);
    const mlir::Value mean = n[1];
    const double epsilon =
        norm->getAttrOfType<mlir::FloatAttr>("epsilon").getValueAsDouble();
    const mlir::Value variance = w.Binary("add", n[2], w.Number(epsilon, n[2]));
    mlir::Value scale =
        w.Call("rsqrt", {variance}, variance.getType())->getResult(0);
    if (n[3]) scale = w.Binary("multiply", scale, n[3]);
    std::vector<int64_t> column(ShapeOf(c[1]).size(), 1);
    column[0] = ShapeOf(scale)[0];
    const auto column_type = mlir::RankedTensorType::get(
        column, mlir::getElementTypeOrSelf(scale.getType()));
    const mlir::Value scales =
        w.Call("reshape", {scale}, column_type,
               {w.builder().getNamedAttr(
                   "shape", w.builder().getDenseI64ArrayAttr(column))})
            ->getResult(0);
    const mlir::Value weight = w.Binary("multiply", c[1], scales);
    mlir::Value bias = w.Binary("multiply", mean, scale);
    if (c[2]) {
      bias = w.Binary("multiply", w.Binary("subtract", c[2], mean), scale);
    } else {
      bias = w.Call("neg", {bias}, bias.getType())->getResult(0);
    }
    if (n[4]) bias = w.Binary("add", bias, n[4]);
    mlir::NamedAttrList attributes(conv->getAttrs());
    attributes.set(kOperandSizes, w.builder().getDenseI64ArrayAttr({1, 1, 1}));
    mlir::Operation* folded =
        w.Call("convolution", {c[0], weight, bias},
               norm->getResult(0).getType(), attributes.getAttrs());
    norm->getResult(0).replaceAllUsesWith(folded->getResult(0));
    norm->erase();
    conv->erase();
  }
};

PD_PASS(conv_bn_fold_pass, ConvBnFoldPass,
        "folds batch norms with given statistics into convolutions");

}  // namespace
}  // namespace paddle::pir
