#include "jit/tracer.h"

#include <algorithm>

#include "core/generator.h"
#include "eager/amp.h"
#include "eager/eager_builder.h"
#include "eager/grad_node.h"
#include "jit/captured_util.h"

namespace paddle::jit {

using pir::FlatProgram;
using pir::kNoValue;
using pir::ValueId;

const std::string* (*Tracer::scope_now)() = nullptr;
std::string (*Tracer::placed)(const std::string&) = nullptr;

// ---- start and stop ----

Tracer::~Tracer() {
  while (!levels_.empty()) AbortRegion();
  if (active_) {
    State().recorder = outer_;
    CurrentLateSizes() = nullptr;
  }
  LetGo(memory_);
}

void Tracer::Start() {
  PADDLE_ENFORCE(!State().recorder,
                 errors::PreconditionNotMet(
                     "to_static: a capture is going on on this thread."));
  ForgetCasts();
  State().recorder = this;
  late_.of = this;
  late_.known = [this](const OpDef& op, const Args& args) {
    return FoundBefore(op, args);
  };
  CurrentLateSizes() = &late_;
  active_ = true;
}

void Tracer::Stop() {
  struct End {
    Tracer* t;
    ~End() {
      State().recorder = nullptr;
      CurrentLateSizes() = nullptr;
      t->active_ = false;
    }
  } end{this};
  while (!levels_.empty()) AbortRegion();
  Run("");
}

void Tracer::Pause() { State().recorder = nullptr; }
void Tracer::Resume() {
  if (active_) State().recorder = this;
}

void Tracer::Materialize(const std::string& why) {
  if (!levels_.empty() || rehearsal) throw CaptureBreak(why);
  materialized_ = true;
  Run(placed ? placed(why) : why);
}

void Tracer::Foreign(const char* what) {
  if (!levels_.empty() || refuse_foreign_) throw CaptureBreak(what);
  if (foreign_.empty()) foreign_ = what;
}

void Tracer::GradChanges(DenseTensor& t) {
  if (!levels_.empty()) throw CaptureBreak("a backward pass");
  for (const GradChange& change : grad_changes_) {
    if (change.leaf.get() == &t) return;
  }
  grad_changes_.push_back({Var::Share(&t), GradStateOf(t)});
}

void Tracer::MemoryChanges(DenseTensor& t) {
  if (levels_.empty() || !t.storage) return;
  const auto it = memory_.find(t.storage);
  if (it == memory_.end() || it->second.owner || it->second.redirected) {
    throw CaptureBreak("a tensor of outside gets other memory in a branch");
  }
}

// ---- storages and their values ----

Tracer::Window Tracer::WindowOf(const DenseTensor& t) {
  const char* base = static_cast<const char*>(t.storage->data);
  if (t.flags & kTraced) base = PendingAddress();
  return {t.Data<char>() - base, t.dtype, t.dims, DDim(t.stride_array())};
}

// What is noted here of pending storages never gets values.
void Tracer::LetGo(const std::unordered_map<Storage*, Memory>& memory) {
  for (const auto& [storage, m] : memory) {
    const bool own = !m.owner && !m.redirected;  // else it may be gone
    if (own && IsPending(*storage)) PendingOf(*storage).recorder = nullptr;
  }
}

void Tracer::Forget(Recorder* self, Storage* storage) {
  auto* tracer = static_cast<Tracer*>(self);
  std::erase_if(tracer->may_share_, [&](const auto& pair) {
    return pair.first == storage || pair.second == storage;
  });
  if (tracer->memory_.erase(storage)) return;
  for (Level& level : tracer->levels_) {
    if (level.memory.erase(storage)) return;
  }
}

Tracer::Memory& Tracer::MemoryOf(DenseTensor& t) {
  Settle(t);
  const auto known = memory_.find(t.storage);
  if (known != memory_.end()) return known->second;
  // Of a program around this one, or of another tracer.
  bool outside = !IsPending(*t.storage) ||
                 (rehearsal && PendingOf(*t.storage).recorder != this);
  for (const Level& level : levels_)
    outside |= level.memory.count(t.storage) > 0;
  if (!outside) throw CaptureBreak("a tensor of a branch is used outside");
  Memory& memory = memory_[t.storage];
  memory.owner = Var::Share(&t);
  return memory;
}

// The contents of a window of a storage that has values become an input.
ValueId Tracer::Input(Memory& memory, const Window& window) {
  Settle(*memory.owner);
  PADDLE_ENFORCE(rehearsal || !IsPending(*memory.owner->storage),
                 errors::PreconditionNotMet(
                     "capture: the values of a tensor were never computed.")
                     .Hint("it was made in a branch or a loop whose capture "
                           "was given up."));
  Var t = jit::View(*memory.owner, window.offset, window.dtype, window.dims,
                    window.strides);
  inputs_.push_back(t);
  const ValueId value = program_.AddInput(window.dtype, window.dims);
  memory.parts.emplace_back(window, value);
  return value;
}

ValueId Tracer::Lookup(DenseTensor& t) {
  Settle(t);
  if (PD_UNLIKELY(rehearsal)) Remember(t);
  if (t.flags & kNumber && !(t.flags & kTraced)) {
    return program_.AddConstant(Var::Share(&t));
  }
  if (!t.storage) return kNoValue;
  Memory& memory = MemoryOf(t);
  const Window window = WindowOf(t);
  for (const auto& [part, value] : memory.parts) {
    if (part == window) return value;
  }
  if (memory.owner && !memory.written) {
    return levels_.empty() ? Input(memory, window) : Capture(memory, t);
  }
  if (memory.whole.dtype != t.dtype) {
    throw CaptureBreak("a tensor is seen as another dtype");
  }
  // A view of memory that was written since the view was taken.
  const ValueId value = program_.AddValue(window.dtype, window.dims);
  AddStrided(window, memory, value);
  memory.parts.emplace_back(window, value);
  return value;
}

void Tracer::NewOutput(DenseTensor& t, ValueId value) {
  t.storage = NewPendingStorage(t.bytes(), t.place);
  t.data = t.storage->data;
  t.flags |= kTraced;
  PendingStorage& pending = PendingOf(*t.storage);
  pending.recorder = this;
  pending.forget = Forget;
  Memory& memory = memory_[t.storage] = Memory();
  memory.whole = WindowOf(t);
  memory.value = value;
  memory.parts = {{memory.whole, value}};
}

// ---- values in the middle ----

Var Tracer::Peek(DenseTensor& t) {
  constexpr size_t kMostBytes = 1 << 16;
  if (!levels_.empty() || refuse_foreign_ || peeks_ <= 0 ||
      t.bytes() > kMostBytes) {
    return Var();
  }
  --peeks_;
  ++assumptions_;
  const ValueId value = Lookup(t);
  FlatProgram part = program_;
  part.outputs = {{value, -1}};
  DropUnneeded(&part);
  Generator& generator = DefaultGenerator();
  struct Restore {  // the program itself will draw them
    Generator& generator;
    Generator::State state = generator.state();
    ~Restore() { generator.SetState(state); }
  } restore{generator};
  return Executable(std::move(part)).Run(inputs_)[0];
}

Var Tracer::Read(DenseTensor& t) {
  constexpr size_t kMostBytes = 256;
  if (refuse_foreign_ || rehearsal || t.place != CPUPlace() ||
      t.bytes() > kMostBytes) {
    return Var();
  }
  Settle(t);
  Var values;
  if (t.flags & kTraced || HasPendingWrite(t)) {
    // Fractions are seldom the same again.
    if (IsFloating(t.dtype) || IsComplex(t.dtype)) return values;
    values = Peek(t);
    if (!values) return values;
  } else {
    ++assumptions_;
    const PauseRecorder pause;
    const GradModeGuard no_grad(false);
    static const OpDef& assign = GetOp("assign");
    Args args(assign);
    args.size = 1;
    args.SetTensor(0, &t);
    Outs outs(1);
    Dispatch(assign, args, outs);
    values = Var::Own(outs.Take(0));
  }
  assumed_.emplace_back(Keep(t), values);
  return values;
}

// The values that the program is right for, each once.
std::vector<std::pair<ValueId, Var>> Tracer::TakeAssumed() {
  std::vector<std::pair<ValueId, Var>> all;
  for (const auto& [kept, values] : std::exchange(assumed_, {})) {
    const ValueId value = Lookup(*kept.tensor);
    const bool known = std::any_of(all.begin(), all.end(), [&](const auto& a) {
      return a.first == value;
    });
    if (!known) all.emplace_back(value, values);
  }
  return all;
}

Tracer::Kept Tracer::Keep(DenseTensor& t) {
  Kept kept{Alias(t), t.storage, t.version()};
  kept_[t.storage].push_back(kept.tensor);
  return kept;
}

Var Tracer::Kept::Get() const {
  if (tensor->storage == storage && tensor->version() != version) {
    PADDLE_THROW(errors::PreconditionNotMet(
                     "backward: a tensor that a branch or a loop has read was "
                     "changed by an in-place operation.")
                     .Hint("clone() the tensor before the in-place "
                           "operation."));
  }
  return tensor;
}

// Before the memory of `t` is written: what is kept of it stays as it is.
void Tracer::KeepValues(DenseTensor& t) {
  const auto it = kept_.find(t.storage);
  if (it == kept_.end()) return;
  const std::vector<Var> all = std::move(it->second);
  kept_.erase(it);
  MoveOut(all);
}

// The tensors get memory of their own, with the values that they have now.
void Tracer::MoveOut(const std::vector<Var>& kept) {
  for (const Var& v : kept) {
    if (v->references.load() == 1) continue;  // nobody else has it any more
    const ValueId value = Lookup(*v);
    const auto at = memory_.find(v->storage);
    if (at != memory_.end() && at->second.owner.get() == v.get()) {
      at->second.owner = Alias(*v);
    }
    const uint32_t version = v->version();
    Release(std::exchange(v->storage, nullptr), State());
    v->flags &= ~(kStrided | kIsView);
    v->history = kNoHistory;
    SetContiguous(v.get());
    NewOutput(*v, value);
    v->storage->version = version;
  }
}

void Tracer::Saved(DenseTensor& t) {
  if (t.storage) saved_[t.storage].push_back(Var::Share(&t));
}

// Those whose nodes are gone.
void Tracer::DropSaved() {
  for (auto& [storage, saved] : saved_) {
    std::erase_if(saved, [](const Var& v) { return v->references == 1; });
  }
}

// A program whose inputs share memory that it writes would depend on the order
// of its calls: parts of `memory` become parts of the one input.
void Tracer::JoinInputs(Memory& memory, const Storage* storage) {
  for (size_t i = inputs_.size(); i-- > 0;) {
    if (inputs_[i]->storage != storage || i == size_t(memory.input)) continue;
    const ValueId part = program_.inputs[i];
    const Window window = WindowOf(*inputs_[i]);
    AddStrided(window, memory, part);
    std::rotate(program_.calls.begin(), program_.calls.end() - 1,
                program_.calls.end());
    ++calls_put_first_;
    inputs_.erase(inputs_.begin() + static_cast<std::ptrdiff_t>(i));
    program_.inputs.erase(program_.inputs.begin() +
                          static_cast<std::ptrdiff_t>(i));
    for (auto& [s, m] : memory_) m.input -= m.input > static_cast<int>(i);
  }
}

// `value` is the part of the contents of `memory` that the window shows.
void Tracer::AddStrided(const Window& window, const Memory& memory,
                        ValueId value) {
  static const OpDef& as_strided = GetOp("as_strided");
  Args args(as_strided);
  args.size = 4;
  args.slot[1].ints = IntArray(window.dims.data(), window.dims.rank());
  args.slot[2].ints = IntArray(window.strides.data(), window.strides.rank());
  args.slot[3].i = window.offset - memory.whole.offset;
  pir::Call& call = program_.AddCall(as_strided, args);
  call.operands = {memory.value};
  call.results = {value};
}

void Tracer::Write(DenseTensor& t, ValueId value) {
  if (PD_UNLIKELY(!may_share_.empty())) RefuseShared(t);
  Memory& memory = MemoryOf(t);
  const Window window = WindowOf(t);
  const auto elements =
      static_cast<int64_t>(t.storage->bytes / SizeOf(t.dtype));
  const bool covers =
      window.offset == 0 && t.contiguous() && t.numel == elements;
  if (memory.owner && !levels_.empty()) RefuseWrite(t);
  for (const Argument& a : arguments_) {  // in the first round it is the init
    if (a.storage == t.storage) {
      throw CaptureBreak("a value that a loop carries is written in place");
    }
  }
  KeepValues(t);  // where nothing is refused any more
  if (memory.owner && !memory.written) {
    memory.whole =
        covers ? window : Window{0, t.dtype, DDim{elements}, DDim{1}};
    memory.input = -1;
    for (size_t i = 0; i < inputs_.size(); ++i) {
      const DenseTensor& in = *inputs_[i];
      if (in.storage != t.storage || in.numel != elements || !in.contiguous())
        continue;
      if (memory.input >= 0 && !(WindowOf(in) == window)) continue;
      memory.input = static_cast<int>(i);
      memory.whole = WindowOf(in);
    }
    if (memory.input < 0) {  // also where it is overwritten without a look
      Input(memory, memory.whole);
      memory.input = static_cast<int>(inputs_.size() - 1);
    }
    memory.value = program_.inputs[memory.input];
    memory.written = true;
    JoinInputs(memory, t.storage);
  }
  memory.written = true;
  if (window == memory.whole) {
    memory.value = value;
  } else {
    static const OpDef& update = GetOp("strided_update");
    Args args(update);
    args.size = 4;
    args.slot[2].ints = IntArray(window.strides.data(), window.strides.rank());
    args.slot[3].i = window.offset - memory.whole.offset;
    const ValueId after =
        program_.AddValue(memory.whole.dtype, memory.whole.dims);
    pir::Call& call = program_.AddCall(update, args);
    call.operands = {memory.value, value};
    call.results = {after};
    memory.value = after;
    memory.parts.clear();
    memory.parts.emplace_back(memory.whole, after);
    return;
  }
  memory.parts = {{window, value}};
}

// ---- calls ----

// Whether every operand can be described: what is seen as another dtype than
// what was written (real parts of complex numbers) can not.
bool Tracer::CanShow(const OpDef& op, const Args& args) {
  static const OpDef& copy_into = GetOp("copy_into");
  const bool writes = args.inplace || op.writes || &op == &copy_into;
  bool all = true;
  ForEachOperand(op, args, [&](DenseTensor* t) {
    if (!t) return;
    Settle(*t);
    all &= t->place == CPUPlace();
    if (!t->storage) return;
    const auto it = memory_.find(t->storage);
    if (it == memory_.end()) return;
    if (it->second.owner && !it->second.written) {
      for (const Var& in : inputs_) {
        if (writes && in->storage == t->storage) all &= in->dtype == t->dtype;
      }
      return;
    }
    const Window window = WindowOf(*t);
    for (const auto& [part, value] : it->second.parts) {
      if (part == window) return;
    }
    all &= it->second.whole.dtype == t->dtype;
  });
  return all;
}

std::vector<ValueId> Tracer::LookupAll(const OpDef& op, const Args& args) {
  if (!CanShow(op, args)) {
    Materialize(op.name +
                ": an operand is seen as another dtype, or elsewhere");
  }
  std::vector<ValueId> ids;
  ForEachOperand(op, args, [&](DenseTensor* t) {
    ids.push_back(t ? Lookup(*t) : kNoValue);
  });
  return ids;
}

ValueId Tracer::Broadcast(ValueId value, const DDim& dims) {
  if (program_.values[value].dims == dims) return value;
  static const OpDef& expand = GetOp("expand");
  Args args(expand);
  args.size = 2;
  args.slot[1].ints = IntArray(dims.data(), dims.rank());
  const ValueId result = program_.AddValue(program_.values[value].dtype, dims);
  pir::Call& call = program_.AddCall(expand, args);
  call.operands = {value};
  call.results = {result};
  return result;
}

// In memory of its own, row-major.
ValueId Tracer::Copy(ValueId value) {
  static const OpDef& assign = GetOp("assign");
  Args args(assign);
  args.size = static_cast<int>(assign.schema.args.size());
  const pir::ValueType type = program_.values[value];
  const ValueId result = program_.AddValue(type.dtype, type.dims);
  pir::Call& call = program_.AddCall(assign, args);
  call.operands = {value};
  call.results = {result};
  return result;
}

void Tracer::Call(const OpDef& op, const Args& args, Outs& outs) {
  if (PD_UNLIKELY(rehearsal) && program_.calls.size() >= max_calls_) {
    throw CaptureBreak("the run is longer than the one before");
  }
  static const OpDef& copy_into = GetOp("copy_into");
  const pir::ScopeGuard scope(scope_now ? scope_now() : nullptr);
  std::vector<ValueId> operands = LookupAll(op, args);
  if (&op == &copy_into) {
    DenseTensor& to = *args.slot[0].tensor;
    Write(to, Copy(Broadcast(operands[1], to.dims)));
    return;
  }
  std::vector<ValueId> results;
  for (int i = 0; i < outs.size(); ++i) {
    results.push_back(program_.AddValue(outs[i]->dtype, outs[i]->dims));
  }
  std::vector<std::pair<DenseTensor*, ValueId>> writes;
  if (op.writes) {
    for (uint32_t m = op.tensor_mask | op.list_mask; m; m &= m - 1) {
      const int arg = __builtin_ctz(m);
      if (!(op.writes >> arg & 1)) continue;
      const bool list = op.list_mask >> arg & 1;
      const int count = list ? args.slot[arg].tensors.size() : 1;
      for (int k = 0; k < count; ++k) {
        DenseTensor* t =
            list ? args.slot[arg].tensors[k] : args.slot[arg].tensor;
        if (!t) continue;
        results.push_back(program_.AddValue(t->dtype, t->dims));
        writes.emplace_back(t, results.back());
      }
    }
  }
  pir::Call& call = program_.AddCall(op, args);
  call.operands = std::move(operands);
  call.results = results;
  for (int i = 0; i < outs.size(); ++i) {
    if (!outs[i]->storage) {
      NewOutput(*outs[i], results[i]);
    } else if (!op.writes) {  // else it is a view of what is written
      Write(*outs[i], results[i]);
    }
  }
  for (const auto& [t, value] : writes) Write(*t, value);
}

void Tracer::View(const OpDef& op, const Args& args, const Outs& outs) {
  static const OpDef& as_strided = GetOp("as_strided");
  if (&op == &as_strided) return;  // said by where the result lies in memory
  const pir::ScopeGuard scope(scope_now ? scope_now() : nullptr);
  std::vector<ValueId> operands = LookupAll(op, args);
  pir::Call& call = program_.AddCall(op, args);
  call.operands = std::move(operands);
  std::vector<ValueId> results;
  for (int i = 0; i < outs.size(); ++i) {
    results.push_back(program_.AddValue(outs[i]->dtype, outs[i]->dims));
  }
  call.results = results;
  for (int i = 0; i < outs.size(); ++i) {
    DenseTensor& t = *outs[i];
    if (!t.storage) continue;
    Settle(t);
    MemoryOf(t).parts.emplace_back(WindowOf(t), results[i]);
  }
}

// ---- running ----

void Tracer::Run(const std::string& why) {
  ForgetCasts();
  saved_.clear();
  const auto assumed = TakeAssumed();
  for (auto& [storage, kept] : kept_) {  // what nobody else has any more
    std::erase_if(kept, [](const Var& v) { return v->references == 1; });
  }
  FlatProgram program = std::exchange(program_, {});
  calls_put_first_ = 0;
  const std::vector<Var> inputs = std::exchange(inputs_, {});
  auto memory = std::exchange(memory_, {});
  may_share_.clear();
  shared_outside_.clear();
  std::vector<Storage*> to_fill;
  std::vector<StorageRef> held;  // other threads may run
  for (auto& [storage, m] : memory) {
    if (!m.owner) {
      to_fill.push_back(storage);
      held.emplace_back(storage);
    } else if (m.written) {
      program.outputs.push_back({m.value, m.input});
    }
  }
  // In the order in which they were made: equal runs are equal programs.
  std::sort(program.outputs.begin(), program.outputs.end(),
            [](const auto& a, const auto& b) { return a.into < b.into; });
  const size_t written = program.outputs.size();
  std::sort(to_fill.begin(), to_fill.end(), [&](Storage* a, Storage* b) {
    return memory[a].value < memory[b].value;
  });
  for (Storage* s : to_fill) program.outputs.push_back({memory[s].value, -1});
  const size_t filled = program.outputs.size();
  for (const auto& a : assumed) program.outputs.push_back({a.first, -1});
  if (program.calls.empty() && program.outputs.empty()) return;
  const auto give_up = [&] {
    for (Storage* s : to_fill) PendingOf(*s).recorder = nullptr;
  };
  try {
    bool compiled;
    if (rehearsal && !real_sizes && SizesDecide(program)) {
      throw CaptureBreak("a pass decides by sizes");
    }
    auto executable = cache_->Find(std::move(program), &compiled);
    segments_.push_back({executable, compiled, why});
    std::vector<Var> results;
    if (!rehearsal) results = executable->Run(inputs);
    whole_ = {executable, inputs, {}, {}};
    for (size_t i = 0; i < assumed.size(); ++i) {
      whole_.assumed.emplace_back(filled + i, assumed[i].second);
    }
    for (size_t i = 0; i < to_fill.size(); ++i) {
      whole_.output_of[to_fill[i]] = static_cast<int>(written + i);
    }
    if (rehearsal) return give_up();
    for (size_t i = 0; i < to_fill.size(); ++i) {
      GiveMemory(*to_fill[i], std::move(results[written + i]));
    }
  } catch (...) {
    give_up();
    throw;
  }
}

}  // namespace paddle::jit
