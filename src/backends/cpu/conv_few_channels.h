// The gradient by an image of few channels, which oneDNN pads to 16.
#pragma once
#include "backends/cpu/conv.h"

namespace paddle::cpu {

bool HasFewChannels(const ConvShape& s);
// For shapes that have. The arguments are those of ConvGradInput.
void FewChannelsGradInput(const ConvShape& s, const float* g, const float* w,
                          float* gx);

}  // namespace paddle::cpu
