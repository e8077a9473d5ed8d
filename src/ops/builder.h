// The one road every operator call takes: to the thread's current Builder.
#pragma once
#include "ops/op_def.h"

namespace paddle {

class PADDLE_API Builder {
 public:
  virtual ~Builder();
  // Fills `outs`. `args` may be rewritten (promotion, contiguous copies).
  virtual void Emit(const OpDef& op, Args& args, Outs& outs) = 0;
};

// The results of a decomposition become the outputs of its operator.
PADDLE_API void TakeResults(const OpDef& op, VarList results, Outs& outs);

inline void Dispatch(const OpDef& op, Args& args, Outs& outs) {
  State().builder->Emit(op, args, outs);
}

// Sends this thread's ops to `builder` while it lives.
class BuilderGuard {
 public:
  explicit BuilderGuard(Builder* builder)
      : state_(State()), previous_(state_.builder) {
    state_.builder = builder;
  }
  BuilderGuard(const BuilderGuard&) = delete;
  ~BuilderGuard() { state_.builder = previous_; }

 private:
  ThreadState& state_;
  Builder* previous_;
};

// Whether gradients are recorded on this thread while it lives.
class GradModeGuard {
 public:
  explicit GradModeGuard(bool enabled)
      : state_(State()), previous_(state_.grad_enabled) {
    state_.grad_enabled = enabled;
  }
  GradModeGuard(const GradModeGuard&) = delete;
  ~GradModeGuard() { state_.grad_enabled = previous_; }

 private:
  ThreadState& state_;
  bool previous_;
};

// Shapes and dtypes only: outputs have no data. For checks and for rules that
// need a shape.
PADDLE_API Builder* MetaBuilder();

// Notes each op it sees as a line "out = op(args)"; the stand-in for PIR.
class PADDLE_API TraceBuilder final : public Builder {
 public:
  ~TraceBuilder() override;
  void Emit(const OpDef& op, Args& args, Outs& outs) override;
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::string NameOf(DenseTensor* t);
  std::vector<std::string> lines_;
  std::vector<Var> seen_;
};

}  // namespace paddle
