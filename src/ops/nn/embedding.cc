// embedding and its gradient, one_hot.
#include <algorithm>

#include "ops/dims.h"
#include "ops/manipulation/host_values.h"
#include "ops/rules.h"

namespace paddle {
namespace {

void EnforceIds(const char* op, const DenseTensor& x) {
  PADDLE_ENFORCE(IsInteger(x.dtype),
                 errors::InvalidType("%s: `x` does not hold indices.", op)
                     .Expected("an integer dtype")
                     .Received(Name(x.dtype)));
}

// padding_idx in [0, rows), or -1 for none.
int64_t PaddingRow(Scalar padding_idx, int64_t rows) {
  if (!padding_idx.has_value()) return -1;
  const int64_t i = padding_idx.ToInt();
  PADDLE_ENFORCE(
      i >= -rows && i < rows,
      errors::InvalidArgument("embedding: `padding_idx` is out of range.")
          .Expected("-" + std::to_string(rows) + " <= padding_idx < " +
                    std::to_string(rows))
          .Received(std::to_string(i)));
  return i < 0 ? i + rows : i;
}

// ids..., vocabulary d -> ids... d
void EmbeddingInfer(const Args& a, Outs& outs) {
  outs[0]->dims = a.dims(0);
  outs[0]->dims.push_back(a.dims(1)[1]);
  outs[0]->dtype = a.slot[1].tensor->dtype;
  SetContiguous(outs[0]);
}
void EmbeddingDims(const Args& a, AxisMap& map) {
  const DDim &ids = a.dims(0), &w = a.dims(1);
  auto &in = map.AddInput(ids.rank()), &weight = map.AddInput(2);
  auto& out = map.AddOutput(ids.rank() + 1);
  for (int d = 0; d < ids.rank(); ++d) {
    const int f = map.Pass(ids[d]);
    AxisMap::Set(in, d, f);
    AxisMap::Set(out, d, f);
  }
  AxisMap::Set(weight, 0, map.Whole(w[0]));
  const int f = map.Pass(w[1]);
  AxisMap::Set(weight, 1, f);
  AxisMap::Set(out, ids.rank(), f);
}

void EmbeddingGradInfer(const Args& a, Outs& outs) {
  outs[0]->dims = DDim{a.slot[2].i, a.dims(0).back()};
  outs[0]->dtype = a.slot[0].tensor->dtype;
  SetContiguous(outs[0]);
}
void EmbeddingGradDims(const Args& a, AxisMap& map) {
  const DDim &g = a.dims(0), &ids = a.dims(1);
  auto &grad = map.AddInput(g.rank()), &in = map.AddInput(ids.rank());
  auto& out = map.AddOutput(2);
  for (int d = 0; d < ids.rank(); ++d) {
    const int f = map.Reduce(ids[d], Combine::kSum);
    AxisMap::Set(grad, d, f);
    AxisMap::Set(in, d, f);
  }
  AxisMap::SetFixed(out, 0, a.slot[2].i);
  const int f = map.Pass(g.back());
  AxisMap::Set(grad, g.rank() - 1, f);
  AxisMap::Set(out, 1, f);
}

}  // namespace

PD_OP(embedding)
    .Schema(
        "(Tensor x, Tensor weight, Scalar padding_idx=None, "
        "Scalar max_norm=None, float norm_type=2.0, bool sparse=false, "
        "bool scale_grad_by_freq=false) -> Tensor out")
    .Doc(R"(
        Rows of `weight` [rows, width] by index. The row `padding_idx` reads as
        zeros and gets no gradient. An index out of range is an error. `sparse`
        is accepted; gradients are dense.
        x: Indices in [0, rows): [...].
        weight: [rows, width].
        padding_idx: A row that reads as zeros and gets no gradient.
        max_norm: Longer rows are shortened to it, in `weight` itself.
        norm_type: The order of that norm.
        sparse: Accepted; gradients are dense.
        scale_grad_by_freq: A row's gradient is divided by how often it was
            read.
        Returns: [..., width].
        Raises: IndexError: An index is out of range.
        >>> x = paddle.to_tensor([[0, 2]])
        >>> weight = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
        >>> F.embedding(x, weight).tolist()
        [[[1.0, 2.0], [5.0, 6.0]]])")
    .In("nn.functional")
    .Traits(kNoMethod)
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0), weight = a.tensor(1);
      EnforceIds("embedding", *x);
      PADDLE_ENFORCE(weight.rank() == 2,
                     errors::InvalidArgument("embedding: `weight` is not a "
                                             "matrix.")
                         .Shapes({{"weight", weight.dims()}}));
      PADDLE_ENFORCE(
          !a.scalar("max_norm").has_value() && !a.b("scale_grad_by_freq"),
          errors::Unimplemented("embedding: `max_norm` and "
                                "`scale_grad_by_freq`."));
      return {ops::EmbeddingLookup(
          x, weight, PaddingRow(a.scalar("padding_idx"), weight.dim(0)))};
    });

PD_OP(embedding_lookup)
    .Schema("(Tensor ids, Tensor weight, int padding_row=-1) -> Tensor out")
    .Doc("Rows of a matrix by index; `padding_row` reads as zeros.")
    .Traits(kInternal | kChecksValues)
    .Key("weight")
    .Dims(EmbeddingDims)
    .InferMeta(EmbeddingInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {Var(), ops::EmbeddingGrad(c.grad(), c.in(0), c.in_dims(1)[0],
                                            c.i("padding_row"))};
        },
        {"ids"});

PD_OP(embedding_grad)
    .Schema(
        "(Tensor grad, Tensor ids, int rows, int padding_row=-1) -> "
        "Tensor out")
    .Doc("Adds rows of `grad` to the rows of a matrix of zeros by index.")
    .Traits(kInternal)
    .Dims(EmbeddingGradDims)
    .InferMeta(EmbeddingGradInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {ops::EmbeddingLookup(c.in(1), c.grad(), c.i("padding_row")),
                  Var()};
        },
        {"ids"});

namespace {

int64_t NumClasses(const Var& x, int64_t given) {
  if (given >= 0) return given;
  PADDLE_ENFORCE(given == -1,
                 errors::InvalidArgument("one_hot: `num_classes` is negative.")
                     .Received(std::to_string(given)));
  PADDLE_ENFORCE(x->numel > 0,
                 errors::InvalidArgument("one_hot: `num_classes` can not be "
                                         "deduced from an empty tensor."));
  const std::vector<int64_t> ids = HostInts(x);
  return CheckedAdd(*std::max_element(ids.begin(), ids.end()), 1);
}

}  // namespace

PD_OP(one_hot)
    .Schema("(Tensor x, int num_classes=-1) -> Tensor out")
    .Doc(R"(
        float32 rows with a 1 at each index of `x`. -1 deduces the number of
        classes.
        x: int32 or int64, of at least 0.
        num_classes: Above the largest index.
        Returns: float32, with an axis of `num_classes` more.
        Raises: IndexError: An index is out of range.
        >>> x = paddle.to_tensor([0, 2])
        >>> F.one_hot(x, num_classes=3).tolist()
        [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])")
    .In("nn.functional")
    .Traits(kNoMethod | kChecksValues)
    .Dims([](const Args& a, AxisMap& map) {
      const DDim& x = a.dims(0);
      auto& in = map.AddInput(x.rank());
      auto& out = map.AddOutput(x.rank() + 1);
      for (int i = 0; i < x.rank(); ++i) {
        // A part would deduce fewer classes.
        const int f = a.slot[1].i < 0 ? map.Whole(x[i]) : map.Pass(x[i]);
        AxisMap::Set(in, i, f);
        AxisMap::Set(out, i, f);
      }
      AxisMap::SetFixed(out, x.rank(), NumClasses(a.tensor(0), a.slot[1].i));
    })
    .InferMeta([](const Args& a, Outs& outs) {
      EnforceIds("one_hot", *a.slot[0].tensor);
      outs[0]->dims = a.dims(0);
      outs[0]->dims.push_back(NumClasses(a.tensor(0), a.slot[1].i));
      outs[0]->dtype = DataType::kFloat32;
      SetContiguous(outs[0]);
    })
    .NotDifferentiable("its input holds indices");

}  // namespace paddle
