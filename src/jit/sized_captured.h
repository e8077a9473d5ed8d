// A capture that serves inputs of many sizes: made from one that was rehearsed
// with stand-ins for the sizes that vary, and one that ran.
#pragma once
#include <list>
#include <mutex>

#include "jit/captured.h"
#include "jit/staged_program.h"
#include "pir/sized_program.h"

namespace paddle::jit {

class PADDLE_API SizedCaptured final : public Captured {
 public:
  // Null where the two differ in more than sizes; `why` tells.
  static std::shared_ptr<SizedCaptured> Make(const Captured& stand_in,
                                             const Captured& example,
                                             const pir::KnownNumbers& known,
                                             std::string* why);

  // Also returns false for sizes 0 and 1, which broadcast.
  bool Run(const std::vector<Var>& sources, const Numbers& numbers,
           const Replay& replay, std::vector<Var>* returned) const override;
  bool serves_many() const override { return true; }
  // Whether another rehearsal has led to the same formulas.
  bool SameFormulas(const SizedCaptured& other) const;
  // Whether this is the program of a rehearsal with some sizes of 0 or 1;
  // `known`: the whole numbers of Python in that one.
  bool AgreesAt(Captured small, std::vector<int64_t> known);
  // How many sizes are known only when a part has run.
  size_t num_late() const { return staged_ ? staged_->late().size() : 0; }
  // Which of the known numbers are needed.
  const std::vector<bool>& used_sizes() const { return used_sizes_; }
  const std::vector<bool>& used_floats() const { return used_floats_; }

 private:
  static constexpr size_t kPlans = 32;
  struct Axis {
    int source, axis;
  };
  using Sizes = std::vector<int64_t>;

  explicit SizedCaptured(const Captured& stand_in) : Captured(stand_in) {
    cut_ = nullptr;
    OwnPasses();
  }
  bool SameButSizes(Captured& example);
  bool Compare(Captured example, const pir::KnownNumbers& known,
               std::string* why);
  static bool Fits(const Place& place, const pir::FlatProgram& program,
                   const std::vector<Var>& sources);
  std::shared_ptr<const Captured> At(const std::vector<Var>& sources,
                                     Sizes sizes) const;
  std::shared_ptr<Captured> With(const Sizes& sizes) const;
  std::shared_ptr<const Captured> Complete(
      const std::vector<Var>& sources, const Sizes& sizes,
      std::shared_ptr<const Executable> forward, bool cut) const;
  // Where some sizes are known only when a part has run.
  bool RunStaged(const std::vector<Var>& sources, const Numbers& numbers,
                 const Replay& replay, std::vector<Var>* returned) const;
  template <typename F>
  std::shared_ptr<const Captured> Cached(const Sizes& key, F&& make) const;
  void SetSizes(const Sizes& sizes, Captured* captured) const;

  std::shared_ptr<const StagedProgram> staged_;  // null: all are known
  std::shared_ptr<const pir::SizedProgram> sized_forward_;
  std::vector<std::shared_ptr<const pir::SizedProgram>> sized_backward_;
  std::vector<Axis> axes_;  // of the sources, that vary
  struct Source {
    int source, axis, size;
  };
  std::vector<Source> sources_at_;  // sizes that sources give
  // What ForEachSize visits, by its number.
  std::vector<std::pair<size_t, pir::SizeExpr>> numbers_;
  std::vector<bool> used_sizes_, used_floats_;
  mutable std::mutex mutex_;
  // For the sizes that came last.
  mutable std::list<std::pair<Sizes, std::shared_ptr<const Captured>>> plans_;
};

}  // namespace paddle::jit
