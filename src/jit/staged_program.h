// A program of which some sizes are known only when a part of it has run: it is
// cut behind the calls that find them.
#pragma once
#include <list>
#include <mutex>

#include "executor/executable.h"
#include "pir/sized_program.h"

namespace paddle::jit {

// Any number of threads may run it at the same time.
class StagedProgram {
 public:
  explicit StagedProgram(std::shared_ptr<const pir::SizedProgram> program);

  // Whether a size is known only when a part has run.
  static bool Needed(const pir::FlatProgram& program);

  // `sizes` holds those that are known before, and gets all of the table.
  // Otherwise as Executable::Run of a program that writes no input.
  std::vector<Var> Run(const std::vector<Var>& inputs,
                       std::vector<int64_t>* sizes, const double* given) const;
  // The numbers in the table of the sizes that are known late.
  const std::vector<int>& late() const { return late_; }

 private:
  static constexpr size_t kPlans = 32;
  using Types = std::shared_ptr<const std::vector<pir::ValueType>>;
  struct Stage {
    size_t begin, end;  // calls
    bool finds;         // the one call gives a size
    std::vector<pir::ValueId> inputs, outputs;
  };
  // A stage for given sizes.
  struct Plan {
    std::vector<int64_t> before, after;
    Types types;  // of the values up to its end
    std::shared_ptr<const Executable> executable;
  };
  void Cut();
  int SizeOf(int64_t stand_in) const;  // its number, or -1
  std::shared_ptr<const Plan> Make(
      const Stage& stage, const std::vector<int64_t>& sizes,
      const std::vector<pir::ValueType>& types) const;
  std::shared_ptr<const Plan> Find(size_t stage,
                                   const std::vector<int64_t>& sizes) const;

  const std::shared_ptr<const pir::SizedProgram> sized_;
  std::vector<Stage> stages_;
  std::vector<int> late_;
  mutable std::mutex mutex_;
  mutable std::vector<std::list<std::shared_ptr<const Plan>>> plans_;
};

}  // namespace paddle::jit
