#include <algorithm>

#include "eager/eager_builder.h"
#include "eager/engine.h"
#include "jit/captured_util.h"

namespace paddle::jit {

// The gradient of a captured call.
class CapturedBackward final : public CustomBackward {
 public:
  CapturedBackward(std::shared_ptr<const Captured> of,
                   const std::vector<Var>& sources,
                   const std::vector<Var>& inputs, std::vector<double> floats)
      : of_(std::move(of)), inputs_(inputs), floats_(std::move(floats)) {
    for (const Var& v : inputs_) versions_.push_back(v->version());
    for (int w : of_->wanted_) wanted_.push_back(sources[w]);
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
    if (State().grad_enabled) return Replay(grads);
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
    if (PD_UNLIKELY(State().recorder)) {
      for (const Var& v : inputs) Realize(*v);
    }
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
  // With a graph of its own: the function runs once more, recorded, on copies
  // of what it was given, whose history is that of the originals.
  VarList Replay(const VarList& grads) {
    for (size_t i = 0; i < inputs_.size(); ++i) {
      PADDLE_ENFORCE(inputs_[i]->version() == versions_[i],
                     errors::PreconditionNotMet(
                         "backward: an input of a captured function was "
                         "changed by an in-place operation.")
                         .Hint("create_graph=True runs the function again."));
    }
    const pir::FlatProgram& program = of_->forward_->program();
    PADDLE_ENFORCE(
        std::all_of(program.calls.begin(), program.calls.end(),
                    pir::IsRepeatable) &&
            of_->written_.empty(),
        errors::Unimplemented("backward: create_graph=True through a captured "
                              "function that draws random numbers or writes "
                              "into its arguments, and skipped Python.")
            .Hint("paddle.jit.enable_to_static(False)."));
    std::vector<Var> copies, inputs;
    for (const Var& v : wanted_) copies.push_back(ops::Assign(v));
    for (size_t i = 0; i < inputs_.size(); ++i) {
      const int source =
          i < of_->input_source_.size() ? of_->input_source_[i] : -1;
      const auto at =
          std::find(of_->wanted_.begin(), of_->wanted_.end(), source);
      inputs.push_back(source < 0 || at == of_->wanted_.end()
                           ? inputs_[i]
                           : copies[at - of_->wanted_.begin()]);
    }
    const std::vector<Var> outputs =
        of_->forward_->Interpret(inputs, floats_.data(), true);
    std::vector<Var> roots, seeds;
    for (const Captured::Place& place : of_->returned_) {
      if (place.root < 0 || !grads[place.root]) continue;
      const Var root = ShowRecorded(place, outputs);
      if (!root->requires_grad()) continue;
      roots.push_back(root);
      seeds.push_back(grads[place.root]);
    }
    VarList list;
    if (roots.empty()) {
      for (size_t i = 0; i < wanted_.size(); ++i) list.push_back(Var());
      return list;
    }
    GradOptions options;
    options.create_graph = true;
    options.allow_unused = true;
    for (Var& g : RunGrad(roots, copies, seeds, options)) {
      list.push_back(std::move(g));
    }
    return list;
  }

  static Var ShowRecorded(const Captured::Place& place,
                          const std::vector<Var>& outputs) {
    PADDLE_ENFORCE(place.output >= 0,
                   errors::Unimplemented(
                       "backward: create_graph=True through a captured "
                       "function that gives back a view of its argument."));
    const Var& of = outputs[place.output];
    if (place.offset == 0 && of->dims == place.meta.dims &&
        DDim(of->stride_array()) == place.meta.strides) {
      return of;
    }
    return ops::AsStrided(of, place.meta.dims, place.meta.strides,
                          place.offset);
  }

  std::shared_ptr<const Captured> of_;
  const std::vector<Var> inputs_;
  std::vector<uint32_t> versions_;
  std::vector<Var> wanted_;
  const std::vector<double> floats_;
};

std::shared_ptr<CustomBackward> Captured::MakeBackward(
    const std::vector<Var>& sources, const std::vector<Var>& inputs,
    const std::vector<double>& floats) const {
  return std::make_shared<CapturedBackward>(shared_from_this(), sources, inputs,
                                            floats);
}

}  // namespace paddle::jit
