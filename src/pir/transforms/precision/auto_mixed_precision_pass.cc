// A program in float32 becomes one in mixed precision, by the facts that eager
// code goes by (ops/amp_policy.h). Inputs and outputs keep their types; casts
// of weights are computed once, when the program is planned.
#include "ops/amp_policy.h"
#include "ops/generated/ops.h"
#include "pir/builder/pir_builder.h"
#include "pir/pass/pass_registry.h"
#include "pir/program_impl.h"

namespace paddle::pir {
namespace {

class MixedBuilder final : public Builder {
 public:
  MixedBuilder(const AmpPolicy& policy, PirBuilder* plain)
      : policy_(policy), plain_(plain) {}
  void Emit(const OpDef& op, Args& args, Outs& outs) override {
    policy_.Emit(op, args, outs, ops::Cast, plain_);
  }

 private:
  const AmpPolicy& policy_;
  PirBuilder* plain_;
};

FlatProgram Mix(const FlatProgram& program, const AmpPolicy& policy) {
  FlatProgram result;
  result.KeepMemoryOf(program);
  PirBuilder plain(&result);
  MixedBuilder mixed(policy, &plain);
  const BuilderGuard guard(&plain);
  const GradModeGuard no_grad(false);
  std::vector<Var> tensors(program.values.size());
  // A value in the type that it had.
  const auto as_before = [&](ValueId v) {
    const Var& t = tensors[v];
    const DataType dtype = program.values[v].dtype;
    return plain.ValueOf((t->dtype == dtype ? t : ops::Cast(t, dtype)).get());
  };
  for (ValueId v : program.inputs) {
    const ValueType& type = program.values[v];
    tensors[v] = plain.TensorOf(result.AddInput(type.dtype, type.dims));
  }
  for (const Call& call : program.calls) {
    if (!call.op && call.bodies.empty()) {
      tensors[call.results[0]] = call.constant;
      plain.Bind(call.constant, result.AddConstant(call.constant));
      continue;
    }
    std::vector<DenseTensor*> operands;
    for (ValueId v : call.operands) {
      operands.push_back(v < 0 ? nullptr : tensors[v].get());
    }
    if (call.op && plain.Try([&] {
          Args args(*call.op);
          FillArgs(call, operands, &args);
          Outs outs(call.op->schema.list_out
                        ? 0
                        : static_cast<int>(call.op->schema.outs.size()));
          {
            const BuilderGuard by_lists(&mixed);
            Dispatch(*call.op, args, outs);
          }
          PADDLE_ENFORCE(outs.size() == static_cast<int>(call.results.size()),
                         errors::Fatal("pir: another number of results."));
          for (int i = 0; i < outs.size(); ++i) {
            tensors[call.results[i]] = Var::Own(outs.Take(i));
          }
        })) {
      continue;
    }
    // It writes, draws numbers or has bodies: as it was.
    std::vector<ValueId> ids;
    for (ValueId v : call.operands) ids.push_back(v < 0 ? v : as_before(v));
    Call& same = result.calls.emplace_back(call);
    same.operands = std::move(ids);
    same.results.clear();
    for (ValueId v : call.results) {
      const ValueType& type = program.values[v];
      same.results.push_back(result.AddValue(type.dtype, type.dims));
      tensors[v] = plain.TensorOf(same.results.back());
    }
  }
  for (const auto& out : program.outputs) {
    result.outputs.push_back({as_before(out.value), out.into});
  }
  return result;
}

class AutoMixedPrecisionPass
    : public mlir::PassWrapper<AutoMixedPrecisionPass,
                               mlir::OperationPass<mlir::ModuleOp>> {
 public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AutoMixedPrecisionPass)
  void runOnOperation() override {
    mlir::ModuleOp module = getOperation();
    const AmpPolicy* policy =
        AmpPolicy::Of(AmpLevel::kO1, DataType::kBFloat16, true, {}, {});
    try {
      mlir::OwningOpRef<mlir::ModuleOp> mixed =
          ToModule(Mix(ToFlat(module), *policy), module.getContext());
      mlir::Operation* from = mixed->lookupSymbol("main");
      module.lookupSymbol("main")->erase();
      from->remove();
      module.push_back(from);
    } catch (const Error& e) {
      module.emitError(e.what());
      signalPassFailure();
    }
  }
};

PD_PASS(auto_mixed_precision_pass, AutoMixedPrecisionPass,
        "casts operands to bfloat16 where that is fast and safe (level O1)");

}  // namespace
}  // namespace paddle::pir
