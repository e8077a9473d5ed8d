// Values never change, so that a copy of one is the value itself: unless it is
// made for its layout.
#include "pir/pass/pass_registry.h"
#include "pir/transforms/rewrite.h"

namespace paddle::pir {
namespace {

class RemoveCopiesPass : public CallPass<RemoveCopiesPass> {
 public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RemoveCopiesPass)
  static void Visit(mlir::Operation* call) {
    static const OpDef& assign = GetOp("assign");
    if (DefOf(call) != &assign || !IsRowMajor(call->getOperand(0))) return;
    Replace(call, call->getOperand(0));
  }
};

PD_PASS(remove_copies_pass, RemoveCopiesPass,
        "replaces copies by what they are copies of");

}  // namespace
}  // namespace paddle::pir
