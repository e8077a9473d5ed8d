#include "ops/args.h"

#include "ops/op_def.h"

namespace paddle {

DenseTensor* Args::KeepMore(Var v) {
  if (!overflow_) overflow_ = new Overflow;
  overflow_->tensors.push_back(std::move(v));
  return overflow_->tensors.back().get();
}

void* Args::AllocateMore(size_t bytes) {
  if (!overflow_) overflow_ = new Overflow;
  overflow_->blocks.push_back(std::make_unique<int64_t[]>((bytes + 7) / 8));
  return overflow_->blocks.back().get();
}

const Slot& Args::at(std::string_view name) const {
  return slot[op->ArgIndex(name)];
}

void Outs::Resize(int count) {
  for (int i = 0; i < n_; ++i) {
    if (t_[i]) Release(t_[i]);
  }
  if (t_ != inline_) delete[] t_;
  t_ = inline_;
  n_ = 0;
  if (count > kInline) t_ = new DenseTensor*[count];
  ThreadState& s = State();
  for (; n_ < count; ++n_) t_[n_] = NewTensor(s);
}

}  // namespace paddle
