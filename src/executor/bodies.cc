#include "executor/bodies.h"

#include "ops/generated/ops.h"

namespace paddle::executor {

namespace {

bool IsTrue(const Var& condition, const char* what) {
  PADDLE_ENFORCE(
      condition->numel == 1,
      errors::InvalidArgument("%s: the condition is not one value.", what)
          .Expected("a tensor of one element")
          .Received("shape " + errors::ToString(condition->dims) + " of " +
                    Name(condition->dtype)));
  if (condition->dtype == DataType::kBool) return *condition->Data<bool>();
  const Var v = ops::Cast(condition, DataType::kBool);
  return *v->Data<bool>();
}

}  // namespace

std::vector<Var> RunBodies(const pir::Call& call, const Bodies& bodies,
                           const std::vector<Var>& operands, bool record) {
  const auto run = [&](const Executable& body, const std::vector<Var>& inputs) {
    return record ? body.Interpret(inputs, nullptr, true) : body.Run(inputs);
  };
  Var condition = operands[0];
  if (bodies.size() == 2) {
    const size_t first = bodies[0]->program().inputs.size();
    const bool taken = IsTrue(condition, "if");
    const auto begin = operands.begin() + 1 + (taken ? 0 : first);
    const Executable& body = *bodies[taken ? 0 : 1];
    return run(body, {begin, begin + body.program().inputs.size()});
  }
  const size_t carried = call.results.size();
  std::vector<Var> values(operands.begin() + 1, operands.end());
  bool first = true;
  while (IsTrue(condition, "while")) {
    std::vector<Var> next = run(*bodies[0], values);
    condition = next[0];
    for (size_t i = 0; i < carried; ++i) values[i] = std::move(next[i + 1]);
    first = false;
  }
  if (first) {                              // what comes in stays the caller's
    for (size_t i = 0; i < carried; ++i) {  // (stacks never change)
      const bool stack =
          values[i]->dtype == DataType::kUInt8 && values[i]->dims == DDim{0};
      values[i] = stack ? Alias(*values[i]) : ops::Assign(values[i]);
    }
  }
  values.resize(carried);
  return values;
}

}  // namespace paddle::executor
