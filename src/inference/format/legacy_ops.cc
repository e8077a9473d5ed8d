#include "inference/format/legacy_ops.h"

#include <cctype>
#include <string_view>
#include <unordered_map>

#include "common/enforce.h"

namespace paddle::inference {

namespace {

constexpr const char* kRows[] = {
    "feed() -> Out = data",
    "fetch(X) = fetch",
    // ---- arithmetic ----
    "elementwise_add(X, Y) -> Out = add",
    "elementwise_sub(X, Y) -> Out = subtract",
    "elementwise_mul(X, Y) -> Out = multiply",
    "elementwise_div(X, Y) -> Out = divide",
    "elementwise_max(X, Y) -> Out = maximum",
    "elementwise_min(X, Y) -> Out = minimum",
    "elementwise_mod(X, Y) -> Out = remainder",
    "elementwise_floordiv(X, Y) -> Out = floor_divide",
    "elementwise_pow(X, Y) -> Out = elementwise_pow",
    "grad_add(X, Y) -> Out = add",
    "sum(X[]) -> Out = add_n",
    "scale(X, ScaleTensor|scale) -> Out = scale",
    "pow(X, FactorTensor|factor) -> Out = pow factor:y",
    "clip(X, Min|min, Max|max) -> Out = clip",
    "less_than(X, Y) -> Out = less_than",
    "less_equal(X, Y) -> Out = less_equal",
    "greater_than(X, Y) -> Out = greater_than",
    "greater_equal(X, Y) -> Out = greater_equal",
    "equal(X, Y) -> Out = equal",
    "not_equal(X, Y) -> Out = not_equal",
    "logical_and(X, Y) -> Out = logical_and",
    "logical_or(X, Y) -> Out = logical_or",
    "logical_xor(X, Y) -> Out = logical_xor",
    "logical_not(X) -> Out = logical_not",
    "bitwise_and(X, Y) -> Out = bitwise_and",
    "bitwise_or(X, Y) -> Out = bitwise_or",
    "bitwise_not(X) -> Out = bitwise_not",
    "where(Condition, X, Y) -> Out = where",
    "cast(X) -> Out = cast out_dtype:dtype",
    "assign(X) -> Out = assign",
    "share_data(X) -> Out = assign",
    "increment(X) -> Out = increment step:value",
    "isfinite_v2(X) -> Out = isfinite",
    "isnan_v2(X) -> Out = isnan",
    "isinf_v2(X) -> Out = isinf",
    // ---- functions of one tensor ----
    "abs(X) -> Out = abs",
    "acos(X) -> Out = acos",
    "asin(X) -> Out = asin",
    "atan(X) -> Out = atan",
    "ceil(X) -> Out = ceil",
    "cos(X) -> Out = cos",
    "cosh(X) -> Out = cosh",
    "erf(X) -> Out = erf",
    "exp(X) -> Out = exp",
    "expm1(X) -> Out = expm1",
    "floor(X) -> Out = floor",
    "log(X) -> Out = log",
    "log10(X) -> Out = log10",
    "log1p(X) -> Out = log1p",
    "log2(X) -> Out = log2",
    "reciprocal(X) -> Out = reciprocal",
    "round(X) -> Out = round",
    "rsqrt(X) -> Out = rsqrt",
    "sign(X) -> Out = sign",
    "sin(X) -> Out = sin",
    "sinh(X) -> Out = sinh",
    "sqrt(X) -> Out = sqrt",
    "square(X) -> Out = square",
    "tan(X) -> Out = tan",
    "tanh(X) -> Out = tanh",
    // ---- activations ----
    "celu(X) -> Out = celu",
    "elu(X) -> Out = elu",
    "gelu(X) -> Out = gelu",
    "brelu(X) -> Out = hardtanh",
    "hard_shrink(X) -> Out = hardshrink",
    "hard_sigmoid(X) -> Out = hardsigmoid",
    "hard_swish(X) -> Out = hardswish",
    "leaky_relu(X) -> Out = leaky_relu alpha:negative_slope",
    "logsigmoid(X) -> Out = logsigmoid",
    "mish(X) -> Out = mish",
    "prelu(X, Alpha) -> Out = prelu",
    "relu(X) -> Out = relu",
    "relu6(X) -> Out = relu6",
    "selu(X) -> Out = selu",
    "sigmoid(X) -> Out = sigmoid",
    "silu(X) -> Out = silu",
    "softplus(X) -> Out = softplus",
    "softshrink(X) -> Out = softshrink lambda:threshold",
    "softsign(X) -> Out = softsign",
    "swish(X) -> Out = swish",
    "tanh_shrink(X) -> Out = tanh_shrink",
    "softmax(X) -> Out = softmax",
    "log_softmax(X) -> Out = log_softmax",
    // ---- reductions ----
    "reduce_sum(X, dim) -> Out = sum keep_dim:keepdim out_dtype:dtype",
    "reduce_mean(X, dim) -> Out = mean keep_dim:keepdim",
    "reduce_max(X, dim) -> Out = max keep_dim:keepdim",
    "reduce_min(X, dim) -> Out = min keep_dim:keepdim",
    "reduce_prod(X, dim) -> Out = prod keep_dim:keepdim",
    "reduce_any(X) -> Out = any dim:axis keep_dim:keepdim",
    "reduce_all(X) -> Out = all dim:axis keep_dim:keepdim",
    "mean(X) -> Out = mean_all",
    "logsumexp(X) -> Out = logsumexp",
    "p_norm(X) -> Out = p_norm",
    "arg_max(X, axis) -> Out = argmax",
    "arg_min(X, axis) -> Out = argmin",
    "argsort(X) -> Out, Indices = argsort",
    "top_k_v2(X, K|k) -> Out, Indices = topk",
    "cumsum(X, axis) -> Out = cumsum",
    // ---- shapes ----
    "shape(Input) -> Out = shape",
    "reshape(X, Shape|ShapeTensor[]|shape) -> Out = reshape",
    "reshape2(X, Shape|ShapeTensor[]|shape) -> Out = reshape",
    "transpose(X) -> Out = transpose axis:perm",
    "transpose2(X) -> Out = transpose axis:perm",
    "flatten(X) -> Out = flatten_2d",
    "flatten2(X) -> Out = flatten_2d",
    "flatten_contiguous_range(X) -> Out = flatten start_axis:start_axis",
    "squeeze(X, axes) -> Out = squeeze",
    "squeeze2(X, axes) -> Out = squeeze",
    "unsqueeze(X, AxesTensor|AxesTensorList[]|axes) -> Out = unsqueeze",
    "unsqueeze2(X, AxesTensor|AxesTensorList[]|axes) -> Out = unsqueeze",
    "expand_v2(X, Shape|expand_shapes_tensor[]|shape) -> Out = expand",
    "expand_as_v2(X, Y) -> Out = expand_as",
    "tile(X, RepeatTimes|repeat_times_tensor[]|repeat_times) -> Out = tile",
    "concat(X[], AxisTensor|axis) -> Out = concat",
    "stack(X[]) -> Y = stack",
    "unstack(X) -> Y[] = unstack",
    "unbind(X) -> Out[] = unbind",
    "split(X, sections, AxisTensor|axis) -> Out[] = split_legacy",
    "slice(Input, StartsTensor|StartsTensorList[]|starts, "
    "EndsTensor|EndsTensorList[]|ends) -> Out = slice",
    "strided_slice(Input, StartsTensor|StartsTensorList[]|starts, "
    "EndsTensor|EndsTensorList[]|ends, "
    "StridesTensor|StridesTensorList[]|strides) -> Out = strided_slice",
    "pad3d(X, Paddings|paddings) -> Out = pad3d value:pad_value",
    "pad2d(X, Paddings|paddings) -> Out = pad2d",
    "roll(X, ShiftsTensor|shifts) -> Out = roll",
    "flip(X) -> Out = flip",
    "tril_triu(X) -> Out = tril_triu",
    "gather(X, Index, Axis|axis) -> Out = gather",
    "gather_nd(X, Index) -> Out = gather_nd",
    "index_select(X, Index) -> Out = index_select dim:axis",
    "index_sample(X, Index) -> Out = index_sample",
    "take_along_axis(Input, Index) -> Result = take_along_axis Axis:axis",
    "scatter(X, Ids, Updates) -> Out = scatter",
    "scatter_nd_add(X, Index, Updates) -> Out = scatter_nd_add",
    "where_index(Condition) -> Out = nonzero",
    "masked_select(X, Mask) -> Y = masked_select",
    "meshgrid(X[]) -> Out[] = meshgrid",
    // ---- creation ----
    "fill_constant(ShapeTensor|ShapeTensorList[]|shape, ValueTensor|value) -> "
    "Out = fill_constant",
    "fill_any_like(X, value) -> Out = full_like",
    "fill_zeros_like(X) -> Out = zeros_like",
    "fill_constant_batch_size_like(Input) -> Out = full_batch_size_like",
    "assign_value() -> Out = assign_value",
    "range(Start, End, Step) -> Out = arange",
    "linspace(Start, Stop, Num) -> Out = linspace",
    "eye() -> Out = eye",
    "one_hot_v2(X, depth_tensor|depth) -> Out = one_hot",
    // ---- products ----
    "matmul(X, Y) -> Out = matmul_scaled transpose_X:transpose_x "
    "transpose_Y:transpose_y",
    "matmul_v2(X, Y) -> Out = matmul trans_x:transpose_x trans_y:transpose_y",
    "mul(X, Y) -> Out = mul",
    "bmm(X, Y) -> Out = bmm",
    "dot(X, Y) -> Out = dot",
    "mv(X, Vec) -> Out = mv",
    "fc(Input, W, Bias) -> Out = fc",
    "einsum(Operands[]) -> Out = einsum",
    // ---- layers ----
    "conv2d(Input, Filter, Bias) -> Output = conv2d",
    "depthwise_conv2d(Input, Filter, Bias) -> Output = conv2d",
    "conv3d(Input, Filter, Bias) -> Output = conv3d",
    "conv2d_transpose(Input, Filter, output_size, Bias) -> Output = "
    "conv2d_transpose",
    "depthwise_conv2d_transpose(Input, Filter, output_size, Bias) -> Output = "
    "conv2d_transpose",
    "pool2d(X, ksize) -> Out = pool2d",
    "pool3d(X, ksize) -> Out = pool3d",
    "max_pool2d_with_index(X) -> Out, Mask = max_pool2d_with_index "
    "ksize:kernel_size",
    "max_pool3d_with_index(X) -> Out, Mask = max_pool3d_with_index "
    "ksize:kernel_size",
    "batch_norm(X, Mean, Variance, Scale, Bias) -> Y, MeanOut, VarianceOut = "
    "batch_norm data_layout:data_format",
    "sync_batch_norm(X, Mean, Variance, Scale, Bias) -> Y, MeanOut, "
    "VarianceOut = batch_norm data_layout:data_format",
    "layer_norm(X, Scale, Bias) -> Y = layer_norm",
    "group_norm(X, Scale, Bias) -> Y = group_norm data_layout:data_format",
    "instance_norm(X, Scale, Bias) -> Y = instance_norm",
    "lookup_table_v2(Ids, W) -> Out = embedding",
    "lookup_table(Ids, W) -> Out = embedding_column",
    "dropout(X, Seed, dropout_prob) -> Out, Mask = dropout "
    "dropout_implementation:mode",
    "nearest_interp(X, OutSize, SizeTensor[], Scale) -> Out = nearest_interp "
    "data_layout:data_format",
    "bilinear_interp(X, OutSize, SizeTensor[], Scale) -> Out = bilinear_interp "
    "data_layout:data_format",
    "nearest_interp_v2(X, OutSize, SizeTensor[], Scale) -> Out = "
    "nearest_interp data_layout:data_format",
    "bilinear_interp_v2(X, OutSize, SizeTensor[], Scale) -> Out = "
    "bilinear_interp data_layout:data_format",
    "bicubic_interp_v2(X, OutSize, SizeTensor[], Scale) -> Out = "
    "bicubic_interp data_layout:data_format",
    "linear_interp_v2(X, OutSize, SizeTensor[], Scale) -> Out = linear_interp "
    "data_layout:data_format",
    "pixel_shuffle(X) -> Out = pixel_shuffle",
    "shuffle_channel(X) -> Out = channel_shuffle group:groups",
    "rnn(Input, PreState[], WeightList[], SequenceLength) -> Out, "
    "DropoutState, "
    "State[] = rnn",
};

// Words, and the marks ( ) , | [ ] : = one by one; "->" is one word.
std::vector<std::string> Split(std::string_view text) {
  std::vector<std::string> words;
  for (size_t i = 0; i < text.size();) {
    if (text[i] == ' ') {
      ++i;
      continue;
    }
    size_t n = 0;
    while (i + n < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[i + n])) ||
            text[i + n] == '_')) {
      ++n;
    }
    if (n == 0)
      n = text.substr(i, 2) == "->" || text.substr(i, 2) == "[]" ? 2 : 1;
    words.emplace_back(text.substr(i, n));
    i += n;
  }
  return words;
}

std::unordered_map<std::string, LegacyOp> ParseRows() {
  std::unordered_map<std::string, LegacyOp> rows;
  for (const char* text : kRows) {
    const std::vector<std::string> words = Split(text);
    size_t at = 0;
    const auto next = [&]() -> const std::string& {
      PADDLE_ENFORCE(at < words.size(), errors::Fatal("legacy row: %s", text));
      return words[at++];
    };
    const auto peek = [&](const char* word) {
      return at < words.size() && words[at] == word;
    };
    LegacyOp row;
    const std::string type = next();
    next();  // (
    while (!peek(")")) {
      LegacyOp::Input in;
      do {
        if (peek("|")) next();
        in.alternatives.push_back(next());
        if (peek("[]")) {
          next();
          in.list = peek(",") || peek(")");  // a list whatever its length
        }
      } while (peek("|"));
      row.inputs.push_back(std::move(in));
      if (peek(",")) next();
    }
    next();  // )
    if (peek("->")) {
      next();
      while (!peek("=")) {
        row.outputs.push_back(next());
        if (peek("[]")) {
          next();
          row.list_out = static_cast<int>(row.outputs.size()) - 1;
        }
        if (peek(",")) next();
      }
    }
    next();  // =
    row.name = next();
    while (at < words.size()) {
      const std::string from = next();
      next();  // :
      row.renamed.emplace_back(from, next());
    }
    rows.emplace(type, std::move(row));
  }
  return rows;
}

}  // namespace

const LegacyOp* FindLegacyOp(const std::string& type) {
  static const auto rows = ParseRows();
  const auto it = rows.find(type);
  return it == rows.end() ? nullptr : &it->second;
}

}  // namespace paddle::inference
