// Branches and bodies of loops, noted as programs of their own.
#include <algorithm>

#include "eager/amp.h"
#include "eager/grad_node.h"
#include "eager/view_history.h"
#include "jit/region_gradient.h"
#include "jit/result_levels.h"
#include "jit/tracer.h"

namespace paddle::jit {

using pir::FlatProgram;
using pir::ValueId;
using pir::ValueType;

namespace {

// What an argument of a loop's body comes from, as far as the body knows.
class ArgumentEnd final : public CustomBackward {
 public:
  bool foreign() const override { return false; }
  VarList Run(const VarList&, const std::vector<Var>&) override {
    PADDLE_THROW(errors::Fatal("capture: a gradient leaves a loop's body."));
  }
};

}  // namespace

// Gives `argument` a history that ends there; returns what stands for it.
Var BeginHistory(const Var& argument) {
  Var leaf = Alias(*argument);
  leaf->flags |= kRequiresGrad;
  RecordCustom({leaf}, {argument}, {}, std::make_shared<ArgumentEnd>());
  Var edge = Alias(*argument);
  edge->flags |= kRequiresGrad;
  Retain(argument->node);
  SetNode(*edge, argument->node, argument->out_index);
  return edge;
}

Tracer::Level Tracer::TakeLevel() {
  ForgetCasts();
  return {std::exchange(program_, {}),
          std::exchange(inputs_, {}),
          std::exchange(memory_, {}),
          std::exchange(captured_, {}),
          std::exchange(arguments_, {}),
          std::exchange(redirected_, {}),
          std::exchange(aliases_, {}),
          std::exchange(redirected_carried_, false),
          epoch_};
}
void Tracer::PutLevel(Level level) {
  program_ = std::move(level.program);
  inputs_ = std::move(level.inputs);
  memory_ = std::move(level.memory);
  captured_ = std::move(level.captured);
  arguments_ = std::move(level.arguments);
  redirected_ = std::move(level.redirected);
  aliases_ = std::move(level.aliases);
  redirected_carried_ = level.redirected_carried;
  epoch_ = level.epoch;
}

// What the program around the region has becomes an input of the region.
ValueId Tracer::Capture(Memory& memory, DenseTensor& t) {
  captured_.push_back({Alias(t), program_.AddInput(t.dtype, t.dims)});
  memory.parts.emplace_back(WindowOf(t), program_.inputs.back());
  return program_.inputs.back();
}

Var Tracer::TensorOf(ValueId value) {
  Var v = Var::Own(NewTensor(State()));
  v->dtype = program_.values[value].dtype;
  v->dims = program_.values[value].dims;
  SetContiguous(v.get());
  NewOutput(*v, value);
  return v;
}

std::vector<Var> Tracer::BeginRegion(const std::vector<Var>& like,
                                     const std::vector<Var>& written,
                                     bool carried) {
  for (const Var& v : written) PrepareWrite(*v);
  levels_.push_back(TakeLevel());
  std::vector<Var> arguments;
  for (const Var& v : like) {
    arguments.push_back(TensorOf(program_.AddInput(v->dtype, v->dims)));
    const bool history = v->requires_grad() && State().grad_enabled;
    const Var& made = arguments.back();
    arguments_.push_back({made, made->storage, Var()});
    if (history) arguments_.back().edge = BeginHistory(arguments.back());
  }
  redirected_carried_ = carried;
  for (const Var& v : written) Redirect(v, carried);
  epoch_ = NewNodeEpoch();
  SetNodeEpoch(epoch_);
  return arguments;
}

// The region that is open, which ends.
Tracer::Level Tracer::TakeRegion() {
  std::erase_if(may_share_, [this](const auto& pair) {
    return IsMadeHere(pair.first) || IsMadeHere(pair.second);
  });
  Level mine = TakeLevel();
  PutLevel(std::move(levels_.back()));
  levels_.pop_back();
  SetNodeEpoch(epoch_);
  LetGo(mine.memory);
  // (Last: nodes of the region go, and tensors with them.)
  for (const Redirected& r : mine.redirected) PutBack(r);
  for (const WrittenAlias& a : mine.aliases) PutBack(a, mine.epoch);
  return mine;
}

void Tracer::AbortRegion() {
  if (!levels_.empty()) TakeRegion();
}

bool Tracer::HasPendingWrite(const DenseTensor& t) const {
  const auto written = [&](const auto& memory) {
    const auto it = memory.find(t.storage);
    return it != memory.end() && it->second.written;
  };
  return written(memory_) ||
         std::any_of(levels_.begin(), levels_.end(),
                     [&](const Level& l) { return written(l.memory); });
}

// Nothing of what was noted is run.
void Tracer::Discard() {
  ForgetCasts();
  while (!levels_.empty()) AbortRegion();
  LetGo(memory_);
  memory_.clear();
  program_ = {};
  calls_put_first_ = 0;
  inputs_.clear();
  assumed_.clear();
  kept_.clear();
  saved_.clear();
  may_share_.clear();
  shared_outside_.clear();
}

Tracer::Region Tracer::EndRegion(const std::vector<Var>& results, bool apart,
                                 size_t emitted) {
  Region region;
  FlatProgram forward;
  DropSaved();
  try {
    if (apart) RefuseViews(results);
    for (const Var& v : results) RefreshHistory(*v);
    for (const Var& v : results) program_.outputs.push_back({Lookup(*v), -1});
    region.num_results = results.size();
    region.num_written = redirected_.size();
    for (const Redirected& r : redirected_) {
      region.written.emplace_back(r.tensor->storage);
    }
    const size_t first = results.size() - region.num_written - emitted;
    const auto is_written = [&](size_t i) {
      return i >= first && i < first + region.num_written;
    };
    for (size_t i = 0; i < results.size(); ++i) {
      const DenseTensor& v = *results[i];
      const bool leaf = is_written(i) && !v.node;  // written without a history
      region.has_history.push_back(v.requires_grad() && State().grad_enabled &&
                                   !leaf);
    }
    for (const Var& v : results) {
      const bool number = v->flags & kNumber && !(v->flags & kTraced);
      const bool own = is_written(region.shown.size());
      const bool outside =
          !number && v->storage && !own && !MemoryOf(*v).made_here();
      if (outside && redirected_carried_ && MemoryOf(*v).redirected) {
        throw CaptureBreak("a value of the next round is written by a loop");
      }
      region.shown.push_back(outside ? Alias(*v) : Var());
      region.shown_argument.push_back(-1);
      region.unchanged.push_back(false);
      for (size_t i = 0; i < arguments_.size(); ++i) {
        if (!v->storage || arguments_[i].storage != v->storage) continue;
        region.shown_argument.back() = static_cast<int>(i);
        region.unchanged.back() = arguments_[i].tensor.get() == v.get();
      }
      region.may_show.push_back(own ? std::vector<StorageRef>()
                                    : MayBe(v->storage));
      region.may_be_argument.emplace_back();
      for (size_t i = 0; i < arguments_.size() && !own; ++i) {
        if (MayBeOne(v->storage, arguments_[i].storage)) {
          region.may_be_argument.back().push_back(static_cast<int>(i));
        }
      }
    }
    for (size_t i = 0; i < results.size(); ++i) {
      for (size_t j = 0; j < i; ++j) {
        if (is_written(i) || is_written(j)) continue;
        const Storage* s = results[i]->storage;
        if (s && (s == results[j]->storage || MayBeOne(s, results[j]->storage)))
          region.together.emplace_back(j, i);
      }
    }
    region.num_captured = captured_.size();
    forward = program_;
    try {
      region.gradient = TakeGradient(results, region.has_history, &forward);
      region.made_of = ResultsOfOthers(results, region.has_history, epoch_);
    } catch (const Error& e) {  // which eager code raises where it goes here
      throw CaptureBreak(e.what());
    }
    for (const Taken& taken : captured_) {
      region.captured.push_back(taken.tensor);
    }
  } catch (...) {
    AbortRegion();
    throw;
  }
  TakeRegion();
  region.body = std::make_shared<const FlatProgram>(std::move(forward));
  return region;
}

std::vector<Var> Tracer::Emit(const FlatProgram& program,
                              const std::vector<Var>& operands) {
  std::vector<ValueId> ids;
  for (const Var& v : operands) ids.push_back(Lookup(*v));
  std::vector<Var> outputs;
  for (ValueId v : Inline(program, ids, &program_)) {
    outputs.push_back(TensorOf(v));
  }
  return outputs;
}

std::vector<Var> Tracer::EmitBodies(
    DenseTensor& condition, const std::vector<Var>& operands,
    std::vector<std::shared_ptr<const FlatProgram>> bodies,
    const std::vector<ValueType>& types) {
  std::vector<ValueId> ids{Lookup(condition)}, results;
  for (const Var& v : operands) ids.push_back(Lookup(*v));
  for (const ValueType& type : types) {
    results.push_back(program_.AddValue(type.dtype, type.dims));
  }
  program_.calls.push_back(
      {nullptr, Var(), std::move(bodies), {}, std::move(ids), results});
  std::vector<Var> tensors;
  for (ValueId v : results) tensors.push_back(TensorOf(v));
  return tensors;
}

namespace {

ValueType TypeOf(const FlatProgram& program, size_t output) {
  return program.values[program.outputs[output].value];
}

// `region` with zeros in the place of what only the other way gives.
std::shared_ptr<const FlatProgram> WithZeros(const Tracer::Region& region,
                                             const Tracer::Region& other,
                                             bool first) {
  const FlatProgram &body = *region.body, &from = *other.body;
  if (from.outputs.size() == other.num_results) return region.body;
  FlatProgram made = body;
  std::vector<ValueType> types;
  for (size_t i = other.num_results; i < from.outputs.size(); ++i) {
    types.push_back(TypeOf(from, i));
  }
  const auto zeros = AddZeros(types, &made);
  made.outputs.insert(
      first ? made.outputs.end() : made.outputs.begin() + region.num_results,
      zeros.begin(), zeros.end());
  return std::make_shared<const FlatProgram>(std::move(made));
}

}  // namespace

std::vector<Var> Tracer::EmitIf(DenseTensor& condition, const Region& then,
                                const Region& otherwise, bool one_sided) {
  PADDLE_ENFORCE(then.num_results == otherwise.num_results,
                 errors::InvalidArgument("if: the two ways differ in the "
                                         "number of their results."));
  for (size_t i = 0; i < then.num_results; ++i) {
    PADDLE_ENFORCE(TypeOf(*then.body, i) == TypeOf(*otherwise.body, i),
                   errors::InvalidArgument("if: the results of the two ways "
                                           "differ in dtype or shape."));
  }
  if (!one_sided && then.has_history != otherwise.has_history) {
    throw CaptureBreak("a gradient flows through one way of a branch only");
  }
  if (!one_sided) {
    for (const Region* region : {&then, &otherwise}) {
      RefuseSharing(*region);
      RefuseWrites(*region, {});
    }
  }
  const auto first = WithZeros(then, otherwise, true);
  const auto second = WithZeros(otherwise, then, false);
  std::vector<ValueType> types;
  for (size_t i = 0; i < first->outputs.size(); ++i) {
    types.push_back(TypeOf(*first, i));
  }
  std::vector<Var> operands;
  for (const Region* region : {&then, &otherwise}) {
    const auto& captured = region->captured;
    operands.insert(operands.end(), captured.begin(),
                    captured.begin() + region->num_captured);
  }
  std::vector<Var> tensors =
      EmitBodies(condition, operands, {first, second}, types);
  const auto end = tensors.begin() + then.num_results;
  std::vector<Var> results(tensors.begin(), end);
  for (const Region* region : {&then, &otherwise}) {
    if (!one_sided) NoteSharing(*region, 0, results);
  }
  RecordIf(*this, condition, then, otherwise, results, {end, tensors.end()});
  return results;
}

std::vector<Var> Tracer::EmitWhile(DenseTensor& condition,
                                   const std::vector<Var>& init,
                                   const Region& body, size_t emitted) {
  PADDLE_ENFORCE(
      body.num_results == init.size() + 1 + emitted &&
          TypeOf(*body.body, 0) == ValueType({condition.dtype, condition.dims}),
      errors::InvalidArgument("while: the condition changes its dtype or "
                              "shape."));
  std::vector<ValueType> types;
  for (size_t i = 0; i < init.size(); ++i) {
    types.push_back({init[i]->dtype, init[i]->dims});
    PADDLE_ENFORCE(TypeOf(*body.body, i + 1) == types[i],
                   errors::InvalidArgument("while: a carried value changes "
                                           "its dtype or shape."));
  }
  for (size_t i = 0; State().grad_enabled && i < init.size(); ++i) {
    if (init[i]->requires_grad() != body.has_history[i + 1]) {
      throw CaptureBreak("a value gets or loses its gradient in a loop");
    }
  }
  RefuseWrites(body, {init.begin(), init.end() - body.num_written});
  if (care_.callers) {
    RefuseSharing(body);
    for (const Var& v : init) RefuseToShare(v->storage);
  }
  std::vector<Var> results;
  if (body.gradient || emitted > 0) {
    results = EmitRecordedWhile(*this, condition, init, body, emitted);
  } else {
    std::vector<Var> operands = init;
    operands.insert(operands.end(), body.captured.begin(),
                    body.captured.begin() + body.num_captured);
    results = EmitBodies(condition, operands, {body.body}, types);
  }
  const size_t kept = init.size() - body.num_written;
  for (size_t i = 0; i < results.size(); ++i) {
    if (i >= kept && i < init.size()) continue;  // not for anyone to hold
    const int argument = body.shown_argument[i + 1];
    if (i < kept && argument == static_cast<int>(i) && body.unchanged[i + 1] &&
        body.body->outputs[i + 1].value == body.body->inputs[i]) {
      results[i] = init[i];  // no round changes it
      continue;
    }
    if (i < kept) MayShare(results[i]->storage, init[i]->storage);
    if (argument >= 0) MayShare(results[i]->storage, init[argument]->storage);
    for (const int a : body.may_be_argument[i + 1]) {
      MayShare(results[i]->storage, init[a]->storage);
    }
  }
  NoteSharing(body, 1, results);
  return results;
}

}  // namespace paddle::jit
