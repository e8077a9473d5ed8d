// Boxes from and to what a network tells of them: box_coder, yolo_box.
#include "ops/op_def.h"

namespace paddle {
namespace {

void SetOut(DenseTensor* out, const DDim& dims, DataType dtype) {
  out->dims = dims;
  out->dtype = dtype;
  SetContiguous(out);
}

void EnforceType(const Args& a, const char* name, DataType dtype) {
  const DenseTensor* t = a.at(name).tensor;
  PADDLE_ENFORCE(!t || t->dtype == dtype,
                 errors::InvalidType("%s: `%s` has a wrong dtype.",
                                     a.op->name.c_str(), name)
                     .Expected(Name(dtype))
                     .Received(Name(t->dtype)));
}

bool Encodes(const Args& a) {
  const std::string_view type = a.s("code_type");
  PADDLE_ENFORCE(type == "encode_center_size" || type == "decode_center_size",
                 errors::InvalidArgument("box_coder: unknown `code_type`.")
                     .Expected("encode_center_size or decode_center_size")
                     .Received(std::string(type)));
  return type == "encode_center_size";
}

// The shape of the result.
DDim CheckBoxCode(const Args& a) {
  const DDim &prior = a.dims(0), &target = a.dims(2);
  const DenseTensor* variance = a.slot[1].tensor;
  PADDLE_ENFORCE(prior.rank() == 2 && prior[1] == 4,
                 errors::InvalidArgument(
                     "box_coder: argument `prior_box` has a wrong shape.")
                     .Expected("[m, 4]")
                     .Shapes({{"prior_box", prior}}));
  PADDLE_ENFORCE(
      !variance || variance->dims == prior || variance->dims == DDim{4},
      errors::InvalidArgument(
          "box_coder: argument `prior_box_var` has a wrong shape.")
          .Expected("that of prior_box, or [4]")
          .Received(errors::ToString(variance->dims)));
  const DataType dtype = a.slot[0].tensor->dtype;
  EnforceType(a, "prior_box_var", dtype);
  EnforceType(a, "target_box", dtype);
  if (Encodes(a)) {
    PADDLE_ENFORCE(target.rank() == 2 && target[1] == 4,
                   errors::InvalidArgument(
                       "box_coder: argument `target_box` has a wrong shape.")
                       .Expected("[n, 4] to encode")
                       .Shapes({{"target_box", target}}));
    return {target[0], prior[0], 4};
  }
  const int64_t axis = a.i("axis");
  PADDLE_ENFORCE(axis == 0 || axis == 1,
                 errors::InvalidArgument("box_coder: `axis` is out of range.")
                     .Expected("0 or 1")
                     .Received(std::to_string(axis)));
  PADDLE_ENFORCE(target.rank() == 3 && target[2] == 4 &&
                     target[axis == 0 ? 1 : 0] == prior[0],
                 errors::InvalidArgument(
                     "box_coder: argument `target_box` has a wrong shape.")
                     .Expected("[n, m, 4] to decode, of which axis 1 - `axis` "
                               "is that of prior_box")
                     .Shapes({{"target_box", target}, {"prior_box", prior}}));
  return target;
}

void BoxCodeInfer(const Args& a, Outs& outs) {
  SetOut(outs[0], CheckBoxCode(a), a.slot[0].tensor->dtype);
}

void BoxCodeDims(const Args& a, AxisMap& map) {
  CheckBoxCode(a);
  const DDim &prior = a.dims(0), &target = a.dims(2);
  const DenseTensor* variance = a.slot[1].tensor;
  const bool encodes = Encodes(a);
  const int prior_axis = encodes || a.i("axis") == 0 ? 1 : 0;
  auto& p = map.AddInput(2);
  auto& v = map.AddInput(variance ? variance->dims.rank() : 0);
  auto &t = map.AddInput(target.rank()), &out = map.AddOutput(3);
  const int m = map.Pass(prior[0]), four = map.Whole(4);
  const int n = map.Pass(target[encodes ? 0 : 1 - prior_axis]);
  AxisMap::Set(p, 0, m);
  AxisMap::Set(p, 1, four);
  if (variance) AxisMap::Set(v, variance->dims.rank() - 1, four);
  if (variance && variance->dims.rank() == 2) AxisMap::Set(v, 0, m);
  if (encodes) {
    AxisMap::Set(t, 0, n);
    AxisMap::Set(t, 1, four);
  } else {
    AxisMap::Set(t, prior_axis, m);
    AxisMap::Set(t, 1 - prior_axis, n);
    AxisMap::Set(t, 2, four);
  }
  AxisMap::Set(out, prior_axis, m);
  AxisMap::Set(out, 1 - prior_axis, n);
  AxisMap::Set(out, 2, four);
}

// Anchors of yolo_box: pairs of positive numbers.
int64_t Anchors(const Args& a) {
  const IntArray anchors = a.ints("anchors");
  bool positive = true;
  for (int64_t v : anchors) positive = positive && v > 0;
  PADDLE_ENFORCE(anchors.size() > 0 && anchors.size() % 2 == 0 && positive,
                 errors::InvalidArgument("%s: argument `anchors` is wrong.",
                                         a.op->name.c_str())
                     .Expected("pairs of positive numbers")
                     .Received(errors::ToString(anchors)));
  return anchors.size() / 2;
}

void YoloBoxInfer(const Args& a, Outs& outs) {
  const DDim& x = a.dims(0);
  const int64_t anchors = Anchors(a), classes = a.i("class_num");
  PADDLE_ENFORCE(classes > 0 && a.i("downsample_ratio") > 0,
                 errors::InvalidArgument("yolo_box: `class_num` and "
                                         "`downsample_ratio` have to be "
                                         "positive."));
  const int64_t each = 5 + classes + (a.b("iou_aware") ? 1 : 0);
  PADDLE_ENFORCE(
      x.rank() == 4 && x[1] == anchors * each,
      errors::InvalidArgument("yolo_box: argument `x` has a wrong shape.")
          .Expected("[n, " + std::to_string(anchors * each) +
                    ", h, w]: anchors * (5 + class_num), 6 where "
                    "`iou_aware`")
          .Shapes({{"x", x}}));
  const DDim& sizes = a.dims(1);
  PADDLE_ENFORCE(sizes == (DDim{x[0], 2}),
                 errors::InvalidArgument(
                     "yolo_box: argument `img_size` has a wrong shape.")
                     .Expected(errors::ToString(DDim{x[0], 2}))
                     .Received(errors::ToString(sizes)));
  EnforceType(a, "img_size", DataType::kInt32);
  const int64_t boxes = anchors * x[2] * x[3];
  const DataType dtype = a.slot[0].tensor->dtype;
  SetOut(outs[0], {x[0], boxes, 4}, dtype);
  SetOut(outs[1], {x[0], boxes, classes}, dtype);
}

}  // namespace

PD_OP(box_coder)
    .Schema(
        "(Tensor prior_box, Tensor? prior_box_var, Tensor target_box, "
        "str code_type, bool box_normalized, int axis) -> Tensor out")
    .Doc(
        "The Python function of this name with variances in a tensor [4] or "
        "[m, 4].")
    .Traits(kInternal)
    .Dims(BoxCodeDims)
    .InferMeta(BoxCodeInfer)
    .NotDifferentiable("as in PaddlePaddle: boxes are coded before training");

PD_OP(yolo_box)
    .Schema(
        "(Tensor x, Tensor img_size, IntArray anchors, int class_num, "
        "float conf_thresh, int downsample_ratio, bool clip_bbox=true, "
        "float scale_x_y=1.0, bool iou_aware=false, "
        "float iou_aware_factor=0.5) -> Tensor boxes, Tensor scores")
    .Doc(R"(
        The boxes and their scores that the last layer of a YOLO network tells.
        x: [n, anchors (5 + class_num), h, w]; where `iou_aware`, a channel for
            each anchor stands before them.
        img_size: [n, 2], the height and width of each image, int32.
        anchors: Widths and heights in turn, in pixels of what the network was
            given.
        class_num: How many classes there are.
        conf_thresh: Boxes that are less certain, and their scores, are 0.
        downsample_ratio: Pixels of what the network was given for one of `x`.
        clip_bbox: Boxes end at the borders of the image.
        scale_x_y: How far centres reach beyond their cell.
        iou_aware: Whether `x` foretells the overlap, which then counts.
        iou_aware_factor: How much.
        Returns: Boxes [n, anchors h w, 4] (x1, y1, x2, y2), and scores
            [n, anchors h w, class_num].
        Source: Redmon and Farhadi, YOLOv3, 2018.
        >>> x = paddle.zeros([1, 6, 1, 1])
        >>> size = paddle.to_tensor([[32, 32]], dtype="int32")
        >>> boxes, scores = paddle.vision.ops.yolo_box(
        ...     x, size, [16, 8], class_num=1, conf_thresh=0.1,
        ...     downsample_ratio=32)
        >>> boxes.tolist(), scores.tolist()
        ([[[8.0, 12.0, 24.0, 20.0]]], [[[0.25]]]))")
    .In("vision.ops")
    .Traits(kNoMethod)
    .NoDims("boxes are anchors and places in one axis")
    .InferMeta(YoloBoxInfer)
    .NotDifferentiable("as in PaddlePaddle: yolo_loss() is for training");

}  // namespace paddle
