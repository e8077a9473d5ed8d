// matmul, and linear, which adds a bias in the same pass.
#include "ops/linalg/matmul_dims.h"
#include "ops/rules.h"

namespace paddle {
namespace {

void MatmulInfer(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  outs[0]->dims =
      MatmulShape(x.dims, args.slot[1].tensor->dims, args.slot[2].i != 0,
                  args.slot[3].i != 0, args.op->name.c_str());
  outs[0]->dtype = x.dtype;
  SetContiguous(outs[0]);
}

void MatmulDims(const Args& args, AxisMap& map) {
  MatmulAxes(args.dims(0), args.dims(1), args.b("transpose_x"),
             args.b("transpose_y"), "matmul", map);
}

// A vector as the matrix it stands for, so that the rules know matrices only.
Var AsMatrix(const Var& v, bool left) {
  if (v.rank() != 1) return v;
  return left ? ops::Reshape(v, {1, v.dim(0)}) : ops::Reshape(v, {v.dim(0), 1});
}
Var GradAsMatrix(const Var& g, bool x_vector, bool y_vector) {
  if (!x_vector && !y_vector) return g;
  DDim dims = g.dims();
  if (y_vector) dims.push_back(1);
  if (x_vector) dims.insert(dims.rank() - 1, 1);
  return ops::Reshape(g, dims);
}
// The gradient in the shape of its operand: batch axes summed away.
Var Fit(const Var& g, const DDim& dims, bool vector) {
  if (vector) {
    DDim matrix = g.dims();
    const Var sum = SumTo(g, {matrix[g.rank() - 2], matrix[g.rank() - 1]});
    return ops::Reshape(sum, dims);
  }
  return SumTo(g, dims);
}

// x^T g where one `y` served a batch of x: the batch is part of the sum.
Var WeightGrad(const Var& x, const Var& g) {
  const int64_t rows = Product(x.dims()) / std::max<int64_t>(1, x.dim(-1));
  return ops::Matmul(ops::Reshape(x, {rows, x.dim(-1)}),
                     ops::Reshape(g, {rows, g.dim(-1)}), true, false);
}
bool SharesY(const Var& x, const Var& y, const Var& g) {
  if (y.rank() != 2 || x.rank() <= 2 || x.rank() != g.rank()) return false;
  return Product(x.dims()) > 0 && Product(g.dims()) > 0;
}

VarList MatmulVjp(const VjpContext& c) {
  const bool tx = c.b("transpose_x"), ty = c.b("transpose_y");
  const bool x_vector = c.in_dims(0).rank() == 1;
  const bool y_vector = c.in_dims(1).rank() == 1;
  const bool left_t = tx && !x_vector, right_t = ty && !y_vector;
  const Var g = GradAsMatrix(c.grad(), x_vector, y_vector);
  const Var x = ConjIfComplex(AsMatrix(c.in(0), true));
  const Var y = ConjIfComplex(AsMatrix(c.in(1), false));
  Var gx, gy;
  if (c.needs(0)) {
    gx = left_t ? ops::Matmul(y, g, right_t, true)
                : ops::Matmul(g, y, false, !right_t);
    gx = Fit(gx, c.in_dims(0), x_vector);
  }
  if (c.needs(1)) {
    if (!left_t && !right_t && SharesY(x, y, g)) {
      gy = WeightGrad(x, g);
    } else {
      gy = right_t ? ops::Matmul(g, x, true, left_t)
                   : ops::Matmul(x, g, !left_t, false);
    }
    gy = Fit(gy, c.in_dims(1), y_vector);
  }
  return {gx, gy};
}

}  // namespace

PD_OP(matmul)
    .Schema(
        "(Tensor x, Tensor y, bool transpose_x=false, "
        "bool transpose_y=false) -> Tensor out")
    .Doc(R"(
        Matrix product over the last axis of `x` and the last but one of `y`;
        the axes before broadcast. A 1-D tensor is a row on the left and a
        column on the right, and its axis vanishes. Integers are exact; float16
        and bfloat16 are summed in float32.
        x: [..., m, k], or [k].
        y: [..., k, n], or [k].
        transpose_x: `x` is [..., k, m].
        transpose_y: `y` is [..., n, k].
        Returns: [..., m, n].
        Raises: ValueError: k differs, or the first axes do not broadcast.
        >>> x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> paddle.matmul(x, paddle.to_tensor([[1.0], [1.0]])).tolist()
        [[3.0], [7.0]]
        >>> paddle.matmul(paddle.ones([5, 2, 3]), paddle.ones([3, 4])).shape
        paddle.Size([5, 2, 4]))")
    .Dtypes(kNumbers)
    .Promote()
    .Traits(kLinear)
    .Dims(MatmulDims)
    .InferMeta(MatmulInfer)
    .Vjp(MatmulVjp, {"x", "y"});

namespace {

DDim LinearShape(const Args& args) {
  const DDim& x = args.dims(0);
  const DDim& w = args.dims(1);
  PADDLE_ENFORCE(w.rank() == 2,
                 errors::InvalidArgument("linear: `weight` is not a matrix.")
                     .Expected("weight.shape = [in_features, out_features]")
                     .Shapes({{"weight", w}}));
  PADDLE_ENFORCE(
      x.rank() > 0 && x.back() == w[0],
      errors::InvalidArgument("linear: last dimension of `x` does not match "
                              "`weight`.")
          .Expected("x.shape[-1] == weight.shape[0]")
          .Shapes({{"x", x}, {"weight", w}})
          .Hint("`weight` is stored as [in_features, out_features]."));
  if (const DenseTensor* b = args.slot[2].tensor) {
    PADDLE_ENFORCE(b->rank() == 1 && b->dims[0] == w[1],
                   errors::InvalidArgument("linear: `bias` does not match "
                                           "`weight`.")
                       .Expected("bias.shape == [out_features]")
                       .Shapes({{"bias", b->dims}, {"weight", w}}));
  }
  DDim out = x;
  out[out.rank() - 1] = w[1];
  return out;
}

void LinearInfer(const Args& args, Outs& outs) {
  outs[0]->dims = LinearShape(args);
  outs[0]->dtype = args.slot[0].tensor->dtype;
  SetContiguous(outs[0]);
}

void LinearDims(const Args& args, AxisMap& map) {
  const DDim out_dims = LinearShape(args);
  const DDim& w = args.dims(1);
  const int rank = out_dims.rank();
  auto& x = map.AddInput(rank);
  auto& weight = map.AddInput(2);
  auto& bias = map.AddInput(args.slot[2].tensor ? 1 : 0);
  auto& out = map.AddOutput(rank);
  for (int d = 0; d + 1 < rank; ++d) {
    const int f = map.Pass(out_dims[d]);
    AxisMap::Set(x, d, f);
    AxisMap::Set(out, d, f);
  }
  // Parts of the sum would each add the bias.
  const int k =
      args.slot[2].tensor ? map.Whole(w[0]) : map.Reduce(w[0], Combine::kSum);
  const int n = map.Pass(w[1]);
  AxisMap::Set(x, rank - 1, k);
  AxisMap::Set(weight, 0, k);
  AxisMap::Set(weight, 1, n);
  AxisMap::Set(out, rank - 1, n);
  if (args.slot[2].tensor) AxisMap::Set(bias, 0, n);
}

VarList LinearVjp(const VjpContext& c) {
  const Var g = c.grad();
  Var gx, gw, gb;
  if (c.needs(0)) gx = ops::Matmul(g, c.in(1), false, true);
  if (c.needs(1)) {
    const Var x = c.in(0);
    if (x.rank() == 1) {
      gw = ops::Matmul(ops::Reshape(x, {x.dim(0), 1}),
                       ops::Reshape(g, {1, g.dim(0)}));
    } else if (SharesY(x, c.in(1), g)) {
      gw = WeightGrad(x, g);
    } else {
      gw = SumTo(ops::Matmul(x, g, true, false), c.in_dims(1));
    }
  }
  if (c.has_in(2) && c.needs(2)) gb = SumTo(g, c.in_dims(2));
  return {gx, gw, gb};
}

}  // namespace

PD_OP(linear)
    .Schema("(Tensor x, Tensor weight, Tensor? bias=None) -> Tensor out")
    .Doc(R"(
        x @ weight + bias, with `weight` stored as [in_features, out_features].
        x: [..., in_features].
        weight: [in_features, out_features].
        bias: [out_features].
        Returns: [..., out_features].
        Raises: ValueError: The sizes do not match.
        >>> x = paddle.to_tensor([[1.0, 2.0]])
        >>> F.linear(x, paddle.ones([2, 3])).tolist()
        [[3.0, 3.0, 3.0]])")
    .In("nn.functional")
    .Traits(kNoMethod)
    .Dtypes(kFloats)
    .Promote()
    .Dims(LinearDims)
    .InferMeta(LinearInfer)
    .Vjp(LinearVjp, {"x", "weight"});

}  // namespace paddle
