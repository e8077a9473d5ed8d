#include "backends/cpu/conv_last.h"

#include <algorithm>
#include <array>

#include "backends/cpu/dnn_handles.h"
#include "backends/cpu/lru_cache.h"
#include "core/dense_tensor.h"
#include "core/made_at_load.h"
#include "core/thread_pool.h"

namespace paddle::cpu {
namespace {

using namespace dnn;  // NOLINT

// oneDNN's own relu makes 0 of NaN; this one keeps it: x, times a step from 0
// to 1 so steep that only 0 lies on it. Adding 0 makes 0 of -0.
constexpr float kSteep = 1e38f;

Attr TailAttributes(const ConvTail& tail) {
  Attr attr;
  Check(dnnl_primitive_attr_create(attr.out()), "attributes");
  Check(dnnl_primitive_attr_set_scratchpad_mode(attr.get(),
                                                dnnl_scratchpad_mode_user),
        "scratchpad mode");
  Owned<dnnl_post_ops_t, dnnl_post_ops_destroy> after;
  Check(dnnl_post_ops_create(after.out()), "post-ops");
  const auto add = [&](dnnl_alg_kind_t kind, float alpha, float beta) {
    Check(dnnl_post_ops_append_eltwise(after.get(), kind, alpha, beta),
          "activation");
  };
  if (tail.residual) {
    Check(dnnl_post_ops_append_sum(after.get(), 1.0f, 0, dnnl_f32), "residual");
  }
  switch (tail.activation) {
    case Activation::kNone: break;
    case Activation::kRelu:
      add(dnnl_eltwise_hardswish, kSteep, 0.0f);
      add(dnnl_eltwise_linear, 1.0f, 0.0f);
      break;
    case Activation::kHardswish:
      add(dnnl_eltwise_hardswish, 1.0f / 6, 0.5f);
      break;
    case Activation::kSilu: add(dnnl_eltwise_swish, 1.0f, 0.0f); break;
    case Activation::kGelu: add(dnnl_eltwise_gelu_erf, 0.0f, 0.0f); break;
  }
  Check(dnnl_primitive_attr_set_post_ops(attr.get(), after.get()), "post-ops");
  return attr;
}

MemoryDesc ImageDesc(const ConvShape& s, int64_t channels,
                     const int64_t* spatial) {
  constexpr dnnl_format_tag_t kTags[] = {dnnl_nwc, dnnl_nhwc, dnnl_ndhwc};
  dnnl_dims_t dims = {s.n, channels};
  std::copy(spatial, spatial + s.rank, dims + 2);
  MemoryDesc desc;
  Check(dnnl_memory_desc_create_with_tag(desc.out(), s.rank + 2, dims, dnnl_f32,
                                         kTags[s.rank - 1]),
        "image");
  return desc;
}

MemoryDesc WeightDesc(const ConvShape& s, bool plain) {
  constexpr dnnl_format_tag_t kTags[] = {dnnl_oiw,  dnnl_oihw,  dnnl_oidhw,
                                         dnnl_goiw, dnnl_goihw, dnnl_goidhw};
  dnnl_dims_t dims;
  int r = 0;
  if (s.groups > 1) dims[r++] = s.groups;
  dims[r++] = s.oc / s.groups;
  dims[r++] = s.ic / s.groups;
  for (int i = 0; i < s.rank; ++i) dims[r++] = s.kernel[i];
  const auto tag =
      plain ? kTags[s.rank - 1 + (s.groups > 1 ? 3 : 0)] : dnnl_format_tag_any;
  MemoryDesc desc;
  Check(dnnl_memory_desc_create_with_tag(desc.out(), r, dims, dnnl_f32, tag),
        "weights");
  return desc;
}

class LastConv {
 public:
  // `weights`: the layout that they are packed in; null: the best.
  LastConv(const ConvShape& s, const ConvTail& tail,
           const_dnnl_memory_desc_t weights)
      : x_(ImageDesc(s, s.ic, s.in)), y_(ImageDesc(s, s.oc, s.out)) {
    const dnnl_dims_t channels = {s.oc};
    if (tail.bias) {
      Check(dnnl_memory_desc_create_with_tag(bias_.out(), 1, channels, dnnl_f32,
                                             dnnl_a),
            "bias");
    }
    const MemoryDesc any = WeightDesc(s, /*plain=*/false);
    const Attr attr = TailAttributes(tail);
    dnnl_dims_t dilates;
    for (int i = 0; i < s.rank; ++i) dilates[i] = s.dilation[i] - 1;
    Check(dnnl_convolution_forward_primitive_desc_create(
              conv_.desc.out(), Engine(), dnnl_forward_inference,
              dnnl_convolution_direct, x_.get(), weights ? weights : any.get(),
              bias_.get(), y_.get(), s.stride, dilates, s.pad_begin, s.pad_end,
              attr.get()),
          "convolution");
    conv_.Finish();
    const char* name = "";
    Check(dnnl_primitive_desc_query(conv_.desc.get(), dnnl_query_impl_info_str,
                                    0, &name),
          "query");
    reference_ = std::string_view(name).substr(0, 3) == "ref";
  }
  // Whether oneDNN has only its slow, general way.
  bool reference() const { return reference_; }
  const_dnnl_memory_desc_t weights() const {
    return conv_.Md(dnnl_query_weights_md);
  }
  // How many channels of the result lie together in the packed weights.
  int64_t block() const {
    const auto count = Query<int>(weights(), dnnl_query_inner_nblks_s32);
    auto* sizes = Query<dnnl_dims_t*>(weights(), dnnl_query_inner_blks);
    auto* axes = Query<dnnl_dims_t*>(weights(), dnnl_query_inner_idxs);
    int64_t block = 1;
    for (int i = 0; i < count; ++i) {
      if ((*axes)[i] == 0) block *= (*sizes)[i];
    }
    return block;
  }
  // Where in `whole` the weights of the channels from `first` on lie, as this
  // one wants them; -1: nowhere.
  int64_t WeightsIn(const LastConv& whole, int64_t first) const {
    auto* dims = Query<dnnl_dims_t*>(weights(), dnnl_query_dims);
    const dnnl_dims_t none = {}, from = {first};
    MemoryDesc same, part;
    int64_t offset = -1;
    if (dnnl_memory_desc_create_submemory(same.out(), whole.weights(), *dims,
                                          none) != dnnl_success ||
        !dnnl_memory_desc_equal(same.get(), weights()) ||
        dnnl_memory_desc_create_submemory(part.out(), whole.weights(), *dims,
                                          from) != dnnl_success ||
        dnnl_memory_desc_query(part.get(), dnnl_query_submemory_offset_s64,
                               &offset) != dnnl_success) {
      return -1;
    }
    return offset;
  }
  void Run(const float* x, const float* w, const float* bias,
           float* out) const {
    const Var scratch = EmptyTensor({static_cast<int64_t>(conv_.scratch_bytes)},
                                    DataType::kUInt8);
    Exec e;
    e.Add(DNNL_ARG_SRC, x_.get(), x);
    e.Add(DNNL_ARG_WEIGHTS, weights(), w);
    if (bias_) e.Add(DNNL_ARG_BIAS, bias_.get(), bias);
    e.Add(DNNL_ARG_DST, y_.get(), out);
    e.Add(DNNL_ARG_SCRATCHPAD, conv_.scratchpad, scratch->data);
    e.Run(conv_.primitive, "convolution");
  }

 private:
  MemoryDesc x_, y_, bias_;
  Runnable conv_;
  bool reference_ = false;
};

constexpr size_t kMostKept = 1024;
using Key = std::array<int64_t, 11 + 7 * kMaxSpatial>;

Key KeyOf(const ConvShape& s, const ConvTail& tail) {
  Key key{};
  int i = 0;
  for (int64_t v :
       {int64_t{s.rank}, s.n, s.ic, s.oc, s.groups, int64_t{tail.bias},
        int64_t{tail.residual}, static_cast<int64_t>(tail.activation)}) {
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

using Cache = LruCache<Key, LastConv>;
Cache& Wholes() {
  static auto* cache = new Cache(kMostKept);
  return *cache;
}
Cache& Parts() {
  static auto* cache = new Cache(kMostKept);
  return *cache;
}
PD_MAKE_AT_LOAD(&Wholes(), &Parts());

std::shared_ptr<const LastConv> Whole(const ConvShape& s,
                                      const ConvTail& tail) {
  return Wholes().Get(KeyOf(s, tail), [&] {
    const OneOmpThread one;
    return std::make_shared<LastConv>(s, tail, nullptr);
  });
}
// Some rows of `s`, with weights packed for the whole.
std::shared_ptr<const LastConv> Part(const ConvShape& part, const ConvShape& s,
                                     const ConvTail& tail,
                                     const LastConv& whole) {
  Key key = KeyOf(part, tail);
  std::copy_n(std::array{s.in[0], s.out[0], s.pad_begin[0]}.data(), 3,
              key.end() - 3);
  return Parts().Get(key, [&] {
    const OneOmpThread one;
    return std::make_shared<LastConv>(part, tail, whole.weights());
  });
}

// One image: the primitive of the batch would be another for each size of it.
// Where a pixel follows from one, pixels are rows: they can be cut anywhere.
ConvShape OneImage(const ConvShape& s) {
  ConvShape one = s;
  one.n = 1;
  for (int d = 0; d < s.rank; ++d) {
    if (s.kernel[d] != 1 || s.stride[d] != 1 || s.pad_begin[d] != 0 ||
        s.in[d] != s.out[d]) {
      return one;
    }
  }
  one.rank = 1;
  one.in[0] = one.out[0] = s.in_pixels();
  return one;
}

// The rows [begin, end) of a result, and where their input begins.
struct Strip {
  ConvShape shape;
  int64_t from;
  Strip(const ConvShape& s, int64_t begin, int64_t end) : shape(s) {
    const int64_t top = begin * s.stride[0] - s.pad_begin[0];
    const int64_t reach = (s.kernel[0] - 1) * s.dilation[0];
    const int64_t bottom = (end - 1) * s.stride[0] - s.pad_begin[0] + reach + 1;
    from = std::clamp<int64_t>(top, 0, s.in[0] - 1);
    const int64_t to = std::clamp<int64_t>(bottom, from + 1, s.in[0]);
    shape.in[0] = to - from;
    shape.out[0] = end - begin;
    shape.pad_begin[0] = from - top;
    shape.pad_end[0] = bottom - to;
  }
};

constexpr int64_t kGrainWork = 1 << 21;  // multiplications worth a hand-over

// Small images with many weights are shared out by channels of the result, so
// that each thread reads weights of its own.
class ByChannels {
 public:
  ByChannels(const ConvShape& one, const ConvTail& tail, const LastConv& whole)
      : one_(one), tail_(tail) {
    const int64_t pixels = one.ic * one.in_pixels() + one.oc * one.out_pixels();
    const int64_t weights = one.ic * one.oc * one.kernel_pixels();
    if (one.groups > 1 || weights < kWeights * pixels) return;
    const int64_t block = whole.block(), blocks = one.oc / block;
    if (one.oc % block != 0) return;
    const int64_t pieces = std::min<int64_t>(
        {NumThreads(), blocks, weights * one.out_pixels() / kGrainWork});
    for (int64_t p = 0; p < pieces && pieces > 1; ++p) {
      const int64_t first = blocks * p / pieces * block;
      ConvShape shape = one;
      shape.oc = blocks * (p + 1) / pieces * block - first;
      auto conv = Whole(shape, tail);
      const int64_t at = conv->WeightsIn(whole, first);
      if (at < 0 || conv->reference()) {
        parts_.clear();
        return;
      }
      parts_.push_back({std::move(conv), first, shape.oc, at});
    }
  }
  explicit operator bool() const { return !parts_.empty(); }

  void Run(const float* x, const float* packed, const float* bias,
           float* out) const {
    ParallelFor(static_cast<int64_t>(parts_.size()), 1,
                [&](int64_t begin, int64_t end) {
                  for (int64_t p = begin; p < end; ++p) {
                    const Part& part = parts_[p];
                    RunPart(part, x, packed + part.weights,
                            bias ? bias + part.first : nullptr, out);
                  }
                });
  }

 private:
  static constexpr int64_t kWeights = 4;  // for each number of an image
  struct Part {
    std::shared_ptr<const LastConv> conv;
    int64_t first, count, weights;
  };

  void RunPart(const Part& part, const float* x, const float* packed,
               const float* bias, float* out) const {
    const int64_t pixels = one_.out_pixels();
    const Var made = EmptyTensor({pixels, part.count}, DataType::kFloat32);
    auto* rows = made->Data<float>();
    out += part.first;
    for (int64_t i = 0; tail_.residual && i < pixels; ++i) {
      std::copy_n(out + i * one_.oc, part.count, rows + i * part.count);
    }
    part.conv->Run(x, packed, bias, rows);
    for (int64_t i = 0; i < pixels; ++i) {
      std::copy_n(rows + i * part.count, part.count, out + i * one_.oc);
    }
  }

  const ConvShape& one_;
  const ConvTail& tail_;
  std::vector<Part> parts_;
};

}  // namespace

bool FindActivation(std::string_view name, Activation* activation) {
  constexpr std::string_view kNames[] = {"", "relu", "hardswish", "silu",
                                         "gelu"};
  const auto* it = std::find(std::begin(kNames), std::end(kNames), name);
  *activation = static_cast<Activation>(it - std::begin(kNames));
  return it != std::end(kNames);
}

size_t ConvLastPackedBytes(const ConvShape& s, const ConvTail& tail,
                           std::string* name) {
  const auto conv = Whole(OneImage(s), tail);
  if (name) *name = LayoutName(conv->weights());
  return dnnl_memory_desc_get_size(conv->weights());
}

void ConvLastPack(const ConvShape& s, const ConvTail& tail, const float* w,
                  float* packed) {
  const ConvShape one = OneImage(s);
  const auto conv = Whole(one, tail);
  const MemoryDesc user = WeightDesc(one, /*plain=*/true);
  const OneOmpThread thread;
  Runnable reorder;
  Check(dnnl_reorder_primitive_desc_create(reorder.desc.out(), user.get(),
                                           Engine(), conv->weights(), Engine(),
                                           UserScratchpad().get()),
        "reorder");
  reorder.Finish();
  const Var scratch = EmptyTensor({static_cast<int64_t>(reorder.scratch_bytes)},
                                  DataType::kUInt8);
  Exec e;
  e.Add(DNNL_ARG_FROM, user.get(), w);
  e.Add(DNNL_ARG_TO, conv->weights(), packed);
  e.Add(DNNL_ARG_SCRATCHPAD, reorder.scratchpad, scratch->data);
  e.Run(reorder.primitive, "reorder");
}

void ConvLastRun(const ConvShape& s, const ConvTail& tail, const float* x,
                 const float* packed, const float* bias, float* out) {
  const ConvShape one = OneImage(s);
  const auto whole = Whole(one, tail);
  if (s.n == 1) {
    const ByChannels by_channels(one, tail, *whole);
    if (by_channels) return by_channels.Run(x, packed, bias, out);
  }
  const int64_t height = one.out[0];
  const int64_t in_row = s.ic * one.in_pixels() / one.in[0];
  const int64_t out_row = s.oc * one.out_pixels() / height;
  const int64_t row_work = out_row * (s.ic / s.groups) * s.kernel_pixels();
  const int64_t rows = s.n * height;
  const int64_t pieces = std::clamp<int64_t>(
      rows * row_work / kGrainWork, 1, std::min<int64_t>(NumThreads(), rows));
  // Calls use(image, first, last) for the rows of each image.
  const auto for_images = [&](int64_t begin, int64_t end, auto&& use) {
    while (begin < end) {
      const int64_t image = begin / height, first = begin % height;
      const int64_t last = std::min(first + end - begin, height);
      use(image, first, last);
      begin += last - first;
    }
  };
  const auto run = [&](int64_t begin, int64_t end) {
    for_images(begin, end, [&](int64_t image, int64_t first, int64_t last) {
      const float* in = x + image * one.in[0] * in_row;
      float* to = out + (image * height + first) * out_row;
      if (last - first == height) return whole->Run(in, packed, bias, to);
      const Strip strip(one, first, last);
      Part(strip.shape, one, tail, *whole)
          ->Run(in + strip.from * in_row, packed, bias, to);
    });
  };
  // With weights packed for the whole oneDNN may know no fast way for a strip.
  bool cut = pieces > 1;
  for (int64_t p = 0; p < pieces && cut && !whole->reference(); ++p) {
    for_images(rows * p / pieces, rows * (p + 1) / pieces,
               [&](int64_t, int64_t first, int64_t last) {
                 if (last - first == height) return;
                 const Strip strip(one, first, last);
                 cut &= !Part(strip.shape, one, tail, *whole)->reference();
               });
  }
  if (!cut) return run(0, rows);
  ParallelFor(pieces, 1, [&](int64_t begin, int64_t end) {
    run(rows * begin / pieces, rows * end / pieces);
  });
}

}  // namespace paddle::cpu
