// Interpolation and padding.
#include "inference/ops/rules.h"

namespace paddle::inference {

namespace {

using Kind = Attribute::Kind;

// Sizes are those of `out_size` or `size_tensor`, of the attributes, or
// `scale` times those of the input.
void Interpolate(Site& s, const char* mode, int rank) {
  const std::string layout = s.Text("data_format", "NCHW");
  const bool last = layout.size() > 2 && layout.back() == 'C';
  const std::vector<int64_t> fixed = {s.Int("out_d", -1), s.Int("out_h", -1),
                                      s.Int("out_w", -1)};
  std::vector<double> scale = s.Floats("scale");
  if (scale.size() == 1) scale.assign(rank, scale[0]);
  const Numbers sizes = s.Has(2) ? s.NumbersAt(2) : s.NumbersAt(1);
  if (s.Has(3)) {
    const Numbers n = s.NumbersAt(3);
    if (!n.is_known()) s.Fail("`scale`", "numbers in the file", "a tensor");
    scale = n.known.kind == Kind::kFloats ? n.known.floats
                                          : std::vector<double>{n.known.f};
    if (scale.size() == 1) scale.assign(rank, scale[0]);
  }
  if (!scale.empty() && scale.size() != static_cast<size_t>(rank)) {
    s.Fail("`scale`", std::to_string(rank) + " numbers",
           std::to_string(scale.size()));
  }
  ValueId x = s.In(0);
  for (int i = 0; i < rank; ++i) {
    std::vector<Bound> bound = {
        {"x", Tensor{x}},
        {"axis", static_cast<int64_t>(i + (last ? 1 : 2))},
        {"mode", std::string(mode)},
        {"align_corners", s.Bool("align_corners", false)},
        {"half_pixel", s.Int("align_mode", 0) == 0}};
    const bool scaled = !scale.empty() && scale[i] > 0;
    if (!sizes.is_known()) {
      const ValueId size =
          s.Call("slice", {{"input", Tensor{sizes.late}},
                           {"axes", std::vector<int64_t>{0}},
                           {"starts", std::vector<int64_t>{i}},
                           {"ends", std::vector<int64_t>{i + 1}}});
      bound.push_back({"size", Numbers{{}, size}});
    } else if (sizes.known.kind == Kind::kInts &&
               sizes.known.ints.size() == static_cast<size_t>(rank)) {
      bound.push_back({"size", sizes.known.ints[i]});
    } else if (scaled) {
      bound.push_back({"size", int64_t{-1}});
      bound.push_back({"scale", scale[i]});
    } else {
      bound.push_back({"size", fixed[3 - rank + i]});
    }
    x = s.Call("resize_axis", bound);
  }
  s.Return(x);
}

// Padding of the spatial axes, the last one first.
void Pad3D(Site& s) {
  const Attribute* value = s.Find("pad_value");
  s.Return(s.Call(
      "pad", {{"x", Tensor{s.In(0)}},
              {"pad", s.NumbersAt(1, "paddings")},
              {"mode", s.Text("mode", "constant")},
              {"value", value ? Numbers{*value, pir::kNoValue} : Numbers{}},
              {"data_format", s.Text("data_format", "NCDHW")}}));
}

// Legacy: top, bottom, left, right.
void Pad2D(Site& s) {
  const std::vector<int64_t> p = s.KnownInts(1, "paddings");
  if (p.size() != 4) {
    s.Fail("`paddings`", "4 numbers", std::to_string(p.size()));
  }
  std::string mode = s.Text("mode", "constant");
  if (mode == "edge") mode = "replicate";
  s.Return(s.Call("pad", {{"x", Tensor{s.In(0)}},
                          {"pad", std::vector<int64_t>{p[2], p[3], p[0], p[1]}},
                          {"mode", mode},
                          {"value", s.Float("pad_value", 0.0)},
                          {"data_format", s.Text("data_format", "NCHW")}}));
}

// Begin and end of every axis.
void Pad(Site& s) {
  s.Return(s.Call("pad", {{"x", Tensor{s.In(0)}},
                          {"pad", s.Ints("paddings")},
                          {"mode", std::string("constant")},
                          {"value", s.NumbersAt(1, "pad_value")},
                          {"pad_from_left_axis", true}}));
}

constexpr RuleEntry kRules[] = {
    {"nearest_interp", [](Site& s) { Interpolate(s, "nearest", 2); }},
    {"bilinear_interp", [](Site& s) { Interpolate(s, "linear", 2); }},
    {"bicubic_interp", [](Site& s) { Interpolate(s, "cubic", 2); }},
    {"linear_interp", [](Site& s) { Interpolate(s, "linear", 1); }},
    {"trilinear_interp", [](Site& s) { Interpolate(s, "linear", 3); }},
    {"pad3d", Pad3D},
    {"pad2d", Pad2D},
    {"pad", Pad},
};

}  // namespace

RuleTable ResizeRules() { return TableOf(kRules); }

}  // namespace paddle::inference
