#include "pir/dialect/pd_op_model.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "pir/dialect/attributes.h"
#include "pir/dialect/table_model.h"

namespace paddle::pir {

namespace {

using mlir::Attribute;
using mlir::LogicalResult;
using mlir::Operation;

// Counts of operands and results, names and kinds of attributes.
LogicalResult VerifyCall(const OpDef& def, Operation* op) {
  FlatProgram scratch;
  std::vector<Slot> slots(def.schema.args.size());
  size_t tensors = 0, expected = 0;
  const auto sizes = op->getAttrOfType<mlir::DenseI64ArrayAttr>(kOperandSizes);
  if (NeedsOperandSizes(def) && !sizes) {
    return op->emitOpError("needs the attribute '") << kOperandSizes << "'";
  }
  for (size_t i = 0; i < def.schema.args.size(); ++i) {
    const ArgSpec& arg = def.schema.args[i];
    if ((def.tensor_mask | def.list_mask) >> i & 1) {
      int64_t count = 1;
      if (NeedsOperandSizes(def)) {
        if (tensors >= static_cast<size_t>(sizes.size())) {
          return op->emitOpError("expects more entries in '")
                 << kOperandSizes << "'";
        }
        count = sizes[static_cast<int64_t>(tensors)];
        const int64_t most = arg.type == ArgType::kTensorList ? INT32_MAX : 1;
        const int64_t least = arg.type == ArgType::kTensor ? 1 : 0;
        if (count < least || count > most) {
          return op->emitOpError("has a wrong number of operands for '")
                 << arg.name << "'";
        }
      }
      slots[i].i = count;
      ++tensors;
      expected += static_cast<size_t>(count);
      continue;
    }
    const Attribute a = op->getAttr(arg.name);
    if (!a) return op->emitOpError("misses the attribute '") << arg.name << "'";
    if (!FromAttribute(a, arg.type, &scratch, &slots[i])) {
      return op->emitOpError("expects attribute '")
             << arg.name << "' to be " << Name(arg.type) << ", but received "
             << a;
    }
  }
  if (op->getNumOperands() != expected) {
    return op->emitOpError("expects ")
           << expected << " operands, but received " << op->getNumOperands();
  }
  const size_t written = WrittenOperands(def, slots).size();
  const size_t results = def.schema.outs.size() + written;
  if (!def.schema.list_out && op->getNumResults() != results) {
    return op->emitOpError("expects ")
           << results << " results, but received " << op->getNumResults();
  }
  for (const mlir::NamedAttribute& a : op->getAttrs()) {
    if (a.getName() == kOperandSizes || a.getName() == kKept) continue;
    if (def.schema.Find(std::string_view(a.getName().getValue())) < 0) {
      return op->emitOpError("has no attribute '")
             << a.getName().getValue() << "'";
    }
  }
  return mlir::success();
}

// One number, of the kind of its dtype.
LogicalResult VerifyConstant(Operation* op) {
  const Attribute value = op->getAttr("value"), wide = op->getAttr("wide");
  if (op->getNumOperands() != 0 || op->getNumResults() != 1 || !value) {
    return op->emitOpError("expects the attribute 'value' and one result");
  }
  const auto type =
      mlir::dyn_cast<mlir::RankedTensorType>(op->getResult(0).getType());
  if (!type || type.getRank() != 0) {
    return op->emitOpError("expects a result of rank 0, but received ")
           << op->getResult(0).getType();
  }
  const mlir::Type element = type.getElementType();
  const auto z = mlir::dyn_cast<mlir::DenseF64ArrayAttr>(value);
  const auto i = mlir::dyn_cast<mlir::IntegerAttr>(value);
  const auto f = mlir::dyn_cast<mlir::FloatAttr>(value);
  const bool fits = mlir::isa<mlir::ComplexType>(element) ? z && z.size() == 2
                    : mlir::isa<mlir::IntegerType>(element)
                        ? i && i.getType().isSignlessInteger(64)
                        : f && f.getType().isF64();
  if (!fits) {
    return op->emitOpError("expects a number of ")
           << element << ", but received " << value;
  }
  const auto w = mlir::dyn_cast_if_present<mlir::FloatAttr>(wide);
  if (wide && (!w || !w.getType().isF64() || !f)) {
    return op->emitOpError("expects attribute 'wide' to be f64");
  }
  for (const mlir::NamedAttribute& a : op->getAttrs()) {
    if (a.getName() != "value" && a.getName() != "wide") {
      return op->emitOpError("has no attribute '")
             << a.getName().getValue() << "'";
    }
  }
  return mlir::success();
}

class PdOpModel final : public TableModel {
 public:
  PdOpModel(const OpDef* def, llvm::StringRef name, mlir::Dialect* dialect,
            mlir::TypeID id)
      : TableModel(name, dialect, id), def_(def) {}

  bool hasTrait(mlir::TypeID t) override {
    if (t == mlir::TypeID::get<mlir::OpTrait::IsCommutative>()) {
      return def_ && def_->Has(kCommutative);
    }
    return t == mlir::TypeID::get<mlir::OpTrait::ZeroRegions>() ||
           t == mlir::TypeID::get<mlir::OpTrait::ZeroSuccessors>();
  }
  LogicalResult verifyInvariants(Operation* op) override {
    for (const mlir::Value v : op->getResults()) {
      if (!mlir::isa<mlir::TensorType>(v.getType())) {
        return op->emitOpError("expects results to be tensors, but received ")
               << v.getType();
      }
    }
    return def_ ? VerifyCall(*def_, op) : VerifyConstant(op);
  }

 private:
  const OpDef* def_;
};

}  // namespace

std::unique_ptr<mlir::OperationName::Impl> MakePdOpModel(const OpDef* def,
                                                         llvm::StringRef name,
                                                         mlir::Dialect* dialect,
                                                         mlir::TypeID id) {
  return std::make_unique<PdOpModel>(def, name, dialect, id);
}

}  // namespace paddle::pir
