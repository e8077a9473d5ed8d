#include "core/dense_tensor.h"

#include <new>

#include "core/device_interface.h"
#include "core/trace.h"

namespace paddle {

namespace internal {

void (*destroy_autograd)(DenseTensor&) = [](DenseTensor&) {};
void (*realize)(DenseTensor&) = [](DenseTensor&) {};

Storage* NewLargeStorage(size_t bytes) {
  void* block = memory::AllocateLarge(bytes + sizeof(Storage));
  auto* s = new (block) Storage;
  s->size_class = -1;
  s->data = s + 1;
  s->bytes = bytes;
  return s;
}

Storage* NewDeviceStorage(size_t bytes, Place place) {
  const DeviceInterface& device = GetDevice(place);
  auto* s = new Storage;
  s->size_class = -1;
  s->place = place;
  s->bytes = bytes;
  s->deleter = [](Storage* st) {
    GetDevice(st->place).free(st->place.id, st->data, st->bytes);
  };
  try {
    s->data = device.allocate(place.id, bytes);
  } catch (...) {
    delete s;
    throw;
  }
  return s;
}

void FreeStorage(Storage* s) {
  if (s->deleter) {
    s->deleter(s);
    delete s;
  } else if (PD_UNLIKELY(s->size_class != -1)) {
    FreeNotedStorage(s);
  } else {
    memory::FreeLarge(s, s->bytes + sizeof(Storage));
  }
}

}  // namespace internal

void ThrowSizeOverflow(const DDim& dims) {
  PADDLE_THROW(errors::InvalidArgument("the shape is negative or too large.")
                   .Expected("sizes of at least 0 whose product fits in memory")
                   .Received("shape = " + errors::ToString(dims)));
}

void FinishStrides(DenseTensor* t) {
  int64_t n = 1;
  bool contiguous = true;
  for (int i = t->rank() - 1; i >= 0; --i) {
    if (t->dims[i] != 1 && t->strides[i] != n) contiguous = false;
    if (PD_UNLIKELY(__builtin_mul_overflow(n, t->dims[i], &n))) {
      ThrowSizeOverflow(t->dims);
    }
  }
  t->numel = n;
  if (contiguous || n == 0) {
    t->flags &= ~kStrided;
    SetContiguous(t);  // strides of size-1 axes become the usual ones
  } else {
    t->flags |= kStrided;
  }
}

Var EmptyTensor(const DDim& dims, DataType dtype, Place place) {
  ThreadState& s = State();
  Var v = Var::Own(NewTensor(s));
  v->dtype = dtype;
  v->place = place;
  v->dims = dims;
  SetContiguous(v.get());
  if (PD_UNLIKELY(trace::Wishes() & trace::kMemory)) {
    trace::AllocateNoted(v.get(), s);
  } else {
    AllocateStorage(v.get(), s);
  }
  return v;
}

Var Alias(const DenseTensor& t) {
  Var v = Var::Own(NewTensor(State()));
  v->dtype = t.dtype;
  v->place = t.place;
  v->dims = t.dims;
  for (int i = 0; i < t.rank(); ++i) v->strides[i] = t.strides[i];
  v->numel = t.numel;
  v->flags = t.flags & (kStrided | kWideNumber | kNumber | kTraced);
  if (t.storage) {
    Retain(t.storage);
    v->storage = t.storage;
    v->data = t.data;
    v->flags |= kIsView;
  }
  v->history = kNoHistory;
  return v;
}

Var FromExternal(void* data, const DDim& dims, IntArray strides, DataType dtype,
                 Place place, void* owner, void (*deleter)(Storage*)) {
  auto* storage = new Storage;
  storage->size_class = -1;
  storage->place = place;
  storage->data = data;
  storage->owner = owner;
  storage->deleter = deleter;
  Var v = Var::Own(NewTensor(State()));
  v->storage = storage;
  v->data = data;
  v->dtype = dtype;
  v->place = place;
  v->dims = dims;
  for (int i = 0; i < dims.rank(); ++i) v->strides[i] = strides[i];
  FinishStrides(v.get());
  storage->bytes = v->bytes();
  return v;
}

}  // namespace paddle
