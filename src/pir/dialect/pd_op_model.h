// What MLIR asks of an operation, answered from its record.
#pragma once
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OperationSupport.h"
#include "ops/op_def.h"

namespace paddle::pir {

// `def` is null for `constant`.
std::unique_ptr<mlir::OperationName::Impl> MakePdOpModel(const OpDef* def,
                                                         llvm::StringRef name,
                                                         mlir::Dialect* dialect,
                                                         mlir::TypeID id);

}  // namespace paddle::pir
