#include <algorithm>

#include "eager/eager_builder.h"
#include "eager/engine.h"
#include "jit/captured_util.h"
#include "jit/result_levels.h"

namespace paddle::jit {

// The gradient of a captured call.
class CapturedBackward final : public CustomBackward {
 public:
  CapturedBackward(std::shared_ptr<const Captured> of,
                   const std::vector<Var>& sources, Captured::Replay replay,
                   std::vector<double> floats, const std::vector<Var>& saved)
      : of_(std::move(of)),
        sources_(replay ? sources : std::vector<Var>()),
        replay_(std::move(replay)),
        floats_(std::move(floats)) {
    for (const Var& v : sources_) versions_.push_back(v->version());
    for (const Var& v : saved) saved_versions_.push_back(v->version());
  }
  // A pass from each result is possible: they may have nothing in common.
  bool saves() const override {
    for (size_t i = 0; i < now_.size(); ++i) {
      spent_[i] = spent_[i] || now_[i];
    }
    return std::find(spent_.begin(), spent_.end(), false) == spent_.end();
  }
  std::vector<bool> passed() const override { return spent_; }
  void set_passed(std::vector<bool> passed) override {
    spent_ = std::move(passed);
  }
  bool made_of(uint32_t result, uint32_t other) const override {
    return HasPair(of_->parts_, result, other);
  }
  bool foreign() const override { return false; }
  VarList Run(const VarList& grads, const std::vector<Var>& saved) override {
    if (!of_->backward_) {
      PADDLE_THROW(errors::PreconditionNotMet(
                       "backward: the captured function has run its own "
                       "backward pass.")
                       .Hint("return loss.detach(), or call backward() "
                             "outside."));
    }
    spent_.resize(grads.size());
    now_.assign(grads.size(), false);
    for (size_t i = 0; i < now_.size(); ++i) {
      now_[i] = !!grads[i];
      PADDLE_ENFORCE(
          !now_[i] || !spent_[i],
          errors::PreconditionNotMet("backward: a second time through a result "
                                     "of a captured function, but what it "
                                     "saved is released.")
              .Hint("pass retain_graph=True to the first backward()."));
    }
    if (State().grad_enabled) return Replay(grads);
    for (size_t i = 0; i < saved.size(); ++i) {
      PADDLE_ENFORCE(
          saved[i]->version() == saved_versions_[i],
          errors::PreconditionNotMet(
              "backward: a tensor that the gradient of a "
              "captured function needs was changed by "
              "an in-place operation.")
              .Expected("version " + std::to_string(saved_versions_[i]))
              .Received("version " + std::to_string(saved[i]->version()))
              .Hint("clone() the tensor before the in-place operation."));
    }
    std::vector<Var> inputs;
    size_t next = 0;
    for (const Captured::BackwardInput& b : of_->backward_inputs_) {
      switch (b.kind) {
        case Captured::BackwardInput::kConstant:
          inputs.push_back(b.constant);
          break;
        case Captured::BackwardInput::kGrad: {
          Var g = grads[b.index];
          const Captured::Meta& root = of_->root_metas_[b.index];
          if (!g) g = ops::Full(root.dims, Scalar(0.0), root.dtype);
          g = Contiguous(g);  // the program may read a part of it
          if (b.offset != 0 || !b.meta.Matches(*g)) {
            g = View(*g, OffsetOf(*g) + b.offset, b.meta.dtype, b.meta.dims,
                     b.meta.strides);
          }
          inputs.push_back(std::move(g));
          break;
        }
        case Captured::BackwardInput::kPresence:
          inputs.push_back(ops::Full({}, Scalar(int64_t{!!grads[b.index]}),
                                     DataType::kBool));
          break;
        default: inputs.push_back(saved[next++]);
      }
    }
    AddFloats(of_->backward_float_inputs_, floats_, &inputs);
    for (const Var& v : inputs) Realize(*v);
    const std::vector<Var> results =
        of_->backward_->Run(inputs, floats_.data());
    VarList list;
    for (size_t i = 0; i < of_->wanted_at_.size(); ++i) {
      const int at = of_->wanted_at_[i], there = of_->present_at_[i];
      const bool absent =
          at < 0 || (there >= 0 && !*results[there]->Data<bool>());
      list.push_back(absent ? Var() : results[at]);
    }
    return list;
  }

 private:
  // With a graph of its own: the function itself runs once more, on copies of
  // what it was given, whose history is that of the originals. (Its program has
  // forgotten what was detached.)
  VarList Replay(const VarList& grads) {
    const auto& calls = of_->forward_->program().calls;
    PADDLE_ENFORCE(
        replay_ && of_->written_.empty(),
        errors::Unimplemented("backward: create_graph=True through a captured "
                              "function that writes into tensors that it was "
                              "given, and skipped Python.")
            .Hint("paddle.jit.enable_to_static(False)."));
    PADDLE_ENFORCE(
        !State().recorder ||
            std::all_of(calls.begin(), calls.end(), pir::IsRepeatable),
        errors::Unimplemented("backward: create_graph=True, in a captured "
                              "function, through another one that draws "
                              "random numbers and was called outside.")
            .Hint("paddle.jit.enable_to_static(False)."));
    std::vector<Var> sources = sources_, copies;
    for (size_t i = 0; i < sources.size(); ++i) {
      PADDLE_ENFORCE(sources[i]->version() == versions_[i],
                     errors::PreconditionNotMet(
                         "backward: an input of a captured function was "
                         "changed by an in-place operation.")
                         .Hint("create_graph=True runs the function again."));
    }
    GradOptions options;
    options.create_graph = true;
    options.allow_unused = true;
    // Partial derivatives: the originals may depend on one another.
    for (int w : of_->wanted_) {
      if (w < of_->num_arguments_) {
        options.no_grad.push_back(sources[w]);
        sources[w] = ops::Assign(sources[w]);
      }
      copies.push_back(sources[w]);
    }
    const std::vector<Var> results = replay_(sources);
    std::vector<Var> roots, seeds;
    for (size_t i = 0; i < of_->returned_.size(); ++i) {
      const int root = of_->returned_[i].root;
      if (root < 0 || !grads[root]) continue;
      PADDLE_ENFORCE(i < results.size(),
                     errors::Unimplemented(
                         "backward: create_graph=True through what several "
                         "results of a captured function are views of, after "
                         "one of them was written.")
                         .Hint("paddle.jit.enable_to_static(False)."));
      if (!results[i]->requires_grad()) continue;
      roots.push_back(results[i]);
      seeds.push_back(grads[root]);
    }
    VarList list;
    if (roots.empty()) {
      for (size_t i = 0; i < of_->wanted_at_.size(); ++i) list.push_back(Var());
      return list;
    }
    std::vector<bool> there(copies.size(), true);
    for (int b : of_->below_) {
      // (What several results show alone is not cut off.)
      const auto k = static_cast<size_t>(b);
      there.push_back(k < results.size() && results[k]->requires_grad());
      if (there.back()) copies.push_back(results[b]);
    }
    options.ends_at_inputs = true;
    std::vector<Var> found = RunGrad(roots, copies, seeds, options);
    for (size_t i = 0, next = 0; i < there.size(); ++i) {
      list.push_back(there[i] ? std::move(found[next++]) : Var());
    }
    return list;
  }

  std::shared_ptr<const Captured> of_;
  const std::vector<Var> sources_;
  const Captured::Replay replay_;
  std::vector<uint32_t> versions_, saved_versions_;
  mutable std::vector<bool> spent_;  // results that a pass has come from
  std::vector<bool> now_;            // those of the last pass
  const std::vector<double> floats_;
};

std::shared_ptr<CustomBackward> Captured::MakeBackward(
    const std::vector<Var>& sources, const Replay& replay,
    const std::vector<double>& floats, const std::vector<Var>& saved) const {
  return std::make_shared<CapturedBackward>(shared_from_this(), sources, replay,
                                            floats, saved);
}

}  // namespace paddle::jit
