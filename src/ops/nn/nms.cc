// nms: non-maximum suppression of boxes.
#include "ops/op_def.h"

namespace paddle {

PD_OP(nms_boxes)
    .Schema("(Tensor boxes, float iou_threshold) -> Tensor out")
    .Doc(
        "Which boxes [n, 4] (x1, y1, x2, y2) overlap none that is kept before "
        "them by more than the threshold (intersection over union): int64.")
    .Traits(kInternal | kDataDependent)
    .NoDims("the size of its result depends on values")
    .InferMeta([](const Args& args, Outs& outs) {
      const DDim& boxes = args.dims(0);
      PADDLE_ENFORCE(
          boxes.rank() == 2 && boxes[1] == 4,
          errors::InvalidArgument("nms_boxes: argument `boxes` has a "
                                  "wrong shape.")
              .Expected("[n, 4]")
              .Shapes({{"boxes", boxes}}));
      // How many there are is known to the kernel.
      outs[0]->dims = DDim{0};
      outs[0]->dtype = DataType::kInt64;
      SetContiguous(outs[0]);
    })
    .NotDifferentiable("indices have no gradient");

}  // namespace paddle
