// generate_proposals: anchors moved as a network tells, the best of them that
// overlap little.
#include <cmath>

#include "phi/kernels/cpu/chosen.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

template <typename T>
struct Image {
  T height, width, min_size, pixel;
  bool check_middle;

  // The anchor moved by `delta`, and cut at the borders.
  void Move(const T* anchor, const T* variance, const T* delta, T* box) const {
    const T most = static_cast<T>(std::log(1000.0 / 16.0));
    const T w = anchor[2] - anchor[0] + pixel,
            h = anchor[3] - anchor[1] + pixel;
    const T x = variance[0] * delta[0] * w + anchor[0] + T(0.5) * w,
            y = variance[1] * delta[1] * h + anchor[1] + T(0.5) * h;
    const T width_of = std::exp(std::min(variance[2] * delta[2], most)) * w,
            height_of = std::exp(std::min(variance[3] * delta[3], most)) * h;
    box[0] = x - width_of / 2;
    box[1] = y - height_of / 2;
    box[2] = x + width_of / 2 - pixel;
    box[3] = y + height_of / 2 - pixel;
    for (int k = 0; k < 4; ++k) {
      const T end = (k % 2 == 0 ? width : height) - pixel;
      box[k] = std::max(std::min(box[k], end), T(0));
    }
  }
  bool Takes(const T* box) const {
    const T w = box[2] - box[0] + pixel, h = box[3] - box[1] + pixel;
    if (!(w >= min_size && h >= min_size)) return false;
    return !check_middle ||
           (box[0] + w / 2 <= width && box[1] + h / 2 <= height);
  }
};

// Places of boxes, each if none kept before covers it.
template <typename T>
std::vector<int64_t> Apart(const std::vector<T>& boxes, double threshold,
                           double eta, T pixel) {
  std::vector<int64_t> kept;
  T limit = static_cast<T>(threshold);
  for (int64_t i = 0; i < static_cast<int64_t>(boxes.size() / 4); ++i) {
    const bool covered = std::any_of(kept.begin(), kept.end(), [&](int64_t k) {
      return BoxOverlap(&boxes[4 * i], &boxes[4 * k], pixel) > limit;
    });
    if (covered) continue;
    kept.push_back(i);
    if (eta < 1 && limit > T(0.5)) limit *= static_cast<T>(eta);
  }
  return kept;
}

template <typename T, typename Context>
void GenerateProposalsKernel(
    const Context&, const DenseTensor& scores, const DenseTensor& bbox_deltas,
    const DenseTensor& img_size, const DenseTensor& anchors,
    const DenseTensor& variances, int64_t pre_nms_top_n, int64_t post_nms_top_n,
    double nms_thresh, double min_size, double eta, bool pixel_offset,
    DenseTensor* rois, DenseTensor* roi_probs, DenseTensor* rois_num) {
  const int64_t kinds = scores.dims[1], plane = scores.dims[2] * scores.dims[3],
                count = kinds * plane;
  std::vector<T> all, all_scores, score(count);
  for (int64_t i = 0; i < scores.dims[0]; ++i) {
    const T* size = img_size.Data<T>() + 2 * i;
    const Image<T> image{size[0], size[1],
                         static_cast<T>(std::max(min_size, 1.0)),
                         pixel_offset ? T(1) : T(0), pixel_offset};
    const T* s = scores.Data<T>() + i * count;
    const T* deltas = bbox_deltas.Data<T>() + i * count * 4;
    for (int64_t k = 0; k < count; ++k) {  // as [h, w, anchors]
      score[k] = s[k % kinds * plane + k / kinds];
    }
    const std::vector<int64_t> order =
        ByScore(score.data(), count, pre_nms_top_n > 0 ? pre_nms_top_n : -1,
                [](T) { return true; });
    std::vector<T> boxes, probs;
    for (int64_t k : order) {
      T delta[4], box[4];
      for (int d = 0; d < 4; ++d) {
        delta[d] = deltas[(k % kinds * 4 + d) * plane + k / kinds];
      }
      image.Move(anchors.Data<T>() + 4 * k, variances.Data<T>() + 4 * k, delta,
                 box);
      if (!image.Takes(box)) continue;
      boxes.insert(boxes.end(), box, box + 4);
      probs.push_back(score[k]);
    }
    if (boxes.empty()) {  // as in PaddlePaddle, so that no image is without
      boxes.assign(4, T(0));
      probs.assign(1, T(0));
    }
    std::vector<int64_t> kept;
    if (nms_thresh > 0) {
      kept = Apart(boxes, nms_thresh, eta, image.pixel);
      if (post_nms_top_n > 0 &&
          post_nms_top_n < static_cast<int64_t>(kept.size())) {
        kept.resize(post_nms_top_n);
      }
    } else {
      for (size_t k = 0; k < probs.size(); ++k) kept.push_back(k);
    }
    for (int64_t k : kept) {
      all.insert(all.end(), &boxes[4 * k], &boxes[4 * k] + 4);
      all_scores.push_back(probs[k]);
    }
    rois_num->Data<int32_t>()[i] = static_cast<int32_t>(kept.size());
  }
  SetRows(all, 4, rois);
  SetRows(all_scores, 1, roi_probs);
}

PD_REGISTER_KERNEL(generate_proposals, CPU, ALL_LAYOUT, GenerateProposalsKernel,
                   float, double) {}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
