// The history of `while`: the loop leaves on stacks what its gradient reads,
// and the backward is a loop that takes it from there.
#include <algorithm>
#include <utility>

#include "eager/presence.h"
#include "jit/flow_backward.h"
#include "ops/builder.h"
#include "ops/generated/ops.h"

namespace paddle::jit {

namespace {

using Region = Tracer::Region;
using Input = RegionGradient::Input;
using Edge = RegionGradient::Edge;

// What is different in each round.
bool OnStack(const Input& input) {
  return input.kind == Input::kArgument || input.kind == Input::kResidual;
}

class WhileBackward final : public FlowBackward {
 public:
  struct Loop {
    std::shared_ptr<const RegionGradient> gradient;
    std::vector<Tracer::Kept> captured;  // by input
    std::vector<Var> stacks;             // by input, empty where there is none
    Var trips;
    std::vector<int> carried;  // those with a history
    std::vector<int> emitted;  // results of the body with a history
    std::vector<const Edge*> outer;
  };
  WhileBackward(std::shared_ptr<ProgramCache> cache,
                std::vector<pir::ValueType> types, Tracer::ResultPairs made_of,
                Loop loop)
      : FlowBackward(std::move(cache), std::move(types), std::move(made_of)),
        loop_(std::move(loop)) {}

 protected:
  // The state of the backward loop: trips that are left, stacks, gradients of
  // carried values and of tensors outside, and their presence where it changes.
  // (`seeds`: of carried values, then of emitted ones: of all rounds.)
  VarList Emit(Tracer& tracer, const std::vector<Seed>& seeds,
               std::vector<Presence>* present) override {
    const size_t n = loop_.carried.size(), m = loop_.outer.size();
    const std::vector<Seed> last(seeds.begin(), seeds.begin() + n);
    const bool constant = PresenceIsConstant(seeds);
    std::vector<Var> state{loop_.trips};
    for (const Var& stack : loop_.stacks) {
      if (stack) state.push_back(stack);
    }
    const size_t first = state.size();
    for (const Seed& seed : last) state.push_back(seed.gradient);
    for (const Edge* edge : loop_.outer) {
      state.push_back(Zeros(TypeOf(*edge->tensor)));
    }
    if (!constant) {
      for (const Seed& seed : last) state.push_back(seed.flag);
      for (size_t j = 0; j < m; ++j) state.push_back(BoolTensor(false));
    }
    const Var any_trip = ops::GreaterThan(loop_.trips, Whole(0));
    const Region body = Round(tracer, seeds, state, first, constant);
    const std::vector<Var> made = tracer.EmitWhile(*any_trip, state, body);
    VarList grads;
    present->assign(n + m, {});
    for (size_t i = 0; i < n + m; ++i) {
      bool ever = true;
      if (!constant) {
        (*present)[i] = {made[first + n + m + i]};
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
  static Var Whole(int64_t value) {
    return ops::Full({}, Scalar(value), DataType::kInt64);
  }

  // One trip back.
  Region Round(Tracer& tracer, const std::vector<Seed>& seeds,
               const std::vector<Var>& state, size_t first,
               bool constant) const {
    const size_t n = loop_.carried.size(), m = loop_.outer.size();
    const size_t flags = first + n + m;
    const std::vector<Var> now = tracer.BeginRegion(state);
    const Var left = ops::Subtract(now[0], Whole(1));
    std::vector<Var> next{ops::GreaterThan(left, Whole(0)), left};
    std::vector<Var> operands;
    for (size_t i = 0, stack = 1; i < loop_.gradient->inputs.size(); ++i) {
      const Input& input = loop_.gradient->inputs[i];
      const size_t k = IndexOf(input.index);
      if (loop_.stacks[i]) {
        const pir::ValueType& type = InputType(i);
        VarList popped = ops::StackPop(
            now[stack++], IntArray(type.dims.data(), type.dims.rank()),
            type.dtype);
        operands.push_back(popped[0]);
        next.push_back(popped[1]);
      } else if (input.kind == Input::kCaptured) {
        operands.push_back(loop_.captured[i].Get());
      } else if (input.kind == Input::kSeed) {
        operands.push_back(k < n ? now[first + k] : RowOf(seeds[k], left));
      } else {
        operands.push_back(constant || k >= n ? seeds[k].flag : now[flags + k]);
      }
    }
    const std::vector<Var> outs =
        tracer.Emit(loop_.gradient->program, operands);
    for (size_t k = 0; k < n; ++k) {
      const Edge* edge = EdgeOf(loop_.carried[k]);
      next.push_back(edge && edge->output >= 0
                         ? outs[edge->output]
                         : Zeros(TypeOf(*seeds[k].gradient)));
    }
    // What this round gives; where it gives nothing, zeros may have become NaN.
    const auto arrives = [&](const Edge* edge) {
      std::vector<Var> any;
      if (!edge || edge->output < 0) return any;
      for (int r : edge->results) {
        const size_t k = IndexOf(r);
        any.push_back(k < n ? now[flags + k] : seeds[k].flag);
      }
      for (int f : edge->flags) any.push_back(outs[f]);
      return any;
    };
    for (size_t j = 0; j < m; ++j) {
      const Edge* edge = loop_.outer[j];
      const Var& sum = now[first + n + j];
      if (edge->output < 0) {
        next.push_back(sum);
        continue;
      }
      Var more = outs[edge->output];
      if (!constant) {
        more = Masked(more, {AnyOf(arrives(edge))});
      }
      next.push_back(ops::Add(sum, more));
    }
    for (size_t i = 0; !constant && i < n + m; ++i) {
      const Edge* edge = i < n ? EdgeOf(loop_.carried[i]) : loop_.outer[i - n];
      std::vector<Var> any = arrives(edge);
      if (i >= n) any.push_back(now[flags + i]);
      next.push_back(AnyOf(any));
    }
    return tracer.EndRegion(next);
  }

  // Of the gradient of an emitted value, that of one round.
  static Var RowOf(const Seed& seed, const Var& round) {
    DDim dims = seed.gradient->dims;
    const Var row =
        ops::IndexSelect(seed.gradient, ops::Reshape(round, IntArray({1})), 0);
    dims.erase(0);
    return ops::Reshape(row, IntArray(dims.data(), dims.rank()));
  }

  // Of the seed that belongs to result number `r` of the body.
  size_t IndexOf(int r) const {
    const auto& emitted = loop_.emitted;
    const auto at = std::find(emitted.begin(), emitted.end(), r);
    if (at != emitted.end()) {
      return loop_.carried.size() + static_cast<size_t>(at - emitted.begin());
    }
    const auto carried =
        std::find(loop_.carried.begin(), loop_.carried.end(), r - 1);
    return static_cast<size_t>(carried - loop_.carried.begin());
  }
  const Edge* EdgeOf(int argument) const {
    for (const auto& edge : loop_.gradient->edges) {
      if (edge.argument == argument) return &edge;
    }
    return nullptr;
  }
  const pir::ValueType& InputType(size_t i) const {
    const pir::FlatProgram& program = loop_.gradient->program;
    return program.values[program.inputs[i]];
  }
  bool Reached(const Edge* edge, const std::vector<Seed>& seeds) const {
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
      if (k >= loop_.carried.size()) continue;
      if (Reached(EdgeOf(loop_.carried[k]), seeds) != seeds[k].there) {
        return false;
      }
    }
    return true;
  }

  const Loop loop_;
};

// The loop with stacks for what its gradient reads and what it emits, and a
// count of its trips; gives all it carries.
std::vector<Var> EmitWithStacks(Tracer& tracer, DenseTensor& condition,
                                const std::vector<Var>& init,
                                const Region& body, size_t emitted) {
  const GradModeGuard no_grad(false);
  const std::vector<Input> inputs =
      body.gradient ? body.gradient->inputs : std::vector<Input>();
  const size_t n = init.size();
  std::vector<Var> state = init;
  for (const Input& input : inputs) {
    if (OnStack(input)) state.push_back(ops::StackCreate());
  }
  for (size_t i = 0; i < emitted; ++i) state.push_back(ops::StackCreate());
  state.push_back(ops::Full({}, Scalar(int64_t{0}), DataType::kInt64));
  const std::vector<Var> now = tracer.BeginRegion(state);
  std::vector<Var> operands(now.begin(), now.begin() + n);
  operands.insert(operands.end(), body.captured.begin(),
                  body.captured.begin() + body.num_captured);
  const std::vector<Var> outs = tracer.Emit(*body.body, operands);
  std::vector<Var> next(outs.begin(), outs.begin() + 1 + n);
  for (const Input& input : inputs) {
    if (!OnStack(input)) continue;
    const Var& value = input.kind == Input::kArgument
                           ? now[input.index]
                           : outs[body.num_results + input.index];
    next.push_back(ops::StackPush(now[next.size() - 1], value));
  }
  for (size_t i = 0; i < emitted; ++i) {
    next.push_back(ops::StackPush(now[next.size() - 1], outs[1 + n + i]));
  }
  next.push_back(ops::Add(now.back(),
                          ops::Full({}, Scalar(int64_t{1}), DataType::kInt64)));
  const Region whole = tracer.EndRegion(next);
  const InternalScope internal(
      tracer);  // the caller says what may share memory
  return tracer.EmitWhile(condition, state, whole);
}

// What the loop emitted, from the stacks that come from number `first` on.
std::vector<Var> ReadEmitted(const Region& body, const std::vector<Var>& made,
                             size_t first, size_t emitted) {
  const GradModeGuard no_grad(false);
  const pir::FlatProgram& program = *body.body;
  std::vector<Var> rounds;
  for (size_t i = 0; i < emitted; ++i) {
    const size_t result = body.num_results - emitted + i;
    const pir::ValueType& type = program.values[program.outputs[result].value];
    rounds.push_back(ops::StackRead(
        made[first + i], IntArray(type.dims.data(), type.dims.rank()),
        type.dtype));
  }
  return rounds;
}

// Which outputs of the loop's node were made of which: carried values in the
// last round; any may come from what an earlier one emitted.
Tracer::ResultPairs MadeOf(const Region& body, const std::vector<int>& carried,
                           const std::vector<int>& emitted) {
  std::vector<size_t> results;
  for (int i : carried) results.push_back(static_cast<size_t>(i) + 1);
  results.insert(results.end(), emitted.begin(), emitted.end());
  Tracer::ResultPairs pairs;
  for (size_t i = 0; i < results.size(); ++i) {
    for (size_t j = 0; j < results.size(); ++j) {
      const auto& known = body.made_of;
      const std::pair<size_t, size_t> pair(results[i], results[j]);
      const bool in_body =
          std::find(known.begin(), known.end(), pair) != known.end();
      if (i != j && (j >= carried.size() || in_body)) pairs.emplace_back(i, j);
    }
  }
  return pairs;
}

}  // namespace

std::vector<Var> EmitRecordedWhile(Tracer& tracer, DenseTensor& condition,
                                   const std::vector<Var>& init,
                                   const Region& body, size_t emitted) {
  const RegionGradient none;
  const auto& gradient = body.gradient ? *body.gradient : none;
  const size_t n = init.size();
  std::vector<Var> made =
      EmitWithStacks(tracer, condition, init, body, emitted);
  WhileBackward::Loop loop;
  size_t stack = n;
  for (const Input& input : gradient.inputs) {
    loop.stacks.push_back(OnStack(input) ? made[stack++] : Var());
  }
  const std::vector<Var> rounds = ReadEmitted(body, made, stack, emitted);
  if (!body.gradient) {
    made.resize(n);
    made.insert(made.end(), rounds.begin(), rounds.end());
    return made;
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
  for (size_t i = 0; i < emitted; ++i) {
    if (!body.has_history[1 + n + i]) continue;
    loop.emitted.push_back(static_cast<int>(1 + n + i));
    outputs.push_back(rounds[i]);
    types.push_back(TypeOf(*rounds[i]));
  }
  for (const auto& edge : gradient.edges) {
    if (edge.argument >= 0) continue;
    loop.outer.push_back(&edge);
    operands.push_back(edge.tensor);
  }
  made.resize(n);
  made.insert(made.end(), rounds.begin(), rounds.end());
  auto made_of = MadeOf(body, loop.carried, loop.emitted);
  RecordCustom(
      operands, outputs, {},
      std::make_shared<WhileBackward>(tracer.cache(), std::move(types),
                                      std::move(made_of), std::move(loop)));
  return made;
}

}  // namespace paddle::jit
