// Boxes of regions: which image each is of, and sound numbers.
#pragma once
#include <cmath>
#include <vector>

#include "core/dense_tensor.h"

namespace paddle::phi::PD_CPU_ISA {

// The image, of `images`, of each of `boxes` boxes. Raises where `boxes_num`
// does not count them.
inline std::vector<int64_t> ImageOfBoxes(const DenseTensor& boxes_num,
                                         int64_t images, int64_t boxes,
                                         const char* op) {
  PADDLE_ENFORCE(
      boxes_num.numel == images,
      errors::InvalidArgument("%s: argument `boxes_num` has a wrong shape.", op)
          .Expected("[" + std::to_string(images) + "], a number for each image")
          .Received(errors::ToString(boxes_num.dims)));
  std::vector<int64_t> image;
  image.reserve(boxes);
  for (int64_t i = 0; i < boxes_num.numel; ++i) {
    const int64_t count = boxes_num.dtype == DataType::kInt32
                              ? boxes_num.Data<int32_t>()[i]
                              : boxes_num.Data<int64_t>()[i];
    const int64_t room = boxes - static_cast<int64_t>(image.size());
    PADDLE_ENFORCE(
        count >= 0 && count <= room,
        errors::InvalidArgument("%s: argument `boxes_num` does not "
                                "count the boxes.",
                                op)
            .Expected("numbers whose sum is " + std::to_string(boxes))
            .Received(std::to_string(count) + " for image " +
                      std::to_string(i)));
    image.insert(image.end(), count, i);
  }
  PADDLE_ENFORCE(static_cast<int64_t>(image.size()) == boxes,
                 errors::InvalidArgument("%s: argument `boxes_num` does not "
                                         "count the boxes.",
                                         op)
                     .Expected("a sum of " + std::to_string(boxes))
                     .Received(std::to_string(image.size())));
  return image;
}

// Raises where a coordinate is no number, or one that integers do not reach.
template <typename T>
void EnforceSoundBoxes(const T* boxes, int64_t count, double scale,
                       const char* op) {
  constexpr double kMost = 1e9;
  for (int64_t i = 0; i < 4 * count; ++i) {
    const double v = static_cast<double>(boxes[i]);
    PADDLE_ENFORCE(std::abs(v) <= kMost && std::abs(v * scale) <= kMost,
                   errors::InvalidArgument("%s: a coordinate of `boxes` is out "
                                           "of range.",
                                           op)
                       .Expected("numbers in [-1e9, 1e9], scaled as well")
                       .Received(std::to_string(v)));
  }
}

// A product that is rounded before anything is added to it: at the border of a
// pixel a fused product and sum would decide otherwise than PaddlePaddle.
template <typename T>
T Rounded(T product) {
  asm("" : "+x"(product));
  return product;
}

// From `begin` to before `end`.
struct Span {
  int64_t begin, end;
  int64_t size() const { return end > begin ? end - begin : 0; }
};

}  // namespace paddle::phi::PD_CPU_ISA
