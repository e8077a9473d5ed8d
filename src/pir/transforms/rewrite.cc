#include "pir/transforms/rewrite.h"

#include "mlir/IR/Builders.h"

namespace paddle::pir {

std::optional<Scalar> NumberOf(mlir::Value v) {
  mlir::Operation* op = v.getDefiningOp();
  if (!op || op->getName().getStringRef() != kConstant) return std::nullopt;
  if (const auto wide = op->getAttrOfType<mlir::FloatAttr>("wide")) {
    return Scalar(wide.getValueAsDouble());
  }
  const mlir::Attribute value = op->getAttr("value");
  if (const auto i = mlir::dyn_cast<mlir::IntegerAttr>(value)) {
    return Scalar(static_cast<int64_t>(i.getInt()));
  }
  if (const auto f = mlir::dyn_cast<mlir::FloatAttr>(value)) {
    return Scalar(f.getValueAsDouble());
  }
  return std::nullopt;
}

bool IsWide(mlir::Value v) {
  mlir::Operation* op = v.getDefiningOp();
  return op && op->getName().getStringRef() == kConstant && op->hasAttr("wide");
}

bool IsRowMajor(mlir::Value v) {
  mlir::Operation* op = v.getDefiningOp();
  if (!op) return false;
  const OpDef* def = DefOf(op);
  if (!def) return op->getName().getStringRef() == kConstant;
  if (!def->decompose) return !def->view;
  // A rule may give back a view, as that of moveaxis does; a kernel does not.
  return !def->view && llvm::any_of(def->kernels, [](const auto& of_device) {
    return llvm::any_of(of_device, [](const auto* k) { return k; });
  });
}

bool LayoutMatters(mlir::Value v) {
  static const OpDef* const any_layout[] = {
      &GetOp("reshape"), &GetOp("transpose"), &GetOp("expand"),
      &GetOp("as_strided")};  // the executor gives it a row-major operand
  for (mlir::Operation* user : v.getUsers()) {
    const OpDef* def = DefOf(user);
    // What a branch or a loop hands on may be read so outside of it.
    if (!def && user->getName().getStringRef() != "func.return") return true;
    if (!def || (!def->view && !def->writes)) continue;
    const bool any = llvm::any_of(any_layout, [&](const OpDef* op) {
      return def->view && def->view == op->view;
    });
    if (!any || LayoutMatters(user->getResult(0))) return true;
  }
  return false;
}

bool Replace(mlir::Operation* call, mlir::Value by) {
  mlir::Value v = call->getResult(0);
  if (v.getType() != by.getType() || IsWide(by)) return false;
  if (!IsRowMajor(by) && LayoutMatters(v)) return false;
  v.replaceAllUsesWith(by);
  call->erase();
  return true;
}

void ReplaceByCall(mlir::Operation* call, const OpDef& op, mlir::Value x,
                   const char* name, mlir::Attribute value) {
  mlir::OpBuilder b(call);
  mlir::OperationState state(call->getLoc(), "pd_op." + op.name);
  state.operands.push_back(x);
  state.addAttribute(name, value);
  state.types.push_back(call->getResult(0).getType());
  call->getResult(0).replaceAllUsesWith(b.create(state)->getResult(0));
  call->erase();
}

}  // namespace paddle::pir
