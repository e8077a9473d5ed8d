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

}  // namespace

bool FailedCleanly() { return std::exchange(failed_cleanly, false); }

InputMeta::InputMeta(const DenseTensor& t)
    : dtype(t.dtype),
      dims(t.dims),
      strides(t.stride_array()),
      contiguous(t.contiguous()) {}

bool InputMeta::Matches(const DenseTensor& t) const {
  if (t.dtype != dtype || t.contiguous() != contiguous || !(t.dims == dims) ||
      t.place != CPUPlace() || t.flags & (kNumber | kWideNumber)) {
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
  std::vector<Slot> slots;          // of all steps
  std::vector<size_t> first_slot;   // of each step
  std::vector<DenseTensor*> lists;  // what tensor lists point at
  std::vector<Var> held;            // by memory
  const char* arena = nullptr;      // where it was at the last run

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
  for (const Step& step : plan.steps_) {
    num_slots += step.slots.size();
    num_listed += step.operands.size();
  }
  slots.reserve(num_slots);
  lists.reserve(num_listed);
  const auto pointer = [&](Operand o) -> DenseTensor* {
    if (o == kNoOperand) return nullptr;
    return o >= 0 ? &tensors[o] : plan.constants_[ConstantIndex(o)].get();
  };
  for (const Step& step : plan.steps_) {
    first_slot.push_back(slots.size());
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
  }
}

Plan::Plan() = default;
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
    int64_t work;
    int step = 0;
    Generator::State random = {};
    const int exceptions = std::uncaught_exceptions();
    ~Back() {
      work_since_check = work;
      if (PD_UNLIKELY(std::uncaught_exceptions() > exceptions)) {
        failed_cleanly = step < plan->first_write_;
        if (failed_cleanly && plan->random_)
          DefaultGenerator().SetState(random);
      }
      for (int m : plan->held_) frame->held[m] = Var();
      std::lock_guard lock(plan->mutex_);
      plan->frames_.push_back(std::move(frame));
    }
  } back{this, frame, work_since_check};
  if (random_) back.random = DefaultGenerator().state();
  const DeviceContext context(CPUPlace(), nullptr);
  for (const Given& g : given_) {
    pir::SetFloat(*g.call, g.slot, given[g.number],
                  &frame->slots[frame->first_slot[g.step] + g.slot]);
  }
  const Slot* slots = frame->slots.data();
  static const OpDef& any = GetOp("assign");
  Args args(any);
  args.place_mask = 1;
  for (const Step& step : steps_) {
    if (PD_UNLIKELY((back.work += step.work + kWorkPerStep) > kWorkPerCheck)) {
      back.work = 0;
      check_interrupt();
    }
    if (PD_UNLIKELY(!step.op)) {
      RunBodies(step, *frame);
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
      for (int i = 0; i < count; ++i) outs[i] = &frame->tensors[step.outs[i]];
      step.run(context, args, outs);
      if (PD_UNLIKELY(flags::check_nan_inf)) CheckNanInf(*step.op, outs);
    }
    for (int m : step.dead) frame->held[m] = Var();
    ++back.step;
  }
  for (size_t i = 0; i < outputs_.size(); ++i) {
    if (outputs[i]) continue;
    outputs[i] = std::move(frame->held[tensors_[outputs_[i].tensor].memory]);
  }
  return outputs;
}

}  // namespace paddle::executor
