// A convolution whose result is normalised with given statistics is one with
// other weights and bias, which follow from parameters alone: the executor
// computes them once. Rounds otherwise than the two calls: for inference.
#include "pir/pass/pass_registry.h"
#include "pir/transforms/inference/fold.h"

namespace paddle::pir {
namespace {

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
    const auto [scale, bias] = w.NormOf(norm, c[2]);
    std::vector<int64_t> column(ShapeOf(c[1]).size(), 1);
    column[0] = ShapeOf(scale)[0];
    const mlir::Value weight =
        w.Binary("multiply", c[1], w.Reshape(scale, column));
    mlir::NamedAttrList attributes(conv->getAttrs());
    attributes.set(kOperandSizes, w.builder().getDenseI64ArrayAttr({1, 1, 1}));
    norm->getResult(0).replaceAllUsesWith(
        w.Call("convolution", {c[0], weight, bias},
               norm->getResult(0).getType(), attributes.getAttrs()));
    norm->erase();
    conv->erase();
  }
};

PD_PASS(conv_bn_fold_pass, ConvBnFoldPass,
        "folds batch norms with given statistics into convolutions");

}  // namespace
}  // namespace paddle::pir
