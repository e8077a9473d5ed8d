// poisson, binomial, standard_gamma: one distribution for each element.
#include "ops/rules.h"

namespace paddle {
namespace {

constexpr const char* kNoGradient = "random values have no gradient";

void SameInfer(const Args& args, Outs& outs) {
  outs[0]->dims = args.dims(0);
  outs[0]->dtype = args.slot[0].tensor->dtype;
  SetContiguous(outs[0]);
}

}  // namespace

PD_OP(poisson)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Values of Poisson distributions whose means are the elements.
        x: Means of at least 0.
        Returns: Of the shape and dtype of `x`.
        >>> x = paddle.to_tensor([0.0, 0.0])
        >>> paddle.poisson(x).tolist()
        [0.0, 0.0])")
    .Traits(kNoMethod | kRandom)
    .Dtypes(kFloats)
    .Promote()
    .Dims(ElementwiseDims)
    .InferMeta(SameInfer)
    .NotDifferentiable(kNoGradient);

PD_OP(standard_gamma)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        Values of gamma distributions with scale 1 whose shapes are the
        elements.
        x: Shapes above 0.
        Returns: Of the shape and dtype of `x`.
        >>> x = paddle.ones([2, 3])
        >>> paddle.standard_gamma(x).shape
        paddle.Size([2, 3]))")
    .Traits(kNoMethod | kRandom)
    .Dtypes(kFloats)
    .Promote()
    .Dims(ElementwiseDims)
    .InferMeta(SameInfer)
    .NotDifferentiable(kNoGradient);

PD_OP(binomial_draw)
    .Schema("(Tensor count, Tensor prob) -> Tensor out")
    .Doc("Values of binomial distributions, int64; both of one shape, float64.")
    .Traits(kInternal | kRandom)
    .Out(OutType::kInt64)
    .Dims(ElementwiseDims)
    .InferMeta([](const Args& args, Outs& outs) {
      SameInfer(args, outs);
      outs[0]->dtype = DataType::kInt64;
      PADDLE_ENFORCE(
          args.dims(0) == args.dims(1),
          errors::InvalidArgument("binomial: the shapes differ.")
              .Expected("one shape")
              .Shapes({{"count", args.dims(0)}, {"prob", args.dims(1)}}));
    })
    .NotDifferentiable(kNoGradient);

PD_OP(binomial)
    .Schema("(Tensor count, Tensor prob) -> Tensor out")
    .Doc(R"(
        How many of `count` trials succeed, each with probability `prob`: int64,
        with broadcasting.
        count: Trials, of at least 0.
        prob: In [0, 1]; broadcast.
        Returns: int64, of the broadcast shape.
        >>> paddle.binomial(paddle.to_tensor([10]), paddle.to_tensor([1.0])).tolist()
        [10])")
    .Traits(kNoMethod | kRandom)
    .Out(OutType::kInt64)
    .Dims(ElementwiseDims)
    .Decompose([](const Args& a) -> VarList {
      const DDim shape = BroadcastDims(a.dims(0), a.dims(1), "binomial");
      const auto wide = [&](int k) {
        RealFloat(a.tensor(k), "binomial");
        const Var v = ops::Cast(a.tensor(k), DataType::kFloat64);
        return ops::Assign(v.dims() == shape ? v : ops::Expand(v, shape));
      };
      return {ops::BinomialDraw(wide(0), wide(1))};
    })
    .NotDifferentiable(kNoGradient);

}  // namespace paddle
