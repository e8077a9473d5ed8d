#include "jit/tracer.h"

#include <algorithm>

#include "eager/amp.h"
#include "eager/grad_node.h"

namespace paddle::jit {

using pir::FlatProgram;
using pir::kNoValue;
using pir::ValueId;

const std::string* (*Tracer::scope_now)() = nullptr;
std::string (*Tracer::placed)(const std::string&) = nullptr;

// ---- start and stop ----

Tracer::~Tracer() {
  while (!levels_.empty()) AbortRegion();
  if (active_) Leave();
  LetGo(memory_);
  for (auto& [node, saved] : released_) Release(node);
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
  epoch_ = first_epoch_ = NewNodeEpoch();
  outer_epoch_ = SetNodeEpoch(epoch_);
  active_ = true;
}

void Tracer::Leave() {
  State().recorder = nullptr;
  CurrentLateSizes() = nullptr;
  SetNodeEpoch(outer_epoch_);
  active_ = false;
}

void Tracer::Stop() {
  struct End {
    Tracer* t;
    ~End() { t->Leave(); }
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
  if (unsettled() && segments_.empty()) {
    wrote_shared_ = true;
    throw CaptureBreak(why);
  }
  materialized_ = true;
  Run(placed ? placed(why) : why);
}

void Tracer::RefuseThroughRegion(const char* what) {
  asked_through_region_ = true;
  throw CaptureBreak(what);
}

void Tracer::Foreign(const char* what) {
  if (!levels_.empty() || refuse_foreign_) throw CaptureBreak(what);
  if (foreign_.empty()) foreign_ = what;
}

void Tracer::ReleaseNode(GradNode* n) {
  if (n->epoch >= first_epoch_) return ReleaseSaved(n);
  Retain(n);
  released_.emplace_back(n, TakeSaved(n));
}

void Tracer::GradChanges(DenseTensor& t) {
  if (!levels_.empty()) {
    if (std::exchange(journaled_grad_, nullptr) == &t) return;
    throw CaptureBreak("a backward pass");
  }
  for (const GradChange& change : grad_changes_) {
    if (change.leaf.get() == &t) return;
  }
  grad_changes_.push_back({Var::Share(&t), GradStateOf(t)});
}

// Whether the program or region that is open has made this memory.
bool Tracer::IsMadeHere(const Storage* s) const {
  const auto it = memory_.find(const_cast<Storage*>(s));
  return it != memory_.end() && it->second.made_here();
}

void Tracer::MemoryChanges(DenseTensor& t) {
  if (levels_.empty() || !t.storage || IsMadeHere(t.storage)) return;
  throw CaptureBreak("a tensor of outside gets other memory in a branch");
}

void Tracer::WishChanges(DenseTensor& t) {
  if (levels_.empty() || IsMadeHere(t.storage)) return;
  throw CaptureBreak("stop_gradient of a tensor of outside is set in a branch");
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
  // Kernels that show no view of what they write tell its version themselves.
  const bool tells = outs.size() == 0 || !outs[0]->storage;
  for (int i = 0; i < outs.size(); ++i) {
    if (!outs[i]->storage) {
      NewOutput(*outs[i], results[i]);
    } else if (!op.writes) {  // else it is a view of what is written
      Write(*outs[i], results[i]);
    }
  }
  for (const auto& [t, value] : writes) {
    Write(*t, value);
    if (tells) t->BumpVersion();
  }
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
  // Versions have changed where writes were noted.
  std::vector<std::pair<StorageRef, uint32_t>> versions;
  for (auto& [storage, m] : memory) {
    if (!m.owner) {
      to_fill.push_back(storage);
      held.emplace_back(storage);
    } else if (m.written) {
      program.outputs.push_back({m.value, m.input});
      versions.emplace_back(StorageRef(storage), storage->version.load());
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
    for (const auto& [storage, version] : versions) {
      storage.get()->version = version;
    }
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
