// GradNode: one recorded call, its edges to what made its inputs, and what its
// gradient rule reads. One block from the thread's cache, sized by the call.
#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>

#include "core/fork_mutex.h"
#include "eager/saved_tensor.h"
#include "ops/vjp_context.h"

namespace paddle {

// Guards what may change on one thread while a pass on another reads it: hooks,
// the tensors that retain a gradient, `grad` itself. Held for a few
// instructions: no hook runs and nothing is destroyed under it.
PADDLE_API ForkMutex& GraphMutex();

// A hook on a tensor's gradient; returns the gradient to use (or an empty Var
// to leave it).
using GradHook = std::function<Var(const Var& grad)>;

// A list of functions of which each may add and remove others while it runs.
template <typename F>
class HookList {
 public:
  struct Hook {
    int64_t id;
    std::shared_ptr<const F> function;
    void* object;  // what a garbage collector knows `function` by, or null
  };
  int64_t Add(F f, void* object) {
    auto function = std::make_shared<const F>(std::move(f));
    std::lock_guard lock(GraphMutex());
    hooks_.push_back({next_id_, std::move(function), object});
    return next_id_++;
  }
  bool Remove(int64_t id) {
    Hook removed{};  // dies after the lock is let go
    std::lock_guard lock(GraphMutex());
    for (size_t i = 0; i < hooks_.size(); ++i) {
      if (hooks_[i].id != id) continue;
      removed = std::move(hooks_[i]);
      hooks_.erase(hooks_.begin() + static_cast<std::ptrdiff_t>(i));
      return true;
    }
    return false;
  }
  // Calls call(function) for those that were there at the beginning and still
  // are when their turn comes.
  template <typename Call>
  void ForEach(Call&& call) const {
    int64_t next = 0, end = -1;
    for (;;) {
      std::shared_ptr<const F> function;
      {
        std::lock_guard lock(GraphMutex());
        if (end < 0) end = next_id_;
        for (const Hook& hook : hooks_) {
          if (hook.id < next || hook.id >= end) continue;
          next = hook.id + 1;
          function = hook.function;
          break;
        }
      }
      if (!function) return;
      call(*function);
    }
  }
  const std::vector<Hook>& hooks() const { return hooks_; }

 private:
  int64_t next_id_ = 0;
  std::vector<Hook> hooks_;
};
using GradHooks = HookList<GradHook>;

// Of a gradient that is not always there, in a capture: one of these bools is
// true where it is. None: it is always there.
using Presence = std::vector<Var>;
PADDLE_API Presence EitherOf(const Presence& a, const Presence& b);

// The backward of a custom function (PyLayer). `grads` has one entry per
// output, empty where nothing flowed; returns one per operand.
class PADDLE_API CustomBackward {
 public:
  virtual ~CustomBackward();
  virtual VarList Run(const VarList& grads, const std::vector<Var>& saved) = 0;
  // As Run, where the presence of some of `grads` is known at run time only;
  // `present` gets that of each gradient that is returned.
  virtual VarList RunMaybe(const VarList& grads,
                           const std::vector<Presence>& incoming,
                           const std::vector<Var>& saved,
                           std::vector<Presence>* present);
  // Whether it is code of the user.
  virtual bool foreign() const { return true; }
  // False: a pass leaves nothing to release.
  virtual bool saves() const { return true; }
  // Where that depends on the results that passes have come from: those.
  virtual std::vector<bool> passed() const { return {}; }
  virtual void set_passed(std::vector<bool>) {}
  virtual void* object() const { return nullptr; }  // as in HookList::Hook
  // Whether one result was made of another, which passes do not show: what goes
  // from the first to the second stays inside.
  virtual bool made_of(uint32_t result, uint32_t other) const {
    return result == other;
  }
  // Somebody wants to see a gradient from which such a part is missing.
  [[noreturn]] virtual void RefusePart() const;
};

// Rare parts of a node.
struct NodeExtras {
  std::vector<std::pair<uint32_t, std::shared_ptr<GradHooks>>>
      hooks;                                                   // by output
  std::vector<std::pair<uint32_t, DenseTensor*>> retain_grad;  // not owned
  std::shared_ptr<CustomBackward> custom;
  std::vector<SavedTensor> saved;  // for `custom`
  // By operand, then by output; empty where nothing is packed.
  std::vector<std::unique_ptr<PackedTensor>> packed;
};

struct Operand {
  GradNode* node;      // what made the input, or ...
  DenseTensor* leaf;   // ... the leaf that wants the gradient; else both null
  DenseTensor* saved;  // where the rule reads it
  uint32_t version;    // of `saved` when it was recorded
  uint32_t out_index;  // of `node`
  bool given;          // false: an optional tensor left out
  DataType dtype;
  Place place;
  DDim dims;
};

struct Output {
  DenseTensor* grad;   // gathered by the running backward pass
  DenseTensor* saved;  // an alias of the output, where the rule reads it
  uint32_t version;
  DataType dtype;
  Place place;
  DDim dims;
};

struct GradNode {
  std::atomic<int32_t> references;
  uint32_t level;  // 1 + the highest among its inputs: an order of execution
  const OpDef* op;
  uint32_t num_operands, num_outputs;
  size_t block_bytes;
  bool released;   // what it saved is gone
  uint32_t epoch;  // see SetNodeEpoch
  std::atomic<NodeExtras*> extras;
  GradNode* next_dead;  // while a chain is unwound
  Operand* operands;
  Output* outputs;
  Slot* attrs;  // by position in the schema, only those that are no tensors
};

struct AutogradMeta {
  DenseTensor* grad = nullptr;           // see GradOf
  std::shared_ptr<GradHooks> hooks;      // of a leaf
  HookList<std::function<void()>> done;  // after a leaf got its gradient
  bool retains_grad = false;
  bool wide_grad = false;  // of a leaf: its gradient is float32
  // No kUndefined: the gradient is zero, of this dtype, and is made when
  // somebody looks at it.
  DataType zero_grad = DataType::kUndefined;
};

inline void Retain(GradNode* n) {
  n->references.fetch_add(1, std::memory_order_relaxed);
}
PADDLE_API void Release(GradNode* n);  // no recursion, however long the chain

// Null where there is none yet. Another thread may be giving `t` one.
inline AutogradMeta* MetaIfAny(const DenseTensor& t) {
  std::atomic_ref meta(const_cast<AutogradMeta*&>(t.meta));
  return meta.load(std::memory_order_acquire);
}
PADDLE_API AutogradMeta& MetaOf(DenseTensor& t);
// The gathered gradient, or an empty Var.
PADDLE_API Var GradOf(const DenseTensor& t);
PADDLE_API void SetGrad(DenseTensor& t, Var grad);
// The gradient becomes zero, where there is one.
PADDLE_API void ClearGrad(DenseTensor& t);
// What there is without looking: empty too where the gradient is zero.
struct GradState {
  Var grad;
  DataType zero = DataType::kUndefined;
};
PADDLE_API GradState GradStateOf(const DenseTensor& t);
PADDLE_API void SetGradState(DenseTensor& t, GradState state);
// The same behind a recorder's back: who does it takes it back, or says it.
PADDLE_API void PutGradState(DenseTensor& t, GradState state);

// The one way in which a tensor's node changes: a tensor that retains its
// gradient is known to its node. Takes the reference to `n`, which may be null.
PADDLE_API void SetNode(DenseTensor& t, GradNode* n, uint32_t out_index);
inline void DropNode(DenseTensor& t) { SetNode(t, nullptr, 0); }

// The rare parts, made where there are none yet. Under GraphMutex.
NodeExtras& ExtrasOf(GradNode& n);

// What this thread records from now on belongs to `epoch`; returns the one
// before. Branches that are captured have epochs of their own: what is older
// lies outside.
PADDLE_API uint32_t SetNodeEpoch(uint32_t epoch);
PADDLE_API uint32_t NewNodeEpoch();  // later than all others

// Calls visit(object, context) for the object of each hook and custom backward
// that `t` alone keeps alive, until one returns other than 0.
PADDLE_API int VisitOwned(const DenseTensor& t,
                          int (*visit)(void* object, void* context),
                          void* context);
// Lets go of those.
PADDLE_API void DropOwned(DenseTensor& t);

// Raises where an operand was written through another view of its memory.
void CheckHistories(const OpDef& op, const Args& args);
// Makes `outs` the results of a node. `args` must be the call's final
// arguments; for an in-place call outs[0] is the argument itself.
PADDLE_API void Record(const OpDef& op, const Args& args, Outs& outs);
// `to` becomes what `from` is a result of; `from` has no history any more.
void MoveHistory(DenseTensor& from, DenseTensor* to);
// The operator of nodes that custom functions make.
const OpDef& PyLayerOp();
// Makes `outputs` the results of a custom function, which reads `saved`.
PADDLE_API void RecordCustom(const std::vector<Var>& inputs,
                             const std::vector<Var>& outputs,
                             const std::vector<Var>& saved,
                             std::shared_ptr<CustomBackward> backward);

// Drops what the node saved for its rule.
PADDLE_API void ReleaseSaved(GradNode* n);
// The same, until it is put back.
struct SavedOfNode {
  std::vector<Var> tensors;  // of operands, then of outputs
  std::vector<SavedTensor> custom_tensors;
  std::shared_ptr<CustomBackward> custom;
  std::vector<std::unique_ptr<PackedTensor>> packed;
  std::vector<bool> passed;  // of `custom`
};
PADDLE_API SavedOfNode TakeSaved(GradNode* n);
PADDLE_API void PutSaved(GradNode* n, SavedOfNode saved);
[[noreturn]] PD_COLD void ThrowReleased(const OpDef& op);

// The context of a node's gradient rule.
class NodeVjpContext final : public VjpContext {
 public:
  explicit NodeVjpContext(GradNode& n) : VjpContext(*n.op), n_(n) {}
  int num_operands() const override {
    return static_cast<int>(n_.num_operands);
  }
  bool needs(int i) const override {
    return n_.operands[i].node || n_.operands[i].leaf;
  }
  Var in(int i) const override;
  const DDim& in_dims(int i) const override { return n_.operands[i].dims; }
  DataType in_dtype(int i) const override { return n_.operands[i].dtype; }
  Place in_place(int i) const override { return n_.operands[i].place; }
  bool has_in(int i) const override { return n_.operands[i].given; }
  Var out(int i) const override;
  bool has_grad(int i) const override { return n_.outputs[i].grad; }
  Var grad(int i) const override;
  const Slot& attr(int arg) const override { return n_.attrs[arg]; }

 private:
  // Of an operand, or of an output after them; empty where none is packed.
  Var Unpacked(uint32_t at, const char* what, const DDim& dims,
               DataType dtype) const;

  GradNode& n_;
};

}  // namespace paddle
