#include "executor/plan.h"

#include <cstring>
#include <exception>
#include <optional>
#include <utility>

#include "common/flags.h"
#include "core/device_context.h"
#include "core/generator.h"
#include "core/trace.h"
#include "eager/nan_inf.h"
#include "eager/traced_call.h"
#include "executor/bodies.h"
#include "executor/executable.h"
#include "executor/frame.h"
#include "executor/plan_builder.h"

namespace paddle::executor {

void (*check_interrupt)() = [] {};

namespace {

constexpr int64_t kWorkPerStep = 4096;  // of a call, whatever it does
constexpr int64_t kWorkPerCheck = int64_t{1} << 24;
thread_local int64_t work_since_check = 0;
thread_local bool failed_cleanly = false, interrupted = false;

// Memory of another owner may change without a word.
bool IsConstant(const DenseTensor& t) {
  return t.flags & kPersistable && t.storage && !t.storage->deleter;
}

}  // namespace

bool FailedCleanly() {
  const bool outside = std::exchange(interrupted, false);
  return std::exchange(failed_cleanly, false) && !outside;
}
void SetFailedCleanly() { failed_cleanly = true; }
void SetInterrupted() { interrupted = true; }

InputMeta::InputMeta(const DenseTensor& t)
    : dtype(t.dtype),
      dims(t.dims),
      strides(t.stride_array()),
      contiguous(t.contiguous()),
      constant(IsConstant(t)) {}

bool InputMeta::Matches(const DenseTensor& t) const {
  if (t.dtype != dtype || t.contiguous() != contiguous || !(t.dims == dims) ||
      t.place != CPUPlace() || t.flags & (kNumber | kWideNumber) ||
      IsConstant(t) != constant) {
    return false;
  }
  return PD_LIKELY(contiguous) || DDim(t.stride_array()) == strides;
}

Plan::Plan() { frames_.reserve(kMostFrames); }
Plan::~Plan() = default;

std::shared_ptr<const Plan> Plan::Make(const Executable& of,
                                       const std::vector<Var>& inputs) {
  try {
    return PlanBuilder(of, inputs).Build();
  } catch (const CaptureBreak&) {
    return nullptr;
  }
}

void Plan::RunBodies(const Step& step, Frame& frame) const {
  std::vector<Var> operands;
  for (Operand o : step.operands) {
    operands.push_back(o >= 0 ? Var::Share(&frame.tensors[o])
                              : constants_[ConstantIndex(o)]);
  }
  std::vector<Var> results = executor::RunBodies(
      *step.call, executable_->bodies(*step.call), operands);
  for (size_t i = 0; i < results.size(); ++i) {
    const int m = tensors_[step.outs[i]].memory;
    frame.Move(memories_[m], tensors_, results[i]->Data<char>(),
               results[i]->storage);
    frame.held[m] = std::move(results[i]);
  }
}

void Plan::RunSteps(std::span<const Step> steps, const Slot* slots,
                    Frame& frame, Progress* progress) const {
  const DeviceContext context(CPUPlace(), nullptr);
  static const OpDef& any = GetOp("assign");
  Args args(any);
  args.place_mask = 1;
  for (const Step& step : steps) {
    if (PD_UNLIKELY((progress->work += step.work + kWorkPerStep) >
                    kWorkPerCheck)) {
      progress->work = 0;
      check_interrupt();
    }
    if (PD_UNLIKELY(!step.op)) {
      RunBodies(step, frame);
    } else {
      args.op = step.op;
      args.size = static_cast<int>(step.slots.size());
      std::memcpy(static_cast<void*>(args.slot), slots,
                  step.slots.size() * sizeof(Slot));
      slots += step.slots.size();
      const int count = static_cast<int>(step.outs.size());
      struct Borrowed : Outs {
        using Outs::Outs;
        ~Borrowed() {
          for (int i = 0; i < size(); ++i) Take(i);
        }
      } outs(count);
      for (int i = 0; i < count; ++i) outs[i] = &frame.tensors[step.outs[i]];
      if (const uint8_t wishes = trace::Wishes(); PD_UNLIKELY(wishes)) {
        RunTracedStep(wishes, step.run, *step.op, context, args, outs);
      } else {
        step.run(context, args, outs);
      }
      if (PD_UNLIKELY(flags::check_nan_inf)) CheckNanInf(*step.op, outs);
    }
    for (int m : step.dead) frame.held[m] = Var();
    ++progress->step;
  }
}

std::vector<Var> Plan::Run(const std::vector<Var>& inputs,
                           const double* given) const {
  std::optional<trace::Scope> scope;
  if (PD_UNLIKELY(trace::Wishes() & trace::kTimes)) {
    scope.emplace("program", trace::Kind::kUserDefined);
  }
  std::unique_ptr<Frame> frame;
  {
    std::lock_guard lock(mutex_);
    if (!frames_.empty()) {
      frame = std::move(frames_.back());
      frames_.pop_back();
    }
  }
  if (!frame) frame = std::make_unique<Frame>(*this);
  Var arena;
  if (arena_bytes_ > 0) {
    arena = EmptyTensor({arena_bytes_}, DataType::kUInt8);
    char* base = arena->Data<char>();
    if (base != frame->arena) {
      frame->arena = base;
      for (size_t m = 0; m < memories_.size(); ++m) {
        if (memories_[m].kind != PlanMemory::kTemporary) continue;
        Storage& s = frame->storages[m];
        s.data = base + memories_[m].offset;
        s.bytes = memories_[m].bytes;
        frame->Move(memories_[m], tensors_, base + memories_[m].offset, &s);
      }
    }
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    frame->Move(memories_[input_memory_[i]], tensors_, inputs[i]->Data<char>(),
                inputs[i]->storage);
  }
  std::vector<Var> outputs;
  outputs.reserve(outputs_.size());
  ThreadState& state = State();
  for (const Output& out : outputs_) {
    if (out.into >= 0) {
      outputs.push_back(inputs[out.into]);
      continue;
    }
    const PlanTensor& tensor = tensors_[out.tensor];
    const PlanMemory& memory = memories_[tensor.memory];
    if (memory.kind == PlanMemory::kHeld) {
      outputs.emplace_back();  // known later
      continue;
    }
    Var v = Var::Own(NewTensor(state));
    CopyMeta(*tensor.like, v.get());
    if (PD_UNLIKELY(trace::Wishes() & trace::kMemory)) {
      trace::AllocateNoted(v.get(), state);
    } else {
      AllocateStorage(v.get(), state);
    }
    frame->Move(memory, tensors_, v->Data<char>(), v->storage);
    outputs.push_back(std::move(v));
  }

  struct Back {  // also where a kernel raises
    const Plan* plan;
    std::unique_ptr<Frame>& frame;
    Progress progress;
    Generator::State random = {};
    const int exceptions = std::uncaught_exceptions();
    ~Back() {
      work_since_check = progress.work;
      if (PD_UNLIKELY(std::uncaught_exceptions() > exceptions)) {
        failed_cleanly = progress.step < plan->first_write_;
        if (failed_cleanly && plan->random_)
          DefaultGenerator().SetState(random);
      }
      for (int m : plan->held_) frame->held[m] = Var();
      if (frame->cached && !frame->cached->kept) frame->cached = nullptr;
      std::lock_guard lock(plan->mutex_);
      if (plan->frames_.size() == kMostFrames) return;  // it dies
      plan->frames_.push_back(std::move(frame));  // has the room: never raises
    }
  } back{this, frame, {work_since_check}};
  if (random_) back.random = DefaultGenerator().state();
  for (const Given& g : given_) {
    pir::SetFloat(*g.call, g.slot, given[g.number],
                  &frame->slots[frame->first_slot[g.step] + g.slot]);
  }
  if (!once_.empty()) UseCached(inputs, *frame, &back.progress);
  RunSteps(steps_, frame->slots.data() + frame->first_slot[0], *frame,
           &back.progress);
  for (size_t i = 0; i < outputs_.size(); ++i) {
    if (outputs[i]) continue;
    const int t = outputs_[i].tensor;
    Var held = std::move(frame->held[tensors_[t].memory]);
    if (held->dims != tensors_[t].like->dims) {  // it is seen in another shape
      Var seen = Alias(*held);
      seen->dims = tensors_[t].like->dims;
      SetContiguous(seen.get());
      held = std::move(seen);
    }
    outputs[i] = std::move(held);
  }
  return outputs;
}

}  // namespace paddle::executor
