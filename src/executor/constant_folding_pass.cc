// What follows from constants alone is computed while the program is compiled,
// by the kernels that would compute it later.
#include <cmath>
#include <cstring>

#include "eager/eager_builder.h"
#include "eager/recorder.h"
#include "executor/executable.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "phi/kernel_registry.h"
#include "pir/dialect/attributes.h"
#include "pir/pass/pass_registry.h"
#include "pir/program_impl.h"
#include "pir/transforms/rewrite.h"

namespace paddle::executor {
namespace {

using pir::DefOf;

constexpr int64_t kMostElements = 1 << 16;

// A number, or a tensor that is one number everywhere.
bool IsKnown(mlir::Value v) {
  static const OpDef& full = GetOp("full");
  mlir::Operation* call = v.getDefiningOp();
  return call && (call->getName().getStringRef() == pir::kConstant ||
                  DefOf(call) == &full);
}

// Runs `call`, whose operands are known.
Var Evaluate(mlir::Operation* call) {
  const mlir::Location where = call->getLoc();
  mlir::OpBuilder b(call->getContext());
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(where);
  auto function = mlir::func::FuncOp::create(
      where, "main", b.getFunctionType({}, call->getResultTypes()));
  module->push_back(function);
  b.setInsertionPointToEnd(function.addEntryBlock());
  mlir::IRMapping map;
  for (const mlir::Value v : call->getOperands()) {
    if (!map.contains(v)) b.clone(*v.getDefiningOp(), map);
  }
  const auto results = b.clone(*call, map)->getResults();
  mlir::func::ReturnOp::create(b, where, results);
  phi::BindKernels();  // a program without the framework's start has none
  const PauseRecorder pause;
  const GradModeGuard no_grad(false);
  try {
    return Executable(pir::ToFlat(*module)).Run({})[0];
  } catch (const Error&) {
    return {};  // it shall be raised where the program runs
  }
}

// Whether all elements have the bits of the first one.
bool IsUniform(const DenseTensor& t) {
  const auto size = SizeOf(t.dtype);
  const char* first = t.Data<char>();
  for (int64_t i = 1; i < t.numel; ++i) {
    if (std::memcmp(first, first + static_cast<size_t>(i) * size, size) != 0) {
      return false;
    }
  }
  return t.numel > 0;
}

class ConstantFoldingPass : public pir::CallPass<ConstantFoldingPass> {
 public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConstantFoldingPass)
  static void Visit(mlir::Operation* call) {
    const OpDef* op = DefOf(call);
    // Views cost nothing, and keep numbers what they are.
    if (!op || !pir::IsPure(*op) || call->hasAttr(pir::kKept) || op->view ||
        op->Has(kDataDependent) || call->getNumOperands() == 0 ||
        call->getNumResults() != 1 ||
        !llvm::all_of(call->getOperands(), IsKnown) || IsLarge(call)) {
      return;
    }
    mlir::Value result = call->getResult(0);
    const Var value = Evaluate(call);
    if (!value || value->dtype != pir::DtypeOf(result) ||
        !llvm::equal(value->dims, pir::ShapeOf(result)) ||
        IsComplex(value->dtype) || !IsUniform(*value)) {
      return;
    }
    mlir::OpBuilder b(call);
    mlir::OperationState state(call->getLoc(), pir::kConstant);
    pir::AddConstantValue(*value, b, &state);
    if (value->rank() > 0) {
      const mlir::Attribute number = state.attributes.get("value");
      state = mlir::OperationState(call->getLoc(), "pd_op.full");
      state.addAttribute("shape", b.getDenseI64ArrayAttr(pir::ShapeOf(result)));
      state.addAttribute("fill_value", number);
      state.addAttribute("dtype", b.getStringAttr(Name(value->dtype)));
    }
    state.types.push_back(result.getType());
    result.replaceAllUsesWith(b.create(state)->getResult(0));
    call->erase();
  }

 private:
  static bool IsLarge(mlir::Operation* call) {
    const auto large = [](mlir::Value v) {
      int64_t numel = 1;
      for (int64_t n : pir::ShapeOf(v)) numel *= n;
      return numel > kMostElements;
    };
    return llvm::any_of(call->getOperands(), large) ||
           large(call->getResult(0));
  }
};

PD_PASS(constant_folding_pass, ConstantFoldingPass,
        "computes what follows from constants");

}  // namespace
}  // namespace paddle::executor
