// Lowers composites to primitives: by their rules, on the flat form.
#include "pir/builder/pir_builder.h"
#include "pir/pass/pass_registry.h"
#include "pir/program_impl.h"

namespace paddle::pir {
namespace {

class DecomposePass
    : public mlir::PassWrapper<DecomposePass,
                               mlir::OperationPass<mlir::ModuleOp>> {
 public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DecomposePass)
  void runOnOperation() override {
    mlir::ModuleOp module = getOperation();
    try {
      mlir::OwningOpRef<mlir::ModuleOp> lowered =
          ToModule(Decompose(ToFlat(module)), module.getContext());
      mlir::Operation* from = lowered->lookupSymbol("main");
      module.lookupSymbol("main")->erase();
      from->remove();
      module.push_back(from);
    } catch (const Error& e) {
      module.emitError(e.what());
      signalPassFailure();
    }
  }
};

PD_PASS(decompose_pass, DecomposePass,
        "replaces composites by the primitives that their rules call");

}  // namespace
}  // namespace paddle::pir
