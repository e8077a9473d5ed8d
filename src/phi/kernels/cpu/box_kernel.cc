// box_coder and yolo_box.
#include <algorithm>
#include <cmath>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

template <typename T>
struct Middle {
  T x, y, width, height;
  // `pixel`: what a box is larger than its coordinates tell.
  Middle(const T* box, T pixel)
      : width(box[2] - box[0] + pixel), height(box[3] - box[1] + pixel) {
    x = box[0] + width / 2;
    y = box[1] + height / 2;
  }
};

template <typename T>
void Encode(const T* target, const Middle<T>& prior, const T* variance, T pixel,
            T* out) {
  const Middle<T> size(target, pixel);
  out[0] = ((target[2] + target[0]) / 2 - prior.x) / prior.width;
  out[1] = ((target[3] + target[1]) / 2 - prior.y) / prior.height;
  out[2] = std::log(std::abs(size.width / prior.width));
  out[3] = std::log(std::abs(size.height / prior.height));
  if (!variance) return;
  for (int k = 0; k < 4; ++k) out[k] /= variance[k];
}

template <typename T>
void Decode(const T* target, const Middle<T>& prior, const T* variance, T pixel,
            T* out) {
  T t[4];
  for (int k = 0; k < 4; ++k)
    t[k] = variance ? variance[k] * target[k] : target[k];
  const T x = t[0] * prior.width + prior.x, y = t[1] * prior.height + prior.y;
  const T width = std::exp(t[2]) * prior.width,
          height = std::exp(t[3]) * prior.height;
  out[0] = x - width / 2;
  out[1] = y - height / 2;
  out[2] = x + width / 2 - pixel;
  out[3] = y + height / 2 - pixel;
}

template <typename T, typename Context>
void BoxCoderKernel(const Context&, const DenseTensor& prior_box,
                    const DenseTensor* prior_box_var,
                    const DenseTensor& target_box, std::string_view code_type,
                    bool box_normalized, int64_t axis, DenseTensor* out) {
  const bool encodes = code_type == "encode_center_size";
  const int64_t columns = out->dims[1];
  const T pixel = box_normalized ? 0 : 1;
  const T* variances = prior_box_var ? prior_box_var->Data<T>() : nullptr;
  const bool each = variances && prior_box_var->dims.rank() == 2;
  ParallelFor(out->dims[0] * columns, 1024, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t row = i / columns, column = i % columns;
      const int64_t p = encodes || axis == 0 ? column : row;
      const Middle<T> prior(prior_box.Data<T>() + 4 * p, pixel);
      const T* variance = each ? variances + 4 * p : variances;
      T* to = out->Data<T>() + 4 * i;
      if (encodes) {
        Encode(target_box.Data<T>() + 4 * row, prior, variance, pixel, to);
      } else {
        Decode(target_box.Data<T>() + 4 * i, prior, variance, pixel, to);
      }
    }
  });
}

template <typename T>
T Sigmoid(T v) {
  return T(1) / (T(1) + std::exp(-v));
}

struct YoloAttrs {
  IntArray anchors;
  int64_t classes, ratio;
  double threshold, scale, factor;
  bool clip, iou_aware;
};

// One anchor of one image: `x` are its 5 + classes planes.
template <typename T>
void YoloPlane(const YoloAttrs& a, int64_t anchor, const T* x, const T* iou,
               int64_t height, int64_t width, const int32_t* image, T* boxes,
               T* scores) {
  const T scale = static_cast<T>(a.scale), bias = T(-0.5) * (scale - T(1));
  const T image_height = static_cast<T>(image[0]),
          image_width = static_cast<T>(image[1]);
  const int64_t plane = height * width;
  for (int64_t i = 0; i < plane; ++i, boxes += 4, scores += a.classes) {
    T certain = Sigmoid(x[4 * plane + i]);
    if (iou) {
      certain = std::pow(certain, T(1) - static_cast<T>(a.factor)) *
                std::pow(Sigmoid(iou[i]), static_cast<T>(a.factor));
    }
    if (certain < static_cast<T>(a.threshold)) {
      std::fill_n(boxes, 4, T(0));
      std::fill_n(scores, a.classes, T(0));
      continue;
    }
    const T middle_x =
        (static_cast<T>(i % width) + Sigmoid(x[i]) * scale + bias) *
        image_width / static_cast<T>(width);
    const T middle_y =
        (static_cast<T>(i / width) + Sigmoid(x[plane + i]) * scale + bias) *
        image_height / static_cast<T>(height);
    const T box_width = std::exp(x[2 * plane + i]) *
                        static_cast<T>(a.anchors[2 * anchor]) * image_width /
                        static_cast<T>(a.ratio * width);
    const T box_height = std::exp(x[3 * plane + i]) *
                         static_cast<T>(a.anchors[2 * anchor + 1]) *
                         image_height / static_cast<T>(a.ratio * height);
    boxes[0] = middle_x - box_width / 2;
    boxes[1] = middle_y - box_height / 2;
    boxes[2] = middle_x + box_width / 2;
    boxes[3] = middle_y + box_height / 2;
    if (a.clip) {
      boxes[0] = boxes[0] > 0 ? boxes[0] : T(0);
      boxes[1] = boxes[1] > 0 ? boxes[1] : T(0);
      boxes[2] = std::min(image_width - 1, boxes[2]);
      boxes[3] = std::min(image_height - 1, boxes[3]);
    }
    for (int64_t c = 0; c < a.classes; ++c) {
      scores[c] = certain * Sigmoid(x[(5 + c) * plane + i]);
    }
  }
}

template <typename T, typename Context>
void YoloBoxKernel(const Context&, const DenseTensor& x,
                   const DenseTensor& img_size, IntArray anchors,
                   int64_t class_num, double conf_thresh,
                   int64_t downsample_ratio, bool clip_bbox, double scale_x_y,
                   bool iou_aware, double iou_aware_factor, DenseTensor* boxes,
                   DenseTensor* scores) {
  const YoloAttrs attrs{anchors,     class_num, downsample_ratio,
                        conf_thresh, scale_x_y, iou_aware_factor,
                        clip_bbox,   iou_aware};
  const int64_t count = anchors.size() / 2, height = x.dims[2],
                width = x.dims[3], plane = height * width;
  if (boxes->numel == 0) return;
  ParallelFor(
      x.dims[0] * count, std::max<int64_t>(1, 1024 / plane),
      [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const int64_t image = i / count, anchor = i % count;
          const T* of_image = x.Data<T>() + image * x.dims[1] * plane;
          const T* iou = iou_aware ? of_image + anchor * plane : nullptr;
          const T* of_anchor =
              of_image +
              ((iou_aware ? count : 0) + anchor * (5 + class_num)) * plane;
          YoloPlane(attrs, anchor, of_anchor, iou, height, width,
                    img_size.Data<int32_t>() + 2 * image,
                    boxes->Data<T>() + i * plane * 4,
                    scores->Data<T>() + i * plane * class_num);
        }
      });
}

PD_REGISTER_KERNEL(box_coder, CPU, ALL_LAYOUT, BoxCoderKernel, float, double) {}
PD_REGISTER_KERNEL(yolo_box, CPU, ALL_LAYOUT, YoloBoxKernel, float, double) {}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
