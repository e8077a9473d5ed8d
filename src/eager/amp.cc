#include "eager/amp.h"

#include "eager/grad_node.h"
#include "eager/op_stats.h"
#include "ops/generated/ops.h"

namespace paddle {
namespace {

// What a weight was when it was cast.
struct Weight {
  Var tensor, cast;
  Storage* storage;
  uint32_t version;
  DataType dtype;
  bool recorded;
  Recorder* recorder;
};

class Mixed final : public Builder {
 public:
  void Emit(const OpDef& op, Args& args, Outs& outs) override {
    policy->Emit(op, args, outs, Cast, PlainBuilder());
  }

  const AmpPolicy* policy = nullptr;
  std::unordered_map<const DenseTensor*, Weight> weights;

 private:
  static Var Cast(const Var& t, DataType dtype);
};

Mixed& OfThread() {
  static thread_local Mixed mixed;
  return mixed;
}

bool IsWeight(const DenseTensor& t) {
  return t.flags & kRequiresGrad && !t.node && !(t.flags & kIsView) &&
         t.storage;
}

Var Mixed::Cast(const Var& t, DataType dtype) {
  if (!IsWeight(*t)) return ops::Cast(t, dtype);
  const ThreadState& s = State();
  Weight& weight = OfThread().weights[t.get()];
  const uint32_t version = t->storage->version;
  if (weight.cast && weight.storage == t->storage &&
      weight.version == version && weight.dtype == dtype &&
      weight.recorded == s.grad_enabled && weight.recorder == s.recorder) {
    return weight.cast;
  }
  Var cast = ops::Cast(t, dtype);
  weight = {t, cast, t->storage, version, dtype, s.grad_enabled, s.recorder};
  return cast;
}

}  // namespace

const AmpPolicy* CurrentAmp() {
  Mixed& mixed = OfThread();
  return State().builder == &mixed ? mixed.policy : nullptr;
}

void SetAmp(const AmpPolicy* policy) {
  Mixed& mixed = OfThread();
  if (policy != mixed.policy) mixed.weights.clear();
  mixed.policy = policy;
  State().builder = policy ? static_cast<Builder*>(&mixed) : PlainBuilder();
}

void ForgetCasts() {
  if (PD_UNLIKELY(CurrentAmp() != nullptr)) OfThread().weights.clear();
}

PauseAmp::PauseAmp() : previous_(CurrentAmp()) {
  if (PD_UNLIKELY(previous_ != nullptr)) SetAmp(nullptr);
}
PauseAmp::~PauseAmp() {
  if (PD_UNLIKELY(previous_ != nullptr)) SetAmp(previous_);
}

}  // namespace paddle
