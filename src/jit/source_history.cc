#include "jit/source_history.h"

namespace paddle::jit {

SourceHistory::SourceHistory(const Var& of)
    : storage_(of->storage),
      history_(of->history),
      version_(of->version()),
      writes_(of->storage ? of->storage->history.load() : 0) {
  if (of->requires_grad() && !of->node) {
    edge_ = of;
    return;
  }
  edge_ = Var::Own(NewTensor(State()));
  edge_->dtype = of->dtype;
  edge_->dims = of->dims;
  SetContiguous(edge_.get());
  if (!of->node) return;
  edge_->flags |= of->flags & kRequiresGrad;
  Retain(of->node);
  SetNode(*edge_, of->node, of->out_index);
}

bool SourceHistory::Holds(const DenseTensor& t) const {
  return t.node == edge_->node && t.out_index == edge_->out_index;
}

void SourceHistory::Restore(DenseTensor& t) const {
  if (t.storage != storage_) return;
  if (!Holds(t)) {
    if (edge_->node) {
      Retain(edge_->node);
      SetNode(t, edge_->node, edge_->out_index);
    } else {
      DropNode(t);
    }
  }
  t.flags = static_cast<uint8_t>((t.flags & ~kRequiresGrad) |
                                 (edge_->flags & kRequiresGrad));
  t.history = history_;
  if (!t.storage) return;
  t.storage->version = version_;
  t.storage->history = writes_;
}

}  // namespace paddle::jit
