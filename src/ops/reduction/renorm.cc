// renorm.
#include "ops/dims.h"
#include "ops/rules.h"

namespace paddle {

PD_OP(renorm)
    .Schema("(Tensor x, float p, int axis, float max_norm) -> Tensor out")
    .Doc(R"(
        `x` with each slice along `axis` scaled down to the p-norm `max_norm`
        where its norm is larger.
        p: The order of the norm, above 0.
        max_norm: The largest norm that stays.
        Returns: Of the shape of `x`.
        >>> x = paddle.to_tensor([[3.0, 4.0], [0.3, 0.4]])
        >>> paddle.renorm(x, p=2.0, axis=0, max_norm=1.0).tolist()
        [[0.6, 0.8], [0.3, 0.4]])")
    .Inplace()
    .Dtypes(kFloats | kComplexes)
    .Promote()
    .Dims([](const Args& args, AxisMap& map) {
      const DDim& x = args.dims(0);
      PADDLE_ENFORCE(x.rank() >= 2 && args.f("p") > 0,
                     errors::InvalidArgument("renorm: needs two axes or more "
                                             "and p > 0.")
                         .Expected("x of rank 2 or more, p > 0")
                         .Shapes({{"x", x}})
                         .Received("p = " + std::to_string(args.f("p"))));
      const int axis = NormalizeAxis(args.i("axis"), x.rank(), "renorm");
      auto &in = map.AddInput(x.rank()), &out = map.AddOutput(x.rank());
      for (int i = 0; i < x.rank(); ++i) {
        const int f = i == axis ? map.Pass(x[i]) : map.Whole(x[i]);
        AxisMap::Set(in, i, f);
        AxisMap::Set(out, i, f);
      }
    })
    .Decompose([](const Args& a) -> VarList {
      CheckAxes(a);
      const Var x = a.tensor(0);
      const int axis = NormalizeAxis(a.i("axis"), x.rank(), "renorm");
      DDim others;
      for (int i = 0; i < x.rank(); ++i) {
        if (i != axis) others.push_back(i);
      }
      const Var norm = ops::PNorm(x, a.f("p"), others, true);
      const Var most = ops::Full({}, Scalar(a.f("max_norm")), norm.dtype());
      const Var one = ops::Full({}, Scalar(1.0), norm.dtype());
      const Var large = ops::GreaterThan(norm, most);
      const Var factor =
          ops::Where(large, most / ops::Where(large, norm, one), one);
      return {x * (factor.dtype() == x.dtype() ? factor
                                               : ops::Cast(factor, x.dtype()))};
    });

}  // namespace paddle
