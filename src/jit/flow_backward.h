// What the histories of `if` and `while` have in common: their backward is
// noted as a branch or a loop of its own, also outside of a capture.
#pragma once
#include "jit/region_gradient.h"
#include "jit/result_levels.h"

namespace paddle::jit {

// While it lives what is noted is the framework's own: nobody asks which of it
// shares memory.
class InternalScope {
 public:
  explicit InternalScope(Tracer& tracer)
      : tracer_(tracer), before_(std::exchange(tracer.internal, true)) {}
  InternalScope(const InternalScope&) = delete;
  ~InternalScope() { tracer_.internal = before_; }

 private:
  Tracer& tracer_;
  const bool before_;
};

// What comes in for one result.
struct Seed {
  bool there = false;  // at times, at least
  Presence presence;   // empty: always
  Var gradient, flag;  // tensors; zeros, true and false where need be
  bool always() const { return there && presence.empty(); }
};

class FlowBackward : public CustomBackward {
 public:
  // `types`: of the results; `made_of`: pairs of these.
  FlowBackward(std::shared_ptr<ProgramCache> cache,
               std::vector<pir::ValueType> types, Tracer::ResultPairs made_of)
      : cache_(std::move(cache)),
        types_(std::move(types)),
        made_of_(std::move(made_of)) {}

  bool made_of(uint32_t result, uint32_t other) const override {
    return HasPair(made_of_, result, other);
  }
  [[noreturn]] void RefusePart() const override;

  bool foreign() const override { return false; }
  VarList Run(const VarList& grads, const std::vector<Var>& saved) override;
  VarList RunMaybe(const VarList& grads, const std::vector<Presence>& incoming,
                   const std::vector<Var>& saved,
                   std::vector<Presence>* present) override;

 protected:
  virtual VarList Emit(Tracer& tracer, const std::vector<Seed>& seeds,
                       std::vector<Presence>* present) = 0;

 private:
  std::vector<Seed> Seeds(const VarList& grads,
                          const std::vector<Presence>& incoming) const;

  const std::shared_ptr<ProgramCache> cache_;
  const std::vector<pir::ValueType> types_;
  const Tracer::ResultPairs made_of_;
};

inline pir::ValueType TypeOf(const DenseTensor& t) { return {t.dtype, t.dims}; }
// Whether gradients of the two go to the same place.
inline bool SamePlace(const DenseTensor& a, const DenseTensor& b) {
  return a.node ? a.node == b.node && a.out_index == b.out_index : &a == &b;
}
Var BoolTensor(bool value);
Var Zeros(const pir::ValueType& type);
// Whether one of the flags is true.
Var AnyOf(const std::vector<Var>& flags);
// By input of the gradient: what it reads of the program around the region.
std::vector<Tracer::Kept> KeepCaptured(Tracer& tracer,
                                       const Tracer::Region& region);

}  // namespace paddle::jit
