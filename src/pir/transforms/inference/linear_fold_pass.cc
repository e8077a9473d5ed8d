// A linear layer whose result is scaled, shifted, or normalised with given
// statistics is one with other weights and bias, which follow from parameters
// alone: the executor computes them once. Rounds otherwise than the calls one
// by one: for inference.
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "pir/pass/pass_registry.h"
#include "pir/transforms/inference/fold.h"

namespace paddle::pir {
namespace {

// What is fed, weights mostly, and numbers.
bool IsGiven(mlir::Value v) {
  const auto argument = mlir::dyn_cast<mlir::BlockArgument>(v);
  return NumberOf(v) || (argument && mlir::isa<mlir::func::FuncOp>(
                                         argument.getOwner()->getParentOp()));
}

// x @ weight + bias
struct Linear {
  mlir::Operation* call = nullptr;
  mlir::Value x, weight, bias;
};

// The linear layer that `v` is the result of, if nobody else reads it.
std::optional<Linear> LinearOf(mlir::Value v) {
  static const OpDef &linear = GetOp("linear"), &matmul = GetOp("matmul");
  Linear found;
  if (!v.hasOneUse() || !IsFloating(DtypeOf(v))) return std::nullopt;
  if ((found.call = CallOf(v, linear))) {
    const auto all = AllOperands(found.call, 3);
    found.x = all[0], found.weight = all[1], found.bias = all[2];
  } else if ((found.call = CallOf(v, matmul))) {
    const auto set = [&](const char* name) {
      return found.call->getAttrOfType<mlir::BoolAttr>(name).getValue();
    };
    if (set("transpose_x") || set("transpose_y")) return std::nullopt;
    found.x = found.call->getOperand(0),
    found.weight = found.call->getOperand(1);
  } else {
    return std::nullopt;
  }
  if (ShapeOf(found.weight).size() != 2 || !IsGiven(found.weight) ||
      ShapeOf(found.x).size() < 2 || (found.bias && !IsGiven(found.bias))) {
    return std::nullopt;
  }
  return found;
}

class LinearFoldPass : public CallPass<LinearFoldPass> {
 public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LinearFoldPass)
  static void Visit(mlir::Operation* call) {
    static const OpDef &multiply = GetOp("multiply"), &add = GetOp("add"),
                       &batch_norm = GetOp("batch_norm_inference");
    const OpDef* op = DefOf(call);
    if (op == &batch_norm) return VisitNorm(call);
    if (op != &multiply && op != &add) return;
    for (unsigned side : {0u, 1u}) {
      const auto linear = LinearOf(call->getOperand(side));
      const mlir::Value by = call->getOperand(1 - side);
      if (!linear || !SuitsColumns(by, *linear)) continue;
      Writer w(call);
      if (op == &multiply) {
        const mlir::Value bias = linear->bias
                                     ? w.Binary("multiply", linear->bias, by)
                                     : mlir::Value();
        Write(call, *linear, w.Binary("multiply", linear->weight, by), bias, w);
      } else if (linear->bias) {
        Write(call, *linear, linear->weight, w.Binary("add", linear->bias, by),
              w);
      } else {
        continue;
      }
      return;
    }
  }

 private:
  // A number, or one for each column.
  static bool SuitsColumns(mlir::Value v, const Linear& linear) {
    return IsGiven(v) && DtypeOf(v) == DtypeOf(linear.weight) &&
           (ShapeOf(v).empty() ||
            ShapeOf(v) == ShapeOf(linear.weight).drop_front());
  }

  static void VisitNorm(mlir::Operation* norm) {
    const auto n = AllOperands(norm, 5);
    const auto linear = LinearOf(n[0]);
    const bool last =
        ShapeOf(n[0]).size() == 2 ||
        norm->getAttrOfType<mlir::BoolAttr>("channels_last").getValue();
    const DataType type = DtypeOf(n[0]);
    if (!linear || !last ||
        (type != DataType::kFloat32 && type != DataType::kFloat64)) {
      return;
    }
    for (size_t i = 1; i < 5; ++i) {
      if (n[i] && DtypeOf(n[i]) != type) return;
    }
    Writer w(norm);
    const auto [scale, shift] = w.NormOf(norm, linear->bias);
    Write(norm, *linear, w.Binary("multiply", linear->weight, scale), shift, w);
  }

  static void Write(mlir::Operation* call, const Linear& linear,
                    mlir::Value weight, mlir::Value bias, Writer& w) {
    llvm::SmallVector<mlir::Value> operands{linear.x, weight};
    if (bias) operands.push_back(bias);
    const mlir::NamedAttribute sizes = w.builder().getNamedAttr(
        kOperandSizes, w.builder().getDenseI64ArrayAttr({1, 1, bias ? 1 : 0}));
    call->getResult(0).replaceAllUsesWith(
        w.Call("linear", operands, call->getResult(0).getType(), {sizes}));
    call->erase();
    linear.call->erase();
  }
};

PD_PASS(linear_fold_pass, LinearFoldPass,
        "folds factors, shifts and batch norms into linear layers");

}  // namespace
}  // namespace paddle::pir
