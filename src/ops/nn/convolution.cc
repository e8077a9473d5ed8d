// convolution and its two gradients: the primitives that every conv*d and
// conv*d_transpose is made of. Each is linear in both operands and the three
// are each other's gradients, so every order of gradient exists.
#include "ops/nn/conv_attrs.h"
#include "ops/rules.h"

namespace paddle {
namespace {

// Positions of the attributes, the same in all three.
enum { kFirst, kSecond, kExtra, kStride, kPadding, kDilation, kGroups, kLast };

bool Last(const Args& a) { return a.slot[kLast].i != 0; }

DDim KernelOf(const DDim& weight) {
  DDim kernel;
  for (int d = 2; d < weight.rank(); ++d) kernel.push_back(weight[d]);
  return kernel;
}

DDim OutputOf(const Args& a, const DDim& x, const DDim& kernel) {
  WindowAttrs w;
  w.rank = kernel.rank();
  w.kernel = kernel;
  w.stride = DDim(a.slot[kStride].ints);
  w.dilation = DDim(a.slot[kDilation].ints);
  w.padding = DDim(a.slot[kPadding].ints);
  return WindowOutput(SpatialOf(x, Last(a)), w, false, "convolution");
}

void SetOut(const Args& a, Outs& outs, const DDim& dims) {
  outs[0]->dims = dims;
  outs[0]->dtype = a.slot[kFirst].tensor->dtype;
  SetContiguous(outs[0]);
}

void ConvInfer(const Args& a, Outs& outs) {
  const DDim &x = a.dims(kFirst), &w = a.dims(kSecond);
  SetOut(a, outs, ImageDims(x[0], w[0], OutputOf(a, x, KernelOf(w)), Last(a)));
}
void GradInputInfer(const Args& a, Outs& outs) {
  const DDim &g = a.dims(kFirst), &w = a.dims(kSecond);
  SetOut(a, outs,
         ImageDims(g[0], w[1] * a.slot[kGroups].i, DDim(a.slot[kExtra].ints),
                   Last(a)));
}
void GradWeightInfer(const Args& a, Outs& outs) {
  const DDim &x = a.dims(kFirst), &g = a.dims(kSecond);
  DDim dims{ChannelsOf(g, Last(a)), ChannelsOf(x, Last(a)) / a.slot[kGroups].i};
  for (int64_t k : a.slot[kExtra].ints) dims.push_back(k);
  SetOut(a, outs, dims);
}

// The axes of x, w and y of one convolution; which is reduced differs.
struct ConvAxes {
  AxisMap& map;
  bool last;
  void Image(AxisMap::Tensor& t, const DDim& dims, int n, int c,
             int64_t each = 1) {
    AxisMap::Set(t, 0, n);
    AxisMap::Set(t, last ? dims.rank() - 1 : 1, c, each);
    for (int d = last ? 1 : 2; d < dims.rank() - last; ++d) {
      AxisMap::Set(t, d, map.Whole(dims[d]));
    }
  }
  void FixedImage(AxisMap::Tensor& t, const DDim& dims, int n, int c,
                  int64_t each = 1) {
    AxisMap::Set(t, 0, n);
    AxisMap::Set(t, last ? dims.rank() - 1 : 1, c, each);
    for (int d = last ? 1 : 2; d < dims.rank() - last; ++d) {
      AxisMap::SetFixed(t, d, dims[d]);
    }
  }
};

// Channels of x are groups of input channels, those of y groups of output
// channels: with several groups, one of which is a part, the groups pass.
struct Groups {
  int factor;
  int64_t count;
  Groups(const Args& a, AxisMap& map, int64_t x, int64_t y)
      : factor(0), count(a.slot[kGroups].i) {
    PADDLE_ENFORCE(count >= 1 && x % count == 0 && y % count == 0,
                   errors::InvalidArgument(
                       "%s: `groups` does not divide the channels.", map.op())
                       .Received(std::to_string(count) + " groups of " +
                                 std::to_string(x) + " and " +
                                 std::to_string(y) + " channels"));
    if (count == 1) return;
    factor = map.Pass(count);
    map.AddSizeArg(kGroups, 0, factor);
  }
  bool one() const { return count == 1; }
};

void EnforceImages(const Args& a, AxisMap& map, int rank) {
  bool good = rank >= 3;
  ForEachOperand(*a.op, a, [&](const DenseTensor* t) {
    good &= !t || t->rank() == rank || t == a.slot[kExtra].tensor;
  });
  const int spatial = rank - 2;
  good &= a.slot[kStride].ints.size() == spatial &&
          a.slot[kDilation].ints.size() == spatial &&
          a.slot[kPadding].ints.size() == 2 * spatial;
  for (int d = 0; good && d < spatial; ++d) {
    good = a.slot[kStride].ints[d] > 0 && a.slot[kDilation].ints[d] > 0;
  }
  PADDLE_ENFORCE(
      good, errors::InvalidArgument(
                "%s: ranks and window attributes do not agree.", map.op()));
}

// The windows over an input of `spatial` sizes are those that `y` has.
void EnforceWindows(const Args& a, AxisMap& map, const DDim& spatial,
                    const DDim& kernel, const DDim& y) {
  WindowAttrs w;
  w.rank = y.rank() - 2;
  w.kernel = kernel;
  w.stride = DDim(a.slot[kStride].ints);
  w.dilation = DDim(a.slot[kDilation].ints);
  w.padding = DDim(a.slot[kPadding].ints);
  bool good = spatial.rank() == w.rank && kernel.rank() == w.rank;
  for (int64_t k : kernel) good &= k > 0;
  const DDim windows = SpatialOf(y, Last(a));
  for (int d = 0; good && d < w.rank; ++d) {
    const int64_t reach = spatial[d] + w.padding[2 * d] + w.padding[2 * d + 1] -
                          w.dilation[d] * (kernel[d] - 1) - 1;
    good = reach >= 0 && reach / w.stride[d] + 1 == windows[d];
  }
  PADDLE_ENFORCE(
      good, errors::InvalidArgument("%s: the sizes of the images do not agree.",
                                    map.op())
                .Shapes({{"size", spatial}, {"kernel", kernel}, {"y", y}}));
}

void ConvDims(const Args& a, AxisMap& map) {
  const DDim &x = a.dims(kFirst), &w = a.dims(kSecond);
  EnforceImages(a, map, x.rank());
  const bool has_bias = a.slot[kExtra].tensor != nullptr;
  const DDim out_dims =
      ImageDims(x[0], w[0], OutputOf(a, x, KernelOf(w)), Last(a));
  auto &in = map.AddInput(x.rank()), &weight = map.AddInput(w.rank());
  auto& bias = map.AddInput(has_bias ? 1 : 0);
  auto& out = map.AddOutput(x.rank());
  ConvAxes axes{map, Last(a)};
  const int n = map.Pass(x[0]);
  const int64_t channels = ChannelsOf(x, Last(a));
  const Groups groups(a, map, channels, w[0]);
  if (groups.one()) {
    const int oc = map.Pass(w[0]);
    const int ic =
        has_bias ? map.Whole(channels) : map.Reduce(channels, Combine::kSum);
    axes.Image(in, x, n, ic);
    axes.FixedImage(out, out_dims, n, oc);
    AxisMap::Set(weight, 0, oc);
    AxisMap::Set(weight, 1, ic);
    if (has_bias) AxisMap::Set(bias, 0, oc);
  } else {
    const int g = groups.factor;
    const int64_t ic = channels / groups.count, oc = w[0] / groups.count;
    axes.Image(in, x, n, g, ic);
    axes.FixedImage(out, out_dims, n, g, oc);
    AxisMap::Set(weight, 0, g, oc);
    AxisMap::Set(weight, 1, map.Whole(ic));
    if (has_bias) AxisMap::Set(bias, 0, g, oc);
  }
  for (int d = 2; d < w.rank(); ++d) {
    AxisMap::Set(weight, d, map.Whole(w[d]));
  }
}

void GradInputDims(const Args& a, AxisMap& map) {
  const DDim &g = a.dims(kFirst), &w = a.dims(kSecond);
  EnforceImages(a, map, g.rank());
  EnforceWindows(a, map, DDim(a.slot[kExtra].ints), KernelOf(w), g);
  const DDim out_dims = ImageDims(g[0], w[1] * a.slot[kGroups].i,
                                  DDim(a.slot[kExtra].ints), Last(a));
  auto &in = map.AddInput(g.rank()), &weight = map.AddInput(w.rank());
  auto& out = map.AddOutput(g.rank());
  ConvAxes axes{map, Last(a)};
  const int n = map.Pass(g[0]);
  const Groups groups(a, map, w[1] * a.slot[kGroups].i, w[0]);
  if (groups.one()) {
    const int oc = map.Reduce(w[0], Combine::kSum), ic = map.Pass(w[1]);
    axes.Image(in, g, n, oc);
    axes.FixedImage(out, out_dims, n, ic);
    AxisMap::Set(weight, 0, oc);
    AxisMap::Set(weight, 1, ic);
  } else {
    const int f = groups.factor;
    axes.Image(in, g, n, f, w[0] / groups.count);
    axes.FixedImage(out, out_dims, n, f, w[1]);
    AxisMap::Set(weight, 0, f, w[0] / groups.count);
    AxisMap::Set(weight, 1, map.Whole(w[1]));
  }
  for (int d = 2; d < w.rank(); ++d) {
    AxisMap::Set(weight, d, map.Whole(w[d]));
  }
}

void GradWeightDims(const Args& a, AxisMap& map) {
  const DDim &x = a.dims(kFirst), &g = a.dims(kSecond);
  EnforceImages(a, map, x.rank());
  const IntArray kernel = a.slot[kExtra].ints;
  EnforceWindows(a, map, SpatialOf(x, Last(a)), DDim(kernel), g);
  const int64_t channels = ChannelsOf(x, Last(a));
  const int64_t filters = ChannelsOf(g, Last(a));
  auto &in = map.AddInput(x.rank()), &grad = map.AddInput(g.rank());
  auto& out = map.AddOutput(2 + kernel.size());
  ConvAxes axes{map, Last(a)};
  const int n = map.Reduce(x[0], Combine::kSum);
  const Groups groups(a, map, channels, filters);
  if (groups.one()) {
    const int ic = map.Pass(channels), oc = map.Pass(filters);
    axes.Image(in, x, n, ic);
    axes.Image(grad, g, n, oc);
    AxisMap::Set(out, 0, oc);
    AxisMap::Set(out, 1, ic);
  } else {
    const int f = groups.factor;
    axes.Image(in, x, n, f, channels / groups.count);
    axes.Image(grad, g, n, f, filters / groups.count);
    AxisMap::Set(out, 0, f, filters / groups.count);
    AxisMap::SetFixed(out, 1, channels / groups.count);
  }
  for (int d = 0; d < kernel.size(); ++d) {
    AxisMap::SetFixed(out, 2 + d, kernel[d]);
  }
}

struct Attrs {
  IntArray stride, padding, dilation;
  int64_t groups;
  bool last;
  explicit Attrs(const VjpContext& c)
      : stride(c.attr(kStride).ints),
        padding(c.attr(kPadding).ints),
        dilation(c.attr(kDilation).ints),
        groups(c.attr(kGroups).i),
        last(c.attr(kLast).i != 0) {}
  Var Forward(const Var& x, const Var& w) const {
    return ops::Convolution(x, w, Var(), stride, padding, dilation, groups,
                            last);
  }
  Var GradInput(const Var& g, const Var& w, const DDim& x) const {
    return ops::ConvGradInput(g, w, SpatialOf(x, last), stride, padding,
                              dilation, groups, last);
  }
  Var GradWeight(const Var& x, const Var& g, const DDim& w) const {
    return ops::ConvGradWeight(x, g, KernelOf(w), stride, padding, dilation,
                               groups, last);
  }
};

Var BiasGrad(const Var& g, bool last) {
  DDim axes;
  for (int d = 0; d < g.rank(); ++d) {
    if (d != (last ? g.rank() - 1 : 1)) axes.push_back(d);
  }
  return ops::Sum(g, axes);
}

}  // namespace

PD_OP(convolution)
    .Schema(
        "(Tensor x, Tensor weight, Tensor? bias, IntArray stride, "
        "IntArray padding, IntArray dilation, int groups, "
        "bool channels_last) -> Tensor out")
    .Doc(
        "A convolution of 1 to 3 spatial axes; `padding` gives begin and end "
        "of each.")
    .Traits(kInternal)
    .Dtypes(kFloats)
    .Promote()
    .Dims(ConvDims)
    .InferMeta(ConvInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Attrs a(c);
          const Var g = c.grad();
          return {c.needs(0) ? a.GradInput(g, c.in(1), c.in_dims(0)) : Var(),
                  c.needs(1) ? a.GradWeight(c.in(0), g, c.in_dims(1)) : Var(),
                  c.has_in(2) && c.needs(2) ? BiasGrad(g, a.last) : Var()};
        },
        {"x", "weight"});

PD_OP(conv_grad_input)
    .Schema(
        "(Tensor grad, Tensor weight, IntArray size, IntArray stride, "
        "IntArray padding, IntArray dilation, int groups, "
        "bool channels_last) -> Tensor out")
    .Doc(
        "The gradient of a convolution by its input, of spatial `size`: a "
        "transposed convolution.")
    .Traits(kInternal)
    .Dtypes(kFloats)
    .Promote()
    .Dims(GradInputDims)
    .InferMeta(GradInputInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Attrs a(c);
          const Var g = c.grad();
          return {c.needs(0) ? a.Forward(g, c.in(1)) : Var(),
                  c.needs(1) ? a.GradWeight(g, c.in(0), c.in_dims(1)) : Var()};
        },
        {"grad", "weight"});

PD_OP(conv_grad_weight)
    .Schema(
        "(Tensor x, Tensor grad, IntArray kernel, IntArray stride, "
        "IntArray padding, IntArray dilation, int groups, "
        "bool channels_last) -> Tensor out")
    .Doc("The gradient of a convolution by its weights, of size `kernel`.")
    .Traits(kInternal)
    .Dtypes(kFloats)
    .Promote()
    .Dims(GradWeightDims)
    .InferMeta(GradWeightInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Attrs a(c);
          const Var g = c.grad();
          return {c.needs(0) ? a.GradInput(c.in(1), g, c.in_dims(0)) : Var(),
                  c.needs(1) ? a.Forward(c.in(0), g) : Var()};
        },
        {"x", "grad"});

}  // namespace paddle
