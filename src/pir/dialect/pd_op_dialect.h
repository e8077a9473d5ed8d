// The dialect `pd_op`: every record of the operator registry is an operation.
#pragma once
#include <unordered_map>

#include "mlir/IR/Dialect.h"
#include "mlir/IR/MLIRContext.h"
#include "ops/op_def.h"

namespace paddle::pir {

class PdOpDialect final : public mlir::Dialect {
 public:
  static llvm::StringRef getDialectNamespace() { return "pd_op"; }
  explicit PdOpDialect(mlir::MLIRContext* context);
  ~PdOpDialect() override;

  // The record of an operation; null where it is none of this dialect's, or
  // `constant`.
  const OpDef* DefOf(mlir::OperationName name) const;
  void* getRegisteredInterfaceForOp(mlir::TypeID interface,
                                    mlir::OperationName name) override;
  // Users may have added operators since the dialect was made.
  void AddLateOps();

 private:
  struct Interfaces;
  void Add(const OpDef* def, llvm::StringRef name);
  size_t late_ops_ = 0;
  std::unordered_map<const void*, const OpDef*> defs_;
  std::unique_ptr<Interfaces> interfaces_;
};

inline const OpDef* DefOf(mlir::Operation* op) {
  const auto* dialect = op->getContext()->getLoadedDialect<PdOpDialect>();
  return dialect ? dialect->DefOf(op->getName()) : nullptr;
}
// No effect but its results: not random, and writes nothing.
inline bool IsPure(const OpDef& op) { return !op.Has(kRandom) && !op.writes; }
constexpr const char* kConstant = "pd_op.constant";
// Structure (FlatProgram's Call tells what operands and results are): the
// bodies are regions of one block, which ends with a yield and reads nothing
// from outside but its arguments.
constexpr const char* kIf = "pd_op.if";
constexpr const char* kWhile = "pd_op.while";
constexpr const char* kYield = "pd_op.yield";

}  // namespace paddle::pir

MLIR_DECLARE_EXPLICIT_TYPE_ID(paddle::pir::PdOpDialect)
