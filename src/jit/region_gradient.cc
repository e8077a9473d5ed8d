#include "jit/flow_backward.h"

#include <algorithm>
#include <unordered_set>

#include "eager/engine.h"
#include "eager/grad_node.h"
#include "eager/view_history.h"

namespace paddle::jit {

using pir::FlatProgram;
using pir::kNoValue;
using pir::ValueId;

namespace {

// A tensor that stands for an output of a node.
Var Standing(GradNode* node, uint32_t out_index) {
  const Output& output = node->outputs[out_index];
  Var v = Var::Own(NewTensor(State()));
  v->dtype = output.dtype;
  v->place = output.place;
  v->dims = output.dims;
  SetContiguous(v.get());
  v->flags |= kRequiresGrad;
  Retain(node);
  SetNode(*v, node, out_index);
  return v;
}

}  // namespace

// Where the history of `roots` leaves the region.
void Tracer::FindEdges(const std::vector<Var>& roots,
                       RegionGradient* gradient) {
  const auto add = [&](Var tensor) {
    RegionGradient::Edge edge{std::move(tensor), -1, -1, {}, {}};
    for (const auto& known : gradient->edges) {
      if (SamePlace(*known.tensor, *edge.tensor)) return;
    }
    for (size_t i = 0; i < arguments_.size(); ++i) {
      const Var& own = arguments_[i].edge;
      if (own && SamePlace(*own, *edge.tensor)) {
        edge.argument = static_cast<int>(i);
      }
    }
    gradient->edges.push_back(std::move(edge));
  };
  const auto leaf = [&](DenseTensor* t) {
    const auto same = [&](const Var& v) { return v.get() == t; };
    if (std::any_of(hidden_.begin(), hidden_.end(), same)) return;
    if (!MemoryOf(*t).owner) throw CaptureBreak("a leaf that a branch makes");
    add(Var::Share(t));
  };
  std::unordered_set<GradNode*> seen;
  std::vector<GradNode*> todo;
  const auto go = [&](GradNode* node, uint32_t out_index) {
    if (node->epoch < epoch_) {
      add(Standing(node, out_index));
    } else if (seen.insert(node).second) {
      todo.push_back(node);
    }
  };
  for (const Var& root : roots) {
    root->node ? go(root->node, root->out_index) : leaf(root.get());
  }
  while (!todo.empty()) {
    GradNode* node = todo.back();
    todo.pop_back();
    for (uint32_t i = 0; i < node->num_operands; ++i) {
      const Operand& o = node->operands[i];
      if (o.node) go(o.node, o.out_index);
      if (o.leaf) leaf(o.leaf);
    }
  }
}

std::shared_ptr<const RegionGradient> Tracer::TakeGradient(
    const std::vector<Var>& results, const std::vector<bool>& has_history,
    FlatProgram* forward) {
  if (!State().grad_enabled) return nullptr;
  std::vector<Var> roots;
  std::vector<int> number;  // of each root among the results
  for (size_t i = 0; i < results.size(); ++i) {
    if (!has_history[i]) continue;
    RefreshHistory(*results[i]);
    if (results[i]->HistoryIsStale()) {  // in one way, which may not be gone
      throw CaptureBreak(
          "a tensor is written through another view in a branch");
    }
    roots.push_back(results[i]);
    number.push_back(static_cast<int>(i));
  }
  if (roots.empty()) return nullptr;
  auto gradient = std::make_shared<RegionGradient>();
  FindEdges(roots, gradient.get());

  std::unordered_map<ValueId, RegionGradient::Input> origin;
  using Input = RegionGradient::Input;
  const auto new_input = [&](DataType dtype, const DDim& dims, Input from) {
    const ValueId value = program_.AddInput(dtype, dims);
    origin[value] = from;
    return TensorOf(value);
  };
  GradOptions options;
  options.retain_graph = true;
  options.allow_unused = true;
  options.since = epoch_;
  std::vector<Var> seeds, wanted, flags;
  for (size_t i = 0; i < roots.size(); ++i) {
    seeds.push_back(
        new_input(roots[i]->dtype, roots[i]->dims, {Input::kSeed, number[i]}));
    flags.push_back(
        new_input(DataType::kBool, DDim{}, {Input::kPresence, number[i]}));
    options.presence.push_back({flags.back()});
  }
  for (const auto& edge : gradient->edges) wanted.push_back(edge.tensor);
  std::vector<Presence> presence;
  const auto calls_before = static_cast<std::ptrdiff_t>(program_.calls.size());
  const std::vector<Var> grads =
      RunGrad(roots, wanted, seeds, options, &presence);
  // What comes out of the run instead of being computed again is of the body.
  if (!std::all_of(program_.calls.begin() + calls_before, program_.calls.end(),
                   pir::IsRepeatable)) {
    throw CaptureBreak("a gradient that can not be computed again");
  }

  program_.outputs.clear();
  const auto output = [&](const Var& v) {
    program_.outputs.push_back({Lookup(*v), -1});
    return static_cast<int>(program_.outputs.size() - 1);
  };
  for (size_t i = 0; i < grads.size(); ++i) {
    RegionGradient::Edge& edge = gradient->edges[i];
    if (!grads[i]) continue;
    edge.output = output(grads[i]);
    for (const Var& flag : presence[i]) {
      const auto seed =
          std::find_if(flags.begin(), flags.end(),
                       [&](const Var& f) { return f.get() == flag.get(); });
      if (seed == flags.end()) {
        edge.flags.push_back(output(flag));
      } else {
        edge.results.push_back(number[seed - flags.begin()]);
      }
    }
  }
  for (size_t i = 0; i < arguments_.size(); ++i) {
    origin[forward->inputs[i]] = {Input::kArgument, static_cast<int>(i)};
  }
  for (size_t i = 0; i < captured_.size(); ++i) {
    origin[captured_[i].input] = {Input::kCaptured, static_cast<int>(i)};
  }
  gradient->program = std::move(program_);
  const std::vector<ValueId> residuals = TakeRepeatable(&gradient->program);
  for (size_t i = 0; i < residuals.size(); ++i) {
    origin[residuals[i]] = {Input::kResidual, static_cast<int>(i)};
    forward->outputs.push_back({residuals[i], -1});
  }
  // Only what is read.
  FlatProgram& program = gradient->program;
  std::unordered_set<ValueId> read;
  for (const pir::Call& call : program.calls) {
    read.insert(call.operands.begin(), call.operands.end());
  }
  for (const auto& out : program.outputs) read.insert(out.value);
  std::erase_if(program.inputs, [&](ValueId v) { return !read.count(v); });
  for (ValueId v : program.inputs) gradient->inputs.push_back(origin.at(v));
  return gradient;
}

}  // namespace paddle::jit
