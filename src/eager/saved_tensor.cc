#include "eager/saved_tensor.h"

#include "eager/grad_node.h"
#include "eager/view_history.h"
#include "ops/builder.h"
#include "ops/generated/ops.h"

namespace paddle {

PackedTensor::~PackedTensor() = default;
SavedTensorHooks::~SavedTensorHooks() = default;

namespace {
constinit thread_local SavedTensorHooks* saved_hooks PD_TLS_MODEL = nullptr;
}  // namespace

SavedTensorHooks* SetSavedTensorHooks(SavedTensorHooks* hooks) {
  return std::exchange(saved_hooks, hooks);
}
bool HasSavedTensorHooks() { return saved_hooks != nullptr; }

namespace {

// What the hooks make of `t`. They record nothing, and what they compute is not
// packed.
std::unique_ptr<PackedTensor> Pack(const DenseTensor& t, uint32_t version) {
  struct Pause {
    SavedTensorHooks* hooks = SetSavedTensorHooks(nullptr);
    ~Pause() { SetSavedTensorHooks(hooks); }
  } pause;
  GradModeGuard no_grad(false);
  auto packed = pause.hooks->Pack(Alias(t));
  packed->version = version;
  return packed;
}

[[noreturn]] PD_COLD void ThrowChanged(const OpDef& op, const char* what,
                                       uint32_t expected, uint32_t received) {
  PADDLE_THROW(errors::PreconditionNotMet(
                   "%s: %s that its gradient needs was changed by an in-place "
                   "operation.",
                   op.name.c_str(), what)
                   .Expected("version " + std::to_string(expected))
                   .Received("version " + std::to_string(received))
                   .Hint("clone() the tensor before the in-place operation."));
}

// The packed tensor again, without its history.
Var Unpack(PackedTensor& packed, const OpDef& op, const char* what) {
  GradModeGuard no_grad(false);
  if (packed.memory && packed.memory->version != packed.version) {
    ThrowChanged(op, what, packed.version, packed.memory->version);
  }
  return Alias(*packed.Unpack());
}

// The values of `v`, whose gradient goes to `leaf`.
Var InPlaceOf(DenseTensor* leaf, Var v) {
  GradModeGuard record(true);
  const Var same = ops::Assign(Var::Share(leaf));
  Retain(same->node);
  SetNode(*v, same->node, same->out_index);
  v->flags |= kRequiresGrad;
  return v;
}

}  // namespace

SavedTensor::SavedTensor(DenseTensor& t, const GradNode* of) {
  if (PD_UNLIKELY(saved_hooks != nullptr)) packed_ = Pack(t, t.version());
  if (t.requires_grad() && !t.node) {  // a leaf never depends on anything
    DropBase(t);
    values_ = Var::Share(&t);
    return;
  }
  if (!packed_) {
    values_ = Alias(t);
    values_->flags |= t.flags & kRequiresGrad;
  }
  node_ = t.node;
  out_index_ = t.out_index;
  owns_node_ = node_ && node_ != of;
  if (owns_node_) Retain(node_);
}
SavedTensor::SavedTensor(SavedTensor&& o) noexcept
    : values_(std::move(o.values_)),
      packed_(std::move(o.packed_)),
      node_(o.node_),
      owns_node_(std::exchange(o.owns_node_, false)),
      out_index_(o.out_index_) {}
SavedTensor::~SavedTensor() {
  if (owns_node_) Release(node_);
}
Var SavedTensor::Get() const {
  if (!packed_ && !node_) return values_;
  Var v = packed_ ? Unpack(*packed_, PyLayerOp(), "a tensor") : Alias(*values_);
  if (!node_) {
    if (!values_ || !State().grad_enabled) return v;
    return InPlaceOf(values_.get(), std::move(v));
  }
  v->flags |= kRequiresGrad;
  Retain(node_);
  SetNode(*v, node_, out_index_);
  return v;
}

void PackSaved(GradNode* n) {
  if (PD_LIKELY(saved_hooks == nullptr)) return;
  std::vector<std::unique_ptr<PackedTensor>> packed(n->num_operands +
                                                    n->num_outputs);
  const auto each = [n](auto&& f) {
    for (uint32_t i = 0; i < n->num_operands; ++i) {
      f(i, n->operands[i].saved, n->operands[i].version);
    }
    for (uint32_t i = 0; i < n->num_outputs; ++i) {
      f(n->num_operands + i, n->outputs[i].saved, n->outputs[i].version);
    }
  };
  // A hook may raise: the node is not changed before all are through.
  each([&](uint32_t at, const DenseTensor* saved, uint32_t version) {
    if (saved) packed[at] = Pack(*saved, version);
  });
  each([&](uint32_t at, DenseTensor*& saved, uint32_t) {
    if (packed[at]) Release(std::exchange(saved, nullptr));
  });
  std::lock_guard lock(GraphMutex());
  std::swap(ExtrasOf(*n).packed, packed);  // the others die after the lock
}

Var NodeVjpContext::Unpacked(uint32_t at, const char* what, const DDim& dims,
                             DataType dtype) const {
  const NodeExtras* extras = n_.extras.load(std::memory_order_acquire);
  if (!extras || extras->packed.empty() || !extras->packed[at]) return Var();
  Var v = Unpack(*extras->packed[at], op_, what);
  PADDLE_ENFORCE(
      v->dims == dims && v->dtype == dtype,
      errors::InvalidArgument("%s: the unpack hook of saved_tensors_hooks gave "
                              "another tensor than was packed.",
                              op_.name.c_str())
          .Shapes({{"packed", dims}, {"unpacked", v->dims}})
          .Expected(Name(dtype))
          .Received(Name(v->dtype)));
  return v;
}

Var NodeVjpContext::in(int i) const {
  const Operand& operand = n_.operands[i];
  DenseTensor* t = operand.saved;
  if (PD_UNLIKELY(!t)) {
    if (n_.released) ThrowReleased(op_);
    if (!operand.given) return Var();
    if (Var v = Unpacked(i, "an input", operand.dims, operand.dtype)) {
      if (!State().grad_enabled) return v;
      if (operand.leaf) return InPlaceOf(operand.leaf, std::move(v));
      if (operand.node) {
        v->flags |= kRequiresGrad;
        Retain(operand.node);
        SetNode(*v, operand.node, operand.out_index);
      }
      return v;
    }
    PADDLE_THROW(
        errors::Fatal("%s: its Vjp reads input %d, which it does not "
                      "save.",
                      op_.name.c_str(), i));
  }
  if (PD_UNLIKELY(t->version() != n_.operands[i].version)) {
    ThrowChanged(op_, "an input", n_.operands[i].version, t->version());
  }
  GradNode* from = n_.operands[i].node;
  if (!from || !State().grad_enabled) return Var::Share(t);
  Var v = Alias(*t);
  v->node = from;
  v->out_index = n_.operands[i].out_index;
  v->flags |= kRequiresGrad;
  Retain(from);
  return v;
}

Var NodeVjpContext::out(int i) const {
  DenseTensor* t = n_.outputs[i].saved;
  Var unpacked;
  if (PD_UNLIKELY(!t) && !n_.released) {
    unpacked = Unpacked(n_.num_operands + i, "an output", n_.outputs[i].dims,
                        n_.outputs[i].dtype);
    t = unpacked.get();
  }
  if (PD_UNLIKELY(!t)) {
    if (n_.released) ThrowReleased(op_);
    PADDLE_THROW(
        errors::Fatal("%s: its Vjp reads output %d, which it does not "
                      "save.",
                      op_.name.c_str(), i));
  }
  if (PD_UNLIKELY(!unpacked && t->version() != n_.outputs[i].version)) {
    ThrowChanged(op_, "an output", n_.outputs[i].version, t->version());
  }
  Var v = Alias(*t);
  if (State().grad_enabled) {  // so that the gradient of the gradient is right
    v->node = &n_;
    v->out_index = static_cast<uint32_t>(i);
    v->flags |= kRequiresGrad;
    Retain(&n_);
  }
  return v;
}

Var NodeVjpContext::grad(int i) const {
  const Output& o = n_.outputs[i];
  if (o.grad) return Var::Share(o.grad);
  return ops::Full(o.dims, Scalar(0.0), o.dtype);
}

}  // namespace paddle
