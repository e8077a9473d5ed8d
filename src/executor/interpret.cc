// Programs that can not be laid out ahead run call by call, as eager code does.
#include <algorithm>
#include <exception>
#include <optional>

#include "core/generator.h"
#include "eager/eager_builder.h"
#include "eager/recorder.h"
#include "executor/bodies.h"
#include "executor/executable.h"
#include "executor/sizes.h"
#include "ops/generated/ops.h"

namespace paddle {

namespace {

// The values that no call after each one needs.
std::vector<std::vector<pir::ValueId>> LastUses(const pir::FlatProgram& p) {
  std::vector<int> last(p.values.size(), -1);
  std::vector<std::vector<pir::ValueId>> dead(p.calls.size());
  for (size_t i = 0; i < p.calls.size(); ++i) {
    for (pir::ValueId v : p.calls[i].results) last[v] = static_cast<int>(i);
    for (pir::ValueId v : p.calls[i].operands) {
      if (v >= 0) last[v] = static_cast<int>(i);
    }
  }
  for (const auto& out : p.outputs) last[out.value] = -1;
  for (size_t v = 0; v < last.size(); ++v) {
    if (last[v] >= 0) dead[last[v]].push_back(static_cast<pir::ValueId>(v));
  }
  return dead;
}

// A program from a file may leave them open.
bool AreSizesKnown(const pir::FlatProgram& program, pir::ValueId v) {
  const pir::ValueType& type = program.values[v];
  return type.dtype != DataType::kUndefined &&
         std::none_of(type.dims.begin(), type.dims.end(),
                      [](int64_t n) { return n < 0; });
}

void RunCall(const pir::FlatProgram& program, const pir::Call& call,
             const std::vector<Slot>& slots, std::vector<Var>& frame) {
  static const OpDef& as_strided = GetOp("as_strided");  // of row-major values
  const OpDef& op = *call.op;
  std::vector<DenseTensor*> list;
  for (pir::ValueId v : call.operands) {
    list.push_back(v < 0 ? nullptr : frame[v].get());
  }
  Args args(op);
  const std::vector<int> written =
      op.writes ? pir::WrittenOperands(op, call.slots) : std::vector<int>();
  const size_t first = call.results.size() - written.size();
  for (size_t k = 0; k < written.size(); ++k) {
    Var& target = frame[call.results[first + k]];
    target = ops::Assign(Var::Share(list[written[k]]));
    list[written[k]] = target.get();
  }
  pir::FillArgs(call, list, &args);
  for (size_t i = 0; i < slots.size(); ++i) {
    if (!((op.tensor_mask | op.list_mask) >> i & 1)) args.slot[i] = slots[i];
  }
  if (!call.late.empty()) executor::SetLate(call, list, &args);
  if (&op == &as_strided && !list[0]->contiguous()) {
    args.SetTensor(0, args.Keep(Contiguous(Var::Share(list[0]))));
  }
  Outs outs(op.schema.list_out ? 0 : static_cast<int>(op.schema.outs.size()));
  Dispatch(op, args, outs);
  if (PD_UNLIKELY(op.Has(kDataDependent))) {
    for (size_t k = 0; k < first; ++k) {  // the program is for one size
      const DDim& expected = program.values[call.results[k]].dims;
      const DDim& received = outs[static_cast<int>(k)]->dims;
      PADDLE_ENFORCE(
          received == expected || !AreSizesKnown(program, call.results[k]),
          errors::PreconditionNotMet("%s: the size of its result is another "
                                     "one than when it was captured.",
                                     op.name.c_str())
              .Shapes({{"captured", expected}, {"received", received}}));
    }
  }
  for (size_t k = 0; k < first; ++k) {
    frame[call.results[k]] = Var::Own(outs.Take(static_cast<int>(k)));
  }
}

}  // namespace

std::vector<Var> Executable::Interpret(const std::vector<Var>& inputs,
                                       const double* given, bool record,
                                       bool traced) const {
  std::optional<PauseRecorder> pause;
  if (!traced) pause.emplace();
  BuilderGuard eager(EagerBuilder());
  GradModeGuard grad_mode(record);
  std::vector<Var> frame(program_.values.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    frame[program_.inputs[i]] = inputs[i];
  }
  const auto dead = LastUses(program_);
  executor::SizeValues sizes(program_);
  struct Clean {  // what is written are copies, until all calls have run
    Generator::State random = DefaultGenerator().state();
    const int exceptions = std::uncaught_exceptions();
    bool over;
    ~Clean() {
      if (over || std::uncaught_exceptions() == exceptions) return;
      DefaultGenerator().SetState(random);
      executor::SetFailedCleanly();
    }
  } clean{.over = traced};
  for (size_t i = 0; i < program_.calls.size(); ++i) {
    const pir::Call& call = program_.calls[i];
    executor::check_interrupt();
    std::optional<PauseRecorder> at_once;
    if (traced && sizes.Visit(call, frame)) at_once.emplace();
    if (!call.bodies.empty()) {
      if (traced) State().recorder->Materialize("a branch or a loop");
      std::vector<Var> operands;
      for (pir::ValueId v : call.operands) operands.push_back(frame[v]);
      std::vector<Var> results =
          executor::RunBodies(call, bodies(call), operands, record);
      for (size_t k = 0; k < results.size(); ++k) {
        frame[call.results[k]] = std::move(results[k]);
      }
    } else if (!call.op) {
      frame[call.results[0]] = call.constant;
    } else if (traced && executor::IsShapeOf(call)) {
      frame[call.results[0]] = executor::ShapeOf(*frame[call.operands[0]]);
    } else {
      std::vector<Slot> slots;
      for (const auto& g : program_.given) {
        if (g.call != static_cast<int>(i)) continue;
        if (slots.empty()) slots = call.slots;
        pir::SetFloat(call, g.slot, given[g.number], &slots[g.slot]);
      }
      RunCall(program_, call, slots, frame);
    }
    for (pir::ValueId v : dead[i]) frame[v] = Var();
  }
  // Values of their own first: what is written into inputs may change views.
  std::vector<Var> outputs;
  const auto shares = [&](const Var& v) {
    const auto same = [&](const Var& o) {
      return o && o->storage == v->storage;
    };
    return std::any_of(inputs.begin(), inputs.end(), same) ||
           std::any_of(outputs.begin(), outputs.end(), same) ||
           v->references.load() > 1 || v->storage->references.load() > 1;
  };
  for (const auto& out : program_.outputs) {
    const Var& v = frame[out.value];
    const bool done = out.into >= 0 && v.get() == inputs[out.into].get();
    const bool own =
        v->contiguous() && v->data == v->storage->data && !shares(v);
    // What may be a stack, is: a copy would have no elements.
    const bool stack = v->dtype == DataType::kUInt8 && v->dims == DDim{0};
    const bool keep = traced || done || own;
    outputs.push_back(keep ? v : stack ? Alias(*v) : ops::Assign(v));
  }
  clean.over = true;
  for (size_t i = 0; i < outputs.size(); ++i) {
    const int into = program_.outputs[i].into;
    if (into < 0 || outputs[i].get() == inputs[into].get()) continue;
    ops::CopyInto(inputs[into], outputs[i]);
    outputs[i] = inputs[into];
  }
  return outputs;
}

}  // namespace paddle
