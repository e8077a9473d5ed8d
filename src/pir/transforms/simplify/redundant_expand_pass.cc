// An expansion of an expansion is one; one to the same shape is none.
#include "mlir/IR/Builders.h"
#include "pir/pass/pass_registry.h"
#include "pir/transforms/rewrite.h"

namespace paddle::pir {
namespace {

class RedundantExpandPass : public CallPass<RedundantExpandPass> {
 public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RedundantExpandPass)
  static void Visit(mlir::Operation* call) {
    static const OpDef& expand = GetOp("expand");
    if (DefOf(call) != &expand) return;
    const mlir::Value out = call->getResult(0);
    mlir::Value x = call->getOperand(0);
    mlir::Operation* first = CallOf(x, expand);
    if (first) x = first->getOperand(0);
    if (out.getType() == x.getType() && !IsWide(x)) {
      // Of the layout of `x`, too.
      call->getResult(0).replaceAllUsesWith(x);
      call->erase();
    } else if (first) {
      mlir::Builder b(call->getContext());
      ReplaceByCall(call, expand, x, "shape",
                    b.getDenseI64ArrayAttr(ShapeOf(out)));
    }
  }
};

PD_PASS(redundant_expand_pass, RedundantExpandPass,
        "makes one expansion of two, and none of one to the same shape");

}  // namespace
}  // namespace paddle::pir
