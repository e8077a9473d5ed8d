// How a tensor of the caller came to be when a capture began.
#pragma once
#include "eager/grad_node.h"

namespace paddle::jit {

class PADDLE_API SourceHistory {
 public:
  explicit SourceHistory(const Var& of);
  // The tensor itself where it is a leaf that wants a gradient, else one
  // without memory that has the node.
  const Var& edge() const { return edge_; }
  bool requires_grad() const { return edge_->requires_grad(); }
  bool Holds(const DenseTensor& t) const;
  // Whether no write through another view had made it untrue.
  bool fresh() const { return history_ == kNoHistory || history_ == writes_; }
  // Undoes what was noted of writes that did not happen.
  void Restore(DenseTensor& t) const;

 private:
  Var edge_;
  const Storage* storage_;
  uint32_t history_, version_, writes_;
};

}  // namespace paddle::jit
