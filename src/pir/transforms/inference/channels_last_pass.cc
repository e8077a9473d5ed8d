// Convolutions of images with the channels last are faster, and so is what
// lies between them: transposes are put around each convolution, and then
// handed down from operands to results until they meet. For inference.
#include "pir/pass/pass_registry.h"
#include "pir/transforms/call_writer.h"

namespace paddle::pir {
namespace {

using Axes = llvm::SmallVector<int64_t>;

// [n, c, spatial...] to [n, spatial..., c], and back.
Axes ToLast(size_t rank) {
  Axes perm{0};
  for (size_t i = 2; i < rank; ++i) perm.push_back(static_cast<int64_t>(i));
  perm.push_back(1);
  return perm;
}
Axes ToFirst(size_t rank) {
  Axes perm{0, static_cast<int64_t>(rank) - 1};
  for (size_t i = 2; i < rank; ++i) perm.push_back(static_cast<int64_t>(i) - 1);
  return perm;
}

// The image with the channels last that `v` is a transpose of, or null.
mlir::Value Inner(mlir::Value v) {
  static const OpDef& transpose = GetOp("transpose");
  mlir::Operation* call = CallOf(v, transpose);
  const size_t rank = ShapeOf(v).size();
  if (!call || rank < 3 ||
      IntsOf(call, "perm") != llvm::ArrayRef(ToFirst(rank)))
    return nullptr;
  return call->getOperand(0);
}

// `v`, which broadcasts to the rank, with the channels last.
mlir::Value AsLast(CallWriter& w, mlir::Value v, size_t rank) {
  if (mlir::Value inner = Inner(v)) return inner;
  const auto shape = ShapeOf(v);
  if (llvm::all_of(shape, [](int64_t n) { return n == 1; })) return v;
  if (shape.size() < rank) {
    Axes full(rank - shape.size(), 1);
    full.append(shape.begin(), shape.end());
    v = w.Reshape(v, full);
  }
  return w.Transpose(v, ToLast(rank));
}

class ChannelsLastPass : public CallPass<ChannelsLastPass> {
 public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ChannelsLastPass)
  static void Visit(mlir::Operation* call) {
    static const OpDef& convolution = GetOp("convolution");
    static const OpDef* const of_images[] = {
        &GetOp("max_pool"), &GetOp("avg_pool"), &GetOp("batch_norm_inference")};
    static const OpDef &concat = GetOp("concat"), &mean = GetOp("mean");
    const OpDef* def = DefOf(call);
    if (!def || call->getNumResults() != 1 || call->getNumOperands() == 0 ||
        LayoutMatters(call->getResult(0))) {
      return;
    }
    const mlir::Value x = call->getOperand(0);
    if (def == &convolution) {
      if (DtypeOf(x) == DataType::kFloat32) TakeImage(call);
    } else if (llvm::is_contained(of_images, def)) {
      if (Inner(x)) TakeImage(call);
    } else if (def == &concat) {
      TakeConcat(call);
    } else if (def == &mean) {
      if (Inner(x)) TakeMean(call);
    } else if (def->Has(kElementwise)) {
      TakeElementwise(call);
    }
  }

 private:
  // The call with other operands and attributes, on images of that layout.
  static void Replace(mlir::Operation* call, CallWriter& w,
                      mlir::ValueRange operands,
                      const mlir::NamedAttrList& attributes) {
    const auto type =
        mlir::cast<mlir::RankedTensorType>(call->getResult(0).getType());
    const size_t rank = type.getShape().size();
    Axes shape;
    for (int64_t axis : ToLast(rank)) shape.push_back(type.getShape()[axis]);
    const mlir::Value last = w.Call(DefOf(call)->name, operands,
                                    type.clone(shape), attributes.getAttrs());
    call->getResult(0).replaceAllUsesWith(w.Transpose(last, ToFirst(rank)));
    call->erase();
  }

  static void TakeImage(mlir::Operation* call) {
    if (call->getAttrOfType<mlir::BoolAttr>("channels_last").getValue()) return;
    CallWriter w(call);
    llvm::SmallVector<mlir::Value> operands(call->getOperands());
    operands[0] = AsLast(w, operands[0], ShapeOf(operands[0]).size());
    mlir::NamedAttrList attributes(call->getAttrs());
    attributes.set("channels_last", w.builder().getBoolAttr(true));
    Replace(call, w, operands, attributes);
  }

  static void TakeElementwise(mlir::Operation* call) {
    const size_t rank = ShapeOf(call->getResult(0)).size();
    const bool any = llvm::any_of(call->getOperands(), [&](mlir::Value v) {
      return Inner(v) && ShapeOf(v).size() == rank;
    });
    if (!any) return;
    CallWriter w(call);
    llvm::SmallVector<mlir::Value> operands;
    for (mlir::Value v : call->getOperands()) {
      // One of a lower rank has its channels elsewhere.
      if (Inner(v) && ShapeOf(v).size() != rank) return;
      operands.push_back(v);
    }
    for (mlir::Value& v : operands) v = AsLast(w, v, rank);
    Replace(call, w, operands, mlir::NamedAttrList(call->getAttrs()));
  }

  static void TakeConcat(mlir::Operation* call) {
    if (!llvm::all_of(call->getOperands(),
                      [](mlir::Value v) { return Inner(v); })) {
      return;
    }
    const auto axis = call->getAttrOfType<mlir::IntegerAttr>("axis");
    if (!axis) return;
    CallWriter w(call);
    llvm::SmallVector<mlir::Value> operands;
    for (mlir::Value v : call->getOperands()) operands.push_back(Inner(v));
    mlir::NamedAttrList attributes(call->getAttrs());
    attributes.set(
        "axis",
        mlir::IntegerAttr::get(
            axis.getType(), Moved(axis.getInt(), ShapeOf(operands[0]).size())));
    Replace(call, w, operands, attributes);
  }

  // Over spatial axes.
  static void TakeMean(mlir::Operation* call) {
    const size_t rank = ShapeOf(call->getOperand(0)).size();
    const auto axes = call->getAttrOfType<mlir::DenseI64ArrayAttr>("axis");
    if (!axes || axes.empty()) return;
    Axes moved;
    for (int64_t axis : axes.asArrayRef()) {
      moved.push_back(Moved(axis, rank));
      if (moved.back() == 0 || moved.back() + 1 == static_cast<int64_t>(rank)) {
        return;
      }
    }
    CallWriter w(call);
    mlir::NamedAttrList attributes(call->getAttrs());
    attributes.set("axis", w.builder().getDenseI64ArrayAttr(moved));
    const mlir::Value inner = Inner(call->getOperand(0));
    if (call->getAttrOfType<mlir::BoolAttr>("keepdim").getValue()) {
      return Replace(call, w, {inner}, attributes);
    }
    if (moved.size() + 2 != rank) return;
    call->getResult(0).replaceAllUsesWith(w.Call(
        "mean", {inner}, call->getResult(0).getType(), attributes.getAttrs()));
    call->erase();
  }

  // Where an axis of an image lies when the channels are last.
  static int64_t Moved(int64_t axis, size_t rank) {
    const auto n = static_cast<int64_t>(rank);
    if (axis < 0) axis += n;
    return axis == 0 ? 0 : axis == 1 ? n - 1 : axis - 1;
  }
};

PD_PASS(channels_last_pass, ChannelsLastPass,
        "brings convolutions, and what is between them, into the layout with "
        "the channels last");

}  // namespace
}  // namespace paddle::pir
