// nms_boxes: keeps boxes in their order, each if none kept covers it.
#include <algorithm>
#include <utility>
#include <vector>

#include "phi/kernel_registry.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

template <typename T>
bool Overlap(const T* a, const T* b, T threshold) {
  const T width = std::min(a[2], b[2]) - std::max(a[0], b[0]);
  const T height = std::min(a[3], b[3]) - std::max(a[1], b[1]);
  if (!(width > 0 && height > 0)) return false;
  const T both = width * height;
  const T either =
      (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - both;
  return both > threshold * either;
}

template <typename T, typename Context>
void NmsKernel(const Context&, const DenseTensor& boxes, double iou_threshold,
               DenseTensor* out) {
  const T* box = boxes.Data<T>();
  std::vector<int64_t> kept;
  for (int64_t i = 0; i < boxes.dims[0]; ++i) {
    const bool covered = std::any_of(kept.begin(), kept.end(), [&](int64_t k) {
      return Overlap(box + 4 * k, box + 4 * i, T(iou_threshold));
    });
    if (!covered) kept.push_back(i);
  }
  Var result = EmptyTensor({static_cast<int64_t>(kept.size())},
                           DataType::kInt64, out->place);
  std::copy(kept.begin(), kept.end(), result->Data<int64_t>());
  std::swap(out->storage, result->storage);
  std::swap(out->data, result->data);
  out->dims = result->dims;
  SetContiguous(out);
}

PD_REGISTER_KERNEL(nms_boxes, CPU, ALL_LAYOUT, NmsKernel, float, double) {}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
