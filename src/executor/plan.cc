#include "executor/plan.h"

#include <cstring>
#include <exception>
#include <utility>

#include "common/flags.h"
#include "core/device_context.h"
#include "core/generator.h"
#include "eager/nan_inf.h"
#include "executor/bodies.h"
#include "executor/executable.h"
#include "executor/plan_builder.h"

namespace paddle::executor {

void (*check_interrupt)() = [] {};

namespace {

constexpr int64_t kWorkPerStep = 4096;  // of a call, whatever it does
constexpr int64_t kWorkPerCheck = int64_t{1} << 24;
thread_local int64_t work_since_check = 0;
thread_local bool failed_cleanly = false;

void CopyMeta(const DenseTensor& from, DenseTensor* to) {
  to->dtype = from.dtype;
  to->flags = from.flags;
  to->numel = from.numel;
  to->dims = from.dims;
  for (int i = 0; i < from.rank(); ++i) to->strides[i] = from.strides[i];
}

// Memory of another owner may change without a word.
bool IsConstant(const DenseTensor& t) {
  return t.flags & kPersistable && t.storage && !t.storage->deleter;
}

}  // namespace

// What a run has done so far.
struct Progress {
  int64_t work;  // since the last look for an interrupt
  int step = 0;
};

bool FailedCleanly() { return std::exchange(failed_cleanly, false); }

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

class Frame {
 public:
  explicit Frame(const Plan& plan);

  std::unique_ptr<DenseTensor[]> tensors;
  // One for each piece of memory: kernels ask whether two tensors share it.
  std::unique_ptr<Storage[]> storages;
  std::vector<Slot> slots;          // of the steps of `once_`, then the others
  std::vector<size_t> first_slot;   // of each of the others
  std::vector<DenseTensor*> lists;  // what tensor lists point at
  std::vector<Var> held;            // by memory
  const char* arena = nullptr;      // where it was at the last run
  std::shared_ptr<const Cached> cached;  // as at the last run

  void Move(const PlanMemory& memory, const std::vector<PlanTensor>& all,
            char* data, Storage* storage) {
    for (int t : memory.tensors) {
      tensors[t].data = data + all[t].offset;
      tensors[t].storage = storage;
    }
  }
};

Frame::Frame(const Plan& plan)
    : tensors(new DenseTensor[plan.tensors_.size()]),
      storages(new Storage[plan.memories_.size()]),
      held(plan.memories_.size()) {
  for (size_t t = 0; t < plan.tensors_.size(); ++t) {
    CopyMeta(*plan.tensors_[t].like, &tensors[t]);
  }
  size_t num_slots = 0, num_listed = 0;
  for (const auto* steps : {&plan.once_, &plan.steps_}) {
    for (const Step& step : *steps) {
      num_slots += step.slots.size();
      num_listed += step.operands.size();
    }
  }
  slots.reserve(num_slots);
  lists.reserve(num_listed);
  const auto pointer = [&](Operand o) -> DenseTensor* {
    if (o == kNoOperand) return nullptr;
    return o >= 0 ? &tensors[o] : plan.constants_[ConstantIndex(o)].get();
  };
  const auto add = [&](const Step& step) {
    size_t operand = 0;
    for (size_t i = 0; i < step.slots.size(); ++i) {
      Slot slot = step.slots[i];
      if (step.op->list_mask >> i & 1) {
        const int64_t count = slot.i;
        for (int64_t k = 0; k < count; ++k) {
          lists.push_back(pointer(step.operands[operand++]));
        }
        slot.tensors = {lists.data() + lists.size() - count, count};
      } else if (step.op->tensor_mask >> i & 1) {
        slot.tensor = pointer(step.operands[operand++]);
      }
      slots.push_back(slot);
    }
  };
  for (const Step& step : plan.once_) add(step);
  for (const Step& step : plan.steps_) {
    first_slot.push_back(slots.size());
    add(step);
  }
  first_slot.push_back(slots.size());
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

void Plan::RunSteps(const std::vector<Step>& steps, const Slot* slots,
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
      step.run(context, args, outs);
      if (PD_UNLIKELY(flags::check_nan_inf)) CheckNanInf(*step.op, outs);
    }
    for (int m : step.dead) frame.held[m] = Var();
    ++progress->step;
  }
}

// The values that follow from weights as they are now.
void Plan::UseCached(const std::vector<Var>& inputs, Frame& frame,
                     Progress* progress) const {
  const auto valid = [&](const Cached* c) {
    if (!c) return false;
    for (size_t k = 0; k < cached_inputs_.size(); ++k) {
      const DenseTensor& now = *inputs[cached_inputs_[k]];
      const DenseTensor& then = *c->weights[k];
      if (now.storage != then.storage || now.data != then.data ||
          now.version() != c->versions[k]) {
        return false;
      }
    }
    return true;
  };
  if (valid(frame.cached.get())) return;
  std::shared_ptr<const Cached> known;
  {
    std::lock_guard lock(mutex_);
    known = cache_;
  }
  const auto use = [&](const Cached& c) {
    for (size_t i = 0; i < cached_.size(); ++i) {
      const PlanMemory& memory = memories_[cached_[i]];
      if (!c.values[i]) continue;
      frame.Move(memory, tensors_, c.values[i]->Data<char>(),
                 c.values[i]->storage);
    }
  };
  const bool again = valid(known.get());
  if (again && known->kept) {
    use(*known);
    frame.cached = std::move(known);
    return;
  }
  auto fresh = std::make_shared<Cached>();
  for (int k : cached_inputs_) {
    fresh->weights.push_back(Alias(*inputs[k]));
    fresh->versions.push_back(inputs[k]->version());
  }
  for (int m : cached_) {
    fresh->values.push_back(EmptyTensor(
        {static_cast<int64_t>(memories_[m].bytes)}, DataType::kUInt8));
  }
  frame.cached = nullptr;
  use(*fresh);
  Progress once{progress->work};
  RunSteps(once_, frame.slots.data(), frame, &once);
  progress->work = once.work;
  for (size_t i = 0; i < cached_.size(); ++i) {
    if (!cached_used_[i]) fresh->values[i] = Var();
  }
  // Weights in training change at every step: what follows from them is kept
  // where they are met for the second time.
  fresh->kept = !known || again;
  auto next = fresh;
  if (!fresh->kept) {
    next = std::make_shared<Cached>(*fresh);
    next->values.clear();
  }
  frame.cached = std::move(fresh);
  std::lock_guard lock(mutex_);
  cache_ = std::move(next);
}

std::vector<Var> Plan::Run(const std::vector<Var>& inputs,
                           const double* given) const {
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
    AllocateStorage(v.get(), state);
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
