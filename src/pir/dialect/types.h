// Data types of tensors as element types of MLIR.
#pragma once
#include "core/data_type.h"
#include "core/ddim.h"
#include "mlir/IR/BuiltinTypes.h"

namespace paddle::pir {

mlir::Type ToElementType(DataType dtype, mlir::MLIRContext* context);
// kUndefined where no tensor has elements of this type.
DataType FromElementType(mlir::Type type);
mlir::RankedTensorType ToTensorType(DataType dtype, const DDim& dims,
                                    mlir::MLIRContext* context);

}  // namespace paddle::pir
