// yolo_assign: which prediction answers for which box, and what it should tell.
#include <algorithm>
#include <cmath>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

template <typename T>
struct Box {  // the middle, width, height
  T x, y, width, height;
};

template <typename T>
T SharedLength(T a, T a_size, T b, T b_size) {
  return std::min(a + a_size / 2, b + b_size / 2) -
         std::max(a - a_size / 2, b - b_size / 2);
}
// Intersection over union.
template <typename T>
T Overlap(const Box<T>& a, const Box<T>& b) {
  const T width = SharedLength(a.x, a.width, b.x, b.width),
          height = SharedLength(a.y, a.height, b.y, b.height);
  const T both = width < 0 || height < 0 ? T(0) : width * height;
  return both / (a.width * a.height + b.width * b.height - both);
}

template <typename T>
T Sigmoid(T v) {
  return T(1) / (T(1) + std::exp(-v));
}

template <typename T>
struct Assignment {
  IntArray anchors, mask;
  int64_t classes, size, cells, input;  // size: rows and columns
  T ignore, scale;

  T AnchorWidth(int64_t k) const { return static_cast<T>(anchors[2 * k]); }
  T AnchorHeight(int64_t k) const { return static_cast<T>(anchors[2 * k + 1]); }

  Box<T> Predicted(const T* x, int64_t anchor, int64_t cell) const {
    const T* p = x + anchor * (5 + classes) * cells + cell;
    const T bias = T(-0.5) * (scale - T(1)), grid = static_cast<T>(size),
            whole = static_cast<T>(input);
    return {
        (static_cast<T>(cell % size) + Sigmoid(p[0]) * scale + bias) / grid,
        (static_cast<T>(cell / size) + Sigmoid(p[cells]) * scale + bias) / grid,
        std::exp(p[2 * cells]) * AnchorWidth(mask[anchor]) / whole,
        std::exp(p[3 * cells]) * AnchorHeight(mask[anchor]) / whole};
  }

  // The anchor whose shape is most like that of `box`.
  int64_t BestAnchor(const Box<T>& box) const {
    const Box<T> shape{0, 0, box.width, box.height};
    int64_t best = 0;
    T most = 0;
    for (int64_t k = 0; k < anchors.size() / 2; ++k) {
      const T whole = static_cast<T>(input);
      const T v = Overlap(
          Box<T>{0, 0, AnchorWidth(k) / whole, AnchorHeight(k) / whole}, shape);
      if (v > most) {
        most = v;
        best = k;
      }
    }
    return best;
  }

  int64_t CellOf(T middle) const {
    PADDLE_ENFORCE(middle >= 0 && middle <= 1,
                   errors::InvalidArgument("yolo_loss: the middle of a box is "
                                           "outside the image.")
                       .Expected("coordinates in [0, 1]")
                       .Received(std::to_string(middle)));
    return std::min(static_cast<int64_t>(middle * static_cast<T>(size)),
                    size - 1);
  }

  void Image(const T* x, const T* gt_box, const int32_t* label, const T* score,
             int64_t count, T* certain, int64_t* cell, T* target) const {
    std::vector<Box<T>> boxes;
    for (int64_t b = 0; b < count; ++b) {
      const T* g = gt_box + 4 * b;
      boxes.push_back({g[0], g[1], g[2], g[3]});
    }
    const auto is_box = [](const Box<T>& b) {
      return b.width > T(1e-6) && b.height > T(1e-6);
    };
    for (int64_t i = 0; i < mask.size() * cells; ++i) {
      T most = 0;
      const Box<T> told = Predicted(x, i / cells, i % cells);
      for (const Box<T>& b : boxes) {
        if (is_box(b)) most = std::max(most, Overlap(told, b));
      }
      certain[i] = most > ignore ? T(-1) : T(0);
    }
    for (int64_t b = 0; b < count; ++b) {
      T* to = target + 6 * b;
      std::fill_n(to, 6, T(0));
      cell[b] = -1;
      const Box<T>& box = boxes[b];
      if (!is_box(box)) continue;
      const int64_t best = BestAnchor(box);
      const int64_t* found = std::find(mask.begin(), mask.end(), best);
      if (found == mask.end()) continue;
      PADDLE_ENFORCE(label[b] >= 0 && label[b] < classes,
                     errors::OutOfRange("yolo_loss: a label is out of range.")
                         .Expected("0 <= gt_label < " + std::to_string(classes))
                         .Received(std::to_string(label[b])));
      const int64_t column = CellOf(box.x), row = CellOf(box.y);
      cell[b] = (found - mask.begin()) * cells + row * size + column;
      const T weight = score ? score[b] : T(1);
      const T grid = static_cast<T>(size), whole = static_cast<T>(input);
      to[0] = box.x * grid - static_cast<T>(column);
      to[1] = box.y * grid - static_cast<T>(row);
      to[2] = std::log(box.width * whole / AnchorWidth(best));
      to[3] = std::log(box.height * whole / AnchorHeight(best));
      to[4] = (T(2) - box.width * box.height) * weight;
      to[5] = weight;
      certain[cell[b]] = weight;
    }
  }
};

template <typename T, typename Context>
void YoloAssignKernel(const Context&, const DenseTensor& x,
                      const DenseTensor& gt_box, const DenseTensor& gt_label,
                      const DenseTensor* gt_score, IntArray anchors,
                      IntArray anchor_mask, int64_t class_num,
                      double ignore_thresh, int64_t downsample_ratio,
                      double scale_x_y, DenseTensor* certain, DenseTensor* cell,
                      DenseTensor* target) {
  const int64_t size = x.dims[2], count = gt_box.dims[1];
  const Assignment<T> a{anchors,
                        anchor_mask,
                        class_num,
                        size,
                        size * size,
                        downsample_ratio * size,
                        static_cast<T>(ignore_thresh),
                        static_cast<T>(scale_x_y)};
  if (size == 0) return;
  ParallelFor(x.dims[0], 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      a.Image(x.Data<T>() + i * x.dims[1] * a.cells,
              gt_box.Data<T>() + i * count * 4,
              gt_label.Data<int32_t>() + i * count,
              gt_score ? gt_score->Data<T>() + i * count : nullptr, count,
              certain->Data<T>() + i * anchor_mask.size() * a.cells,
              cell->Data<int64_t>() + i * count,
              target->Data<T>() + i * count * 6);
    }
  });
}

PD_REGISTER_KERNEL(yolo_assign, CPU, ALL_LAYOUT, YoloAssignKernel, float,
                   double) {}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
