// Branches that are never taken, loops that never run, what branches and loops
// give and take and nobody needs, and what a loop carries and never changes.
#include <algorithm>

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "pir/dialect/attributes.h"
#include "pir/pass/pass_registry.h"
#include "pir/transforms/rewrite.h"

namespace paddle::pir {
namespace {

bool IsNamed(mlir::Operation* op, const char* name) {
  return op->getName().getStringRef() == name;
}
mlir::Block& Body(mlir::Operation* op, unsigned i = 0) {
  return op->getRegion(i).front();
}

// What loops push onto for their gradients: no tensor that could be copied.
bool IsStack(mlir::Value v) {
  return DtypeOf(v) == DataType::kUInt8 && ShapeOf(v).size() == 1 &&
         ShapeOf(v)[0] == 0;
}

mlir::Value Copy(mlir::Value v, mlir::Operation* before) {
  mlir::OpBuilder b(before);
  mlir::OperationState state(before->getLoc(), "pd_op.assign");
  state.operands.push_back(v);
  state.types.push_back(v.getType());
  return b.create(state)->getResult(0);
}

// What a body hands on is row-major and as fine as its dtype: a copy where
// `by` is not. Whether there was something to replace.
bool ReplaceResult(mlir::Operation* op, unsigned i, mlir::Value by) {
  mlir::Value v = op->getResult(i);
  if (v.use_empty()) return false;
  const bool copy =
      IsWide(by) || (!IsStack(v) && !IsRowMajor(by) && LayoutMatters(v));
  v.replaceAllUsesWith(copy ? Copy(by, op) : by);
  return true;
}

// Whether it can go with all it does: random numbers that follow would be
// others, and what checks values stays.
bool IsRepeatable(mlir::Operation* op) {
  return !op->walk([](mlir::Operation* inner) {
              const OpDef* def = DefOf(inner);
              return (def && !IsPure(*def)) || inner->hasAttr(kKept)
                         ? mlir::WalkResult::interrupt()
                         : mlir::WalkResult::advance();
            }).wasInterrupted();
}

// Drops what the results of a body do not need.
void DropDeadCode(mlir::Block& body) {
  llvm::SmallPtrSet<mlir::Operation*, 16> needed;
  for (mlir::Operation& op : llvm::make_early_inc_range(llvm::reverse(body))) {
    if (&op != &body.back() && !needed.count(&op) && IsRepeatable(&op)) {
      op.erase();
      continue;
    }
    for (const mlir::Value v : op.getOperands()) {
      if (v.getDefiningOp()) needed.insert(v.getDefiningOp());
    }
  }
}

// `op` without some of its results and operands, which nothing else needs. The
// conditions come first among operands, and, of loops, among what is yielded.
void Without(mlir::Operation* op, const std::vector<bool>& results,
             const std::vector<bool>& operands) {
  const bool loop = IsNamed(op, kWhile);
  mlir::OpBuilder b(op);
  mlir::OperationState state(op->getLoc(), op->getName());
  size_t next = 1;
  state.operands.push_back(op->getOperand(0));
  for (mlir::Region& region : op->getRegions()) {
    mlir::Block& body = region.front();
    llvm::BitVector dead(body.getNumArguments());
    for (unsigned a = 0; a < body.getNumArguments(); ++a, ++next) {
      if (operands[next]) {
        dead.set(a);
      } else {
        state.operands.push_back(op->getOperand(static_cast<unsigned>(next)));
      }
    }
    mlir::Operation* yield = body.getTerminator();
    for (unsigned r = op->getNumResults(); r-- > 0;) {
      if (results[r]) yield->eraseOperand(r + loop);
    }
    DropDeadCode(body);
    body.eraseArguments(dead);
  }
  for (unsigned r = 0; r < op->getNumResults(); ++r) {
    if (!results[r]) state.types.push_back(op->getResult(r).getType());
  }
  for (size_t i = 0; i < op->getNumRegions(); ++i) state.addRegion();
  mlir::Operation* made = b.create(state);
  for (unsigned i = 0; i < op->getNumRegions(); ++i) {
    made->getRegion(i).takeBody(op->getRegion(i));
  }
  for (unsigned r = 0, k = 0; r < op->getNumResults(); ++r) {
    if (!results[r]) op->getResult(r).replaceAllUsesWith(made->getResult(k++));
  }
  op->erase();
}

// ---- branches ----

// The body that runs, in the place of the branch.
void TakeBody(mlir::Operation* op, unsigned taken) {
  mlir::Block& body = Body(op, taken);
  unsigned first = 1;
  if (taken) first += Body(op, 0).getNumArguments();
  mlir::IRMapping map;
  for (unsigned a = 0; a < body.getNumArguments(); ++a) {
    map.map(body.getArgument(a), op->getOperand(first + a));
  }
  mlir::OpBuilder b(op);
  for (mlir::Operation& inner : body.without_terminator()) b.clone(inner, map);
  for (unsigned r = 0; r < op->getNumResults(); ++r) {
    ReplaceResult(op, r, map.lookup(body.getTerminator()->getOperand(r)));
  }
  op->erase();
}

// The value outside that result `r` is, whichever body runs.
mlir::Value SameInBoth(mlir::Operation* op, unsigned r) {
  mlir::Value same;
  unsigned first = 1;
  for (unsigned i = 0; i < 2; ++i) {
    mlir::Block& body = Body(op, i);
    const auto argument = mlir::dyn_cast<mlir::BlockArgument>(
        body.getTerminator()->getOperand(r));
    if (!argument) return {};
    const mlir::Value v = op->getOperand(first + argument.getArgNumber());
    if (same && same != v) return {};
    same = v;
    first += body.getNumArguments();
  }
  return same;
}

bool VisitIf(mlir::Operation* op) {
  if (const auto condition = NumberOf(op->getOperand(0))) {
    TakeBody(op, condition->ToDouble() != 0 ? 0 : 1);
    return true;
  }
  bool changed = false;
  for (unsigned r = 0; r < op->getNumResults(); ++r) {
    const mlir::Value v = SameInBoth(op, r);
    if (v) changed |= ReplaceResult(op, r, v);
  }
  std::vector<bool> results, operands{false};
  for (const mlir::Value v : op->getResults()) {
    results.push_back(v.use_empty());
  }
  for (mlir::Region& region : op->getRegions()) {
    mlir::Block& body = region.front();
    mlir::Operation* yield = body.getTerminator();
    for (const mlir::Value a : body.getArguments()) {
      operands.push_back(llvm::all_of(a.getUses(), [&](mlir::OpOperand& use) {
        return use.getOwner() == yield && results[use.getOperandNumber()];
      }));
    }
  }
  if (!llvm::is_contained(results, true) &&
      !llvm::is_contained(operands, true)) {
    return changed;
  }
  Without(op, results, operands);
  return true;
}

// ---- loops ----

// A value that never changes is read from outside: argument `carried` becomes
// one of those behind. A tensor, and row-major, as what bodies give.
void MakeInvariant(mlir::Operation* op, unsigned carried) {
  mlir::Block& body = Body(op);
  ReplaceResult(op, carried, op->getOperand(1 + carried));
  mlir::Value from = op->getOperand(1 + carried);
  if (!IsRowMajor(from) || IsNamed(from.getDefiningOp(), kConstant)) {
    from = Copy(from, op);
  }
  op->insertOperands(op->getNumOperands(), from);
  mlir::Value argument = body.getArgument(carried);
  const mlir::Value moved =
      body.addArgument(argument.getType(), argument.getLoc());
  argument.replaceAllUsesWith(moved);
  std::vector<bool> results(op->getNumResults(), false);
  std::vector<bool> operands(op->getNumOperands(), false);
  results[carried] = operands[1 + carried] = true;
  Without(op, results, operands);
}

// The carried values that decide nothing that is wanted.
std::vector<bool> DeadCarried(mlir::Operation* op) {
  mlir::Block& body = Body(op);
  mlir::Operation* yield = body.getTerminator();
  std::vector<bool> dead(op->getNumResults(), true);
  llvm::SmallPtrSet<mlir::Operation*, 16> seen;
  std::vector<mlir::Value> open{yield->getOperand(0)};
  const auto need = [&](unsigned r) {
    if (!dead[r]) return;
    dead[r] = false;
    open.push_back(yield->getOperand(1 + r));
  };
  for (unsigned r = 0; r < op->getNumResults(); ++r) {
    if (!op->getResult(r).use_empty()) need(r);
  }
  for (mlir::Operation& inner : body) {  // what draws random numbers stays
    if (!IsRepeatable(&inner)) {
      open.insert(open.end(), inner.operand_begin(), inner.operand_end());
    }
  }
  while (!open.empty()) {
    const mlir::Value v = open.back();
    open.pop_back();
    if (const auto a = mlir::dyn_cast<mlir::BlockArgument>(v)) {
      if (a.getArgNumber() < dead.size()) need(a.getArgNumber());
    } else if (seen.insert(v.getDefiningOp()).second) {
      const auto operands = v.getDefiningOp()->getOperands();
      open.insert(open.end(), operands.begin(), operands.end());
    }
  }
  return dead;
}

bool VisitWhile(mlir::Operation* op) {
  const auto condition = NumberOf(op->getOperand(0));
  if (condition && condition->ToDouble() == 0) {
    for (unsigned r = 0; r < op->getNumResults(); ++r) {
      ReplaceResult(op, r, op->getOperand(1 + r));
    }
    op->erase();
    return true;
  }
  mlir::Block& body = Body(op);
  mlir::Operation* yield = body.getTerminator();
  for (unsigned r = 0; r < op->getNumResults(); ++r) {
    if (yield->getOperand(1 + r) == body.getArgument(r) &&
        !IsStack(body.getArgument(r))) {
      MakeInvariant(op, r);
      return true;
    }
  }
  const std::vector<bool> results = DeadCarried(op);
  std::vector<bool> operands{false};
  for (unsigned a = 0; a < body.getNumArguments(); ++a) {
    operands.push_back(a < results.size() ? results[a]
                                          : body.getArgument(a).use_empty());
  }
  if (!llvm::is_contained(operands, true)) return false;
  Without(op, results, operands);
  return true;
}

class DeadBranchPass
    : public mlir::PassWrapper<DeadBranchPass,
                               mlir::OperationPass<mlir::ModuleOp>> {
 public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DeadBranchPass)
  void runOnOperation() override {
    // Each change takes something away, so that the rounds end.
    while (Round()) continue;
  }

 private:
  bool Round() {
    return getOperation()
        .walk([](mlir::Operation* op) {
          const bool branch = IsNamed(op, kIf);
          if (!branch && !IsNamed(op, kWhile)) {
            return mlir::WalkResult::advance();
          }
          if (op->use_empty() && IsRepeatable(op)) {
            op->erase();
            return mlir::WalkResult::interrupt();
          }
          const bool changed = branch ? VisitIf(op) : VisitWhile(op);
          return changed ? mlir::WalkResult::interrupt()
                         : mlir::WalkResult::advance();
        })
        .wasInterrupted();
  }
};

PD_PASS(dead_branch_pass, DeadBranchPass,
        "takes the branch of a known condition, and drops what branches and "
        "loops do in vain");

}  // namespace
}  // namespace paddle::pir
