// select_ranks: what median and quantile read of a sorted row.
#include "ops/rules.h"

namespace paddle {
namespace {

void EnforceRanks(const DDim& x, const DenseTensor& ranks) {
  PADDLE_ENFORCE(x.rank() == 2 && ranks.rank() == 2 && x[0] == ranks.dims[0] &&
                     ranks.dtype == DataType::kInt64,
                 errors::InvalidArgument("select_ranks: needs two matrices "
                                         "with equally many rows, the second "
                                         "of int64.")
                     .Expected("x [rows, n], ranks [rows, k]")
                     .Shapes({{"x", x}, {"ranks", ranks.dims}}));
}

}  // namespace

PD_OP(select_ranks)
    .Schema("(Tensor x, Tensor ranks) -> Tensor out, Tensor indices")
    .Doc(
        "Of each row the elements that sorting would bring to the places "
        "`ranks`, and where they are. NaN counts as the largest.")
    .Traits(kInternal | kChecksValues)
    .Dims([](const Args& args, AxisMap& map) {
      const DDim& x = args.dims(0);
      EnforceRanks(x, *args.slot[1].tensor);
      auto &in = map.AddInput(2), &ranks = map.AddInput(2);
      const int rows = map.Pass(x[0]), n = map.Whole(x[1]);
      const int k = map.Pass(args.dims(1)[1]);
      AxisMap::Set(in, 0, rows);
      AxisMap::Set(in, 1, n);
      auto &out = map.AddOutput(2), &indices = map.AddOutput(2);
      for (auto* t : {&ranks, &out, &indices}) {
        AxisMap::Set(*t, 0, rows);
        AxisMap::Set(*t, 1, k);
      }
    })
    .InferMeta([](const Args& args, Outs& outs) {
      EnforceRanks(args.dims(0), *args.slot[1].tensor);
      for (int i = 0; i < 2; ++i) {
        outs[i]->dims = args.dims(1);
        outs[i]->dtype = i == 0 ? args.slot[0].tensor->dtype : DataType::kInt64;
        SetContiguous(outs[i]);
      }
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad(0);
          const Var zeros = ops::Full(c.in_dims(0), Scalar(0.0), g.dtype());
          return {ops::PutAlongAxis(zeros, c.out(1), g, 1, "add", true, false),
                  Var()};
        },
        {"indices"});

}  // namespace paddle
