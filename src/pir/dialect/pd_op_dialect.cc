#include "pir/dialect/pd_op_dialect.h"

#include <mutex>

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "ops/late_ops.h"
#include "pir/dialect/attributes.h"
#include "pir/dialect/pd_op_model.h"
#include "pir/dialect/structure_model.h"

MLIR_DEFINE_EXPLICIT_TYPE_ID(paddle::pir::PdOpDialect)

namespace paddle::pir {

namespace {

// Of operations whose results are all that they do.
struct NoEffects : mlir::MemoryEffectOpInterface::FallbackModel<NoEffects> {
  void getEffects(mlir::Operation* op,
                  llvm::SmallVectorImpl<mlir::SideEffects::EffectInstance<
                      mlir::MemoryEffects::Effect>>& effects) const {
    if (op->hasAttr(kKept))
      effects.emplace_back(mlir::MemoryEffects::Write::get());
  }
  static bool classof(mlir::Operation*) { return true; }
};
// They raise where an argument is wrong, so they stay where they are.
struct NotSpeculatable
    : mlir::ConditionallySpeculatable::FallbackModel<NotSpeculatable> {
  mlir::Speculation::Speculatability getSpeculatability(
      mlir::Operation*) const {
    return mlir::Speculation::NotSpeculatable;
  }
};

}  // namespace

namespace {
mlir::TypeID NewId() {
  static std::mutex mutex;
  static mlir::TypeIDAllocator ids;
  std::lock_guard lock(mutex);
  return ids.allocate();
}
}  // namespace

struct PdOpDialect::Interfaces {
  NoEffects no_effects;
  NotSpeculatable not_speculatable;
};

PdOpDialect::PdOpDialect(mlir::MLIRContext* context)
    : mlir::Dialect(getDialectNamespace(), context,
                    mlir::TypeID::get<PdOpDialect>()),
      interfaces_(std::make_unique<Interfaces>()) {
  for (const OpDef* op : AllOps()) Add(op, "pd_op." + op->name);
  Add(nullptr, kConstant);
  for (const char* name : {kIf, kWhile, kYield}) {
    mlir::RegisteredOperationName::insert(
        MakeStructureModel(name, this, NewId()), {});
  }
  AddLateOps();
}
PdOpDialect::~PdOpDialect() = default;

void PdOpDialect::Add(const OpDef* def, llvm::StringRef name) {
  mlir::RegisteredOperationName::insert(MakePdOpModel(def, name, this, NewId()),
                                        {});
  defs_[mlir::OperationName(name, getContext()).getAsOpaquePointer()] = def;
}

void PdOpDialect::AddLateOps() {
  for (; late_ops_ < NumLateOps(); ++late_ops_) {
    const OpDef& op = LateOp(late_ops_);
    Add(&op, "pd_op." + op.name);
  }
}

const OpDef* PdOpDialect::DefOf(mlir::OperationName name) const {
  const auto it = defs_.find(name.getAsOpaquePointer());
  return it == defs_.end() ? nullptr : it->second;
}

void* PdOpDialect::getRegisteredInterfaceForOp(mlir::TypeID interface,
                                               mlir::OperationName name) {
  const auto it = defs_.find(name.getAsOpaquePointer());
  if (it == defs_.end()) return nullptr;
  if (interface == mlir::TypeID::get<mlir::ConditionallySpeculatable>()) {
    return &interfaces_->not_speculatable;
  }
  // A size that depends on values may be all that is asked for of a result.
  const bool pure =
      !it->second || (IsPure(*it->second) && !it->second->Has(kDataDependent));
  if (interface == mlir::TypeID::get<mlir::MemoryEffectOpInterface>() && pure) {
    return &interfaces_->no_effects;
  }
  return nullptr;
}

}  // namespace paddle::pir
