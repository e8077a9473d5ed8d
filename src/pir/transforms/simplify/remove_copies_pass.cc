// Values never change, so that a copy of one is the value itself: unless it is
// made for its layout. Inputs and views may lie in memory in any way; the
// results of all other operations are row-major, as copies are.
#include "mlir/IR/BuiltinOps.h"
#include "pir/dialect/pd_op_dialect.h"
#include "pir/pass/pass_registry.h"

namespace paddle::pir {
namespace {

class RemoveCopiesPass
    : public mlir::PassWrapper<RemoveCopiesPass,
                               mlir::OperationPass<mlir::ModuleOp>> {
 public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RemoveCopiesPass)
  void runOnOperation() override {
    static const OpDef* const assign = &GetOp("assign");
    getOperation().walk([](mlir::Operation* op) {
      if (DefOf(op) != assign) return;
      mlir::Operation* source = op->getOperand(0).getDefiningOp();
      if (!source || !DefOf(source) || DefOf(source)->view) return;
      op->getResult(0).replaceAllUsesWith(op->getOperand(0));
      op->erase();
    });
  }
};

PD_PASS(remove_copies_pass, RemoveCopiesPass,
        "replaces copies by what they are copies of");

}  // namespace
}  // namespace paddle::pir
