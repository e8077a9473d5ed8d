// A compiled program: what a capture runs.
#pragma once
#include <atomic>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "executor/plan.h"
#include "pir/flat_program.h"

namespace paddle {

// Any number of threads may run it at the same time.
class PADDLE_API Executable {
 public:
  explicit Executable(std::shared_ptr<const pir::FlatProgram> program);
  explicit Executable(pir::FlatProgram program);
  ~Executable();

  // It may be run only once: where its tensors are small the first run is call
  // by call, which takes less time than a plan.
  void PlanLater();

  // One tensor per input of the program, of its dtype. Returns one
  // per output, each in memory of its own, or, where the output goes into an
  // input, that input. Inputs that are written share their memory with no other
  // input. Raises what the kernels raise; inputs may be half written then.
  // `given`: the attributes that the program leaves open.
  std::vector<Var> Run(const std::vector<Var>& inputs,
                       const double* given = nullptr) const;

  const pir::FlatProgram& program() const { return program_; }

  // How a call with such inputs is run, found in a cache of a few. Null: call
  // by call (Interpret).
  std::shared_ptr<const executor::Plan> PlanFor(
      const std::vector<Var>& inputs) const;
  // The plan that was used last, if any.
  std::shared_ptr<const executor::Plan> LastPlan() const;
  // Each call by itself, as in eager code; `record`: with its gradient;
  // `traced`: a capture of this thread notes the calls, as if the program were
  // code.
  std::vector<Var> Interpret(const std::vector<Var>& inputs,
                             const double* given = nullptr, bool record = false,
                             bool traced = false) const;

  // Of a branch or a loop of the program.
  using Bodies = std::vector<std::unique_ptr<const Executable>>;
  const Bodies& bodies(const pir::Call& call) const {
    return bodies_.at(&call);
  }

 private:
  struct Known {
    std::vector<executor::InputMeta> inputs;
    // FLAGS_prim_all, FLAGS_use_cinn, FLAGS_cinn_check
    bool decompose, fuse, check;
    std::shared_ptr<const executor::Plan> plan;
    bool Matches(const std::vector<Var>& tensors) const;
  };
  static constexpr size_t kMostPlans = 16;

  const std::shared_ptr<const pir::FlatProgram> owner_;
  const pir::FlatProgram& program_;
  std::unordered_map<const pir::Call*, Bodies> bodies_;
  mutable std::atomic<bool> first_ = false;  // the next run is call by call
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<const Known>> plans_;  // used last: first
};

}  // namespace paddle
