// multiplex, combinations.
#include <algorithm>

#include "ops/manipulation/host_values.h"
#include "ops/rules.h"

namespace paddle {
namespace {

// How many combinations of r out of n there are. Raises where int64 overflows.
int64_t Choices(int64_t n, int64_t r, bool repeat) {
  if (repeat && n > 0 && r > 0) n = CheckedAdd(n, r - 1);
  if (r > n) return r == 0;
  r = std::min(r, n - r);
  __int128 count = 1;
  for (int64_t k = 1; k <= r; ++k) {
    count = count * (n - r + k) / k;
    PADDLE_ENFORCE(
        count <= INT64_MAX,
        errors::InvalidArgument("combinations: there are too many "
                                "for this `r`.")
            .Expected("less than 2^63")
            .Received("r = " + std::to_string(r) + " of " + std::to_string(n)));
  }
  return static_cast<int64_t>(count);
}

struct Choice {
  int64_t n, r, count;
  bool repeat;
  explicit Choice(const Args& a)
      : n(0), r(a.i("r")), count(0), repeat(a.b("with_replacement")) {
    PADDLE_ENFORCE(a.dims(0).rank() == 1 && r >= 0,
                   errors::InvalidArgument("combinations: needs a 1-D tensor "
                                           "and r >= 0.")
                       .Expected("x of rank 1, r >= 0")
                       .Shapes({{"x", a.dims(0)}})
                       .Received("r = " + std::to_string(r)));
    n = a.dims(0)[0];
    count = r == 0 ? 0 : Choices(n, r, repeat);
    CheckedMul(count, r);
  }
};

// All rising (or, with repetition, not falling) rows of r numbers below n.
Var Rows(const Choice& c) {
  const Var rows = EmptyTensor(DDim{c.count * c.r}, DataType::kInt64);
  if (c.count == 0) return rows;
  auto* next = rows->Data<int64_t>();
  std::vector<int64_t> row(c.r);
  for (int64_t i = 0; i < c.r; ++i) row[i] = c.repeat ? 0 : i;
  for (int64_t k = 0; k < c.count; ++k) {
    next = std::copy(row.begin(), row.end(), next);
    int64_t i = c.r - 1;
    while (i >= 0 && row[i] == (c.repeat ? c.n - 1 : c.n - c.r + i)) --i;
    if (i < 0) break;
    ++row[i];
    for (int64_t j = i + 1; j < c.r; ++j) {
      row[j] = c.repeat ? row[i] : row[j - 1] + 1;
    }
  }
  return rows;
}

}  // namespace

PD_OP(combinations)
    .Schema("(Tensor x, int r=2, bool with_replacement=false) -> Tensor out")
    .Doc(R"(
        All combinations of `r` elements of a 1-D tensor, one row each.
        x: [n].
        r: Elements of a choice, 0 or more.
        with_replacement: An element may come more than once.
        Returns: [number of choices, r].
        >>> x = paddle.to_tensor([1, 2, 3])
        >>> paddle.combinations(x).tolist()
        [[1, 2], [1, 3], [2, 3]])")
    .Dims([](const Args& args, AxisMap& map) {
      const Choice c(args);
      AxisMap::Set(map.AddInput(1), 0, map.Whole(c.n));
      auto& out = map.AddOutput(2);
      AxisMap::SetFixed(out, 0, c.count);
      AxisMap::SetFixed(out, 1, c.r);
    })
    .Decompose([](const Args& a) -> VarList {
      const Choice c(a);
      return {ops::Reshape(ops::IndexSelect(a.tensor(0), Rows(c)),
                           DDim{c.count, c.r})};
    });

PD_OP(multiplex)
    .Schema("(Tensor[] inputs, Tensor index) -> Tensor out")
    .Doc(R"(
        Row i of the tensor that index[i] names; `index` is [rows] or [rows, 1].
        inputs: Of one shape, [rows, ...].
        index: int32 or int64, in [0, number of inputs).
        Returns: [rows, ...].
        Raises: IndexError: An index is out of range.
        >>> x = paddle.to_tensor([[1, 2], [3, 4]])
        >>> paddle.multiplex([x, x * 10], paddle.to_tensor([[1], [0]], "int32")).tolist()
        [[10, 20], [3, 4]])")
    .Traits(kNoMethod)
    .Promote({"inputs"})
    .Dims([](const Args& args, AxisMap& map) {
      const TensorList x = args.slot[0].tensors;
      const DenseTensor& index = *args.slot[1].tensor;
      PADDLE_ENFORCE(
          x.size() > 0 && x[0]->rank() >= 1,
          errors::InvalidArgument("multiplex: `inputs` needs tensors with "
                                  "rows.")
              .Expected("one tensor or more, of rank 1 or more")
              .Received(std::to_string(x.size()) + " tensors"));
      const DDim& dims = x[0]->dims;
      for (const DenseTensor* t : x) {
        PADDLE_ENFORCE(
            t->dims == dims,
            errors::InvalidArgument("multiplex: the shapes of `inputs` "
                                    "differ.")
                .Expected("one shape")
                .Shapes({{"inputs[0]", dims}, {"another", t->dims}}));
      }
      PADDLE_ENFORCE(
          IsInteger(index.dtype) && index.rank() >= 1 &&
              index.dims[0] == dims[0] && index.numel == dims[0],
          errors::InvalidArgument("multiplex: `index` needs an integer for "
                                  "each row.")
              .Expected("[rows] or [rows, 1], of integers")
              .Shapes({{"inputs[0]", dims}, {"index", index.dims}})
              .Received(Name(index.dtype)));
      for (int64_t n : dims) map.Pass(n);
      const auto fill = [&](AxisMap::Tensor& t) {
        for (int i = 0; i < t.rank; ++i) AxisMap::Set(t, i, i);
      };
      for (int k = 0; k < x.size(); ++k) fill(map.AddInput(dims.rank()));
      auto& in = map.AddInput(index.rank());
      AxisMap::Set(in, 0, 0);
      for (int i = 1; i < index.rank(); ++i) AxisMap::SetFixed(in, i, 1);
      fill(map.AddOutput(dims.rank()));
    })
    .Decompose([](const Args& a) -> VarList {
      std::vector<Var> list;
      for (DenseTensor* t : a.slot[0].tensors) list.push_back(Var::Share(t));
      const Var index = ops::Reshape(a.tensor(1), {-1});
      const Var rows = ops::Arange(Scalar(index->numel));
      return {ops::IndexGet(ops::Stack(list, 0), {index, rows}, {0, 1})};
    });

}  // namespace paddle
