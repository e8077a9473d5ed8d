// layer_norm, rms_norm.
#include "ops/dims.h"
#include "ops/nn/norm_dims.h"

namespace paddle {
namespace {

constexpr DataType kUnset = DataType::kUndefined;

// The number of trailing axes that `normalized_shape` names, checked.
int64_t BeginAxis(const DDim& x, IntArray shape, const char* op) {
  const int begin = x.rank() - shape.size();
  bool fits = begin >= 0 && !shape.empty();
  for (int i = 0; fits && i < shape.size(); ++i) {
    fits = shape[i] == x[begin + i];
  }
  PADDLE_ENFORCE(
      fits,
      errors::InvalidArgument("%s: `normalized_shape` is not the end of the "
                              "shape of `x`.",
                              op)
          .Expected(
              "normalized_shape == x.shape[-n:] for its length n, 1 or more")
          .Shapes({{"x", x}})
          .Received("normalized_shape = " + errors::ToString(shape)));
  return begin;
}

DDim Head(const DDim& x, int64_t begin) {
  DDim head;
  for (int i = 0; i < begin; ++i) head.push_back(x[i]);
  return head;
}
DDim Tail(const DDim& x, int64_t begin) {
  DDim tail;
  for (int i = static_cast<int>(begin); i < x.rank(); ++i) tail.push_back(x[i]);
  return tail;
}
// Axes from `begin` on.
DDim TailAxes(int rank, int64_t begin) {
  DDim axes;
  for (int64_t i = begin; i < rank; ++i) axes.push_back(i);
  return axes;
}
DDim HeadAxes(int64_t begin) {
  DDim axes;
  for (int64_t i = 0; i < begin; ++i) axes.push_back(i);
  return axes;
}

int64_t BeginOf(const Args& args) {
  const int64_t begin = args.i("begin_axis");
  PADDLE_ENFORCE(0 <= begin && begin <= args.dims(0).rank(),
                 errors::OutOfRange("%s: `begin_axis` is out of range.",
                                    args.op->name.c_str()));
  return begin;
}

// Rows pass (gradients of parameters are sums over them); the normalised axes
// are whole. Parameters have the shape of a row, statistics one value per row.
void NormDims(const Args& args, AxisMap& map) {
  const DDim& x = args.slot[0].tensor->dims;
  const int begin = static_cast<int>(BeginOf(args));
  const int64_t n = Product(Tail(x, begin));
  const bool backward = args.op->schema.Find("out_grad") >= 0;
  if (backward)
    EnforceTypes(args, args.op->schema.Find("mean") >= 0 ? "T*SST" : "T*ST");
  for (int i = 0; i < x.rank(); ++i) {
    if (i >= begin)
      map.Whole(x[i]);
    else if (backward)
      map.Reduce(x[i], Combine::kSum);
    else
      map.Pass(x[i]);
  }
  auto fill = [&](AxisMap::Tensor& t, int from) {
    for (int i = 0; i < t.rank; ++i) AxisMap::Set(t, i, from + i);
  };
  for (uint32_t m = args.op->tensor_mask; m; m &= m - 1) {
    const int arg = __builtin_ctz(m);
    const DenseTensor* t = args.slot[arg].tensor;
    const std::string& name = args.op->schema.args[arg].name;
    if (name == "weight" || name == "bias") {
      CheckParameter(t, n, map.op(), name.c_str());
      auto& in = map.AddInput(t ? t->rank() : 0);
      for (int i = 0; i < in.rank; ++i) {
        AxisMap::SetFixed(in, i, t->dims[i]);
      }
    } else {
      const bool full = name == "x" || name == "out_grad";
      fill(map.AddInput(full ? x.rank() : begin), 0);
    }
  }
  fill(map.AddOutput(x.rank()), 0);
  for (size_t i = 1; i < args.op->schema.outs.size(); ++i) {
    if (backward)
      fill(map.AddOutput(x.rank() - begin), begin);
    else
      fill(map.AddOutput(begin), 0);
  }
}

void CheckFloat(const DenseTensor& x, const char* op) {
  PADDLE_ENFORCE(kFloats & Bit(x.dtype),
                 errors::InvalidType("%s: `x` must be floating.", op)
                     .Received(Name(x.dtype)));
}

void LayerNormInfer(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  const int64_t begin = BeginOf(args);
  const int64_t n = Product(Tail(x.dims, begin));
  CheckFloat(x, "layer_norm");
  CheckParameter(args.slot[1].tensor, n, "layer_norm", "weight");
  CheckParameter(args.slot[2].tensor, n, "layer_norm", "bias");
  SetOut(outs[0], x.dims, x.dtype);
  SetOut(outs[1], Head(x.dims, begin), StatsType(x.dtype));
  SetOut(outs[2], Head(x.dims, begin), StatsType(x.dtype));
}

// Statistics of rows, shaped to meet x.
Var PerRow(const Var& v, int rank) {
  DDim dims = v.dims();
  while (dims.rank() < rank) dims.push_back(1);
  return ops::Reshape(v, dims);
}
// A parameter, shaped like a row of x, in the type of statistics.
Var RowOf(const Var& parameter, const DDim& x, int64_t begin) {
  return CastIfNeeded(ops::Reshape(parameter, Tail(x, begin)),
                      StatsType(parameter.dtype()));
}

// What reaches x through the mean (output 1) and rstd (output 2).
Var StatsGrad(const VjpContext& c, const Var& in, const Var& mean,
              const Var& rstd) {
  const Var x = CastIfNeeded(in, mean.dtype());
  const int rank = x.rank();
  const double n =
      static_cast<double>(Product(Tail(x.dims(), c.i("begin_axis"))));
  const Var slope = c.grad(2) * rstd * rstd * rstd * (-1.0 / n);
  return PerRow(c.grad(1) * (1.0 / n), rank) +
         PerRow(slope, rank) * (x - PerRow(mean, rank));
}
Var ParameterGrad(const VjpContext& c, int operand, const Var& g) {
  if (!c.has_in(operand) || !c.needs(operand)) return Var();
  return CastIfNeeded(ops::Reshape(g, c.in_dims(operand)), c.in_dtype(operand));
}

}  // namespace

PD_OP(layer_norm_with_stats)
    .Schema(
        "(Tensor x, Tensor? weight, Tensor? bias, float epsilon, "
        "int begin_axis) -> Tensor out, Tensor mean, Tensor rstd")
    .Doc(
        "(x - mean) * rstd * weight + bias over the axes from `begin_axis` "
        "on, with the mean and 1 / sqrt(variance + epsilon) of each row.")
    .Traits(kInternal)
    .Dims(NormDims)
    .InferMeta(LayerNormInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var x = c.in(0), mean = c.out(1), rstd = c.out(2);
          VarList grads = ops::LayerNormGrad(
              x, c.has_in(1) ? c.in(1) : Var(), mean, rstd, c.grad(0),
              c.i("begin_axis"), c.needs(1) || c.needs(2));
          Var gx = grads[0];
          if (c.has_grad(1) || c.has_grad(2)) {
            gx = gx + CastIfNeeded(StatsGrad(c, x, mean, rstd), x.dtype());
          }
          return {gx, ParameterGrad(c, 1, grads[1]),
                  ParameterGrad(c, 2, grads[2])};
        },
        {"x", "weight", "mean", "rstd"});

PD_OP(layer_norm_grad)
    .Schema(
        "(Tensor x, Tensor? weight, Tensor mean, Tensor rstd, "
        "Tensor out_grad, int begin_axis, bool of_parameters=true) "
        "-> Tensor x_grad, Tensor weight_grad, Tensor bias_grad")
    .Doc(
        "The gradients of layer_norm; zeros for the parameters where nobody "
        "asks for theirs.")
    .Traits(kInternal)
    .Dims(NormDims)
    .InferMeta([](const Args& args, Outs& outs) {
      const DenseTensor& x = *args.slot[0].tensor;
      const DDim row = Tail(x.dims, args.i("begin_axis"));
      SetOut(outs[0], x.dims, x.dtype);
      SetOut(outs[1], row, StatsType(x.dtype));
      SetOut(outs[2], row, StatsType(x.dtype));
    })
    .Decompose([](const Args& a) -> VarList {
      const int64_t begin = a.i("begin_axis");
      const Var in = a.tensor(0), weight = a.tensor(1);
      const DataType type = StatsType(in.dtype());
      const Var x = CastIfNeeded(in, type);
      const Var g = CastIfNeeded(a.tensor(4), type);
      const int rank = x.rank();
      const DDim axes = TailAxes(rank, begin);
      const Var rstd = PerRow(a.tensor(3), rank);
      const Var h = (x - PerRow(a.tensor(2), rank)) * rstd;
      const Var q = weight ? g * RowOf(weight, x.dims(), begin) : g;
      const Var gx = rstd * (q - ops::Mean(q, axes, true) -
                             h * ops::Mean(q * h, axes, true));
      if (!a.b("of_parameters")) {
        const Var zero = ops::Full(Tail(in.dims(), begin), Scalar(0.0), type);
        return {CastIfNeeded(gx, in.dtype()), zero, zero};
      }
      const DDim rows = HeadAxes(begin);
      auto sum = [&](const Var& v) {
        return begin ? ops::Sum(v, rows, kUnset, false) : v;
      };
      return {CastIfNeeded(gx, in.dtype()), sum(g * h), sum(g)};
    });

PD_OP(layer_norm)
    .Schema(
        "(Tensor x, IntArray normalized_shape, Tensor? weight=None, "
        "Tensor? bias=None, float epsilon=1e-05) -> Tensor out")
    .Doc(R"(
        x less its mean, divided by sqrt(variance + epsilon), both over the
        trailing axes that `normalized_shape` gives, times weight plus bias.
        Source: Ba et al., 2016.
        x: [..., *normalized_shape].
        normalized_shape: The sizes of the last axes.
        weight: Of normalized_shape; 1 where None.
        bias: Of normalized_shape; 0 where None.
        Returns: Of the shape and dtype of `x`.
        Raises: ValueError: The last sizes of `x` are others.
        >>> x = paddle.to_tensor([[1.0, 3.0]])
        >>> F.layer_norm(x, 2).tolist()
        [[-1.0, 1.0]])")
    .In("nn.functional")
    .Decompose([](const Args& a) -> VarList {
      const int64_t begin =
          BeginAxis(a.dims(0), a.ints("normalized_shape"), "layer_norm");
      return {ops::LayerNormWithStats(a.tensor(0), a.tensor(2), a.tensor(3),
                                      a.f("epsilon"), begin)[0]};
    });

PD_OP(rms_norm_with_stats)
    .Schema(
        "(Tensor x, Tensor? weight, float epsilon, int begin_axis) "
        "-> Tensor out, Tensor rstd")
    .Doc(
        "x * rstd * weight over the axes from `begin_axis` on, with "
        "1 / sqrt(mean of squares + epsilon) of each row.")
    .Traits(kInternal)
    .Dims(NormDims)
    .InferMeta([](const Args& args, Outs& outs) {
      const DenseTensor& x = *args.slot[0].tensor;
      const int64_t begin = BeginOf(args);
      CheckFloat(x, "rms_norm");
      CheckParameter(args.slot[1].tensor, Product(Tail(x.dims, begin)),
                     "rms_norm", "weight");
      SetOut(outs[0], x.dims, x.dtype);
      SetOut(outs[1], Head(x.dims, begin), StatsType(x.dtype));
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var x = c.in(0), rstd = c.out(1);
          VarList grads = ops::RmsNormGrad(x, c.has_in(1) ? c.in(1) : Var(),
                                           rstd, c.grad(0), c.i("begin_axis"));
          Var gx = grads[0];
          if (c.has_grad(1)) {
            const double n =
                static_cast<double>(Product(Tail(x.dims(), c.i("begin_axis"))));
            const Var slope = c.grad(1) * rstd * rstd * rstd * (-1.0 / n);
            gx = gx + CastIfNeeded(PerRow(slope, x.rank()) *
                                       CastIfNeeded(x, slope.dtype()),
                                   x.dtype());
          }
          return {gx, ParameterGrad(c, 1, grads[1])};
        },
        {"x", "weight", "rstd"});

PD_OP(rms_norm_grad)
    .Schema(
        "(Tensor x, Tensor? weight, Tensor rstd, Tensor out_grad, "
        "int begin_axis) -> Tensor x_grad, Tensor weight_grad")
    .Doc("The gradients of rms_norm.")
    .Traits(kInternal)
    .Dims(NormDims)
    .InferMeta([](const Args& args, Outs& outs) {
      const DenseTensor& x = *args.slot[0].tensor;
      SetOut(outs[0], x.dims, x.dtype);
      SetOut(outs[1], Tail(x.dims, args.i("begin_axis")), StatsType(x.dtype));
    })
    .Decompose([](const Args& a) -> VarList {
      const int64_t begin = a.i("begin_axis");
      const Var in = a.tensor(0), weight = a.tensor(1);
      const DataType type = StatsType(in.dtype());
      const Var x = CastIfNeeded(in, type);
      const Var g = CastIfNeeded(a.tensor(3), type);
      const Var rstd = PerRow(a.tensor(2), x.rank());
      const Var h = x * rstd;
      const Var q = weight ? g * RowOf(weight, x.dims(), begin) : g;
      const Var gx =
          rstd * (q - h * ops::Mean(q * h, TailAxes(x.rank(), begin), true));
      const Var gw = begin ? ops::Sum(g * h, HeadAxes(begin)) : g * h;
      return {CastIfNeeded(gx, in.dtype()), gw};
    });

PD_OP(rms_norm)
    .Schema(
        "(Tensor input, IntArray normalized_shape, Tensor? weight=None, "
        "float eps=1e-05) -> Tensor out, Tensor invvar")
    .Doc(R"(
        input divided by the root of its mean square (plus eps) over the
        trailing axes that `normalized_shape` gives, times weight; and that
        factor of each row.
        Source: Zhang and Sennrich, 2019.
        input: [..., *normalized_shape].
        normalized_shape: The sizes of the last axes.
        weight: Of normalized_shape; 1 where None.
        eps: Added to the mean square.
        Returns: The second is of shape [...], float32 or float64.
        >>> x = paddle.to_tensor([[3.0, 4.0]])
        >>> F.rms_norm(x, [2])[0].tolist()
        [[0.8485, 1.1314]])")
    .In("nn.functional")
    .Decompose([](const Args& a) -> VarList {
      const int64_t begin =
          BeginAxis(a.dims(0), a.ints("normalized_shape"), "rms_norm");
      return ops::RmsNormWithStats(a.tensor(0), a.tensor(2), a.f("eps"), begin);
    });

}  // namespace paddle
