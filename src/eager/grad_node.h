// GradNode: one recorded call, its edges to what made its inputs, and what its
// gradient rule reads. One block from the thread's cache, sized by the call.
#pragma once
#include <functional>
#include <memory>

#include "ops/vjp_context.h"

namespace paddle {

// A hook on a tensor's gradient; returns the gradient to use (or an empty Var
// to leave it).
using GradHook = std::function<Var(const Var& grad)>;

struct PADDLE_API HookList {
  int64_t next_id = 0;
  std::vector<std::pair<int64_t, GradHook>> hooks;
  Var Run(Var grad) const;
};

// The backward of a custom function (PyLayer). `grads` has one entry per
// output, empty where nothing flowed; returns one per operand.
class PADDLE_API CustomBackward {
 public:
  virtual ~CustomBackward();
  virtual VarList Run(const VarList& grads) = 0;
};

// Rare parts of a node.
struct NodeExtras {
  std::vector<std::pair<int, std::shared_ptr<HookList>>> hooks;  // by output
  std::vector<std::pair<int, DenseTensor*>> retain_grad;         // not owned
  std::unique_ptr<CustomBackward> custom;
};

struct Operand {
  GradNode* node;      // what made the input, or ...
  DenseTensor* leaf;   // ... the leaf that wants the gradient; else both null
  DenseTensor* saved;  // where the rule reads it
  uint32_t version;    // of `saved` when it was recorded
  uint8_t out_index;   // of `node`
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
  uint16_t num_operands, num_outputs;
  uint32_t block_bytes;
  bool released;  // what it saved is gone
  NodeExtras* extras;
  GradNode* next_dead;  // while a chain is unwound
  Operand* operands;
  Output* outputs;
  Slot* attrs;  // by position in the schema, only those that are no tensors
};

struct AutogradMeta {
  DenseTensor* grad = nullptr;
  std::shared_ptr<HookList> hooks;  // of a leaf
  std::vector<std::function<void()>>
      accumulated;  // after a leaf got its gradient
  bool retains_grad = false;
};

inline void Retain(GradNode* n) {
  n->references.fetch_add(1, std::memory_order_relaxed);
}
PADDLE_API void Release(GradNode* n);  // no recursion, however long the chain

PADDLE_API AutogradMeta& MetaOf(DenseTensor& t);

// Makes `outs` the results of a node. `args` must be the call's final
// arguments; for an in-place call outs[0] is the argument itself.
PADDLE_API void Record(const OpDef& op, const Args& args, Outs& outs);
// `to` becomes what `from` is a result of; `from` has no history any more.
void MoveHistory(DenseTensor& from, DenseTensor* to);
// Makes `outputs` the results of a custom function.
PADDLE_API void RecordCustom(const std::vector<Var>& inputs,
                             const std::vector<Var>& outputs,
                             std::unique_ptr<CustomBackward> backward);

// Drops what the node saved for its rule.
void ReleaseSaved(GradNode* n);

// The context of a node's gradient rule.
class NodeVjpContext final : public VjpContext {
 public:
  explicit NodeVjpContext(GradNode& n) : VjpContext(*n.op), n_(n) {}
  int num_operands() const override { return n_.num_operands; }
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
  GradNode& n_;
};

}  // namespace paddle
