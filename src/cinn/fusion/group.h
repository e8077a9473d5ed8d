// Steps that become one kernel: their axes are one domain, their elements one
// graph of expressions.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cinn/expr/expr.h"
#include "cinn/fusion/domain.h"
#include "ops/op_def.h"

namespace paddle::cinn {

// A call of a kernel, as it may become part of a group.
struct FusionStep {
  struct In {
    std::optional<TensorRef> tensor;
    double value = 0;  // of one element that is known, where there is none
    DataType dtype;
  };
  const OpDef* op;
  std::span<const Slot> slots;
  std::vector<In> in;
  TensorRef out;
};

class PADDLE_API Group {
 public:
  static constexpr int kMostAccesses = 40;
  // What a step of the group makes.
  struct Value {
    int access;
    ExprId expr;
  };

  // Whether the operator can be part of a group at all.
  static bool CanFuse(const OpDef& op);
  // Empty where the step is part of it now, else why it is not; then the group
  // is as it was.
  std::string Add(const FusionStep& step);
  // The steps of `o` too, which come after these.
  std::string Merge(const Group& o);

  size_t num_steps() const { return steps_.size(); }
  bool has_reduction() const { return reduces_; }
  const Domain& domain() const { return domain_; }
  const ExprGraph& graph() const { return graph_; }
  const std::vector<Value>& values() const { return values_; }
  const std::vector<double>& params() const { return params_; }
  bool Reads(int memory) const;
  bool Writes(int memory) const;

 private:
  std::string AddElementwise(const FusionStep& step);
  std::string AddReduction(const FusionStep& step);
  std::string Cover(const std::vector<Digit>& digits) const;
  ExprId Read(const FusionStep::In& in, const TensorRef& as,
              const std::vector<Digit>& digits);
  std::string Write(const TensorRef& out, const std::vector<Digit>& digits,
                    ExprId expr);

  Domain domain_;
  ExprGraph graph_;
  std::vector<Value> values_;
  std::vector<double> params_;
  std::vector<FusionStep> steps_;
  bool reduces_ = false;
};

}  // namespace paddle::cinn
