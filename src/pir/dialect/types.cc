#include "pir/dialect/types.h"

namespace paddle::pir {

mlir::Type ToElementType(DataType dtype, mlir::MLIRContext* c) {
  switch (dtype) {
    case DataType::kBool: return mlir::IntegerType::get(c, 1);
    case DataType::kUInt8:
      return mlir::IntegerType::get(c, 8, mlir::IntegerType::Unsigned);
    case DataType::kInt8: return mlir::IntegerType::get(c, 8);
    case DataType::kInt16: return mlir::IntegerType::get(c, 16);
    case DataType::kInt32: return mlir::IntegerType::get(c, 32);
    case DataType::kInt64: return mlir::IntegerType::get(c, 64);
    case DataType::kFloat8E4M3FN: return mlir::Float8E4M3FNType::get(c);
    case DataType::kFloat8E5M2: return mlir::Float8E5M2Type::get(c);
    case DataType::kFloat16: return mlir::Float16Type::get(c);
    case DataType::kBFloat16: return mlir::BFloat16Type::get(c);
    case DataType::kFloat32: return mlir::Float32Type::get(c);
    case DataType::kFloat64: return mlir::Float64Type::get(c);
    case DataType::kComplex64:
      return mlir::ComplexType::get(mlir::Float32Type::get(c));
    case DataType::kComplex128:
      return mlir::ComplexType::get(mlir::Float64Type::get(c));
    default: return mlir::NoneType::get(c);
  }
}

DataType FromElementType(mlir::Type type) {
  if (const auto i = mlir::dyn_cast<mlir::IntegerType>(type)) {
    const bool is_unsigned = i.isUnsigned();
    switch (i.getWidth()) {
      case 1: return DataType::kBool;
      case 8: return is_unsigned ? DataType::kUInt8 : DataType::kInt8;
      case 16: return is_unsigned ? DataType::kUndefined : DataType::kInt16;
      case 32: return is_unsigned ? DataType::kUndefined : DataType::kInt32;
      case 64: return is_unsigned ? DataType::kUndefined : DataType::kInt64;
      default: return DataType::kUndefined;
    }
  }
  if (const auto z = mlir::dyn_cast<mlir::ComplexType>(type)) {
    return z.getElementType().isF32()   ? DataType::kComplex64
           : z.getElementType().isF64() ? DataType::kComplex128
                                        : DataType::kUndefined;
  }
  if (mlir::isa<mlir::Float8E4M3FNType>(type)) return DataType::kFloat8E4M3FN;
  if (mlir::isa<mlir::Float8E5M2Type>(type)) return DataType::kFloat8E5M2;
  if (type.isF16()) return DataType::kFloat16;
  if (type.isBF16()) return DataType::kBFloat16;
  if (type.isF32()) return DataType::kFloat32;
  if (type.isF64()) return DataType::kFloat64;
  return DataType::kUndefined;
}

mlir::RankedTensorType ToTensorType(DataType dtype, const DDim& dims,
                                    mlir::MLIRContext* context) {
  return mlir::RankedTensorType::get(
      llvm::ArrayRef<int64_t>(dims.data(), dims.rank()),
      ToElementType(dtype, context));
}

}  // namespace paddle::pir
