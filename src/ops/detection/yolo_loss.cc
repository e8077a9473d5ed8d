// yolo_loss: which predictions answer for which boxes is found by yolo_assign;
// the loss is a composite of what they told.
#include "ops/generated/detection.h"
#include "ops/rules.h"

namespace paddle {
namespace {

constexpr const char* kOp = "yolo_loss";
// Parts of the targets of yolo_assign.
constexpr int64_t kTargets = 6;

struct YoloSizes {
  int64_t n, anchors, classes, height, width, boxes;

  explicit YoloSizes(const Args& a) {
    const DDim &x = a.dims(0), &box = a.dims(1), &label = a.dims(2);
    const IntArray all = a.ints("anchors"), mask = a.ints("anchor_mask");
    classes = a.i("class_num");
    anchors = mask.size();
    bool right = all.size() > 0 && all.size() % 2 == 0 && anchors > 0 &&
                 classes > 0 && a.i("downsample_ratio") > 0;
    for (int64_t v : all) right = right && v > 0;
    for (int64_t v : mask) right = right && v >= 0 && v < all.size() / 2;
    PADDLE_ENFORCE(
        right,
        errors::InvalidArgument("%s: `anchors`, `anchor_mask`, "
                                "`class_num` or `downsample_ratio` "
                                "is wrong.",
                                kOp)
            .Expected("pairs of positive numbers, places of some "
                      "pairs, and positive numbers")
            .Received(errors::ToString(all) + ", " + errors::ToString(mask)));
    PADDLE_ENFORCE(
        x.rank() == 4 && x[2] == x[3] && x[1] == anchors * (5 + classes),
        errors::InvalidArgument("%s: `x` has a wrong shape.", kOp)
            .Expected("[n, " + std::to_string(anchors * (5 + classes)) +
                      ", h, h]: anchors in the mask * (5 + class_num)")
            .Shapes({{"x", x}}));
    n = x[0];
    height = x[2];
    width = x[3];
    PADDLE_ENFORCE(
        box.rank() == 3 && box[0] == n && box[2] == 4,
        errors::InvalidArgument("%s: `gt_box` has a wrong shape.", kOp)
            .Expected("[n, b, 4]")
            .Shapes({{"gt_box", box}}));
    boxes = box[1];
    const DDim each{n, boxes};
    const DenseTensor* score = a.at("gt_score").tensor;
    PADDLE_ENFORCE(label == each && (!score || score->dims == each),
                   errors::InvalidArgument("%s: `gt_label` or `gt_score` has a "
                                           "wrong shape.",
                                           kOp)
                       .Expected(errors::ToString(each))
                       .Shapes({{"gt_label", label}}));
    const DataType dtype = a.slot[0].tensor->dtype;
    PADDLE_ENFORCE(
        a.slot[1].tensor->dtype == dtype && (!score || score->dtype == dtype) &&
            a.slot[2].tensor->dtype == DataType::kInt32,
        errors::InvalidType("%s: an argument has a wrong dtype.", kOp)
            .Expected("gt_box and gt_score as x, gt_label int32"));
  }
};

// Cross entropy of a logit with the probability `p`.
Var CrossEntropy(const Var& logit, const Var& p) {
  const Var zero = ops::Full({}, Scalar(0.0), logit.dtype());
  return ops::Logaddexp(logit, zero) - logit * p;
}

Var Part(const Var& v, int64_t begin, int64_t end) {
  return ops::Slice(v, {2}, {begin}, {end});
}

// How far the logits are from `certain`, where that counts.
Var LossOfCells(const Var& logit, const Var& certain) {
  const DataType t = logit.dtype();
  const auto number = [&](double v) { return ops::Full({}, Scalar(v), t); };
  const auto above = [&](double least) {
    return ops::Cast(ops::GreaterThan(certain, number(least)), t);
  };
  const Var something = above(1e-5), counts = above(-0.5);
  return ops::Sum(CrossEntropy(logit, number(1)) * (something * certain) +
                      ops::Logaddexp(logit, number(0)) * (counts - something),
                  {1});
}

VarList YoloLoss(const Args& a) {
  const YoloSizes s(a);
  const Var x = a.tensor(0), label = a.tensor(2);
  const DataType t = x.dtype();
  const VarList made = ops::YoloAssign(
      x, a.tensor(1), label, a.at("gt_score").tensor ? a.tensor(8) : Var(),
      a.ints("anchors"), a.ints("anchor_mask"), s.classes, a.f("ignore_thresh"),
      a.i("downsample_ratio"), a.f("scale_x_y"));
  const Var &certain = made[0], &cell = made[1], &target = made[2];
  const int64_t cells = s.anchors * s.height * s.width, each = 5 + s.classes;
  // [n, cells, 5 + classes]
  const Var told = ops::Reshape(
      ops::Transpose(
          ops::Reshape(x, {s.n, s.anchors, each, s.height * s.width}),
          {0, 1, 3, 2}),
      {s.n, cells, each});

  const Var on = ops::Unsqueeze(
      ops::Cast(ops::GreaterEqual(
                    cell, ops::Full({}, Scalar(int64_t{0}), DataType::kInt64)),
                t),
      {2});
  const Var at = ops::Expand(
      ops::Unsqueeze(ops::Clip(cell, Scalar(int64_t{0}), Scalar::None()), {2}),
      {s.n, s.boxes, each});
  const Var answer = ops::TakeAlongAxis(told, at, 1);
  const Var place =
      ops::Sum(CrossEntropy(Part(answer, 0, 2), Part(target, 0, 2)), {2}) +
      ops::Sum(ops::Abs(Part(answer, 2, 4) - Part(target, 2, 4)), {2});
  const double smooth =
      a.b("use_label_smooth") ? std::min(1.0 / s.classes, 1.0 / 40) : 0.0;
  const Var is_class = ops::Cast(
      ops::Equal(ops::Unsqueeze(label, {2}),
                 ops::Reshape(ops::Arange(Scalar(int64_t{0}), Scalar(s.classes),
                                          Scalar(int64_t{1}), DataType::kInt32),
                              {1, 1, s.classes})),
      t);
  const Var classes =
      ops::Sum(CrossEntropy(Part(answer, 5, each),
                            ops::Scale(is_class, 1.0 - 2 * smooth, smooth)),
               {2});
  const Var weights = target * on;
  const auto weight = [&](int64_t k) {
    return ops::Reshape(Part(weights, k, k + 1), {s.n, s.boxes});
  };
  const Var of_boxes = ops::Sum(place * weight(4) + classes * weight(5), {1});

  const Var of_cells = LossOfCells(ops::Reshape(Part(told, 4, 5), {s.n, cells}),
                                   ops::Reshape(certain, {s.n, cells}));
  return {of_boxes + of_cells};
}

}  // namespace

PD_OP(yolo_assign)
    .Schema(
        "(Tensor x, Tensor gt_box, Tensor gt_label, Tensor? gt_score, "
        "IntArray anchors, IntArray anchor_mask, int class_num, "
        "float ignore_thresh, int downsample_ratio, float scale_x_y) -> "
        "Tensor certain, Tensor cell, Tensor target")
    .Doc(
        "For yolo_loss: how certain each prediction should be [n, anchors, h, "
        "w], -1 where that does not count; which one answers for each box [n, "
        "b], -1 where none does; and what it should tell [n, b, 6]: x, y, log "
        "width, log height, the weights of those and of the class.")
    .Traits(kInternal | kChecksValues)
    .NoDims("predictions and boxes of an image meet")
    .InferMeta([](const Args& a, Outs& outs) {
      const YoloSizes s(a);
      const DataType t = a.slot[0].tensor->dtype;
      outs[0]->dims = {s.n, s.anchors, s.height, s.width};
      outs[1]->dims = {s.n, s.boxes};
      outs[2]->dims = {s.n, s.boxes, kTargets};
      outs[0]->dtype = outs[2]->dtype = t;
      outs[1]->dtype = DataType::kInt64;
      for (int i = 0; i < 3; ++i) SetContiguous(outs[i]);
    })
    .NotDifferentiable("which prediction answers is a choice");

PD_OP(yolo_loss)
    .Schema(
        "(Tensor x, Tensor gt_box, Tensor gt_label, IntArray anchors, "
        "IntArray anchor_mask, int class_num, float ignore_thresh, "
        "int downsample_ratio, Tensor? gt_score=None, "
        "bool use_label_smooth=true, float scale_x_y=1.0) -> Tensor out")
    .Doc(R"(
        The loss of a layer of a YOLO network: of places, sizes and classes of
        the boxes that it should find, and of where there are any.
        x: [n, anchors in the mask (5 + class_num), h, h].
        gt_box: [n, b, 4] (x and y of the middle, width, height), in parts of
            the image; a box without a size is none.
        gt_label: [n, b], the class of each box, int32.
        anchors: Widths and heights in turn, in pixels of what the network was
            given.
        anchor_mask: Which of them are this layer's.
        class_num: How many classes there are.
        ignore_thresh: A prediction that overlaps a box by more need not say
            that nothing is there.
        downsample_ratio: Pixels of what the network was given for one of `x`.
        gt_score: [n, b], how much each box counts.
        use_label_smooth: Classes are smoothed by min(1 / class_num, 1 / 40).
        scale_x_y: How far centres reach beyond their cell.
        Returns: [n].
        Source: Redmon and Farhadi, YOLOv3, 2018.
        >>> x = paddle.zeros([1, 6, 1, 1])
        >>> box = paddle.to_tensor([[[0.5, 0.5, 0.5, 0.25]]])
        >>> label = paddle.zeros([1, 1], dtype="int32")
        >>> paddle.vision.ops.yolo_loss(
        ...     x, box, label, [16, 8], [0], class_num=1, ignore_thresh=0.7,
        ...     downsample_ratio=32).tolist()
        [3.9856])")
    .In("vision.ops")
    .Promote({"x", "gt_box", "gt_score"})
    .Traits(kNoMethod)
    .NoDims("predictions and boxes of an image meet")
    .Decompose(YoloLoss);

}  // namespace paddle
