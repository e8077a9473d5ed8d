// The output of an lstm follows from the gates and cells that its gradient
// reads anyway: made again there by the same kernel, it need not be kept.
#include <numeric>

#include "pir/pass/pass_registry.h"
#include "pir/transforms/call_writer.h"

namespace paddle::pir {
namespace {

class RecomputeOutputPass : public CallPass<RecomputeOutputPass> {
 public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RecomputeOutputPass)
  static void Visit(mlir::Operation* call) {
    static const OpDef& lstm_grad = GetOp("lstm_layer_grad");
    static const int kOut = lstm_grad.schema.Find("out"),
                     kGates = lstm_grad.schema.Find("gates"),
                     kProjection = lstm_grad.schema.Find("weight_ho");
    if (DefOf(call) != &lstm_grad) return;
    auto sizes = IntsOf(call, kOperandSizes).vec();
    const auto all = AllOperands(call, sizes.size());
    // A narrow output is rounded, the cells are not.
    if (!all[kOut] || all[kProjection] ||
        DtypeOf(all[kOut]) != DtypeOf(all[kGates])) {
      return;
    }
    sizes[kOut] = 0;
    call->eraseOperand(static_cast<unsigned>(
        std::accumulate(sizes.begin(), sizes.begin() + kOut, int64_t{0})));
    call->setAttr(kOperandSizes,
                  mlir::Builder(call).getDenseI64ArrayAttr(sizes));
  }
};

PD_PASS(recompute_output_pass, RecomputeOutputPass,
        "makes the output of an lstm again for its gradient");

}  // namespace
}  // namespace paddle::pir
