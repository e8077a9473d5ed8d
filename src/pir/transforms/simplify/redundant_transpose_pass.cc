// A transpose of a transpose is one; one that moves nothing is none.
#include "mlir/IR/Builders.h"
#include "pir/pass/pass_registry.h"
#include "pir/transforms/rewrite.h"

namespace paddle::pir {
namespace {

// perm[i], not negative; false where `perm` names not each axis.
bool Perm(mlir::Operation* call, llvm::SmallVectorImpl<int64_t>* perm) {
  const llvm::ArrayRef<int64_t> given = IntsOf(call, "perm");
  const auto rank = static_cast<int64_t>(ShapeOf(call->getResult(0)).size());
  if (static_cast<int64_t>(given.size()) != rank) return false;
  for (int64_t axis : given) {
    perm->push_back(axis < 0 ? axis + rank : axis);
    if (perm->back() < 0 || perm->back() >= rank) return false;
  }
  return true;
}

class RedundantTransposePass : public CallPass<RedundantTransposePass> {
 public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RedundantTransposePass)
  static void Visit(mlir::Operation* call) {
    static const OpDef& transpose = GetOp("transpose");
    llvm::SmallVector<int64_t> perm, inner;
    if (DefOf(call) != &transpose || !Perm(call, &perm)) return;
    mlir::Value x = call->getOperand(0);
    mlir::Operation* first = CallOf(x, transpose);
    const bool twice = first && Perm(first, &inner);
    if (twice) {
      for (int64_t& axis : perm) axis = inner[axis];
      x = first->getOperand(0);
    }
    bool moves = false;
    for (size_t i = 0; i < perm.size(); ++i) {
      moves |= perm[i] != static_cast<int64_t>(i);
    }
    // The very layout of `x`, so whatever reads it.
    if (!moves && call->getResult(0).getType() == x.getType() && !IsWide(x)) {
      call->getResult(0).replaceAllUsesWith(x);
      call->erase();
    } else if (twice) {
      mlir::Builder b(call->getContext());
      ReplaceByCall(call, transpose, x, "perm", b.getDenseI64ArrayAttr(perm));
    }
  }
};

PD_PASS(redundant_transpose_pass, RedundantTransposePass,
        "makes one transpose of two, and none of one that moves nothing");

}  // namespace
}  // namespace paddle::pir
