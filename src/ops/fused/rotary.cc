// rotate_pairs: rotary position embedding (Su et al., 2021).
#include "ops/dims.h"
#include "ops/generated/fused.h"
#include "ops/nn/norm_dims.h"

namespace paddle {
namespace {

// (a, b) of each pair as (-b, a), or as (b, a). A pair is two neighbours, or
// an element of the first half of the last axis and one of the second.
Var Turned(const Var& x, bool neighbours, bool negate) {
  const int last = x.rank() - 1;
  const int64_t half = x.dims()[last] / 2;
  DDim pairs = x.dims();
  pairs[last] = neighbours ? half : 2;
  pairs.push_back(neighbours ? 2 : half);
  const int axis = neighbours ? last + 1 : last;
  const VarList parts = ops::Unbind(ops::Reshape(x, pairs), axis);
  const Var first = negate ? -parts[1] : parts[1];
  return ops::Reshape(ops::Stack({first, parts[0]}, axis), x.dims());
}

void CheckTables(const Args& args) {
  const DDim& x = args.dims(0);
  for (int i = 1; i < 3; ++i) {
    const DDim& t = args.dims(i);
    bool fits = x.rank() == 4 && t.rank() == 4 && x[3] % 2 == 0 && t[3] == x[3];
    for (int a = 0; fits && a < 3; ++a) fits = t[a] == x[a] || t[a] == 1;
    PADDLE_ENFORCE(
        fits, errors::InvalidArgument("rotate_pairs: the shapes do not match.")
                  .Expected("x of 4 axes, the last even; sin and cos that "
                            "broadcast to it, with its last axis")
                  .Shapes({{"x", x}, {i == 1 ? "sin" : "cos", t}}));
  }
  EnforceTypes(args, "TSS");
}

}  // namespace

PD_OP(rotate_pairs)
    .Schema("(Tensor x, Tensor sin, Tensor cos, bool neighbours) -> Tensor out")
    .Doc(
        "x cos + y sin, where y is x with (a, b) of each pair turned to (-b, "
        "a): pairs of neighbours, or of the halves of the last axis.")
    .Traits(kInternal)
    .Dims([](const Args& args, AxisMap& map) {
      CheckTables(args);
      const DDim& x = args.dims(0);
      const int f[] = {map.Pass(x[0]), map.Pass(x[1]), map.Pass(x[2]),
                       map.Whole(x[3])};
      for (int i = 0; i < 4; ++i) {
        AxisMap::Tensor& t = i < 3 ? map.AddInput(4) : map.AddOutput(4);
        for (int a = 0; a < 4; ++a) {
          if (i < 3 && args.dims(i)[a] != x[a]) {
            AxisMap::SetFixed(t, a, 1);
          } else {
            AxisMap::Set(t, a, f[a]);
          }
        }
      }
    })
    .InferMeta(InferFromDims)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var x = c.in(0), sin = c.in(1), cos = c.in(2), g = c.grad(0);
          const bool neighbours = c.b("neighbours");
          VarList grads = {Var(), Var(), Var()};
          if (c.needs(0)) {
            grads[0] = ops::RotatePairs(g, -Turned(sin, neighbours, false), cos,
                                        neighbours);
          }
          const Var wide = CastIfNeeded(x, sin.dtype());
          const Var of_out = CastIfNeeded(g, sin.dtype());
          if (c.needs(1)) {
            grads[1] =
                SumTo(of_out * Turned(wide, neighbours, true), sin.dims());
          }
          if (c.needs(2)) grads[2] = SumTo(of_out * wide, cos.dims());
          return grads;
        },
        {"x", "sin", "cos"})
    .Decompose([](const Args& a) -> VarList {
      CheckTables(a);
      const Var in = a.tensor(0), sin = a.tensor(1), cos = a.tensor(2);
      const Var x = CastIfNeeded(in, sin.dtype());
      const Var out = x * cos + Turned(x, a.b("neighbours"), true) * sin;
      return {CastIfNeeded(out, in.dtype())};
    });

}  // namespace paddle
