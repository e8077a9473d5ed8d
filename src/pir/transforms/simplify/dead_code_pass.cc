// Removes operations without an effect whose results nobody reads.
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "pir/pass/pass_registry.h"

namespace paddle::pir {
namespace {

class DeadCodePass
    : public mlir::PassWrapper<DeadCodePass,
                               mlir::OperationPass<mlir::ModuleOp>> {
 public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DeadCodePass)
  void runOnOperation() override {
    // Users come after what they use: backwards, one round is enough.
    getOperation().walk([](mlir::Block* block) {
      for (mlir::Operation& op :
           llvm::make_early_inc_range(llvm::reverse(*block))) {
        if (mlir::isOpTriviallyDead(&op)) op.erase();
      }
    });
  }
};

PD_PASS(dead_code_pass, DeadCodePass,
        "removes operations without an effect whose results nobody reads");

}  // namespace
}  // namespace paddle::pir
