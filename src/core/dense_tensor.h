// Storage, DenseTensor and Var, the owned reference to one.
#pragma once
#include <atomic>
#include <cstdint>
#include <utility>

#include "core/allocator.h"
#include "core/data_type.h"
#include "core/ddim.h"
#include "core/float_types.h"
#include "core/place.h"
#include "core/thread_state.h"

namespace paddle {

struct DenseTensor;
struct GradNode;      // eager/grad_node.h
struct AutogradMeta;  // leaf gradient and hooks: rare, so out of line

// A sole owner needs no locked instruction: nobody else can reach the count.
inline bool DropReference(std::atomic<int32_t>& references) {
  if (references.load(std::memory_order_acquire) == 1) return true;
  return references.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

// The memory of a tensor and of all its views. On CPU, header and data are one
// block; memory of other owners (numpy, DLPack, a device) has a `deleter`.
struct alignas(64) Storage {
  std::atomic<int32_t> references{1};
  std::atomic<uint32_t> version{0};  // raised by each in-place write
  std::atomic<uint32_t> history{0};  // raised by those that are recorded
  int32_t size_class = 0;            // -1: not a thread cache block
  Place place;
  void* data = nullptr;
  size_t bytes = 0;  // of data
  void (*deleter)(Storage*) = nullptr;
  void* owner = nullptr;  // what `deleter` gives up
};

namespace internal {
PADDLE_API void FreeStorage(Storage* s);
PADDLE_API Storage* NewLargeStorage(size_t bytes);
PADDLE_API Storage* NewDeviceStorage(size_t bytes, Place place);
// Installed by eager: drops a tensor's node, meta and base.
extern PADDLE_API void (*destroy_autograd)(DenseTensor&);
}  // namespace internal

enum TensorFlags : uint8_t {
  kRequiresGrad = 1,  // stop_gradient is False
  kStrided = 2,       // not contiguous in row-major order
  kTraced = 4,        // its values are not computed yet, see Realize
  kIsView = 8,        // shares its storage with the tensor it was taken from
  kPersistable = 16,  // a parameter or buffer
  kWideNumber = 32,   // see WideValue
  kNumber = 64,       // a Python number beside tensors
};

// The history of a tensor that has none: detached, or an alias.
constexpr uint32_t kNoHistory = ~0u;

// Metadata and a reference to storage. `data` points at the first element;
// strides count elements. A shape-only tensor has no storage.
struct DenseTensor {
  std::atomic<int32_t> references{1};
  DataType dtype = DataType::kUndefined;
  Place place;
  uint8_t flags = 0;
  uint32_t out_index = 0;  // which output of `node` this is
  uint32_t history = 0;    // of the storage, as `node` knows it
  void* data = nullptr;
  Storage* storage = nullptr;
  int64_t numel = 1;
  GradNode* node = nullptr;  // what made this tensor, if recorded
  AutogradMeta* meta = nullptr;
  // Of a view taken while gradients are recorded: the tensor, itself no such
  // view, that it shows a part of (eager/view_history.h).
  DenseTensor* base = nullptr;
  DDim dims;
  int64_t strides[kMaxRank];

  int rank() const { return dims.rank(); }
  bool contiguous() const { return !(flags & kStrided); }
  bool requires_grad() const { return flags & kRequiresGrad; }
  template <typename T>
  T* Data() const {
    return static_cast<T*>(data);
  }
  size_t bytes() const { return static_cast<size_t>(numel) * SizeOf(dtype); }
  uint32_t version() const {
    return storage ? storage->version.load(std::memory_order_relaxed) : 0;
  }
  // A recorded write through another view of the memory: what `node` tells is
  // not how the values came to be.
  bool HistoryIsStale() const {
    return storage && history != kNoHistory &&
           history != storage->history.load(std::memory_order_relaxed);
  }
  void BumpVersion() const {
    if (storage) storage->version.fetch_add(1, std::memory_order_relaxed);
  }
  IntArray stride_array() const { return {strides, dims.rank()}; }
};

constexpr int kTensorClass = SizeClass(sizeof(DenseTensor));

[[noreturn]] PADDLE_API PD_COLD void ThrowSizeOverflow(const DDim& dims);

// Row-major strides and the element count of `dims`; raises InvalidArgument on
// a negative size or where the byte count would overflow.
inline void SetContiguous(DenseTensor* t) {
  int64_t n = 1;
  bool bad = false;
  for (int i = t->dims.rank() - 1; i >= 0; --i) {
    t->strides[i] = n;
    bad |= t->dims[i] < 0 || __builtin_mul_overflow(n, t->dims[i], &n);
  }
  if (PD_UNLIKELY(bad || n > (int64_t{1} << 56))) ThrowSizeOverflow(t->dims);
  t->numel = n;
}
// After dims, strides were set by hand (a view): count and the strided flag.
PADDLE_API void FinishStrides(DenseTensor* t);

inline DenseTensor* NewTensor(ThreadState& s) {
  return new (AllocClass(s, kTensorClass)) DenseTensor;
}
inline void Retain(DenseTensor* t) {
  t->references.fetch_add(1, std::memory_order_relaxed);
}
inline void Retain(Storage* s) {
  s->references.fetch_add(1, std::memory_order_relaxed);
}
inline void Release(Storage* st, ThreadState& s) {
  if (!DropReference(st->references)) return;
  if (PD_LIKELY(st->size_class >= 0)) {
    FreeClass(s, st->size_class, st);
  } else {
    internal::FreeStorage(st);
  }
}
inline void Release(DenseTensor* t) {
  if (!DropReference(t->references)) return;
  ThreadState& s = State();
  if (PD_UNLIKELY(t->node || t->meta || t->base)) {
    internal::destroy_autograd(*t);
  }
  if (t->storage) Release(t->storage, s);
  FreeClass(s, kTensorClass, t);
}
// Memory for a contiguous tensor whose dims, dtype and place are set.
inline void AllocateStorage(DenseTensor* t, ThreadState& s) {
  const size_t bytes = t->bytes();
  Storage* st;
  if (PD_UNLIKELY(t->place.type != DeviceType::kCPU)) {
    st = internal::NewDeviceStorage(bytes, t->place);
  } else if (PD_LIKELY(bytes <=
                       ClassBytes(kNumSizeClasses - 1) - sizeof(Storage))) {
    const int c = SizeClass(bytes + sizeof(Storage));
    st = new (AllocClass(s, c)) Storage;
    st->size_class = c;
    st->data = st + 1;
    st->bytes = bytes;
  } else {
    st = internal::NewLargeStorage(bytes);
  }
  t->storage = st;
  t->data = st->data;
}
// `to` becomes a view that begins where `from` does.
inline void ShareStorage(const DenseTensor& from, DenseTensor* to) {
  if (!from.storage) return;
  Retain(from.storage);
  to->storage = from.storage;
  to->data = from.data;
  to->history = from.history;
  to->flags |= kIsView | (from.flags & kTraced);
  if (!State().grad_enabled) return;
  to->base = from.base ? from.base : const_cast<DenseTensor*>(&from);
  Retain(to->base);
  if (from.history == kNoHistory) to->history = from.storage->history;
}

// An owned reference to a tensor; what rules and C++ users hold. May be empty.
class Var {
 public:
  Var() = default;
  static Var Own(DenseTensor* t) {
    Var v;
    v.t_ = t;
    return v;
  }
  static Var Share(DenseTensor* t) {
    if (t) Retain(t);
    return Own(t);
  }
  Var(const Var& o) : t_(o.t_) {
    if (t_) Retain(t_);
  }
  Var(Var&& o) noexcept : t_(std::exchange(o.t_, nullptr)) {}
  Var& operator=(Var o) noexcept {
    std::swap(t_, o.t_);
    return *this;
  }
  ~Var() {
    if (t_) Release(t_);
  }
  DenseTensor* get() const { return t_; }
  DenseTensor* operator->() const { return t_; }
  DenseTensor& operator*() const { return *t_; }
  DenseTensor* Take() { return std::exchange(t_, nullptr); }
  explicit operator bool() const { return t_ != nullptr; }
  const DDim& dims() const { return t_->dims; }
  int rank() const { return t_->rank(); }
  int64_t dim(int axis) const {
    return t_->dims[axis < 0 ? axis + rank() : axis];
  }
  DataType dtype() const { return t_->dtype; }

 private:
  DenseTensor* t_ = nullptr;
};

// A Python number beside tensors of a narrow float type has that type, but
// kernels compute with what was written: the float32 behind its data.
constexpr int kWideOffset = 4;  // bytes
inline float* WideValue(const DenseTensor& t) {
  return reinterpret_cast<float*>(t.Data<char>() + kWideOffset);
}

namespace internal {
// Installed by eager.
extern PADDLE_API void (*realize)(DenseTensor&);
}  // namespace internal
// To be called before host code reads or writes the memory of `t`: what a
// capture has noted so far is run first.
inline void Realize(const DenseTensor& t) {
  if (PD_UNLIKELY(t.flags & kTraced || State().recorder)) {
    internal::realize(const_cast<DenseTensor&>(t));
  }
}

// A contiguous tensor whose memory is not set.
PADDLE_API Var EmptyTensor(const DDim& dims, DataType dtype,
                           Place place = CPUPlace());
// A second tensor over the same memory, with no gradient history.
PADDLE_API Var Alias(const DenseTensor& t);
// A tensor over memory of another owner; `deleter(owner)` runs once, when the
// last view is gone. Strides count elements.
PADDLE_API Var FromExternal(void* data, const DDim& dims, IntArray strides,
                            DataType dtype, Place place, void* owner,
                            void (*deleter)(Storage*));

}  // namespace paddle
