#include "eager/grad_node.h"

#include <algorithm>
#include <cstring>

#include "core/made_at_load.h"
#include "eager/recorder.h"
#include "eager/view_history.h"
#include "ops/builder.h"
#include "ops/generated/ops.h"

namespace paddle {

CustomBackward::~CustomBackward() = default;

VarList CustomBackward::RunMaybe(const VarList& grads,
                                 const std::vector<Presence>& incoming,
                                 const std::vector<Var>& saved,
                                 std::vector<Presence>* present) {
  VarList result = Run(grads, saved);
  Presence any;
  for (size_t i = 0, seen = 0; i < incoming.size(); ++i) {
    if (!grads[static_cast<int>(i)]) continue;
    any = seen++ ? EitherOf(any, incoming[i]) : incoming[i];
  }
  present->assign(result.size(), any);
  return result;
}

ForkMutex& GraphMutex() {
  static auto* mutex = new ForkMutex;
  return *mutex;
}
PD_MAKE_AT_LOAD(&GraphMutex());

AutogradMeta& MetaOf(DenseTensor& t) {
  if (AutogradMeta* meta = MetaIfAny(t)) return *meta;
  auto fresh = std::make_unique<AutogradMeta>();
  std::lock_guard lock(GraphMutex());
  if (AutogradMeta* meta = MetaIfAny(t)) return *meta;
  std::atomic_ref(t.meta).store(fresh.get(), std::memory_order_release);
  return *fresh.release();
}

NodeExtras& ExtrasOf(GradNode& n) {
  if (!n.extras) n.extras = new NodeExtras;
  return *n.extras;
}

GradState GradStateOf(const DenseTensor& t) {
  const AutogradMeta* meta = MetaIfAny(t);
  if (!meta) return {};
  std::lock_guard lock(GraphMutex());
  return {Var::Share(meta->grad), meta->zero_grad};
}

Var GradOf(const DenseTensor& t) {
  GradState state = GradStateOf(t);
  if (PD_LIKELY(state.zero == DataType::kUndefined)) return state.grad;
  const PauseRecorder pause;  // it was there before a capture looked
  GradModeGuard no_grad(false);
  Var zeros = ops::Full(t.dims, Scalar(0.0), state.zero);
  AutogradMeta& meta = *MetaIfAny(t);
  std::lock_guard lock(GraphMutex());
  if (meta.zero_grad != DataType::kUndefined) {
    meta.zero_grad = DataType::kUndefined;
    meta.grad = zeros.Take();
  }
  return Var::Share(meta.grad);
}

void SetGradState(DenseTensor& t, GradState state) {
  if (Recorder* r = State().recorder; PD_UNLIKELY(r)) r->GradChanges(t);
  PutGradState(t, std::move(state));
}

void PutGradState(DenseTensor& t, GradState state) {
  if (!state.grad && state.zero == DataType::kUndefined && !MetaIfAny(t)) {
    return;
  }
  AutogradMeta& meta = MetaOf(t);
  std::unique_lock lock(GraphMutex());
  Var old = Var::Own(std::exchange(meta.grad, state.grad.Take()));
  meta.zero_grad = state.zero;
  lock.unlock();
}

void SetGrad(DenseTensor& t, Var grad) {
  SetGradState(t, {std::move(grad), DataType::kUndefined});
}

void ClearGrad(DenseTensor& t) {
  const GradState old = GradStateOf(t);
  if (old.grad) SetGradState(t, {Var(), old.grad->dtype});
}

namespace {

void* AllocateBlock(ThreadState& s, size_t bytes) {
  const int c = SizeClass(bytes);
  return c < kNumSizeClasses ? AllocClass(s, c) : memory::AllocateLarge(bytes);
}
void FreeBlock(ThreadState& s, void* p, size_t bytes) {
  const int c = SizeClass(bytes);
  if (c < kNumSizeClasses) {
    FreeClass(s, c, p);
  } else {
    memory::FreeLarge(p, bytes);
  }
}

void DestroyNode(GradNode* n, ThreadState& s) {
  delete n->extras.load(std::memory_order_relaxed);
  FreeBlock(s, n, n->block_bytes);
}

constinit thread_local uint32_t node_epoch PD_TLS_MODEL = 0;

// Bytes of the attributes' own data (lists and strings are copied in).
size_t AttrBytes(const OpDef& op, const Args& args) {
  size_t bytes = 0;
  for (uint32_t m = op.attr_mask; m; m &= m - 1) {
    const int i = __builtin_ctz(m);
    const ArgType type = op.schema.args[i].type;
    if (type == ArgType::kIntArray) {
      bytes += args.slot[i].ints.size() * sizeof(int64_t);
    } else if (type == ArgType::kString) {
      bytes += (args.slot[i].text.size() + 7) / 8 * 8;
    }
  }
  return bytes;
}

void CopyAttrs(const OpDef& op, const Args& args, Slot* to, char* data) {
  for (uint32_t m = op.attr_mask; m; m &= m - 1) {
    const int i = __builtin_ctz(m);
    to[i] = args.slot[i];
    const ArgType type = op.schema.args[i].type;
    if (type == ArgType::kIntArray) {
      const size_t bytes = to[i].ints.size() * sizeof(int64_t);
      if (bytes) std::memcpy(data, to[i].ints.data(), bytes);
      to[i].ints =
          IntArray(reinterpret_cast<int64_t*>(data), to[i].ints.size());
      data += bytes;
    } else if (type == ArgType::kString) {
      const size_t size = to[i].text.size();
      if (size) std::memcpy(data, to[i].text.data(), size);
      to[i].text = std::string_view(data, size);
      data += (size + 7) / 8 * 8;
    }
  }
}

GradNode* NewNode(const OpDef* op, int num_operands, int num_outputs,
                  int num_attrs, size_t attr_bytes) {
  const size_t bytes =
      sizeof(GradNode) + static_cast<size_t>(num_operands) * sizeof(Operand) +
      static_cast<size_t>(num_outputs) * sizeof(Output) +
      static_cast<size_t>(num_attrs) * sizeof(Slot) + attr_bytes;
  char* block = static_cast<char*>(AllocateBlock(State(), bytes));
  auto* n = reinterpret_cast<GradNode*>(block);
  new (&n->references) std::atomic<int32_t>(num_outputs);  // one per output
  n->level = 1;
  n->op = op;
  n->num_operands = static_cast<uint32_t>(num_operands);
  n->num_outputs = static_cast<uint32_t>(num_outputs);
  n->block_bytes = bytes;
  n->released = false;
  n->epoch = node_epoch;
  new (&n->extras) std::atomic<NodeExtras*>(nullptr);
  block += sizeof(GradNode);
  n->operands = reinterpret_cast<Operand*>(block);
  block += num_operands * sizeof(Operand);
  n->outputs = reinterpret_cast<Output*>(block);
  block += num_outputs * sizeof(Output);
  n->attrs = reinterpret_cast<Slot*>(block);
  return n;
}

void Connect(GradNode* n, Operand& to, DenseTensor* t) {
  to.node = nullptr;
  to.leaf = nullptr;
  to.saved = nullptr;
  to.given = t != nullptr;
  if (!t) {
    to.dims.clear();
    return;
  }
  to.dtype = t->dtype;
  to.place = t->place;
  to.dims = t->dims;
  if (!(t->flags & kRequiresGrad)) return;
  if (t->node) {
    to.node = t->node;
    to.out_index = t->out_index;
    Retain(t->node);
    n->level = std::max(n->level, t->node->level + 1);
  } else {
    // A leaf must not hold what may come to depend on it.
    if (PD_UNLIKELY(t->base != nullptr)) DropBase(*t);
    to.leaf = t;
    Retain(t);
  }
}

DenseTensor* SavedAlias(DenseTensor& t) {
  DenseTensor* saved = Alias(t).Take();
  if (Recorder* recorder = State().recorder; PD_UNLIKELY(recorder))
    recorder->Saved(*saved);
  return saved;
}

// A parameter is kept itself. Anything else may become the result of a later
// in-place call that depends on this node: an alias, which has no node, can not
// close that cycle.
void Save(Operand& o, DenseTensor* t, bool overwritten) {
  o.version = t->version() - (overwritten ? 1 : 0);
  if (o.leaf) {
    Retain(t);
    o.saved = t;
  } else {
    o.saved = SavedAlias(*t);
  }
}

PD_COLD void MoveRetained(DenseTensor& t, GradNode* to, uint32_t out_index) {
  std::lock_guard lock(GraphMutex());
  if (t.node) {
    std::erase_if(ExtrasOf(*t.node).retain_grad,
                  [&t](const auto& entry) { return entry.second == &t; });
  }
  if (to) ExtrasOf(*to).retain_grad.emplace_back(out_index, &t);
}

void ConnectOutput(GradNode* n, int i, DenseTensor* t) {
  Output& o = n->outputs[i];
  o.grad = nullptr;
  o.saved = nullptr;
  o.dtype = t->dtype;
  o.place = t->place;
  o.dims = t->dims;
  if (!IsDifferentiable(t->dtype)) {  // indices, masks: no gradient ever
    n->references.fetch_sub(1, std::memory_order_relaxed);
    return;
  }
  SetNode(*t, n, static_cast<uint32_t>(i));
  t->flags |= kRequiresGrad;
}

}  // namespace

uint32_t SetNodeEpoch(uint32_t epoch) {
  return std::exchange(node_epoch, epoch);
}

uint32_t NewNodeEpoch() {
  static std::atomic<uint32_t> last{0};
  return ++last;
}

void SetNode(DenseTensor& t, GradNode* n, uint32_t out_index) {
  const AutogradMeta* meta = MetaIfAny(t);
  if (PD_UNLIKELY(meta && meta->retains_grad)) MoveRetained(t, n, out_index);
  t.out_index = out_index;
  if (GradNode* old = std::exchange(t.node, n)) Release(old);
}

void ReleaseSaved(GradNode* n) {
  n->released = true;
  for (uint32_t i = 0; i < n->num_operands; ++i) {
    if (n->operands[i].saved)
      Release(std::exchange(n->operands[i].saved, nullptr));
  }
  for (uint32_t i = 0; i < n->num_outputs; ++i) {
    if (n->outputs[i].saved)
      Release(std::exchange(n->outputs[i].saved, nullptr));
  }
  NodeExtras* extras = n->extras.load(std::memory_order_acquire);
  if (PD_UNLIKELY(extras && extras->custom && extras->custom->saves())) {
    extras->saved.clear();
    extras->custom.reset();
  }
  if (PD_UNLIKELY(extras != nullptr)) extras->packed.clear();
}

void CustomBackward::RefusePart() const {
  PADDLE_THROW(
      errors::Unimplemented(
          "backward: a hook, retain_grads or grad() wants the gradient "
          "of one result of a captured function, of which another "
          "result was made in a branch or a loop on tensors.")
          .Hint("ask for it inside of the function, or "
                "paddle.jit.enable_to_static(False)."));
}

SavedOfNode TakeSaved(GradNode* n) {
  SavedOfNode taken;
  for (uint32_t i = 0; i < n->num_operands; ++i) {
    taken.tensors.push_back(Var::Share(n->operands[i].saved));
  }
  for (uint32_t i = 0; i < n->num_outputs; ++i) {
    taken.tensors.push_back(Var::Share(n->outputs[i].saved));
  }
  if (NodeExtras* extras = n->extras.load(std::memory_order_acquire)) {
    if (extras->custom) taken.passed = extras->custom->passed();
    if (extras->custom && extras->custom->saves()) {
      taken.custom = extras->custom;
      taken.custom_tensors = std::exchange(extras->saved, {});
    }
    taken.packed = std::exchange(extras->packed, {});
  }
  ReleaseSaved(n);
  return taken;
}

void PutSaved(GradNode* n, SavedOfNode saved) {
  n->released = false;
  auto tensor = saved.tensors.begin();
  for (uint32_t i = 0; i < n->num_operands; ++i) {
    n->operands[i].saved = (tensor++)->Take();
  }
  for (uint32_t i = 0; i < n->num_outputs; ++i) {
    n->outputs[i].saved = (tensor++)->Take();
  }
  NodeExtras* extras = n->extras.load(std::memory_order_acquire);
  if (!extras) return;
  if (saved.custom) {
    extras->custom = std::move(saved.custom);
    extras->saved = std::move(saved.custom_tensors);
  }
  if (extras->custom) extras->custom->set_passed(std::move(saved.passed));
  extras->packed = std::move(saved.packed);
}

void ThrowReleased(const OpDef& op) {
  PADDLE_THROW(errors::PreconditionNotMet(
                   "%s: backward a second time, but what it saved is released.",
                   op.name.c_str())
                   .Hint("pass retain_graph=True to the first backward()."));
}

void Release(GradNode* first) {
  static constinit thread_local GradNode* pending PD_TLS_MODEL = nullptr;
  static constinit thread_local bool draining PD_TLS_MODEL = false;
  if (!DropReference(first->references)) return;
  first->next_dead = pending;
  pending = first;
  if (draining) return;  // the loop below, further up the stack, gets to it
  draining = true;
  ThreadState& s = State();
  while (GradNode* n = pending) {
    pending = n->next_dead;
    ReleaseSaved(n);
    for (uint32_t i = 0; i < n->num_outputs; ++i) {
      if (n->outputs[i].grad) Release(n->outputs[i].grad);
    }
    for (uint32_t i = 0; i < n->num_operands; ++i) {
      const Operand& o = n->operands[i];
      if (o.node) Release(o.node);
      if (o.leaf) Release(o.leaf);
    }
    DestroyNode(n, s);
  }
  draining = false;
}

void CheckHistories(const OpDef& op, const Args& args) {
  ForEachOperand(op, args, [&](DenseTensor* t) {
    if (t && PD_UNLIKELY(t->HistoryIsStale())) {
      RequireHistory(*t, op.name.c_str());
    }
  });
}

void Record(const OpDef& op, const Args& args, Outs& outs) {
  CheckHistories(op, args);
  int num_operands = __builtin_popcount(op.tensor_mask);
  for (uint32_t m = op.list_mask; m; m &= m - 1) {
    num_operands += args.slot[__builtin_ctz(m)].tensors.size();
  }
  const bool has_attrs = op.attr_mask;
  GradNode* n =
      NewNode(&op, num_operands, outs.size(), has_attrs ? args.size : 0,
              has_attrs ? AttrBytes(op, args) : 0);
  if (has_attrs) {
    CopyAttrs(op, args, n->attrs,
              reinterpret_cast<char*>(n->attrs + args.size));
  }
  int k = 0;
  for (uint32_t m = op.tensor_mask | op.list_mask; m; m &= m - 1) {
    const int arg = __builtin_ctz(m);
    const bool save = op.saves_in >> arg & 1;
    auto add = [&](DenseTensor* t) {
      Operand& o = n->operands[k++];
      Connect(n, o, t);
      if (save && t) Save(o, t, args.inplace && t == outs[0]);
    };
    if (PD_UNLIKELY(op.list_mask >> arg & 1)) {
      for (DenseTensor* t : args.slot[arg].tensors) add(t);
    } else {
      add(args.slot[arg].tensor);
    }
  }
  for (int i = 0; i < outs.size(); ++i) {
    ConnectOutput(n, i, outs[i]);
    if (op.saves_out >> i & 1) {  // an alias: the output must not own itself
      n->outputs[i].saved = SavedAlias(*outs[i]);
      n->outputs[i].version = outs[i]->version();
    }
  }
  PackSaved(n);
}

void MoveHistory(DenseTensor& from, DenseTensor* to) {
  if (!from.node) return;
  Retain(from.node);
  SetNode(*to, from.node, from.out_index);
  DropNode(from);
  to->flags |= kRequiresGrad;
}

const OpDef& PyLayerOp() {
  static const OpDef* const op = [] {
    auto* made = new OpDef;
    made->name = "py_layer";
    return made;
  }();
  return *op;
}

void RecordCustom(const std::vector<Var>& inputs,
                  const std::vector<Var>& outputs,
                  const std::vector<Var>& saved,
                  std::shared_ptr<CustomBackward> backward) {
  GradNode* n = NewNode(&PyLayerOp(), static_cast<int>(inputs.size()),
                        static_cast<int>(outputs.size()), 0, 0);
  auto* extras = new NodeExtras;
  n->extras = extras;
  extras->custom = std::move(backward);
  for (size_t i = 0; i < inputs.size(); ++i) {
    Connect(n, n->operands[i], inputs[i].get());
  }
  Retain(n);  // keeps it if no output can carry a gradient
  for (size_t i = 0; i < outputs.size(); ++i) {
    ConnectOutput(n, static_cast<int>(i), outputs[i].get());
  }
  for (const Var& t : saved) extras->saved.emplace_back(*t, n);
  Release(n);
}

namespace {

// Whether `t` and its node go when the one reference to `t` goes.
bool OwnsNode(const DenseTensor& t) {
  return t.references.load(std::memory_order_relaxed) == 1 && t.node &&
         t.node->references.load(std::memory_order_relaxed) == 1;
}

}  // namespace

int VisitOwned(const DenseTensor& t, int (*visit)(void* object, void* context),
               void* context) {
  if (t.references.load(std::memory_order_relaxed) != 1) return 0;
  int status = 0;
  auto visit_all = [&](const auto& list) {
    for (const auto& hook : list.hooks()) {
      if (!status && hook.object) status = visit(hook.object, context);
    }
  };
  std::lock_guard lock(GraphMutex());
  if (t.meta) {
    if (t.meta->hooks) visit_all(*t.meta->hooks);
    visit_all(t.meta->done);
  }
  const NodeExtras* extras = OwnsNode(t) ? t.node->extras.load() : nullptr;
  if (!extras) return status;
  for (const auto& [out, hooks] : extras->hooks) visit_all(*hooks);
  if (!status && extras->custom && extras->custom->object()) {
    status = visit(extras->custom->object(), context);
  }
  return status;
}

void DropOwned(DenseTensor& t) {
  if (t.references.load(std::memory_order_relaxed) != 1) return;
  if (OwnsNode(t)) DropNode(t);
  if (!t.meta) return;
  const auto hooks = std::exchange(t.meta->hooks, nullptr);
  while (!t.meta->done.hooks().empty()) {
    t.meta->done.Remove(t.meta->done.hooks().front().id);
  }
}

namespace {
[[maybe_unused]] const bool installed = [] {
  internal::destroy_autograd = [](DenseTensor& t) {
    DropNode(t);
    DropBase(t);
    if (t.meta) {
      if (t.meta->grad) Release(t.meta->grad);
      delete t.meta;
    }
  };
  return true;
}();
}  // namespace

}  // namespace paddle
