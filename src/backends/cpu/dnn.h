// oneDNN convolutions made once per shape and kept: making one costs 100 us
// and more. Operands in the user's layout are reordered to the layout that the
// primitive wants, and only where the two differ.
#pragma once
#include <cstddef>
#include <memory>

#include "backends/cpu/conv.h"

namespace paddle::cpu {

enum class ConvKind : int { kForward, kGradInput, kGradWeight };

// Runs on the calling thread; safe to share between threads.
class DnnConv {
 public:
  virtual ~DnnConv() = default;
  // Which operand is which:
  //   forward      first = x, second = weights, result = out
  //   grad input   first = g, second = weights, result = gx
  //   grad weight  first = x, second = g,       result = gw
  virtual size_t scratch_bytes() const = 0;
  // Weights in the layout of the primitive; `w` itself where it suits.
  virtual size_t weight_bytes() const = 0;  // 0: it suits
  virtual std::string weight_layout() const = 0;
  virtual void PackWeights(const float* w, float* packed,
                           void* scratch) const = 0;
  // `second` is packed weights but for kGradWeight.
  virtual void Run(const float* first, const float* second, const float* bias,
                   float* result, void* scratch) const = 0;
};

// For images of one piece of the batch: s.n of them.
std::shared_ptr<const DnnConv> GetDnnConv(ConvKind kind, const ConvShape& s,
                                          bool bias);

}  // namespace paddle::cpu
