// Convolutions over plain memory: float on oneDNN or as matrix products,
// double by unfolding (im2col). Work is split over the batch on the pool.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace paddle::cpu {

constexpr int kMaxSpatial = 3;

// Weights are [oc, ic / groups, kernel...]. Images are [n, channels,
// spatial...], or with the channels last.
struct ConvShape {
  int rank;  // spatial axes, 1 to 3
  bool channels_last;
  int64_t n, ic, oc, groups;
  int64_t in[kMaxSpatial], out[kMaxSpatial], kernel[kMaxSpatial];
  int64_t stride[kMaxSpatial], dilation[kMaxSpatial];
  int64_t pad_begin[kMaxSpatial], pad_end[kMaxSpatial];

  int64_t in_pixels() const;
  int64_t out_pixels() const;
  int64_t kernel_pixels() const;
  int64_t weights() const { return oc * (ic / groups) * kernel_pixels(); }
};

// `bias` (one value per output channel) may be null. No size is 0.
void ConvForward(const ConvShape& s, const float* x, const float* w,
                 const float* bias, float* out);
// The same with weights that were packed for the shape. 0 bytes: there is
// nothing to pack. `name`: of the layout.
size_t PackedWeightBytes(const ConvShape& s, bool bias, std::string* name);
void PackConvWeights(const ConvShape& s, bool bias, const float* w,
                     float* packed);
void ConvForwardPacked(const ConvShape& s, const float* x, const float* packed,
                       const float* bias, float* out);
void ConvGradInput(const ConvShape& s, const float* g, const float* w,
                   float* gx);
void ConvGradWeight(const ConvShape& s, const float* x, const float* g,
                    float* gw);

void ConvForward(const ConvShape& s, const double* x, const double* w,
                 const double* bias, double* out);
void ConvGradInput(const ConvShape& s, const double* g, const double* w,
                   double* gx);
void ConvGradWeight(const ConvShape& s, const double* x, const double* g,
                    double* gw);

}  // namespace paddle::cpu
