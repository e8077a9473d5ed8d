// deform_conv2d: a convolution whose windows read at places of their own.
#include "ops/generated/detection.h"
#include "ops/nn/conv_attrs.h"
#include "ops/rules.h"
#include "ops/vjp_by_parts.h"

namespace paddle {
namespace {

constexpr const char* kOp = "deform_conv2d";

struct Columns {
  DDim kernel, stride, padding, dilation;  // two numbers each
  int64_t groups;                          // of offsets
  DDim x, out;                             // [n, c, h, w]; height, width

  Columns(const Args& a, const DDim& image)
      : kernel(a.ints("kernel")),
        stride(a.ints("stride")),
        padding(a.ints("padding")),
        dilation(a.ints("dilation")),
        groups(a.i("deformable_groups")),
        x(image) {
    for (const char* name : {"kernel", "stride", "padding", "dilation"}) {
      const IntArray v = a.ints(name);
      const int64_t least = name[0] == 'p' ? 0 : 1;
      const bool right = v.size() == 2 && v[0] >= least && v[1] >= least &&
                         v[0] <= INT32_MAX && v[1] <= INT32_MAX;
      PADDLE_ENFORCE(
          right, errors::InvalidArgument("%s: `%s` is wrong.", kOp, name)
                     .Expected("two numbers, at least " + std::to_string(least))
                     .Received(errors::ToString(v)));
    }
    PADDLE_ENFORCE(x.rank() == 4,
                   errors::InvalidArgument("%s: `x` has a wrong shape.", kOp)
                       .Expected("[n, c, h, w]")
                       .Shapes({{"x", x}}));
    PADDLE_ENFORCE(groups > 0 && x[1] % groups == 0,
                   errors::InvalidArgument(
                       "%s: the channels of `x` can not be shared out among "
                       "`deformable_groups`.",
                       kOp)
                       .Expected("a divisor of " + std::to_string(x[1]))
                       .Received(std::to_string(groups)));
    for (int d = 0; d < 2; ++d) {
      const int64_t room = x[2 + d] + 2 * padding[d];
      const int64_t reach = Reach(kernel[d], dilation[d]);
      PADDLE_ENFORCE(reach <= room,
                     errors::InvalidArgument("%s: the kernel is larger than "
                                             "the padded input.",
                                             kOp)
                         .Expected("at most " + std::to_string(room))
                         .Shapes({{"x", x}}));
      out.push_back((room - reach) / stride[d] + 1);
    }
  }
  int64_t taps() const { return kernel[0] * kernel[1]; }
  int64_t places() const { return out[0] * out[1]; }
  DDim shape() const { return {x[0], x[1], taps(), places()}; }
  // Of offsets (`per` 2: y and x) and masks (`per` 1).
  DDim For(int64_t per) const {
    return {x[0], per * groups * taps(), out[0], out[1]};
  }
  void Check(const char* name, const DenseTensor* t, const DDim& shape,
             DataType dtype) const {
    if (!t) return;
    PADDLE_ENFORCE(
        t->dims == shape,
        errors::InvalidArgument("%s: `%s` has a wrong shape.", kOp, name)
            .Expected(errors::ToString(shape))
            .Received(errors::ToString(t->dims)));
    PADDLE_ENFORCE(
        t->dtype == dtype,
        errors::InvalidType("%s: `%s` has another dtype than `x`.", kOp, name)
            .Expected(Name(dtype))
            .Received(Name(t->dtype)));
  }
  void CheckOperands(const Args& a) const {
    const DataType dtype = a.slot[0].tensor->dtype;
    Check("offset", a.at("offset").tensor, For(2), dtype);
    Check("mask", a.at("mask").tensor, For(1), dtype);
  }
};

void SetOut(DenseTensor* out, const DDim& dims, DataType dtype) {
  out->dims = dims;
  out->dtype = dtype;
  SetContiguous(out);
}

// ---- by other operators ----

Var Number(double v, DataType dtype) { return ops::Full({}, Scalar(v), dtype); }

// `y` and what of it lies between pixels, along one axis.
struct AxisPlace {
  Var low;        // whole numbers
  Var high_part;  // in [0, 1)
  Var on;         // 1 where the place is less than a pixel outside, else 0
};
AxisPlace PlaceOf(const Var& y, int64_t size) {
  const DataType t = y.dtype();
  const Var low = ops::Floor(y);
  const Var on =
      ops::LogicalAnd(ops::GreaterThan(y, Number(-1, t)),
                      ops::LessThan(y, Number(static_cast<double>(size), t)));
  return {low, y - low, ops::Cast(on, t)};
}

// Values between pixels: [n, groups, 1, taps * places] places, of
// x [n, groups, c, h * w].
struct Sampled {
  Var corner[2][2];  // values, 0 outside
  Var index[2][2];   // where they stand
  Var inside[2][2];  // 1 where they stand in the image, else 0
  Var part[2][2];    // [axis][corner]: weights along each axis
  Var value;         // the weighted sum

  Sampled(const Columns& n, const Var& x, const Var& offset) {
    const DataType t = x.dtype();
    const int64_t k = n.taps(), l = n.places();
    const Var places = ops::Reshape(offset, {n.x[0], n.groups, k, 2, l});
    AxisPlace at[2];
    for (int d = 0; d < 2; ++d) {
      const Var moved = ops::Reshape(ops::Slice(places, {3}, {d}, {d + 1}),
                                     {n.x[0], n.groups, k, n.out[0], n.out[1]});
      const auto steps = [&](int64_t count, int64_t step, int64_t from) {
        return ops::Arange(Scalar(from), Scalar(from + step * count),
                           Scalar(step), DataType::kInt64);
      };
      const Var windows = ops::Reshape(
          ops::Cast(steps(n.out[d], n.stride[d], -n.padding[d]), t),
          d == 0 ? IntArray{1, 1, 1, n.out[0], 1}
                 : IntArray{1, 1, 1, 1, n.out[1]});
      const Var taps = ops::Reshape(
          ops::Expand(
              ops::Reshape(
                  ops::Cast(steps(n.kernel[d], n.dilation[d], 0), t),
                  d == 0 ? IntArray{n.kernel[0], 1} : IntArray{1, n.kernel[1]}),
              {n.kernel[0], n.kernel[1]}),
          {1, 1, k, 1, 1});
      at[d] = PlaceOf(
          ops::Reshape(moved + windows + taps, {n.x[0], n.groups, 1, k * l}),
          n.x[2 + d]);
      part[d][0] = 1.0 + at[d].high_part * -1.0;
      part[d][1] = at[d].high_part;
    }
    const Var on = at[0].on * at[1].on;
    const auto size = [&](int d) {
      return static_cast<double>(n.x[2 + d] - 1);
    };
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 2; ++j) {
        const Var y = at[0].low + static_cast<double>(i),
                  xx = at[1].low + static_cast<double>(j);
        const Var cy = ops::Clip(y, Scalar(0.0), Scalar(size(0))),
                  cx = ops::Clip(xx, Scalar(0.0), Scalar(size(1)));
        inside[i][j] =
            on * ops::Cast(
                     ops::LogicalAnd(ops::Equal(y, cy), ops::Equal(xx, cx)), t);
        index[i][j] = ops::Cast(cy, DataType::kInt64) *
                          ops::Full({}, Scalar(n.x[3]), DataType::kInt64) +
                      ops::Cast(cx, DataType::kInt64);
        corner[i][j] = ops::TakeAlongAxis(x, index[i][j], 3) * inside[i][j];
        const Var part_of = corner[i][j] * (part[0][i] * part[1][j]);
        value = value ? value + part_of : part_of;
      }
    }
  }
};

Var AsGroups(const Columns& n, const Var& x) {
  return ops::Reshape(x,
                      {n.x[0], n.groups, n.x[1] / n.groups, n.x[2] * n.x[3]});
}
// [n, groups, 1, taps * places]
Var MaskOf(const Columns& n, const Var& mask) {
  return ops::Reshape(mask, {n.x[0], n.groups, 1, n.taps() * n.places()});
}

VarList ColumnsByParts(const Args& a) {
  const Columns n(a, a.dims(0));
  n.CheckOperands(a);
  Var value = Sampled(n, AsGroups(n, a.tensor(0)), a.tensor(1)).value;
  if (const Var mask = a.tensor(2)) value = value * MaskOf(n, mask);
  return {ops::Reshape(value, n.shape())};
}

// The gradients by x, offset and mask of what ColumnsByParts computes.
VarList ColumnsGradByParts(const Args& a) {
  const Columns n(a, a.dims(0));
  n.CheckOperands(a);
  const Var x = AsGroups(n, a.tensor(0)), mask = a.tensor(2);
  const Sampled s(n, x, a.tensor(1));
  const int64_t c = n.x[1] / n.groups, cells = n.taps() * n.places();
  const Var g = ops::Reshape(a.tensor(3), {n.x[0], n.groups, c, cells});
  const Var masked = mask ? g * MaskOf(n, mask) : g;
  Var by_x =
      ops::Full({n.x[0], n.groups, c, n.x[2] * n.x[3]}, Scalar(0.0), x.dtype());
  Var by[2];
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      by_x = ops::PutAlongAxis(
          by_x, ops::Expand(s.index[i][j], {n.x[0], n.groups, c, cells}),
          masked * (s.part[0][i] * s.part[1][j] * s.inside[i][j]), 3, "add");
      const Var dy = s.corner[i][j] * s.part[1][j] * (i ? 1.0 : -1.0),
                dx = s.corner[i][j] * s.part[0][i] * (j ? 1.0 : -1.0);
      by[0] = by[0] ? by[0] + dy : dy;
      by[1] = by[1] ? by[1] + dx : dx;
    }
  }
  for (Var& v : by) {
    v = ops::Reshape(ops::Sum(v * masked, {2}),
                     {n.x[0], n.groups, n.taps(), n.places()});
  }
  const Var by_mask = mask ? ops::Reshape(ops::Sum(s.value * g, {2}), n.For(1))
                           : ops::Full({0}, Scalar(0.0), x.dtype());
  return {ops::Reshape(by_x, n.x),
          ops::Reshape(ops::Stack({by[0], by[1]}, 3), n.For(2)), by_mask};
}

}  // namespace

PD_OP(deform_columns)
    .Schema(
        "(Tensor x, Tensor offset, Tensor? mask, IntArray kernel, "
        "IntArray stride, IntArray padding, IntArray dilation, "
        "int deformable_groups) -> Tensor out")
    .Doc(
        "What the taps of moved windows read: [n, c, taps, places], times the "
        "mask.")
    .Traits(kInternal)
    .NoDims("windows reach over the image, groups over its channels")
    .InferMeta([](const Args& a, Outs& outs) {
      const Columns n(a, a.dims(0));
      n.CheckOperands(a);
      SetOut(outs[0], n.shape(), a.slot[0].tensor->dtype);
    })
    .Decompose(ColumnsByParts)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          VarList g = ops::DeformColumnsGrad(
              c.in(0), c.in(1), c.has_in(2) ? c.in(2) : Var(), c.grad(),
              c.ints("kernel"), c.ints("stride"), c.ints("padding"),
              c.ints("dilation"), c.i("deformable_groups"));
          return {g[0], g[1], c.has_in(2) ? g[2] : Var()};
        },
        {"x", "offset", "mask"});

PD_OP(deform_columns_grad)
    .Schema(
        "(Tensor x, Tensor offset, Tensor? mask, Tensor grad, "
        "IntArray kernel, IntArray stride, IntArray padding, "
        "IntArray dilation, int deformable_groups) -> "
        "Tensor by_x, Tensor by_offset, Tensor by_mask")
    .Doc("The gradients of deform_columns; the last is empty without a mask.")
    .Traits(kInternal)
    .NoDims("windows reach over the image, groups over its channels")
    .InferMeta([](const Args& a, Outs& outs) {
      const Columns n(a, a.dims(0));
      n.CheckOperands(a);
      const DataType dtype = a.slot[0].tensor->dtype;
      n.Check("grad", a.slot[3].tensor, n.shape(), dtype);
      SetOut(outs[0], n.x, dtype);
      SetOut(outs[1], n.For(2), dtype);
      SetOut(outs[2], a.slot[2].tensor ? n.For(1) : DDim{0}, dtype);
    })
    .Decompose(ColumnsGradByParts)
    .Vjp(VjpByParts, {"x", "offset", "mask", "grad"});

PD_OP(deform_conv2d)
    .Schema(
        "(Tensor x, Tensor offset, Tensor weight, Tensor? bias=None, "
        "IntArray stride=[1], IntArray padding=[0], IntArray dilation=[1], "
        "int deformable_groups=1, int groups=1, Tensor? mask=None) -> "
        "Tensor out")
    .Doc(R"(
        A convolution whose windows read at places that `offset` moves, between
        the pixels.
        x: [n, c, h, w].
        offset: [n, 2 deformable_groups kh kw, h', w'], for each tap of a
            window how far it is moved down and to the right.
        weight: [m, c / groups, kh, kw].
        bias: [m].
        deformable_groups: How many groups of channels have offsets of their
            own.
        mask: [n, deformable_groups kh kw, h', w']: times what each tap reads.
        Returns: [n, m, h', w'].
        Source: Zhu et al., Deformable ConvNets v2, 2018.
        >>> x = paddle.arange(9.0).reshape([1, 1, 3, 3])
        >>> weight = paddle.ones([1, 1, 1, 1])
        >>> offset = paddle.full([1, 2, 3, 3], 0.5)
        >>> paddle.vision.ops.deform_conv2d(x, offset, weight).tolist()
        [[[[2.0, 3.0, 1.75], [5.0, 6.0, 3.25], [3.25, 3.75, 2.0]]]])")
    .In("vision.ops")
    .Traits(kNoMethod)
    .NoDims("windows reach over the image, groups over its channels")
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0), weight = a.tensor(2);
      const DDim w = weight.dims();
      const DDim stride = PerAxis(a.ints("stride"), 2, 1, kOp, "stride"),
                 padding = PerAxis(a.ints("padding"), 2, 0, kOp, "padding"),
                 dilation = PerAxis(a.ints("dilation"), 2, 1, kOp, "dilation");
      const int64_t groups = a.i("groups");
      PADDLE_ENFORCE(x.dims().rank() == 4 && w.rank() == 4 && groups > 0 &&
                         w[0] % groups == 0 && w[1] * groups == x.dims()[1],
                     errors::InvalidArgument(
                         "%s: `x` and `weight` do not suit each other.", kOp)
                         .Expected("x [n, c, h, w], weight [m, c / groups, kh, "
                                   "kw], m a multiple of `groups`")
                         .Shapes({{"x", x.dims()}, {"weight", w}}));
      const Var columns = ops::DeformColumns(
          x, a.tensor(1), a.at("mask").tensor ? a.tensor(9) : Var(),
          {w[2], w[3]}, stride, padding, dilation, a.i("deformable_groups"));
      const int64_t n = x.dims()[0], places = columns.dims()[3],
                    taps = w[1] * w[2] * w[3];
      const Var product =
          ops::Matmul(ops::Reshape(weight, {1, groups, w[0] / groups, taps}),
                      ops::Reshape(columns, {n, groups, taps, places}));
      const auto size = [&](int d) {
        return (x.dims()[2 + d] + 2 * padding[d] -
                Reach(w[2 + d], dilation[d])) /
                   stride[d] +
               1;
      };
      const Var out = ops::Reshape(product, {n, w[0], size(0), size(1)});
      if (!a.at("bias").tensor) return {out};
      return {out + ops::Reshape(a.tensor(3), {1, -1, 1, 1})};
    });

}  // namespace paddle
