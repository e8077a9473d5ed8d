// The histories of `if` and `while`, whose backward is an `if`, or a `while`
// that takes from stacks what the loop has left there.
#include <algorithm>

#include "eager/grad_node.h"
#include "jit/region_gradient.h"
#include "ops/builder.h"
#include "ops/generated/ops.h"

namespace paddle::jit {

namespace {

using Region = Tracer::Region;
using Input = RegionGradient::Input;

Var Bool(bool value) {
  return ops::Full({}, Scalar(int64_t{value}), DataType::kBool);
}
Var Zeros(const pir::ValueType& type) {
  return ops::Full(IntArray(type.dims.data(), type.dims.rank()), Scalar(0.0),
                   type.dtype);
}
// Whether one of the flags is true.
Var AnyOf(const std::vector<Var>& flags) {
  if (flags.empty()) return Bool(false);
  Var any = flags[0];
  for (size_t i = 1; i < flags.size(); ++i) any = ops::LogicalOr(any, flags[i]);
  return any;
}

// What comes in for one result.
struct Seed {
  bool there = false;  // at times, at least
  Presence presence;   // empty: always
  Var gradient, flag;  // tensors; zeros, true and false where need be
  bool always() const { return there && presence.empty(); }
};

// Of a gradient that goes out.
struct Flow {
  bool ever = false, always = false;
  void Add(bool e, bool a) {
    ever |= e;
    always |= a;
  }
};

// The calls of one backward, in a capture or, outside of one, in a small
// capture of its own.
class FlowBackward : public CustomBackward {
 public:
  FlowBackward(std::shared_ptr<ProgramCache> cache,
               std::vector<pir::ValueType> types)
      : cache_(std::move(cache)), types_(std::move(types)) {}

  bool foreign() const override { return false; }
  VarList Run(const VarList& grads, const std::vector<Var>& saved) override {
    std::vector<Presence> present;
    return RunMaybe(grads, std::vector<Presence>(grads.size()), saved,
                    &present);
  }
  VarList RunMaybe(const VarList& grads, const std::vector<Presence>& incoming,
                   const std::vector<Var>&,
                   std::vector<Presence>* present) override {
    if (State().grad_enabled) {
      PADDLE_THROW(errors::Unimplemented(
                       "backward: create_graph=True through a branch or a loop "
                       "on tensors of a captured function.")
                       .Hint("paddle.jit.enable_to_static(False)."));
    }
    if (auto* tracer = dynamic_cast<Tracer*>(State().recorder)) {
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

 protected:
  virtual VarList Emit(Tracer& tracer, const std::vector<Seed>& seeds,
                       std::vector<Presence>* present) = 0;

 private:
  std::vector<Seed> Seeds(const VarList& grads,
                          const std::vector<Presence>& incoming) const {
    std::vector<Seed> seeds;
    for (int i = 0; i < grads.size(); ++i) {
      Seed seed;
      seed.there = static_cast<bool>(grads[i]);
      if (seed.there) seed.presence = incoming[i];
      seed.gradient = seed.there ? grads[i] : Zeros(types_[i]);
      seed.flag =
          seed.presence.empty() ? Bool(seed.there) : AnyOf(seed.presence);
      seeds.push_back(std::move(seed));
    }
    return seeds;
  }

  const std::shared_ptr<ProgramCache> cache_;
  const std::vector<pir::ValueType> types_;  // of the results
};

// The tensors that a gradient reads besides what comes in.
std::vector<Tracer::Kept> KeepCaptured(Tracer& tracer, const Region& region) {
  std::vector<Tracer::Kept> kept;
  for (const Input& input : region.gradient->inputs) {
    kept.push_back(input.kind == Input::kCaptured
                       ? tracer.Keep(*region.captured[input.index])
                       : Tracer::Kept());
  }
  return kept;
}

pir::ValueType TypeOf(const DenseTensor& t) { return {t.dtype, t.dims}; }

bool SamePlace(const DenseTensor& a, const DenseTensor& b) {
  return a.node ? a.node == b.node && a.out_index == b.out_index : &a == &b;
}

// ---- if ----

class IfBackward final : public FlowBackward {
 public:
  struct Way {
    std::shared_ptr<const RegionGradient> gradient;
    std::vector<Tracer::Kept> captured;  // by input
    std::vector<Var> residuals;
    std::vector<const RegionGradient::Edge*> edges;  // by operand, may be null
  };
  IfBackward(Tracer& tracer, std::vector<pir::ValueType> types,
             DenseTensor& condition, std::vector<int> numbers, Way first,
             Way second, const std::vector<Var>& operands)
      : FlowBackward(tracer.cache(), std::move(types)),
        condition_(tracer.Keep(condition)),
        numbers_(std::move(numbers)),
        ways_{std::move(first), std::move(second)} {
    for (const Var& v : operands) operand_types_.push_back(TypeOf(*v));
  }

 protected:
  VarList Emit(Tracer& tracer, const std::vector<Seed>& seeds,
               std::vector<Presence>* present) override {
    const int n = static_cast<int>(operand_types_.size());
    std::vector<Flow> flows[2];
    std::vector<bool> flows_out(n), flagged(n);
    for (int w = 0; w < 2; ++w) flows[w] = FlowsOf(ways_[w], seeds);
    for (int i = 0; i < n; ++i) {
      flows_out[i] = flows[0][i].ever || flows[1][i].ever;
      flagged[i] = !(flows[0][i].always && flows[1][i].always);
    }
    const auto first = std::find(flows_out.begin(), flows_out.end(), true);
    if (first == flows_out.end()) {
      present->assign(n, {});
      VarList none;
      for (int i = 0; i < n; ++i) none.push_back(Var());
      return none;
    }
    Region regions[2];
    for (int w = 0; w < 2; ++w) {
      tracer.BeginRegion({});
      std::vector<Var> results;
      const std::vector<Var> outs = Outputs(tracer, ways_[w], seeds);
      for (int i = 0; i < n; ++i) {
        if (!flows_out[i]) continue;
        const auto* edge = ways_[w].edges[i];
        const bool some = edge && edge->output >= 0;
        results.push_back(some ? outs[edge->output] : Zeros(operand_types_[i]));
        if (!flagged[i]) continue;
        std::vector<Var> flags;
        if (!flows[w][i].always && some) {
          for (int r : edge->results) {
            const Seed& seed = SeedOf(r, seeds);
            if (seed.there) flags.push_back(seed.flag);
          }
          for (int f : edge->flags) flags.push_back(outs[f]);
        }
        results.push_back(flows[w][i].always ? Bool(true) : AnyOf(flags));
      }
      regions[w] = tracer.EndRegion(results);
    }
    const std::vector<Var> made =
        tracer.EmitIf(*condition_.Get(), regions[0], regions[1]);
    VarList grads;
    present->assign(n, {});
    size_t next = 0;
    for (int i = 0; i < n; ++i) {
      grads.push_back(flows_out[i] ? made[next++] : Var());
      if (flows_out[i] && flagged[i]) (*present)[i] = {made[next++]};
    }
    return grads;
  }

 private:
  const Seed& SeedOf(int result, const std::vector<Seed>& seeds) const {
    const auto at = std::find(numbers_.begin(), numbers_.end(), result);
    return seeds[at - numbers_.begin()];
  }
  std::vector<Flow> FlowsOf(const Way& way,
                            const std::vector<Seed>& seeds) const {
    std::vector<Flow> flows(operand_types_.size());
    for (size_t i = 0; i < flows.size(); ++i) {
      const auto* edge = way.edges[i];
      if (!edge || edge->output < 0) continue;
      for (int r : edge->results) {
        const Seed& seed = SeedOf(r, seeds);
        flows[i].Add(seed.there, seed.always());
      }
      flows[i].Add(!edge->flags.empty(), false);
    }
    return flows;
  }
  std::vector<Var> Outputs(Tracer& tracer, const Way& way,
                           const std::vector<Seed>& seeds) const {
    std::vector<Var> operands;
    for (size_t i = 0; i < way.gradient->inputs.size(); ++i) {
      const Input& input = way.gradient->inputs[i];
      switch (input.kind) {
        case Input::kCaptured: operands.push_back(way.captured[i].Get()); break;
        case Input::kResidual:
          operands.push_back(way.residuals[input.index]);
          break;
        case Input::kSeed:
          operands.push_back(SeedOf(input.index, seeds).gradient);
          break;
        default: operands.push_back(SeedOf(input.index, seeds).flag);
      }
    }
    return tracer.Emit(way.gradient->program, operands);
  }

  const Tracer::Kept condition_;
  const std::vector<int> numbers_;  // of the results with a history
  const Way ways_[2];
  std::vector<pir::ValueType> operand_types_;
};

// ---- while ----

class WhileBackward final : public FlowBackward {
 public:
  struct Loop {
    std::shared_ptr<const RegionGradient> gradient;
    std::vector<Tracer::Kept> captured;  // by input
    std::vector<Var> stacks;             // by input, empty where there is none
    Var trips;
    std::vector<int> carried;  // those with a history
    std::vector<const RegionGradient::Edge*> outer;
  };
  WhileBackward(std::shared_ptr<ProgramCache> cache,
                std::vector<pir::ValueType> types, Loop loop)
      : FlowBackward(std::move(cache), std::move(types)),
        loop_(std::move(loop)) {}

 protected:
  VarList Emit(Tracer& tracer, const std::vector<Seed>& seeds,
               std::vector<Presence>* present) override {
    const size_t n = loop_.carried.size(), m = loop_.outer.size();
    const bool constant = PresenceIsConstant(seeds);
    // Trips that are left, stacks, gradients, and presence where it changes.
    std::vector<Var> state{loop_.trips};
    for (const Var& stack : loop_.stacks) {
      if (stack) state.push_back(stack);
    }
    const size_t first = state.size(), flags = first + n + m;
    for (const Seed& seed : seeds) state.push_back(seed.gradient);
    for (const auto* edge : loop_.outer) {
      state.push_back(Zeros(TypeOf(*edge->tensor)));
    }
    if (!constant) {
      for (const Seed& seed : seeds) state.push_back(seed.flag);
      for (size_t i = 0; i < m; ++i) state.push_back(Bool(false));
    }
    const Var zero = ops::Full({}, Scalar(int64_t{0}), DataType::kInt64);
    const Var any_trip = ops::GreaterThan(loop_.trips, zero);
    const std::vector<Var> now = tracer.BeginRegion(state);
    const Var left = ops::Subtract(
        now[0], ops::Full({}, Scalar(int64_t{1}), DataType::kInt64));
    std::vector<Var> next{ops::GreaterThan(left, zero), left};
    std::vector<Var> operands;
    for (size_t i = 0, stack = 1; i < loop_.gradient->inputs.size(); ++i) {
      const Input& input = loop_.gradient->inputs[i];
      const int k = IndexOf(input.index);
      switch (input.kind) {
        case Input::kCaptured:
          operands.push_back(loop_.captured[i].Get());
          break;
        case Input::kSeed: operands.push_back(now[first + k]); break;
        case Input::kPresence:
          operands.push_back(constant ? seeds[k].flag : now[flags + k]);
          break;
        default: {
          const pir::ValueType& type = InputType(i);
          VarList popped = ops::StackPop(
              now[stack++], IntArray(type.dims.data(), type.dims.rank()),
              type.dtype);
          operands.push_back(popped[0]);
          next.push_back(popped[1]);
        }
      }
    }
    const std::vector<Var> outs =
        tracer.Emit(loop_.gradient->program, operands);
    const auto flag_of = [&](const RegionGradient::Edge* edge) {
      std::vector<Var> any;
      if (edge && edge->output >= 0) {
        for (int r : edge->results) any.push_back(now[flags + IndexOf(r)]);
        for (int f : edge->flags) any.push_back(outs[f]);
      }
      return any;
    };
    for (size_t k = 0; k < n; ++k) {
      const auto* edge = EdgeOf(loop_.carried[k]);
      next.push_back(edge && edge->output >= 0
                         ? outs[edge->output]
                         : Zeros(TypeOf(*seeds[k].gradient)));
    }
    for (size_t j = 0; j < m; ++j) {
      const auto* edge = loop_.outer[j];
      const Var& sum = now[first + n + j];
      next.push_back(edge->output >= 0 ? ops::Add(sum, outs[edge->output])
                                       : sum);
    }
    if (!constant) {
      for (size_t k = 0; k < n; ++k) {
        next.push_back(AnyOf(flag_of(EdgeOf(loop_.carried[k]))));
      }
      for (size_t j = 0; j < m; ++j) {
        std::vector<Var> any = flag_of(loop_.outer[j]);
        any.push_back(now[flags + n + j]);
        next.push_back(AnyOf(any));
      }
    }
    const Region body = tracer.EndRegion(next);
    const std::vector<Var> made = tracer.EmitWhile(*any_trip, state, body);
    VarList grads;
    present->assign(n + m, {});
    for (size_t i = 0; i < n + m; ++i) {
      bool ever = true;
      if (!constant) {
        (*present)[i] = {made[flags + i]};
      } else if (i < n) {
        ever = seeds[i].there;
      } else {
        ever = Reached(loop_.outer[i - n], seeds);
        if (ever) (*present)[i] = {any_trip};
      }
      grads.push_back(ever ? made[first + i] : Var());
    }
    return grads;
  }

 private:
  // Of the carried value that result number `r` of the body is.
  int IndexOf(int r) const {
    const auto at =
        std::find(loop_.carried.begin(), loop_.carried.end(), r - 1);
    return static_cast<int>(at - loop_.carried.begin());
  }
  const RegionGradient::Edge* EdgeOf(int argument) const {
    for (const auto& edge : loop_.gradient->edges) {
      if (edge.argument == argument) return &edge;
    }
    return nullptr;
  }
  const pir::ValueType& InputType(size_t i) const {
    const pir::FlatProgram& program = loop_.gradient->program;
    return program.values[program.inputs[i]];
  }
  bool Reached(const RegionGradient::Edge* edge,
               const std::vector<Seed>& seeds) const {
    return edge && edge->output >= 0 &&
           std::any_of(edge->results.begin(), edge->results.end(),
                       [&](int r) { return seeds[IndexOf(r)].there; });
  }
  // The same carried values have a gradient after each trip.
  bool PresenceIsConstant(const std::vector<Seed>& seeds) const {
    for (const auto& edge : loop_.gradient->edges) {
      if (!edge.flags.empty()) return false;
    }
    for (size_t k = 0; k < seeds.size(); ++k) {
      if (!seeds[k].presence.empty()) return false;
      if (Reached(EdgeOf(loop_.carried[k]), seeds) != seeds[k].there) {
        return false;
      }
    }
    return true;
  }

  const Loop loop_;
};

}  // namespace

void RecordIf(Tracer& tracer, DenseTensor& condition, const Region& then,
              const Region& otherwise, const std::vector<Var>& results,
              const std::vector<Var>& residuals) {
  if (!then.gradient) return;
  std::vector<int> numbers;
  std::vector<Var> operands, outputs;
  std::vector<pir::ValueType> types;
  for (size_t i = 0; i < results.size(); ++i) {
    if (!then.has_history[i]) continue;
    numbers.push_back(static_cast<int>(i));
    outputs.push_back(results[i]);
    types.push_back(TypeOf(*results[i]));
  }
  IfBackward::Way ways[2];
  const Region* regions[] = {&then, &otherwise};
  const size_t extra = then.body->outputs.size() - then.num_results;
  for (int w = 0; w < 2; ++w) {
    ways[w].gradient = regions[w]->gradient;
    ways[w].captured = KeepCaptured(tracer, *regions[w]);
    const auto middle = residuals.begin() + static_cast<std::ptrdiff_t>(extra);
    ways[w].residuals.assign(w ? middle : residuals.begin(),
                             w ? residuals.end() : middle);
    for (const auto& edge : regions[w]->gradient->edges) {
      const bool known = std::any_of(
          operands.begin(), operands.end(),
          [&](const Var& v) { return SamePlace(*v, *edge.tensor); });
      if (!known) operands.push_back(edge.tensor);
    }
  }
  for (int w = 0; w < 2; ++w) {
    for (const Var& v : operands) {
      ways[w].edges.push_back(nullptr);
      for (const auto& edge : ways[w].gradient->edges) {
        if (SamePlace(*v, *edge.tensor)) ways[w].edges.back() = &edge;
      }
    }
  }
  auto backward = std::make_shared<IfBackward>(
      tracer, std::move(types), condition, numbers, std::move(ways[0]),
      std::move(ways[1]), operands);
  RecordCustom(operands, outputs, {}, std::move(backward));
}

std::vector<Var> EmitRecordedWhile(Tracer& tracer, DenseTensor& condition,
                                   const std::vector<Var>& init,
                                   const Region& body) {
  const auto& gradient = *body.gradient;
  const size_t n = init.size();
  WhileBackward::Loop loop;
  std::vector<Var> made;
  {
    const GradModeGuard no_grad(false);
    std::vector<Var> state = init;
    const auto on_stack = [](const Input& input) {
      return input.kind == Input::kArgument || input.kind == Input::kResidual;
    };
    for (const Input& input : gradient.inputs) {
      if (on_stack(input)) state.push_back(ops::StackCreate());
    }
    state.push_back(ops::Full({}, Scalar(int64_t{0}), DataType::kInt64));
    const std::vector<Var> now = tracer.BeginRegion(state);
    std::vector<Var> operands(now.begin(), now.begin() + n);
    operands.insert(operands.end(), body.captured.begin(),
                    body.captured.begin() + body.num_captured);
    const std::vector<Var> outs = tracer.Emit(*body.body, operands);
    std::vector<Var> next(outs.begin(), outs.begin() + 1 + n);
    for (const Input& input : gradient.inputs) {
      if (!on_stack(input)) continue;
      const Var& value = input.kind == Input::kArgument
                             ? now[input.index]
                             : outs[body.num_results + input.index];
      next.push_back(ops::StackPush(now[next.size() - 1], value));
    }
    next.push_back(ops::Add(
        now.back(), ops::Full({}, Scalar(int64_t{1}), DataType::kInt64)));
    made = tracer.EmitWhile(condition, state, tracer.EndRegion(next));
    size_t stack = n;
    for (const Input& input : gradient.inputs) {
      loop.stacks.push_back(on_stack(input) ? made[stack++] : Var());
    }
  }
  loop.gradient = body.gradient;
  loop.captured = KeepCaptured(tracer, body);
  loop.trips = made.back();
  std::vector<Var> operands, outputs;
  std::vector<pir::ValueType> types;
  for (size_t i = 0; i < n; ++i) {
    if (!body.has_history[i + 1]) continue;
    loop.carried.push_back(static_cast<int>(i));
    operands.push_back(init[i]);
    outputs.push_back(made[i]);
    types.push_back(TypeOf(*made[i]));
  }
  for (const auto& edge : gradient.edges) {
    if (edge.argument >= 0) continue;
    loop.outer.push_back(&edge);
    operands.push_back(edge.tensor);
  }
  made.resize(n);
  RecordCustom(operands, outputs, {},
               std::make_shared<WhileBackward>(tracer.cache(), std::move(types),
                                               std::move(loop)));
  return made;
}

}  // namespace paddle::jit
