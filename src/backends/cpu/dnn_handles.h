// oneDNN objects with owners, and one execution of a primitive. Only the files
// of this folder that talk to oneDNN include this.
#pragma once
#include <oneapi/dnnl/dnnl.h>

#include <string>
#include <utility>

#include "backends/cpu/blas.h"
#include "backends/cpu/signal_stack.h"
#include "common/enforce.h"

namespace paddle::cpu::dnn {

inline void Check(dnnl_status_t status, const char* what) {
  PADDLE_ENFORCE(status == dnnl_success,
                 errors::External("oneDNN: %s failed with status %d.", what,
                                  static_cast<int>(status)));
}

template <typename T, dnnl_status_t (*kDestroy)(T)>
class Owned {
 public:
  Owned() = default;
  Owned(Owned&& o) noexcept : value_(std::exchange(o.value_, nullptr)) {}
  Owned& operator=(Owned&& o) noexcept {
    std::swap(value_, o.value_);
    return *this;
  }
  ~Owned() {
    if (value_) kDestroy(value_);
  }
  T get() const { return value_; }
  T* out() { return &value_; }
  explicit operator bool() const { return value_ != nullptr; }

 private:
  T value_ = nullptr;
};
using Primitive = Owned<dnnl_primitive_t, dnnl_primitive_destroy>;
using PrimitiveDesc = Owned<dnnl_primitive_desc_t, dnnl_primitive_desc_destroy>;
using MemoryDesc = Owned<dnnl_memory_desc_t, dnnl_memory_desc_destroy>;
using Memory = Owned<dnnl_memory_t, dnnl_memory_destroy>;
using Attr = Owned<dnnl_primitive_attr_t, dnnl_primitive_attr_destroy>;

template <typename T>
T Query(const_dnnl_memory_desc_t md, dnnl_query_t what) {
  T value{};
  Check(dnnl_memory_desc_query(md, what, &value), "query");
  return value;
}

// Of what lies in blocks: the same text, the same places. Else empty.
inline std::string LayoutName(const_dnnl_memory_desc_t md) {
  const auto kind = Query<dnnl_format_kind_t>(md, dnnl_query_format_kind);
  if (kind != dnnl_blocked) return "";
  const auto rank = Query<int>(md, dnnl_query_ndims_s32);
  const auto blocks = Query<int>(md, dnnl_query_inner_nblks_s32);
  std::string name;
  const auto add = [&](dnnl_query_t what, int count) {
    auto* list = Query<dnnl_dims_t*>(md, what);
    for (int i = 0; i < count; ++i) name += std::to_string((*list)[i]) + ",";
    name += ";";
  };
  add(dnnl_query_dims, rank);
  add(dnnl_query_padded_dims, rank);
  add(dnnl_query_strides, rank);
  add(dnnl_query_inner_blks, blocks);
  add(dnnl_query_inner_idxs, blocks);
  return name +
         std::to_string(Query<dnnl_data_type_t>(md, dnnl_query_data_type));
}

inline dnnl_engine_t Engine() {
  static const dnnl_engine_t engine = [] {
    dnnl_engine_t e;
    Check(dnnl_engine_create(&e, dnnl_cpu, 0), "engine");
    return e;
  }();
  return engine;
}
inline dnnl_stream_t Stream() {
  thread_local Owned<dnnl_stream_t, dnnl_stream_destroy> stream;
  if (!stream) {
    Check(dnnl_stream_create(stream.out(), Engine(), dnnl_stream_default_flags),
          "stream");
  }
  return stream.get();
}
inline const Attr& UserScratchpad() {
  static const Attr* attr = [] {
    auto* a = new Attr;
    Check(dnnl_primitive_attr_create(a->out()), "attributes");
    Check(dnnl_primitive_attr_set_scratchpad_mode(a->get(),
                                                  dnnl_scratchpad_mode_user),
          "scratchpad mode");
    return a;
  }();
  return *attr;
}

struct Exec {  // one execution's arguments
  static constexpr int kMax = 5;
  int count = 0;
  Memory memories[kMax];
  dnnl_exec_arg_t args[kMax];
  void Add(int arg, const_dnnl_memory_desc_t md, const void* data) {
    Check(dnnl_memory_create(memories[count].out(), md, Engine(),
                             const_cast<void*>(data)),
          "memory");
    args[count] = {arg, memories[count].get()};
    ++count;
  }
  void Run(const Primitive& p, const char* what) {
    const OneOmpThread one;
    EnsureSignalStack();
    Check(dnnl_primitive_execute(p.get(), Stream(), count, args), what);
  }
};

constexpr size_t Aligned(size_t bytes) { return (bytes + 63) / 64 * 64; }

// A primitive with its scratchpad.
struct Runnable {
  PrimitiveDesc desc;
  Primitive primitive;
  const_dnnl_memory_desc_t scratchpad = nullptr;
  size_t scratch_bytes = 0;
  void Finish() {
    Check(dnnl_primitive_create(primitive.out(), desc.get()), "primitive");
    scratchpad = Md(dnnl_query_scratchpad_md);
    scratch_bytes = Aligned(dnnl_memory_desc_get_size(scratchpad));
  }
  const_dnnl_memory_desc_t Md(dnnl_query_t what) const {
    return dnnl_primitive_desc_query_md(desc.get(), what, 0);
  }
};

}  // namespace paddle::cpu::dnn
