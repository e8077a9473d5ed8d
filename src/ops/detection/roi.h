// What the pools of regions share: a batch of images [n, c, h, w], boxes
// [r, 4] (x1, y1, x2, y2) of its images one after the other, and how many
// belong to each.
#pragma once
#include "ops/op_def.h"

namespace paddle {

struct RoiSize {
  int64_t height, width;
};
// `output_size`: (height, width), or one number for both.
RoiSize RoiOutput(const Args& a);
// Raises where the operands x, boxes, boxes_num do not suit each other; the
// image has `rank` 4.
void CheckRoi(const Args& a, const DDim& x);

}  // namespace paddle
