// Quantization that is simulated in floats, with gradients that pass straight
// through (Bengio et al. 2013): Jacob et al. 2018, "Quantization and Training
// of Neural Networks for Efficient Integer-Arithmetic-Only Inference".
#include "ops/generated/quant.h"
#include "ops/nn/norm_dims.h"

namespace paddle {
namespace {

constexpr const char* kRounds = "it rounds";
constexpr const char* kOneScale = "all elements share a scale";
constexpr const char* kChannels = "the elements of a channel share a scale";

Var Wide(const Var& x, const char* op) {
  PADDLE_ENFORCE(kFloats & Bit(x.dtype()),
                 errors::InvalidType("%s: `x` must be floating.", op)
                     .Expected("a float")
                     .Received(Name(x.dtype())));
  return CastIfNeeded(x, StatsType(x.dtype()));
}

// Of one float of the scale's type: what tells how x is divided.
void CheckOne(const Var& t, const char* op, const char* arg) {
  PADDLE_ENFORCE(t->numel == 1 && (kFloats & Bit(t.dtype())),
                 errors::InvalidArgument("%s: `%s` must be one float.", op, arg)
                     .Expected("a float, 1 element")
                     .Received(Name(t.dtype()))
                     .Shapes({{arg, t.dims()}}));
}

int64_t Levels(const Args& a) {
  const int64_t bits = a.i("bit_length");
  PADDLE_ENFORCE(bits >= 1 && bits <= 16,
                 errors::InvalidArgument("%s: argument `bit_length` is wrong.",
                                         a.op->name.c_str())
                     .Expected("1 to 16")
                     .Received(std::to_string(bits)));
  return (int64_t{1} << (bits - 1)) - 1;
}

bool HalfEven(const Args& a) {
  const int64_t type = a.i("round_type");
  PADDLE_ENFORCE(
      type == 0 || type == 1,
      errors::InvalidArgument("%s: argument `round_type` is wrong.",
                              a.op->name.c_str())
          .Expected("0 (halves to even) or 1 (halves away from zero)")
          .Received(std::to_string(type)));
  return type == 0;
}

// Both are checked: one level on each side needs two bits.
Var Quantized(const Args& a, const Var& x, const Var& scale, int64_t axis,
              bool dequantize) {
  const auto levels = static_cast<double>(Levels(a));
  const bool half_even = HalfEven(a);
  return ops::QuantizeLevels(x, scale, axis, levels,
                             half_even ? -levels - 1 : -levels, levels,
                             half_even, dequantize);
}

// max|x|, [1]. Rows first: those are many maxima at a time.
Var AbsMax(const Var& x) {
  Var most = ops::Abs(x);
  if (x.rank() > 1 && x->numel > 0) most = ops::Max(most, {-1}, false);
  return ops::Reshape(ops::Max(most, {}, false), {1});
}

VarList ByAbsMax(const Args& a, bool dequantize) {
  const Var x = a.tensor(0);
  const Var scale = AbsMax(Wide(x, a.op->name.c_str()));
  return {Quantized(a, x, scale, -1, dequantize), scale};
}

VarList ByChannel(const Args& a, bool dequantize) {
  const char* op = a.op->name.c_str();
  const Var x = a.tensor(0), wide = Wide(x, op);
  const int64_t axis = a.i("quant_axis");
  PADDLE_ENFORCE(
      (axis == 0 || axis == 1) && axis < x.rank(),
      errors::InvalidArgument("%s: argument `quant_axis` is wrong.", op)
          .Expected("0 or 1, an axis of `x`")
          .Received(std::to_string(axis))
          .Shapes({{"x", x.dims()}}));
  std::vector<int64_t> others;
  for (int i = 0; i < x.rank(); ++i) {
    if (i != axis) others.push_back(i);
  }
  Var scale = ops::Abs(wide);
  if (!others.empty()) scale = ops::Max(scale, others, false);
  return {Quantized(a, x, scale, axis, dequantize), scale};
}

// state = rate * state + 1, accum = rate * accum + max|x|, scale = accum /
// state; when testing, the scale is the one given.
struct Average {
  Var scale, state, accum;
};
Average MovingAverage(const Args& a, const Var& x, const Var& in_scale,
                      const Var& in_accum, const Var& in_state) {
  const char* op = a.op->name.c_str();
  const DataType type = StatsType(x.dtype());
  const auto zero = [&] { return ops::Full({1}, Scalar(0.0), type); };
  if (a.b("is_test")) {
    return {in_scale ? CastIfNeeded(ops::Reshape(in_scale, {1}), type) : zero(),
            in_state ? ops::Assign(in_state) : zero(),
            in_accum ? ops::Assign(in_accum) : zero()};
  }
  PADDLE_ENFORCE(in_accum && in_state,
                 errors::InvalidArgument("%s: `in_accum` and `in_state` are "
                                         "needed while training.",
                                         op)
                     .Expected("both")
                     .Received(in_accum   ? "`in_accum`"
                               : in_state ? "`in_state`"
                                          : "neither")
                     .Hint("pass is_test=True to use the scale as it is."));
  CheckOne(in_accum, op, "in_accum");
  CheckOne(in_state, op, "in_state");
  const double rate = a.f("moving_rate");
  const Var most = AbsMax(Wide(x, op));
  const Var state =
      CastIfNeeded(ops::Reshape(in_state, {1}), type) * rate + 1.0;
  const Var accum =
      CastIfNeeded(ops::Reshape(in_accum, {1}), type) * rate + most;
  return {accum / state, state, accum};
}

VarList ByMovingAverage(const Args& a, bool dequantize) {
  const Var x = a.tensor(0);
  CheckOne(a.tensor(1), a.op->name.c_str(), "in_scale");
  Wide(x, a.op->name.c_str());
  const Average average =
      MovingAverage(a, x, a.tensor(1), a.tensor(2), a.tensor(3));
  return {Quantized(a, x, average.scale, -1, dequantize), average.scale,
          average.state, average.accum};
}

// As if nothing had been rounded; the scale is a constant.
VarList StraightThrough(const VjpContext& c) {
  VarList grads;
  for (int i = 0; i < c.num_operands(); ++i) grads.push_back(Var());
  if (c.needs(0)) grads[0] = c.grad(0);
  return grads;
}

// The scale in a shape that broadcasts with `x`.
Var AlongAxis(const Var& scale, const Var& x, int64_t axis) {
  if (axis < 0) return ops::Reshape(scale, {});
  std::vector<int64_t> shape(static_cast<size_t>(x.rank()), 1);
  shape[static_cast<size_t>(axis)] = -1;
  return ops::Reshape(scale, shape);
}

// The axis of a scale, -1 where it is one number.
int64_t CheckScale(const char* op, const DenseTensor& x,
                   const DenseTensor& scale, int64_t axis) {
  if (axis < 0 && scale.numel == 1) return -1;
  PADDLE_ENFORCE(
      axis >= 0 && axis < x.rank() && scale.numel == x.dims[axis],
      errors::InvalidArgument("%s: `scale` does not suit `x`.", op)
          .Expected("one number for each index of the quantized axis, or one "
                    "where that is -1")
          .Received("axis " + std::to_string(axis))
          .Shapes({{"x", x.dims}, {"scale", scale.dims}}));
  return axis;
}

}  // namespace

PD_OP(quantize_levels)
    .Schema(
        "(Tensor x, Tensor scale, int axis, float levels, float low, "
        "float high, bool half_even, bool dequantize) -> Tensor out")
    .Doc(R"(
        x * levels / scale, rounded and brought into [low, high]; with
        `dequantize` times scale / levels. Halves are rounded to even, or away
        from zero, then after x was brought into [-scale, scale].
        scale: float32 or float64: one number, or one for each index of `axis`.
        axis: -1 where there is one scale.)")
    .Traits(kInternal)
    .NoDims(kChannels)
    .InferMeta([](const Args& args, Outs& outs) {
      const DenseTensor& x = *args.slot[0].tensor;
      const DenseTensor& scale = *args.slot[1].tensor;
      const char* op = "quantize_levels";
      PADDLE_ENFORCE(kFloats & Bit(x.dtype),
                     errors::InvalidType("%s: `x` must be floating.", op)
                         .Expected("a float")
                         .Received(Name(x.dtype)));
      PADDLE_ENFORCE(scale.dtype == StatsType(scale.dtype),
                     errors::InvalidType("%s: `scale` has the wrong dtype.", op)
                         .Expected("float32 or float64")
                         .Received(Name(scale.dtype)));
      CheckScale(op, x, scale, args.i("axis"));
      SetOut(outs[0], x.dims, x.dtype);
    })
    .Vjp(StraightThrough)
    .Decompose([](const Args& a) -> VarList {
      const Var x = Wide(a.tensor(0), "quantize_levels");
      const Var s =
          AlongAxis(CastIfNeeded(a.tensor(1), x.dtype()), x, a.i("axis"));
      const double levels = a.f("levels");
      const DataType type = x.dtype();
      // A scale of 0 divides by 1e-6.
      const Var tiny = ops::LessEqual(s, ops::Full({}, Scalar(1e-30), type));
      const Var one = ops::Full({}, Scalar(1.0), type);
      const Var inverse = one / ops::Where(tiny, s + 1e-6, s);
      Var q;
      if (a.b("half_even")) {
        q = ops::Round(x * (inverse * levels));
      } else {
        const Var v = ops::Minimum(ops::Maximum(x, -s), s) * (inverse * levels);
        const Var whole = ops::Trunc(v);
        q = whole + ops::Trunc((v - whole) * 2.0);
      }
      q = ops::Clip(q, Scalar(a.f("low")), Scalar(a.f("high")));
      if (a.b("dequantize")) {
        q = q * s / ops::Full({}, Scalar(levels), type);
      }
      return {CastIfNeeded(q, a.tensor(0).dtype())};
    });

PD_OP(fake_quantize_abs_max)
    .Schema(
        "(Tensor x, int bit_length=8, int round_type=1) -> Tensor out, "
        "Tensor out_scale")
    .Doc("The integers, as floats, that `x` is with the scale max|x|.")
    .Traits(kInternal)
    .NoDims(kOneScale)
    .NotDifferentiable(kRounds)
    .Decompose([](const Args& a) -> VarList { return ByAbsMax(a, false); });

PD_OP(fake_quantize_dequantize_abs_max)
    .Schema(
        "(Tensor x, int bit_length=8, int round_type=1) -> Tensor out, "
        "Tensor out_scale")
    .Doc(R"(
        What is left of `x` with the scale max|x|. The gradient passes
        through.)")
    .Traits(kInternal)
    .NoDims(kOneScale)
    .Vjp(StraightThrough)
    .Decompose([](const Args& a) -> VarList { return ByAbsMax(a, true); });

PD_OP(fake_channel_wise_quantize_abs_max)
    .Schema(
        "(Tensor x, int bit_length=8, int round_type=1, int quant_axis=0, "
        "bool is_test=false) -> Tensor out, Tensor out_scale")
    .Doc(R"(
        The integers, as floats, that `x` is with a scale for each index of an
        axis.)")
    .Traits(kInternal)
    .NoDims(kChannels)
    .NotDifferentiable(kRounds)
    .Decompose([](const Args& a) -> VarList { return ByChannel(a, false); });

PD_OP(fake_channel_wise_quantize_dequantize_abs_max)
    .Schema(
        "(Tensor x, int bit_length=8, int round_type=1, int quant_axis=0) -> "
        "Tensor out, Tensor out_scale")
    .Doc(R"(
        What is left of `x` with a scale for each index of an axis. The
        gradient passes through.)")
    .Traits(kInternal)
    .NoDims(kChannels)
    .Vjp(StraightThrough)
    .Decompose([](const Args& a) -> VarList { return ByChannel(a, true); });

PD_OP(fake_quantize_moving_average_abs_max)
    .Schema(
        "(Tensor x, Tensor in_scale, Tensor? in_accum, Tensor? in_state, "
        "float moving_rate=0.9, int bit_length=8, bool is_test=false, "
        "int round_type=1) -> Tensor out, Tensor out_scale, Tensor out_state, "
        "Tensor out_accum")
    .Doc(R"(
        The integers, as floats, that `x` is with a scale that is a moving
        average of max|x|; when testing, with the one given.)")
    .Traits(kInternal)
    .NoDims(kOneScale)
    .NotDifferentiable(kRounds)
    .Decompose([](const Args& a) -> VarList {
      return ByMovingAverage(a, false);
    });

PD_OP(fake_quantize_dequantize_moving_average_abs_max)
    .Schema(
        "(Tensor x, Tensor in_scale, Tensor? in_accum, Tensor? in_state, "
        "float moving_rate=0.9, int bit_length=8, bool is_test=false, "
        "int round_type=1) -> Tensor out, Tensor out_scale, Tensor out_state, "
        "Tensor out_accum")
    .Doc(R"(
        What is left of `x` with a scale that is a moving average of max|x|;
        when testing, with the one given. The gradient passes through.)")
    .Traits(kInternal)
    .NoDims(kOneScale)
    .Vjp(StraightThrough)
    .Decompose([](const Args& a) -> VarList {
      return ByMovingAverage(a, true);
    });

PD_OP(moving_average_abs_max_scale)
    .Schema(
        "(Tensor x, Tensor? in_scale, Tensor? in_accum, Tensor? in_state, "
        "float moving_rate=0.9, bool is_test=false) -> Tensor out, "
        "Tensor out_scale, Tensor out_state, Tensor out_accum")
    .Doc("`x`, and a moving average of max|x|.")
    .Traits(kInternal)
    .NoDims(kOneScale)
    .Vjp(StraightThrough)
    .Decompose([](const Args& a) -> VarList {
      Wide(a.tensor(0), "moving_average_abs_max_scale");
      const Average average =
          MovingAverage(a, a.tensor(0), a.tensor(1), a.tensor(2), a.tensor(3));
      return {ops::Assign(a.tensor(0)), average.scale, average.state,
              average.accum};
    });

PD_OP(quantize_linear)
    .Schema(
        "(Tensor x, Tensor scale, Tensor? zero_point=None, int quant_axis=0, "
        "int bit_length=8, int qmin=-128, int qmax=127, int round_type=0) -> "
        "Tensor out")
    .Doc(R"(
        round(x / scale * qmax) in [qmin, qmax], as floats; symmetric: as in
        Paddle, the zero point does not count.
        scale: One number, or one for each index of `quant_axis`.)")
    .Traits(kInternal)
    .NoDims(kChannels)
    .NotDifferentiable(kRounds)
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0);
      const char* op = "quantize_linear";
      const DataType type = Wide(x, op).dtype();
      Levels(a);
      const int64_t axis =
          CheckScale(op, *x.get(), *a.tensor(1).get(), a.i("quant_axis"));
      const auto low = static_cast<double>(a.i("qmin")),
                 high = static_cast<double>(a.i("qmax"));
      return {ops::QuantizeLevels(x, CastIfNeeded(a.tensor(1), type), axis,
                                  high, low, high, HalfEven(a), false)};
    });

PD_OP(dequantize_linear)
    .Schema(
        "(Tensor x, Tensor scale, Tensor? zero_point=None, int quant_axis=0, "
        "int bit_length=8, int qmin=-128, int qmax=127) -> Tensor out")
    .Doc(R"(
        x * scale / qmax, of the dtype of the scale; symmetric: as in Paddle,
        the zero point does not count.
        scale: One number, or one for each index of `quant_axis`.)")
    .Traits(kInternal)
    .NoDims(kChannels)
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0), scale = a.tensor(1);
      const char* op = "dequantize_linear";
      Wide(scale, op);
      Levels(a);
      const int64_t axis =
          CheckScale(op, *x.get(), *scale.get(), a.i("quant_axis"));
      const Var levels = ops::Full({}, Scalar(static_cast<double>(a.i("qmax"))),
                                   scale.dtype());
      return {CastIfNeeded(x, scale.dtype()) * AlongAxis(scale, x, axis) /
              levels};
    });

}  // namespace paddle
