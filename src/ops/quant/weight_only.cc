// Weights of 8 and 4 bits: weight_quantize, weight_dequantize, and products
// with them.
#include "ops/generated/quant.h"
#include "ops/nn/norm_dims.h"
#include "ops/vjp_by_parts.h"

namespace paddle {
namespace {

constexpr const char* kPacked =
    "rows of the weight are packed and share scales";

void CheckGroup(int64_t group_size, const char* op) {
  PADDLE_ENFORCE(
      group_size == -1 || group_size == 64 || group_size == 128,
      errors::InvalidArgument("%s: argument `group_size` is wrong.", op)
          .Expected("-1, 64 or 128")
          .Received(std::to_string(group_size)));
}

// 4 for "weight_only_int4", 8 for the others.
int64_t BitsOf(std::string_view algo, const char* op) {
  PADDLE_ENFORCE(algo == "weight_only_int8" || algo == "weight_only_int4" ||
                     algo == "llm.int8",
                 errors::InvalidArgument("%s: argument `algo` is unknown.", op)
                     .Expected("weight_only_int8, weight_only_int4 or llm.int8")
                     .Received(std::string(algo)));
  return algo == "weight_only_int4" ? 4 : 8;
}

struct Sizes {
  int64_t n, k;
};
// weight [n, k] of bytes, [n / 2, k] of 4 bits; scale [n] or [groups, n].
Sizes CheckWeight(const DenseTensor& weight, const DenseTensor& scale,
                  int64_t bits, int64_t group_size, const char* op,
                  const char* arg = "weight") {
  CheckGroup(group_size, op);
  PADDLE_ENFORCE(weight.dtype == DataType::kInt8 && weight.rank() == 2,
                 errors::InvalidArgument("%s: `%s` is no weight of "
                                         "weight_quantize().",
                                         op, arg)
                     .Expected("int8, 2-D")
                     .Received(Name(weight.dtype))
                     .Shapes({{"weight", weight.dims}}));
  const Sizes s{weight.dims[0] * (bits == 4 ? 2 : 1), weight.dims[1]};
  const DDim expected = group_size == -1
                            ? DDim{s.n}
                            : DDim{(s.k + group_size - 1) / group_size, s.n};
  PADDLE_ENFORCE(scale.dims == expected && (kFloats & Bit(scale.dtype)),
                 errors::InvalidArgument("%s: `scale` does not suit the "
                                         "weight.",
                                         op)
                     .Expected("floats of shape " + errors::ToString(expected))
                     .Shapes({{"weight", weight.dims}, {"scale", scale.dims}}));
  return s;
}

// The integers of a weight, [n, k], as `type`.
Var Unpacked(const Var& weight, int64_t bits, DataType type) {
  if (bits == 8) return ops::Cast(weight, type);
  const Var x = ops::Cast(weight, DataType::kInt32);
  const Var sixteen = ops::Full({}, Scalar(int64_t{16}), DataType::kInt32);
  const Var high = ops::FloorDivide(x, sixteen);
  const Var rest = x - high * sixteen;  // [0, 16)
  const Var eight = ops::Full({}, Scalar(int64_t{8}), DataType::kInt32);
  const Var low = ops::Where(ops::LessThan(rest, eight), rest, rest - sixteen);
  const int64_t k = weight.dims()[1];
  return ops::Cast(ops::Reshape(ops::Stack({low, high}, 1), {-1, k}), type);
}

// [k, n], in the type of statistics of the scale.
Var Dequantized(const Var& weight, const Var& scale, int64_t bits,
                int64_t group_size, const char* op,
                const char* arg = "weight") {
  const Sizes s =
      CheckWeight(*weight.get(), *scale.get(), bits, group_size, op, arg);
  const DataType type = StatsType(scale.dtype());
  const Var q = ops::Transpose(Unpacked(weight, bits, type), {1, 0});
  Var factor = CastIfNeeded(scale, type);
  if (group_size != -1) {
    const int64_t groups = factor.dims()[0];
    factor =
        ops::Expand(ops::Unsqueeze(factor, {1}), DDim{groups, group_size, s.n});
    factor = ops::Slice(ops::Reshape(factor, {-1, s.n}), {0}, {0}, {s.k});
  }
  return q * factor;
}

}  // namespace

PD_OP(weight_quantize)
    .Schema(
        "(Tensor x, str algo=\"weight_only_int8\", Scalar arch=None, "
        "int group_size=-1) -> Tensor out, Tensor scale")
    .Doc(R"(
        A weight as integers of 8 or 4 bits: each column, or each `group_size`
        elements of one, divided by its greatest magnitude over 127 or 7, and
        rounded.
        x: The weight of a linear layer, [k, n].
        algo: "weight_only_int8", "weight_only_int4" or "llm.int8".
        arch: Accepted: there is one layout.
        group_size: -1, 64 or 128.
        Returns: int8 of [n, k], or [n / 2, k] where a byte holds columns 2 i
            (its low bits) and 2 i + 1; the scales, [n] or [groups, n], of the
            dtype of `x`.
        Raises: ValueError: `algo` or `group_size` is unknown, or n is odd for
            4 bits.
        >>> x = paddle.to_tensor([[127.0, 1.0], [-60.0, 0.5]])
        >>> q, scale = paddle.nn.quant.weight_quantize(x)
        >>> q.tolist()
        [[127, -60], [127, 64]])")
    .In("nn.quant")
    .NoDims(kPacked)
    .InferMeta([](const Args& args, Outs& outs) {
      const char* op = "weight_quantize";
      const DenseTensor& x = *args.slot[0].tensor;
      const int64_t bits = BitsOf(args.s("algo"), op);
      const int64_t group = args.i("group_size");
      CheckGroup(group, op);
      PADDLE_ENFORCE(x.rank() == 2 && (bits == 8 || x.dims[1] % 2 == 0),
                     errors::InvalidArgument("%s: `x` has the wrong shape.", op)
                         .Expected(bits == 8 ? "[k, n]" : "[k, n], n even")
                         .Shapes({{"x", x.dims}}));
      PADDLE_ENFORCE(kFloats & Bit(x.dtype),
                     errors::InvalidType("%s: `x` must be floating.", op)
                         .Expected("a float")
                         .Received(Name(x.dtype)));
      const int64_t k = x.dims[0], n = x.dims[1];
      SetOut(outs[0], {bits == 8 ? n : n / 2, k}, DataType::kInt8);
      SetOut(outs[1], group == -1 ? DDim{n} : DDim{(k + group - 1) / group, n},
             x.dtype);
    })
    .NotDifferentiable("it rounds");

PD_OP(weight_dequantize)
    .Schema(
        "(Tensor x, Tensor scale, str algo=\"weight_only_int8\", "
        "DataType out_dtype=float16, int group_size=-1) -> Tensor out")
    .Doc(R"(
        The weight that weight_quantize() was given, but for what rounding
        lost.
        x: What it returned.
        scale: What it returned.
        algo: What it was given.
        out_dtype: Of the result.
        group_size: What it was given.
        Returns: [k, n].
        Raises: ValueError: The scale does not suit the weight.
        >>> x = paddle.to_tensor([[127.0, 1.0], [-60.0, 0.5]])
        >>> q, scale = paddle.nn.quant.weight_quantize(x)
        >>> paddle.nn.quant.weight_dequantize(q, scale, out_dtype="float32").tolist()
        [[127.0, 1.0], [-60.0, 0.5039]])")
    .In("nn.quant")
    .NoDims(kPacked)
    .Decompose([](const Args& a) -> VarList {
      const char* op = "weight_dequantize";
      const Var w =
          Dequantized(a.tensor(0), a.tensor(1), BitsOf(a.s("algo"), op),
                      a.i("group_size"), op, "x");
      return {CastIfNeeded(w, a.dtype("out_dtype"))};
    });

PD_OP(weight_only_matmul)
    .Schema(
        "(Tensor x, Tensor weight, Tensor scale, Tensor? bias, int bits, "
        "int group_size) -> Tensor out")
    .Doc("x times a weight of weight_quantize(), plus the bias.")
    .Traits(kInternal)
    .NoDims(kPacked)
    .InferMeta([](const Args& args, Outs& outs) {
      const char* op = args.op->name.c_str();
      const DenseTensor& x = *args.slot[0].tensor;
      const Sizes s = CheckWeight(*args.slot[1].tensor, *args.slot[2].tensor,
                                  args.i("bits"), args.i("group_size"), op);
      PADDLE_ENFORCE(x.rank() > 0 && x.dims[x.rank() - 1] == s.k,
                     errors::InvalidArgument("%s: the last axis of `x` does "
                                             "not suit the weight.",
                                             op)
                         .Expected(std::to_string(s.k))
                         .Shapes({{"x", x.dims}}));
      PADDLE_ENFORCE(kFloats & Bit(x.dtype),
                     errors::InvalidType("%s: `x` must be floating.", op)
                         .Expected("a float")
                         .Received(Name(x.dtype)));
      CheckParameter(args.slot[3].tensor, s.n, op, "bias");
      DDim out = x.dims;
      out[x.rank() - 1] = s.n;
      SetOut(outs[0], out, x.dtype);
    })
    .Vjp(VjpByParts, {"x", "weight", "scale", "bias"})
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0), bias = a.tensor(3);
      const Var w = Dequantized(a.tensor(1), a.tensor(2), a.i("bits"),
                                a.i("group_size"), "weight_only_matmul");
      const DataType type = StatsType(x.dtype());
      Var out = ops::Matmul(CastIfNeeded(x, type), CastIfNeeded(w, type));
      if (bias) out = out + CastIfNeeded(bias, type);
      return {CastIfNeeded(out, x.dtype())};
    });

PD_OP(llm_int8_matmul)
    .Schema(
        "(Tensor x, Tensor weight, Tensor scale, Tensor? bias, "
        "float threshold) -> Tensor out")
    .Doc(
        "x times a weight of 8 bits, plus the bias: each row of x is rounded "
        "to 8 bits, too, but for the columns with a magnitude above the "
        "threshold. The gradient is that of the product without rounding.")
    .Traits(kInternal)
    .NoDims("a large element counts for all rows")
    .InferMeta([](const Args& args, Outs& outs) {
      const char* op = args.op->name.c_str();
      const DenseTensor& x = *args.slot[0].tensor;
      const Sizes s =
          CheckWeight(*args.slot[1].tensor, *args.slot[2].tensor, 8, -1, op);
      PADDLE_ENFORCE(x.rank() > 0 && x.dims[x.rank() - 1] == s.k,
                     errors::InvalidArgument("%s: the last axis of `x` does "
                                             "not suit the weight.",
                                             op)
                         .Expected(std::to_string(s.k))
                         .Shapes({{"x", x.dims}}));
      PADDLE_ENFORCE(kFloats & Bit(x.dtype),
                     errors::InvalidType("%s: `x` must be floating.", op)
                         .Expected("a float")
                         .Received(Name(x.dtype)));
      CheckParameter(args.slot[3].tensor, s.n, op, "bias");
      DDim out = x.dims;
      out[x.rank() - 1] = s.n;
      SetOut(outs[0], out, x.dtype);
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var x = c.in(0), weight = c.in(1), scale = c.in(2),
                    g = c.grad(0);
          const DataType type = StatsType(x.dtype());
          const Var wide = CastIfNeeded(g, type);
          const int64_t n = weight.dims()[0], k = weight.dims()[1];
          const Var rows = ops::Reshape(wide, {-1, n});
          VarList grads = {Var(), Var(), Var(), Var()};
          if (c.needs(0)) {
            const Var w = Dequantized(weight, scale, 8, -1, "llm_int8_matmul");
            grads[0] = CastIfNeeded(
                ops::Matmul(wide, CastIfNeeded(w, type), false, true),
                x.dtype());
          }
          if (c.needs(2)) {
            const Var y =
                ops::Matmul(ops::Reshape(CastIfNeeded(x, type), {-1, k}),
                            ops::Cast(weight, type), false, true);
            grads[2] = CastIfNeeded(ops::Sum(rows * y, {0}), scale.dtype());
          }
          if (c.has_in(3) && c.needs(3)) {
            grads[3] = CastIfNeeded(
                ops::Reshape(ops::Sum(rows, {0}), c.in_dims(3)), c.in_dtype(3));
          }
          return grads;
        },
        {"x", "weight", "scale"});

}  // namespace paddle
