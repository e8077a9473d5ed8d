// Branches and loops.
#include "inference/ops/translator.h"

namespace paddle::inference {

namespace {

const StoredOp& YieldOf(const StoredBlock& block, const Site& site) {
  if (block.ops.empty() || block.ops.back().name != "cf.yield") {
    site.Fail("a block", "a yield at its end", "none");
  }
  return block.ops.back();
}

}  // namespace

// What the file says of these sizes need not hold for what is fed.
void Site::ReturnOpen(const std::vector<ValueId>& results) {
  for (size_t k = 0; k < results.size(); ++k) {
    Return(results[k], k);
    t_.flat_->values[results[k]].dims = DDim{-1};
  }
}

void Site::If() {
  if (op_.blocks.size() != 2) Fail("a branch", "two blocks", "others");
  pir::Call call;
  call.op = nullptr;
  call.operands.push_back(this->Call(
      "cast", {{"x", Tensor{In(0)}}, {"dtype", std::string("bool")}}));
  for (const auto& block : op_.blocks) {
    auto body = std::make_shared<pir::FlatProgram>();
    Translator inner(nullptr, nullptr, body.get(), &t_);
    inner.Run(*block);
    const StoredOp& yield = YieldOf(*block, *this);
    if (yield.inputs.size() != op_.outputs.size()) {
      Fail("a branch", std::to_string(op_.outputs.size()) + " results",
           std::to_string(yield.inputs.size()));
    }
    for (const StoredOperand& o : yield.inputs) {
      if (o.values.size() != 1) Fail("a yield", "a value", "none");
      body->outputs.push_back({inner.Lookup(o.values[0]), -1});
    }
    call.operands.insert(call.operands.end(), inner.captured().begin(),
                         inner.captured().end());
    call.bodies.push_back(std::move(body));
  }
  for (size_t k = 0; k < op_.outputs.size(); ++k) {
    call.results.push_back(t_.flat_->AddValue(DataType::kUndefined, {}));
  }
  const std::vector<ValueId> results = call.results;
  t_.flat_->calls.push_back(std::move(call));
  ReturnOpen(results);
}

// Operands: the condition, then the carried values.
void Site::While() {
  if (op_.blocks.size() != 1) Fail("a loop", "one block", "others");
  const StoredBlock& block = *op_.blocks[0];
  const size_t carried = block.arguments.size();
  const StoredOp& yield = YieldOf(block, *this);
  if (op_.inputs.size() != carried + 1 || yield.inputs.size() != carried + 1 ||
      op_.outputs.size() != carried) {
    Fail("a loop", std::to_string(carried) + " carried values everywhere",
         std::to_string(op_.inputs.size()) + " operands, " +
             std::to_string(yield.inputs.size()) + " yielded, " +
             std::to_string(op_.outputs.size()) + " results");
  }
  pir::Call call;
  call.op = nullptr;
  for (size_t k = 0; k <= carried; ++k) call.operands.push_back(In(k));
  auto body = std::make_shared<pir::FlatProgram>();
  Translator inner(nullptr, nullptr, body.get(), &t_);
  for (int id : block.arguments) {
    if (id == kAbsent) Fail("a loop", "an argument", "none");
    const StoredValue& type = t_.shared_->stored->values[id];
    inner.Define(id, body->AddInput(type.dtype, type.dims));
  }
  inner.Run(block);
  for (const StoredOperand& o : yield.inputs) {
    if (o.values.size() != 1) Fail("a yield", "a value", "none");
    body->outputs.push_back({inner.Lookup(o.values[0]), -1});
  }
  call.operands.insert(call.operands.end(), inner.captured().begin(),
                       inner.captured().end());
  call.bodies.push_back(std::move(body));
  for (size_t k = 0; k < carried; ++k) {
    call.results.push_back(t_.flat_->AddValue(DataType::kUndefined, {}));
  }
  const std::vector<ValueId> results = call.results;
  t_.flat_->calls.push_back(std::move(call));
  ReturnOpen(results);
}

}  // namespace paddle::inference
