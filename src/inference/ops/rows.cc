#include "inference/ops/rows.h"

#include <cctype>
#include <unordered_map>

namespace paddle::inference {

namespace {

constexpr const char* kRows[] = {
    // ---- of one tensor ----
    "abs(Tensor x)",
    "acos(Tensor x)",
    "acosh(Tensor x)",
    "angle(Tensor x)",
    "as_complex(Tensor x)",
    "as_real(Tensor x)",
    "asin(Tensor x)",
    "asinh(Tensor x)",
    "assign(Tensor x)",
    "atan(Tensor x)",
    "atanh(Tensor x)",
    "ceil(Tensor x)",
    "celu(Tensor x, f32 alpha)",
    "conj(Tensor x)",
    "cos(Tensor x)",
    "cosh(Tensor x)",
    "digamma(Tensor x)",
    "elu(Tensor x, f32 alpha)",
    "erf(Tensor x)",
    "erfinv(Tensor x)",
    "exp(Tensor x)",
    "expm1(Tensor x)",
    "floor(Tensor x)",
    "gelu(Tensor x, bool approximate)",
    "hardshrink(Tensor x, f32 threshold)",
    "hardsigmoid(Tensor x, f32 slope, f32 offset)",
    "hardtanh(Tensor x, f32 t_min, f32 t_max) = hardtanh(x, t_min, t_max)",
    "hardswish(Tensor x)",
    "imag(Tensor x)",
    "isfinite(Tensor x)",
    "isinf(Tensor x)",
    "isnan(Tensor x)",
    "leaky_relu(Tensor x, f64 negative_slope)",
    "lgamma(Tensor x)",
    "log(Tensor x)",
    "log10(Tensor x)",
    "log1p(Tensor x)",
    "log2(Tensor x)",
    "logical_not(Tensor x)",
    "logsigmoid(Tensor x) = log_sigmoid(x)",
    "mish(Tensor x, f32 lambda=20.0) = mish(x)",
    "real(Tensor x)",
    "reciprocal(Tensor x)",
    "relu(Tensor x)",
    "relu6(Tensor x)",
    "round(Tensor x, i32 decimals)",
    "rsqrt(Tensor x)",
    "selu(Tensor x, f32 scale, f32 alpha)",
    "sigmoid(Tensor x)",
    "sign(Tensor x)",
    "silu(Tensor x)",
    "sin(Tensor x)",
    "sinh(Tensor x)",
    "softplus(Tensor x, f64 beta, f64 threshold)",
    "softshrink(Tensor x, f32 threshold)",
    "softsign(Tensor x)",
    "sqrt(Tensor x)",
    "square(Tensor x)",
    "stanh(Tensor x, f32 scale_a, f32 scale_b)",
    "swish(Tensor x)",
    "tan(Tensor x)",
    "tanh(Tensor x)",
    "tanh_shrink(Tensor x) = tanhshrink(x)",
    "thresholded_relu(Tensor x, f32 threshold, f32 value)",
    "trunc(Tensor input) = trunc(input)",
    "cast(Tensor x, dtype dtype)",
    "scale(Tensor x, Num scale, f32 bias, bool bias_after_scale)",
    "clip(Tensor x, Num min, Num max)",
    "logit(Tensor x, f64 eps)",
    // ---- of several ----
    "add(Tensor x, Tensor y)",
    "subtract(Tensor x, Tensor y)",
    "multiply(Tensor x, Tensor y)",
    "divide(Tensor x, Tensor y)",
    "maximum(Tensor x, Tensor y)",
    "minimum(Tensor x, Tensor y)",
    "fmax(Tensor x, Tensor y)",
    "fmin(Tensor x, Tensor y)",
    "remainder(Tensor x, Tensor y)",
    "floor_divide(Tensor x, Tensor y)",
    "elementwise_pow(Tensor x, Tensor y) = pow(x, y)",
    "pow(Tensor x, f32 y)",
    "atan2(Tensor x, Tensor y)",
    "heaviside(Tensor x, Tensor y)",
    "copysign(Tensor x, Tensor y)",
    "lerp(Tensor x, Tensor y, Tensor weight)",
    "equal(Tensor x, Tensor y)",
    "not_equal(Tensor x, Tensor y)",
    "less_than(Tensor x, Tensor y)",
    "less_equal(Tensor x, Tensor y)",
    "greater_than(Tensor x, Tensor y)",
    "greater_equal(Tensor x, Tensor y)",
    "logical_and(Tensor x, Tensor y)",
    "logical_or(Tensor x, Tensor y)",
    "logical_xor(Tensor x, Tensor y)",
    "bitwise_and(Tensor x, Tensor y)",
    "bitwise_or(Tensor x, Tensor y)",
    "bitwise_xor(Tensor x, Tensor y)",
    "bitwise_not(Tensor x)",
    "bitwise_left_shift(Tensor x, Tensor y, bool is_arithmetic)",
    "bitwise_right_shift(Tensor x, Tensor y, bool is_arithmetic)",
    "complex(Tensor real, Tensor imag)",
    "where(Tensor condition, Tensor x, Tensor y)",
    "add_n(Tensor[] inputs)",
    "isclose(Tensor x, Tensor y, Num rtol, Num atol, bool equal_nan)",
    "allclose(Tensor x, Tensor y, Num rtol, Num atol, bool equal_nan)",
    // ---- reductions and their kin ----
    "sum(Tensor x, Ints axis, dtype dtype, bool keepdim)",
    "mean(Tensor x, Ints axis, bool keepdim)",
    "max(Tensor x, Ints axis, bool keepdim)",
    "min(Tensor x, Ints axis, bool keepdim)",
    "amax(Tensor x, i64s axis, bool keepdim)",
    "amin(Tensor x, i64s axis, bool keepdim)",
    "any(Tensor x, i64s axis, bool keepdim)",
    "all(Tensor x, i64s axis, bool keepdim)",
    "cumprod(Tensor x, i32 dim, bool exclusive=false, bool reverse=false) = "
    "cumprod(x, dim)",
    "mode(Tensor x, i32 axis, bool keepdim)",
    "topk(Tensor x, Num k, i32 axis, bool largest, bool sorted)",
    "trace(Tensor x, i32 offset, i32 axis1, i32 axis2)",
    "softmax(Tensor x, i32 axis) = softmax(x, axis, dtype=None)",
    "log_softmax(Tensor x, i32 axis) = log_softmax(x, axis, dtype=None)",
    // ---- shapes ----
    "reshape(Tensor x, Ints shape)",
    "transpose(Tensor x, i32s perm)",
    "unsqueeze(Tensor x, Ints axis)",
    "flatten(Tensor x, i32 start_axis, i32 stop_axis)",
    "tile(Tensor x, Ints repeat_times)",
    "concat(Tensor[] x, Num axis)",
    "stack(Tensor[] x, i32 axis)",
    "flip(Tensor x, i32s axis)",
    "roll(Tensor x, Ints shifts, i64s axis)",
    "tril(Tensor x, i32 diagonal)",
    "triu(Tensor x, i32 diagonal)",
    "diagonal(Tensor x, i32 offset, i32 axis1, i32 axis2)",
    "shape64(Tensor input) = shape_of(input)",
    // ---- elements by index ----
    "gather_nd(Tensor x, Tensor index)",
    "index_select(Tensor x, Tensor index, i32 axis)",
    "index_sample(Tensor x, Tensor index)",
    "take_along_axis(Tensor arr, Tensor indices, i32 axis) = "
    "take_along_axis(arr, indices, axis, broadcast=false)",
    "scatter(Tensor x, Tensor index, Tensor updates, bool overwrite)",
    "scatter_nd_add(Tensor x, Tensor index, Tensor updates)",
    "index_put(Tensor x, Tensor[] indices, Tensor value, bool accumulate)",
    "masked_select(Tensor x, Tensor mask)",
    "nonzero(Tensor condition) = nonzero(condition)",
    "one_hot(Tensor x, Num num_classes)",
    "searchsorted(Tensor sorted_sequence, Tensor values, bool out_int32, "
    "bool right)",
    "put_along_axis(Tensor arr, Tensor indices, Tensor values, i32 axis, "
    "str reduce, bool include_self) = put_along_axis(arr, indices, values, "
    "axis, reduce, include_self, broadcast=false)",
    "bernoulli(Tensor x) = bernoulli_draw(x)",
    // ---- products ----
    "matmul(Tensor x, Tensor y, bool transpose_x, bool transpose_y)",
    "bmm(Tensor x, Tensor y)",
    "dot(Tensor x, Tensor y)",
    "mv(Tensor x, Tensor vec)",
    "kron(Tensor x, Tensor y)",
    "inverse(Tensor x)",
    "cholesky(Tensor x, bool upper)",
    "triangular_solve(Tensor x, Tensor y, bool upper, bool transpose, "
    "bool unitriangular)",
    "addmm(Tensor input, Tensor x, Tensor y, f32 beta, f32 alpha)",
    // ---- creation ----
    "arange(Num start, Num end, Num step, dtype dtype, place place=cpu) = "
    "arange(start, end, step, dtype)",
    "linspace(Num start, Num stop, Num number, dtype dtype, place place=cpu) = "
    "linspace(start, stop, number, dtype)",
    "eye(Num num_rows, Num num_columns, dtype dtype, place place=any)",
    "full_like(Tensor x, Num value, dtype dtype, place place=any) = "
    "full_like(x, value, dtype)",
    // ---- layers ----
    "instance_norm(Tensor x, Tensor? scale, Tensor? bias, f32 epsilon) = "
    "instance_norm(x, weight=scale, bias=bias, eps=epsilon)",
    "pixel_shuffle(Tensor x, i32 upscale_factor, str data_format)",
    "pixel_unshuffle(Tensor x, i32 downscale_factor, str data_format)",
    "channel_shuffle(Tensor x, i32 groups, str data_format)",
    "unfold(Tensor x, i32s kernel_sizes, i32s strides, i32s paddings, "
    "i32s dilations)",
    "bce_loss(Tensor input, Tensor label) = binary_cross_entropy(input, label, "
    "reduction=\"none\")",
};

// Words, texts in quotes, and marks one by one. "Tensor[]", "Tensor?" and
// "-1.5" are one word.
std::vector<std::string> Split(const std::string& text) {
  std::vector<std::string> words;
  for (size_t i = 0; i < text.size();) {
    if (text[i] == ' ') {
      ++i;
      continue;
    }
    size_t n = 1;
    if (text[i] == '"') {
      n = text.find('"', i + 1) - i + 1;
    } else if (text[i] == '[') {
      n = text.find(']', i) - i + 1;
    } else if (std::isalnum(static_cast<unsigned char>(text[i])) ||
               text[i] == '-' || text[i] == '_') {
      while (i + n < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[i + n])) ||
              text[i + n] == '_' || text[i + n] == '.' || text[i + n] == '-')) {
        ++n;
      }
      if (text.compare(i + n, 2, "[]") == 0) n += 2;
      if (i + n < text.size() && text[i + n] == '?') ++n;
    }
    words.push_back(text.substr(i, n));
    i += n;
  }
  return words;
}

bool IsName(const std::string& word) {
  return std::isalpha(static_cast<unsigned char>(word[0])) && word != "true" &&
         word != "false" && word != "None";
}

Row ParseRow(const std::string& text) {
  const std::vector<std::string> words = Split(text);
  size_t at = 0;
  const auto next = [&]() -> const std::string& {
    PADDLE_ENFORCE(at < words.size(), errors::Fatal("row: %s", text.c_str()));
    return words[at++];
  };
  const auto take = [&](const char* word) {
    if (at >= words.size() || words[at] != word) return false;
    ++at;
    return true;
  };
  Row row;
  row.name = next();
  next();  // (
  while (!take(")")) {
    Row::Field field;
    field.type = next();
    field.name = next();
    if (take("=")) field.literal = next();
    row.fields.push_back(std::move(field));
    take(",");
  }
  const auto field_of = [&](const std::string& name) {
    for (size_t i = 0; i < row.fields.size(); ++i) {
      if (row.fields[i].name == name) return static_cast<int>(i);
    }
    PADDLE_THROW(errors::Fatal("row: %s: `%s`", text.c_str(), name.c_str()));
  };
  if (!take("=")) {
    row.op = &GetOp(row.name);
    for (size_t i = 0; i < row.fields.size(); ++i) {
      if (row.fields[i].type == "place") continue;
      row.arguments.push_back(
          {row.op->ArgIndex(row.fields[i].name), static_cast<int>(i), {}});
    }
    return row;
  }
  row.op = &GetOp(next());
  next();  // (
  while (!take(")")) {
    Row::Argument argument;
    argument.arg = static_cast<int>(row.arguments.size());
    std::string word = next();
    if (take("=")) {
      argument.arg = row.op->ArgIndex(word);
      word = next();
    }
    if (IsName(word)) {
      argument.field = field_of(word);
    } else {
      argument.literal = word;
    }
    row.arguments.push_back(std::move(argument));
    take(",");
  }
  return row;
}

}  // namespace

const std::vector<Row>& Rows() {
  static const std::vector<Row> rows = [] {
    std::vector<Row> list;
    for (const char* text : kRows) list.push_back(ParseRow(text));
    return list;
  }();
  return rows;
}

const Row* FindRow(const std::string& name) {
  static const auto rows = [] {
    std::unordered_map<std::string, const Row*> map;
    for (const Row& row : Rows()) map.emplace(row.name, &row);
    return map;
  }();
  const auto it = rows.find(name);
  return it == rows.end() ? nullptr : it->second;
}

}  // namespace paddle::inference
