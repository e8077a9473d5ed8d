#include "executor/plan_builder.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

#include "eager/eager_builder.h"
#include "executor/constants.h"
#include "executor/executable.h"
#include "executor/fuse_steps.h"
#include "executor/rematerialize.h"
#include "ops/control_flow/stack.h"
#include "ops/generated/ops.h"
#include "phi/overwriting_kernel.h"

namespace paddle::executor {

namespace {

Var NewLike(const InputMeta& meta) {
  Var v = Var::Own(NewTensor(State()));
  v->dtype = meta.dtype;
  v->dims = meta.dims;
  for (int i = 0; i < meta.dims.rank(); ++i) v->strides[i] = meta.strides[i];
  FinishStrides(v.get());
  return v;
}

// Bytes from the first to the last element.
size_t Extent(const DenseTensor& t) {
  if (t.numel == 0) return 0;
  int64_t last = 0;
  for (int i = 0; i < t.rank(); ++i) last += (t.dims[i] - 1) * t.strides[i];
  return static_cast<size_t>(last + 1) * SizeOf(t.dtype);
}

}  // namespace

PlanBuilder::PlanBuilder(const Executable& of, const std::vector<Var>& inputs)
    : program_(of.program()),
      inputs_(inputs),
      plan_(new Plan),
      sizes_(of.program()) {
  plan_->executable_ = &of;
}

PlanBuilder::~PlanBuilder() {
  for (const auto& [storage, memory] : memory_of_) {
    PendingOf(*storage).recorder = nullptr;
  }
}

int PlanBuilder::NewMemory(DenseTensor& t, PlanMemory::Kind kind, int index) {
  const size_t bytes = Extent(t);
  t.storage = NewPendingStorage(bytes, t.place);
  t.data = t.storage->data;
  t.flags |= kTraced;
  PendingStorage& pending = PendingOf(*t.storage);
  pending.recorder = this;
  pending.forget = [](Recorder*, Storage*) {};
  const int memory = static_cast<int>(plan_->memories_.size());
  PlanMemory& m = plan_->memories_.emplace_back();
  m.kind = kind;
  m.index = index;
  m.bytes = bytes;
  memory_of_[t.storage] = memory;
  return memory;
}

Operand PlanBuilder::TensorOf(DenseTensor* t) {
  if (!t) return kNoOperand;
  const auto known = tensor_of_.find(t);
  if (known != tensor_of_.end()) return known->second;
  alive_.push_back(Var::Share(t));
  Operand& result = tensor_of_[t];
  const auto at = memory_of_.find(t->storage);
  if (at == memory_of_.end()) {
    if (t->storage && IsPending(*t->storage)) {
      throw CaptureBreak("a tensor of another capture");
    }
    plan_->constants_.push_back(Var::Share(t));
    result = ConstantOperand(static_cast<int>(plan_->constants_.size()) - 1);
    return result;
  }
  PlanTensor tensor{Var::Share(t), at->second,
                    t->Data<char>() - PendingAddress()};
  PlanMemory& memory = plan_->memories_[at->second];
  tensor.whole =
      tensor.offset == 0 && t->contiguous() && t->bytes() == memory.bytes;
  result = static_cast<Operand>(plan_->tensors_.size());
  memory.tensors.push_back(result);
  plan_->tensors_.push_back(std::move(tensor));
  return result;
}

int PlanBuilder::Known(DenseTensor* t) {
  const Operand o = TensorOf(t);
  if (o < 0) throw CaptureBreak("a constant is written");
  return o;
}

Slot PlanBuilder::KeepAttribute(ArgType type, const Slot& slot) {
  Slot kept = slot;
  const auto keep = [&](const void* data, size_t bytes) {
    auto& copy = plan_->attributes_.emplace_back(bytes + 1);
    if (bytes) std::memcpy(copy.data(), data, bytes);
    return copy.data();
  };
  if (type == ArgType::kString) {
    kept.text = {keep(slot.text.data(), slot.text.size()), slot.text.size()};
  } else if (type == ArgType::kIntArray && slot.ints.data()) {
    const char* p = keep(slot.ints.data(), 8 * slot.ints.size());
    kept.ints = {reinterpret_cast<const int64_t*>(p), slot.ints.size()};
  }
  return kept;
}

void PlanBuilder::Call(const OpDef& op, const Args& args, Outs& outs) {
  if (BringsMemory(op)) throw CaptureBreak("memory that a kernel brings");
  const KernelEntry* kernel = ResolveKernel(op, args, outs, CPUPlace());
  if (!kernel) throw CaptureBreak("a kernel is missing");
  Step step;
  step.op = &op;
  step.run = kernel->run;
  step.slots.resize(args.size);
  for (int i = 0; i < args.size; ++i) {
    const ArgType type = op.schema.args[i].type;
    if (type == ArgType::kTensorList) {
      step.slots[i].i = args.slot[i].tensors.count;
    } else if (op.tensor_mask >> i & 1) {
      step.slots[i].i = 1;
    } else {
      step.slots[i] = KeepAttribute(type, args.slot[i]);
    }
  }
  std::vector<int> written;
  if (op.writes) written = pir::WrittenOperands(op, step.slots);
  int number = 0;
  ForEachOperand(op, args, [&](DenseTensor* t) {
    if (t && t->place != CPUPlace()) throw CaptureBreak("another device");
    // Kernels that need row-major operands get copies of those that are not.
    Var packed;
    if (t && !t->contiguous() && !kernel->strided) {
      packed = ops::Assign(Var::Share(t));
      t = packed.get();
    }
    const Operand o = TensorOf(t);
    step.operands.push_back(o);
    if (std::find(written.begin(), written.end(), number++) != written.end()) {
      step.written.push_back(Known(t));
    }
    if (t) step.work += static_cast<int64_t>(t->bytes());
  });
  for (int i = 0; i < outs.size(); ++i) {
    if (!outs[i]->storage) NewMemory(*outs[i], PlanMemory::kTemporary, -1);
    step.outs.push_back(Known(outs[i]));
    step.work += static_cast<int64_t>(outs[i]->bytes());
  }
  plan_->steps_.push_back(std::move(step));
}

void PlanBuilder::AddInputs() {
  for (size_t i = 0; i < inputs_.size(); ++i) {
    if (inputs_[i]->place != CPUPlace() ||
        inputs_[i]->flags & (kNumber | kWideNumber)) {
      throw CaptureBreak("an input is a number, or elsewhere");
    }
    for (const auto& out : program_.outputs) {
      if (out.into < 0 || out.into == static_cast<int>(i)) continue;
      PADDLE_ENFORCE(inputs_[out.into]->storage != inputs_[i]->storage,
                     errors::Fatal("a program writes into an input that shares "
                                   "its memory with another."));
    }
    Var v = NewLike(InputMeta(*inputs_[i]));
    plan_->input_memory_.push_back(
        NewMemory(*v, PlanMemory::kInput, static_cast<int>(i)));
    Known(v.get());
    values_[program_.inputs[i]] = std::move(v);
  }
}

void PlanBuilder::AddBodies(const pir::Call& call) {
  Step step;
  step.call = &call;
  for (pir::ValueId v : call.operands) {
    step.operands.push_back(TensorOf(values_[v].get()));
  }
  for (pir::ValueId v : call.results) {
    const pir::ValueType& type = program_.values[v];
    for (int64_t n : type.dims) {
      if (n < 0) throw CaptureBreak("sizes that a body decides");
    }
    Var result = Var::Own(NewTensor(State()));
    result->dtype = type.dtype;
    result->dims = type.dims;
    SetContiguous(result.get());
    NewMemory(*result, PlanMemory::kHeld, -1);
    step.outs.push_back(Known(result.get()));
    values_[v] = std::move(result);
  }
  plan_->steps_.push_back(std::move(step));
}

void PlanBuilder::AddCall(const pir::Call& call) {
  if (!call.bodies.empty()) return AddBodies(call);
  if (!call.op) {
    values_[call.results[0]] = call.constant;
    return;
  }
  // What is made of sizes is known now; attributes may ask for it.
  const bool at_once = sizes_.Visit(call, values_);
  if (IsShapeOf(call)) {
    values_[call.results[0]] = ShapeOf(*values_[call.operands[0]]);
    return;
  }
  std::optional<PauseRecorder> pause;
  if (at_once) pause.emplace();
  const OpDef& op = *call.op;
  static const OpDef& as_strided = GetOp("as_strided");  // of row-major values
  std::vector<DenseTensor*> list;
  for (pir::ValueId v : call.operands) {
    list.push_back(v < 0 ? nullptr : values_[v].get());
  }
  Args args(op);
  // What is written is a copy; whether one is needed is seen later.
  const std::vector<int> written =
      op.writes ? pir::WrittenOperands(op, call.slots) : std::vector<int>();
  const size_t first = call.results.size() - written.size();
  for (size_t k = 0; k < written.size(); ++k) {
    Var copy = ops::Assign(Var::Share(list[written[k]]));
    list[written[k]] = copy.get();
    values_[call.results[first + k]] = std::move(copy);
  }
  pir::FillArgs(call, list, &args);
  if (!call.late.empty()) SetLate(call, list, &args);
  if (&op == &as_strided && !list[0]->contiguous()) {
    args.SetTensor(0, args.Keep(Contiguous(Var::Share(list[0]))));
  }
  Outs outs(op.schema.list_out ? 0 : static_cast<int>(op.schema.outs.size()));
  const size_t before = plan_->steps_.size();
  Dispatch(op, args, outs);
  if (PD_UNLIKELY(!program_.given.empty())) NoteGiven(call, before);
  for (size_t k = 0; k < first; ++k) {
    values_[call.results[k]] = Var::Own(outs.Take(static_cast<int>(k)));
  }
}

// The attributes that are given at each run have to be those of one step, as
// they are: a rule that computes with them would do so once.
void PlanBuilder::NoteGiven(const pir::Call& call, size_t first_step) {
  const auto index = static_cast<int>(&call - program_.calls.data());
  for (const auto& g : program_.given) {
    if (g.call != index) continue;
    Step& step = plan_->steps_.back();
    if (plan_->steps_.size() != first_step + 1 || step.op != call.op) {
      throw CaptureBreak("an attribute that is given goes into a rule");
    }
    step.given = &call;
  }
}

// Copies where a result does not lie in memory of its own, or not yet in the
// input that it goes into.
void PlanBuilder::AddOutputs() {
  std::vector<MemoryPlan::Output> wanted;
  for (const auto& out : program_.outputs) {
    const Operand t = TensorOf(values_[out.value].get());
    wanted.push_back({t < 0 ? -1 : t, out.into});
  }
  std::vector<int> kept;
  std::vector<bool> input_written(inputs_.size(), false);
  for (const auto& out : wanted) {
    if (out.tensor >= 0) kept.push_back(out.tensor);
    if (out.into >= 0) input_written[out.into] = true;
  }
  std::vector<bool> constant;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    constant.push_back(!input_written[i] && InputMeta(*inputs_[i]).constant);
  }
  TakeConstants(constant, plan_->steps_, plan_->tensors_, plan_->memories_,
                plan_->once_, plan_->constants_);
  MakeAnew(plan_->steps_, plan_->tensors_, kept);
  Rematerialize(plan_->steps_, plan_->tensors_, plan_->memories_, kept,
                input_written);
  plan_->fusion_ = FuseSteps(plan_->steps_, plan_->tensors_, plan_->memories_,
                             plan_->constants_, kept);
  MemoryPlan memory(plan_->steps_, plan_->tensors_, plan_->memories_,
                    plan_->input_memory_, wanted);
  memory.Join();
  // What goes into an input and lies in an input is read first.
  std::vector<Var> from(wanted.size());
  for (size_t i = 0; i < wanted.size(); ++i) {
    const auto& out = program_.outputs[i];
    const Var& value = values_[out.value];
    Plan::Output result{wanted[i].tensor, out.into};
    from[i] = value;
    const bool in_input =
        wanted[i].tensor >= 0 &&
        plan_->memories_[memory.Root(plan_->tensors_[wanted[i].tensor].memory)]
                .kind == PlanMemory::kInput;
    if (!memory.InPlace(static_cast<int>(i)) && (out.into < 0 || in_input)) {
      from[i] = ops::Assign(value);
      const int copy = Known(from[i].get());
      if (out.into < 0) {
        PlanMemory& m = plan_->memories_[plan_->tensors_[copy].memory];
        m.kind = PlanMemory::kOutput;
        m.index = static_cast<int>(i);
        result.tensor = copy;
      }
    }
    plan_->outputs_.push_back(result);
  }
  for (size_t i = 0; i < wanted.size(); ++i) {
    const int into = program_.outputs[i].into;
    if (into < 0 || memory.InPlace(static_cast<int>(i))) continue;
    ops::CopyInto(values_[program_.inputs[into]], from[i]);
  }
  TakeMemory(memory);
}

// What was joined is one piece of memory; copies that are not needed go.
void PlanBuilder::TakeMemory(const MemoryPlan& joined) {
  const auto known = [&](int m) { return m < static_cast<int>(joined.size()); };
  auto& memories = plan_->memories_;
  for (PlanMemory& m : memories) m.tensors.clear();
  for (size_t t = 0; t < plan_->tensors_.size(); ++t) {
    PlanTensor& tensor = plan_->tensors_[t];
    if (known(tensor.memory)) tensor.memory = joined.Root(tensor.memory);
    memories[tensor.memory].tensors.push_back(static_cast<int>(t));
  }
  std::vector<Step> steps;
  for (size_t s = 0; s < plan_->steps_.size(); ++s) {
    if (s < joined.num_steps() && joined.dropped(static_cast<int>(s))) continue;
    steps.push_back(std::move(plan_->steps_[s]));
  }
  plan_->steps_ = std::move(steps);
}

// Lets a kernel put what it needs on the way over an operand that dies.
void PlanBuilder::Overwrite(int s, const std::vector<Block>& blocks) {
  Step& step = plan_->steps_[s];
  const auto* kernel = step.op ? phi::FindOverwriting(step.run) : nullptr;
  if (!kernel || step.op->list_mask) return;
  const auto memory = [&](int t) { return plan_->tensors_[t].memory; };
  const uint32_t before = (1u << kernel->operand) - 1;
  const Operand over =
      step.operands[std::popcount(step.op->tensor_mask & before)];
  if (over < 0 || blocks[memory(over)].last != s ||
      plan_->memories_[memory(over)].kind != PlanMemory::kTemporary) {
    return;
  }
  int uses = 0;
  for (Operand o : step.operands) uses += o >= 0 && memory(o) == memory(over);
  for (int t : step.outs) uses += memory(t) == memory(over);
  if (uses == 1) step.run = kernel->run;
}

void PlanBuilder::PlaceArena() {
  auto& memories = plan_->memories_;
  std::vector<Block> blocks(memories.size());
  for (size_t m = 0; m < memories.size(); ++m) {
    blocks[m] = {INT32_MAX, -1, memories[m].bytes};
  }
  const auto use = [&](int tensor, int step) {
    Block& b = blocks[plan_->tensors_[tensor].memory];
    b.first = std::min(b.first, step);
    b.last = std::max(b.last, step);
  };
  for (size_t s = 0; s < plan_->steps_.size(); ++s) {
    const int at = static_cast<int>(s);
    for (Operand o : plan_->steps_[s].operands) {
      if (o >= 0) use(o, at);
    }
    for (int t : plan_->steps_[s].outs) use(t, at);
  }
  const int end = static_cast<int>(plan_->steps_.size());
  for (const auto& out : plan_->outputs_) {
    if (out.tensor >= 0) use(out.tensor, end);
  }
  for (int s = 0; s < end; ++s) Overwrite(s, blocks);
  std::vector<bool> once_reads(inputs_.size(), false);
  for (const Step& step : plan_->once_) {
    for (Operand o : step.operands) {
      if (o < 0) continue;
      const PlanMemory& m = memories[plan_->tensors_[o].memory];
      if (m.kind == PlanMemory::kInput) once_reads[m.index] = true;
    }
  }
  for (size_t i = 0; i < once_reads.size(); ++i) {
    if (once_reads[i] && InputMeta(*inputs_[i]).constant) {
      plan_->cached_inputs_.push_back(static_cast<int>(i));
    }
  }
  for (size_t m = 0; m < memories.size(); ++m) {
    if (memories[m].kind != PlanMemory::kCached) continue;
    plan_->cached_.push_back(static_cast<int>(m));
    plan_->cached_used_.push_back(blocks[m].last >= 0);
    if (blocks[m].last >= 0) {
      plan_->usage_.cached += static_cast<int64_t>(memories[m].bytes);
    }
  }
  std::vector<Block> arena;
  std::vector<int> of;
  for (size_t m = 0; m < memories.size(); ++m) {
    const int memory = static_cast<int>(m);
    if (blocks[m].last < 0) continue;
    if (memories[m].kind == PlanMemory::kHeld) {
      plan_->held_.push_back(memory);
      if (blocks[m].last < end) {
        plan_->steps_[blocks[m].last].dead.push_back(memory);
      }
    }
    if (memories[m].kind == PlanMemory::kOutput) {
      plan_->usage_.outputs += static_cast<int64_t>(memories[m].bytes);
    }
    if (memories[m].kind != PlanMemory::kTemporary) continue;
    arena.push_back(blocks[m]);
    of.push_back(memory);
  }
  plan_->arena_bytes_ = PlaceBlocks(arena);
  plan_->usage_.arena = plan_->arena_bytes_;
  for (size_t i = 0; i < of.size(); ++i) {
    memories[of[i]].offset = arena[i].offset;
  }
}

void PlanBuilder::FindFirstWrite() {
  const auto in_input = [&](int t) {
    return plan_->memories_[plan_->tensors_[t].memory].kind ==
           PlanMemory::kInput;
  };
  const auto& steps = plan_->steps_;
  plan_->first_write_ = static_cast<int>(steps.size());
  for (size_t s = steps.size(); s-- > 0;) {
    if (std::any_of(steps[s].outs.begin(), steps[s].outs.end(), in_input) ||
        std::any_of(steps[s].written.begin(), steps[s].written.end(),
                    in_input)) {
      plan_->first_write_ = static_cast<int>(s);
    }
    plan_->random_ |= steps[s].op ? steps[s].op->Has(kRandom) : true;
  }
}

std::shared_ptr<const Plan> PlanBuilder::Build() {
  values_.resize(program_.values.size());
  ThreadState& state = State();
  struct Use {
    ThreadState& s;
    Recorder* before;
    ~Use() { s.recorder = before; }
  } use{state, state.recorder};
  state.recorder = this;
  BuilderGuard eager(EagerBuilder());
  GradModeGuard no_grad(false);
  AddInputs();
  for (const pir::Call& call : program_.calls) AddCall(call);
  for (const PlanMemory& m : plan_->memories_) {
    if (m.kind == PlanMemory::kInput) continue;
    plan_->usage_.tensors += static_cast<int64_t>(m.bytes);
  }
  AddOutputs();
  for (size_t s = 0; s < plan_->steps_.size(); ++s) {
    const pir::Call* call = plan_->steps_[s].given;
    if (!call) continue;
    for (const auto& g : program_.given) {
      if (&program_.calls[g.call] != call) continue;
      plan_->given_.push_back({static_cast<int>(s), g.slot, g.number, call});
    }
  }
  PlaceArena();
  FindFirstWrite();
  for (PlanTensor& t : plan_->tensors_) {  // only what kernels look at
    Var like = NewLike(InputMeta(*t.like));
    t.like = std::move(like);
  }
  return plan_;
}

}  // namespace paddle::executor
