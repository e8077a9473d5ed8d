// Runs that are noted and never executed.
#include <algorithm>

#include "eager/grad_node.h"
#include "eager/write_result.h"
#include "jit/tracer.h"
#include "pir/same_value.h"

namespace paddle::jit {

std::vector<Var> Tracer::Rehearse(const std::vector<Var>& like,
                                  const std::vector<DDim>& dims,
                                  size_t max_calls, std::vector<int64_t> late) {
  late_.stand_ins = std::move(late);
  std::vector<Var> inputs;
  for (size_t i = 0; i < like.size(); ++i) {
    Var v = Var::Own(NewTensor(State()));
    v->dtype = like[i]->dtype;
    v->place = like[i]->place;
    v->dims = dims[i];
    SetContiguous(v.get());
    v->storage = NewPendingStorage(v->bytes(), v->place);
    v->data = v->storage->data;
    v->flags |= kTraced | (like[i]->flags & (kRequiresGrad | kPersistable));
    inputs.push_back(std::move(v));
  }
  rehearsal = true;
  max_calls_ = max_calls;
  Start();
  return inputs;
}

void Tracer::StopWithoutRun() {
  rehearsal = real_sizes = true;
  Stop();
}

namespace {

// Whether one loop gives both.
bool OfOneLoop(const pir::FlatProgram& program, pir::ValueId a,
               pir::ValueId b) {
  const auto gives = [](const pir::Call& call, pir::ValueId v) {
    return std::find(call.results.begin(), call.results.end(), v) !=
           call.results.end();
  };
  return std::any_of(
      program.calls.begin(), program.calls.end(), [&](const pir::Call& call) {
        return call.bodies.size() && gives(call, a) && gives(call, b);
      });
}

}  // namespace

int Tracer::FoundBefore(const OpDef& op, const Args& args) {
  static const OpDef& rounds = GetOp("stack_read");
  std::vector<pir::ValueId> ids;
  if (levels_.empty() && (op.schema.args.size() == 1 || &op == &rounds)) {
    ForEachOperand(op, args,
                   [&](DenseTensor* t) { ids.push_back(Lookup(*t)); });
  }
  for (size_t i = 0; i < finds_.size() && !ids.empty(); ++i) {
    const auto& [other, operands] = finds_[i];
    if (other == &op && operands.size() == ids.size() &&
        (pir::SameValue(program_, operands[0], ids[0]) ||
         (&op == &rounds && OfOneLoop(program_, operands[0], ids[0])))) {
      return static_cast<int>(i);
    }
  }
  finds_.emplace_back(&op, std::move(ids));
  return -1;
}

pir::FlatProgram Tracer::Finish(const std::vector<Var>& wanted,
                                std::vector<Var>* inputs) {
  for (const Var& v : wanted) {
    const pir::ValueId value = Lookup(*v);
    program_.outputs.push_back({value, -1});
  }
  *inputs = std::exchange(inputs_, {});
  LetGo(memory_);
  for (auto& [storage, memory] : memory_) {
    if (memory.owner && memory.written) Foreign("a write in a backward pass");
  }
  kept_.clear();
  saved_.clear();
  memory_.clear();
  Leave();
  return std::exchange(program_, {});
}

void Tracer::Remember(DenseTensor& t) {
  if (!t.storage || IsPending(*t.storage) || before_.count(&t)) return;
  before_[&t] = {Var::Share(&t), Alias(t),    t.flags,
                 t.history,      t.version(), t.storage->history.load()};
}

bool Tracer::Mentions(size_t first, int64_t number) const {
  const auto in = [&](IntArray list) {
    return std::find(list.begin(), list.end(), number) != list.end();
  };
  for (size_t i = first; i < program_.calls.size(); ++i) {
    const pir::Call& call = program_.calls[i];
    for (pir::ValueId v : call.results) {
      if (in(program_.values[v].dims)) return true;
    }
    if (!call.op && call.constant) {
      bool same = false;
      VisitDataType(call.constant->dtype, [&]<typename T>(T) {
        if constexpr (!kIsComplexType<T>) {
          same = *call.constant->Data<T>() == static_cast<T>(number);
        }
      });
      if (same) return true;
    }
    for (size_t k = 0; k < call.slots.size(); ++k) {
      const Slot& slot = call.slots[k];
      switch (call.op->schema.args[k].type) {
        case ArgType::kIntArray:
          if (in(slot.ints)) return true;
          break;
        case ArgType::kScalar:
          if (slot.scalar.has_value() &&
              slot.scalar.ToDouble() == static_cast<double>(number)) {
            return true;
          }
          break;
        case ArgType::kInt:
          if (slot.i == number) return true;
          break;
        case ArgType::kFloat:
          if (slot.f == static_cast<double>(number)) return true;
          break;
        default: break;
      }
    }
  }
  return false;
}

SourceHistory Tracer::HistoryOf(const Var& tensor) const {
  const auto at = rewritten_.find(tensor.get());
  return at == rewritten_.end() ? SourceHistory(tensor) : at->second.before;
}

void Tracer::Undo() {
  for (const GradChange& change : grad_changes_) {
    SetGradState(*change.leaf, change.before);
  }
  grad_changes_.clear();
  for (auto& [node, saved] : released_) {
    PutSaved(node, std::move(saved));
    Release(node);
  }
  released_.clear();
  for (auto& [tensor, before] : before_) {
    DenseTensor& t = *before.tensor;
    TakeMemory(&t, *before.memory);
    t.flags = before.flags;
    t.history = before.history;
    t.storage->version = before.version;
    t.storage->history = before.writes;
  }
  before_.clear();
  // What was noted when it was read may have been after a write.
  for (const auto& [tensor, rewritten] : rewritten_) {
    DenseTensor& t = *rewritten.tensor;
    const uint32_t version = t.version(), writes = t.storage->history;
    rewritten.before.Restore(t);
    t.storage->version = std::min(version, t.version());
    t.storage->history = std::min(writes, t.storage->history.load());
  }
  rewritten_.clear();
}

}  // namespace paddle::jit
