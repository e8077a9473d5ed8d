#include "pir/dialect/structure_model.h"

#include "pir/dialect/pd_op_dialect.h"
#include "pir/dialect/table_model.h"

namespace paddle::pir {

namespace {

using mlir::LogicalResult;
using mlir::Operation;
using mlir::TypeRange;

// The body of `region`, checked: one block, whose arguments and results have
// these types, and which reads nothing from outside.
LogicalResult VerifyBody(Operation* op, mlir::Region& region,
                         TypeRange arguments, TypeRange results) {
  if (!llvm::hasSingleElement(region) || region.front().empty() ||
      region.front().back().getName().getStringRef() != kYield) {
    return op->emitOpError("expects bodies of one block that ends with '")
           << kYield << "'";
  }
  mlir::Block& block = region.front();
  if (!llvm::equal(block.getArgumentTypes(), arguments)) {
    return op->emitOpError("expects arguments of a body to have the types ")
           << arguments;
  }
  if (!llvm::equal(block.back().getOperandTypes(), results)) {
    return op->emitOpError("expects a body to yield the types ") << results;
  }
  bool isolated = true;
  region.walk([&](Operation* inner) {
    for (mlir::Value v : inner->getOperands()) {
      isolated &= region.isAncestor(v.getParentRegion());
    }
  });
  if (!isolated) {
    return op->emitOpError("expects bodies to read their arguments alone");
  }
  return mlir::success();
}

LogicalResult VerifyIf(Operation* op) {
  if (op->getNumRegions() != 2 || op->getNumOperands() == 0) {
    return op->emitOpError("expects a condition and two bodies");
  }
  const TypeRange all(op->getOperandTypes());
  const size_t first = op->getRegion(0).getNumArguments();
  if (all.size() < first + 1) {
    return op->emitOpError("expects operands for the arguments of its bodies");
  }
  const TypeRange results(op->getResultTypes());
  if (failed(VerifyBody(op, op->getRegion(0), all.slice(1, first), results))) {
    return mlir::failure();
  }
  return VerifyBody(op, op->getRegion(1), all.drop_front(1 + first), results);
}

LogicalResult VerifyWhile(Operation* op) {
  if (op->getNumRegions() != 1 ||
      op->getNumOperands() < 1 + op->getNumResults()) {
    return op->emitOpError("expects a condition, carried values and a body");
  }
  const TypeRange all(op->getOperandTypes());
  if (!llvm::equal(all.slice(1, op->getNumResults()),
                   TypeRange(op->getResultTypes()))) {
    return op->emitOpError("expects results of the types of what it carries");
  }
  return VerifyBody(op, op->getRegion(0), all.drop_front(1),
                    all.take_front(1 + op->getNumResults()));
}

class StructureModel final : public TableModel {
 public:
  using TableModel::TableModel;
  bool hasTrait(mlir::TypeID t) override {
    if (getName() == kYield) {
      return t == mlir::TypeID::get<mlir::OpTrait::IsTerminator>() ||
             t == mlir::TypeID::get<mlir::OpTrait::ZeroRegions>() ||
             t == mlir::TypeID::get<mlir::OpTrait::ZeroResults>();
    }
    return t == mlir::TypeID::get<mlir::OpTrait::IsIsolatedFromAbove>() ||
           t == mlir::TypeID::get<mlir::OpTrait::SingleBlock>();
  }
  LogicalResult verifyInvariants(Operation*) override {
    return mlir::success();
  }
  LogicalResult verifyRegionInvariants(Operation* op) override {
    if (getName() == kYield) return mlir::success();
    return getName() == kIf ? VerifyIf(op) : VerifyWhile(op);
  }
  llvm::StringRef getName() const { return name.getValue(); }
};

}  // namespace

std::unique_ptr<mlir::OperationName::Impl> MakeStructureModel(
    llvm::StringRef name, mlir::Dialect* dialect, mlir::TypeID id) {
  return std::make_unique<StructureModel>(name, dialect, id);
}

}  // namespace paddle::pir
