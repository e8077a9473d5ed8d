// group_norm, instance_norm: layer_norm over reshaped channels.
#include "ops/dims.h"
#include "ops/nn/norm_dims.h"

namespace paddle {
namespace {

bool ChannelsLast(std::string_view format) {
  return format.size() > 1 && format.back() == 'C';
}

// [channels] broadcast over `dims`, whose axis 1 they are.
Var PerChannel(const Var& v, const DDim& dims, DataType dtype) {
  DDim shape = dims;
  for (int i = 0; i < shape.rank(); ++i) shape[i] = i == 1 ? dims[1] : 1;
  return CastIfNeeded(ops::Reshape(v, shape), dtype);
}

// x with its channels, at axis 1, cut into `groups`, each normalised with all
// that follows the channels; then a factor and an addend per channel.
Var NormGroups(Var x, int64_t groups, const Var& weight, const Var& bias,
               double epsilon, const char* op) {
  const DDim dims = x.dims();
  const int64_t channels = dims[1];
  CheckParameter(weight.get(), channels, op, "weight");
  CheckParameter(bias.get(), channels, op, "bias");
  if (x->numel == 0) return x * 1.0;
  x = ops::Reshape(x, {dims[0], groups, -1});
  x = ops::LayerNormWithStats(x, Var(), Var(), epsilon, 2)[0];
  x = ops::Reshape(x, dims);
  if (weight) x = x * PerChannel(weight, dims, x.dtype());
  if (bias) x = x + PerChannel(bias, dims, x.dtype());
  return x;
}

// (x - mean) / sqrt(variance + epsilon) * weight + bias, all by channel.
Var NormByStatistics(const Var& x, const Var& mean, const Var& variance,
                     const Var& weight, const Var& bias, double epsilon,
                     const char* op) {
  const DDim& dims = x.dims();
  PADDLE_ENFORCE(mean && variance,
                 errors::InvalidArgument("%s: use_input_stats=False needs "
                                         "`running_mean` and `running_var`.",
                                         op));
  CheckParameter(mean.get(), dims[1], op, "running_mean");
  CheckParameter(variance.get(), dims[1], op, "running_var");
  CheckParameter(weight.get(), dims[1], op, "weight");
  CheckParameter(bias.get(), dims[1], op, "bias");
  Var scale = ops::Rsqrt(variance + epsilon);
  if (weight) scale = scale * CastIfNeeded(weight, scale.dtype());
  Var out = (x - PerChannel(mean, dims, x.dtype())) *
            PerChannel(scale, dims, x.dtype());
  if (bias) out = out + PerChannel(bias, dims, x.dtype());
  return out;
}

DDim ToFirst(int rank) {  // channels from last to axis 1
  DDim perm{0, rank - 1};
  for (int i = 1; i < rank - 1; ++i) perm.push_back(i);
  return perm;
}
DDim ToLast(int rank) {
  DDim perm{0};
  for (int i = 2; i < rank; ++i) perm.push_back(i);
  perm.push_back(1);
  return perm;
}

// Groups of channels pass.
void GroupNormDims(const Args& a, AxisMap& map) {
  AxisLinks links(a, map);
  const DDim& x = links.in(0);
  const int channel = ChannelsLast(a.s("data_format")) ? x.rank() - 1 : 1;
  const int64_t groups = a.i("num_groups"), each = x[channel] / groups;
  links.Pass(0, 0, 0);
  for (int k = 1; k < links.num_inputs(); ++k) {
    if (links.in(k).rank() > 1) return;
  }
  const int f = map.Pass(groups);
  map.AddSizeArg(1, 0, f);
  links.In(0, channel, f, each);
  links.Out(0, channel, f, each);
  for (int k = 1; k < links.num_inputs(); ++k) {
    if (links.in(k).rank() == 1) links.In(k, 0, f, each);
  }
}

}  // namespace

PD_OP(group_norm)
    .Schema(
        "(Tensor x, int num_groups, float epsilon=1e-05, "
        "Tensor? weight=None, Tensor? bias=None, "
        "str data_format=\"NCHW\") -> Tensor out")
    .Doc(R"(
        Cuts the channels into groups and normalises each group of each sample;
        then weight and bias by channel.
        Source: Wu and He, 2018.
        x: [n, c, ...], or [n, ..., c].
        num_groups: Divides c.
        weight: [c]; 1 where None.
        bias: [c]; 0 where None.
        Returns: Of the shape and dtype of `x`.
        Raises: ValueError: `num_groups` does not divide the channels.
        >>> x = paddle.ones([2, 6, 4, 4])
        >>> F.group_norm(x, num_groups=3).shape
        paddle.Size([2, 6, 4, 4]))")
    .In("nn.functional")
    .Dims(GroupNormDims)
    .Decompose([](const Args& a) -> VarList {
      Var x = a.tensor(0);
      const bool last = ChannelsLast(a.s("data_format"));
      PADDLE_ENFORCE(x.rank() >= 2,
                     errors::InvalidArgument("group_norm: `x` needs at least "
                                             "two axes.")
                         .Shapes({{"x", x.dims()}}));
      const int64_t channels = x.dim(last ? -1 : 1), groups = a.i("num_groups");
      PADDLE_ENFORCE(groups > 0 && channels % groups == 0,
                     errors::InvalidArgument("group_norm: `num_groups` must "
                                             "divide the channels.")
                         .Expected("channels that are a multiple of num_groups")
                         .Received("num_groups = " + std::to_string(groups) +
                                   ", channels = " + std::to_string(channels)));
      if (last) x = ops::Transpose(x, ToFirst(x.rank()));
      x = NormGroups(x, groups, a.tensor(3), a.tensor(4), a.f("epsilon"),
                     "group_norm");
      return {last ? ops::Transpose(x, ToLast(x.rank())) : x};
    });

PD_OP(instance_norm)
    .Schema(
        "(Tensor x, Tensor? running_mean=None, Tensor? running_var=None, "
        "Tensor? weight=None, Tensor? bias=None, "
        "bool use_input_stats=true, float momentum=0.9, float eps=1e-05, "
        "str data_format=\"NCHW\") -> Tensor out")
    .Doc(R"(
        Normalises each channel of each sample; then weight and bias by channel.
        With use_input_stats=False the running statistics take the place
        of its own; they are never changed.
        Source: Ulyanov et al., 2016.
        x: [n, c, ...].
        running_mean: [c], read with use_input_stats=False.
        running_var: [c], read with use_input_stats=False.
        weight: [c]; 1 where None.
        bias: [c]; 0 where None.
        use_input_stats: False normalises by the running statistics.
        momentum: Accepted.
        eps: Added to the variance.
        Returns: Of the shape and dtype of `x`.
        >>> x = paddle.to_tensor([[[1.0, 3.0]]])
        >>> F.instance_norm(x).tolist()
        [[[-1.0, 1.0]]])")
    .In("nn.functional")
    .Decompose([](const Args& a) -> VarList {
      Var x = a.tensor(0);
      const bool last = ChannelsLast(a.s("data_format"));
      PADDLE_ENFORCE(x.rank() >= 2,
                     errors::InvalidArgument("instance_norm: `x` needs at "
                                             "least two axes.")
                         .Shapes({{"x", x.dims()}}));
      if (last) x = ops::Transpose(x, ToFirst(x.rank()));
      if (a.b("use_input_stats")) {
        x = NormGroups(x, x.dim(1), a.tensor(3), a.tensor(4), a.f("eps"),
                       "instance_norm");
      } else {
        x = NormByStatistics(x, a.tensor(1), a.tensor(2), a.tensor(3),
                             a.tensor(4), a.f("eps"), "instance_norm");
      }
      return {last ? ops::Transpose(x, ToLast(x.rank())) : x};
    });

}  // namespace paddle
