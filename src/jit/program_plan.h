// What Executor.run executes: a program with what it fetches, compiled once,
// and for each choice of sizes that are not known planned once.
#pragma once
#include <list>
#include <mutex>

#include "jit/program_tracer.h"
#include "pir/sized_program.h"

namespace paddle::jit {

// Any number of threads may run it; runs that write into tensors go one by one,
// with those of all plans of the program and its forks.
class PADDLE_API ProgramPlan {
 public:
  // One input. `axes`: those of unknown size; `fed`: runs feed it, whether it
  // is needed or not.
  struct Feed {
    Var variable;
    std::vector<int> axes;
    bool fed;
  };
  // A number in the program that is coefficient * rate + offset, where the rate
  // may change between runs.
  struct RateUse {
    int rate;
    double number, coefficient, offset;
  };

  // Raises where the program can not serve all sizes.
  ProgramPlan(ProgramTracer& tracer, const std::vector<Var>& fetched,
              std::vector<Feed> feeds, std::vector<RateUse> rates);

  // The tensors that it reads beside what is fed, empty in place of that.
  const std::vector<Var>& tensors() const { return tensors_; }
  const std::vector<bool>& written() const { return written_; }
  // By input: whether its value before the run matters.
  const std::vector<bool>& read() const { return read_; }
  // By feed: whether the program needs it.
  const std::vector<bool>& used() const { return used_; }
  bool writes() const { return num_written_ > 0; }
  // The fetched values. `tensors`: what stands for tensors() in this run.
  std::vector<Var> Run(const std::vector<Var>& fed,
                       const std::vector<Var>& tensors,
                       const std::vector<double>& rates) const;
  // After passes.
  const pir::FlatProgram& program() const { return compiled_->program(); }
  // The program for some sizes of what is fed, without what it writes. Its
  // inputs are those of the plan; `tensors` as in Run.
  struct Instance {
    pir::FlatProgram program;
    std::vector<Var> tensors;
  };
  Instance At(const std::vector<DDim>& fed,
              const std::vector<Var>& tensors) const;
  const std::vector<Feed>& feeds() const { return feeds_; }
  // By input: the number of what is fed, or -1.
  std::vector<int> feed_of() const;
  // Axes about which all that is fed has to agree.
  const std::vector<int>& shared() const { return shared_; }

 private:
  static constexpr size_t kPlans = 32;
  struct Input {
    int feed = -1;  // number of what is fed
    bool needed = true;
  };
  struct Plan {
    std::vector<int64_t> sizes;
    std::shared_ptr<const Executable> executable;
  };
  // A constant that follows from a rate is an input behind all others.
  struct RateInput {
    int use;
    DataType dtype;
  };
  static pir::FlatProgram AfterPasses(const pir::FlatProgram& program,
                                      bool open_sizes);
  // Sizes that are not known: jit/program_sizes.cc.
  bool MentionsOtherSizes(const pir::FlatProgram& program) const;
  void MakeSized(const pir::FlatProgram& program);
  std::vector<DDim> OtherDims(const pir::FlatProgram& program,
                              const std::vector<int>& shared) const;
  // Whether Python has made a tensor that the program reads of open sizes.
  bool IsMadeOfSizes(size_t input, const pir::FlatProgram& program,
                     const pir::FlatProgram& twin) const;
  void CheckTensors(const pir::FlatProgram& program,
                    const pir::FlatProgram& twin) const;
  // Slices, which were resolved for the stand-ins.
  std::vector<SliceUse> SlicesOf(const pir::FlatProgram& program,
                                 const pir::FlatProgram& twin) const;
  void TakeSlices(const std::vector<SliceUse>& slices);
  static void CheckShapes(const pir::FlatProgram& program);
  void CheckSlices(const std::vector<int64_t>& sizes) const;
  std::vector<int64_t> KeyOf(const std::vector<Var>& fed) const;
  // Learning rates: jit/program_rates.cc.
  void TakeRates(pir::FlatProgram* program);
  Plan Make(const std::vector<DDim>& inputs, std::vector<int64_t> sizes) const;
  Plan Find(const std::vector<Var>& inputs, const std::vector<Var>& fed) const;

  std::vector<Feed> feeds_;
  std::vector<RateUse> rates_;
  std::vector<Var> tensors_;
  std::vector<Input> inputs_;
  std::vector<bool> written_, read_, used_;
  size_t num_written_ = 0;
  std::shared_ptr<const Executable> compiled_;
  std::shared_ptr<const pir::SizedProgram> sized_;  // null: all sizes are known
  // Axes of which the program takes for granted that all feeds agree.
  std::vector<int> shared_;
  std::vector<pir::FlatProgram::Given> given_;
  std::vector<RateInput> rate_inputs_;
  pir::DerivedNumbers derived_;
  std::vector<SliceUse> slices_;
  // What they are made of, and what they came to, as formulas.
  struct SliceRule {
    int64_t step;
    pir::SizeExpr start, stop, size, first, count;
  };
  std::vector<SliceRule> slice_rules_;
  std::string why_shared_;  // why the sizes of shared_ are not free
  std::shared_ptr<std::mutex> write_mutex_;
  mutable std::mutex mutex_;
  mutable std::list<Plan> plans_;
};

}  // namespace paddle::jit
