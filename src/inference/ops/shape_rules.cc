// Slices and sizes.
#include "inference/ops/rules.h"

namespace paddle::inference {

namespace {

using Kind = Attribute::Kind;

Numbers Known(std::vector<int64_t> ints) {
  return {Attribute::Ints(std::move(ints)), pir::kNoValue};
}

// Paddle's `shape` is int32, `shape64` is a row of the table.
void Shape(Site& s) {
  const ValueId sizes = s.Call("shape_of", {{"x", Tensor{s.In(0)}}});
  s.Return(
      s.Call("cast", {{"x", Tensor{sizes}}, {"dtype", std::string("int32")}}));
}

void Numel(Site& s) {
  const ValueId sizes = s.Call("shape_of", {{"x", Tensor{s.In(0)}}});
  s.Return(s.Call("prod", {{"x", Tensor{sizes}}}));
}

void Slice(Site& s) {
  ValueId v = s.Call("slice", {{"input", Tensor{s.In(0)}},
                               {"axes", s.Ints("axes")},
                               {"starts", s.NumbersAt(1, "starts")},
                               {"ends", s.NumbersAt(2, "ends")}});
  const std::vector<int64_t> gone = s.Ints("decrease_axis");
  if (!gone.empty()) v = s.Call("squeeze", {{"x", Tensor{v}}, {"axis", gone}});
  s.Return(v);
}

void StridedSlice(Site& s) {
  ValueId v = s.Call("strided_slice", {{"x", Tensor{s.In(0)}},
                                       {"axes", s.Ints("axes")},
                                       {"starts", s.NumbersAt(1, "starts")},
                                       {"ends", s.NumbersAt(2, "ends")},
                                       {"strides", s.NumbersAt(3, "strides")}});
  const std::vector<int64_t> gone = s.Ints("decrease_axis");
  if (!gone.empty()) v = s.Call("squeeze", {{"x", Tensor{v}}, {"axis", gone}});
  s.Return(v);
}

// Axes that are not of size 1 stay.
void Squeeze(Site& s) {
  s.Return(s.Call("squeeze",
                  {{"x", Tensor{s.In(0)}}, {"axis", s.NumbersAt(1, "axis")}}));
}

// Missing leading axes are those of the shape; -1 keeps a size.
void Expand(Site& s) {
  s.Return(s.Call(
      "expand", {{"x", Tensor{s.In(0)}}, {"shape", s.NumbersAt(1, "shape")}}));
}

void ExpandAs(Site& s) {
  if (s.Has(1)) {
    s.Return(
        s.Call("expand_as", {{"x", Tensor{s.In(0)}}, {"y", Tensor{s.In(1)}}}));
  } else {
    s.Return(s.Call(
        "expand", {{"x", Tensor{s.In(0)}}, {"shape", s.Ints("target_shape")}}));
  }
}

void Split(Site& s) {
  s.ReturnList(s.CallMany("split",
                          {{"x", Tensor{s.In(0)}},
                           {"sections", s.NumbersAt(1, "sections")},
                           {"axis", s.NumbersAt(2, "axis")}},
                          s.ListSize()));
}

void SplitWithNum(Site& s) {
  s.ReturnList(s.CallMany("split_with_num",
                          {{"x", Tensor{s.In(0)}},
                           {"num", static_cast<int64_t>(s.ListSize())},
                           {"axis", s.NumbersAt(1, "axis")}},
                          s.ListSize()));
}

void SplitLegacy(Site& s) {
  const std::vector<int64_t> sections = s.Ints("sections");
  if (sections.empty()) {
    s.ReturnList(s.CallMany("split_with_num",
                            {{"x", Tensor{s.In(0)}},
                             {"num", static_cast<int64_t>(s.ListSize())},
                             {"axis", s.NumbersAt(2, "axis")}},
                            s.ListSize()));
  } else {
    s.ReturnList(s.CallMany("split",
                            {{"x", Tensor{s.In(0)}},
                             {"sections", sections},
                             {"axis", s.NumbersAt(2, "axis")}},
                            s.ListSize()));
  }
}

void Unbind(Site& s) {
  s.ReturnList(s.CallMany(
      "unbind", {{"input", Tensor{s.In(0)}}, {"axis", s.Int("axis", 0)}},
      s.ListSize()));
}

void Meshgrid(Site& s) {
  s.ReturnList(s.CallMany("meshgrid", {{"args", s.List(0)}}, s.ListSize()));
}

void Gather(Site& s) {
  const ValueId index = s.In(1);
  Numbers axis = s.NumbersAt(2, "axis");
  if (axis.is_known() && axis.known.kind == Kind::kNone) axis = Known({0});
  s.Return(s.Call(
      "gather",
      {{"x", Tensor{s.In(0)}}, {"index", Tensor{index}}, {"axis", axis}}));
}

// Legacy: two axes, those before `axis` and those from it on.
void Flatten2D(Site& s) {
  const int64_t axis = s.Int("axis", 1);
  const int rank = s.Rank(0);
  if (axis < 0 || axis > rank) {
    s.Fail("`axis`", "0 to " + std::to_string(rank), std::to_string(axis));
  }
  ValueId v = s.In(0);
  if (axis == 0) {
    v = s.Call("reshape",
               {{"x", Tensor{v}}, {"shape", std::vector<int64_t>{1, -1}}});
  } else {
    if (axis < rank) {
      v = s.Call("flatten", {{"x", Tensor{v}}, {"start_axis", axis}});
    } else {
      v = s.Call("unsqueeze", {{"x", Tensor{v}}, {"axis", axis}});
    }
    v = s.Call("flatten", {{"x", Tensor{v}},
                           {"start_axis", int64_t{0}},
                           {"stop_axis", axis - 1}});
  }
  s.Return(v);
}

void TrilTriu(Site& s) {
  s.Return(
      s.Call(s.Bool("lower", true) ? "tril" : "triu",
             {{"x", Tensor{s.In(0)}}, {"diagonal", s.Int("diagonal", 0)}}));
}

// A part of a tensor is another tensor, or numbers in the file.
void SetValueOf(Site& s, ValueId value, size_t first) {
  const std::vector<int64_t> gone = s.Ints("decrease_axes");
  if (!s.Ints("none_axes").empty()) {
    s.Fail("`none_axes`", "no new axes", "some");
  }
  ValueId x = s.In(0);
  // The value has the shape of the part without the axes that go.
  if (!gone.empty()) {
    const ValueId part =
        s.Call("strided_slice", {{"x", Tensor{x}},
                                 {"axes", s.Ints("axes")},
                                 {"starts", s.NumbersAt(first, "starts")},
                                 {"ends", s.NumbersAt(first + 1, "ends")},
                                 {"strides", s.NumbersAt(first + 2, "steps")}});
    const ValueId like =
        s.Call("squeeze", {{"x", Tensor{part}}, {"axis", gone}});
    value = s.Call("expand_as", {{"x", Tensor{value}}, {"y", Tensor{like}}});
    value = s.Call("unsqueeze", {{"x", Tensor{value}}, {"axis", gone}});
  }
  s.Return(
      s.Call("slice_scatter", {{"x", Tensor{x}},
                               {"value", Tensor{value}},
                               {"axes", s.Ints("axes")},
                               {"starts", s.NumbersAt(first, "starts")},
                               {"ends", s.NumbersAt(first + 1, "ends")},
                               {"strides", s.NumbersAt(first + 2, "steps")}}));
}

void SetValue(Site& s) {
  const std::vector<double> values = s.Floats("values");
  const std::vector<int64_t> shape = s.Ints("shape");
  if (values.size() != 1) s.Fail("`values`", "one number", "several");
  ValueId value =
      s.Call("full_like", {{"x", Tensor{s.In(0)}}, {"fill_value", values[0]}});
  value = s.Call("max", {{"x", Tensor{value}}});
  SetValueOf(s, value, 1);
}

void SetValueWithTensor(Site& s) { SetValueOf(s, s.In(1), 2); }

constexpr RuleEntry kRules[] = {
    {"shape", Shape},
    {"numel", Numel},
    {"slice", Slice},
    {"strided_slice", StridedSlice},
    {"squeeze", Squeeze},
    {"expand", Expand},
    {"expand_as", ExpandAs},
    {"split", Split},
    {"split_with_num", SplitWithNum},
    {"split_legacy", SplitLegacy},
    {"unbind", Unbind},
    {"unstack", Unbind},
    {"meshgrid", Meshgrid},
    {"gather", Gather},
    {"flatten_2d", Flatten2D},
    {"tril_triu", TrilTriu},
    {"set_value", SetValue},
    {"set_value_", SetValue},
    {"set_value_with_tensor", SetValueWithTensor},
    {"set_value_with_tensor_", SetValueWithTensor},
};

}  // namespace

RuleTable ShapeRules() { return TableOf(kRules); }

}  // namespace paddle::inference
