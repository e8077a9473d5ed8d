// Convolutions, pools, norms, lookups.
#include "inference/write/write_rules.h"
#include "ops/nn/pool_attrs.h"

namespace paddle::inference {

namespace {

using Attributes = JsonWriter::Attributes;

// ---- layers ----

// A per-channel vector added to images.
int AddBias(WriteSite& s, int v, ValueId bias, const ValueType& type,
            int channel) {
  if (bias == pir::kNoValue) return v;
  std::vector<int64_t> shape(type.dims.rank(), 1);
  shape[channel] = s.Type(bias).dims[0];
  const int b = s.Reshape(s.NumberOf(bias), shape,
                          With(s.Type(bias), DDim(IntArray(shape))));
  return s.Op("add", {v, b}, {}, type);
}

const char* Layout(int rank, bool last) {
  if (rank == 3) return last ? "NDHWC" : "NCDHW";
  return last ? "NHWC" : "NCHW";
}

// An axis of size 1 before the spatial ones: images with one axis as images
// with two.
ValueType Widened(ValueType t, bool last) {
  t.dims.insert(last ? 1 : 2, 1);
  return t;
}
std::vector<int64_t> Widened(std::vector<int64_t> v, int64_t more) {
  v.insert(v.begin(), more);
  return v;
}

void Convolution(WriteSite& s) {
  const ValueId x = s.Operand("x"), w = s.Operand("weight");
  const bool last = s.Bool("channels_last");
  const int rank = s.Type(x).dims.rank() - 2;
  std::vector<int64_t> stride = s.FixedInts("stride"),
                       padding = s.FixedInts("padding"),
                       dilation = s.FixedInts("dilation");
  const int64_t groups = s.Int("groups");
  int input = s.NumberOf(x), weight = s.NumberOf(w);
  ValueType type = s.Result(), wtype = s.Type(w);
  if (rank == 1) {
    const int at = s.FullInts({last ? 1 : 2});
    input = s.Op("unsqueeze", {input, at}, {}, Widened(s.Type(x), last));
    wtype.dims.insert(2, 1);
    weight = s.Op("unsqueeze", {weight, s.FullInts({2})}, {}, wtype);
    stride = Widened(stride, 1);
    dilation = Widened(dilation, 1);
    padding = Widened(Widened(padding, 0), 0);
    type = Widened(type, last);
  }
  const int64_t channels = s.Type(x).dims[last ? rank + 1 : 1];
  const bool depthwise =
      rank < 3 && groups > 1 && groups == channels && wtype.dims[1] == 1;
  const std::string name = rank == 3   ? "conv3d"
                           : depthwise ? "depthwise_conv2d"
                                       : "conv2d";
  int v = s.Op(name, {input, weight},
               {{"strides", json::Int32s(stride)},
                {"paddings", json::Int32s(padding)},
                {"padding_algorithm", json::Str("EXPLICIT")},
                {"dilations", json::Int32s(dilation)},
                {"groups", json::Int32(groups)},
                {"data_format", json::Str(Layout(rank, last))}},
               type);
  if (rank == 1) {
    v = s.Op("squeeze", {v, s.FullInts({last ? 1 : 2})}, {}, s.Result());
  }
  s.Return(AddBias(s, v, s.Operand("bias"), s.Result(), last ? rank + 1 : 1));
}

// The gradient of a convolution by its input: a transposed convolution.
void ConvTranspose(WriteSite& s) {
  const ValueId x = s.Operand("grad"), w = s.Operand("weight");
  const bool last = s.Bool("channels_last");
  const int rank = s.Type(x).dims.rank() - 2;
  if (rank != 2) s.Fail("only those over two axes have a form in the file");
  const std::vector<int64_t> stride = s.FixedInts("stride"),
                             padding = s.FixedInts("padding"),
                             dilation = s.FixedInts("dilation");
  const std::vector<Varying> size = s.Ints("size");
  std::vector<int64_t> more;
  for (int i = 0; i < rank; ++i) {
    const Varying in = s.Size(x, (last ? 1 : 2) + i);
    const int64_t kernel = s.Type(w).dims[2 + i];
    Varying extra;
    for (size_t k = 0; k < in.size(); ++k) {
      extra.push_back(size[i][k] -
                      ((in[k] - 1) * stride[i] + dilation[i] * (kernel - 1) +
                       1 - padding[2 * i] - padding[2 * i + 1]));
    }
    if (!IsFixed(extra)) s.Fail("`size` follows from sizes");
    more.push_back(extra[0]);
  }
  const bool any = more[0] != 0 || more[1] != 0;
  const int none = s.FullInts({});
  s.Return(s.Op(
      "conv2d_transpose", {s.NumberOf(x), s.NumberOf(w), none},
      {{"strides", json::Int32s(stride)},
       {"paddings", json::Int32s(padding)},
       {"output_padding", json::Int32s(any ? more : std::vector<int64_t>{})},
       {"padding_algorithm", json::Str("EXPLICIT")},
       {"groups", json::Int32(s.Int("groups"))},
       {"dilations", json::Int32s(dilation)},
       {"data_format", json::Str(Layout(2, last))}},
      s.Result()));
}

// Whether the sizes are those of windows that may begin at the end (ceil).
bool CeilMode(WriteSite& s, const std::vector<int64_t>& kernel,
              const std::vector<int64_t>& stride,
              const std::vector<int64_t>& padding, int first) {
  const std::vector<Varying> size = s.Ints("size");
  const std::vector<int64_t> said =
      IsFixed(size[0]) ? s.FixedInts("size") : std::vector<int64_t>();
  if (!said.empty() && said[0] < 0) return said[0] == kCeilSize;
  bool floor = true, ceil = true;
  for (size_t i = 0; i < kernel.size(); ++i) {
    const Varying in = s.Size(s.Operand("x"), first + static_cast<int>(i));
    for (size_t k = 0; k < in.size(); ++k) {
      const int64_t room =
          in[k] + padding[2 * i] + padding[2 * i + 1] - kernel[i];
      floor &= size[i][k] == room / stride[i] + 1;
      ceil &= size[i][k] == (room + stride[i] - 1) / stride[i] + 1;
    }
  }
  if (!floor && !ceil) s.Fail("its sizes have no form in the file");
  return !floor;
}

void AdaptiveMaxPool(WriteSite& s);

void Pool(WriteSite& s, bool max) {
  const ValueId x = s.Operand("x");
  const bool last = s.Bool("channels_last");
  const int rank = s.Type(x).dims.rank() - 2, first = last ? 1 : 2;
  std::vector<int64_t> kernel = s.FixedInts("kernel"),
                       stride = s.FixedInts("stride"),
                       padding = s.FixedInts("padding");
  const bool adaptive = kernel.empty();
  if (max && adaptive) return AdaptiveMaxPool(s);
  bool ceil = false;
  if (adaptive) {
    kernel = s.FixedInts("size");
    stride.assign(rank, 1);
    padding.assign(rank, 0);
  } else {
    ceil = CeilMode(s, kernel, stride, padding, first);
  }
  if (!max && s.Float("divisor") != 0) s.Fail("`divisor` has no form");
  const bool exclusive = max || s.Bool("exclusive");
  int input = s.NumberOf(x);
  ValueType type = s.Result();
  if (rank == 1) {
    input = s.Op("unsqueeze", {input, s.FullInts({first})}, {},
                 Widened(s.Type(x), last));
    kernel = Widened(kernel, 1);
    stride = Widened(stride, 1);
    padding = Widened(padding, 0);
    if (!adaptive) padding = Widened(padding, 0);
    type = Widened(type, last);
  }
  std::vector<int> operands = {input};
  Attributes attributes;
  if (rank == 3) {
    attributes.emplace_back("kernel_size", json::Int64s(kernel));
  } else {
    operands.push_back(s.FullInts(kernel));
  }
  const Attributes rest = {{"strides", json::Int64s(stride)},
                           {"paddings", json::Int64s(padding)},
                           {"ceil_mode", json::Bool(ceil)},
                           {"exclusive", json::Bool(exclusive)},
                           {"data_format", json::Str(Layout(rank, last))},
                           {"pooling_type", json::Str(max ? "max" : "avg")},
                           {"global_pooling", json::Bool(false)},
                           {"adaptive", json::Bool(adaptive)},
                           {"padding_algorithm", json::Str("EXPLICIT")}};
  attributes.insert(attributes.end(), rest.begin(), rest.end());
  int v = s.Op(rank == 3 ? "pool3d" : "pool2d", operands, attributes, type);
  if (rank == 1) {
    v = s.Op("squeeze", {v, s.FullInts({first})}, {}, s.Result());
  }
  s.Return(v);
}

// Windows that follow from the size of the result.
void AdaptiveMaxPool(WriteSite& s) {
  const ValueId x = s.Operand("x");
  const int rank = s.Type(x).dims.rank() - 2;
  if (s.Bool("channels_last")) s.Fail("channels must come before the others");
  std::vector<int64_t> size = s.FixedInts("size");
  int input = s.NumberOf(x);
  ValueType type = s.Result();
  if (rank == 1) {
    input = s.Op("unsqueeze", {input, s.FullInts({2})}, {},
                 Widened(s.Type(x), false));
    size = Widened(size, 1);
    type = Widened(type, false);
  }
  const std::vector<int64_t> ones(size.size(), 1), zeros(size.size(), 0);
  int v = s.out().Op(
      rank == 3 ? "1.max_pool3d_with_index" : "1.max_pool2d_with_index",
      {input},
      {{"kernel_size", json::Int32s(size)},
       {"strides", json::Int32s(ones)},
       {"paddings", json::Int32s(zeros)},
       {"global_pooling", json::Bool(false)},
       {"adaptive", json::Bool(true)},
       {"ceil_mode", json::Bool(false)}},
      {type, {DataType::kInt32, type.dims}})[0];
  if (rank == 1) v = s.Op("squeeze", {v, s.FullInts({2})}, {}, s.Result());
  s.Return(v);
}

void MaxPoolWithIndex(WriteSite& s) {
  if (!s.Used(1)) return Pool(s, true);
  s.Fail("positions of the largest elements have no form in the file");
}

// The parameter, or one that changes nothing.
int OrFull(WriteSite& s, const char* arg, double value, int64_t n) {
  const ValueId v = s.Operand(arg);
  return v != pir::kNoValue ? s.NumberOf(v)
                            : s.Full(value, DataType::kFloat32, {n});
}

void BatchNorm(WriteSite& s) {
  const ValueId x = s.Operand("x");
  const bool last = s.Bool("channels_last");
  const ValueType stats = s.Type(s.Operand("mean"));
  const int64_t n = stats.dims[0];
  const std::vector<int> operands = {
      s.NumberOf(x), s.In("mean"), s.In("variance"), OrFull(s, "weight", 1, n),
      OrFull(s, "bias", 0, n)};
  s.Return(s.out().Op(
      "1.batch_norm_", operands,
      {{"is_test", json::Bool(true)},
       {"momentum", json::Float32(0.9)},
       {"epsilon", json::Float32(s.Float("epsilon"))},
       {"data_format", json::Str(last ? "NHWC" : "NCHW")},
       {"use_global_stats", json::Bool(true)},
       {"trainable_statistics", json::Bool(false)}},
      {s.Result(), stats, stats, stats, stats, {DataType::kUInt8, Flat()}})[0]);
}

// Statistics of the batch: by means over all other axes.
void BatchNormWithStats(WriteSite& s) {
  const ValueId x = s.Operand("x");
  const ValueType type = s.Type(x);
  const int rank = type.dims.rank();
  const int channel = s.Bool("channels_last") ? rank - 1 : 1;
  std::vector<int64_t> axes, shape(rank, 1);
  for (int i = 0; i < rank; ++i) {
    if (i != channel) axes.push_back(i);
  }
  shape[channel] = type.dims[channel];
  const ValueType one = With(type, DDim(IntArray(shape)));
  const auto mean = [&](int of) {
    return s.Op("mean", {of, s.FullInts(axes)}, {{"keepdim", json::Bool(true)}},
                one);
  };
  const int in = s.NumberOf(x);
  const int average = mean(in);
  const int centred = s.Op("subtract", {in, average}, {}, type);
  const int variance = mean(s.Op("multiply", {centred, centred}, {}, type));
  const int epsilon = s.Full(1.0, DataType::kFloat32, {1});
  const int shifted = s.Op("scale", {variance, epsilon},
                           {{"bias", json::Float32(s.Float("epsilon"))},
                            {"bias_after_scale", json::Bool(true)}},
                           one);
  const int scale = s.Op("rsqrt", {shifted}, {}, one);
  int v = s.Op("multiply", {centred, scale}, {}, type);
  for (const bool bias : {false, true}) {
    const ValueId p = s.Operand(bias ? "bias" : "weight");
    if (p == pir::kNoValue) continue;
    const int wide = s.Reshape(s.NumberOf(p), shape, one);
    v = s.Op(bias ? "add" : "multiply", {v, wide}, {}, type);
  }
  s.Return(v);
  const ValueType flat = s.Result(1);
  s.Return(s.Reshape(average, Open(flat.dims), flat), 1);
  s.Return(s.Reshape(variance, Open(flat.dims), flat), 2);
}

void LayerNorm(WriteSite& s) {
  if (s.Used(1) || s.Used(2)) s.Fail("its statistics have no form in the file");
  const ValueId x = s.Operand("x");
  const ValueType type = s.Type(x);
  const int64_t begin = s.Int("begin_axis");
  std::vector<int> operands = {s.NumberOf(x)};
  for (const char* arg : {"weight", "bias"}) {
    const ValueId v = s.Operand(arg);
    int number = 0;
    if (v != pir::kNoValue) {
      number = s.NumberOf(v);
      if (s.Type(v).dims.rank() != 1) {
        int64_t n = 1;
        for (int64_t d : s.Type(v).dims) n *= d;
        number = s.Reshape(number, {-1}, With(s.Type(v), DDim{n}));
      }
    }
    operands.push_back(number);
  }
  DDim rows;
  for (int64_t i = 0; i < begin; ++i) {
    rows.push_back(type.dims[static_cast<int>(i)]);
  }
  if (begin == 0) s.Fail("the format has none over all axes");
  const ValueType stats{DataType::kFloat32, rows};
  s.Return(s.out().Op("1.layer_norm", operands,
                      {{"epsilon", json::Float32(s.Float("epsilon"))},
                       {"begin_norm_axis", json::Int32(begin)}},
                      {s.Result(), stats, stats})[0]);
}

void RmsNorm(WriteSite& s) {
  if (s.Used(1)) s.Fail("its statistics have no form in the file");
  const ValueId x = s.Operand("x");
  const ValueType type = s.Type(x);
  ValueType rows = type;
  std::vector<int64_t> axes;
  for (int i = static_cast<int>(s.Int("begin_axis")); i < type.dims.rank();
       ++i) {
    rows.dims[i] = 1;
    axes.push_back(i);
  }
  const int in = s.NumberOf(x);
  const int squares = s.Op("multiply", {in, in}, {}, type);
  const int mean = s.Op("mean", {squares, s.FullInts(axes)},
                        {{"keepdim", json::Bool(true)}}, rows);
  const int shifted = s.Op("scale", {mean, s.Full(1, DataType::kFloat32, {1})},
                           {{"bias", json::Float32(s.Float("epsilon"))},
                            {"bias_after_scale", json::Bool(true)}},
                           rows);
  int v = s.Op("multiply", {in, s.Op("rsqrt", {shifted}, {}, rows)}, {}, type);
  const ValueId weight = s.Operand("weight");
  if (weight != pir::kNoValue) {
    v = s.Op("multiply", {v, s.NumberOf(weight)}, {}, type);
  }
  s.Return(v);
}

void Linear(WriteSite& s) {
  int v = s.Op(
      "matmul", {s.In("x"), s.In("weight")},
      {{"transpose_x", json::Bool(false)}, {"transpose_y", json::Bool(false)}},
      s.Result());
  const ValueId bias = s.Operand("bias");
  if (bias != pir::kNoValue) {
    v = s.Op("add", {v, s.NumberOf(bias)}, {}, s.Result());
  }
  s.Return(v);
}

void Embedding(WriteSite& s) {
  s.Return(s.Op("embedding", {s.In("ids"), s.In("weight")},
                {{"padding_idx", json::Int64(s.Int("padding_row"))},
                 {"sparse", json::Bool(false)}},
                s.Result()));
}

void CrossEntropy(WriteSite& s) {
  const ValueId x = s.Operand("logits"), label = s.Operand("label");
  const ValueType type = s.Type(x);
  const bool soft = s.Bool("soft_label");
  int target = s.NumberOf(label);
  ValueType loss = s.Result();
  loss.dims = type.dims;
  loss.dims[type.dims.rank() - 1] = 1;
  if (!soft && s.Type(label).dims.rank() < type.dims.rank()) {
    target = s.Op("unsqueeze", {target, s.FullInts({-1})}, {},
                  With(s.Type(label), loss.dims));
  }
  const std::vector<int> r =
      s.out().Op("1.cross_entropy_with_softmax", {s.NumberOf(x), target},
                 {{"soft_label", json::Bool(soft)},
                  {"use_softmax", json::Bool(true)},
                  {"numeric_stable_mode", json::Bool(true)},
                  {"ignore_index", json::Int32(s.Int("ignore_index"))},
                  {"axis", json::Int32(-1)}},
                 {type, loss});
  const bool drop = s.Result().dims.rank() < loss.dims.rank();
  s.Return(drop ? s.Op("squeeze", {r[1], s.FullInts({-1})}, {}, s.Result())
                : r[1]);
  if (s.Used(1)) s.Fail("logarithms of sums have no form in the file");
}

// As PaddlePaddle saves it: in inference nothing is drawn.
void DropoutMask(WriteSite& s) {
  // Read by dropout_apply alone, which does not ask for it.
  const ValueType type = s.Result();
  std::vector<int64_t> one(type.dims.rank(), 1);
  s.Return(s.Full(1, type.dtype, one));
}
void DropoutApply(WriteSite& s) {
  if (s.Float("scale") != 1) {  // of what is kept: nothing is left out
    s.Return(s.Op("assign", {s.In("x")}, {}, s.Result()));
    return;
  }
  const pir::Call* mask = s.Producer(s.Operand("mask"));
  if (!mask || !mask->op || mask->op->name != "dropout_mask") {
    s.Fail("its mask has no form in the file");
  }
  const double p = mask->slots[mask->op->ArgIndex("p")].f;
  s.Return(
      s.Op("scale", {s.In("x"), s.Full(1 - p, DataType::kFloat32, {1})},
           {{"bias", json::Float32(0)}, {"bias_after_scale", json::Bool(true)}},
           s.Result()));
}

constexpr WriteEntry kRules[] = {
    {"dropout_mask", DropoutMask},
    {"dropout_apply", DropoutApply},
    {"convolution", Convolution},
    {"conv_grad_input", ConvTranspose},
    {"max_pool", [](WriteSite& s) { Pool(s, true); }},
    {"avg_pool", [](WriteSite& s) { Pool(s, false); }},
    {"max_pool_with_index", MaxPoolWithIndex},
    {"batch_norm_inference", BatchNorm},
    {"batch_norm_with_stats", BatchNormWithStats},
    {"layer_norm_with_stats", LayerNorm},
    {"rms_norm_with_stats", RmsNorm},
    {"linear", Linear},
    {"embedding_lookup", Embedding},
    {"softmax_cross_entropy", CrossEntropy},
};

}  // namespace

WriteTable WriteLayers() { return {std::begin(kRules), std::end(kRules)}; }

}  // namespace paddle::inference
