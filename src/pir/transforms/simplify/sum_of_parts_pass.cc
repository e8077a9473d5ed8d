// Sums of zeros with a part filled in each, as the gradients of slices are:
// the parts are written into one tensor of zeros, where no two overlap. Each
// part is added to 0 as before, so that no bit changes. For programs of many
// sizes there is a second pass: parts are apart there along an axis whose size
// is none of those that vary.
#include <algorithm>
#include <limits>

#include "mlir/IR/Builders.h"
#include "pir/pass/pass_registry.h"
#include "pir/stand_ins.h"
#include "pir/transforms/rewrite.h"

namespace paddle::pir {
namespace {

constexpr size_t kMostParts = 4096;

const OpDef& Add() {
  static const OpDef& op = GetOp("add");
  return op;
}
const OpDef& Update() {
  static const OpDef& op = GetOp("strided_update");
  return op;
}

// The zeros that `v` is, if it is +0 everywhere.
mlir::Operation* ZerosOf(mlir::Value v) {
  static const OpDef& full = GetOp("full");
  mlir::Operation* call = CallOf(v, full);
  if (!call) return nullptr;
  const mlir::Attribute value = call->getAttr("fill_value");
  if (const auto f = mlir::dyn_cast<mlir::FloatAttr>(value)) {
    return f.getValue().isPosZero() ? call : nullptr;
  }
  const auto i = mlir::dyn_cast<mlir::IntegerAttr>(value);
  return i && i.getValue().isZero() ? call : nullptr;
}

// First and last index along each axis of a row-major tensor.
struct Box {
  std::vector<int64_t> first, last;
  // Along one of the axes of `sizes` that are smaller than `limit`.
  bool IsApart(const Box& o, llvm::ArrayRef<int64_t> sizes,
               int64_t limit) const {
    for (size_t a = 0; a < first.size(); ++a) {
      if (sizes[a] >= limit) continue;
      if (last[a] < o.first[a] || o.last[a] < first[a]) return true;
    }
    return false;
  }
};

// Where a strided_update writes; false: not a box.
bool BoxOf(mlir::Operation* update, Box* box) {
  const auto whole = ShapeOf(update->getResult(0));
  const auto part = ShapeOf(update->getOperand(1));
  const auto strides = IntsOf(update, "stride");
  const auto size = static_cast<int64_t>(SizeOf(DtypeOf(update->getResult(0))));
  int64_t offset = update->getAttrOfType<mlir::IntegerAttr>("offset").getInt();
  if (offset % size != 0) return false;
  offset /= size;
  std::vector<int64_t> step(whole.size(), 1);
  for (size_t a = whole.size(); a-- > 1;) step[a - 1] = step[a] * whole[a];
  for (size_t a = 0; a < whole.size(); ++a) {
    box->first.push_back(offset / step[a]);
    offset %= step[a];
  }
  box->last = box->first;
  for (size_t i = 0; i < part.size(); ++i) {
    if (part[i] == 1) continue;
    size_t axis = 0;
    while (axis < whole.size() && step[axis] != strides[i]) ++axis;
    while (axis + 1 < whole.size() && whole[axis] == 1) ++axis;
    if (axis == whole.size() || step[axis] != strides[i] || part[i] < 1 ||
        box->last[axis] != box->first[axis]) {
      return false;
    }
    box->last[axis] += part[i] - 1;
    if (box->last[axis] >= whole[axis]) return false;
  }
  return true;
}

template <bool kSizesVary>
class SumOfPartsPass : public CallPass<SumOfPartsPass<kSizesVary>> {
 public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SumOfPartsPass)

  static void Visit(mlir::Operation* call) {
    if (DefOf(call) != &Add() || IsTerm(call)) return;
    std::vector<mlir::Operation*> parts, sums;
    if (!Collect(call, call->getResult(0).getType(), &parts, &sums) ||
        parts.size() < 2) {
      return;
    }
    constexpr int64_t kLimit =
        kSizesVary ? stand_ins::kLeast : std::numeric_limits<int64_t>::max();
    const auto sizes = ShapeOf(call->getResult(0));
    std::vector<Box> boxes(parts.size());
    for (size_t i = 0; i < parts.size(); ++i) {
      if (!BoxOf(parts[i], &boxes[i])) return;
      for (size_t k = 0; k < i; ++k) {
        if (!boxes[i].IsApart(boxes[k], sizes, kLimit)) return;
      }
    }
    std::sort(parts.begin(), parts.end(),
              [](auto* a, auto* b) { return a->isBeforeInBlock(b); });
    mlir::Value sum = parts[0]->getOperand(0);
    for (mlir::Operation* part : parts) {
      part->setOperand(1, AddedToZero(part, part->getOperand(1)));
      part->setOperand(0, sum);
      sum = part->getResult(0);
    }
    // Uses of the sum follow `call`, which follows all parts.
    call->getResult(0).replaceAllUsesWith(sum);
    for (mlir::Operation* add : sums) add->erase();
  }

 private:
  // Whether the only use is as a term of a sum of the same type.
  static bool IsTerm(mlir::Operation* call) {
    const mlir::Value v = call->getResult(0);
    if (!v.hasOneUse()) return false;
    mlir::Operation* user = *v.getUsers().begin();
    return DefOf(user) == &Add() && user->getBlock() == call->getBlock() &&
           user->getResult(0).getType() == v.getType();
  }

  // The parts that `add` is the sum of, and all adds, users first.
  static bool Collect(mlir::Operation* add, mlir::Type type,
                      std::vector<mlir::Operation*>* parts,
                      std::vector<mlir::Operation*>* sums) {
    std::vector<mlir::Operation*> open{add};
    while (!open.empty()) {
      mlir::Operation* sum = open.back();
      open.pop_back();
      sums->push_back(sum);
      for (const mlir::Value term : sum->getOperands()) {
        mlir::Operation* call = term.getDefiningOp();
        if (!call || term.getType() != type || !term.hasOneUse() ||
            call->getBlock() != add->getBlock()) {
          return false;
        }
        if (DefOf(call) == &Add()) {
          open.push_back(call);
        } else if (DefOf(call) == &Update() && ZerosOf(call->getOperand(0)) &&
                   parts->size() < kMostParts) {
          parts->push_back(call);
        } else {
          return false;
        }
      }
    }
    return true;
  }

  // -0 becomes 0.
  static mlir::Value AddedToZero(mlir::Operation* part, mlir::Value v) {
    mlir::OpBuilder b(part);
    mlir::Operation* zero = b.clone(*ZerosOf(part->getOperand(0)));
    zero->setAttr("shape", b.getDenseI64ArrayAttr({}));
    zero->getResult(0).setType(mlir::RankedTensorType::get(
        {}, mlir::getElementTypeOrSelf(v.getType())));
    mlir::OperationState state(part->getLoc(), "pd_op.add");
    state.operands = {v, zero->getResult(0)};
    state.types = {v.getType()};
    return b.create(state)->getResult(0);
  }
};

PD_PASS(sum_of_parts_pass, SumOfPartsPass<false>,
        "writes parts into one tensor of zeros instead of adding such tensors");
PD_PASS(sum_of_fixed_parts_pass, SumOfPartsPass<true>,
        "the same where parts are apart whatever the sizes that vary");

}  // namespace
}  // namespace paddle::pir
