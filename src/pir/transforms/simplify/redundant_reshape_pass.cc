// What was reshaped twice (flattened, squeezed, ...) is reshaped once; what
// keeps its shape, not at all.
#include "mlir/IR/Builders.h"
#include "pir/pass/pass_registry.h"
#include "pir/transforms/rewrite.h"

namespace paddle::pir {
namespace {

class RedundantReshapePass : public CallPass<RedundantReshapePass> {
 public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RedundantReshapePass)
  static void Visit(mlir::Operation* call) {
    static const OpDef& reshape = GetOp("reshape");
    if (!IsViewLike(call, reshape)) return;
    const mlir::Value out = call->getResult(0);
    mlir::Value x = call->getOperand(0);
    mlir::Operation* first = x.getDefiningOp();
    const bool twice = IsViewLike(first, reshape);
    if (twice) x = first->getOperand(0);
    if (out.getType() == x.getType()) {
      Replace(call, x);
      return;
    }
    // In the attribute `shape` 0 would mean the size of `x`.
    if (!twice || llvm::is_contained(ShapeOf(out), 0) ||
        (!IsRowMajor(x) && LayoutMatters(out))) {
      return;
    }
    mlir::Builder b(call->getContext());
    ReplaceByCall(call, reshape, x, "shape",
                  b.getDenseI64ArrayAttr(ShapeOf(out)));
  }
};

PD_PASS(redundant_reshape_pass, RedundantReshapePass,
        "makes one reshape of two, and none of one that keeps the shape");

}  // namespace
}  // namespace paddle::pir
