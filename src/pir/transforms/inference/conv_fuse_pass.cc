// A convolution with the channels last does what follows it while the sums are
// in registers: a bias, a residual, an activation.
#include "pir/pass/pass_registry.h"
#include "pir/transforms/call_writer.h"

namespace paddle::pir {
namespace {

class ConvFusePass : public CallPass<ConvFusePass> {
 public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConvFusePass)
  static void Visit(mlir::Operation* call) {
    static const OpDef &convolution = GetOp("convolution"), &add = GetOp("add");
    static const OpDef* const activations[] = {
        &GetOp("relu"), &GetOp("silu"), &GetOp("hardswish"), &GetOp("gelu")};
    const OpDef* def = DefOf(call);
    if (def == &convolution) {
      Begin(call);
    } else if (def == &add) {
      TakeAdd(call);
    } else if (llvm::is_contained(activations, def)) {
      TakeActivation(call, def->name);
    }
  }

 private:
  struct Parts {
    mlir::Value x, weight, bias, residual;
  };

  // conv_fused in the place of `call`, with the attributes of `conv`.
  static void Write(mlir::Operation* call, mlir::Operation* conv,
                    const Parts& p, llvm::StringRef activation) {
    CallWriter w(call);
    llvm::SmallVector<mlir::Value> operands{p.x, p.weight};
    llvm::SmallVector<int64_t> sizes{1, 1, 0, 0};
    for (const mlir::Value v : {p.bias, p.residual}) {
      if (!v) continue;
      operands.push_back(v);
      sizes[v == p.bias ? 2 : 3] = 1;
    }
    mlir::NamedAttrList attributes(conv->getAttrs());
    attributes.set("activation", w.builder().getStringAttr(activation));
    attributes.set(kOperandSizes, w.builder().getDenseI64ArrayAttr(sizes));
    call->getResult(0).replaceAllUsesWith(w.Call("conv_fused", operands,
                                                 call->getResult(0).getType(),
                                                 attributes.getAttrs()));
    call->erase();
    if (conv != call) conv->erase();
  }

  static void Begin(mlir::Operation* conv) {
    if (!conv->getAttrOfType<mlir::BoolAttr>("channels_last").getValue() ||
        DtypeOf(conv->getResult(0)) != DataType::kFloat32) {
      return;
    }
    const auto o = AllOperands(conv, 3);
    Write(conv, conv, {o[0], o[1], o[2], nullptr}, "");
  }

  // The convolution that `v` is the result of, if it has no other use and
  // nothing follows it yet.
  static mlir::Operation* Open(mlir::Value v, bool residual) {
    static const OpDef& fused = GetOp("conv_fused");
    mlir::Operation* conv = CallOf(v, fused);
    if (!conv || !v.hasOneUse() ||
        !conv->getAttrOfType<mlir::StringAttr>("activation")
             .getValue()
             .empty()) {
      return nullptr;
    }
    return residual || !IntsOf(conv, kOperandSizes)[3] ? conv : nullptr;
  }

  static Parts PartsOf(mlir::Operation* conv) {
    const auto o = AllOperands(conv, 4);
    return {o[0], o[1], o[2], o[3]};
  }

  static void TakeAdd(mlir::Operation* add) {
    mlir::Value x = add->getOperand(0), y = add->getOperand(1);
    mlir::Operation *a = Open(x, false), *b = Open(y, false);
    // The later one, since the other has to be there by then.
    if (b &&
        (!a || (a->getBlock() == b->getBlock() && a->isBeforeInBlock(b)))) {
      std::swap(x, y);
      std::swap(a, b);
    }
    if (!a || x == y || a->getBlock() != add->getBlock() ||
        x.getType() != add->getResult(0).getType()) {
      return;
    }
    Parts p = PartsOf(a);
    if (y.getType() == x.getType()) {
      p.residual = y;
    } else {
      const int64_t channels = ShapeOf(x).back();
      const auto shape = ShapeOf(y);
      if (p.bias || shape.empty() || shape.back() != channels ||
          llvm::any_of(shape.drop_back(), [](int64_t n) { return n != 1; }) ||
          DtypeOf(y) != DataType::kFloat32) {
        return;
      }
      p.bias = CallWriter(add).Reshape(y, {channels});
    }
    Write(add, a, p, "");
  }

  static void TakeActivation(mlir::Operation* call, llvm::StringRef name) {
    mlir::Operation* conv = Open(call->getOperand(0), true);
    const auto rough = call->getAttrOfType<mlir::BoolAttr>("approximate");
    if (!conv || conv->getBlock() != call->getBlock() ||
        (rough && rough.getValue())) {
      return;
    }
    Write(call, conv, PartsOf(conv), name);
  }
};

PD_PASS(conv_fuse_pass, ConvFusePass,
        "makes bias, residual and activation parts of the convolution before "
        "them");

}  // namespace
}  // namespace paddle::pir
