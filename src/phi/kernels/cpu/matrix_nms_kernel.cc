// matrix_nms: each box of a class loses score by how better ones overlap it.
#include <cmath>

#include "phi/kernels/cpu/chosen.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

template <typename T>
struct Decay {
  double score_threshold, post_threshold, sigma;
  int64_t top_k;
  bool gaussian;
  T pixel;

  // Adds the places and decayed scores of what is kept of one class.
  void operator()(const T* boxes, const T* scores, int64_t count,
                  std::vector<int64_t>& kept, std::vector<T>& decayed) const {
    const T least = static_cast<T>(score_threshold);
    const std::vector<int64_t> order =
        ByScore(scores, count, top_k, [&](T s) { return s > least; });
    const size_t n = order.size();
    std::vector<T> overlaps(n * (n > 0 ? n - 1 : 0) / 2), most(n, T(0));
    const auto row = [&](size_t i) {
      return overlaps.data() + i * (i - 1) / 2;
    };
    for (size_t i = 1; i < n; ++i) {
      T* of = row(i);
      for (size_t j = 0; j < i; ++j) {
        of[j] = BoxOverlap(boxes + 4 * order[i], boxes + 4 * order[j], pixel);
        most[i] = std::max(most[i], of[j]);
      }
    }
    for (size_t i = 0; i < n; ++i) {
      T rest = 1;
      for (size_t j = 0; j < i; ++j) {
        const T o = row(i)[j], m = most[j];
        const T by = gaussian
                         ? std::exp((m * m - o * o) * static_cast<T>(sigma))
                         : (T(1) - o) / (T(1) - m);
        rest = std::min(rest, by);
      }
      const T score = rest * scores[order[i]];
      if (!(score > static_cast<T>(post_threshold))) continue;
      kept.push_back(order[i]);
      decayed.push_back(score);
    }
  }
};

template <typename T, typename Context>
void MatrixNmsKernel(const Context&, const DenseTensor& bboxes,
                     const DenseTensor& scores, double score_threshold,
                     double post_threshold, int64_t nms_top_k,
                     int64_t keep_top_k, bool use_gaussian,
                     double gaussian_sigma, int64_t background_label,
                     bool normalized, DenseTensor* out, DenseTensor* index,
                     DenseTensor* rois_num) {
  const Decay<T> decay{score_threshold, post_threshold,
                       gaussian_sigma,  nms_top_k,
                       use_gaussian,    normalized ? T(0) : T(1)};
  const int64_t images = scores.dims[0], classes = scores.dims[1],
                count = scores.dims[2];
  std::vector<T> rows;
  std::vector<int32_t> places;
  for (int64_t i = 0; i < images; ++i) {
    const T* boxes = bboxes.Data<T>() + i * count * 4;
    std::vector<int64_t> kept, kinds;
    std::vector<T> decayed;
    for (int64_t c = 0; c < classes; ++c) {
      if (c == background_label) continue;
      decay(boxes, scores.Data<T>() + (i * classes + c) * count, count, kept,
            decayed);
      kinds.resize(kept.size(), c);
    }
    const std::vector<int64_t> order =
        ByScore(decayed.data(), static_cast<int64_t>(decayed.size()),
                keep_top_k, [](T) { return true; });
    for (int64_t k : order) {
      rows.push_back(static_cast<T>(kinds[k]));
      rows.push_back(decayed[k]);
      rows.insert(rows.end(), boxes + 4 * kept[k], boxes + 4 * kept[k] + 4);
      places.push_back(static_cast<int32_t>(i * count + kept[k]));
    }
    rois_num->Data<int32_t>()[i] = static_cast<int32_t>(order.size());
  }
  SetRows(rows, 6, out);
  SetRows(places, 1, index);
}

PD_REGISTER_KERNEL(matrix_nms, CPU, ALL_LAYOUT, MatrixNmsKernel, float,
                   double) {}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
