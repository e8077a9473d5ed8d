// A cast to the dtype a value has is none; one through a wider dtype that
// loses nothing goes straight. Values are kept exactly; of a NaN, that it is
// one.
#include "mlir/IR/Builders.h"
#include "pir/pass/pass_registry.h"
#include "pir/transforms/rewrite.h"

namespace paddle::pir {
namespace {

// Bits of a whole number, and whether it has a sign.
struct Whole {
  int bits;
  bool has_sign;
};
Whole WholeOf(DataType t) {
  return t == DataType::kBool    ? Whole{1, false}
         : t == DataType::kUInt8 ? Whole{8, false}
                                 : Whole{8 * static_cast<int>(SizeOf(t)), true};
}
// Bits that the whole numbers have which are all exact.
int Precision(DataType t) {
  switch (t) {
    case DataType::kBFloat16: return 8;
    case DataType::kFloat16: return 11;
    case DataType::kFloat32: return 24;
    case DataType::kFloat64: return 53;
    default: return 0;  // the eight-bit floats have ranges of their own
  }
}
DataType PartOf(DataType t) {
  return t == DataType::kComplex64    ? DataType::kFloat32
         : t == DataType::kComplex128 ? DataType::kFloat64
                                      : t;
}

// Whether each number of `from` is one of `to`.
bool Holds(DataType to, DataType from) {
  if (to == from) return true;
  if (IsComplex(from)) return IsComplex(to) && Holds(PartOf(to), PartOf(from));
  to = PartOf(to);
  if (to == from) return true;
  if (IsFloating(from)) {
    if (Precision(from) == 0) return false;
    return to == DataType::kFloat64 ||
           (to == DataType::kFloat32 && from != DataType::kFloat64);
  }
  const Whole f = WholeOf(from);
  if (IsFloating(to)) return f.bits - f.has_sign <= Precision(to);
  if (to == DataType::kBool) return false;
  const Whole t = WholeOf(to);
  return t.has_sign ? f.bits - f.has_sign < t.bits
                    : !f.has_sign && f.bits <= t.bits;
}

// Whether from -> by -> to gives what from -> to does.
bool GoesStraight(DataType from, DataType by, DataType to) {
  if (by == from) return true;
  if (!Holds(by, from)) return false;
  if (to == from || Holds(to, from)) return true;
  const bool to_whole = !IsFloating(to) && !IsComplex(to);
  const bool from_whole = !IsFloating(from) && !IsComplex(from);
  const bool by_whole = !IsFloating(by) && !IsComplex(by);
  if (to == DataType::kBool) return !IsComplex(by) || IsComplex(from);
  if (!to_whole) {  // one rounding, of the same number
    if (IsComplex(by) && !IsComplex(from)) return false;
    // Narrow floats are rounded from float32, which large numbers are not.
    return Precision(PartOf(to)) >= 24 ||
           (Precision(PartOf(to)) > 0 && (!from_whole || SizeOf(from) <= 2));
  }
  // Whole numbers wrap around; what a float out of range becomes depends on
  // its dtype.
  return from_whole && by_whole;
}

class RedundantCastPass : public CallPass<RedundantCastPass> {
 public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RedundantCastPass)
  static void Visit(mlir::Operation* call) {
    static const OpDef& cast = GetOp("cast");
    if (DefOf(call) != &cast) return;
    const mlir::Value out = call->getResult(0);
    mlir::Value x = call->getOperand(0);
    mlir::Operation* first = CallOf(x, cast);
    if (first &&
        GoesStraight(DtypeOf(first->getOperand(0)), DtypeOf(x), DtypeOf(out))) {
      x = first->getOperand(0);
    } else {
      first = nullptr;
    }
    if (out.getType() == x.getType()) {
      Replace(call, x);
    } else if (first) {
      mlir::Builder b(call->getContext());
      ReplaceByCall(call, cast, x, "dtype",
                    b.getStringAttr(Name(DtypeOf(out))));
    }
  }
};

PD_PASS(redundant_cast_pass, RedundantCastPass,
        "removes casts to the same dtype, and detours through wider ones");

}  // namespace
}  // namespace paddle::pir
