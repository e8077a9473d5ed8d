// The arguments and results of one operator call: flat, on the stack, nothing
// initialised that is not used.
#pragma once
#include <algorithm>
#include <memory>
#include <string_view>
#include <type_traits>
#include <vector>

#include "ops/schema.h"

namespace paddle {

struct OpDef;

class Args {
 public:
  static constexpr int kMax = 24;

  const OpDef* op;
  int32_t size = 0;
  uint8_t flags = 0;        // TensorFlags of all tensors, or'ed
  uint8_t place_mask = 0;   // one bit per device type
  bool inplace = false;     // the call writes its result into argument `x!`
  uint32_t dtype_mask = 0;  // Bit(dtype) of all tensors
  int64_t work = 0;         // elements read: is it worth letting the GIL go?
  Slot slot[kMax];

  explicit Args(const OpDef& def) : op(&def) {}
  // The same call out of place, for who changes its operands; they stay
  // `call`'s own, which must live longer.
  static Args Borrow(const Args& call) { return Args(call, {}); }
  Args(const Args&) = delete;
  Args& operator=(const Args&) = delete;
  ~Args() {
    for (int i = 0; i < num_temporaries_; ++i) Release(temporaries_[i]);
    delete overflow_;
  }

  void SetTensor(int i, DenseTensor* t) {
    slot[i].tensor = t;
    Note(*t);
  }
  void Note(const DenseTensor& t) {
    flags |= t.flags;
    place_mask |= 1u << static_cast<int>(t.place.type);
    dtype_mask |= Bit(t.dtype);
    work += t.numel;
  }

  // Keeps a tensor alive as long as these arguments.
  DenseTensor* Keep(Var v) {
    if (num_temporaries_ == kMaxTemporaries) return KeepMore(std::move(v));
    return temporaries_[num_temporaries_++] = v.Take();
  }
  // `count` values of T that live as long as these arguments.
  template <typename T>
  T* Allocate(int64_t count) {
    const size_t bytes = sizeof(T) * static_cast<size_t>(count);
    if (PD_LIKELY(bytes <= sizeof(arena_) - arena_used_)) {
      T* p = reinterpret_cast<T*>(arena_ + arena_used_);
      arena_used_ += (bytes + 7) / 8 * 8;
      return p;
    }
    return static_cast<T*>(AllocateMore(bytes));
  }

  // By position.
  Var tensor(int i) const { return Var::Share(slot[i].tensor); }
  const DDim& dims(int i) const { return slot[i].tensor->dims; }
  // By name; a name the schema lacks raises Fatal.
  const Slot& at(std::string_view name) const;
  int64_t i(std::string_view name) const { return at(name).i; }
  bool b(std::string_view name) const { return at(name).i != 0; }
  double f(std::string_view name) const { return at(name).f; }
  std::string_view s(std::string_view name) const { return at(name).text; }
  IntArray ints(std::string_view name) const { return at(name).ints; }
  Scalar scalar(std::string_view name) const { return at(name).scalar; }
  DataType dtype(std::string_view name) const {
    return static_cast<DataType>(at(name).i);
  }

 private:
  struct Borrowed {};
  Args(const Args& call, Borrowed)
      : op(call.op),
        size(call.size),
        flags(call.flags),
        place_mask(call.place_mask),
        dtype_mask(call.dtype_mask) {
    std::copy_n(call.slot, size, slot);
  }
  struct Overflow {
    std::vector<Var> tensors;
    std::vector<std::unique_ptr<int64_t[]>> blocks;
  };
  static constexpr int kMaxTemporaries = 8;
  PADDLE_API DenseTensor* KeepMore(Var v);
  PADDLE_API void* AllocateMore(size_t bytes);

  int32_t num_temporaries_ = 0;
  uint32_t arena_used_ = 0;
  Overflow* overflow_ = nullptr;
  DenseTensor* temporaries_[kMaxTemporaries];
  alignas(8) char arena_[512];
};

class Outs {
 public:
  explicit Outs(int count) : n_(count) {
    t_ = count <= kInline ? inline_ : new DenseTensor*[count];
    for (int i = 0; i < n_; ++i) t_[i] = nullptr;
  }
  Outs(const Outs&) = delete;
  Outs& operator=(const Outs&) = delete;
  ~Outs() {
    for (int i = 0; i < n_; ++i) {
      if (t_[i]) Release(t_[i]);
    }
    if (t_ != inline_) delete[] t_;
  }
  int size() const { return n_; }
  DenseTensor*& operator[](int i) { return t_[i]; }
  DenseTensor* operator[](int i) const { return t_[i]; }
  DenseTensor** data() { return t_; }
  DenseTensor* Take(int i) { return std::exchange(t_[i], nullptr); }
  // For "Tensor[] out": called by InferMeta, gives fresh tensors.
  PADDLE_API void Resize(int count);

 private:
  static constexpr int kInline = 4;
  int n_;
  DenseTensor** t_;
  DenseTensor* inline_[kInline];
};

// What rules return: one Var per output, or per tensor operand for a gradient
// (an empty Var where there is none). Up to four stay off the heap.
class VarList {
 public:
  VarList() = default;
  template <typename... V,
            typename = std::enable_if_t<(std::is_convertible_v<V, Var> && ...)>>
  VarList(V&&... v) : n_(0) {  // NOLINT: `return {a, b};`
    Reserve(sizeof...(V));
    (push_back(Var(std::forward<V>(v))), ...);
  }
  VarList(VarList&& o) noexcept
      : n_(std::exchange(o.n_, 0)), more_(std::move(o.more_)) {
    for (int i = 0; i < kInline; ++i) inline_[i] = std::move(o.inline_[i]);
  }
  VarList& operator=(VarList&&) = default;
  int size() const { return n_; }
  bool empty() const { return n_ == 0; }
  void push_back(Var v) {
    if (n_ < kInline) {
      inline_[n_] = std::move(v);
    } else {
      more_.push_back(std::move(v));
    }
    ++n_;
  }
  Var& operator[](int i) {
    return i < kInline ? inline_[i] : more_[i - kInline];
  }
  const Var& operator[](int i) const {
    return i < kInline ? inline_[i] : more_[i - kInline];
  }

 private:
  static constexpr int kInline = 4;
  void Reserve(int n) {
    if (n > kInline) more_.reserve(n - kInline);
  }
  int n_ = 0;
  Var inline_[kInline];
  std::vector<Var> more_;
};

}  // namespace paddle
