// Programs whose learning rates change between runs.
#include "jit/program_plan.h"

namespace paddle::jit {

using pir::FlatProgram;

// What follows from a rate becomes an attribute that runs give, or an input.
void ProgramPlan::TakeRates(FlatProgram* program) {
  given_.clear();
  rate_inputs_.clear();
  if (rates_.empty()) return;
  const auto find = [&](double v, bool rounded) {
    for (size_t u = 0; u < rates_.size(); ++u) {
      const double number = rates_[u].number;
      if (v == number || (rounded && v == static_cast<float>(number))) {
        return static_cast<int>(u);
      }
    }
    return -1;
  };
  std::vector<pir::Call> calls;
  for (pir::Call& call : program->calls) {
    if (!call.op && call.constant) {
      const DataType type = call.constant->dtype;
      int use = -1;
      if (type == DataType::kFloat64) {
        use = find(*call.constant->Data<double>(), false);
      } else if (type == DataType::kFloat32) {
        use = find(*call.constant->Data<float>(), true);
      }
      if (use >= 0) {
        program->inputs.push_back(call.results[0]);
        rate_inputs_.push_back({use, type});
        continue;
      }
    }
    for (size_t k = 0; k < call.slots.size(); ++k) {
      const ArgType type = call.op->schema.args[k].type;
      const Slot& slot = call.slots[k];
      int use = -1;
      if (type == ArgType::kFloat) {
        use = find(slot.f, false);
      } else if (type == ArgType::kScalar &&
                 slot.scalar.type() == DataType::kFloat64) {
        use = find(slot.scalar.ToDouble(), false);
      }
      if (use < 0) continue;
      given_.push_back(
          {static_cast<int>(calls.size()), static_cast<int>(k), use});
    }
    calls.push_back(std::move(call));
  }
  program->calls = std::move(calls);
  program->given = given_;
}

}  // namespace paddle::jit
