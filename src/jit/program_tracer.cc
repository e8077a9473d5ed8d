#include "jit/program_tracer.h"

#include <algorithm>

#include "eager/amp.h"
#include "ops/builder.h"
#include "ops/nn/conv_attrs.h"
#include "pir/stand_ins.h"

namespace paddle::jit {

using pir::FlatProgram;
using pir::kNoValue;
using pir::ValueId;

ProgramTracer::ProgramTracer() : Tracer(nullptr) {
  rehearsal = true;
  max_calls_ = SIZE_MAX;
}

ProgramTracer::~ProgramTracer() {
  if (State().recorder == this) State().recorder = nullptr;
  while (!levels_.empty()) AbortRegion();
  feeds_.clear();
  for (auto& [storage, memory] : memory_) {
    if (IsPending(*storage) && PendingOf(*storage).recorder == this) {
      PendingOf(*storage).recorder = nullptr;
    }
  }
  memory_.clear();  // before what it points to
  for (Storage* s : kept_storages_) Release(s, State());
}

void ProgramTracer::Attach() {
  Recorder* now = State().recorder;
  PADDLE_ENFORCE(!now || dynamic_cast<ProgramTracer*>(now),
                 errors::PreconditionNotMet(
                     "static: a program can not be built inside of a function "
                     "that is captured by to_static."));
  ForgetCasts();
  State().recorder = this;
}

void ProgramTracer::Detach() {
  if (dynamic_cast<ProgramTracer*>(State().recorder)) {
    State().recorder = nullptr;
  }
}

// Of tensors, known or not.
constexpr int64_t kMostElements = int64_t{1} << 56;

Var ProgramTracer::Feed(DataType dtype, DDim dims,
                        const std::vector<int>& open) {
  int64_t numel = 1;
  bool fits = true;
  for (int axis : open) {
    dims[axis] = pir::stand_ins::kOpen[axis];
    fits &= !__builtin_mul_overflow(numel, dims[axis], &numel);
  }
  PADDLE_ENFORCE(
      fits && numel < kMostElements,
      errors::Unimplemented(
          "static.data: too many sizes of one variable are not known.")
          .Expected("at most three, as a rule")
          .Received(std::to_string(open.size()))
          .Hint("give those that are known, as that of channels."));
  Var v = Var::Own(NewTensor(State()));
  v->dtype = dtype;
  v->dims = dims;
  SetContiguous(v.get());
  NewOutput(*v, program_.AddInput(dtype, dims));
  inputs_.push_back(v);
  feeds_.push_back(v);
  if (!open.empty()) open_[v->storage] = open;
  return v;
}

bool ProgramTracer::Knows(const DenseTensor& t) const {
  return !t.storage || !IsPending(*t.storage) || memory_.count(t.storage) > 0;
}

ValueId ProgramTracer::ValueOf(DenseTensor& t) {
  return Knows(t) && memory_.count(t.storage) ? Lookup(t) : kNoValue;
}

ProgramTracer::Snapshot ProgramTracer::Take(const std::vector<Var>& fetched) {
  std::vector<ValueId> wanted;
  for (const Var& v : fetched) {
    PADDLE_ENFORCE(Knows(*v),
                   errors::NotFound("Executor.run: a variable of fetch_list is "
                                    "not part of the program."));
    wanted.push_back(Lookup(*v));
  }
  Snapshot taken{program_.Clone(), inputs_};
  auto& outputs = taken.program.outputs;
  for (const auto& [storage, m] : memory_) {
    if (m.owner && m.written) outputs.push_back({m.value, m.input});
  }
  std::sort(outputs.begin(), outputs.end(),
            [](const auto& a, const auto& b) { return a.into < b.into; });
  for (ValueId v : wanted) outputs.push_back({v, -1});
  return taken;
}

// ---- open sizes ----

const pir::OpenSizes& ProgramTracer::OpenSizesOf() {
  const PauseRecorder pause;  // shapes are inferred
  const bool inside = !levels_.empty();
  const std::vector<Var>& inputs = inside ? levels_[0].inputs : inputs_;
  open_sizes_.Follow(inside ? levels_[0].program : program_,
                     [&](size_t i) -> DDim {
                       DDim dims = inputs[i]->dims;
                       const auto open = open_.find(inputs[i]->storage);
                       if (open == open_.end()) return dims;
                       for (int axis : open->second)
                         dims[axis] = pir::stand_ins::kTwin[axis];
                       return dims;
                     });
  return open_sizes_;
}

uint32_t ProgramTracer::OpenAxes(DenseTensor& t) {
  if (open_.empty() || t.rank() == 0) return 0;
  const PauseRecorder pause;
  const pir::OpenSizes* sizes = &OpenSizesOf();
  const auto axes = [&](const auto& is_open) {
    uint32_t bits = 0;
    for (int i = 0; i < t.rank(); ++i) bits |= uint32_t{is_open(i)} << i;
    return bits;
  };
  // A branch is followed from its beginning: it is short.
  std::deque<pir::OpenSizes> inner;
  for (size_t depth = 0; depth <= levels_.size(); ++depth) {
    const bool last = depth == levels_.size();
    const FlatProgram& program = last ? program_ : levels_[depth].program;
    const auto& memory = last ? memory_ : levels_[depth].memory;
    if (depth > 0) {
      inner.emplace_back(*sizes).Follow(program, [&](size_t i) {
        return sizes->At(program.values[program.inputs[i]].dims);
      });
      sizes = &inner.back();
    }
    const auto found = memory.find(t.storage);
    if (found == memory.end() || found->second.owner) continue;
    const Window window = WindowOf(t);
    const auto& parts = found->second.parts;
    const auto part =
        std::find_if(parts.begin(), parts.end(),
                     [&](const auto& p) { return p.first == window; });
    if (part == parts.end()) break;
    return axes([&](int i) { return sizes->IsOpen(program, part->second, i); });
  }
  // A view that no call has read yet.
  return axes([&](int i) { return sizes->Has(t.dims[i]); });
}

int64_t ProgramTracer::NoteDerived(char op, int64_t a, bool a_is_open,
                                   int64_t b, bool b_is_open) {
  const int64_t n = derived_.Note(op, a, a_is_open, b, b_is_open);
  open_sizes_.SetDerived(derived_);
  return n;
}
void ProgramTracer::NoteShown(const DDim& dims, uint32_t axes) {
  bool more = false;
  for (int i = 0; i < dims.rank(); ++i) {
    if (axes >> i & 1) more |= derived_.shown.insert(dims[i]).second;
  }
  if (more) open_sizes_.SetDerived(derived_);
}
void ProgramTracer::NotePlainSize() {
  derived_.others = true;
  open_sizes_.SetDerived(derived_);
}

bool ProgramTracer::HasOpenSize(int64_t n) {
  return !open_.empty() && OpenSizesOf().Has(n);
}

uint32_t ProgramTracer::OpenAxesOf(DenseTensor& t) {
  if (!(t.flags & kTraced) || !t.storage || !IsPending(*t.storage)) return 0;
  auto* tracer = dynamic_cast<ProgramTracer*>(State().recorder);
  Recorder* recorder = PendingOf(*t.storage).recorder;
  if (!tracer || !tracer->Knows(t)) {
    tracer = dynamic_cast<ProgramTracer*>(recorder);
  }
  if (tracer) {
    const uint32_t axes = tracer->OpenAxes(t);
    tracer->NoteShown(t.dims, axes);
    return axes;
  }
  uint32_t bits = 0;  // of a program that is gone
  for (int i = 0; i < t.rank() && !recorder; ++i) {
    for (int64_t n : pir::stand_ins::kOpen) {
      bits |= uint32_t{t.dims[i] == n} << i;
    }
  }
  return bits;
}

// ---- forks ----

void ProgramTracer::KeepStorages() {
  for (auto& [storage, memory] : memory_) {
    if (memory.owner) continue;
    Retain(storage);
    kept_storages_.push_back(storage);
  }
}

std::shared_ptr<ProgramTracer> ProgramTracer::Fork() const {
  PADDLE_ENFORCE(levels_.empty(),
                 errors::PreconditionNotMet(
                     "static: a program can not be copied in a branch."));
  auto fork = std::make_shared<ProgramTracer>();
  fork->program_ = program_.Clone();
  fork->calls_put_first_ = calls_put_first_;
  fork->inputs_ = inputs_;
  fork->memory_ = memory_;
  fork->feeds_ = feeds_;
  fork->open_ = open_;
  fork->derived_ = derived_;
  fork->open_sizes_.SetDerived(derived_);
  fork->write_mutex_ = write_mutex_;
  fork->sizes_ = sizes_;
  fork->slices_ = slices_;
  fork->ranges_ = ranges_;
  fork->modes_in_branch_ = modes_in_branch_;
  fork->KeepStorages();
  return fork;
}

ProgramTracer::Contents ProgramTracer::Written() const {
  Contents contents;
  for (const auto& [storage, m] : memory_) {
    if (m.owner && m.written) contents[storage] = m.value;
  }
  return contents;
}

void ProgramTracer::EndRange(int64_t begin, const Contents& before,
                             Range range) {
  range.begin = begin;
  range.end = Position();
  for (const auto& [storage, value] : Written()) {
    const auto was = before.find(storage);
    const ValueId old =
        was != before.end()
            ? was->second
            : program_.inputs[memory_.at(const_cast<Storage*>(storage)).input];
    if (old != value) range.replaced.emplace_back(value, old);
  }
  ranges_.push_back(std::move(range));
}

void ProgramTracer::BeginTraining() {
  training_ = true;
  training_begin_ = Position();
  before_training_ = Written();
}

void ProgramTracer::EndTraining() {
  if (!training_) return;
  training_ = false;
  EndRange(training_begin_, before_training_, {});
}

std::shared_ptr<ProgramTracer> ProgramTracer::ForkForTest() const {
  PADDLE_ENFORCE(
      !modes_in_branch_,
      errors::Unimplemented("Program.clone: for_test=True of a program with an "
                            "operator in training mode inside of a branch or a "
                            "loop."));
  auto fork = Fork();
  fork->DropRanges();
  return fork;
}

void ProgramTracer::DropRanges() {
  std::sort(ranges_.begin(), ranges_.end(),
            [](const Range& a, const Range& b) { return a.begin < b.begin; });
  constexpr ValueId kDropped = -2;
  std::vector<ValueId> now(program_.values.size());
  for (size_t v = 0; v < now.size(); ++v) now[v] = static_cast<ValueId>(v);
  std::vector<pir::Call> calls;
  size_t next = 0;
  for (size_t i = 0; i <= program_.calls.size(); ++i) {
    const auto position = static_cast<int64_t>(i - calls_put_first_);
    // Several may end here.
    while (next < ranges_.size() && ranges_[next].end == position) {
      for (const auto& [from, to] : ranges_[next].replaced) now[from] = now[to];
      ++next;
    }
    if (i == program_.calls.size()) break;
    pir::Call& call = program_.calls[i];
    bool dropped = next < ranges_.size() && ranges_[next].begin <= position;
    for (ValueId& v : call.operands) {
      if (v == kNoValue) continue;
      v = now[v];
      dropped |= v == kDropped;
    }
    if (dropped) {
      for (ValueId v : call.results) now[v] = kDropped;
    } else {
      calls.push_back(std::move(call));
    }
  }
  program_.calls = std::move(calls);
  calls_put_first_ = 0;
  ranges_.clear();
  for (auto it = memory_.begin(); it != memory_.end();) {
    Memory& m = it->second;
    std::erase_if(m.parts,
                  [&](const auto& p) { return now[p.second] == kDropped; });
    for (auto& [window, value] : m.parts) value = now[value];
    if (m.value != kNoValue) m.value = now[m.value];
    if (m.owner && m.written &&
        (m.value == kDropped || m.value == program_.inputs[m.input])) {
      m.written = false;
      m.value = kNoValue;
      m.parts = {{m.whole, program_.inputs[m.input]}};
    }
    if (!m.owner && m.value == kDropped) {
      it = memory_.erase(it);
    } else {
      ++it;
    }
  }
}

// ---- calls ----

// A loop that was refused leaves calls behind of which no tensor is left.
void ProgramTracer::DropDead() {
  FlatProgram left = program_;
  left.outputs.clear();
  const auto keep = [&](ValueId v) {
    if (v != kNoValue) left.outputs.push_back({v, -1});
  };
  for (const auto& [storage, m] : memory_) {
    keep(m.value);
    for (const auto& [window, value] : m.parts) keep(value);
  }
  for (const Range& range : ranges_) {
    for (const auto& [from, to] : range.replaced) {
      keep(from);
      keep(to);
    }
  }
  for (const auto& [storage, value] : before_training_) keep(value);
  pir::DropUnneeded(&left, /*random=*/true);
  std::vector<int64_t> moved;  // where each call comes to lie
  size_t kept = 0;
  for (const pir::Call& call : program_.calls) {
    moved.push_back(static_cast<int64_t>(kept));
    if (kept < left.calls.size() && left.calls[kept].results == call.results) {
      ++kept;
    }
  }
  moved.push_back(static_cast<int64_t>(kept));
  const int64_t first = moved[calls_put_first_];
  const auto move = [&](int64_t* position) {
    *position = moved[*position + calls_put_first_] - first;
  };
  for (Range& range : ranges_) {
    move(&range.begin);
    move(&range.end);
  }
  if (training_) move(&training_begin_);
  calls_put_first_ = static_cast<size_t>(first);
  program_.calls = std::move(left.calls);
}

void ProgramTracer::CheckLength(const OpDef& op) {
  constexpr size_t kMostCalls = 50000;
  if (PD_UNLIKELY(program_.calls.size() > kMostCalls) && levels_.empty()) {
    DropDead();
  }
  if (PD_UNLIKELY(program_.calls.size() > kMostCalls)) {
    PADDLE_THROW(
        errors::Unimplemented("static: the program has more than %zu calls of "
                              "operators; the last is `%s`.",
                              kMostCalls, op.name.c_str())
            .Hint("loops over a size that is not known are "
                  "paddle.static.nn.while_loop."));
  }
}

void ProgramTracer::Call(const OpDef& op, const Args& args, Outs& outs) {
  CheckLength(op);
  Tracer::Call(op, args, outs);
}
void ProgramTracer::View(const OpDef& op, const Args& args, const Outs& outs) {
  CheckLength(op);
  Tracer::View(op, args, outs);
}

void ProgramTracer::Materialize(const std::string& why) {
  PADDLE_THROW(
      errors::InvalidType("static: a Variable has no value while the program "
                          "is built (%s).",
                          why.c_str())
          .Hint("Executor.run(fetch_list=[...]) gives values; branches on them "
                "are paddle.static.nn.cond and while_loop; or "
                "paddle.disable_static()."));
}

void ProgramTracer::Foreign(const char* what) {
  if (refuse_values) Materialize(what);
}

// Padding that follows from the remainder of an open size.
void ProgramTracer::CheckPadding(const OpDef& op, const Args& args) {
  const int padding = op.schema.Find("padding"),
            stride = op.schema.Find("stride");
  if (padding < 0 || stride < 0 || padding >= args.size ||
      op.schema.args[padding].type != ArgType::kIntArray ||
      op.schema.args[stride].type != ArgType::kIntArray ||
      args.slot[padding].ints.size() != 1 ||
      args.slot[padding].ints[0] != kSamePadding) {
    return;
  }
  const IntArray steps = args.slot[stride].ints;
  const bool one =
      std::all_of(steps.begin(), steps.end(), [](int64_t s) { return s == 1; });
  constexpr uint32_t kBatch = 1;
  if (one || (OpenAxesOf(*args.slot[0].tensor) & ~kBatch) == 0) return;
  PADDLE_THROW(errors::Unimplemented(
      "%s: padding=\"SAME\" with a stride, of sizes that are not known while "
      "the program is built.",
      op.name.c_str()));
}

void ProgramTracer::NoteSlice(const SliceUse& use) {
  if (open_.empty()) return;
  if (std::find(slices_.begin(), slices_.end(), use) == slices_.end()) {
    slices_.push_back(use);
  }
}

// Of rows and columns, the fewer.
void ProgramTracer::NoteDiagonal(const Args& args) {
  const DDim& x = args.slot[0].tensor->dims;
  const int64_t offset = args.slot[1].i;
  int64_t size[2];
  for (const int k : {0, 1}) {
    const int64_t given = args.slot[2 + k].i;
    const int64_t axis = given < 0 ? given + x.rank() : given;
    if (axis < 0 || axis >= x.rank()) return;  // said later
    size[k] = x[static_cast<int>(axis)];
  }
  size[offset < 0 ? 0 : 1] -= std::abs(offset);
  if (size[0] >= 0 && size[1] >= 0) NoteSlice({0, size[1], 1, size[0]});
}

// A shape that only values can tell.
void ProgramTracer::CheckShape(const OpDef& op, const Args& args) {
  if (!op.Has(kDataDependent) || op.decompose) return;
  bool awaited = false;
  ForEachOperand(op, args,
                 [&](DenseTensor* t) { awaited |= t && IsAwaited(*t); });
  if (!awaited) return;
  PADDLE_THROW(
      errors::Unimplemented("static: %s: the shape of its result depends on "
                            "values, which are not known while the program is "
                            "built.",
                            op.name.c_str()));
}

bool ProgramTracer::Around(const OpDef& op, Args& args, Outs& outs) {
  if (inside_) return false;
  if (!sizes_.empty() && args.inplace) {
    sizes_.erase(args.slot[op.inplace_arg].tensor->storage);
  }
  if (!feeds_.empty()) CheckPadding(op, args);
  if (op.name == "slice" || op.name == "strided_slice") {
    for (const SliceUse& use : SlicesOfCall(args)) NoteSlice(use);
  }
  if (op.name == "diagonal") NoteDiagonal(args);
  if (FollowSizes(op, args, outs)) return true;
  CheckShape(op, args);
  int mode = -1;
  for (int i = 0; i < args.size; ++i) {
    if (op.schema.args[i].name == "training" &&
        op.schema.args[i].type == ArgType::kBool && args.slot[i].i) {
      mode = i;
    }
  }
  if (mode < 0 || args.inplace || training_) return false;
  if (!levels_.empty()) {
    modes_in_branch_ = true;
    return false;
  }
  const Inside guard(&inside_);
  // For tests first; nothing is left of it where nobody asks.
  Outs test(outs.size());
  {
    GradModeGuard no_grad(false);
    Args copy = Args::Borrow(args);
    copy.slot[mode].i = 0;
    Dispatch(op, copy, test);
  }
  Range range{0, 0, {}};
  for (int i = 0; i < test.size(); ++i) {
    range.replaced.emplace_back(kNoValue, Lookup(*test[i]));
  }
  const Contents before = Written();
  const int64_t begin = Position();
  const auto first = static_cast<ValueId>(program_.values.size());
  Dispatch(op, args, outs);
  for (int i = 0; i < outs.size(); ++i) {
    range.replaced[i].first = Lookup(*outs[i]);
  }
  std::erase_if(range.replaced, [&](const auto& p) { return p.first < first; });
  EndRange(begin, before, std::move(range));
  return true;
}

}  // namespace paddle::jit
