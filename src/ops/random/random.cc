// rand, randn, uniform, normal and their kin: random_values in public names;
// randint, randperm, bernoulli, multinomial.
#include "ops/dims.h"
#include "ops/manipulation/update.h"
#include "ops/rules.h"

namespace paddle {
namespace {

constexpr const char* kNoGradient = "random values have no gradient";

DataType OrDefault(DataType t) {
  return t == DataType::kUndefined ? DefaultFloat() : t;
}
Var Uniform(IntArray shape, double min, double max, int64_t seed,
            DataType dtype) {
  PADDLE_ENFORCE(min <= max,
                 errors::InvalidArgument("uniform: `max` is below `min`.")
                     .Expected("min <= max")
                     .Received("min = " + std::to_string(min) +
                               ", max = " + std::to_string(max)));
  return ops::RandomValues(shape, "uniform", min, max, seed, dtype);
}
Var Normal(IntArray shape, double mean, double std, int64_t seed,
           DataType dtype) {
  return ops::RandomValues(shape, "normal", mean, std, seed, dtype);
}

void RandomValuesInfer(const Args& args, Outs& outs) {
  outs[0]->dims = DDim(args.slot[0].ints);
  outs[0]->dtype = OrDefault(args.dtype("dtype"));
  PADDLE_ENFORCE(Bit(outs[0]->dtype) & kFloats,
                 errors::InvalidType("random values: the dtype is not a float.")
                     .Received(Name(outs[0]->dtype)));
  SetContiguous(outs[0]);
}

void RandintInfer(const Args& args, Outs& outs) {
  const DataType dtype = args.dtype("dtype");
  outs[0]->dims = DDim(args.slot[2].ints);
  outs[0]->dtype = dtype == DataType::kUndefined ? DataType::kInt64 : dtype;
  PADDLE_ENFORCE(args.slot[0].i < args.slot[1].i,
                 errors::InvalidArgument("randint: there is no value in "
                                         "[low, high).")
                     .Expected("low < high")
                     .Received("low = " + std::to_string(args.slot[0].i) +
                               ", high = " + std::to_string(args.slot[1].i)));
  SetContiguous(outs[0]);
}

// With a seed of its own each part would draw the same values.
FactorKind KindFor(int64_t seed) {
  return seed == 0 ? FactorKind::kPass : FactorKind::kWhole;
}
void FilledDims(const Args& args, AxisMap& map) {  // (x, min, max, seed)
  AxisLinks links(args, map);
  if (args.slot[3].i == 0) links.Elementwise(0);
}

struct Bounds {
  int64_t low, high;
};
Bounds ResolveBounds(const Args& a) {
  const int64_t low = a.i("low");
  const Scalar high = a.scalar("high");
  if (!high.has_value()) return {0, low};
  return {low, high.ToInt()};
}

}  // namespace

PD_OP(random_values)
    .Schema(
        "(IntArray shape, str kind, float a, float b, int seed=0, "
        "DataType dtype=None) -> Tensor out")
    .Doc(
        "Random values: `uniform` in [a, b), `normal` with mean a and "
        "deviation b, `exponential` with rate a. A seed of 0 draws from the "
        "generator of the device.")
    .Traits(kInternal | kRandom)
    .Dims([](const Args& args, AxisMap& map) {
      ShapeDimsAt(0, KindFor(args.i("seed")), args, map);
    })
    .InferMeta(RandomValuesInfer)
    .NotDifferentiable(kNoGradient);

PD_OP(rand)
    .Schema("(IntArray shape, DataType dtype=None) -> Tensor out")
    .Doc(R"(
        Values drawn evenly from [0, 1).
        dtype: The default float where None.
        >>> paddle.rand([2, 3]).shape
        paddle.Size([2, 3]))")
    .Traits(kNoMethod | kRandom)
    .Decompose([](const Args& a) -> VarList {
      return {Uniform(a.ints("shape"), 0, 1, 0, a.dtype("dtype"))};
    });

PD_OP(uniform)
    .Schema(
        "(IntArray shape, DataType dtype=None, float min=0.0, "
        "float max=1.0, int seed=0) -> Tensor out")
    .Doc(R"(
        Values drawn evenly from [min, max).
        dtype: The default float where None.
        min: Lower bound.
        max: Upper bound, not included.
        seed: 0: the generator of paddle.seed(); else one of its own.
        >>> paddle.uniform([2, 3]).shape
        paddle.Size([2, 3]))")
    .Traits(kNoMethod | kRandom)
    .Decompose([](const Args& a) -> VarList {
      return {Uniform(a.ints("shape"), a.f("min"), a.f("max"), a.i("seed"),
                      a.dtype("dtype"))};
    });

PD_OP(randn)
    .Schema("(IntArray shape, DataType dtype=None) -> Tensor out")
    .Doc(R"(
        Values of the normal distribution with mean 0 and deviation 1.
        dtype: The default float where None.
        >>> paddle.randn([2, 3]).shape
        paddle.Size([2, 3]))")
    .Traits(kNoMethod | kRandom)
    .Decompose([](const Args& a) -> VarList {
      return {Normal(a.ints("shape"), 0, 1, 0, a.dtype("dtype"))};
    });

PD_OP(standard_normal)
    .Schema("(IntArray shape, DataType dtype=None) -> Tensor out")
    .Doc(R"(
        Values of the normal distribution with mean 0 and deviation 1.
        dtype: The default float where None.
        >>> paddle.standard_normal([2, 3]).shape
        paddle.Size([2, 3]))")
    .Traits(kNoMethod | kRandom)
    .Decompose([](const Args& a) -> VarList {
      return {Normal(a.ints("shape"), 0, 1, 0, a.dtype("dtype"))};
    });

PD_OP(gaussian)
    .Schema(
        "(IntArray shape, float mean=0.0, float std=1.0, int seed=0, "
        "DataType dtype=None) -> Tensor out")
    .Doc("Values of the normal distribution.")
    .Traits(kNoMethod | kInternal | kRandom)
    .Decompose([](const Args& a) -> VarList {
      return {Normal(a.ints("shape"), a.f("mean"), a.f("std"), a.i("seed"),
                     a.dtype("dtype"))};
    });

PD_OP(normal)
    .Schema(
        "(Tensor? mean=None, Tensor? std=None, IntArray shape=None) "
        "-> Tensor out")
    .Doc(R"(
        Values of normal distributions; `mean` and `std` are numbers, or tensors
        with one value for each element.
        mean: Of the distribution: a number or a tensor.
        std: Standard deviation: a number or a tensor.
        shape: Where both are numbers.
        Returns: Of `shape`, or of the broadcast shape of the tensors.
        >>> paddle.normal(0.0, 1.0, [2, 3]).shape
        paddle.Size([2, 3]))")
    .Traits(kNoMethod | kRandom)
    .Decompose([](const Args& a) -> VarList {
      const Var mean = a.tensor(0), std = a.tensor(1);
      DDim shape(a.ints("shape"));
      DataType dtype = DefaultFloat();
      for (const Var& v : {mean, std}) {
        if (!v) continue;
        RealFloat(v, "normal");
        shape = BroadcastDims(shape, v.dims(), "normal");
        if (v.rank() > 0 && IsFloating(v.dtype())) dtype = v.dtype();
      }
      Var out = Normal(shape, 0, 1, 0, dtype);
      if (std) out = out * (std.dtype() == dtype ? std : ops::Cast(std, dtype));
      if (mean) {
        out = out + (mean.dtype() == dtype ? mean : ops::Cast(mean, dtype));
      }
      return {out};
    });

PD_OP(uniform_random)
    .Schema(
        "(Tensor x, float min=0.0, float max=1.0, int seed=0) "
        "-> Tensor out")
    .Doc("`x` filled with values drawn evenly from [min, max).")
    .Traits(kInternal | kRandom)
    .Dims(FilledDims)
    .Into([](const Args& a) {
      const Var x = a.tensor(0);
      WriteInto(
          x, Uniform(x.dims(), a.f("min"), a.f("max"), a.i("seed"), x.dtype()));
    })
    .Vjp([](const VjpContext& c) -> VarList {
      return {ops::ZerosLike(c.grad())};
    });

PD_OP(normal_random)
    .Schema("(Tensor x, float mean=0.0, float std=1.0) -> Tensor out")
    .Doc("`x` filled with values of a normal distribution.")
    .Traits(kInternal | kRandom)
    .Dims(ElementwiseDims)
    .Into([](const Args& a) {
      const Var x = a.tensor(0);
      WriteInto(x, Normal(x.dims(), a.f("mean"), a.f("std"), 0, x.dtype()));
    })
    .Vjp([](const VjpContext& c) -> VarList {
      return {ops::ZerosLike(c.grad())};
    });

PD_OP(exponential)
    .Schema("(Tensor x, float lam=1.0) -> Tensor out")
    .Doc("`x` filled with values of an exponential distribution of rate lam.")
    .Traits(kInternal | kRandom)
    .Dims(ElementwiseDims)
    .Into([](const Args& a) {
      const Var x = a.tensor(0);
      PADDLE_ENFORCE(a.f("lam") > 0,
                     errors::InvalidArgument("exponential_: `lam` is not "
                                             "positive.")
                         .Received(std::to_string(a.f("lam"))));
      WriteInto(x, ops::RandomValues(x.dims(), "exponential", a.f("lam"), 0, 0,
                                     x.dtype()));
    })
    .Vjp([](const VjpContext& c) -> VarList {
      return {ops::ZerosLike(c.grad())};
    });

PD_OP(random_integers)
    .Schema(
        "(int low, int high, IntArray shape, DataType dtype=None) "
        "-> Tensor out")
    .Doc("Integers drawn evenly from [low, high).")
    .Traits(kInternal | kRandom)
    .Dims([](const Args& args, AxisMap& map) {
      ShapeDimsAt(2, FactorKind::kPass, args, map);
    })
    .InferMeta(RandintInfer)
    .NotDifferentiable(kNoGradient);

PD_OP(randint)
    .Schema(
        "(int low=0, Scalar high=None, IntArray shape=[1], "
        "DataType dtype=None) -> Tensor out")
    .Doc(R"(
        Integers drawn evenly from [low, high), or from [0, low).
        low: Lower bound; the upper one where `high` is None.
        high: Upper bound, not included.
        dtype: int32 or int64; int64 where None.
        Raises: ValueError: `low` is not below `high`.
        >>> paddle.randint(0, 10, [2, 3]).shape
        paddle.Size([2, 3]))")
    .Traits(kNoMethod | kRandom)
    .Decompose([](const Args& a) -> VarList {
      const Bounds b = ResolveBounds(a);
      return {ops::RandomIntegers(b.low, b.high, a.ints("shape"),
                                  a.dtype("dtype"))};
    });

PD_OP(randint_like)
    .Schema(
        "(Tensor x, int low=0, Scalar high=None, DataType dtype=None) "
        "-> Tensor out")
    .Doc(R"(
        Integers drawn evenly from [low, high), or from [0, low), in the shape
        of `x`.
        low: Lower bound; the upper one where `high` is None.
        high: Upper bound, not included.
        dtype: That of `x` where None.
        Returns: Of the shape of `x`.
        Raises: ValueError: `low` is not below `high`.
        >>> paddle.randint_like(paddle.ones([2, 3]), 0, 10).shape
        paddle.Size([2, 3]))")
    .Traits(kNoMethod | kRandom)
    .Dims(ElementwiseDims)
    .Decompose([](const Args& a) -> VarList {
      const Bounds b = ResolveBounds(a);
      const DataType given = a.dtype("dtype");
      return {ops::RandomIntegers(
          b.low, b.high, a.dims(0),
          given == DataType::kUndefined ? a.slot[0].tensor->dtype : given)};
    });

PD_OP(randperm)
    .Schema("(int n, DataType dtype=int64) -> Tensor out")
    .Doc(R"(
        The numbers from 0 to n - 1 in random order.
        n: How many.
        Returns: [n].
        >>> paddle.randperm(5).sort().tolist()
        [0, 1, 2, 3, 4])")
    .Traits(kNoMethod | kRandom)
    .NoDims("its values are those of all places")
    .InferMeta([](const Args& args, Outs& outs) {
      outs[0]->dims = DDim{args.slot[0].i};
      outs[0]->dtype = args.dtype("dtype");
      SetContiguous(outs[0]);
    })
    .NotDifferentiable(kNoGradient);

PD_OP(bernoulli_draw)
    .Schema("(Tensor x) -> Tensor out")
    .Doc("1 with the probability that each element of `x` gives, else 0.")
    .Traits(kInternal | kRandom)
    .Dims(ElementwiseDims)
    .InferMeta([](const Args& args, Outs& outs) {
      outs[0]->dims = args.dims(0);
      outs[0]->dtype = args.slot[0].tensor->dtype;
      SetContiguous(outs[0]);
    })
    .NotDifferentiable(kNoGradient);

PD_OP(bernoulli)
    .Schema("(Tensor x, Scalar p=None) -> Tensor out")
    .Doc(R"(
        1 with probability p, or with the one that each element of `x` gives;
        else 0.
        x: Probabilities in [0, 1]; only the shape counts where `p` is given.
        p: The probability for all elements.
        Returns: Of the shape and dtype of `x`.
        Raises: IndexError: A probability is not in [0, 1].
        >>> x = paddle.to_tensor([0.0, 1.0])
        >>> paddle.bernoulli(x).tolist()
        [0.0, 1.0])")
    .Traits(kNoMethod | kRandom)
    .Decompose([](const Args& a) -> VarList {
      Var x = a.tensor(0);
      const Scalar p = a.scalar("p");
      if (p.has_value()) x = ops::Full(x.dims(), p, x.dtype());
      return {ops::BernoulliDraw(x)};
    });

PD_OP(bernoulli_random)
    .Schema("(Tensor x, Tensor p) -> Tensor out")
    .Doc("`x` filled with 1 with probability p, else 0.")
    .Traits(kInternal | kRandom)
    .Dims(ElementwiseDims)
    .Into([](const Args& a) {
      const Var x = a.tensor(0);
      Var p = a.tensor(1);
      if (!IsFloating(p.dtype())) p = RealFloat(p, "bernoulli");
      WriteInto(x, ops::BernoulliDraw(ops::Assign(ops::Expand(p, x.dims()))));
    })
    .Vjp([](const VjpContext& c) -> VarList {
      return {ops::ZerosLike(c.grad()), Var()};
    });

PD_OP(multinomial)
    .Schema(
        "(Tensor x, int num_samples=1, bool replacement=false) "
        "-> Tensor out")
    .Doc(R"(
        Categories drawn with the probabilities in the last axis of `x`, which
        need not add up to 1.
        x: Weights of at least 0, [c] or [n, c].
        num_samples: Draws from each row.
        replacement: A category may come again.
        Returns: int64, [num_samples] or [n, num_samples].
        Raises: ValueError: A weight is negative, or without replacement there
            are too few categories.
        >>> x = paddle.to_tensor([0.0, 1.0, 0.0])
        >>> paddle.multinomial(x, 2, replacement=True).tolist()
        [1, 1])")
    .Traits(kRandom)
    .Dims([](const Args& args, AxisMap& map) {
      AxisLinks links(args, map);
      if (args.dims(0).rank() == 2) links.Pass(0, 0, 0);
    })
    .InferMeta([](const Args& args, Outs& outs) {
      DDim dims = args.dims(0);
      const int64_t n = args.slot[1].i;
      PADDLE_ENFORCE(
          dims.rank() >= 1 && dims.rank() <= 2 && n > 0 && dims.back() > 0,
          errors::InvalidArgument(
              "multinomial: needs one or two axes, categories, and "
              "a sample or more.")
              .Shapes({{"x", dims}})
              .Received("num_samples = " + std::to_string(n)));
      PADDLE_ENFORCE(
          args.b("replacement") || n <= dims.back(),
          errors::InvalidArgument("multinomial: more samples than categories.")
              .Expected("num_samples <= x.shape[-1]")
              .Shapes({{"x", dims}})
              .Received("num_samples = " + std::to_string(n))
              .Hint("pass replacement=True."));
      dims[dims.rank() - 1] = n;
      outs[0]->dims = dims;
      outs[0]->dtype = DataType::kInt64;
      SetContiguous(outs[0]);
    })
    .NotDifferentiable(kNoGradient);

}  // namespace paddle
