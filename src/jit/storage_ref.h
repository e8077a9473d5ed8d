// Keeps a storage alive.
#pragma once
#include <utility>

#include "core/dense_tensor.h"

namespace paddle::jit {

class StorageRef {
 public:
  explicit StorageRef(Storage* s) : storage_(s) { Retain(s); }
  StorageRef(const StorageRef& o) : StorageRef(o.storage_) {}
  StorageRef(StorageRef&& o) noexcept
      : storage_(std::exchange(o.storage_, nullptr)) {}
  StorageRef& operator=(StorageRef o) noexcept {
    std::swap(storage_, o.storage_);
    return *this;
  }
  ~StorageRef() {
    if (storage_) Release(storage_, State());
  }
  Storage* get() const { return storage_; }

 private:
  Storage* storage_;
};

}  // namespace paddle::jit
