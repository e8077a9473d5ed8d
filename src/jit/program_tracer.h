// Notes a program that is built and run later, as often as is wanted
// (paddle.static): its inputs are fed, nothing is computed on the way.
#pragma once
#include <mutex>

#include "jit/slice_use.h"
#include "jit/tracer.h"
#include "pir/size_twin.h"

namespace paddle::jit {

// Belongs to the thread that builds; what it gives out may go anywhere.
class PADDLE_API ProgramTracer final : public Tracer {
 public:
  ProgramTracer();
  ~ProgramTracer() override;

  // Calls of this thread are noted here until Detach.
  void Attach();
  static void Detach();

  // An input. `open`: its axes of unknown size; stand-ins take the place of
  // what `dims` has there.
  Var Feed(DataType dtype, DDim dims, const std::vector<int>& open);
  // The axes, as bits, whose size is not known: it follows from open sizes of
  // the program that `t` belongs to.
  static uint32_t OpenAxesOf(DenseTensor& t);
  // Whether some tensor of the program has the open size `n`.
  bool HasOpenSize(int64_t n);
  bool IsOpenSize(int64_t n) override { return HasOpenSize(n); }
  // The sizes of `t`, a value of the program. What is made of it by moving and
  // by sums and products may stand where numbers are needed: as the stand-ins.
  Var SizesOf(DenseTensor& t);
  // Resolved for the stand-ins.
  void NoteSlice(const SliceUse& use);
  const std::vector<SliceUse>& slices() const { return slices_; }
  // Python wants a value of this thread's program.
  static void RefuseRead();
  // Python code has computed a number from open sizes: pir::DerivedNumbers.
  int64_t NoteDerived(char op, int64_t a, bool a_is_open, int64_t b,
                      bool b_is_open);
  // It has one as a plain int: nobody knows what it makes of it.
  void NotePlainSize();
  const pir::DerivedNumbers& derived() const { return derived_; }
  // Runs that write into tensors of the program, or of a fork, hold it.
  std::shared_ptr<std::mutex> write_mutex() const { return write_mutex_; }

  // The program as it stands: what is written, then the `fetched` tensors.
  // Raises NotFound where one is no part of it.
  struct Snapshot {
    pir::FlatProgram program;
    std::vector<Var> inputs;
  };
  Snapshot Take(const std::vector<Var>& fetched);
  bool Knows(const DenseTensor& t) const;
  const pir::FlatProgram& program() const { return program_; }
  // The number of the value that a tensor has now, or -1.
  pir::ValueId ValueOf(DenseTensor& t);

  // A program of its own that goes on from here.
  std::shared_ptr<ProgramTracer> Fork() const;
  // What is noted between the two is for training only.
  void BeginTraining();
  void EndTraining();
  // While set, tensors that have values are not to be read either: runs change
  // them.
  bool refuse_values = false;
  // A fork without it, and with operators that have another rule for
  // evaluation (`training`) in that.
  std::shared_ptr<ProgramTracer> ForkForTest() const;

  bool Around(const OpDef& op, Args& args, Outs& outs) override;
  void Call(const OpDef& op, const Args& args, Outs& outs) override;
  void View(const OpDef& op, const Args& args, const Outs& outs) override;
  void Materialize(const std::string& why) override;
  Var Peek(DenseTensor&) override { return {}; }
  Var Read(DenseTensor& t) override;
  bool HasPendingWrite(const DenseTensor&) const override { return false; }
  void Foreign(const char* what) override;
  void GradChanges(DenseTensor&) override {}

 private:
  struct Inside {
    bool* inside;
    explicit Inside(bool* i) : inside(i) { *inside = true; }
    ~Inside() { *inside = false; }
  };
  using Contents = std::unordered_map<const Storage*, pir::ValueId>;
  // Where the next call will be, however many are put before the first.
  int64_t Position() const {
    return static_cast<int64_t>(program_.calls.size() - calls_put_first_);
  }
  // Calls that a fork for tests leaves out, and what stands for their results.
  struct Range {
    int64_t begin, end;  // positions
    std::vector<std::pair<pir::ValueId, pir::ValueId>> replaced;
  };
  Contents Written() const;
  void EndRange(int64_t begin, const Contents& before, Range range);
  void CheckLength(const OpDef& op);
  void DropDead();
  void CheckPadding(const OpDef& op, const Args& args);
  void NoteDiagonal(const Args& args);
  static void CheckShape(const OpDef& op, const Args& args);
  uint32_t OpenAxes(DenseTensor& t);
  void NoteShown(const DDim& dims, uint32_t axes);
  const pir::OpenSizes& OpenSizesOf();
  bool NoteDerivedOf(const OpDef& op, const Args& args);
  bool FollowSizes(const OpDef& op, Args& args, Outs& outs);
  void KeepStorages();
  void DropRanges();

  std::vector<Var> feeds_;
  std::unordered_map<const Storage*, std::vector<int>> open_;  // axes of feeds
  pir::DerivedNumbers derived_;
  pir::OpenSizes open_sizes_;  // of the program outside of branches
  std::shared_ptr<std::mutex> write_mutex_ = std::make_shared<std::mutex>();
  // Values that are sizes, with stand-ins for those that are open.
  struct Sizes {
    Var owner, values;
  };
  std::unordered_map<const Storage*, Sizes> sizes_;
  std::vector<SliceUse> slices_;
  std::vector<Range> ranges_;
  std::vector<Storage*> kept_storages_;  // of what a fork knows
  bool inside_ = false;                  // of a call that is noted twice
  bool training_ = false;
  int64_t training_begin_ = 0;
  Contents before_training_;
  bool modes_in_branch_ = false;
};

}  // namespace paddle::jit
