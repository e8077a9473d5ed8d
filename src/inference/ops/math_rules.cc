// Arithmetic with the axes of the legacy format, reductions, products.
#include "inference/ops/rules.h"

namespace paddle::inference {

namespace {

using Kind = Attribute::Kind;

// elementwise_*(X, Y, axis): axis `axis` of X meets the first of Y.
template <const char* const& kOp>
void Binary(Site& s) {
  const ValueId x = s.In(0);
  ValueId y = s.In(1);
  const int64_t axis = s.Int("axis", -1);
  if (axis >= 0 && s.Type(0).has_dims && s.Type(1).has_dims) {
    const int64_t left = s.Rank(0) - axis - s.Rank(1);
    if (left > 0 && s.Rank(1) > 0) {
      std::vector<int64_t> axes;
      for (int64_t i = 0; i < left; ++i) axes.push_back(s.Rank(1) + i);
      y = s.Call("unsqueeze", {{"x", Tensor{y}}, {"axis", axes}});
    }
  }
  s.Return(s.Call(kOp, {{"x", Tensor{x}}, {"y", Tensor{y}}}));
}
#define PD_BINARY(op) constexpr const char* k_##op = #op
PD_BINARY(add);
PD_BINARY(subtract);
PD_BINARY(multiply);
PD_BINARY(divide);
PD_BINARY(maximum);
PD_BINARY(minimum);
PD_BINARY(remainder);
PD_BINARY(floor_divide);
PD_BINARY(pow);
#undef PD_BINARY

// x ** number; the number keeps the dtype of x.
void Power(Site& s) {
  Numbers y = s.NumbersAt(1, "y");
  const DataType dtype = s.Type(0).dtype;
  if (y.is_known() && y.known.kind == Kind::kFloat && IsInteger(dtype)) {
    y.known = Attribute::Int(static_cast<int64_t>(y.known.f));
  }
  ValueId v = s.Call("pow", {{"x", Tensor{s.In(0)}}, {"y", y}});
  s.Return(v);
}

void Reduce(Site& s, const char* op) {
  Numbers axis = s.NumbersAt(1, "axis");
  if (s.Bool("reduce_all", false)) axis = Numbers{};
  std::vector<Bound> bound = {{"x", Tensor{s.In(0)}},
                              {"axis", axis},
                              {"keepdim", s.Bool("keepdim", false)}};
  const std::string dtype = s.Text("dtype", "Undefined");
  if (dtype != "Undefined" && std::string(op) == "sum") {
    bound.push_back({"dtype", dtype});
  }
  s.Return(s.Call(op, bound));
}

void MeanAll(Site& s) { s.Return(s.Call("mean", {{"x", Tensor{s.In(0)}}})); }

void Extremum(Site& s, const char* op) {
  Numbers axis = s.NumbersAt(1, "axis");
  if (s.Bool("flatten", false)) axis = Numbers{};
  std::string dtype = s.Text("dtype", "int64");
  if (dtype == "Undefined") dtype = "int64";
  s.Return(s.Call(op, {{"x", Tensor{s.In(0)}},
                       {"axis", axis},
                       {"keepdim", s.Bool("keepdims", false)},
                       {"dtype", dtype}}));
}

void ArgSort(Site& s) {
  const auto r = s.CallMany("sort_with_indices",
                            {{"x", Tensor{s.In(0)}},
                             {"axis", s.Int("axis", -1)},
                             {"descending", s.Bool("descending", false)}},
                            2);
  s.Return(r[0], 0);
  s.Return(r[1], 1);
}

void CumSum(Site& s) {
  Numbers axis = s.NumbersAt(1, "axis");
  ValueId x = s.In(0);
  const bool reverse = s.Bool("reverse", false);
  if (s.Bool("exclusive", false)) s.Fail("`exclusive`", "false", "true");
  if (s.Bool("flatten", false)) axis = Numbers{};
  if (!reverse) {
    s.Return(s.Call("cumsum", {{"x", Tensor{x}}, {"axis", axis}}));
    return;
  }
  x = s.Call("flip", {{"x", Tensor{x}}, {"axis", axis}});
  x = s.Call("cumsum", {{"x", Tensor{x}}, {"axis", axis}});
  s.Return(s.Call("flip", {{"x", Tensor{x}}, {"axis", axis}}));
}

void LogSumExp(Site& s) {
  std::vector<int64_t> axis = s.Ints("axis");
  if (s.Bool("reduce_all", false)) axis.clear();
  s.Return(s.Call("logsumexp", {{"x", Tensor{s.In(0)}},
                                {"axis", axis},
                                {"keepdim", s.Bool("keepdim", false)}}));
}

void PNorm(Site& s) {
  Numbers axis{Attribute::Ints({s.Int("axis", -1)}), pir::kNoValue};
  if (s.Bool("asvector", false)) axis = Numbers{};
  s.Return(s.Call("p_norm", {{"x", Tensor{s.In(0)}},
                             {"porder", s.Float("porder", 2.0)},
                             {"axis", axis},
                             {"keepdim", s.Bool("keepdim", false)}}));
}

// Legacy: alpha * (x @ y).
void MatmulScaled(Site& s) {
  const ValueId v =
      s.Call("matmul", {{"x", Tensor{s.In(0)}},
                        {"y", Tensor{s.In(1)}},
                        {"transpose_x", s.Bool("transpose_x", false)},
                        {"transpose_y", s.Bool("transpose_y", false)}});
  const double alpha = s.Float("alpha", 1.0);
  s.Return(
      alpha == 1.0 ? v : s.Call("scale", {{"x", Tensor{v}}, {"scale", alpha}}));
}

// Legacy: both brought to matrices, the result has the axes of both.
void Mul(Site& s) {
  const int64_t rows = s.Int("x_num_col_dims", 1);
  if (s.Rank(1) != 2 || s.Int("y_num_col_dims", 1) != 1) {
    s.Fail("`Y`", "a matrix", std::to_string(s.Rank(1)) + " axes");
  }
  ValueId x = s.In(0);
  if (s.Rank(0) > rows + 1) {
    x = s.Call("flatten", {{"x", Tensor{x}}, {"start_axis", rows}});
  }
  s.Return(s.Call("matmul", {{"x", Tensor{x}}, {"y", Tensor{s.In(1)}}}));
}

void FullyConnected(Site& s) {
  ValueId x = s.In(0);
  const int64_t rows = s.Int("in_num_col_dims", 1);
  if (s.Rank(0) > rows + 1) {
    x = s.Call("flatten", {{"x", Tensor{x}}, {"start_axis", rows}});
  }
  ValueId v = s.Call("matmul", {{"x", Tensor{x}}, {"y", Tensor{s.In(1)}}});
  if (s.Has(2)) v = s.Call("add", {{"x", Tensor{v}}, {"y", Tensor{s.In(2)}}});
  const std::string activation = s.Text("activation_type", "");
  if (activation == "relu") {
    v = s.Call("relu", {{"x", Tensor{v}}});
  } else if (!activation.empty()) {
    s.Fail("`activation_type`", "relu", activation);
  }
  s.Return(v);
}

void Einsum(Site& s) {
  s.Return(s.Call("einsum", {{"equation", s.Text("equation", "")},
                             {"operands", s.List(0)}}));
}

void Increment(Site& s) {
  s.Return(s.Call("scale",
                  {{"x", Tensor{s.In(0)}}, {"bias", s.Float("value", 1.0)}}));
}

// A size of the result is one of the input.
void FullBatchSizeLike(Site& s) {
  std::vector<int64_t> shape = s.Ints("shape");
  const int64_t from = s.Int("input_dim_idx", 0),
                to = s.Int("output_dim_idx", 0);
  if (to < 0 || to >= static_cast<int64_t>(shape.size())) {
    s.Fail("`output_dim_idx`", "an axis of `shape`", std::to_string(to));
  }
  const ValueId sizes = s.Call("shape_of", {{"x", Tensor{s.In(0)}}});
  const ValueId size =
      s.Call("slice", {{"input", Tensor{sizes}},
                       {"axes", std::vector<int64_t>{0}},
                       {"starts", std::vector<int64_t>{from}},
                       {"ends", std::vector<int64_t>{from + 1}}});
  std::vector<ValueId> parts;
  for (int64_t i = 0; i < static_cast<int64_t>(shape.size()); ++i) {
    parts.push_back(i == to
                        ? size
                        : s.Call("full", {{"shape", std::vector<int64_t>{1}},
                                          {"fill_value", shape[i]},
                                          {"dtype", std::string("int64")}}));
  }
  const ValueId all = s.Call("concat", {{"x", parts}});
  s.Return(s.Call("full", {{"shape", Numbers{{}, all}},
                           {"fill_value", s.Float("value", 0.0)},
                           {"dtype", s.Text("dtype", "float32")}}));
}

void ZerosLike(Site& s) {
  s.Return(s.Call("zeros_like", {{"x", Tensor{s.In(0)}}}));
}

void Uniform(Site& s) {
  s.Return(s.Call("uniform", {{"shape", s.NumbersAt(0, "shape")},
                              {"dtype", s.Text("dtype", "float32")},
                              {"min", s.NumbersAt(1, "min")},
                              {"max", s.NumbersAt(2, "max")},
                              {"seed", s.Int("seed", 0)}}));
}

void Gaussian(Site& s) {
  s.Return(s.Call("gaussian", {{"shape", s.NumbersAt(0, "shape")},
                               {"mean", s.Float("mean", 0.0)},
                               {"std", s.Float("std", 1.0)},
                               {"seed", s.Int("seed", 0)},
                               {"dtype", s.Text("dtype", "float32")}}));
}

constexpr RuleEntry kRules[] = {
    {"add", Binary<k_add>},
    {"add_", Binary<k_add>},
    {"subtract", Binary<k_subtract>},
    {"multiply", Binary<k_multiply>},
    {"divide", Binary<k_divide>},
    {"maximum", Binary<k_maximum>},
    {"minimum", Binary<k_minimum>},
    {"remainder", Binary<k_remainder>},
    {"floor_divide", Binary<k_floor_divide>},
    {"elementwise_pow", Binary<k_pow>},
    {"pow", Power},
    {"sum", [](Site& s) { Reduce(s, "sum"); }},
    {"prod", [](Site& s) { Reduce(s, "prod"); }},
    {"mean", [](Site& s) { Reduce(s, "mean"); }},
    {"max", [](Site& s) { Reduce(s, "max"); }},
    {"min", [](Site& s) { Reduce(s, "min"); }},
    {"any", [](Site& s) { Reduce(s, "any"); }},
    {"all", [](Site& s) { Reduce(s, "all"); }},
    {"mean_all", MeanAll},
    {"argmax", [](Site& s) { Extremum(s, "argmax"); }},
    {"argmin", [](Site& s) { Extremum(s, "argmin"); }},
    {"argsort", ArgSort},
    {"cumsum", CumSum},
    {"logsumexp", LogSumExp},
    {"p_norm", PNorm},
    {"matmul_scaled", MatmulScaled},
    {"mul", Mul},
    {"fc", FullyConnected},
    {"einsum", Einsum},
    {"increment", Increment},
    {"increment_", Increment},
    {"full_batch_size_like", FullBatchSizeLike},
    {"zeros_like", ZerosLike},
    {"uniform", Uniform},
    {"gaussian", Gaussian},
};

}  // namespace

RuleTable MathRules() { return TableOf(kRules); }

}  // namespace paddle::inference
