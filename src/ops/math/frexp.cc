// frexp.
#include "ops/rules.h"

namespace paddle {

PD_OP(frexp)
    .Schema("(Tensor x) -> Tensor mantissa, Tensor exponent")
    .Doc(R"(
        x = mantissa * 2^exponent with |mantissa| in [0.5, 1); both have the
        dtype of `x`. 0, infinities and NaN are their own mantissa, with
        exponent 0.
        >>> x = paddle.to_tensor([8.0, 0.3])
        >>> [t.tolist() for t in paddle.frexp(x)]
        [[0.5, 0.6], [4.0, -1.0]])")
    .Dtypes(kFloats)
    .Promote()
    .Dims([](const Args& args, AxisMap& map) {
      const DDim& x = args.dims(0);
      AxisMap::Tensor* all[] = {&map.AddInput(x.rank()),
                                &map.AddOutput(x.rank()),
                                &map.AddOutput(x.rank())};
      for (int i = 0; i < x.rank(); ++i) {
        const int f = map.Pass(x[i]);
        for (auto* t : all) AxisMap::Set(*t, i, f);
      }
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {  // the exponent is flat
          return {ops::Ldexp(c.grad(0), -c.out(1))};
        },
        {"exponent"});

}  // namespace paddle
