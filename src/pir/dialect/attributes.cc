#include "pir/dialect/attributes.h"

#include "mlir/IR/Builders.h"

namespace paddle::pir {

namespace {

mlir::Attribute FromScalar(const Scalar& s, mlir::Builder& b) {
  switch (s.type()) {
    case DataType::kBool: return b.getBoolAttr(s.ToInt() != 0);
    case DataType::kInt64: return b.getI64IntegerAttr(s.ToInt());
    case DataType::kFloat64: return b.getF64FloatAttr(s.ToDouble());
    case DataType::kComplex128: {
      const auto z = s.To<std::complex<double>>();
      return b.getDenseF64ArrayAttr({z.real(), z.imag()});
    }
    default: return b.getUnitAttr();
  }
}

bool ToScalar(mlir::Attribute a, Scalar* s) {
  if (const auto v = mlir::dyn_cast<mlir::BoolAttr>(a)) {
    *s = Scalar(v.getValue());
  } else if (const auto v = mlir::dyn_cast<mlir::IntegerAttr>(a)) {
    if (!v.getType().isSignlessInteger(64)) return false;
    *s = Scalar(static_cast<int64_t>(v.getInt()));
  } else if (const auto v = mlir::dyn_cast<mlir::FloatAttr>(a)) {
    if (!v.getType().isF64()) return false;
    *s = Scalar(v.getValueAsDouble());
  } else if (const auto v = mlir::dyn_cast<mlir::DenseF64ArrayAttr>(a)) {
    if (v.size() != 2) return false;
    *s = Scalar(std::complex<double>(v[0], v[1]));
  } else if (mlir::isa<mlir::UnitAttr>(a)) {
    *s = Scalar::None();
  } else {
    return false;
  }
  return true;
}

}  // namespace

mlir::Attribute ToAttribute(ArgType type, const Slot& slot,
                            mlir::MLIRContext* context) {
  mlir::Builder b(context);
  switch (type) {
    case ArgType::kBool: return b.getBoolAttr(slot.i != 0);
    case ArgType::kInt: return b.getI64IntegerAttr(slot.i);
    case ArgType::kFloat: return b.getF64FloatAttr(slot.f);
    case ArgType::kString:
      return b.getStringAttr(
          llvm::StringRef(slot.text.data(), slot.text.size()));
    case ArgType::kIntArray:
      return b.getDenseI64ArrayAttr(
          llvm::ArrayRef<int64_t>(slot.ints.data(), slot.ints.size()));
    case ArgType::kDataType:
      return b.getStringAttr(Name(static_cast<DataType>(slot.i)));
    case ArgType::kScalar: return FromScalar(slot.scalar, b);
    default: return {};
  }
}

bool FromAttribute(mlir::Attribute a, ArgType type, FlatProgram* program,
                   Slot* slot) {
  switch (type) {
    case ArgType::kBool:
      if (const auto v = mlir::dyn_cast<mlir::BoolAttr>(a)) {
        slot->i = v.getValue();
        return true;
      }
      return false;
    case ArgType::kInt:
      if (const auto v = mlir::dyn_cast<mlir::IntegerAttr>(a)) {
        if (!v.getType().isSignlessInteger(64)) return false;
        slot->i = v.getInt();
        return true;
      }
      return false;
    case ArgType::kFloat:
      if (const auto v = mlir::dyn_cast<mlir::FloatAttr>(a)) {
        if (!v.getType().isF64()) return false;
        slot->f = v.getValueAsDouble();
        return true;
      }
      return false;
    case ArgType::kString:
      if (const auto v = mlir::dyn_cast<mlir::StringAttr>(a)) {
        slot->text = program->Keep(std::string_view(v.getValue()));
        return true;
      }
      return false;
    case ArgType::kIntArray:
      if (const auto v = mlir::dyn_cast<mlir::DenseI64ArrayAttr>(a)) {
        const llvm::ArrayRef<int64_t> ints = v.asArrayRef();
        slot->ints = program->Keep(
            IntArray(ints.data(), static_cast<int64_t>(ints.size())));
        return true;
      }
      return false;
    case ArgType::kDataType:
      if (const auto v = mlir::dyn_cast<mlir::StringAttr>(a)) {
        const DataType t = DataTypeFromName(v.getValue().str().c_str());
        slot->i = static_cast<int64_t>(t);
        return t != DataType::kUndefined ||
               v.getValue() == Name(DataType::kUndefined);
      }
      return false;
    case ArgType::kScalar: return ToScalar(a, &slot->scalar);
    default: return false;
  }
}

bool NeedsOperandSizes(const OpDef& op) {
  if (op.list_mask) return true;
  for (const ArgSpec& arg : op.schema.args) {
    if (arg.type == ArgType::kOptionalTensor) return true;
  }
  return false;
}

}  // namespace paddle::pir
