// Results whose size a kernel finds.
#pragma once
#include <algorithm>
#include <utility>
#include <vector>

#include "phi/kernel_registry.h"

namespace paddle::phi::PD_CPU_ISA {

// `values` as the tensor `out`, in rows of `width` numbers (0: one axis).
template <typename T>
void SetRows(const std::vector<T>& values, int64_t width, DenseTensor* out) {
  const int64_t n = static_cast<int64_t>(values.size());
  const DDim dims = width > 0 ? DDim{n / width, width} : DDim{n};
  Var made = EmptyTensor(dims, out->dtype, out->place);
  std::copy(values.begin(), values.end(), made->Data<T>());
  std::swap(out->storage, made->storage);
  std::swap(out->data, made->data);
  out->dims = made->dims;
  SetContiguous(out);
}

// Places of `scores` that `take` accepts, by falling score; the first of
// equals first; NaN last. At most `most` where that is not negative.
template <typename T, typename F>
std::vector<int64_t> ByScore(const T* scores, int64_t count, int64_t most,
                             F take) {
  std::vector<int64_t> places;
  for (int64_t i = 0; i < count; ++i) {
    if (take(scores[i])) places.push_back(i);
  }
  std::stable_sort(places.begin(), places.end(), [&](int64_t i, int64_t j) {
    const bool i_is_number = scores[i] == scores[i],
               j_is_number = scores[j] == scores[j];
    if (i_is_number != j_is_number) return i_is_number;
    return scores[i] > scores[j];
  });
  if (most >= 0 && most < static_cast<int64_t>(places.size())) {
    places.resize(most);
  }
  return places;
}

// What two boxes (x1, y1, x2, y2) have in common by what either covers;
// `pixel`: what a box is larger than its coordinates tell.
template <typename T>
T BoxArea(const T* b, T pixel) {
  if (b[2] < b[0] || b[3] < b[1]) return 0;
  return (b[2] - b[0] + pixel) * (b[3] - b[1] + pixel);
}
template <typename T>
T BoxOverlap(const T* a, const T* b, T pixel) {
  if (b[0] > a[2] || b[2] < a[0] || b[1] > a[3] || b[3] < a[1]) return 0;
  const T width = std::min(a[2], b[2]) - std::max(a[0], b[0]) + pixel;
  const T height = std::min(a[3], b[3]) - std::max(a[1], b[1]) + pixel;
  const T both = width * height;
  return both / (BoxArea(a, pixel) + BoxArea(b, pixel) - both);
}

}  // namespace paddle::phi::PD_CPU_ISA
