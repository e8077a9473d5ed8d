// What the kernels of convolutions make of their arguments.
#pragma once
#include "backends/cpu/conv.h"
#include "ops/op_def.h"

namespace paddle::phi::PD_CPU_ISA {

struct Geometry {
  IntArray stride, padding, dilation;
  int64_t groups;
  bool channels_last;
};

inline cpu::ConvShape ShapeOf(const Geometry& g, const DDim& x, const DDim& w,
                              const DDim& y) {
  cpu::ConvShape s;
  s.rank = w.rank() - 2;
  s.channels_last = g.channels_last;
  s.groups = g.groups;
  s.n = x[0];
  const int channel = g.channels_last ? x.rank() - 1 : 1;
  const int first = g.channels_last ? 1 : 2;
  s.ic = x[channel];
  s.oc = y[channel];
  for (int d = 0; d < s.rank; ++d) {
    s.in[d] = x[first + d];
    s.out[d] = y[first + d];
    s.kernel[d] = w[2 + d];
    s.stride[d] = g.stride[d];
    s.dilation[d] = g.dilation[d];
    s.pad_begin[d] = g.padding[2 * d];
    s.pad_end[d] = g.padding[2 * d + 1];
  }
  return s;
}

}  // namespace paddle::phi::PD_CPU_ISA
