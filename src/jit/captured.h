// A whole capture that can be run again without Python: the forward program,
// where its results go, and, once a gradient is wanted, the backward program.
#pragma once
#include <functional>
#include <mutex>

#include "jit/source_history.h"
#include "jit/tracer.h"
#include "pir/saved_values.h"
#include "pir/sized_program.h"

namespace paddle::jit {

// Why the run that failed last on this thread did. Asked once.
struct Mismatch {
  enum Kind { kNone, kKind, kMemory, kGradient, kHooks, kValues };
  Kind kind = kNone;
  int source = -1;  // whose; -1: of something else
};
PADDLE_API Mismatch TakeMismatch();

class PADDLE_API Captured : public std::enable_shared_from_this<Captured> {
 public:
  // `tracer` has stopped after one program. `sources`: the tensors that a
  // caller can name again, `histories`: theirs, when the capture began; what
  // else the program reads must be among `constants`. `returned`: what the
  // function gave back. Raises PreconditionNotMet with the reason where Python
  // has to run each time.
  Captured(const Tracer& tracer, const std::vector<Var>& sources,
           const std::vector<SourceHistory>& histories,
           const std::vector<Var>& constants, std::vector<Var> returned);
  virtual ~Captured() = default;

  // False where a tensor is not like it was (dtype, shape, layout,
  // stop_gradient), two share memory that is written, or values or sizes that
  // the function has looked at are others; nothing is changed then.
  // `returned` gets what stands for them, with their history.
  // `numbers`: what is not the same at each call.
  struct Numbers {
    std::vector<int64_t> sizes;
    std::vector<double> floats;
    // Whether the sizes that a run finds will do.
    std::function<bool(const std::vector<int64_t>&)> late_hold = nullptr;
  };
  // Runs the function itself on such sources, for gradients of gradients; gives
  // what stands for `returned`.
  using Replay = std::function<std::vector<Var>(const std::vector<Var>&)>;
  virtual bool Run(const std::vector<Var>& sources, const Numbers& numbers,
                   const Replay& replay, std::vector<Var>* returned) const;

  // Whether it writes into a source in a way that has a gradient.
  bool rebases() const { return !rebased_.empty(); }
  void set_num_arguments(int n);
  // Whether only a run can tell that it is right for the values of a call.
  bool assumes() const { return assumes_; }
  const Executable& forward() const { return *RunsAs().forward_; }
  // Null where no result has a history.
  const Executable* backward() const { return RunsAs().backward_.get(); }
  // Whether it is one for many sizes, which runs as others.
  virtual bool serves_many() const { return false; }
  // Bytes that are kept between the two beside what is there anyway, and how
  // many it would be if nothing cheap was computed again.
  std::pair<int64_t, int64_t> saved() const { return RunsAs().saved_; }
  // What the inputs of the forward or the backward program are, where the
  // sources have these names; empty texts: something else.
  std::vector<std::string> InputNames(const std::vector<std::string>& sources,
                                      bool of_backward) const;

 private:
  friend class CapturedBackward;
  friend class SizedCaptured;
  struct Meta {
    DataType dtype;
    DDim dims, strides;
    bool requires_grad;
    bool Matches(const DenseTensor& t) const;
    bool contiguous() const;
    bool SameButSizes(const Meta& o) const;
    bool operator==(const Meta& o) const {
      return dtype == o.dtype && dims == o.dims && strides == o.strides;
    }
  };
  static Meta MetaOf(const DenseTensor& t);
  // Where a returned tensor or a gradient lies.
  struct Place {
    int output = -1;  // of the forward program, or ...
    int source = -1;  // ... in the memory of a source
    int64_t offset = 0;
    Meta meta;
    int root = -1;  // number among those with a history
    // Of a result, what eager code would know of its memory: whether it is a
    // view, whose (of a result, or of `source`), and whether it notices writes
    // through others (false: it is detached).
    bool view = false, of_source = false, tracked = false;
    int base = -1;
    bool SameButSizes(const Place& o) const;
  };
  // What an input of the backward program is.
  struct BackwardInput {
    enum Kind { kSource, kOutput, kGrad, kPresence, kConstant } kind;
    int index;
    Var constant;
    Meta meta;
    int64_t offset;
  };
  struct GradEffect {
    int source;  // the leaf
    enum { kNone, kZero, kPlace } kind;
    DataType zero;
    Place place;
  };

  // Every number that may follow from the sizes of the sources.
  template <typename F>
  void ForEachSize(F&& f) {
    const auto meta = [&](Meta& m) {
      for (int i = 0; i < m.dims.rank(); ++i) {
        f(m.dims[i]);
        f(m.strides[i]);
      }
    };
    for (Meta& m : sources_) meta(m);
    for (Meta& m : input_meta_) meta(m);
    for (Captured* pass : Passes()) {
      for (Meta& m : pass->root_metas_) meta(m);
      for (BackwardInput& b : pass->backward_inputs_) {
        meta(b.meta);
        f(b.offset);
      }
    }
    const auto place = [&](Place& p) {
      meta(p.meta);
      f(p.offset);
    };
    for (Place& p : returned_) place(p);
    for (GradEffect& g : grads_) place(g.place);
  }

  void FindRebased(const std::vector<SourceHistory>& histories);
  void RefuseAliases(const Tracer& tracer,
                     const std::vector<Var>& returned) const;
  void TakeAssumptions(const Tracer& tracer);
  // The steps of Run: what goes into the program, what comes out of it (in
  // the end nothing was written where it does not hold), what is made of it.
  bool Prepare(const std::vector<Var>& sources, const Numbers& numbers,
               std::vector<Var>* inputs) const;
  using Program = std::function<std::vector<Var>(const std::vector<Var>&)>;
  bool RunForward(const std::vector<Var>& inputs, const Program& run,
                  std::vector<Var>* outputs) const;
  void Finish(const std::vector<Var>& sources, const Numbers& numbers,
              const Replay& replay, const std::vector<Var>& outputs,
              std::vector<Var>* returned) const;
  Place Locate(const Tracer& tracer, const DenseTensor& t) const;
  // Where results lie. What several of them show without being a result
  // becomes one, behind the others.
  void TakeReturned(const Tracer& tracer, std::vector<Var>* returned);
  void SetMemory(const Place& place, const std::vector<Var>& sources,
                 const std::vector<Var>& returned, DenseTensor* t) const;
  void TakeGradients(const Tracer& tracer);
  std::vector<int*> OutputPlaces();
  void TakeGradientMemory();
  void DropOutputs();
  pir::Handed HandedOf(const BackwardInput& b) const;
  // With the backward program that reads least (pir/saved_values.h). Made
  // when it is first asked for: comparisons want what was traced.
  const Captured& RunsAs() const;
  void CutSaved();
  void TakeBackward(const Tracer& tracer,
                    const std::vector<SourceHistory>& histories,
                    const std::vector<Var>& returned);
  // The backward program of these roots, up to `wanted` and to `below`.
  void TakePass(const Tracer& tracer, const std::vector<Var>& roots,
                const std::vector<Var>& wanted, const std::vector<Var>& below);
  // What has a backward program: this one, and `above_`.
  std::vector<Captured*> Passes();
  bool SamePass(const Captured& o) const;
  // After a copy: what is above is this one's own.
  void OwnPasses();
  void RecordAll(const std::vector<Var>& sources, const Numbers& numbers,
                 const Replay& replay, const std::vector<Var>& outputs,
                 const std::vector<Var>& returned) const;
  void Record(const std::vector<Var>& sources, const std::vector<Var>& edges,
              const Replay& replay, const std::vector<double>& floats,
              const std::vector<Var>& outputs,
              const std::vector<Var>& returned) const;
  std::shared_ptr<CustomBackward> MakeBackward(
      const std::vector<Var>& sources, const Replay& replay,
      const std::vector<double>& floats, const std::vector<Var>& saved) const;
  Var Show(const Place& place, const std::vector<Var>& sources,
           const std::vector<Var>& outputs) const;

  std::shared_ptr<const Executable> forward_;
  // The program is right for some values only: those of outputs, or of inputs.
  // What it writes into inputs is then written after these are known to hold.
  bool assumes_ = false;
  std::vector<std::pair<int, Var>> assumed_, assumed_inputs_;
  std::vector<int> written_late_;   // by output: the input, or -1
  std::vector<Var> first_sources_;  // only while it is made
  std::vector<Meta> sources_;
  std::vector<int> input_source_;  // of each input of the program, or -1
  std::vector<int> input_grad_;    // the source whose gradient it is, or -1
  std::vector<Meta> input_meta_;
  std::vector<bool> grad_replaced_;  // inputs that become the next gradient
  std::vector<Var> input_constant_;
  std::vector<pir::SizedProgram::FloatInput> float_inputs_,
      backward_float_inputs_;
  std::vector<int> written_;  // sources
  std::vector<int> rebased_;  // sources whose history is another one after it
  std::vector<Place> returned_;
  std::vector<GradEffect> grads_;
  std::vector<int> grad_free_;  // sources that must have no gradient
  // Released: the function ran its own backward pass.
  bool released_ = false;
  std::shared_ptr<const Executable> backward_;
  std::vector<BackwardInput> backward_inputs_;
  std::vector<int> wanted_;      // sources, one per output of the backward
  std::vector<int> wanted_at_;   // outputs of the backward, -1: no gradient
  std::vector<int> present_at_;  // those that say if it is there; -1: it is
  int num_arguments_ = 0;        // the first sources: what a Replay replaces
  // What has a history: numbers of results, and behind these of `rebased_`.
  std::vector<int> roots_;
  // Results of which others were made have a backward program of their own, at
  // which that of the others ends. Of these only the backward parts count.
  std::vector<std::shared_ptr<Captured>> above_;
  std::vector<int> below_;  // where one of them ends; numbers as in `roots_`
  std::vector<Meta> root_metas_;  // of their gradients
  // Of two roots the first was made of the second in a branch or a loop.
  std::vector<std::pair<int, int>> parts_;
  std::pair<int64_t, int64_t> saved_{0, 0};
  struct Cut {
    std::once_flag once;
    std::shared_ptr<const Captured> captured;
  };
  std::shared_ptr<Cut> cut_ = std::make_shared<Cut>();  // null: it is one
};

}  // namespace paddle::jit
