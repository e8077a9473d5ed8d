#include "executor/at_sizes.h"

#include <unordered_map>

#include "eager/eager_builder.h"
#include "eager/recorder.h"

namespace paddle::executor {

namespace {

// Goes along while the program is interpreted on tensors without values.
class Writer final : public Recorder {
 public:
  ~Writer() override {
    for (const Var& v : alive_) {
      if (IsPending(*v->storage)) PendingOf(*v->storage).recorder = nullptr;
    }
  }

  Var Input(const DenseTensor& like) {
    Var v = Var::Own(NewTensor(State()));
    v->dtype = like.dtype;
    v->dims = like.dims;
    SetContiguous(v.get());
    MakePending(v.get());
    ids_[v.get()] = copy_.program.AddInput(like.dtype, like.dims);
    alive_.push_back(v);
    return v;
  }

  SizedCopy Finish(const std::vector<Var>& results) {
    for (const Var& v : results) {
      copy_.program.outputs.push_back({ValueOf(v.get()), -1});
    }
    return std::move(copy_);
  }

  void Call(const OpDef& op, const Args& args, Outs& outs) override {
    if (op.writes || op.Has(kRandom)) throw CaptureBreak(op.name);
    for (int i = 0; i < outs.size(); ++i) {
      if (outs[i]->storage) throw CaptureBreak("a write");
      MakePending(outs[i]);
    }
    Add(op, args, outs);
  }
  void View(const OpDef& op, const Args& args, const Outs& outs) override {
    Add(op, args, outs);
  }
  void Materialize(const std::string& why) override { throw CaptureBreak(why); }
  Var Peek(DenseTensor&) override { return Var(); }
  Var Read(DenseTensor&) override { return Var(); }
  bool HasPendingWrite(const DenseTensor&) const override { return false; }
  void Foreign(const char* what) override { throw CaptureBreak(what); }
  void GradChanges(DenseTensor&) override {}
  void MemoryChanges(DenseTensor&) override {}

 private:
  void MakePending(DenseTensor* t) {
    t->storage = NewPendingStorage(t->bytes(), t->place);
    t->data = t->storage->data;
    t->flags |= kTraced;
    PendingStorage& pending = PendingOf(*t->storage);
    pending.recorder = this;
    pending.forget = [](Recorder*, Storage*) {};
  }

  pir::ValueId ValueOf(DenseTensor* t) {
    if (!t) return pir::kNoValue;
    const auto known = ids_.find(t);
    if (known != ids_.end()) return known->second;
    if (!t->storage || IsPending(*t->storage) || t->place != CPUPlace()) {
      throw CaptureBreak("a tensor that no call has made");
    }
    alive_.push_back(Var::Share(t));
    if (t->rank() == 0)
      return ids_[t] = copy_.program.AddConstant(alive_.back());
    Var kept = Contiguous(alive_.back());
    kept->flags |= kPersistable;
    copy_.tensors.push_back(std::move(kept));
    return ids_[t] = copy_.program.AddInput(t->dtype, t->dims);
  }

  void Add(const OpDef& op, const Args& args, const Outs& outs) {
    std::vector<pir::ValueId> operands, results;
    ForEachOperand(op, args,
                   [&](DenseTensor* t) { operands.push_back(ValueOf(t)); });
    for (int i = 0; i < outs.size(); ++i) {
      alive_.push_back(Var::Share(outs[i]));
      results.push_back(copy_.program.AddValue(outs[i]->dtype, outs[i]->dims));
      ids_[outs[i]] = results.back();
    }
    pir::Call& call = copy_.program.AddCall(op, args);
    call.operands = std::move(operands);
    call.results = std::move(results);
  }

  SizedCopy copy_;
  std::unordered_map<DenseTensor*, pir::ValueId> ids_;
  std::vector<Var> alive_;  // so that their addresses stay theirs
};

}  // namespace

std::optional<SizedCopy> AtSizes(const Executable& of,
                                 const std::vector<Var>& inputs) {
  Writer writer;
  ThreadState& state = State();
  struct Use {
    ThreadState& s;
    Recorder* before;
    ~Use() { s.recorder = before; }
  } use{state, state.recorder};
  state.recorder = &writer;
  std::vector<Var> traced;
  for (const Var& v : inputs) traced.push_back(writer.Input(*v));
  try {
    return writer.Finish(
        of.Interpret(traced, nullptr, /*record=*/false, /*traced=*/true));
  } catch (const CaptureBreak&) {
    return std::nullopt;
  }
}

}  // namespace paddle::executor
