// A convolution whose channels are multiplied by parameters, or to which some
// are added, is one with other weights and bias. For inference.
#include "pir/pass/pass_registry.h"
#include "pir/transforms/call_writer.h"

namespace paddle::pir {
namespace {

// Whether `v` is an input of the program, seen through views.
bool IsInput(mlir::Value v) {
  while (mlir::Operation* call = v.getDefiningOp()) {
    const OpDef* def = DefOf(call);
    if (!def || !def->view || call->getNumOperands() != 1) return false;
    v = call->getOperand(0);
  }
  return true;
}

class ConvAffineFoldPass : public CallPass<ConvAffineFoldPass> {
 public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConvAffineFoldPass)
  static void Visit(mlir::Operation* call) {
    static const OpDef &add = GetOp("add"), &multiply = GetOp("multiply");
    const OpDef* def = DefOf(call);
    if (def != &add && def != &multiply) return;
    for (int side = 0; side < 2; ++side) {
      if (Fold(call, call->getOperand(side), call->getOperand(1 - side),
               def == &multiply)) {
        return;
      }
    }
  }

 private:
  static bool Fold(mlir::Operation* call, mlir::Value x, mlir::Value by,
                   bool multiply) {
    static const OpDef& convolution = GetOp("convolution");
    mlir::Operation* conv = CallOf(x, convolution);
    if (!conv || !x.hasOneUse() || conv->getBlock() != call->getBlock() ||
        x.getType() != call->getResult(0).getType() ||
        DtypeOf(x) != DtypeOf(by) || !IsInput(by)) {
      return false;
    }
    const auto o = AllOperands(conv, 3);
    const auto image = ShapeOf(x), shape = ShapeOf(by);
    const size_t channel =
        conv->getAttrOfType<mlir::BoolAttr>("channels_last").getValue()
            ? image.size() - 1
            : 1;
    // One number for all, or one for each channel.
    bool one = true;
    for (size_t i = 0; i < shape.size(); ++i) {
      if (shape[i] == 1) continue;
      one = false;
      if (i + image.size() - shape.size() != channel) return false;
    }
    if (!multiply && !o[2] && one) return false;  // of what length?
    CallWriter w(call);
    mlir::Value row = by;
    if (!shape.empty()) row = w.Reshape(by, {one ? 1 : image[channel]});
    mlir::Value weight = o[1], bias = o[2];
    if (multiply) {
      llvm::SmallVector<int64_t> column(ShapeOf(weight).size(), 1);
      column[0] = one ? 1 : image[channel];
      weight = w.Binary("multiply", weight, w.Reshape(by, column));
      if (bias) bias = w.Binary("multiply", bias, row);
    } else {
      bias = bias ? w.Binary("add", bias, row) : row;
    }
    llvm::SmallVector<mlir::Value> operands{o[0], weight};
    if (bias) operands.push_back(bias);
    mlir::NamedAttrList attributes(conv->getAttrs());
    attributes.set(kOperandSizes,
                   w.builder().getDenseI64ArrayAttr({1, 1, bias ? 1 : 0}));
    call->getResult(0).replaceAllUsesWith(
        w.Call("convolution", operands, x.getType(), attributes.getAttrs()));
    call->erase();
    conv->erase();
    return true;
  }
};

PD_PASS(conv_affine_fold_pass, ConvAffineFoldPass,
        "folds factors and summands of channels into convolutions");

}  // namespace
}  // namespace paddle::pir
