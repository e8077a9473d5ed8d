// The gradient of a max pool lies where the largest elements were, and those
// are what the pool gave: whether relu lets it pass is seen there, before it is
// spread. Exact, and the larger image need not be kept.
#include "pir/pass/pass_registry.h"
#include "pir/transforms/call_writer.h"

namespace paddle::pir {
namespace {

class ReluGradOfPoolPass : public CallPass<ReluGradOfPoolPass> {
 public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ReluGradOfPoolPass)
  static void Visit(mlir::Operation* call) {
    static const OpDef &relu_grad = GetOp("relu_grad"),
                       &pool_scatter = GetOp("pool_scatter"),
                       &max_pool = GetOp("max_pool_with_index");
    if (DefOf(call) != &relu_grad) return;
    const mlir::Value image = call->getOperand(0), grad = call->getOperand(1);
    mlir::Operation* scatter = CallOf(grad, pool_scatter);
    if (!scatter || !grad.hasOneUse() || grad.getType() != image.getType()) {
      return;
    }
    const mlir::Value pooled_grad = scatter->getOperand(0);
    mlir::Operation* pool = CallOf(scatter->getOperand(1), max_pool);
    if (!pool || pool->getOperand(0) != image ||
        scatter->getOperand(1) != pool->getResult(1) ||
        scatter->getAttr("channels_last") != pool->getAttr("channels_last") ||
        pooled_grad.getType() != pool->getResult(0).getType()) {
      return;
    }
    CallWriter w(call);
    const mlir::Value passed =
        w.Call("relu_grad", {pool->getResult(0), pooled_grad},
               pooled_grad.getType(), call->getAttrs());
    call->getResult(0).replaceAllUsesWith(
        w.Call("pool_scatter", {passed, pool->getResult(1)}, grad.getType(),
               scatter->getAttrs()));
    call->erase();
    scatter->erase();
  }
};

PD_PASS(relu_grad_of_pool_pass, ReluGradOfPoolPass,
        "takes the gradient of relu before a max pool spreads it");

}  // namespace
}  // namespace paddle::pir
