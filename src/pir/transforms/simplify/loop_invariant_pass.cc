// What a loop computes anew in each round from what never changes is computed
// once, before it: where that is safe for a loop that runs no round, and where
// the kernel is the same.
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "pir/pass/pass_registry.h"
#include "pir/transforms/rewrite.h"

namespace paddle::pir {
namespace {

bool IsConstant(mlir::Operation* op) {
  return op->getName().getStringRef() == kConstant;
}

// Makes something from nothing, each time the same: moved only for what
// follows from it.
bool IsMade(mlir::Operation* op) {
  const OpDef* def = DefOf(op);
  return IsConstant(op) ||
         (def && op->getNumOperands() == 0 && op->getNumResults() == 1 &&
          IsPure(*def) && !def->Has(kDataDependent) && !def->Has(kInternal));
}

// Whether it raises nothing whatever its operands hold, and is worth moving.
bool IsSafe(mlir::Operation* op) {
  static const OpDef* const views[] = {&GetOp("reshape"), &GetOp("transpose"),
                                       &GetOp("expand")};
  static const OpDef& cast = GetOp("cast");
  const OpDef* def = DefOf(op);
  if (!def || !IsPure(*def) || op->getNumResults() != 1) return false;
  for (const OpDef* view : views) {  // a view of a number is one
    if (def == view) return !op->getOperand(0).getDefiningOp();
  }
  if (def->Has(kElementwise)) {
    // Whole numbers may be divided by zero.
    return def == &cast || def->Has(kCommutative) ||
           IsFloating(DtypeOf(op->getOperand(0)));
  }
  return def->Has(kLinear) && !def->Has(kDataDependent);
}

class LoopInvariantPass
    : public mlir::PassWrapper<LoopInvariantPass,
                               mlir::OperationPass<mlir::ModuleOp>> {
 public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LoopInvariantPass)
  void runOnOperation() override {
    // Inner loops first: what leaves them may leave the outer ones.
    getOperation().walk([](mlir::Operation* op) {
      if (op->getName().getStringRef() == kWhile) Visit(op);
    });
  }

 private:
  static void Visit(mlir::Operation* loop) {
    mlir::Block& body = loop->getRegion(0).front();
    mlir::OpBuilder b(loop);
    mlir::IRMapping outside;  // of values of the body that never change
    for (unsigned a = loop->getNumResults(); a < body.getNumArguments(); ++a) {
      outside.map(body.getArgument(a), loop->getOperand(1 + a));
    }
    llvm::SmallVector<mlir::Operation*> moved;
    for (mlir::Operation& op : body.without_terminator()) {
      const auto known = [&](mlir::Value v) {
        return outside.contains(v) ||
               (v.getDefiningOp() && IsMade(v.getDefiningOp()));
      };
      if (!IsSafe(&op) || !llvm::all_of(op.getOperands(), known)) continue;
      for (const mlir::Value v : op.getOperands()) {
        if (!outside.contains(v)) b.clone(*v.getDefiningOp(), outside);
      }
      b.clone(op, outside);
      moved.push_back(&op);
    }
    for (mlir::Operation* op : moved) HandIn(loop, op, outside);
    for (mlir::Operation* op : llvm::reverse(moved)) {
      if (op->use_empty()) op->erase();
    }
  }

  // The body reads what was computed outside. (Not where only what is moved as
  // well needs it.)
  static void HandIn(mlir::Operation* loop, mlir::Operation* op,
                     const mlir::IRMapping& outside) {
    mlir::Value v = op->getResult(0);
    const bool stays = llvm::any_of(v.getUsers(), [&](mlir::Operation* user) {
      return user->getNumResults() == 0 ||
             !outside.contains(user->getResult(0));
    });
    if (!stays) return;
    mlir::Block& body = loop->getRegion(0).front();
    const mlir::Value given = body.addArgument(v.getType(), op->getLoc());
    loop->insertOperands(loop->getNumOperands(), outside.lookup(v));
    v.replaceAllUsesWith(given);
  }
};

PD_PASS(loop_invariant_pass, LoopInvariantPass,
        "computes once, before a loop, what is the same in each round");

}  // namespace
}  // namespace paddle::pir
