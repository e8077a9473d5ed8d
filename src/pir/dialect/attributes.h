// Arguments of operators that are no tensors, as attributes of MLIR.
#pragma once
#include "mlir/IR/BuiltinAttributes.h"
#include "pir/flat_program.h"

namespace paddle::pir {

mlir::Attribute ToAttribute(ArgType type, const Slot& slot,
                            mlir::MLIRContext* context);
// False: the attribute does not suit the type. Text and lists are kept in
// `program`.
bool FromAttribute(mlir::Attribute attribute, ArgType type,
                   FlatProgram* program, Slot* slot);
// How many operands each tensor argument has: what is said where a list or an
// optional tensor is among them.
constexpr const char* kOperandSizes = "operand_sizes";
bool NeedsOperandSizes(const OpDef& op);
// A unit attribute: the operation stays though nobody reads its results.
constexpr const char* kKept = "kept";

}  // namespace paddle::pir
