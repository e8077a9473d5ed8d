// Convolutions of images with the channels last, with what follows each sum: a
// bias, a residual, an activation.
#pragma once
#include <string_view>

#include "backends/cpu/conv.h"

namespace paddle::cpu {

enum class Activation : int { kNone, kRelu, kHardswish, kSilu, kGelu };
// False: not one of these.
bool FindActivation(std::string_view name, Activation* activation);

struct ConvTail {
  bool bias, residual;
  Activation activation;
};

// Packed weights suit one shape of an image, in any batch, and any number of
// threads. `name`, where asked for: of their layout.
size_t ConvLastPackedBytes(const ConvShape& s, const ConvTail& tail,
                           std::string* name = nullptr);
void ConvLastPack(const ConvShape& s, const ConvTail& tail, const float* w,
                  float* packed);
// out = activation(convolution + bias + out); `out` counts with a residual
// alone.
void ConvLastRun(const ConvShape& s, const ConvTail& tail, const float* x,
                 const float* packed, const float* bias, float* out);

}  // namespace paddle::cpu
