// What the forward program of a captured call gives out: results, what its
// backward program reads.
#include <algorithm>

#include "common/flags.h"
#include "jit/captured.h"
#include "jit/captured_util.h"
#include "pir/saved_values.h"

namespace paddle::jit {

std::vector<int*> Captured::OutputPlaces() {
  std::vector<int*> places;
  for (Place& p : returned_) places.push_back(&p.output);
  for (Captured* pass : Passes()) {
    for (BackwardInput& b : pass->backward_inputs_) {
      if (b.kind == BackwardInput::kOutput) places.push_back(&b.index);
    }
  }
  for (GradEffect& g : grads_) {
    if (g.kind == GradEffect::kPlace) places.push_back(&g.place.output);
  }
  for (auto& [output, values] : assumed_) places.push_back(&output);
  return places;
}

// A new gradient goes into the memory of the one before.
void Captured::TakeGradientMemory() {
  grad_replaced_.assign(input_source_.size(), false);
  if (assumes_) return;  // what does not hold writes nothing
  std::vector<pir::FlatProgram::Output> outputs = forward_->program().outputs;
  std::vector<int> uses(outputs.size(), 0);
  for (const int* place : OutputPlaces()) {
    if (*place >= 0) ++uses[*place];
  }
  bool changed = false;
  for (const GradEffect& g : grads_) {
    const int out = g.kind == GradEffect::kPlace ? g.place.output : -1;
    if (out < 0 || uses[out] != 1 || outputs[out].into >= 0) continue;
    for (size_t k = 0; k < input_grad_.size(); ++k) {
      if (input_grad_[k] != g.source || g.place.offset != 0 ||
          !(input_meta_[k] == g.place.meta) || !input_meta_[k].contiguous()) {
        continue;
      }
      outputs[out].into = static_cast<int>(k);
      grad_replaced_[k] = true;
      changed = true;
    }
  }
  if (!changed) return;
  pir::FlatProgram program = forward_->program();
  program.outputs = std::move(outputs);
  forward_ = std::make_shared<const Executable>(std::move(program));
}

// The first run gave back all that was alive then; later ones only what is
// asked for.
void Captured::DropOutputs() {
  const auto& outputs = forward_->program().outputs;
  const std::vector<int*> places = OutputPlaces();
  std::vector<bool> used(outputs.size(), false);
  for (const int* place : places) {
    if (*place >= 0) used[*place] = true;
  }
  std::vector<int> number;  // among those that stay
  std::vector<pir::FlatProgram::Output> wanted;
  std::vector<int> late;
  for (size_t i = 0; i < outputs.size(); ++i) {
    const int written = assumes_ ? written_late_[i] : outputs[i].into;
    number.push_back(static_cast<int>(wanted.size()));
    if (written < 0 && !used[i]) continue;
    wanted.push_back(outputs[i]);
    late.push_back(written);
  }
  if (wanted.size() == outputs.size()) return;
  if (assumes_) written_late_ = std::move(late);
  for (int* place : places) {
    if (*place >= 0) *place = number[*place];
  }
  pir::FlatProgram program = forward_->program();
  program.outputs = std::move(wanted);
  pir::KeepChecks(&program);
  pir::DropUnneeded(&program);
  forward_ = std::make_shared<const Executable>(std::move(program));
}

// What an input of the backward program is. Sources that it does not read as
// they are may change before it runs, as in eager code.
pir::Handed Captured::HandedOf(const BackwardInput& b) const {
  pir::Handed handed;
  const pir::FlatProgram& program = forward_->program();
  if (b.kind == BackwardInput::kOutput) {
    const auto& out = program.outputs[b.index];
    const pir::ValueType& type = program.values[out.value];
    const int into = assumes_ ? written_late_[b.index] : out.into;
    const auto shown = [&](const Place& p) { return p.output == b.index; };
    handed.value = out.value;
    handed.fixed = b.meta.dtype != type.dtype;
    handed.free =
        handed.fixed || into >= 0 ||
        std::any_of(returned_.begin(), returned_.end(), shown) ||
        std::any_of(grads_.begin(), grads_.end(),
                    [&](const GradEffect& g) { return shown(g.place); });
    handed.whole =
        b.offset == 0 && b.meta.dims == type.dims && b.meta.contiguous();
    handed.strides = b.meta.strides;
    handed.offset = b.offset;
    return handed;
  }
  for (size_t i = 0; i < input_source_.size(); ++i) {
    const bool same =
        b.kind == BackwardInput::kSource
            ? input_source_[i] == b.index && b.offset == 0 &&
                  std::find(written_.begin(), written_.end(), b.index) ==
                      written_.end()
            : b.kind == BackwardInput::kConstant && input_constant_[i] &&
                  input_constant_[i]->storage == b.constant->storage &&
                  input_constant_[i]->data == b.constant->data;
    if (!same || !(input_meta_[i] == b.meta)) continue;
    handed.value = program.inputs[i];
    handed.fixed = handed.free = true;
  }
  return handed;
}

void Captured::CutSaved() {
  std::vector<pir::Handed> handed;
  std::vector<bool> counted(forward_->program().values.size(), false);
  for (const BackwardInput& b : backward_inputs_) {
    handed.push_back(HandedOf(b));
    const pir::ValueId v = handed.back().value;
    if (v < 0 || handed.back().free || counted[v]) continue;
    const pir::ValueType& type = forward_->program().values[v];
    saved_.first +=
        Product(type.dims) * static_cast<int64_t>(SizeOf(type.dtype));
    counted[v] = true;
  }
  saved_.second = saved_.first;
  if (!flags::enable_auto_recompute) return;
  auto cut = pir::CutSavedValues(forward_->program(), backward_->program(),
                                 handed, flags::recompute_budget_mb << 20);
  if (!cut) return;
  saved_ = {cut->bytes, cut->bytes_before};
  pir::FlatProgram forward = forward_->program();
  std::vector<BackwardInput> inputs;
  for (const auto& [old, value] : cut->inputs) {
    if (old >= 0) {
      inputs.push_back(backward_inputs_[old]);
      continue;
    }
    size_t out = 0;
    const auto& outputs = forward.outputs;
    while (out < outputs.size() && outputs[out].value != value) ++out;
    if (out == outputs.size()) {
      forward.outputs.push_back({value, -1});
      if (assumes_) written_late_.push_back(-1);
    }
    const pir::ValueType& type = forward.values[value];
    DenseTensor row_major;
    row_major.dims = type.dims;
    SetContiguous(&row_major);
    inputs.push_back(
        {BackwardInput::kOutput, static_cast<int>(out), Var(),
         Meta{type.dtype, type.dims, DDim(row_major.stride_array()), false},
         0});
  }
  backward_inputs_ = std::move(inputs);
  backward_ = std::make_shared<const Executable>(std::move(cut->backward));
  forward_ = std::make_shared<const Executable>(std::move(forward));
  DropOutputs();
}

const Captured& Captured::RunsAs() const {
  if (!cut_ || !backward_ || !above_.empty()) return *this;
  std::call_once(cut_->once, [&] {
    auto captured = std::make_shared<Captured>(*this);
    captured->cut_ = nullptr;
    captured->CutSaved();
    cut_->captured = std::move(captured);
  });
  return *cut_->captured;
}

}  // namespace paddle::jit
