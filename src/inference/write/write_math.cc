// Creation, reductions, arithmetic.
#include <cmath>
#include <limits>

#include "inference/write/write_rules.h"

namespace paddle::inference {

namespace {

using Attributes = JsonWriter::Attributes;

// ---- creation ----

// Numbers that the format can not hold come from a division.
int AnyFull(WriteSite& s, const std::vector<double>& value,
            const ValueType& type) {
  std::vector<Varying> shape;
  for (int i = 0; i < type.dims.rank(); ++i) {
    shape.push_back(s.Size(s.ResultId(), i));
  }
  bool fixed = true;
  for (const Varying& v : shape) fixed &= IsFixed(v);
  const bool same = value == std::vector<double>(value.size(), value[0]);
  if (fixed && (same || std::isnan(value[0]))) {
    return s.Full(value[0], type.dtype, Open(type.dims));
  }
  const int number = s.Number(value, type.dtype, {});
  return s.Op("full_with_tensor", {number, s.VaryingInts(shape)},
              {{"dtype", json::Dtype(type.dtype)}}, type);
}

void Full(WriteSite& s) {
  s.Return(AnyFull(s, s.Scalars("fill_value"), s.Result()));
}
void Zeros(WriteSite& s) { s.Return(AnyFull(s, {0}, s.Result())); }
void Ones(WriteSite& s) { s.Return(AnyFull(s, {1}, s.Result())); }
void FullLike(WriteSite& s) { Full(s); }

void Arange(WriteSite& s) {
  const DataType dtype = s.Result().dtype;
  // With one number, from 0 to it.
  const bool one =
      !s.At("step").scalar.has_value() || !s.call().slots[1].scalar.has_value();
  const std::vector<double> zero(s.Scalars("start").size(), 0);
  const int from = s.Number(one ? zero : s.Scalars("start"), dtype, {1});
  const int to = s.Number(s.Scalars(one ? "start" : "end"), dtype, {1});
  const int by = s.Full(s.At("step").scalar.ToDouble(), dtype, {1});
  s.Return(s.Op("arange", {from, to, by},
                {{"dtype", json::Dtype(dtype)}, {"place", json::Place(true)}},
                s.Result()));
}

// ---- reductions ----

std::vector<int64_t> AxesOf(WriteSite& s) { return s.FixedInts("axis"); }

void Mean(WriteSite& s) {
  if (s.Int("dtype") != static_cast<int64_t>(DataType::kUndefined) &&
      s.Result().dtype != s.Type(s.Operand("x")).dtype) {
    s.Fail("`dtype` has no form in the file");
  }
  s.Return(s.Op("mean", {s.In("x"), s.FullInts(AxesOf(s))},
                {{"keepdim", json::Bool(s.Bool("keepdim"))}}, s.Result()));
}

void Prod(WriteSite& s) {
  const std::vector<int64_t> axes = AxesOf(s);
  int x = s.In("x");
  const ValueType from = s.Type(s.Operand("x"));
  if (from.dtype != s.Result().dtype) {
    x = s.Op("cast", {x}, {{"dtype", json::Dtype(s.Result().dtype)}},
             {s.Result().dtype, from.dims});
  }
  s.Return(s.Op("prod", {x, s.FullInts(axes)},
                {{"keepdim", json::Bool(s.Bool("keepdim"))},
                 {"reduce_all", json::Bool(axes.empty())}},
                s.Result()));
}

void LogSumExp(WriteSite& s) {
  const std::vector<int64_t> axes = AxesOf(s);
  s.Return(s.Op("logsumexp", {s.In("x")},
                {{"axis", json::Int32s(axes)},
                 {"keepdim", json::Bool(s.Bool("keepdim"))},
                 {"reduce_all", json::Bool(axes.empty())}},
                s.Result()));
}

// n / (n - correction), where n follows from the sizes of `axes`.
int CorrectionOf(WriteSite& s, ValueId x, const std::vector<int64_t>& axes,
                 double correction, DataType dtype) {
  const ValueType number{dtype, {}};
  int n = -1;
  for (const int64_t a : axes) {
    const int size = s.VaryingInt(s.Size(x, static_cast<int>(a)));
    n = n < 0 ? size : s.Op("multiply", {n, size}, {}, {DataType::kInt64, {}});
  }
  n = s.Op("cast", {n}, {{"dtype", json::Dtype(dtype)}}, number);
  const int fewer =
      s.Op("subtract", {n, s.Full(correction, dtype, {})}, {}, number);
  return s.Op("divide", {n, fewer}, {}, number);
}

void Variance(WriteSite& s) {
  const ValueId x = s.Operand("x");
  const ValueType type = s.Type(x);
  std::vector<int64_t> axes = AxesOf(s);
  ValueType kept = type;
  Varying count;
  if (axes.empty()) {
    for (int i = 0; i < type.dims.rank(); ++i) axes.push_back(i);
  }
  for (int64_t& a : axes) {
    if (a < 0) a += type.dims.rank();
    const Varying size = s.Size(x, static_cast<int>(a));
    count.resize(size.size(), 1);
    for (size_t k = 0; k < size.size(); ++k) count[k] *= size[k];
    kept.dims[static_cast<int>(a)] = 1;
  }
  const double correction = s.Float("correction");
  const int in = s.NumberOf(x);
  const int mean = s.Op("mean", {in, s.FullInts(axes)},
                        {{"keepdim", json::Bool(true)}}, kept);
  const int centred = s.Op("subtract", {in, mean}, {}, type);
  const int squares = s.Op("multiply", {centred, centred}, {}, type);
  const ValueType to = s.Result();
  int v = s.Op("mean", {squares, s.FullInts(axes)},
               {{"keepdim", json::Bool(s.Bool("keepdim"))}}, to);
  if (correction != 0) {
    int factor;
    if (IsFixed(count)) {
      const auto n = static_cast<double>(count[0]);
      factor = s.Full(n / (n - correction), to.dtype, {1});
    } else {
      factor = CorrectionOf(s, x, axes, correction, to.dtype);
    }
    v = s.Op(
        "scale", {v, factor},
        {{"bias", json::Float32(0)}, {"bias_after_scale", json::Bool(true)}},
        to);
  }
  s.Return(v);
}

void Extremum(WriteSite& s) {
  const std::vector<int64_t> axes = AxesOf(s);
  const int axis = s.Full(axes.empty() ? 0 : static_cast<double>(axes[0]),
                          DataType::kInt64, {1});
  s.Return(s.Op(s.op().name, {s.In("x"), axis},
                {{"keepdims", json::Bool(s.Bool("keepdim"))},
                 {"flatten", json::Bool(axes.empty())},
                 {"dtype", json::Dtype(s.Result().dtype)}},
                s.Result()));
}

void TopK(WriteSite& s) {
  const std::vector<int64_t> axes = AxesOf(s);
  const int k = s.Full(static_cast<double>(s.Int("k")), DataType::kInt32, {1});
  const std::vector<int> r =
      s.out().Op("1.topk", {s.In("x"), k},
                 {{"axis", json::Int32(axes.empty() ? -1 : axes[0])},
                  {"largest", json::Bool(s.Bool("largest"))},
                  {"sorted", json::Bool(s.Bool("sorted"))}},
                 {s.Result(0), s.Result(1)});
  s.Return(r[0], 0);
  s.Return(r[1], 1);
}

void SortWithIndices(WriteSite& s) {
  const std::vector<int> r =
      s.out().Op("1.argsort", {s.In("x")},
                 {{"axis", json::Int32(s.Int("axis"))},
                  {"descending", json::Bool(s.Bool("descending"))},
                  {"stable", json::Bool(true)}},
                 {s.Result(0), s.Result(1)});
  s.Return(r[0], 0);
  s.Return(r[1], 1);
}

void ScanSum(WriteSite& s) {
  const int axis =
      s.Full(static_cast<double>(s.Int("axis")), DataType::kInt32, {1});
  s.Return(s.Op("cumsum", {s.In("x"), axis},
                {{"flatten", json::Bool(false)},
                 {"exclusive", json::Bool(false)},
                 {"reverse", json::Bool(s.Bool("reverse"))}},
                s.Result()));
}

void ScanProd(WriteSite& s) {
  s.Return(s.Op("cumprod", {s.In("x")},
                {{"dim", json::Int32(s.Int("axis"))},
                 {"exclusive", json::Bool(false)},
                 {"reverse", json::Bool(s.Bool("reverse"))}},
                s.Result()));
}

// ---- arithmetic ----

// A bound that is missing is one that changes nothing.
void Clip(WriteSite& s) {
  const Scalar min = s.At("min").scalar, max = s.At("max").scalar;
  const DataType dtype = s.Result().dtype;
  const double far = IsInteger(dtype) ? 9007199254740992.0
                     : dtype == DataType::kFloat64
                         ? std::numeric_limits<double>::max()
                         : std::numeric_limits<float>::max();
  const DataType number = IsInteger(dtype)              ? DataType::kInt64
                          : dtype == DataType::kFloat64 ? dtype
                                                        : DataType::kFloat32;
  const int low = s.Full(min.has_value() ? min.ToDouble() : -far, number, {1});
  const int high = s.Full(max.has_value() ? max.ToDouble() : far, number, {1});
  s.Return(s.Op("clip", {s.In("x"), low, high}, {}, s.Result()));
}

void Neg(WriteSite& s) {
  s.Return(
      s.Op("scale", {s.In("x"), s.Full(-1, DataType::kFloat32, {1})},
           {{"bias", json::Float32(0)}, {"bias_after_scale", json::Bool(true)}},
           s.Result()));
}

void LogAddExp(WriteSite& s) {
  const ValueType t = s.Result();
  const int x = s.In("x"), y = s.In("y");
  const int most = s.Op("maximum", {x, y}, {}, t);
  const int d = s.Op("abs", {s.Op("subtract", {x, y}, {}, t)}, {}, t);
  const int minus = s.Op(
      "scale", {d, s.Full(-1, DataType::kFloat32, {1})},
      {{"bias", json::Float32(0)}, {"bias_after_scale", json::Bool(true)}}, t);
  const int more = s.Op("log1p", {s.Op("exp", {minus}, {}, t)}, {}, t);
  s.Return(s.Op("add", {most, more}, {}, t));
}

void Where(WriteSite& s) {
  s.Return(s.Op("where",
                {s.Broadcast(s.Operand("condition")),
                 s.Broadcast(s.Operand("x")), s.Broadcast(s.Operand("y"))},
                {}, s.Result()));
}

void Binary(WriteSite& s) {
  s.Return(s.Op(s.op().name,
                {s.Broadcast(s.Operand("x")), s.Broadcast(s.Operand("y"))}, {},
                s.Result()));
}

void CountNonzero(WriteSite& s) {
  const ValueId x = s.Operand("x");
  const ValueType from = s.Type(x);
  const int zero = s.Full(0, from.dtype, {});
  int v = s.Op("not_equal", {s.NumberOf(x), zero}, {},
               {DataType::kBool, from.dims});
  v = s.Op("cast", {v}, {{"dtype", json::Dtype(DataType::kInt64)}},
           {DataType::kInt64, from.dims});
  s.Return(s.Op("sum", {v, s.FullInts(AxesOf(s))},
                {{"dtype", json::Dtype(DataType::kInt64)},
                 {"keepdim", json::Bool(s.Bool("keepdim"))}},
                s.Result()));
}

void RandomValues(WriteSite& s) {
  const ValueType to = s.Result();
  const std::string_view kind = s.At("kind").text;
  const int shape = s.VaryingInts(s.Ints("shape"));
  const auto seed =
      std::make_pair(std::string("seed"), json::Int32(s.Int("seed")));
  const auto dtype =
      std::make_pair(std::string("dtype"), json::Dtype(to.dtype));
  const auto place = std::make_pair(std::string("place"), json::Place(true));
  if (kind == "uniform") {
    const int min = s.Full(s.Float("a"), DataType::kFloat32, {1}),
              max = s.Full(s.Float("b"), DataType::kFloat32, {1});
    s.Return(s.Op("uniform", {shape, min, max}, {dtype, seed, place}, to));
  } else if (kind == "normal") {
    s.Return(s.Op("gaussian", {shape},
                  {{"mean", json::Float32(s.Float("a"))},
                   {"std", json::Float32(s.Float("b"))},
                   seed,
                   dtype,
                   place},
                  to));
  } else {
    s.Fail("these random values have no form in the file");
  }
}

// Ones on the diagonal.
void Eye(WriteSite& s) {
  const ValueType to = s.Result();
  int v = AnyFull(s, {1}, to);
  for (const char* op : {"tril", "triu"}) {
    v = s.Op(op, {v}, {{"diagonal", json::Int32(0)}}, to);
  }
  s.Return(v);
}

constexpr WriteEntry kRules[] = {
    {"where", Where},
    {"atan2", Binary},
    {"heaviside", Binary},
    {"count_nonzero", CountNonzero},
    {"random_values", RandomValues},
    {"eye", Eye},
    {"full", Full},
    {"full_like", FullLike},
    {"zeros", Zeros},
    {"zeros_like", Zeros},
    {"empty", Zeros},
    {"empty_like", Zeros},
    {"ones", Ones},
    {"ones_like", Ones},
    {"arange", Arange},
    {"mean", Mean},
    {"prod", Prod},
    {"logsumexp", LogSumExp},
    {"variance", Variance},
    {"argmax", Extremum},
    {"argmin", Extremum},
    {"topk", TopK},
    {"sort_with_indices", SortWithIndices},
    {"scan_sum", ScanSum},
    {"scan_prod", ScanProd},
    {"clip", Clip},
    {"neg", Neg},
    {"logaddexp", LogAddExp},
};

}  // namespace

WriteTable WriteMath() { return {std::begin(kRules), std::end(kRules)}; }

}  // namespace paddle::inference
