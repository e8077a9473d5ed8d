// Convolutions, pools, norms, lookups.
#include "inference/ops/rules.h"
#include "ops/nn/conv_attrs.h"

namespace paddle::inference {

namespace {

using Kind = Attribute::Kind;

// `paddings` under the name that `padding_algorithm` gives them.
std::vector<int64_t> Padding(Site& s, const char* name) {
  const std::string how = s.Text("padding_algorithm", "EXPLICIT");
  if (how == "SAME") return {kSamePadding};
  if (how == "VALID") return {kValidPadding};
  return s.Ints(name);
}

std::string Layout(Site& s, int rank) {
  std::string layout = s.Text("data_format", rank == 3 ? "NCDHW" : "NCHW");
  if (layout == "AnyLayout") layout = "NCHW";
  return layout;
}

// Legacy operators may hold a bias; PIR adds it afterwards.
void Convolution(Site& s, const char* op, int rank) {
  std::vector<Bound> bound = {{"x", Tensor{s.In(0)}},
                              {"weight", Tensor{s.In(1)}},
                              {"stride", s.Ints("strides")},
                              {"padding", Padding(s, "paddings")},
                              {"dilation", s.Ints("dilations")},
                              {"groups", s.Int("groups", 1)},
                              {"data_format", Layout(s, rank)}};
  if (s.Has(2)) bound.push_back({"bias", Tensor{s.In(2)}});
  s.Return(s.Call(op, bound));
}

void ConvTranspose2D(Site& s) {
  std::vector<Bound> bound = {{"x", Tensor{s.In(0)}},
                              {"weight", Tensor{s.In(1)}},
                              {"stride", s.Ints("strides")},
                              {"padding", Padding(s, "paddings")},
                              {"dilation", s.Ints("dilations")},
                              {"groups", s.Int("groups", 1)},
                              {"data_format", Layout(s, 2)}};
  const std::vector<int64_t> more = s.Ints("output_padding");
  if (!more.empty()) bound.push_back({"output_padding", more});
  Numbers size = s.NumbersAt(2, "output_size");
  if (!size.is_known() || !size.known.ints.empty()) {
    bound.push_back({"output_size", size});
  }
  if (s.Has(3)) bound.push_back({"bias", Tensor{s.In(3)}});
  s.Return(s.Call("conv2d_transpose", bound));
}

void Pool(Site& s, int rank) {
  const std::string suffix = std::to_string(rank) + "d";
  const bool max = s.Text("pooling_type", "max") == "max";
  const ValueId x = s.In(0);
  const std::string layout = Layout(s, rank);
  if (s.Bool("global_pooling", false) || s.Bool("adaptive", false)) {
    std::vector<int64_t> size(rank, 1);
    if (!s.Bool("global_pooling", false)) size = s.KnownInts(1, "kernel_size");
    const std::string op =
        std::string("adaptive_") + (max ? "max" : "avg") + "_pool" + suffix;
    if (max) {
      if (layout.back() == 'C') s.Fail("`data_format`", "NCHW", layout);
      s.Return(s.Call(op.c_str(), {{"x", Tensor{x}}, {"output_size", size}}));
    } else {
      s.Return(s.Call(
          op.c_str(),
          {{"x", Tensor{x}}, {"output_size", size}, {"data_format", layout}}));
    }
    return;
  }
  std::vector<Bound> bound = {{"x", Tensor{x}},
                              {"kernel_size", s.NumbersAt(1, "kernel_size")},
                              {"stride", s.Ints("strides")},
                              {"padding", Padding(s, "paddings")},
                              {"ceil_mode", s.Bool("ceil_mode", false)},
                              {"data_format", layout}};
  if (!max) bound.push_back({"exclusive", s.Bool("exclusive", true)});
  s.Return(s.Call(((max ? "max_pool" : "avg_pool") + suffix).c_str(), bound));
}

void MaxPoolWithIndex(Site& s, const std::string& suffix) {
  const ValueId x = s.In(0);
  std::vector<ValueId> r;
  if (s.Bool("adaptive", false)) {
    r = s.CallMany(("adaptive_max_pool" + suffix).c_str(),
                   {{"x", Tensor{x}},
                    {"output_size", s.KnownInts(1, "kernel_size")},
                    {"return_mask", true}},
                   2);
  } else {
    r = s.CallMany(("max_pool" + suffix).c_str(),
                   {{"x", Tensor{x}},
                    {"kernel_size", s.KnownInts(1, "kernel_size")},
                    {"stride", s.Ints("strides")},
                    {"padding", s.Ints("paddings")},
                    {"return_mask", true},
                    {"ceil_mode", s.Bool("ceil_mode", false)}},
                   2);
  }
  s.Return(r[0], 0);
  s.Return(r[1], 1);
}

void BatchNorm(Site& s) {
  std::vector<Bound> bound = {{"x", Tensor{s.In(0)}},
                              {"epsilon", s.Float("epsilon", 1e-5)}};
  if (s.Has(3)) bound.push_back({"weight", Tensor{s.In(3)}});
  if (s.Has(4)) bound.push_back({"bias", Tensor{s.In(4)}});
  const std::string layout = s.Text("data_format", "NCHW");
  bound.push_back({"channels_last", layout.size() > 2 && layout.back() == 'C'});
  const bool fixed =
      (s.Bool("is_test", false) && !s.Bool("trainable_statistics", false)) ||
      s.Bool("use_global_stats", false);
  if (fixed) {
    bound.push_back({"mean", Tensor{s.In(1)}});
    bound.push_back({"variance", Tensor{s.In(2)}});
    s.Return(s.Call("batch_norm_inference", bound));
    return;
  }
  const auto r = s.CallMany("batch_norm_with_stats", bound, 3);
  s.Return(r[0]);
  // running = momentum * running + (1 - momentum) * batch
  const double momentum = s.Float("momentum", 0.9);
  for (size_t k = 1; k <= 2; ++k) {
    const ValueId old =
        s.Call("scale", {{"x", Tensor{s.In(k)}}, {"scale", momentum}});
    const ValueId now =
        s.Call("scale", {{"x", Tensor{r[k]}}, {"scale", 1 - momentum}});
    const ValueId sum = s.Call("add", {{"x", Tensor{old}}, {"y", Tensor{now}}});
    s.Return(sum, k);
    s.Update(k, sum);
  }
}

void LayerNorm(Site& s) {
  const int64_t begin = s.Int("begin_norm_axis", 1);
  std::vector<Bound> bound = {{"x", Tensor{s.In(0)}},
                              {"epsilon", s.Float("epsilon", 1e-5)},
                              {"begin_axis", begin}};
  const int rank = s.Rank(0);
  if (begin < 1 || begin >= rank) {
    s.Fail("`begin_norm_axis`", "1 to " + std::to_string(rank - 1),
           std::to_string(begin));
  }
  // Parameters are flat in files.
  for (size_t k = 1; k <= 2; ++k) {
    if (!s.Has(k)) continue;
    bound.push_back({k == 1 ? "weight" : "bias", Tensor{s.In(k)}});
  }
  const auto r = s.CallMany("layer_norm_with_stats", bound, 3);
  s.Return(r[0]);
}

void GroupNorm(Site& s) {
  std::vector<Bound> bound = {{"x", Tensor{s.In(0)}},
                              {"num_groups", s.Int("groups", 1)},
                              {"epsilon", s.Float("epsilon", 1e-5)},
                              {"data_format", Layout(s, 2)}};
  if (s.Has(1)) bound.push_back({"weight", Tensor{s.In(1)}});
  if (s.Has(2)) bound.push_back({"bias", Tensor{s.In(2)}});
  s.Return(s.Call("group_norm", bound));
}

void Embedding(Site& s, bool column) {
  ValueId ids = s.In(0);
  if (column) {
    ids = s.Call("squeeze",
                 {{"x", Tensor{ids}}, {"axis", std::vector<int64_t>{-1}}});
  }
  const int64_t padding = s.Int("padding_idx", -1);
  std::vector<Bound> bound = {{"ids", Tensor{ids}},
                              {"weight", Tensor{s.In(1)}},
                              {"padding_row", padding}};
  s.Return(s.Call("embedding_lookup", bound));
}

// In inference it passes, or scales, its input.
void Dropout(Site& s) {
  const Numbers p = s.NumbersAt(2, "p");
  const std::string mode = s.Text("mode", "downgrade_in_infer");
  if (!p.is_known()) s.Fail("`p`", "a number in the file", "a tensor");
  double rate = p.known.f;
  if (p.known.kind == Kind::kInt) rate = static_cast<double>(p.known.i);
  if (p.known.kind == Kind::kNone) rate = s.Float("dropout_prob", 0.5);
  s.Return(s.Call("dropout", {{"x", Tensor{s.In(0)}},
                              {"p", rate},
                              {"training", !s.Bool("is_test", false)},
                              {"mode", mode}}));
}

// One weight for all, one for each channel, or one for each element.
void PRelu(Site& s) {
  const std::string mode = s.Text("mode", "all");
  ValueId alpha = s.In(1);
  if (mode == "element") {
    const ValueId x = s.In(0);
    const ValueId zero = s.Call("zeros_like", {{"x", Tensor{x}}});
    const ValueId above =
        s.Call("maximum", {{"x", Tensor{x}}, {"y", Tensor{zero}}});
    const ValueId below =
        s.Call("minimum", {{"x", Tensor{x}}, {"y", Tensor{zero}}});
    const ValueId scaled =
        s.Call("multiply", {{"x", Tensor{below}}, {"y", Tensor{alpha}}});
    s.Return(s.Call("add", {{"x", Tensor{above}}, {"y", Tensor{scaled}}}));
    return;
  }
  alpha = s.Call("reshape",
                 {{"x", Tensor{alpha}}, {"shape", std::vector<int64_t>{-1}}});
  s.Return(s.Call("prelu", {{"x", Tensor{s.In(0)}},
                            {"weight", Tensor{alpha}},
                            {"data_format", s.Text("data_format", "NCHW")}}));
}

// Legacy attributes of these can differ from the usual function.
void HardSwish(Site& s) {
  const double offset = s.Float("offset", 3.0), scale = s.Float("scale", 6.0),
               threshold = s.Float("threshold", 6.0);
  if (offset == 3.0 && scale == 6.0 && threshold == 6.0) {
    s.Return(s.Call("hardswish", {{"x", Tensor{s.In(0)}}}));
    return;
  }
  ValueId v = s.Call("scale", {{"x", Tensor{s.In(0)}}, {"bias", offset}});
  v = s.Call("clip", {{"x", Tensor{v}}, {"min", 0.0}, {"max", threshold}});
  v = s.Call("multiply", {{"x", Tensor{s.In(0)}}, {"y", Tensor{v}}});
  s.Return(s.Call("scale", {{"x", Tensor{v}}, {"scale", 1.0 / scale}}));
}

void Swish(Site& s) {
  const double beta = s.Float("beta", 1.0);
  if (beta == 1.0) {
    s.Return(s.Call("silu", {{"x", Tensor{s.In(0)}}}));
    return;
  }
  ValueId v = s.Call("scale", {{"x", Tensor{s.In(0)}}, {"scale", beta}});
  v = s.Call("sigmoid", {{"x", Tensor{v}}});
  s.Return(s.Call("multiply", {{"x", Tensor{s.In(0)}}, {"y", Tensor{v}}}));
}

void Relu6(Site& s) {
  const double threshold = s.Float("threshold", 6.0);
  if (threshold == 6.0) {
    s.Return(s.Call("relu6", {{"x", Tensor{s.In(0)}}}));
  } else {
    s.Return(s.Call(
        "clip", {{"x", Tensor{s.In(0)}}, {"min", 0.0}, {"max", threshold}}));
  }
}

// Softmax, then the loss of one class for each row along `axis`.
void CrossEntropy(Site& s) {
  const int64_t axis = s.Int("axis", -1);
  const ValueId x = s.In(0);
  const bool logits = s.Bool("use_softmax", true);
  const ValueId soft =
      logits ? s.Call("softmax", {{"x", Tensor{x}}, {"axis", axis}}) : x;
  const ValueId loss =
      s.Call("cross_entropy", {{"input", Tensor{x}},
                               {"label", Tensor{s.In(1)}},
                               {"ignore_index", s.Int("ignore_index", -100)},
                               {"reduction", std::string("none")},
                               {"soft_label", s.Bool("soft_label", false)},
                               {"axis", axis},
                               {"use_softmax", logits}});
  s.Return(soft, 0);
  const StoredValue& label = s.Type(1);
  const bool kept = label.has_dims && s.Type(0).has_dims &&
                    label.dims.rank() == s.Type(0).dims.rank();
  s.Return(
      kept ? loss : s.Call("unsqueeze", {{"x", Tensor{loss}}, {"axis", axis}}),
      1);
}

// Layers of LSTM, GRU or simple cells over time-major input: for each layer
// and direction four weights, w_ih, w_hh first, then b_ih, b_hh of all.
void Rnn(Site& s) {
  const std::string mode = s.Text("mode", "LSTM");
  const int64_t layers = s.Int("num_layers", 1);
  const int directions = s.Bool("is_bidirec", false) ? 2 : 1;
  const std::vector<ValueId> states = s.List(1), weights = s.List(2);
  const bool lstm = mode == "LSTM";
  const size_t n_states = lstm ? 2 : 1;
  const int64_t runs = layers * directions;
  if (layers < 1 || layers > 1024 || states.size() != n_states ||
      weights.size() != static_cast<size_t>(4 * runs)) {
    s.Fail("the weights",
           std::to_string(4 * runs) + " and " + std::to_string(n_states) +
               " states",
           std::to_string(weights.size()) + " and " +
               std::to_string(states.size()));
  }
  if (!s.Bool("is_test", true) && s.Float("dropout_prob", 0.0) != 0.0) {
    s.Fail("`dropout_prob`", "0 outside of inference", "more");
  }
  const char* op = lstm                 ? "lstm_layer"
                   : mode == "GRU"      ? "gru_layer"
                   : mode == "RNN_RELU" ? "rnn_layer"
                   : mode == "RNN_TANH" ? "rnn_layer"
                                        : nullptr;
  if (!op) s.Fail("`mode`", "LSTM, GRU, RNN_TANH or RNN_RELU", mode);
  const auto pick = [&](ValueId from, int64_t i) {
    const ValueId part =
        s.Call("slice", {{"input", Tensor{from}},
                         {"axes", std::vector<int64_t>{0}},
                         {"starts", std::vector<int64_t>{i}},
                         {"ends", std::vector<int64_t>{i + 1}}});
    return s.Call("squeeze",
                  {{"x", Tensor{part}}, {"axis", std::vector<int64_t>{0}}});
  };
  ValueId x = s.In(0);
  std::vector<std::vector<ValueId>> last(n_states);
  for (int64_t layer = 0; layer < layers; ++layer) {
    std::vector<ValueId> outs;
    for (int d = 0; d < directions; ++d) {
      const int64_t run = layer * directions + d;
      std::vector<Bound> bound = {
          {"x", Tensor{x}},
          {"h0", Tensor{pick(states[0], run)}},
          {"weight_ih", Tensor{weights[2 * run]}},
          {"weight_hh", Tensor{weights[2 * run + 1]}},
          {"bias_ih", Tensor{weights[2 * runs + 2 * run]}},
          {"bias_hh", Tensor{weights[2 * runs + 2 * run + 1]}},
          {"reverse", d == 1}};
      if (lstm) bound.push_back({"c0", Tensor{pick(states[1], run)}});
      if (s.Has(3)) bound.push_back({"sequence_length", Tensor{s.In(3)}});
      if (mode == "RNN_RELU") {
        bound.push_back({"activation", std::string("relu")});
      }
      const auto r = s.CallMany(op, bound, 1 + n_states);
      outs.push_back(r[0]);
      for (size_t k = 0; k < n_states; ++k) last[k].push_back(r[1 + k]);
    }
    x = outs.size() == 1
            ? outs[0]
            : s.Call("concat", {{"x", outs}, {"axis", int64_t{-1}}});
  }
  s.Return(x);
  std::vector<ValueId> all;
  for (const auto& list : last) all.push_back(s.Call("stack", {{"x", list}}));
  s.ReturnList(all, 2);
}

// Scales that are found, not given, belong to training.
void Linear(Site& s, const char* name) {
  if (s.Bool("only_observer", false)) {
    s.Return(s.In(0));
    return;
  }
  if (!s.Bool("is_test", true)) {
    s.Fail("`is_test` is wrong", "true", "false");
  }
  std::vector<Bound> bound = {{"x", Tensor{s.In(0)}},
                              {"scale", Tensor{s.In(1)}},
                              {"quant_axis", s.Int("quant_axis", 0)},
                              {"bit_length", s.Int("bit_length", 8)},
                              {"qmin", s.Int("qmin", -128)},
                              {"qmax", s.Int("qmax", 127)}};
  if (name == std::string_view("quantize_linear")) {
    bound.push_back({"round_type", s.Int("round_type", 0)});
  }
  s.Return(s.Call(name, bound));
}

constexpr RuleEntry kRules[] = {
    {"conv2d", [](Site& s) { Convolution(s, "conv2d", 2); }},
    {"depthwise_conv2d", [](Site& s) { Convolution(s, "conv2d", 2); }},
    {"conv3d", [](Site& s) { Convolution(s, "conv3d", 3); }},
    {"conv2d_transpose", ConvTranspose2D},
    {"depthwise_conv2d_transpose", ConvTranspose2D},
    {"pool2d", [](Site& s) { Pool(s, 2); }},
    {"pool3d", [](Site& s) { Pool(s, 3); }},
    {"max_pool2d_with_index", [](Site& s) { MaxPoolWithIndex(s, "2d"); }},
    {"max_pool3d_with_index", [](Site& s) { MaxPoolWithIndex(s, "3d"); }},
    {"batch_norm", BatchNorm},
    {"batch_norm_", BatchNorm},
    {"layer_norm", LayerNorm},
    {"group_norm", GroupNorm},
    {"embedding", [](Site& s) { Embedding(s, false); }},
    {"embedding_column", [](Site& s) { Embedding(s, true); }},
    {"dropout", Dropout},
    {"prelu", PRelu},
    {"hardswish", HardSwish},
    {"swish", Swish},
    {"relu6", Relu6},
    {"cross_entropy_with_softmax", CrossEntropy},
    {"rnn", Rnn},
    {"quantize_linear", [](Site& s) { Linear(s, "quantize_linear"); }},
    {"dequantize_linear", [](Site& s) { Linear(s, "dequantize_linear"); }},
};

}  // namespace

RuleTable LayerRules() { return TableOf(kRules); }

}  // namespace paddle::inference
