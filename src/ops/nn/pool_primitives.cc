// max_pool, avg_pool and the linear operators of their gradients, over windows
// given by the output size, kernel, stride and padding (no kernel: adaptive).
#include "ops/nn/conv_attrs.h"
#include "ops/nn/pool_attrs.h"
#include "ops/rules.h"

namespace paddle {
namespace {

// The sizes that the windows lead to where `size` is kFloorSize or kCeilSize.
DDim PoolSizes(const Args& a, bool channels_last) {
  DDim size(a.ints("size"));
  if (a.op->schema.Find("kernel") < 0) return size;
  const DDim spatial = SpatialOf(a.dims(0), channels_last);
  const IntArray kernel = a.ints("kernel"), stride = a.ints("stride"),
                 padding = a.ints("padding");
  for (int d = 0; d < size.rank(); ++d) {
    if (size[d] >= 0) continue;
    const bool ceil = size[d] == kCeilSize;
    const int64_t room =
        spatial[d] + padding[2 * d] + padding[2 * d + 1] - kernel[d];
    PADDLE_ENFORCE(room >= 0,
                   errors::InvalidArgument("%s: the window is larger than the "
                                           "padded input.",
                                           a.op->name.c_str())
                       .Shapes({{"x", a.dims(0)}}));
    size[d] = (room + (ceil ? stride[d] - 1 : 0)) / stride[d] + 1;
    // Each window begins inside the input.
    const int64_t last = (size[d] - 1) * stride[d];
    if (size[d] > 1 && last >= spatial[d] + padding[2 * d]) --size[d];
  }
  return size;
}

// All pool primitives: an image first, the spatial size of the result second,
// "channels_last" somewhere.
DDim PoolShape(const Args& a) {
  for (const char* name : {"kernel", "stride", "padding"}) {
    if (a.op->schema.Find(name) < 0) continue;
    for (int64_t v : a.ints(name)) {
      PADDLE_ENFORCE(v >= 0 && v <= INT32_MAX,
                     errors::InvalidArgument("%s: `%s` is out of range.",
                                             a.op->name.c_str(), name)
                         .Expected("numbers in [0, 2^31)")
                         .Received(errors::ToString(a.ints(name))));
    }
  }
  const DDim& x = a.dims(0);
  const bool last = a.b("channels_last");
  return ImageDims(x[0], ChannelsOf(x, last), PoolSizes(a, last), last);
}
void PoolInfer(const Args& a, Outs& outs) {
  outs[0]->dims = PoolShape(a);
  outs[0]->dtype = a.slot[0].tensor->dtype;
  SetContiguous(outs[0]);
}
void IndexInfer(const Args& a, Outs& outs) {
  PoolInfer(a, outs);
  outs[1]->dims = outs[0]->dims;
  outs[1]->dtype = DataType::kInt32;
  SetContiguous(outs[1]);
}

// Batch and channels pass; the spatial axes stay whole.
void PoolDims(const Args& a, AxisMap& map) {
  const bool last = a.b("channels_last");
  const DDim out_dims = PoolShape(a);
  const int rank = out_dims.rank(), channel = last ? rank - 1 : 1;
  const int n = map.Pass(out_dims[0]), c = map.Pass(out_dims[channel]);
  const auto fill = [&](AxisMap::Tensor& t, const DDim& dims, bool input) {
    for (int d = 0; d < rank; ++d) {
      if (d == 0 || d == channel)
        AxisMap::Set(t, d, d == 0 ? n : c);
      else if (input)
        AxisMap::Set(t, d, map.Whole(dims[d]));
      else
        AxisMap::SetFixed(t, d, dims[d]);
    }
  };
  ForEachOperand(*a.op, a, [&](const DenseTensor* t) {
    fill(map.AddInput(rank), t->dims, true);
  });
  for (size_t i = 0; i < a.op->schema.outs.size(); ++i) {
    fill(map.AddOutput(rank), out_dims, false);
  }
}

struct Attrs {
  IntArray kernel, stride, padding;
  bool last;
  explicit Attrs(const VjpContext& c)
      : kernel(c.ints("kernel")),
        stride(c.ints("stride")),
        padding(c.ints("padding")),
        last(c.b("channels_last")) {}
};

}  // namespace

PD_OP(max_pool)
    .Schema(
        "(Tensor x, IntArray size, IntArray kernel, IntArray stride, "
        "IntArray padding, bool channels_last) -> Tensor out")
    .Doc("The largest element of each window; NaN where there is one.")
    .Traits(kInternal)
    .Dims(PoolDims)
    .InferMeta(PoolInfer)
    .Decompose([](const Args& a) -> VarList {
      return {ops::MaxPoolWithIndex(
          a.tensor(0), a.ints("size"), a.ints("kernel"), a.ints("stride"),
          a.ints("padding"), a.b("channels_last"))[0]};
    });

PD_OP(max_pool_with_index)
    .Schema(
        "(Tensor x, IntArray size, IntArray kernel, IntArray stride, "
        "IntArray padding, bool channels_last) -> Tensor out, Tensor index")
    .Doc(
        "max_pool and where it finds its results: positions in the flattened "
        "spatial axes; the first of equals.")
    .Traits(kInternal)
    .Dims(PoolDims)
    .InferMeta(IndexInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const bool last = c.b("channels_last");
          return {ops::PoolScatter(c.grad(), c.out(1),
                                   SpatialOf(c.in_dims(0), last), last)};
        },
        {"index"});

PD_OP(pool_scatter)
    .Schema(
        "(Tensor x, Tensor index, IntArray size, bool channels_last) -> "
        "Tensor out")
    .Doc(
        "Adds each element to its position in an image of zeros of spatial "
        "`size`.")
    .Traits(kInternal | kChecksValues)
    .Dims(PoolDims)
    .InferMeta(PoolInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const bool last = c.b("channels_last");
          return {ops::PoolGather(c.grad(), c.in(1),
                                  SpatialOf(c.in_dims(0), last), last),
                  Var()};
        },
        {"index"});

PD_OP(pool_gather)
    .Schema(
        "(Tensor x, Tensor index, IntArray size, bool channels_last) -> "
        "Tensor out")
    .Doc("The elements at given positions of the flattened spatial axes.")
    .Traits(kInternal | kChecksValues)
    .Dims(PoolDims)
    .InferMeta(PoolInfer)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const bool last = c.b("channels_last");
          return {ops::PoolScatter(c.grad(), c.in(1),
                                   SpatialOf(c.in_dims(0), last), last),
                  Var()};
        },
        {"index"});

PD_OP(avg_pool)
    .Schema(
        "(Tensor x, IntArray size, IntArray kernel, IntArray stride, "
        "IntArray padding, bool exclusive, float divisor, "
        "bool channels_last) -> Tensor out")
    .Doc(
        "The mean of each window: over its elements (`exclusive`), over those "
        "and the padding, or the sum by `divisor` where that is not 0.")
    .Traits(kInternal)
    .Dims(PoolDims)
    .InferMeta(PoolInfer)
    .Vjp([](const VjpContext& c) -> VarList {
      const Attrs a(c);
      return {ops::AvgPoolGrad(c.grad(), SpatialOf(c.in_dims(0), a.last),
                               a.kernel, a.stride, a.padding, c.b("exclusive"),
                               c.f("divisor"), a.last)};
    });

PD_OP(avg_pool_grad)
    .Schema(
        "(Tensor grad, IntArray size, IntArray kernel, IntArray stride, "
        "IntArray padding, bool exclusive, float divisor, "
        "bool channels_last) -> Tensor out")
    .Doc("The gradient of avg_pool by an input of spatial `size`.")
    .Traits(kInternal)
    .Dims(PoolDims)
    .InferMeta(PoolInfer)
    .Vjp([](const VjpContext& c) -> VarList {
      const Attrs a(c);
      return {ops::AvgPool(c.grad(), SpatialOf(c.in_dims(0), a.last), a.kernel,
                           a.stride, a.padding, c.b("exclusive"),
                           c.f("divisor"), a.last)};
    });

}  // namespace paddle
