// sinc.
#include "ops/rules.h"

#include <cmath>

namespace paddle {

PD_OP(sinc)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        sin(pi x) / (pi x), and 1 at 0.
        >>> x = paddle.to_tensor([0.0, 0.5])
        >>> paddle.sinc(x).tolist()
        [1.0, 0.6366])")
    .Elementwise(kFloats | kComplexes)
    .Traits(kIntsToFloat)
    .Decompose([](const Args& a) -> VarList {
      const DataType type = a.slot[0].tensor->dtype;
      Var t = a.tensor(0);
      if (SizeOf(type) < 4) t = ops::Cast(t, DataType::kFloat32);
      t = t * M_PI;
      // Near 0 by its series, of which every derivative is exact.
      const Var zero = ops::Full({}, Scalar(0.0), t.dtype());
      const Var one = ops::Full({}, Scalar(1.0), t.dtype());
      const Var size = ops::Abs(t);
      const Var near =
          ops::LessThan(size, ops::Full({}, Scalar(0.5), size.dtype()));
      const Var square = ops::Square(ops::Where(near, t, zero));
      Var series = OnesLike(square);
      for (int k = 9; k >= 1; --k) {  // 1 - t^2/6 (1 - t^2/20 (...))
        series = 1.0 - series * square * (1.0 / (2 * k * (2 * k + 1)));
      }
      const Var far = ops::Where(near, one, t);
      const Var out = ops::Where(near, series, ops::Sin(far) / far);
      return {out.dtype() == type ? out : ops::Cast(out, type)};
    });

}  // namespace paddle
