// matrix_exp.
#include <algorithm>
#include <cmath>

#include "ops/builder.h"
#include "ops/linalg/matrix.h"
#include "ops/manipulation/host_values.h"

namespace paddle {
namespace {

// How often x is halved so that the approximation is exact to rounding.
int64_t Halvings(const Var& x) {
  GradModeGuard no_grad(false);
  if (x->numel == 0) return 0;
  const Var norm = ops::Max(ops::Sum(ops::Abs(x), {-2}));
  const Var bits = ops::Ceil(ops::Log2(norm * (1 / 5.371920351148152)));
  const Var finite = ops::Where(ops::Isfinite(bits), bits, ZerosLike(bits));
  return std::clamp<int64_t>(HostInts(ops::Cast(finite, DataType::kInt64))[0],
                             0, 1100);
}

}  // namespace

PD_OP(matrix_exp)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        The sum of x^k / k! for square matrices, by a Pade approximant of degree
        13 after halving (N. J. Higham, 2005).
        x: [..., n, n].
        Returns: [..., n, n].
        >>> x = paddle.to_tensor([[0.0, 1.0], [0.0, 0.0]])
        >>> paddle.linalg.matrix_exp(x).tolist()
        [[1.0, 1.0], [0.0, 1.0]])")
    .In("linalg")
    .Traits(kIntsToFloat)
    .Dtypes(Bit(DataType::kFloat32) | Bit(DataType::kFloat64) | kComplexes)
    .Promote()
    .Dims([](const Args& a, AxisMap& map) {
      EnforceSquare("matrix_exp", a.dims(0));
      BatchDims(a, map, {a.dims(0)});
    })
    .Decompose([](const Args& a) -> VarList {
      EnforceSquare("matrix_exp", a.dims(0));
      Var x = a.tensor(0);
      const int64_t s = Halvings(x);
      if (s > 0) x = x * std::ldexp(1.0, -static_cast<int>(s));
      constexpr double c[] = {64764752532480000.0,
                              32382376266240000.0,
                              7771770303897600.0,
                              1187353796428800.0,
                              129060195264000.0,
                              10559470521600.0,
                              670442572800.0,
                              33522128640.0,
                              1323241920.0,
                              40840800.0,
                              960960.0,
                              16380.0,
                              182.0,
                              1.0};
      // Scaled down: the quotient stays, and float32 does not lose them.
      const auto k = [&](int i) { return c[i] / c[0]; };
      const Var i = IdentityLike(x);
      const Var x2 = ops::Matmul(x, x), x4 = ops::Matmul(x2, x2);
      const Var x6 = ops::Matmul(x4, x2);
      const Var odd =
          ops::Matmul(x, ops::Matmul(x6, x6 * k(13) + x4 * k(11) + x2 * k(9)) +
                             x6 * k(7) + x4 * k(5) + x2 * k(3) + i * k(1));
      const Var even = ops::Matmul(x6, x6 * k(12) + x4 * k(10) + x2 * k(8)) +
                       x6 * k(6) + x4 * k(4) + x2 * k(2) + i * k(0);
      Var out = ops::SolveSystem(even - odd, even + odd);
      for (int64_t n = 0; n < s; ++n) out = ops::Matmul(out, out);
      return {out};
    });

}  // namespace paddle
