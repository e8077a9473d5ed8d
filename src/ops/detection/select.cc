// Which of many boxes to keep: generate_proposals, matrix_nms. How many there
// are is known to their kernels.
#include "ops/op_def.h"

namespace paddle {
namespace {

void SetOut(DenseTensor* out, const DDim& dims, DataType dtype) {
  out->dims = dims;
  out->dtype = dtype;
  SetContiguous(out);
}

void EnforceShape(const Args& a, const char* name, const DDim& expected) {
  const DenseTensor* t = a.at(name).tensor;
  PADDLE_ENFORCE(t->dims == expected,
                 errors::InvalidArgument("%s: `%s` has a wrong shape.",
                                         a.op->name.c_str(), name)
                     .Expected(errors::ToString(expected))
                     .Received(errors::ToString(t->dims)));
}

void EnforceSameType(const Args& a) {
  ForEachOperand(*a.op, a, [&](const DenseTensor* t) {
    PADDLE_ENFORCE(t->dtype == a.slot[0].tensor->dtype,
                   errors::InvalidType("%s: the arguments differ in dtype.",
                                       a.op->name.c_str())
                       .Expected(Name(a.slot[0].tensor->dtype))
                       .Received(Name(t->dtype)));
  });
}

void EnforceRank(const Args& a, int arg, int rank, const char* expected) {
  PADDLE_ENFORCE(
      a.dims(arg).rank() == rank,
      errors::InvalidArgument("%s: `%s` has a wrong shape.", a.op->name.c_str(),
                              a.op->schema.args[arg].name.c_str())
          .Expected(expected)
          .Received(errors::ToString(a.dims(arg))));
}

}  // namespace

PD_OP(generate_proposals)
    .Schema(
        "(Tensor scores, Tensor bbox_deltas, Tensor img_size, Tensor anchors, "
        "Tensor variances, int pre_nms_top_n, int post_nms_top_n, "
        "float nms_thresh, float min_size, float eta, bool pixel_offset) -> "
        "Tensor rois, Tensor roi_probs, Tensor rois_num")
    .Doc(
        "For the Python function of this name: boxes [r, 4] of all images, "
        "their scores [r, 1] "
        "and how many each image has [n], int32.")
    .Traits(kInternal | kDataDependent)
    .NoDims("the size of its result depends on values")
    .InferMeta([](const Args& a, Outs& outs) {
      EnforceRank(a, 0, 4, "[n, anchors, h, w]");
      const DDim& s = a.dims(0);
      EnforceShape(a, "bbox_deltas", {s[0], s[1] * 4, s[2], s[3]});
      EnforceShape(a, "img_size", {s[0], 2});
      for (const char* name : {"anchors", "variances"}) {
        const DDim& d = a.at(name).tensor->dims;
        PADDLE_ENFORCE(d == (DDim{s[2], s[3], s[1], 4}) ||
                           d == (DDim{s[2] * s[3] * s[1], 4}),
                       errors::InvalidArgument("%s: `%s` has a wrong shape.",
                                               a.op->name.c_str(), name)
                           .Expected("[h, w, anchors, 4]")
                           .Received(errors::ToString(d)));
      }
      EnforceSameType(a);
      const DataType dtype = a.slot[0].tensor->dtype;
      SetOut(outs[0], {0, 4}, dtype);
      SetOut(outs[1], {0, 1}, dtype);
      SetOut(outs[2], {s[0]}, DataType::kInt32);
    })
    .NotDifferentiable("boxes are chosen");

PD_OP(matrix_nms)
    .Schema(
        "(Tensor bboxes, Tensor scores, float score_threshold, "
        "float post_threshold, int nms_top_k, int keep_top_k, "
        "bool use_gaussian, float gaussian_sigma, int background_label, "
        "bool normalized) -> Tensor out, Tensor index, Tensor rois_num")
    .Doc(
        "For the Python function of this name: rows [k, 6] of class, score and "
        "box, where each box "
        "stands in all [k, 1], and how many each image has [n], both int32.")
    .Traits(kInternal | kDataDependent)
    .NoDims("the size of its result depends on values")
    .InferMeta([](const Args& a, Outs& outs) {
      EnforceRank(a, 0, 3, "[n, m, 4]");
      EnforceRank(a, 1, 3, "[n, classes, m]");
      const DDim &b = a.dims(0), &s = a.dims(1);
      EnforceShape(a, "bboxes", {s[0], s[2], 4});
      EnforceSameType(a);
      const DataType dtype = a.slot[0].tensor->dtype;
      SetOut(outs[0], {0, 6}, dtype);
      SetOut(outs[1], {0, 1}, DataType::kInt32);
      SetOut(outs[2], {b[0]}, DataType::kInt32);
    })
    .NotDifferentiable("boxes are chosen");

}  // namespace paddle
