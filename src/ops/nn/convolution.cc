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
  void Image(AxisMap::Tensor& t, const DDim& dims, int n, int c) {
    AxisMap::Set(t, 0, n);
    AxisMap::Set(t, last ? dims.rank() - 1 : 1, c);
    for (int d = last ? 1 : 2; d < dims.rank() - last; ++d) {
      AxisMap::Set(t, d, map.Whole(dims[d]));
    }
  }
  void FixedImage(AxisMap::Tensor& t, const DDim& dims, int n, int c) {
    AxisMap::Set(t, 0, n);
    AxisMap::Set(t, last ? dims.rank() - 1 : 1, c);
    for (int d = last ? 1 : 2; d < dims.rank() - last; ++d) {
      AxisMap::SetFixed(t, d, dims[d]);
    }
  }
};

void ConvDims(const Args& a, AxisMap& map) {
  const DDim &x = a.dims(kFirst), &w = a.dims(kSecond);
  const bool has_bias = a.slot[kExtra].tensor != nullptr;
  const DDim out_dims =
      ImageDims(x[0], w[0], OutputOf(a, x, KernelOf(w)), Last(a));
  auto &in = map.AddInput(x.rank()), &weight = map.AddInput(w.rank());
  auto& bias = map.AddInput(has_bias ? 1 : 0);
  auto& out = map.AddOutput(x.rank());
  ConvAxes axes{map, Last(a)};
  const int n = map.Pass(x[0]);
  const int64_t channels = ChannelsOf(x, Last(a));
  if (a.slot[kGroups].i == 1) {
    const int oc = map.Pass(w[0]);
    const int ic =
        has_bias ? map.Whole(channels) : map.Reduce(channels, Combine::kSum);
    axes.Image(in, x, n, ic);
    axes.FixedImage(out, out_dims, n, oc);
    AxisMap::Set(weight, 0, oc);
    AxisMap::Set(weight, 1, ic);
    if (has_bias) AxisMap::Set(bias, 0, oc);
  } else {
    axes.Image(in, x, n, map.Whole(channels));
    const int oc = map.Whole(w[0]);
    axes.FixedImage(out, out_dims, n, oc);
    AxisMap::Set(weight, 0, oc);
    AxisMap::Set(weight, 1, map.Whole(w[1]));
    if (has_bias) AxisMap::Set(bias, 0, oc);
  }
  for (int d = 2; d < w.rank(); ++d) {
    AxisMap::Set(weight, d, map.Whole(w[d]));
  }
}

void GradInputDims(const Args& a, AxisMap& map) {
  const DDim &g = a.dims(kFirst), &w = a.dims(kSecond);
  const bool plain = a.slot[kGroups].i == 1;
  const DDim out_dims = ImageDims(g[0], w[1] * a.slot[kGroups].i,
                                  DDim(a.slot[kExtra].ints), Last(a));
  auto &in = map.AddInput(g.rank()), &weight = map.AddInput(w.rank());
  auto& out = map.AddOutput(g.rank());
  ConvAxes axes{map, Last(a)};
  const int n = map.Pass(g[0]);
  const int oc = plain ? map.Reduce(w[0], Combine::kSum) : map.Whole(w[0]);
  axes.Image(in, g, n, oc);
  const int64_t channels = ChannelsOf(out_dims, Last(a));
  const int ic = plain ? map.Pass(channels) : map.Whole(channels);
  axes.FixedImage(out, out_dims, n, ic);
  AxisMap::Set(weight, 0, oc);
  AxisMap::Set(weight, 1, plain ? ic : map.Whole(w[1]));
  for (int d = 2; d < w.rank(); ++d) {
    AxisMap::Set(weight, d, map.Whole(w[d]));
  }
}

void GradWeightDims(const Args& a, AxisMap& map) {
  const DDim &x = a.dims(kFirst), &g = a.dims(kSecond);
  const bool plain = a.slot[kGroups].i == 1;
  const int64_t ic_size = ChannelsOf(x, Last(a));
  const int64_t oc_size = ChannelsOf(g, Last(a));
  const IntArray kernel = a.slot[kExtra].ints;
  auto &in = map.AddInput(x.rank()), &grad = map.AddInput(g.rank());
  auto& out = map.AddOutput(2 + kernel.size());
  ConvAxes axes{map, Last(a)};
  const int n = map.Reduce(x[0], Combine::kSum);
  const int ic = plain ? map.Pass(ic_size) : map.Whole(ic_size);
  const int oc = plain ? map.Pass(oc_size) : map.Whole(oc_size);
  axes.Image(in, x, n, ic);
  axes.Image(grad, g, n, oc);
  AxisMap::Set(out, 0, oc);
  if (plain)
    AxisMap::Set(out, 1, ic);
  else
    AxisMap::SetFixed(out, 1, ic_size / a.slot[kGroups].i);
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
