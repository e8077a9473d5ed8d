#include "eager/engine.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

#include "eager/eager_builder.h"
#include "ops/generated/ops.h"

namespace paddle {
namespace {

std::recursive_mutex& EngineMutex() {
  static auto* mutex = new std::recursive_mutex;
  return *mutex;
}

// Adds `g` to what the slot holds. The memory is reused when nobody else can
// see it.
void Accumulate(DenseTensor*& slot, Var g, bool create_graph) {
  if (!slot) {
    slot = g.Take();
    return;
  }
  DenseTensor& sum = *slot;
  const bool sole =
      sum.references.load(std::memory_order_relaxed) == 1 && sum.storage &&
      sum.storage->references.load(std::memory_order_relaxed) == 1;
  if (sole && !create_graph && sum.contiguous() && !sum.node &&
      sum.dtype == g->dtype && sum.dims == g.dims()) {
    const OpDef* const add = &GetOp("add");
    Args args(*add);
    args.size = 2;
    args.inplace = true;
    args.SetTensor(0, slot);
    args.SetTensor(1, g.get());
    Outs outs(1);
    Dispatch(*add, args, outs);
    return;
  }
  Var total = ops::Add(Var::Own(std::exchange(slot, nullptr)), g);
  slot = total.Take();
}

class Pass {
 public:
  Pass(bool retain_graph, bool create_graph)
      : lock_(EngineMutex()),
        retain_graph_(retain_graph),
        create_graph_(create_graph),
        mode_(create_graph) {}
  Pass(const Pass&) = delete;
  ~Pass() {  // a rule that throws leaves no gradient behind
    for (GradNode* n : heap_) {
      DropGrads(n);
      Release(n);
    }
  }

  // Restricts the pass to what leads to `inputs`, whose gradients are caught.
  void Catch(const std::vector<Var>& inputs, const std::vector<Var>& no_grad,
             const std::vector<Var>& roots) {
    only_caught_ = true;
    for (const Var& v : no_grad) blocked_.insert(KeyOf(*v));
    for (size_t i = 0; i < inputs.size(); ++i) {
      caught_.emplace(KeyOf(*inputs[i]), Var());
    }
    MarkNeeded(roots);
  }
  Var Caught(const DenseTensor& t) { return caught_[KeyOf(t)]; }

  void Seed(const Var& root, Var grad) {
    if (root->node) {
      SendToNode(root->node, root->out_index, std::move(grad));
    } else {
      SendToLeaf(root.get(), std::move(grad));
    }
  }

  void Run() {
    while (!heap_.empty()) {
      std::pop_heap(heap_.begin(), heap_.end(), LowerLevel);
      GradNode* n = heap_.back();
      heap_.pop_back();
      struct Guard {
        GradNode* n;
        ~Guard() {
          DropGrads(n);
          Release(n);
        }
      } guard{n};
      FinishOutputs(n);
      if (only_caught_ && !needed_.count(n)) continue;
      Propagate(n);
    }
    for (auto& callback : callbacks_) callback();
  }

 private:
  using Key = std::pair<const void*, int>;  // (node, output) or (leaf, -1)
  struct KeyHash {
    size_t operator()(const Key& k) const {
      return std::hash<const void*>()(k.first) * 31 + k.second;
    }
  };
  static Key KeyOf(const DenseTensor& t) {
    return t.node ? Key(t.node, t.out_index) : Key(&t, -1);
  }
  static bool LowerLevel(const GradNode* a, const GradNode* b) {
    return a->level < b->level;
  }
  static void DropGrads(GradNode* n) {
    for (int i = 0; i < n->num_outputs; ++i) {
      if (n->outputs[i].grad)
        Release(std::exchange(n->outputs[i].grad, nullptr));
    }
  }

  void SendToNode(GradNode* n, int out, Var g) {
    bool first = true;
    for (int i = 0; i < n->num_outputs && first; ++i) {
      first = n->outputs[i].grad == nullptr;
    }
    Accumulate(n->outputs[out].grad, std::move(g), create_graph_);
    if (first) {
      Retain(n);
      heap_.push_back(n);
      std::push_heap(heap_.begin(), heap_.end(), LowerLevel);
    }
  }

  void SendToLeaf(DenseTensor* leaf, Var g) {
    if (PD_UNLIKELY(only_caught_)) {
      const auto it = caught_.find(KeyOf(*leaf));
      if (it == caught_.end()) return;
      if (leaf->meta && leaf->meta->hooks) g = leaf->meta->hooks->Run(g);
      DenseTensor* sum = it->second.Take();
      Accumulate(sum, std::move(g), create_graph_);
      it->second = Var::Own(sum);
      return;
    }
    AutogradMeta& meta = MetaOf(*leaf);
    if (PD_UNLIKELY(meta.hooks != nullptr)) g = meta.hooks->Run(g);
    if (!create_graph_ && (!g->contiguous() || g->node)) {
      g = g->contiguous() ? Alias(*g) : Contiguous(g);
    }
    Accumulate(meta.grad, std::move(g), create_graph_);
    for (auto& callback : meta.accumulated) callbacks_.push_back(callback);
  }

  // Hooks, retained and caught gradients of a node's outputs.
  void FinishOutputs(GradNode* n) {
    if (n->extras) {
      for (auto& [out, hooks] : n->extras->hooks) {
        DenseTensor*& g = n->outputs[out].grad;
        if (g) g = hooks->Run(Var::Own(std::exchange(g, nullptr))).Take();
      }
      for (auto& [out, tensor] : n->extras->retain_grad) {
        if (DenseTensor* g = n->outputs[out].grad; g && !only_caught_) {
          Accumulate(MetaOf(*tensor).grad, Var::Share(g), create_graph_);
        }
      }
    }
    if (PD_LIKELY(!only_caught_)) return;
    for (int i = 0; i < n->num_outputs; ++i) {
      const auto it = caught_.find({n, i});
      if (it != caught_.end()) it->second = Var::Share(n->outputs[i].grad);
    }
  }

  void Propagate(GradNode* n) {
    VarList grads;
    if (PD_UNLIKELY(n->extras && n->extras->custom)) {
      VarList incoming;
      for (int i = 0; i < n->num_outputs; ++i) {
        incoming.push_back(Var::Share(n->outputs[i].grad));
      }
      grads = n->extras->custom->Run(incoming);
    } else {
      const PlaceGuard place(n->outputs[0].place);
      grads = n->op->vjp(NodeVjpContext(*n));
    }
    for (int i = 0; i < n->num_operands && i < grads.size(); ++i) {
      const Operand& o = n->operands[i];
      if (!grads[i] || !(o.node || o.leaf)) continue;
      CheckShape(*n, i, *grads[i]);
      Send(o, std::move(grads[i]));
    }
    if (!retain_graph_) ReleaseSaved(n);
  }

  void Send(const Operand& o, Var g) {
    if (g->dtype != o.dtype) g = ops::Cast(g, o.dtype);
    if (PD_UNLIKELY(!blocked_.empty())) {
      const Key key = o.node ? Key(o.node, o.out_index) : Key(o.leaf, -1);
      if (blocked_.count(key)) return;
    }
    if (o.node) {
      SendToNode(o.node, o.out_index, std::move(g));
    } else {
      SendToLeaf(o.leaf, std::move(g));
    }
  }

  static void CheckShape(const GradNode& n, int i, const DenseTensor& g) {
    PADDLE_ENFORCE(
        g.dims == n.operands[i].dims,
        errors::InvalidArgument("%s: the gradient of input %d has the wrong "
                                "shape.",
                                n.op->name.c_str(), i)
            .Shapes({{"input", n.operands[i].dims}, {"gradient", g.dims}}));
  }

  // Nodes from which a caught tensor can be reached; depth first, no recursion.
  void MarkNeeded(const std::vector<Var>& roots) {
    std::unordered_set<GradNode*> visited;
    struct Frame {
      GradNode* node;
      int next;
    };
    std::vector<Frame> stack;
    auto enter = [&](GradNode* n) {
      if (visited.insert(n).second) stack.push_back({n, 0});
    };
    for (const Var& root : roots) {
      if (root->node) enter(root->node);
      while (!stack.empty()) {
        Frame& frame = stack.back();
        if (frame.next == frame.node->num_operands) {
          GradNode* done = frame.node;
          stack.pop_back();
          for (int i = 0; i < done->num_operands; ++i) {
            const Operand& o = done->operands[i];
            const Key key = o.node ? Key(o.node, o.out_index) : Key(o.leaf, -1);
            if (!key.first || blocked_.count(key)) continue;
            if (caught_.count(key) || (o.node && needed_.count(o.node))) {
              needed_.insert(done);
            }
          }
          continue;
        }
        const Operand& o = frame.node->operands[frame.next++];
        if (o.node) enter(o.node);
      }
    }
  }

  std::unique_lock<std::recursive_mutex> lock_;
  bool retain_graph_, create_graph_, only_caught_ = false;
  GradModeGuard mode_;
  std::vector<GradNode*> heap_;  // each holds a reference
  std::unordered_map<Key, Var, KeyHash> caught_;
  std::unordered_set<Key, KeyHash> blocked_;
  std::unordered_set<GradNode*> needed_;
  std::vector<std::function<void()>> callbacks_;
};

Var SeedGrad(const Var& root, const Var& given, const char* caller) {
  PADDLE_ENFORCE(root->requires_grad(),
                 errors::PreconditionNotMet(
                     "%s: the tensor does not depend on anything that wants a "
                     "gradient.",
                     caller)
                     .Expected("stop_gradient = False")
                     .Received("stop_gradient = True")
                     .Hint("set stop_gradient = False on the inputs first."));
  if (!given) {
    const PlaceGuard place(root->place);
    return ops::Full(root->dims, Scalar(1.0), root->dtype);
  }
  PADDLE_ENFORCE(
      given->dims == root->dims,
      errors::InvalidArgument("%s: the given gradient has the wrong shape.",
                              caller)
          .Shapes({{"tensor", root->dims}, {"gradient", given->dims}}));
  return given->dtype == root->dtype ? given : ops::Cast(given, root->dtype);
}

}  // namespace

void RunBackward(const std::vector<Var>& roots, const std::vector<Var>& grads,
                 bool retain_graph, bool create_graph) {
  Pass pass(retain_graph || create_graph, create_graph);
  for (size_t i = 0; i < roots.size(); ++i) {
    const Var given = i < grads.size() ? grads[i] : Var();
    pass.Seed(roots[i], SeedGrad(roots[i], given, "backward"));
  }
  pass.Run();
}

std::vector<Var> RunGrad(const std::vector<Var>& outputs,
                         const std::vector<Var>& inputs,
                         const std::vector<Var>& grad_outputs,
                         const GradOptions& options) {
  for (const Var& input : inputs) {
    PADDLE_ENFORCE(
        input->requires_grad(),
        errors::PreconditionNotMet("grad: an input does not want a gradient.")
            .Expected("stop_gradient = False")
            .Received("stop_gradient = True"));
  }
  Pass pass(options.retain_graph || options.create_graph, options.create_graph);
  pass.Catch(inputs, options.no_grad, outputs);
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Var given = i < grad_outputs.size() ? grad_outputs[i] : Var();
    pass.Seed(outputs[i], SeedGrad(outputs[i], given, "grad"));
  }
  pass.Run();
  std::vector<Var> result;
  for (size_t i = 0; i < inputs.size(); ++i) {
    result.push_back(pass.Caught(*inputs[i]));
    PADDLE_ENFORCE(result.back() || options.allow_unused,
                   errors::InvalidArgument(
                       "grad: input %zu is not used by the outputs.", i)
                       .Hint("pass allow_unused=True to get None for it."));
  }
  return result;
}

namespace {

std::shared_ptr<HookList>& HooksOf(DenseTensor& t) {
  PADDLE_ENFORCE(
      t.requires_grad(),
      errors::PreconditionNotMet("register_hook: the tensor wants no gradient.")
          .Expected("stop_gradient = False"));
  if (!t.node) return MetaOf(t).hooks;
  if (!t.node->extras) t.node->extras = new NodeExtras;
  for (auto& [out, hooks] : t.node->extras->hooks) {
    if (out == t.out_index) return hooks;
  }
  auto& all = t.node->extras->hooks;
  all.emplace_back(t.out_index, nullptr);
  return all.back().second;
}

}  // namespace

int64_t AddHook(DenseTensor& t, GradHook hook) {
  auto& list = HooksOf(t);
  if (!list) list = std::make_shared<HookList>();
  list->hooks.emplace_back(list->next_id, std::move(hook));
  return list->next_id++;
}

bool RemoveHook(DenseTensor& t, int64_t id) {
  auto& list = HooksOf(t);
  if (!list) return false;
  return std::erase_if(list->hooks,
                       [id](const auto& h) { return h.first == id; }) > 0;
}

void RetainGrad(DenseTensor& t) {
  if (!t.node || MetaOf(t).retains_grad) return;
  MetaOf(t).retains_grad = true;
  if (!t.node->extras) t.node->extras = new NodeExtras;
  t.node->extras->retain_grad.emplace_back(t.out_index, &t);
}

}  // namespace paddle
