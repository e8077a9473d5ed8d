// What passes say about calls, and how they replace them.
#pragma once
#include <optional>

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "pir/dialect/attributes.h"
#include "pir/dialect/pd_op_dialect.h"
#include "pir/dialect/types.h"

namespace paddle::pir {

inline DataType DtypeOf(mlir::Value v) {
  return FromElementType(mlir::getElementTypeOrSelf(v.getType()));
}
inline llvm::ArrayRef<int64_t> ShapeOf(mlir::Value v) {
  return mlir::cast<mlir::RankedTensorType>(v.getType()).getShape();
}
inline llvm::ArrayRef<int64_t> IntsOf(mlir::Operation* op, const char* name) {
  return op->getAttrOfType<mlir::DenseI64ArrayAttr>(name).asArrayRef();
}

// What `v` is a call of; null where it is an input or of another record.
inline mlir::Operation* CallOf(mlir::Value v, const OpDef& op) {
  mlir::Operation* call = v.getDefiningOp();
  return call && DefOf(call) == &op ? call : nullptr;
}
// Calls whose result is a view made by the rule of `op`: of reshape, flatten
// and squeeze, for instance.
inline bool IsViewLike(mlir::Operation* call, const OpDef& op) {
  const OpDef* def = call ? DefOf(call) : nullptr;
  return def && def->view == op.view;
}

// The real number a constant holds, exactly; none where `v` is no constant or
// a complex one. The value that kernels compute with: "wide" where it differs.
std::optional<Scalar> NumberOf(mlir::Value v);

// A constant written more finely than its dtype: kernels read what is written,
// so it is not what any call makes of it.
bool IsWide(mlir::Value v);

// Inputs and views may lie in memory in any way, and so do the results of rules
// that end in a view; those of kernels are row-major.
bool IsRowMajor(mlir::Value v);
// Whether something reads `v` as it lies in memory: a view that refuses some
// layouts (view_shape, as_complex), perhaps through other views.
bool LayoutMatters(mlir::Value v);
// Replaces the one result of `call` by `by`, which holds the same values,
// where the types are equal and it does not matter that the layouts may
// differ, and `by` is not wide; whether it did.
bool Replace(mlir::Operation* call, mlir::Value by);

// A call of `op` on `x` in the place of `call`, with one attribute; the
// result has the type of `call`'s.
void ReplaceByCall(mlir::Operation* call, const OpDef& op, mlir::Value x,
                   const char* name, mlir::Attribute value);

// Runs f(call) on all operations in order, those in branches and loops too; f
// may erase its own.
template <typename F>
void ForEachCall(mlir::ModuleOp module, F&& f) {
  module.walk<mlir::WalkOrder::PreOrder>([&](mlir::Block* block) {
    for (mlir::Operation& op : llvm::make_early_inc_range(*block)) f(&op);
  });
}

// A pass that is one function over calls.
template <typename Self>
class CallPass
    : public mlir::PassWrapper<Self, mlir::OperationPass<mlir::ModuleOp>> {
 public:
  void runOnOperation() override {
    ForEachCall(this->getOperation(), Self::Visit);
  }
};

}  // namespace paddle::pir
