// reduce_as.
#include "ops/dims.h"
#include "ops/rules.h"

namespace paddle {

PD_OP(reduce_as)
    .Schema("(Tensor x, Tensor target) -> Tensor out")
    .Doc(R"(
        `x` summed down to the shape of `target`, which broadcasts to it.
        target: Its shape broadcasts to that of `x`.
        Returns: Of the shape of `target`.
        Raises: ValueError: The shape does not broadcast to that of `x`.
        >>> x = paddle.to_tensor([[1, 2], [3, 4]])
        >>> paddle.reduce_as(x, paddle.to_tensor([0, 0])).tolist()
        [4, 6])")
    .Dims([](const Args& args, AxisMap& map) {
      const DDim &x = args.dims(0), &to = args.dims(1);
      const int lead = x.rank() - to.rank();
      PADDLE_ENFORCE(lead >= 0 && BroadcastDims(x, to, "reduce_as") == x,
                     errors::InvalidArgument("reduce_as: `target` does not "
                                             "broadcast to `x`.")
                         .Expected("sizes equal to those of x, or 1")
                         .Shapes({{"x", x}, {"target", to}}));
      auto &in = map.AddInput(x.rank()), &of = map.AddInput(to.rank());
      auto& out = map.AddOutput(to.rank());
      for (int i = 0; i < x.rank(); ++i) {
        const bool kept = i >= lead && to[i - lead] == x[i];
        const int f = kept ? map.Pass(x[i]) : map.Reduce(x[i], Combine::kSum);
        AxisMap::Set(in, i, f);
        if (i < lead) continue;
        for (auto* t : {&of, &out}) {
          if (kept) {
            AxisMap::Set(*t, i - lead, f);
          } else {
            AxisMap::SetFixed(*t, i - lead, 1);
          }
        }
      }
    })
    .Decompose([](const Args& a) -> VarList {
      CheckAxes(a);
      const Var out = SumTo(a.tensor(0), a.dims(1));
      return {out.get() == a.slot[0].tensor ? ops::Assign(out) : out};
    });

}  // namespace paddle
