// batch_norm.
#include "ops/builder.h"
#include "ops/dims.h"
#include "ops/nn/norm_dims.h"

namespace paddle {
namespace {

int ChannelAxis(const DDim& x, bool channels_last) {
  return channels_last || x.rank() < 2 ? x.rank() - 1 : 1;
}
DDim OtherAxes(int rank, int channel) {
  DDim axes;
  for (int i = 0; i < rank; ++i) {
    if (i != channel) axes.push_back(i);
  }
  return axes;
}
// A value per channel, shaped to meet x.
Var PerChannel(const Var& v, int rank, int channel) {
  DDim dims;
  for (int i = 0; i < rank; ++i) dims.push_back(i == channel ? v.dim(0) : 1);
  return ops::Reshape(v, dims);
}

// Channels pass. Other axes are whole where the statistics of the batch are
// taken of them; else they pass, and gradients of parameters are sums over
// them.
void BatchNormDims(const Args& args, AxisMap& map, FactorKind others) {
  const DDim& x = args.slot[0].tensor->dims;
  PADDLE_ENFORCE(
      x.rank() >= 2,
      errors::InvalidArgument("%s: `x` needs at least two axes.", map.op())
          .Shapes({{"x", x}}));
  const int channel = ChannelAxis(x, args.b("channels_last"));
  for (int i = 0; i < x.rank(); ++i) {
    if (i == channel || others == FactorKind::kPass)
      map.Pass(x[i]);
    else if (others == FactorKind::kReduce)
      map.Reduce(x[i], Combine::kSum);
    else
      map.Whole(x[i]);
  }
  auto fill = [&](AxisMap::Tensor& t) {
    for (int i = 0; i < t.rank; ++i) AxisMap::Set(t, i, i);
  };
  for (uint32_t m = args.op->tensor_mask; m; m &= m - 1) {
    const int arg = __builtin_ctz(m);
    const DenseTensor* t = args.slot[arg].tensor;
    auto& in = map.AddInput(t ? t->rank() : 0);
    if (!t) continue;
    const std::string& name = args.op->schema.args[arg].name;
    if (arg == 0 || name == "out_grad") {
      fill(in);
      continue;
    }
    CheckParameter(t, x[channel], map.op(), name.c_str());
    if (in.rank == 1) {
      AxisMap::Set(in, 0, channel);
      continue;
    }
    // As many elements in another shape.
    map.factor(channel).kind = FactorKind::kWhole;
    for (int i = 0; i < in.rank; ++i) AxisMap::SetFixed(in, i, t->dims[i]);
  }
  fill(map.AddOutput(x.rank()));
  for (size_t i = 1; i < args.op->schema.outs.size(); ++i) {
    AxisMap::Set(map.AddOutput(1), 0, channel);
  }
}

int64_t CheckChannels(const Args& args,
                      std::initializer_list<const char*> all) {
  const DenseTensor& x = *args.slot[0].tensor;
  PADDLE_ENFORCE(x.rank() >= 2,
                 errors::InvalidArgument("batch_norm: `x` needs at least two "
                                         "axes.")
                     .Shapes({{"x", x.dims}}));
  PADDLE_ENFORCE(kFloats & Bit(x.dtype),
                 errors::InvalidType("batch_norm: `x` must be floating.")
                     .Received(Name(x.dtype)));
  const int64_t n = x.dims[ChannelAxis(x.dims, args.b("channels_last"))];
  for (const char* name : all) {
    CheckParameter(args.at(name).tensor, n, "batch_norm", name);
  }
  return n;
}

// What reaches x through the mean (output 1) and the variance (output 2).
Var StatsGrad(const VjpContext& c, const Var& in, const Var& mean) {
  const Var x = CastIfNeeded(in, mean.dtype());
  const int rank = x.rank(),
            channel = ChannelAxis(x.dims(), c.b("channels_last"));
  const double count = static_cast<double>(x->numel) / x.dim(channel);
  return PerChannel(c.grad(1) * (1 / count), rank, channel) +
         PerChannel(c.grad(2) * (2 / count), rank, channel) *
             (x - PerChannel(mean, rank, channel));
}

Var ParameterGrad(const VjpContext& c, int operand, const Var& g) {
  if (!c.has_in(operand) || !c.needs(operand)) return Var();
  return CastIfNeeded(ops::Reshape(g, c.in_dims(operand)), c.in_dtype(operand));
}

}  // namespace

PD_OP(batch_norm_with_stats)
    .Schema(
        "(Tensor x, Tensor? weight, Tensor? bias, float epsilon, "
        "bool channels_last) -> Tensor out, Tensor mean, Tensor variance")
    .Doc(
        "Each channel of x less its mean, divided by sqrt(variance + "
        "epsilon), times weight plus bias; the mean, and the variance with "
        "no correction.")
    .Traits(kInternal)
    .Dims([](const Args& args, AxisMap& map) {
      BatchNormDims(args, map, FactorKind::kWhole);
    })
    .InferMeta([](const Args& args, Outs& outs) {
      const DenseTensor& x = *args.slot[0].tensor;
      const int64_t n = CheckChannels(args, {"weight", "bias"});
      PADDLE_ENFORCE(x.numel > 0 || n == 0,
                     errors::InvalidArgument("batch_norm: a channel has no "
                                             "element to take the mean of.")
                         .Shapes({{"x", x.dims}}));
      SetOut(outs[0], x.dims, x.dtype);
      SetOut(outs[1], {n}, StatsType(x.dtype));
      SetOut(outs[2], {n}, StatsType(x.dtype));
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var x = c.in(0), mean = c.out(1);
          VarList grads = ops::BatchNormGrad(
              x, c.has_in(1) ? c.in(1) : Var(), mean, c.out(2), c.grad(0),
              c.f("epsilon"), c.b("channels_last"), /*batch_stats=*/true);
          Var gx = grads[0];
          if (c.has_grad(1) || c.has_grad(2)) {
            gx = gx + CastIfNeeded(StatsGrad(c, x, mean), x.dtype());
          }
          return {gx, ParameterGrad(c, 1, grads[1]),
                  ParameterGrad(c, 2, grads[2])};
        },
        {"x", "weight", "mean", "variance"});

PD_OP(batch_norm_grad)
    .Schema(
        "(Tensor x, Tensor? weight, Tensor mean, Tensor variance, "
        "Tensor out_grad, float epsilon, bool channels_last, "
        "bool batch_stats) "
        "-> Tensor x_grad, Tensor weight_grad, Tensor bias_grad")
    .Doc(
        "The gradients of batch_norm; `batch_stats`: mean and variance are "
        "those of x.")
    .Traits(kInternal)
    .Dims([](const Args& args, AxisMap& map) {
      EnforceTypes(args, "T***T");
      BatchNormDims(
          args, map,
          args.b("batch_stats") ? FactorKind::kWhole : FactorKind::kReduce);
    })
    .InferMeta([](const Args& args, Outs& outs) {
      const DenseTensor& x = *args.slot[0].tensor;
      const int64_t n = x.dims[ChannelAxis(x.dims, args.b("channels_last"))];
      SetOut(outs[0], x.dims, x.dtype);
      SetOut(outs[1], {n}, StatsType(x.dtype));
      SetOut(outs[2], {n}, StatsType(x.dtype));
    })
    .Decompose([](const Args& a) -> VarList {
      const Var in = a.tensor(0), weight = a.tensor(1);
      const DataType type = StatsType(in.dtype());
      const Var x = CastIfNeeded(in, type);
      const Var g = CastIfNeeded(a.tensor(4), type);
      const int rank = x.rank();
      const int channel = ChannelAxis(x.dims(), a.b("channels_last"));
      const DDim axes = OtherAxes(rank, channel);
      const Var variance = CastIfNeeded(a.tensor(3), type);
      const Var rstd = ops::Rsqrt(variance + a.f("epsilon"));
      const Var r = PerChannel(rstd, rank, channel);
      const Var mean = CastIfNeeded(a.tensor(2), type);
      const Var h = (x - PerChannel(mean, rank, channel)) * r;
      Var scale = r;
      if (weight) {
        scale = r * PerChannel(CastIfNeeded(weight, type), rank, channel);
      }
      Var gx = g;
      if (a.b("batch_stats")) {
        gx = g - ops::Mean(g, axes, true) - h * ops::Mean(g * h, axes, true);
      }
      return {CastIfNeeded(gx * scale, in.dtype()), ops::Sum(g * h, axes),
              ops::Sum(g, axes)};
    });

PD_OP(batch_norm_inference)
    .Schema(
        "(Tensor x, Tensor mean, Tensor variance, Tensor? weight, "
        "Tensor? bias, float epsilon, bool channels_last) -> Tensor out")
    .Doc(
        "Each channel of x less the given mean, divided by sqrt(variance + "
        "epsilon), times weight plus bias.")
    .Traits(kInternal)
    .Dims([](const Args& args, AxisMap& map) {
      BatchNormDims(args, map, FactorKind::kPass);
    })
    .InferMeta([](const Args& args, Outs& outs) {
      const DenseTensor& x = *args.slot[0].tensor;
      CheckChannels(args, {"mean", "variance", "weight", "bias"});
      SetOut(outs[0], x.dims, x.dtype);
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var x = c.in(0), mean = c.in(1), variance = c.in(2);
          const Var weight = c.has_in(3) ? c.in(3) : Var();
          VarList grads = ops::BatchNormGrad(
              x, weight, mean, variance, c.grad(), c.f("epsilon"),
              c.b("channels_last"), /*batch_stats=*/false);
          VarList all{grads[0], Var(), Var(), ParameterGrad(c, 3, grads[1]),
                      ParameterGrad(c, 4, grads[2])};
          if (c.needs(1) || c.needs(2)) {
            // out = h weight + bias with h = (x - mean) rstd.
            const DataType type = grads[1].dtype();
            const Var rstd =
                ops::Rsqrt(CastIfNeeded(variance, type) + c.f("epsilon"));
            const Var w = weight ? CastIfNeeded(weight, type) * rstd : rstd;
            all[1] = CastIfNeeded(-(grads[2] * w), c.in_dtype(1));
            all[2] = CastIfNeeded(grads[1] * w * rstd * -0.5, c.in_dtype(2));
          }
          return all;
        },
        {"x", "mean", "variance", "weight"});

PD_OP(batch_norm)
    .Schema(
        "(Tensor x, Tensor running_mean, Tensor running_var, "
        "Tensor? weight=None, Tensor? bias=None, bool training=false, "
        "float momentum=0.9, float epsilon=1e-05, "
        "str data_format=\"NCHW\", Scalar use_global_stats=None) "
        "-> Tensor out")
    .Doc(R"(
        Normalises each channel over all other axes. In training the batch's own
        mean and variance are used and the running ones become momentum *
        running + (1 - momentum) * batch; else the running ones are used, which
        `use_global_stats` can also ask for.
        Source: Ioffe and Szegedy, 2015.
        x: [n, c, ...], or [n, ..., c].
        running_mean: [c]; changed in training.
        running_var: [c]; changed in training.
        weight: [c]; 1 where None.
        bias: [c]; 0 where None.
        training: Use the statistics of the batch, and update the running ones.
        momentum: Of the running statistics.
        use_global_stats: True: the running statistics in training too.
        Returns: Of the shape and dtype of `x`.
        >>> x = paddle.to_tensor([[1.0], [3.0]])
        >>> mean = paddle.zeros([1])
        >>> var = paddle.ones([1])
        >>> F.batch_norm(x, mean, var, training=True).tolist()
        [[-1.0], [1.0]]
        >>> mean.tolist()
        [0.2])")
    .In("nn.functional")
    .Decompose([](const Args& a) -> VarList {
      const std::string_view format = a.s("data_format");
      const bool channels_last = format.size() > 1 && format.back() == 'C';
      const Scalar global = a.scalar("use_global_stats");
      const bool use_running =
          global.has_value() ? global.To<bool>() : !a.b("training");
      const Var x = a.tensor(0), mean = a.tensor(1), variance = a.tensor(2);
      const Var weight = a.tensor(3), bias = a.tensor(4);
      if (x.rank() >= 2) {  // else the operators below say what is wrong
        const int64_t n = x.dims()[ChannelAxis(x.dims(), channels_last)];
        CheckParameter(mean.get(), n, "batch_norm", "running_mean");
        CheckParameter(variance.get(), n, "batch_norm", "running_var");
      }
      if (use_running) {
        return {ops::BatchNormInference(x, mean, variance, weight, bias,
                                        a.f("epsilon"), channels_last)};
      }
      VarList results = ops::BatchNormWithStats(x, weight, bias, a.f("epsilon"),
                                                channels_last);
      {
        GradModeGuard no_grad(false);
        const double keep = a.f("momentum");
        auto update = [&](const Var& running, const Var& batch) {
          const Var mixed =
              CastIfNeeded(running, batch.dtype()) * keep + batch * (1 - keep);
          ops::CopyInto(running, CastIfNeeded(mixed, running.dtype()));
          running->BumpVersion();
        };
        update(mean, results[1]);
        update(variance, results[2]);
      }
      return {results[0]};
    });

}  // namespace paddle
