// Notes what a function does to tensors, and runs it when a value is needed.
#pragma once
#include <deque>
#include <optional>
#include <unordered_map>

#include "eager/grad_node.h"
#include "eager/late_sizes.h"
#include "jit/program_cache.h"
#include "jit/source_history.h"
#include "jit/storage_ref.h"

namespace paddle::jit {

struct RegionGradient;  // jit/region_gradient.h

// One capture on one thread, from Start to Stop.
class PADDLE_API Tracer : public Recorder {
 public:
  // A program that was run, and what ended it.
  struct Segment {
    std::shared_ptr<const Executable> executable;
    bool compiled;
    std::string reason;  // empty: the function returned
  };

  // Python's, where it is there: the layer that runs now (null: none), and the
  // user's line before the reason for which a program ends.
  static const std::string* (*scope_now)();
  static std::string (*placed)(const std::string& reason);

  explicit Tracer(std::shared_ptr<ProgramCache> cache)
      : cache_(std::move(cache)) {}
  ~Tracer() override;

  // Calls of this thread come here. Raises where another capture is going on.
  void Start();
  // Start for a run that is noted and never executed, of at most `max_calls`
  // calls. Returns tensors of `dims` in the place of `like`, which are inputs;
  // no value can be read, and Stop compiles only. What eager notes of the
  // caller's own tensors (gradients, versions) changes until Undo.
  // `late`: in the place of sizes that only a run knows.
  std::vector<Var> Rehearse(const std::vector<Var>& like,
                            const std::vector<DDim>& dims, size_t max_calls,
                            std::vector<int64_t> late = {});
  // The sizes that only a run knows, as they were in this one.
  const LateSizes& late_sizes() const { return late_; }
  // Of a rehearsal: how many calls were noted, and whether one since `first`
  // has the number among its attributes, constants or the sizes of its results.
  size_t num_calls() const { return program_.calls.size(); }
  bool Mentions(size_t first, int64_t number) const;
  // Whether tensors are remembered as they were, as a rehearsal always does.
  bool remembers = false;
  // After Stop: puts back what was changed of the caller's tensors.
  void Undo();
  // From now on code of the user (hooks, custom backwards) is not run: where a
  // pass comes to it, CaptureBreak is raised.
  void RefuseForeign() { refuse_foreign_ = true; }
  // Runs what is left; calls are eager again, also where that raises.
  void Stop();
  // In its place: what is left is compiled, and never gets values. This is a
  // rehearsal then, for the sizes of now.
  void StopWithoutRun();
  // Whether the program so far changes tensors of outside.
  bool WritesOutside() const;
  // Of a rehearsal: sizes are those of a call, and no stand-ins.
  bool real_sizes = false;
  bool active() const { return active_; }
  // How often values may be computed aside, where host code wants some in the
  // middle, instead of ending the program there.
  void AllowPeeks(int count) { peeks_ = count; }
  int peeks() const { return peeks_; }
  // Of how many values and sizes the program assumes that they are what they
  // were when it was noted.
  int assumptions() const { return assumptions_; }
  // The values of `t`, computed aside: the program does not depend on them.
  // Null where that can not be.
  Var LookAt(DenseTensor& t);
  // The program is right only where the flag is this; where it is not the
  // function raises.
  void Require(DenseTensor& flag, bool value);
  // Calls run at once between the two; nothing may be pending.
  void Pause();
  void Resume();

  void Call(const OpDef& op, const Args& args, Outs& outs) override;
  void View(const OpDef& op, const Args& args, const Outs& outs) override;
  void Materialize(const std::string& why) override;
  Var Peek(DenseTensor& t) override;
  Var Read(DenseTensor& t) override;
  bool HasPendingWrite(const DenseTensor& t) const override;
  void Foreign(const char* what) override;
  void GradChanges(DenseTensor& t) override;
  void MemoryChanges(DenseTensor& t) override;
  void WishChanges(DenseTensor& t) override;
  void HistoryChanges(DenseTensor& t) override;
  void ReleaseNode(GradNode* n) override;
  void Saved(DenseTensor& t) override;

  using ResultPairs = std::vector<std::pair<size_t, size_t>>;
  // A branch or the body of a loop, noted as a program of its own.
  struct Region {
    std::shared_ptr<const pir::FlatProgram> body;
    // Tensors of the program around it: what the body reads, then what only
    // its gradient does.
    std::vector<Var> captured;
    size_t num_captured;
    size_t num_results;
    size_t num_written = 0;  // the last ones but for those that are emitted
    std::vector<bool> has_history;  // of each result
    // Tensors outside, or the number of an argument, whose memory a result is.
    std::vector<Var> shown;
    std::vector<int> shown_argument;
    std::vector<bool>
        unchanged;  // results that are the argument of that number
    // Memory outside that a result may be; pairs of results in one memory.
    std::vector<std::vector<StorageRef>> may_show;
    std::vector<std::vector<int>> may_be_argument;  // numbers of arguments
    std::vector<std::pair<size_t, size_t>> together;
    std::vector<StorageRef> written;  // memory outside, see BeginRegion
    // Pairs of results with a history, the first made of the second.
    ResultPairs made_of;
    // Null where no result has a history. What it reads of the run comes out
    // of the body after the results.
    std::shared_ptr<const RegionGradient> gradient;
  };
  // What is noted now is part of a region, until EndRegion. Returns tensors in
  // the place of its arguments. Where something can not be part of a region,
  // calls raise CaptureBreak. While gradients are recorded, the results of
  // EmitIf and EmitWhile have a history.
  // `written`: tensors of outside that the region writes. They have values of
  // their own in it, which are the last results; for a loop (`carried`) the
  // last that it carries, too. Afterwards they are as they were.
  std::vector<Var> BeginRegion(const std::vector<Var>& like,
                               const std::vector<Var>& written = {},
                               bool carried = false);
  // The tensor of outside whose write was the reason of a CaptureBreak, once;
  // null where that was something else, or is not one of the known tensors.
  Var TakeRefusedWrite(const std::vector<Var>& known);
  // `apart`: results that share memory with one another or with the caller's
  // tensors are refused, as it would not be shared any more.
  // `emitted`: how many of the results a loop adds to lists (EmitWhile).
  Region EndRegion(const std::vector<Var>& results, bool apart = false,
                   size_t emitted = 0);
  void AbortRegion();
  // `one_sided`: each result is looked at after one way only, and may have a
  // history in that one only.
  std::vector<Var> EmitIf(DenseTensor& condition, const Region& then,
                          const Region& otherwise, bool one_sided = false);
  // A branch whose results are those of the first way, then those of the
  // second; what comes from the way that was not gone are zeros.
  std::vector<Var> EmitEither(DenseTensor& condition, const Region& then,
                              const Region& otherwise);
  // `emitted`: the last results of the body are not carried; what they are in
  // all rounds comes last, along a new first axis.
  std::vector<Var> EmitWhile(DenseTensor& condition,
                             const std::vector<Var>& init, const Region& body,
                             size_t emitted = 0);
  struct Care {
    // Results that may be memory of the caller, after one way of a branch, are
    // refused.
    bool callers = false;
    bool all = false;       // the same of any memory
    bool branches = false;  // after a branch in any case
    // Nothing was done that can not be done again: where one is written that
    // may be shared, or that comes next, the capture begins anew
    // (wrote_shared).
    bool again = false;
  };
  void BeCareful(const Care& care) { care_ = care; }
  // In eager code the first may be memory of the second: neither is written
  // from now on.
  void MayShare(Storage* result, Storage* outside);
  // Whether two of these tensors, or one of them and a tensor of outside, may
  // be the same memory for which a branch or a loop decides.
  bool MayBeShared(const std::vector<Var>& results);
  // Which: pairs of a result and another one, or (from results.size() on) one
  // of `sources`. Nothing where a result may be a tensor that is none of these.
  std::optional<std::vector<std::pair<size_t, size_t>>> SharedPairs(
      const std::vector<Var>& results, const std::vector<Var>& sources);
  void RefuseSharing(const Region& region) const;
  void RefuseWrites(const Region& region, const std::vector<Var>& init) const;
  void RefuseToShare(Storage* outside) const;
  // Whether two may be the same for which a branch or a loop decides.
  bool MayBeOne(const Storage* a, const Storage* b) const;
  void ForgetSharing(const Storage* storage);
  bool IsMadeHere(const Storage* s) const;
  bool IsOutside(Storage* s) const;
  bool IsCallers(Storage* s) const;
  // The memory outside of the region that is open which this may be.
  std::vector<StorageRef> MayBe(Storage* result) const;
  // `results` are those of the region from number `first` on.
  void NoteSharing(const Region& region, size_t first,
                   const std::vector<Var>& results);
  // What is noted are gradients: nobody asks which of them share memory.
  bool internal = false;
  // What a tensor of the caller had when the capture began: it may have got
  // another history already, through a view.
  SourceHistory HistoryOf(const Var& tensor) const;
  // The gradient of `t` changes next, and who records the region takes that
  // back at its end.
  void GradIsJournaled(const DenseTensor& t) { journaled_grad_ = &t; }
  // The gradient of this leaf is nobody's, also where a region makes it.
  void Hide(const Var& leaf) { hidden_.push_back(leaf); }
  // Whether the capture can not go on, and has to be more careful.
  bool wrote_shared() const { return wrote_shared_; }
  // Whether there are results that may share memory, and it can begin anew.
  bool unsettled() const { return care_.again && !may_share_.empty(); }
  // Whether it can not since gradients are asked for that a branch or a loop
  // does not give.
  bool asked_through_region() const { return asked_through_region_; }
  [[noreturn]] void RefuseThroughRegion(const char* what);
  void Discard();
  // The calls of `program`, noted with these operands; its outputs.
  std::vector<Var> Emit(const pir::FlatProgram& program,
                        const std::vector<Var>& operands);

  // A tensor as it is now, whatever is written later: an error where that
  // happens outside of the capture.
  struct Kept {
    Var tensor;
    const Storage* storage;
    uint32_t version;
    Var Get() const;
  };
  Kept Keep(DenseTensor& t);
  const std::shared_ptr<ProgramCache>& cache() const { return cache_; }

  // In the place of Stop: the program as it stands, not run; outputs are the
  // `wanted` traced tensors. `inputs` gets the tensors behind its inputs.
  pir::FlatProgram Finish(const std::vector<Var>& wanted,
                          std::vector<Var>* inputs);

  // ---- after Stop ----
  // The only program that was run: where no value was needed on the way.
  struct Whole {
    std::shared_ptr<const Executable> executable;
    std::vector<Var> inputs;  // the tensors behind the inputs of the program
    std::unordered_map<const Storage*, int> output_of;
    // It is right only where these outputs have these values.
    std::vector<std::pair<int, Var>> assumed;
  };
  const Whole& whole() const { return whole_; }
  // Whether something needed values before the end, also where all calls came
  // before.
  bool materialized() const { return materialized_; }
  // Why the program is not all that happened; empty where it is.
  const std::string& foreign() const { return foreign_; }
  struct GradChange {
    Var leaf;
    GradState before;
  };
  const std::vector<GradChange>& grad_changes() const { return grad_changes_; }

  const std::vector<Segment>& segments() const { return segments_; }

 protected:
  // A part of a storage, as the tensors that show it describe it.
  struct Window {
    int64_t offset;  // bytes from the beginning of the storage
    DataType dtype;
    DDim dims, strides;
    bool operator==(const Window& o) const {
      return offset == o.offset && dtype == o.dtype && dims == o.dims &&
             strides == o.strides;
    }
  };
  // What is known of a storage that the program reads or writes.
  struct Memory {
    Var owner;  // of storage with values: keeps it alive
    bool written = false;
    Window whole;                        // what `value` stands for
    pir::ValueId value = pir::kNoValue;  // the contents now
    std::vector<std::pair<Window, pir::ValueId>> parts;  // of `value`
    int input = -1;           // that `whole` came from
    bool redirected = false;  // of outside, with values of the region's own
    bool made_here() const { return !owner && !redirected; }
  };

  static Window WindowOf(const DenseTensor& t);
  static void Forget(Recorder* self, Storage* storage);
  static void LetGo(const std::unordered_map<Storage*, Memory>& memory);
  Memory& MemoryOf(DenseTensor& t);
  pir::ValueId Lookup(DenseTensor& t);
  pir::ValueId Input(Memory& memory, const Window& region);
  void Write(DenseTensor& t, pir::ValueId value);
  void JoinInputs(Memory& memory, const Storage* storage);
  void AddStrided(const Window& window, const Memory& memory,
                  pir::ValueId value);
  void NewOutput(DenseTensor& t, pir::ValueId value);
  std::vector<pir::ValueId> LookupAll(const OpDef& op, const Args& args);
  bool CanShow(const OpDef& op, const Args& args);
  pir::ValueId Broadcast(pir::ValueId value, const DDim& dims);
  pir::ValueId Copy(pir::ValueId value);
  std::vector<std::pair<pir::ValueId, Var>> TakeAssumed();
  void Run(const std::string& why);
  void Leave();
  // What a region has taken from the program around it.
  struct Taken {
    Var tensor;
    pir::ValueId input;
  };
  // Of a region's argument: what the body has, and what stands for it in
  // histories.
  struct Argument {
    Var tensor;
    const Storage* storage;
    Var edge;
  };
  // A tensor of outside that the region may write, and how it was before.
  struct Redirected {
    Var tensor;
    SourceHistory before;
    uint32_t writes;
  };
  // Another tensor that shows the memory of one of these and is written in the
  // region.
  struct WrittenAlias {
    Var tensor;
    SourceHistory before;
  };
  // The program around a region while the region is noted.
  struct Level {
    pir::FlatProgram program;
    std::vector<Var> inputs;
    std::unordered_map<Storage*, Memory> memory;
    std::vector<Taken> captured;
    std::vector<Argument> arguments;
    std::vector<Redirected> redirected;
    std::vector<WrittenAlias> aliases;
    bool redirected_carried = false;
    uint32_t epoch = 0;
  };
  Level TakeLevel();
  void PutLevel(Level level);
  Level TakeRegion();
  pir::ValueId Capture(Memory& memory, DenseTensor& t);
  Var TensorOf(pir::ValueId value);
  void PrepareWrite(DenseTensor& t);
  void Redirect(const Var& tensor, bool carried);
  void PutBack(const Redirected& redirected);
  static void PutBack(const WrittenAlias& alias, uint32_t epoch);
  void RefuseWrite(DenseTensor& t);
  void KeepValues(DenseTensor& t);
  void MoveOut(const std::vector<Var>& kept);
  void DropSaved();
  void RefuseShared(const DenseTensor& t);
  void RefuseViews(const std::vector<Var>& results) const;
  void FindEdges(const std::vector<Var>& roots, RegionGradient* gradient);
  std::shared_ptr<const RegionGradient> TakeGradient(
      const std::vector<Var>& results, const std::vector<bool>& has_history,
      pir::FlatProgram* forward);
  std::vector<Var> EmitBodies(
      DenseTensor& condition, const std::vector<Var>& operands,
      std::vector<std::shared_ptr<const pir::FlatProgram>> bodies,
      const std::vector<pir::ValueType>& types);

  std::shared_ptr<ProgramCache> cache_;
  bool active_ = false;
  bool refuse_foreign_ = false;
  // Of a rehearsal.
  struct Before {
    Var tensor, memory;
    uint8_t flags;
    uint32_t history, version, writes;
  };
  void Remember(DenseTensor& t);
  size_t max_calls_ = 0;
  std::unordered_map<const DenseTensor*, Before> before_;
  pir::FlatProgram program_;
  size_t calls_put_first_ = 0;  // by JoinInputs
  std::vector<Var> inputs_;
  std::unordered_map<Storage*, Memory> memory_;
  std::vector<Taken> captured_;
  std::vector<Argument> arguments_;
  std::vector<Redirected> redirected_;
  std::vector<WrittenAlias> aliases_;
  // Tensors of the caller that got another history, outside of regions.
  std::unordered_map<const DenseTensor*, WrittenAlias> rewritten_;
  bool redirected_carried_ = false;  // the region is the body of a loop
  Var refused_;
  uint32_t epoch_ = 0;  // of the nodes that are recorded now
  uint32_t first_epoch_ = 0, outer_epoch_ = 0;  // of the capture; before it
  // Nodes of before the capture through which it went back, until Undo.
  std::vector<std::pair<GradNode*, SavedOfNode>> released_;
  std::deque<Level> levels_;
  using TensorsIn = std::unordered_map<const Storage*, std::vector<Var>>;
  TensorsIn kept_;
  TensorsIn saved_;  // by nodes
  // Storages of which the second may be the first in eager code.
  std::vector<std::pair<Storage*, Storage*>> may_share_;
  std::vector<StorageRef> shared_outside_;  // those whose end nobody tells
  Care care_;
  std::vector<std::pair<Kept, Var>> assumed_;  // a tensor, the values it has
  int peeks_ = 0, assumptions_ = 0;
  std::vector<Var> hidden_;
  const DenseTensor* journaled_grad_ = nullptr;
  int FoundBefore(const OpDef& op, const Args& args);
  LateSizes late_;
  // The calls that found them, whose results depend on operands alone.
  std::vector<std::pair<const OpDef*, std::vector<pir::ValueId>>> finds_;
  bool materialized_ = false, wrote_shared_ = false;
  bool asked_through_region_ = false;
  std::vector<Segment> segments_;
  Whole whole_;
  std::string foreign_;
  std::vector<GradChange> grad_changes_;
};

}  // namespace paddle::jit
