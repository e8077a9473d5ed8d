#include "jit/flow_backward.h"

#include <algorithm>

#include "eager/presence.h"
#include "ops/builder.h"
#include "ops/generated/ops.h"

namespace paddle::jit {

Var BoolTensor(bool value) {
  return ops::Full({}, Scalar(int64_t{value}), DataType::kBool);
}
Var Zeros(const pir::ValueType& type) {
  return ops::Full(IntArray(type.dims.data(), type.dims.rank()), Scalar(0.0),
                   type.dtype);
}
Var AnyOf(const std::vector<Var>& flags) {
  return flags.empty() ? BoolTensor(false) : FlagOf(flags);
}

std::vector<Tracer::Kept> KeepCaptured(Tracer& tracer,
                                       const Tracer::Region& region) {
  std::vector<Tracer::Kept> kept;
  if (!region.gradient) return kept;
  for (const RegionGradient::Input& input : region.gradient->inputs) {
    kept.push_back(input.kind == RegionGradient::Input::kCaptured
                       ? tracer.Keep(*region.captured[input.index])
                       : Tracer::Kept());
  }
  return kept;
}

void FlowBackward::RefusePart() const {
  auto* capture = dynamic_cast<Tracer*>(State().recorder);
  if (capture && !capture->rehearsal) {
    capture->RefuseThroughRegion(
        "the gradient of a result of a branch or a loop on tensors, of which "
        "another result was made there");
  }
  CustomBackward::RefusePart();
}

VarList FlowBackward::Run(const VarList& grads, const std::vector<Var>& saved) {
  std::vector<Presence> present;
  return RunMaybe(grads, std::vector<Presence>(grads.size()), saved, &present);
}

// Outside of a capture the calls are a small capture of their own.
VarList FlowBackward::RunMaybe(const VarList& grads,
                               const std::vector<Presence>& incoming,
                               const std::vector<Var>&,
                               std::vector<Presence>* present) {
  if (State().grad_enabled) {
    auto* capture = dynamic_cast<Tracer*>(State().recorder);
    if (capture && !capture->rehearsal) {
      capture->RefuseThroughRegion(
          "create_graph=True through a branch or a loop on tensors");
    }
    PADDLE_THROW(errors::Unimplemented(
                     "backward: create_graph=True through a branch or a loop "
                     "on tensors of a captured function.")
                     .Hint("paddle.jit.enable_to_static(False)."));
  }
  if (auto* tracer = dynamic_cast<Tracer*>(State().recorder)) {
    const InternalScope internal(*tracer);
    return Emit(*tracer, Seeds(grads, incoming), present);
  }
  Tracer own(cache_);
  own.Start();
  VarList results = Emit(own, Seeds(grads, incoming), present);
  own.Stop();
  for (int i = 0; i < results.size(); ++i) {
    const Presence flags = std::exchange((*present)[i], {});
    const bool there =
        flags.empty() ||
        std::any_of(flags.begin(), flags.end(), [](const Var& flag) {
          Settle(*flag);
          return *flag->Data<bool>();
        });
    if (!there) results[i] = Var();
  }
  return results;
}

std::vector<Seed> FlowBackward::Seeds(
    const VarList& grads, const std::vector<Presence>& incoming) const {
  std::vector<Seed> seeds;
  for (int i = 0; i < grads.size(); ++i) {
    Seed seed;
    seed.there = static_cast<bool>(grads[i]);
    if (seed.there) seed.presence = incoming[i];
    seed.gradient = seed.there ? grads[i] : Zeros(types_[i]);
    seed.flag =
        seed.presence.empty() ? BoolTensor(seed.there) : AnyOf(seed.presence);
    seeds.push_back(std::move(seed));
  }
  return seeds;
}

}  // namespace paddle::jit
