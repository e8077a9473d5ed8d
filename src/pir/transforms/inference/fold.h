// How passes write arithmetic on weights, which the executor does once.
#pragma once
#include "pir/transforms/call_writer.h"

namespace paddle::pir {

class Writer : public CallWriter {
 public:
  using CallWriter::CallWriter;

  // What a batch norm with given statistics multiplies each channel by, and
  // adds to it where `bias` was added before (null: nothing).
  std::pair<mlir::Value, mlir::Value> NormOf(mlir::Operation* norm,
                                             mlir::Value bias) {
    const auto n = AllOperands(norm, 5);
    const double epsilon =
        norm->getAttrOfType<mlir::FloatAttr>("epsilon").getValueAsDouble();
    const mlir::Value variance = Binary("add", n[2], Number(epsilon, n[2]));
    mlir::Value scale = Call("rsqrt", {variance}, variance.getType());
    if (n[3]) scale = Binary("multiply", scale, n[3]);
    mlir::Value shift;
    if (bias) {
      shift = Binary("multiply", Binary("subtract", bias, n[1]), scale);
    } else {
      shift = Binary("multiply", n[1], scale);
      shift = Call("neg", {shift}, shift.getType());
    }
    if (n[4]) shift = Binary("add", shift, n[4]);
    return {scale, shift};
  }
};

}  // namespace paddle::pir
