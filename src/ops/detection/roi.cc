// roi_align, roi_pool, psroi_pool: parts of feature maps brought to one size.
#include "ops/detection/roi.h"

#include "ops/generated/detection.h"
#include "ops/rules.h"

namespace paddle {

RoiSize RoiOutput(const Args& a) {
  const IntArray size = a.ints("output_size");
  // Their product is a number of bins, which has to be a number.
  const auto usable = [](int64_t n) { return n > 0 && n <= INT32_MAX; };
  const bool right = (size.size() == 1 || size.size() == 2) &&
                     usable(size[0]) && usable(size[size.size() - 1]);
  PADDLE_ENFORCE(right,
                 errors::InvalidArgument("%s: argument `output_size` is wrong.",
                                         a.op->name.c_str())
                     .Expected("one or two positive numbers")
                     .Received(errors::ToString(size)));
  return {size[0], size[size.size() - 1]};
}

void CheckRoi(const Args& a, const DDim& x) {
  const char* op = a.op->name.c_str();
  const DDim &boxes = a.at("boxes").tensor->dims,
             &count = a.at("boxes_num").tensor->dims;
  PADDLE_ENFORCE(
      x.rank() == 4 && boxes.rank() == 2 && boxes[1] == 4,
      errors::InvalidArgument("%s: an argument has a wrong shape.", op)
          .Expected("x [n, c, h, w], boxes [r, 4]")
          .Shapes({{"x", x}, {"boxes", boxes}}));
  // That it has a number for each image is checked by the kernels: a program
  // may be built before the sizes are known.
  PADDLE_ENFORCE(
      count.rank() == 1,
      errors::InvalidArgument("%s: argument `boxes_num` has a wrong shape.", op)
          .Expected("[n], a number for each image")
          .Shapes({{"x", x}, {"boxes_num", count}}));
  const DataType ints = a.at("boxes_num").tensor->dtype;
  PADDLE_ENFORCE(ints == DataType::kInt32 || ints == DataType::kInt64,
                 errors::InvalidType("%s: argument `boxes_num` has a wrong "
                                     "dtype.",
                                     op)
                     .Expected("int32 or int64")
                     .Received(Name(ints)));
  const DataType key = a.slot[0].tensor->dtype,
                 given = a.at("boxes").tensor->dtype;
  PADDLE_ENFORCE(given == key,
                 errors::InvalidType("%s: argument `boxes` has another dtype "
                                     "than the image.",
                                     op)
                     .Expected(Name(key))
                     .Received(Name(given)));
}

namespace {

void SetOut(DenseTensor* out, const DDim& dims, DataType dtype) {
  out->dims = dims;
  out->dtype = dtype;
  SetContiguous(out);
}

// Channels of the result: psroi_pool has some for each of its bins.
int64_t OutChannels(const Args& a, bool by_position) {
  const int64_t c = a.dims(0)[1];
  if (!by_position) return c;
  const RoiSize size = RoiOutput(a);
  const int64_t bins = size.height * size.width;
  PADDLE_ENFORCE(c % bins == 0,
                 errors::InvalidArgument("%s: the channels of `x` can not be "
                                         "shared out among the bins.",
                                         a.op->name.c_str())
                     .Expected("a multiple of " + std::to_string(bins))
                     .Received(std::to_string(c)));
  return c / bins;
}

void InferRoi(const Args& a, Outs& outs, bool by_position) {
  CheckRoi(a, a.dims(0));
  const RoiSize size = RoiOutput(a);
  SetOut(outs[0],
         {a.dims(1)[0], OutChannels(a, by_position), size.height, size.width},
         a.slot[0].tensor->dtype);
}

// Channels pass; which box is of which image is known only of all of them.
void RoiDims(const Args& a, AxisMap& map) {
  CheckRoi(a, a.dims(0));
  const RoiSize size = RoiOutput(a);
  const DDim& x = a.dims(0);
  auto &in = map.AddInput(4), &boxes = map.AddInput(2), &num = map.AddInput(1);
  auto& out = map.AddOutput(4);
  const int c = map.Pass(x[1]);
  const int r = map.Whole(a.dims(1)[0]);
  AxisMap::Set(in, 0, map.Whole(x[0]));
  AxisMap::Set(in, 1, c);
  AxisMap::Set(in, 2, map.Whole(x[2]));
  AxisMap::Set(in, 3, map.Whole(x[3]));
  AxisMap::Set(boxes, 0, r);
  AxisMap::Set(boxes, 1, map.Whole(4));
  AxisMap::Set(num, 0, map.Whole(a.dims(2)[0]));
  AxisMap::Set(out, 0, r);
  AxisMap::Set(out, 1, c);
  AxisMap::SetFixed(out, 2, size.height);
  AxisMap::SetFixed(out, 3, size.width);
}

// The gradient by the image, whose shape is `shape`.
void InferRoiGrad(const Args& a, Outs& outs) {
  const DDim x(a.ints("shape"));
  CheckRoi(a, x);
  const RoiSize size = RoiOutput(a);
  const DDim& g = a.dims(0);
  PADDLE_ENFORCE(
      g.rank() == 4 && g[0] == a.dims(1)[0] && g[2] == size.height &&
          g[3] == size.width &&
          (g[1] == x[1] || (x[1] % (size.height * size.width) == 0 &&
                            g[1] == x[1] / (size.height * size.width))),
      errors::InvalidArgument("%s: argument `grad` has a wrong shape.",
                              a.op->name.c_str())
          .Shapes({{"grad", g}, {"x", x}}));
  SetOut(outs[0], x, a.slot[0].tensor->dtype);
}

DDim SizeOf(const VjpContext& c) { return DDim(c.ints("output_size")); }

}  // namespace

PD_OP(roi_align)
    .Schema(
        "(Tensor x, Tensor boxes, Tensor boxes_num, IntArray output_size, "
        "float spatial_scale=1.0, int sampling_ratio=-1, bool aligned=true) "
        "-> Tensor out")
    .Doc(R"(
        Regions of images brought to one size: each is cut into bins, and each
        bin is the mean of values between the pixels.
        x: [n, c, h, w].
        boxes: [r, 4] (x1, y1, x2, y2), those of the first image first.
        boxes_num: [n], how many boxes each image has; int32 or int64.
        output_size: (height, width), or one number for both.
        spatial_scale: Brings boxes to the size of `x`.
        sampling_ratio: How many values along each side of a bin; as many as it
            has pixels where not positive.
        aligned: Pixels have their centres at halves.
        Returns: [r, c, height, width].
        Source: He et al., Mask R-CNN, 2017.
        >>> x = paddle.arange(16.0).reshape([1, 1, 4, 4])
        >>> boxes = paddle.to_tensor([[0.0, 0.0, 4.0, 4.0]])
        >>> num = paddle.to_tensor([1], dtype="int32")
        >>> paddle.vision.ops.roi_align(x, boxes, num, 2).tolist()
        [[[[2.5, 4.5], [10.5, 12.5]]]])")
    .In("vision.ops")
    .Promote({"x", "boxes"})
    .Traits(kNoMethod | kChecksValues)
    .Dims(RoiDims)
    .InferMeta([](const Args& a, Outs& outs) { InferRoi(a, outs, false); })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {ops::RoiAlignGrad(c.grad(), c.in(1), c.in(2), SizeOf(c),
                                    c.in_dims(0), c.f("spatial_scale"),
                                    c.i("sampling_ratio"), c.b("aligned")),
                  Var(), Var()};
        },
        {"boxes", "boxes_num"});

PD_OP(roi_align_grad)
    .Schema(
        "(Tensor grad, Tensor boxes, Tensor boxes_num, IntArray output_size, "
        "IntArray shape, float spatial_scale, int sampling_ratio, "
        "bool aligned) -> Tensor out")
    .Doc("The gradient of roi_align by an image of `shape`.")
    .Traits(kInternal)
    .NoDims("an argument holds sizes of several axes")
    .InferMeta(InferRoiGrad)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {ops::RoiAlign(c.grad(), c.in(1), c.in(2), SizeOf(c),
                                c.f("spatial_scale"), c.i("sampling_ratio"),
                                c.b("aligned")),
                  Var(), Var()};
        },
        {"boxes", "boxes_num"});

PD_OP(psroi_pool)
    .Schema(
        "(Tensor x, Tensor boxes, Tensor boxes_num, IntArray output_size, "
        "float spatial_scale=1.0) -> Tensor out")
    .Doc(R"(
        Regions of images brought to one size: each is cut into bins, each of
        which is the mean of its pixels in channels of its own.
        x: [n, c height width, h, w].
        boxes: [r, 4] (x1, y1, x2, y2), those of the first image first.
        boxes_num: [n], how many boxes each image has; int32 or int64.
        output_size: (height, width), or one number for both.
        spatial_scale: Brings boxes to the size of `x`.
        Returns: [r, c, height, width].
        Source: Dai et al., R-FCN, 2016.
        >>> x = paddle.arange(16.0).reshape([1, 4, 2, 2])
        >>> boxes = paddle.to_tensor([[0.0, 0.0, 1.0, 1.0]])
        >>> num = paddle.to_tensor([1], dtype="int32")
        >>> paddle.vision.ops.psroi_pool(x, boxes, num, 2).tolist()
        [[[[0.0, 5.0], [10.0, 15.0]]]])")
    .In("vision.ops")
    .Promote({"x", "boxes"})
    .Traits(kNoMethod | kChecksValues)
    .NoDims("channels and bins are one axis of the input")
    .InferMeta([](const Args& a, Outs& outs) { InferRoi(a, outs, true); })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {ops::PsroiPoolGrad(c.grad(), c.in(1), c.in(2), SizeOf(c),
                                     c.in_dims(0), c.f("spatial_scale")),
                  Var(), Var()};
        },
        {"boxes", "boxes_num"});

PD_OP(psroi_pool_grad)
    .Schema(
        "(Tensor grad, Tensor boxes, Tensor boxes_num, IntArray output_size, "
        "IntArray shape, float spatial_scale) -> Tensor out")
    .Doc("The gradient of psroi_pool by an image of `shape`.")
    .Traits(kInternal)
    .NoDims("an argument holds sizes of several axes")
    .InferMeta(InferRoiGrad)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          return {ops::PsroiPool(c.grad(), c.in(1), c.in(2), SizeOf(c),
                                 c.f("spatial_scale")),
                  Var(), Var()};
        },
        {"boxes", "boxes_num"});

PD_OP(roi_pool)
    .Schema(
        "(Tensor x, Tensor boxes, Tensor boxes_num, IntArray output_size, "
        "float spatial_scale=1.0) -> Tensor out")
    .Doc(R"(
        Regions of images brought to one size: each is cut into bins, of which
        the largest pixel is taken.
        x: [n, c, h, w].
        boxes: [r, 4] (x1, y1, x2, y2), those of the first image first.
        boxes_num: [n], how many boxes each image has; int32 or int64.
        output_size: (height, width), or one number for both.
        spatial_scale: Brings boxes to the size of `x`.
        Returns: [r, c, height, width]; 0 in bins without a pixel.
        Source: Girshick, Fast R-CNN, 2015.
        >>> x = paddle.arange(16.0).reshape([1, 1, 4, 4])
        >>> boxes = paddle.to_tensor([[0.0, 0.0, 3.0, 3.0]])
        >>> num = paddle.to_tensor([1], dtype="int32")
        >>> paddle.vision.ops.roi_pool(x, boxes, num, 2).tolist()
        [[[[5.0, 7.0], [13.0, 15.0]]]])")
    .In("vision.ops")
    .Promote({"x", "boxes"})
    .Traits(kNoMethod)
    .Dims(RoiDims)
    .InferMeta([](const Args& a, Outs& outs) { InferRoi(a, outs, false); })
    .Decompose([](const Args& a) -> VarList {
      return {ops::RoiPoolWithIndex(a.tensor(0), a.tensor(1), a.tensor(2),
                                    a.ints("output_size"),
                                    a.f("spatial_scale"))[0]};
    });

PD_OP(roi_pool_with_index)
    .Schema(
        "(Tensor x, Tensor boxes, Tensor boxes_num, IntArray output_size, "
        "float spatial_scale) -> Tensor out, Tensor index")
    .Doc(
        "roi_pool and where it finds its results: positions in the flattened "
        "`x`, -1 in bins without a pixel.")
    .Traits(kInternal | kChecksValues)
    .NoDims("positions are those in all of `x`")
    .InferMeta([](const Args& a, Outs& outs) {
      InferRoi(a, outs, false);
      SetOut(outs[1], outs[0]->dims, DataType::kInt64);
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var index = c.out(1), g = c.grad(0);
          const DDim& shape = c.in_dims(0);
          int64_t numel = 1;
          for (int64_t n : shape) numel *= n;
          const Var zero = ops::Full({}, Scalar(0.0), g.dtype());
          const Var empty = ops::LessThan(
              index, ops::Full({}, Scalar(int64_t{0}), DataType::kInt64));
          const Var flat = ops::Reshape(ops::Where(empty, zero, g), {-1});
          const Var at = ops::Reshape(
              ops::Clip(index, Scalar(int64_t{0}), Scalar::None()), {-1});
          const Var sums = ops::IndexAdd(
              ops::Full({numel}, Scalar(0.0), g.dtype()), at, 0, flat);
          return {ops::Reshape(sums, shape), Var(), Var()};
        },
        {"index"});

}  // namespace paddle
