// Branches, loops and the ends of their bodies.
#pragma once
#include <memory>

#include "mlir/IR/Dialect.h"
#include "mlir/IR/OperationSupport.h"

namespace paddle::pir {

// `name`: kIf, kWhile or kYield.
std::unique_ptr<mlir::OperationName::Impl> MakeStructureModel(
    llvm::StringRef name, mlir::Dialect* dialect, mlir::TypeID id);

}  // namespace paddle::pir
