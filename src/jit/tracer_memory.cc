// What a capture knows of memory: the values that storages hold at each point
// of the program, and writes into them.
#include <algorithm>

#include "jit/captured_util.h"
#include "jit/tracer.h"

namespace paddle::jit {

using pir::kNoValue;
using pir::ValueId;

Tracer::Window Tracer::WindowOf(const DenseTensor& t) {
  const char* base = static_cast<const char*>(t.storage->data);
  if (t.flags & kTraced) base = PendingAddress();
  return {t.Data<char>() - base, t.dtype, t.dims, DDim(t.stride_array())};
}

// What is noted here of pending storages never gets values.
void Tracer::LetGo(const std::unordered_map<Storage*, Memory>& memory) {
  for (const auto& [storage, m] : memory) {
    if (m.made_here() && IsPending(*storage)) {  // others may be gone
      PendingOf(*storage).recorder = nullptr;
    }
  }
}

void Tracer::Forget(Recorder* self, Storage* storage) {
  auto* tracer = static_cast<Tracer*>(self);
  tracer->ForgetSharing(storage);
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
  if (PD_UNLIKELY(rehearsal || remembers)) Remember(t);
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

}  // namespace paddle::jit
