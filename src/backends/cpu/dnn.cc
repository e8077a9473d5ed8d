#include "backends/cpu/dnn.h"

#include <algorithm>
#include <array>

#include "backends/cpu/dnn_handles.h"
#include "backends/cpu/lru_cache.h"
#include "core/made_at_load.h"

namespace paddle::cpu {
namespace {

using namespace dnn;  // NOLINT

// An operand in the user's layout and in the primitive's.
struct Operand {
  MemoryDesc user;
  const_dnnl_memory_desc_t inner = nullptr;
  size_t inner_bytes = 0;  // 0: the layouts are one
  Runnable reorder;

  void Connect(const_dnnl_memory_desc_t wanted, bool is_result) {
    inner = wanted;
    if (dnnl_memory_desc_equal(user.get(), inner)) return;
    inner_bytes = Aligned(dnnl_memory_desc_get_size(inner));
    const_dnnl_memory_desc_t from = user.get(), to = inner;
    if (is_result) std::swap(from, to);
    dnnl_primitive_desc_t made = nullptr;  // what a failure leaves is no handle
    Check(dnnl_reorder_primitive_desc_create(&made, from, Engine(), to,
                                             Engine(), UserScratchpad().get()),
          "reorder");
    *reorder.desc.out() = made;
    reorder.Finish();
  }
  void Reorder(const void* from, void* to, void* scratch,
               bool is_result) const {
    Exec e;
    e.Add(DNNL_ARG_FROM, is_result ? inner : user.get(), from);
    e.Add(DNNL_ARG_TO, is_result ? user.get() : inner, to);
    e.Add(DNNL_ARG_SCRATCHPAD, reorder.scratchpad, scratch);
    e.Run(reorder.primitive, "reorder");
  }
};

dnnl_format_tag_t ImageTag(const ConvShape& s) {
  constexpr dnnl_format_tag_t kFirst[] = {dnnl_ncw, dnnl_nchw, dnnl_ncdhw};
  constexpr dnnl_format_tag_t kLast[] = {dnnl_nwc, dnnl_nhwc, dnnl_ndhwc};
  return (s.channels_last ? kLast : kFirst)[s.rank - 1];
}
dnnl_format_tag_t WeightTag(const ConvShape& s) {
  constexpr dnnl_format_tag_t kPlain[] = {dnnl_oiw, dnnl_oihw, dnnl_oidhw};
  constexpr dnnl_format_tag_t kGroups[] = {dnnl_goiw, dnnl_goihw, dnnl_goidhw};
  return (s.groups > 1 ? kGroups : kPlain)[s.rank - 1];
}

class Conv final : public DnnConv {
 public:
  Conv(ConvKind kind, const ConvShape& s, bool bias) : kind_(kind) {
    Operand x, w, y;
    Describe(s, s.ic, s.in, ImageTag(s), &x.user, &any_x_);
    Describe(s, s.oc, s.out, ImageTag(s), &y.user, &any_y_);
    DescribeWeights(s, &w.user);
    if (bias) {
      const dnnl_dims_t dims = {s.oc};
      Check(dnnl_memory_desc_create_with_tag(bias_.out(), 1, dims, dnnl_f32,
                                             dnnl_a),
            "bias");
    }
    MakeConv(s);
    conv_.Finish();
    x.Connect(conv_.Md(kind == ConvKind::kGradInput ? dnnl_query_diff_src_md
                                                    : dnnl_query_src_md),
              kind == ConvKind::kGradInput);
    w.Connect(
        conv_.Md(kind == ConvKind::kGradWeight ? dnnl_query_diff_weights_md
                                               : dnnl_query_weights_md),
        kind == ConvKind::kGradWeight);
    y.Connect(conv_.Md(kind == ConvKind::kForward ? dnnl_query_dst_md
                                                  : dnnl_query_diff_dst_md),
              kind == ConvKind::kForward);
    switch (kind) {
      case ConvKind::kForward: Place(x, w, y); break;
      case ConvKind::kGradInput: Place(y, w, x); break;
      case ConvKind::kGradWeight: Place(x, y, w); break;
    }
  }

  size_t scratch_bytes() const override {
    size_t pads = conv_.scratch_bytes;
    for (const Operand& o : operand_) {
      pads = std::max(pads, o.reorder.scratch_bytes);
    }
    return pads + operand_[0].inner_bytes + operand_[2].inner_bytes +
           (kind_ == ConvKind::kGradWeight ? operand_[1].inner_bytes : 0) + 64;
  }
  size_t weight_bytes() const override { return operand_[1].inner_bytes; }
  std::string weight_layout() const override {
    return LayoutName(operand_[1].inner);
  }
  void PackWeights(const float* w, float* packed,
                   void* scratch) const override {
    operand_[1].Reorder(w, packed, scratch, false);
  }

  void Run(const float* first, const float* second, const float* bias,
           float* result, void* scratch) const override {
    char* at = static_cast<char*>(scratch);
    const auto take = [&](size_t bytes) {
      char* p = at;
      at += bytes;
      return p;
    };
    void* in0 = take(operand_[0].inner_bytes);
    void* in2 = take(operand_[2].inner_bytes);
    void* in1 = kind_ == ConvKind::kGradWeight ? take(operand_[1].inner_bytes)
                                               : nullptr;
    void* pad = at;
    const void *a = first, *b = second;
    void* c = result;
    if (operand_[0].inner_bytes) {
      operand_[0].Reorder(first, in0, pad, false);
      a = in0;
    }
    if (in1 && operand_[1].inner_bytes) {
      operand_[1].Reorder(second, in1, pad, false);
      b = in1;
    }
    if (operand_[2].inner_bytes) c = in2;
    constexpr int kArgs[3][3] = {
        {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DST},
        {DNNL_ARG_DIFF_DST, DNNL_ARG_WEIGHTS, DNNL_ARG_DIFF_SRC},
        {DNNL_ARG_SRC, DNNL_ARG_DIFF_DST, DNNL_ARG_DIFF_WEIGHTS}};
    const int* args = kArgs[static_cast<int>(kind_)];
    Exec e;
    e.Add(args[0], operand_[0].inner, a);
    e.Add(args[1], operand_[1].inner, b);
    e.Add(args[2], operand_[2].inner, c);
    if (bias_) e.Add(DNNL_ARG_BIAS, bias_.get(), bias);
    e.Add(DNNL_ARG_SCRATCHPAD, conv_.scratchpad, pad);
    e.Run(conv_.primitive, "convolution");
    if (operand_[2].inner_bytes) operand_[2].Reorder(c, result, pad, true);
  }

 private:
  void Place(Operand& a, Operand& b, Operand& c) {
    operand_[0] = std::move(a);
    operand_[1] = std::move(b);
    operand_[2] = std::move(c);
  }
  static void Describe(const ConvShape& s, int64_t channels,
                       const int64_t* spatial, dnnl_format_tag_t tag,
                       MemoryDesc* user, MemoryDesc* any) {
    dnnl_dims_t dims = {s.n, channels};
    std::copy(spatial, spatial + s.rank, dims + 2);
    Check(dnnl_memory_desc_create_with_tag(user->out(), s.rank + 2, dims,
                                           dnnl_f32, tag),
          "image");
    Check(dnnl_memory_desc_create_with_tag(any->out(), s.rank + 2, dims,
                                           dnnl_f32, dnnl_format_tag_any),
          "image");
  }
  void DescribeWeights(const ConvShape& s, MemoryDesc* user) {
    dnnl_dims_t dims;
    int r = 0;
    if (s.groups > 1) dims[r++] = s.groups;
    dims[r++] = s.oc / s.groups;
    dims[r++] = s.ic / s.groups;
    for (int i = 0; i < s.rank; ++i) dims[r++] = s.kernel[i];
    Check(dnnl_memory_desc_create_with_tag(user->out(), r, dims, dnnl_f32,
                                           WeightTag(s)),
          "weights");
    Check(dnnl_memory_desc_create_with_tag(any_w_.out(), r, dims, dnnl_f32,
                                           dnnl_format_tag_any),
          "weights");
  }
  void MakeConv(const ConvShape& s) {
    dnnl_dims_t dilates;
    for (int i = 0; i < s.rank; ++i) dilates[i] = s.dilation[i] - 1;
    const bool forward = kind_ == ConvKind::kForward;
    PrimitiveDesc hint;
    Check(dnnl_convolution_forward_primitive_desc_create(
              forward ? conv_.desc.out() : hint.out(), Engine(),
              forward ? dnnl_forward_inference : dnnl_forward_training,
              dnnl_convolution_direct, any_x_.get(), any_w_.get(), bias_.get(),
              any_y_.get(), s.stride, dilates, s.pad_begin, s.pad_end,
              UserScratchpad().get()),
          "convolution");
    if (kind_ == ConvKind::kGradInput) {
      Check(dnnl_convolution_backward_data_primitive_desc_create(
                conv_.desc.out(), Engine(), dnnl_convolution_direct,
                any_x_.get(), any_w_.get(), any_y_.get(), s.stride, dilates,
                s.pad_begin, s.pad_end, hint.get(), UserScratchpad().get()),
            "gradient of the input");
    } else if (kind_ == ConvKind::kGradWeight) {
      Check(
          dnnl_convolution_backward_weights_primitive_desc_create(
              conv_.desc.out(), Engine(), dnnl_convolution_direct, any_x_.get(),
              any_w_.get(), nullptr, any_y_.get(), s.stride, dilates,
              s.pad_begin, s.pad_end, hint.get(), UserScratchpad().get()),
          "gradient of the weights");
    }
  }

  ConvKind kind_;
  MemoryDesc any_x_, any_w_, any_y_, bias_;
  Runnable conv_;
  Operand operand_[3];  // first, second, result
};

constexpr size_t kMaxConvs = 512;
using Key = std::array<int64_t, 7 + 7 * kMaxSpatial>;

Key KeyOf(ConvKind kind, const ConvShape& s, bool bias) {
  Key key{};
  int i = 0;
  for (int64_t v :
       {static_cast<int64_t>(kind), int64_t{bias},
        int64_t{s.rank * 2 + s.channels_last}, s.n, s.ic, s.oc, s.groups}) {
    key[i++] = v;
  }
  for (int d = 0; d < s.rank; ++d) {
    for (int64_t v : {s.in[d], s.out[d], s.kernel[d], s.stride[d],
                      s.dilation[d], s.pad_begin[d], s.pad_end[d]}) {
      key[i++] = v;
    }
  }
  return key;
}

LruCache<Key, DnnConv>& Convs() {
  static auto* cache = new LruCache<Key, DnnConv>(kMaxConvs);
  return *cache;
}
PD_MAKE_AT_LOAD(&Convs());

}  // namespace

std::shared_ptr<const DnnConv> GetDnnConv(ConvKind kind, const ConvShape& s,
                                          bool bias) {
  return Convs().Get(KeyOf(kind, s, bias), [&] {
    const OneOmpThread one;
    return std::make_shared<Conv>(kind, s, bias);
  });
}

}  // namespace paddle::cpu
