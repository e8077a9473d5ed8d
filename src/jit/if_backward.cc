// The history of `if`, whose backward is an `if`.
#include <algorithm>

#include "jit/flow_backward.h"
#include "ops/builder.h"
#include "ops/generated/ops.h"

namespace paddle::jit {

namespace {

using Region = Tracer::Region;
using Input = RegionGradient::Input;
using Edge = RegionGradient::Edge;

// Of a gradient that goes out.
struct Flow {
  bool ever = false, always = false;
  void Add(bool e, bool a) {
    ever |= e;
    always |= a;
  }
};

class IfBackward final : public FlowBackward {
 public:
  struct Way {
    std::shared_ptr<const RegionGradient> gradient;
    std::vector<Tracer::Kept> captured;  // by input
    std::vector<Var> residuals;
    std::vector<const RegionGradient::Edge*> edges;  // by operand, may be null
  };
  IfBackward(Tracer& tracer, std::vector<pir::ValueType> types,
             Tracer::ResultPairs made_of, DenseTensor& condition,
             std::vector<int> numbers, Way first, Way second,
             const std::vector<Var>& operands)
      : FlowBackward(tracer.cache(), std::move(types), std::move(made_of)),
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
        results.push_back(flows[w][i].always ? BoolTensor(true) : AnyOf(flags));
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

}  // namespace

void RecordIf(Tracer& tracer, DenseTensor& condition, const Region& then,
              const Region& otherwise, const std::vector<Var>& results,
              const std::vector<Var>& residuals) {
  if (!then.gradient && !otherwise.gradient) return;
  std::vector<int> numbers;
  std::vector<Var> operands, outputs;
  std::vector<pir::ValueType> types;
  for (size_t i = 0; i < results.size(); ++i) {
    if (!then.has_history[i] && !otherwise.has_history[i]) continue;
    numbers.push_back(static_cast<int>(i));
    outputs.push_back(results[i]);
    types.push_back(TypeOf(*results[i]));
  }
  IfBackward::Way ways[2];
  const Region* regions[] = {&then, &otherwise};
  const auto output = [&numbers](size_t result) {
    const auto at = std::find(numbers.begin(), numbers.end(), result);
    return static_cast<size_t>(at - numbers.begin());
  };
  Tracer::ResultPairs made_of;
  for (const Region* region : regions) {
    for (const auto& [result, other] : region->made_of) {
      made_of.emplace_back(output(result), output(other));
    }
  }
  const size_t extra = then.body->outputs.size() - then.num_results;
  for (int w = 0; w < 2; ++w) {
    ways[w].gradient = regions[w]->gradient;
    if (!ways[w].gradient) {
      ways[w].gradient = std::make_shared<const RegionGradient>();
    }
    ways[w].captured = KeepCaptured(tracer, *regions[w]);
    const auto middle = residuals.begin() + static_cast<std::ptrdiff_t>(extra);
    ways[w].residuals.assign(w ? middle : residuals.begin(),
                             w ? residuals.end() : middle);
    for (const auto& edge : ways[w].gradient->edges) {
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
      tracer, std::move(types), std::move(made_of), condition, numbers,
      std::move(ways[0]), std::move(ways[1]), operands);
  RecordCustom(operands, outputs, {}, std::move(backward));
}

}  // namespace paddle::jit
