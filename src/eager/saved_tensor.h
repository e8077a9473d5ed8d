// What gradient rules read, as it is kept until then.
#pragma once
#include <memory>

#include "core/dense_tensor.h"

namespace paddle {

struct GradNode;

// What stands for a tensor that a gradient rule reads, where hooks pack it.
class PADDLE_API PackedTensor {
 public:
  virtual ~PackedTensor();
  virtual Var Unpack() = 0;

  // Where what was packed keeps the tensor's own memory, it must not have
  // changed; null where not: the address may be in use again.
  const Storage* memory = nullptr;
  uint32_t version = 0;
};
class PADDLE_API SavedTensorHooks {
 public:
  virtual ~SavedTensorHooks();
  virtual std::unique_ptr<PackedTensor> Pack(const Var& t) = 0;
};
// Of this thread: what is recorded from now on is packed by them; null: by
// none. Returns those before.
PADDLE_API SavedTensorHooks* SetSavedTensorHooks(SavedTensorHooks* hooks);
PADDLE_API bool HasSavedTensorHooks();

// A tensor that a custom backward reads: its values, and what they came from.
// It holds no tensor that can become the result of what depends on it.
class PADDLE_API SavedTensor {
 public:
  // For the node `of`, which is not kept alive by what it saves.
  SavedTensor(DenseTensor& t, const GradNode* of);
  SavedTensor(SavedTensor&& o) noexcept;
  SavedTensor(const SavedTensor&) = delete;
  ~SavedTensor();
  Var Get() const;  // with its history

 private:
  Var values_;  // empty where it is packed and no leaf
  std::unique_ptr<PackedTensor> packed_;
  GradNode* node_ = nullptr;
  bool owns_node_ = false;
  uint32_t out_index_ = 0;
};

// Hands what the node saves to the hooks of this thread, if there are any.
void PackSaved(GradNode* n);

}  // namespace paddle
