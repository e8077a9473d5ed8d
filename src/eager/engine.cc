#include "eager/engine.h"

#include <pthread.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "common/flags.h"
#include "core/made_at_load.h"
#include "eager/amp.h"
#include "eager/eager_builder.h"
#include "eager/gradient_sum.h"
#include "eager/nan_inf.h"
#include "eager/presence.h"
#include "eager/recorder.h"
#include "eager/traced_call.h"
#include "eager/view_history.h"
#include "ops/generated/ops.h"
#include "ops/manipulation/host_values.h"

namespace paddle {
namespace {

// A pass that another thread runs does not exist in a forked child: there the
// mutex is a new one.
std::recursive_mutex& EngineMutex() {
  static auto* mutex = [] {
    auto* m = new std::recursive_mutex;
    pthread_atfork(nullptr, nullptr,
                   [] { new (&EngineMutex()) std::recursive_mutex; });
    return m;
  }();
  return *mutex;
}
PD_MAKE_AT_LOAD(&EngineMutex());

Var RunHooks(const GradHooks& hooks, Var grad) {
  if (Recorder* r = State().recorder; PD_UNLIKELY(r)) r->Foreign("a hook");
  hooks.ForEach([&grad](const GradHook& hook) {
    Var replaced = hook(grad);
    if (!replaced) return;
    PADDLE_ENFORCE(
        replaced->dims == grad->dims,
        errors::InvalidArgument("register_hook: what the hook "
                                "returned has the wrong shape.")
            .Shapes({{"gradient", grad->dims}, {"returned", replaced->dims}}));
    grad = std::move(replaced);
  });
  return grad;
}

// What a capture goes through runs later, as a program.
bool IsTraced() {
  return PD_UNLIKELY(trace::Wishes() & trace::kTimes) && !State().recorder;
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
             const std::vector<Var>& roots, uint32_t since, bool ends) {
    only_caught_ = true;
    since_ = since;
    ends_ = ends;
    for (const Var& v : no_grad) blocked_.insert(KeyOf(*v));
    for (size_t i = 0; i < inputs.size(); ++i) {
      caught_.emplace(KeyOf(*inputs[i]), Var());
    }
    MarkNeeded(roots);
  }
  Var Caught(const DenseTensor& t) { return caught_[KeyOf(t)]; }
  Presence CaughtPresence(const DenseTensor& t) { return PresenceOf(KeyOf(t)); }

  void Seed(const Var& root, Var grad, const Presence& presence) {
    if (root->node) {
      SendToNode(root->node, root->out_index, std::move(grad), presence);
    } else {
      SendToLeaf(root.get(), std::move(grad), presence);
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
      if (ends_ && !HasGrads(*n)) continue;
      Propagate(n);
    }
    FinishLeaves();
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
  static bool HasGrads(const GradNode& n) {
    return std::any_of(n.outputs, n.outputs + n.num_outputs,
                       [](const Output& o) { return o.grad != nullptr; });
  }
  static void DropGrads(GradNode* n) {
    for (uint32_t i = 0; i < n->num_outputs; ++i) {
      if (n->outputs[i].grad)
        Release(std::exchange(n->outputs[i].grad, nullptr));
    }
  }

  // A gradient that is not always there arrives; `more`: beside others.
  void NotePresence(const Key& key, const Presence& presence, bool more) {
    if (PD_LIKELY(presence.empty() && maybe_.empty())) return;
    if (more) {
      const auto it = maybe_.find(key);
      if (it == maybe_.end()) return;
      it->second = EitherOf(it->second, presence);
      if (it->second.empty()) maybe_.erase(it);
    } else if (presence.empty()) {
      maybe_.erase(key);
    } else {
      maybe_[key] = presence;
    }
  }
  // Before `g` is added to what is there.
  void MaskBoth(const Key& key, DenseTensor*& slot, Var* g,
                const Presence& presence) {
    if (PD_LIKELY(presence.empty() && maybe_.empty())) return;
    const Presence before = PresenceOf(key);
    if (!slot || AreSame(before, presence)) return;
    *g = Masked(std::move(*g), presence);
    if (before.empty()) return;
    slot = Masked(Var::Own(std::exchange(slot, nullptr)), before).Take();
  }
  Presence PresenceOf(const Key& key) const {
    if (PD_LIKELY(maybe_.empty())) return {};
    const auto it = maybe_.find(key);
    return it == maybe_.end() ? Presence() : it->second;
  }

  void SendToNode(GradNode* n, uint32_t out, Var g, const Presence& presence) {
    const Key key(n, static_cast<int>(out));
    MaskBoth(key, n->outputs[out].grad, &g, presence);
    NotePresence(key, presence, n->outputs[out].grad);
    bool first = true;
    for (uint32_t i = 0; i < n->num_outputs && first; ++i) {
      first = n->outputs[i].grad == nullptr;
    }
    Accumulate(n->outputs[out].grad, std::move(g), create_graph_);
    if (first) {
      Retain(n);
      heap_.push_back(n);
      std::push_heap(heap_.begin(), heap_.end(), LowerLevel);
    }
  }

  // Hooks see the whole gradient, once: a leaf that has some waits for the end.
  // So does one whose presence is not known yet.
  void SendToLeaf(DenseTensor* leaf, Var g, const Presence& presence) {
    const Key key(leaf, -1);
    if (PD_UNLIKELY(only_caught_)) {
      const auto it = caught_.find(key);
      if (it == caught_.end()) return;
      AddTo(key, it->second, std::move(g), presence);
    } else if (PD_UNLIKELY(HasHooks(*leaf) ||
                           (!waiting_.empty() && waiting_.count(leaf)) ||
                           (!presence.empty() && !GradOf(*leaf)))) {
      const auto [it, first] = waiting_.emplace(leaf, leaves_.size());
      if (first) leaves_.emplace_back(Var::Share(leaf), Var());
      AddTo(key, leaves_[it->second].second, std::move(g), presence);
    } else {
      g = Masked(std::move(g), presence);
      AccumulateGrad(*leaf, std::move(g), create_graph_);
    }
  }
  void AddTo(const Key& key, Var& sum, Var g, const Presence& presence) {
    DenseTensor* slot = sum.Take();
    MaskBoth(key, slot, &g, presence);
    NotePresence(key, presence, slot != nullptr);
    Accumulate(slot, std::move(g), create_graph_);
    sum = Var::Own(slot);
  }
  static bool HasHooks(const DenseTensor& leaf) {
    const AutogradMeta* meta = MetaIfAny(leaf);
    if (!meta) return false;
    std::lock_guard lock(GraphMutex());
    return meta->hooks || !meta->done.hooks().empty();
  }
  static Var RunLeafHooks(const DenseTensor& leaf, Var g) {
    std::shared_ptr<GradHooks> hooks;
    if (const AutogradMeta* meta = MetaIfAny(leaf)) {
      std::lock_guard lock(GraphMutex());
      hooks = meta->hooks;
    }
    return hooks ? RunHooks(*hooks, std::move(g)) : g;
  }

  void FinishLeaves() {
    for (auto& [key, g] : caught_) {
      if (key.second >= 0 || !g) continue;
      const auto* leaf = static_cast<const DenseTensor*>(key.first);
      if (!since_) g = RunLeafHooks(*leaf, std::move(g));
    }
    std::erase_if(leaves_, [&](const auto& leaf) {
      return !IsThere(PresenceOf(KeyOf(*leaf.first)));
    });
    for (auto& [leaf, g] : leaves_) {
      g = RunLeafHooks(*leaf, std::move(g));
      AccumulateGrad(*leaf, std::move(g), create_graph_);
    }
    for (auto& [leaf, g] : leaves_) {
      if (leaf->meta)
        leaf->meta->done.ForEach([](const auto& callback) { callback(); });
    }
  }

  // Whether somebody sees the gradient of this output.
  bool IsSeen(GradNode* n, uint32_t out) {
    if (only_caught_ && caught_.count({n, static_cast<int>(out)})) return true;
    std::lock_guard lock(GraphMutex());
    const NodeExtras& extras = ExtrasOf(*n);
    const auto here = [out](const auto& entry) { return entry.first == out; };
    const auto& hooks = extras.hooks;
    const auto list = std::find_if(hooks.begin(), hooks.end(), here);
    if (list != hooks.end() && !list->second->hooks().empty()) return true;
    return !only_caught_ && std::any_of(extras.retain_grad.begin(),
                                        extras.retain_grad.end(), here);
  }

  // What is seen has to be the whole gradient.
  void CheckParts(GradNode* n) {
    const auto custom = n->extras.load()->custom;
    if (!custom || ends_) return;
    for (uint32_t from = 0; from < n->num_outputs; ++from) {
      if (!n->outputs[from].grad) continue;
      for (uint32_t to = 0; to < n->num_outputs; ++to) {
        if (from != to && custom->made_of(from, to) && IsSeen(n, to)) {
          custom->RefusePart();
        }
      }
    }
  }

  // Hooks, retained and caught gradients of a node's outputs.
  void FinishOutputs(GradNode* n) {
    if (PD_UNLIKELY(n->extras.load(std::memory_order_acquire) != nullptr) &&
        n->epoch >= since_) {
      CheckParts(n);
      RunNodeHooks(n);
      if (!only_caught_) FillRetained(n);
    }
    if (PD_LIKELY(!only_caught_)) return;
    for (uint32_t i = 0; i < n->num_outputs; ++i) {
      const auto it = caught_.find({n, static_cast<int>(i)});
      if (it == caught_.end()) continue;
      DenseTensor*& g = n->outputs[i].grad;
      it->second = ends_ ? Var::Own(std::exchange(g, nullptr)) : Var::Share(g);
    }
  }

  // A gradient that somebody looks at: dropped where it is not there.
  void DropAbsent(GradNode* n, uint32_t out) {
    const Key key(n, static_cast<int>(out));
    if (PD_LIKELY(maybe_.empty()) || !maybe_.count(key)) return;
    if (!IsThere(maybe_[key])) {
      Release(std::exchange(n->outputs[out].grad, nullptr));
      dropped_ = true;
    }
    maybe_.erase(key);
  }

  void RunNodeHooks(GradNode* n) {
    std::vector<std::pair<uint32_t, std::shared_ptr<GradHooks>>> all;
    {
      std::lock_guard lock(GraphMutex());
      all = ExtrasOf(*n).hooks;
    }
    for (const auto& [out, hooks] : all) {
      DenseTensor*& g = n->outputs[out].grad;
      if (g) DropAbsent(n, out);
      if (!g) continue;
      g = RunHooks(*hooks, Var::Own(std::exchange(g, nullptr))).Take();
    }
  }

  // The tensors may die on other threads: they are looked at under the lock
  // alone, which they take to leave the list.
  void FillRetained(GradNode* n) {
    struct Retained {
      std::pair<uint32_t, DenseTensor*> entry;
      Var grad;
    };
    std::vector<Retained> all;
    {
      std::lock_guard lock(GraphMutex());
      for (const auto& entry : ExtrasOf(*n).retain_grad) {
        all.push_back({entry, Var::Share(entry.second->meta->grad)});
      }
    }
    for (auto& [entry, grad] : all) {
      if (n->outputs[entry.first].grad) DropAbsent(n, entry.first);
      if (!n->outputs[entry.first].grad) continue;
      const Var g = Var::Share(n->outputs[entry.first].grad);
      grad = grad ? ops::Add(grad, g) : OwnMemory(g, create_graph_);
      std::lock_guard lock(GraphMutex());
      const auto& now = ExtrasOf(*n).retain_grad;
      if (std::find(now.begin(), now.end(), entry) == now.end()) continue;
      entry.second->meta->zero_grad = DataType::kUndefined;
      DenseTensor*& slot = entry.second->meta->grad;
      grad = Var::Own(std::exchange(slot, grad.Take()));
    }
  }

  // `present` gets the presence of each gradient that is returned, if any is
  // not always there.
  VarList RunCustom(GradNode* n, std::vector<Presence>* present) {
    NodeExtras* extras = n->extras;
    const auto custom = extras ? extras->custom : nullptr;
    if (!custom) ThrowReleased(*n->op);
    Recorder* recorder = State().recorder;
    if (PD_UNLIKELY(recorder) && custom->foreign()) {
      recorder->Foreign("a custom backward");
    }
    VarList incoming;
    for (uint32_t i = 0; i < n->num_outputs; ++i) {
      incoming.push_back(Var::Share(n->outputs[i].grad));
    }
    std::vector<Var> saved;
    for (const SavedTensor& t : extras->saved) saved.push_back(t.Get());
    std::vector<Presence> presence;
    for (uint32_t i = 0; i < n->num_outputs; ++i) {
      presence.push_back(PresenceOf(Key(n, static_cast<int>(i))));
    }
    return custom->RunMaybe(incoming, presence, saved, present);
  }
  // Of what comes out of a rule: there where something comes in.
  Presence PresenceOf(const GradNode& n) const {
    Presence any;
    bool first = true;
    for (uint32_t i = 0; i < n.num_outputs; ++i) {
      if (!n.outputs[i].grad) continue;
      const Presence one = PresenceOf(Key(&n, static_cast<int>(i)));
      any = first ? one : EitherOf(any, one);
      first = false;
    }
    return any;
  }

  // The rule mixes what comes in by several outputs.
  void MaskOutputs(GradNode* n, const Presence& all) {
    for (uint32_t i = 0; i < n->num_outputs; ++i) {
      DenseTensor*& slot = n->outputs[i].grad;
      const Presence one = PresenceOf(Key(n, static_cast<int>(i)));
      if (!slot || AreSame(one, all)) continue;
      slot = Masked(Var::Own(std::exchange(slot, nullptr)), one).Take();
    }
  }

  void Propagate(GradNode* n) {
    const PlaceGuard place(n->outputs[0].place);
    std::optional<trace::Scope> traced;
    if (PD_UNLIKELY(IsTraced())) {
      traced.emplace(GradNodeName(*n->op), trace::Kind::kOperator);
    }
    if (PD_UNLIKELY(dropped_) && !HasGrads(*n)) return;
    Presence presence;
    if (PD_UNLIKELY(!maybe_.empty())) {
      presence = PresenceOf(*n);
      if (n->op->vjp) MaskOutputs(n, presence);
    }
    std::vector<Presence> present;
    std::optional<GradientOf> told;
    if (PD_UNLIKELY(flags::check_nan_inf)) told.emplace(n->op);
    VarList grads = PD_LIKELY(n->op->vjp != nullptr)
                        ? n->op->vjp(NodeVjpContext(*n))
                        : RunCustom(n, &present);
    DropGrads(n);  // so that a leaf may keep one as it is
    const int count = std::min(static_cast<int>(n->num_operands), grads.size());
    for (int i = 0; i < count; ++i) {
      const Operand& o = n->operands[i];
      if (!grads[i] || !(o.node || o.leaf)) continue;
      CheckShape(*n, i, *grads[i]);
      Send(o, std::move(grads[i]), present.empty() ? presence : present[i]);
    }
    if (retain_graph_) return;
    if (Recorder* recorder = State().recorder; PD_UNLIKELY(recorder)) {
      recorder->ReleaseNode(n);
    } else {
      ReleaseSaved(n);
    }
  }

  void Send(const Operand& o, Var g, const Presence& presence) {
    const AutogradMeta* meta =
        o.leaf && !only_caught_ ? MetaIfAny(*o.leaf) : nullptr;
    const DataType dtype =
        meta && meta->wide_grad ? DataType::kFloat32 : o.dtype;
    if (g->dtype != dtype) g = ops::Cast(g, dtype);
    if (PD_UNLIKELY(!blocked_.empty())) {
      const Key key = o.node ? Key(o.node, o.out_index) : Key(o.leaf, -1);
      if (blocked_.count(key)) return;
    }
    if (o.node) {
      SendToNode(o.node, o.out_index, std::move(g), presence);
    } else {
      SendToLeaf(o.leaf, std::move(g), presence);
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

  bool IsCaught(const Operand& o) const {
    return caught_.count(Key(o.node, static_cast<int>(o.out_index)));
  }
  // Also where the way goes on inside of the node, which is then refused.
  bool LeadsToCaught(const Operand& o) const {
    if (!o.node) return caught_.count(Key(o.leaf, -1));
    if (IsCaught(o) || needed_.count(o.node)) return true;
    const NodeExtras* extras = o.node->extras.load(std::memory_order_acquire);
    if (!extras || !extras->custom || ends_) return false;
    for (uint32_t other = 0; other < o.node->num_outputs; ++other) {
      if (caught_.count(Key(o.node, static_cast<int>(other))) &&
          extras->custom->made_of(o.out_index, other)) {
        return true;
      }
    }
    return false;
  }
  // Nodes from which a caught tensor can be reached; depth first, no recursion.
  void MarkNeeded(const std::vector<Var>& roots) {
    std::unordered_set<GradNode*> visited;
    struct Frame {
      GradNode* node;
      uint32_t next;
    };
    std::vector<Frame> stack;
    auto enter = [&](GradNode* n) {
      if (n->epoch < since_) return;
      if (visited.insert(n).second) stack.push_back({n, 0});
    };
    for (const Var& root : roots) {
      if (root->node) enter(root->node);
      while (!stack.empty()) {
        Frame& frame = stack.back();
        if (frame.next == frame.node->num_operands) {
          GradNode* done = frame.node;
          stack.pop_back();
          for (uint32_t i = 0; i < done->num_operands; ++i) {
            const Operand& o = done->operands[i];
            const Key key = o.node ? Key(o.node, o.out_index) : Key(o.leaf, -1);
            if (!key.first || blocked_.count(key)) continue;
            if (LeadsToCaught(o)) needed_.insert(done);
          }
          continue;
        }
        const Operand& o = frame.node->operands[frame.next++];
        if (!o.node || (ends_ && IsCaught(o))) continue;
        enter(o.node);
      }
    }
  }

  std::unique_lock<std::recursive_mutex> lock_;
  bool retain_graph_, create_graph_, only_caught_ = false;
  uint32_t since_ = 0;
  bool ends_ = false;     // what is caught goes no further
  bool dropped_ = false;  // a gradient turned out not to be there
  GradModeGuard mode_;
  PauseAmp pause_amp_;
  std::vector<GradNode*> heap_;  // each holds a reference
  std::unordered_map<Key, Var, KeyHash> caught_;
  std::unordered_map<Key, Presence, KeyHash> maybe_;  // not always there
  std::unordered_set<Key, KeyHash> blocked_;
  std::unordered_set<GradNode*> needed_;
  std::vector<std::pair<Var, Var>> leaves_;  // with hooks, and their gradients
  std::unordered_map<const DenseTensor*, size_t> waiting_;  // where in leaves_
};

Var SeedGrad(const Var& root, const Var& given, const char* caller) {
  RequireHistory(*root, caller);
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
  std::optional<trace::Scope> traced;
  if (PD_UNLIKELY(IsTraced())) {
    traced.emplace("Gradient Backward", trace::Kind::kBackward);
  }
  Pass pass(retain_graph || create_graph, create_graph);
  for (size_t i = 0; i < roots.size(); ++i) {
    const Var given = i < grads.size() ? grads[i] : Var();
    pass.Seed(roots[i], SeedGrad(roots[i], given, "backward"), {});
  }
  pass.Run();
}

std::vector<Var> RunGrad(const std::vector<Var>& outputs,
                         const std::vector<Var>& inputs,
                         const std::vector<Var>& grad_outputs,
                         const GradOptions& options,
                         std::vector<Presence>* presence) {
  std::optional<trace::Scope> traced;
  if (PD_UNLIKELY(IsTraced())) {
    traced.emplace("Gradient Backward", trace::Kind::kBackward);
  }
  for (const Var& input : inputs) {
    RequireHistory(*input, "grad");
    PADDLE_ENFORCE(
        input->requires_grad(),
        errors::PreconditionNotMet("grad: an input does not want a gradient.")
            .Expected("stop_gradient = False")
            .Received("stop_gradient = True"));
  }
  Pass pass(options.retain_graph || options.create_graph, options.create_graph);
  pass.Catch(inputs, options.no_grad, outputs, options.since,
             options.ends_at_inputs);
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Var given = i < grad_outputs.size() ? grad_outputs[i] : Var();
    pass.Seed(outputs[i], SeedGrad(outputs[i], given, "grad"),
              i < options.presence.size() ? options.presence[i] : Presence());
  }
  pass.Run();
  std::vector<Var> result;
  for (size_t i = 0; i < inputs.size(); ++i) {
    Var g = pass.Caught(*inputs[i]);
    if (presence) {
      presence->push_back(pass.CaughtPresence(*inputs[i]));
    } else if (g && !IsThere(pass.CaughtPresence(*inputs[i]))) {
      g = Var();
    }
    if (g) g = OwnMemory(std::move(g), options.create_graph);
    result.push_back(std::move(g));
    PADDLE_ENFORCE(result.back() || options.allow_unused,
                   errors::InvalidArgument(
                       "grad: input %zu is not used by the outputs.", i)
                       .Hint("pass allow_unused=True to get None for it."));
  }
  return result;
}

}  // namespace paddle
