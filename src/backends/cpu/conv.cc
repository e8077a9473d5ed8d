#include "backends/cpu/conv.h"

#include <unistd.h>

#include <algorithm>
#include <vector>

#include "backends/cpu/blas.h"
#include "backends/cpu/conv_few_channels.h"
#include "backends/cpu/dnn.h"
#include "core/dense_tensor.h"
#include "core/thread_pool.h"

namespace paddle::cpu {
namespace {

int64_t Volume(const int64_t* sizes, int rank) {
  int64_t n = 1;
  for (int d = 0; d < rank; ++d) n *= sizes[d];
  return n;
}

Var Scratch(size_t bytes) {
  return EmptyTensor({static_cast<int64_t>(bytes)}, DataType::kUInt8);
}

// Images run in pieces that stay in the second-level cache together with
// their reordered copies, and that leave something for each thread.
int64_t PieceOfBatch(const ConvShape& s, int64_t least_bytes, int threads) {
  const int64_t image =
      sizeof(float) * (s.ic * s.in_pixels() + s.oc * s.out_pixels());
  int64_t most = std::max<int64_t>(1, least_bytes / image);
  most = std::min(most, std::max<int64_t>(1, s.n / threads));
  while (s.n % most) --most;
  return most;
}

// Small, since scratch memory grows with it, unless weights that are larger
// would have to be read again for each piece.
int64_t PieceBytes(const ConvShape& s) {
  const auto weights = static_cast<int64_t>(sizeof(float)) * s.weights();
  return std::clamp<int64_t>(weights, 1 << 18, 1 << 20);
}

// A 1x1 convolution is a product with the pixels as columns; with a stride, of
// those it meets.
bool IsPointwise(const ConvShape& s) {
  if (s.groups != 1) return false;
  for (int d = 0; d < s.rank; ++d) {
    if (s.kernel[d] != 1 || s.pad_begin[d] != 0 || s.pad_end[d] != 0) {
      return false;
    }
  }
  return true;
}
bool IsStrided(const ConvShape& s) {
  for (int d = 0; d < s.rank; ++d) {
    if (s.stride[d] != 1 || s.in[d] != s.out[d]) return true;
  }
  return false;
}
// Images with the pixels that a strided 1x1 convolution meets, and its shape.
ConvShape Dense(const ConvShape& s) {
  ConvShape dense = s;
  for (int d = 0; d < s.rank; ++d) {
    dense.in[d] = s.out[d];
    dense.stride[d] = 1;
  }
  return dense;
}
// Calls f(input pixel, output pixel) for the pixels met.
template <typename F>
void ForEachMet(const ConvShape& s, F&& f) {
  int64_t in[3] = {1, 1, 1}, out[3] = {1, 1, 1}, stride[3] = {1, 1, 1};
  for (int d = 0; d < s.rank; ++d) {
    in[3 - s.rank + d] = s.in[d];
    out[3 - s.rank + d] = s.out[d];
    stride[3 - s.rank + d] = s.stride[d];
  }
  int64_t at = 0;
  for (int64_t i = 0; i < out[0]; ++i) {
    for (int64_t j = 0; j < out[1]; ++j) {
      const int64_t row = (i * stride[0] * in[1] + j * stride[1]) * in[2];
      for (int64_t k = 0; k < out[2]; ++k) f(row + k * stride[2], at++);
    }
  }
}
// The pixels met, or (kSpread) back to them with zeros elsewhere.
template <bool kSpread>
void MovePixels(const ConvShape& s, const float* from, float* to) {
  const int64_t width = s.channels_last ? s.ic : 1;
  const int64_t planes = s.channels_last ? s.n : s.n * s.ic;
  const int64_t in = s.in_pixels() * width, out = s.out_pixels() * width;
  ParallelFor(planes, 16, [&](int64_t begin, int64_t end) {
    for (int64_t p = begin; p < end; ++p) {
      if (kSpread) std::fill_n(to + p * in, in, 0.0f);
      ForEachMet(s, [&](int64_t large, int64_t small) {
        for (int64_t c = 0; c < width; ++c) {
          const int64_t a = p * in + large * width + c;
          const int64_t b = p * out + small * width + c;
          if (kSpread)
            to[a] = from[b];
          else
            to[b] = from[a];
        }
      });
    }
  });
}
Var MetPixels(const ConvShape& s, const float* x) {
  const Var met =
      EmptyTensor({s.n * s.ic * s.out_pixels()}, DataType::kFloat32);
  MovePixels<false>(s, x, met->Data<float>());
  return met;
}

void ProductForward(const ConvShape& s, const float* x, const float* w,
                    const float* bias, float* out) {
  const int64_t pixels = s.in_pixels();
  if (s.channels_last) {
    const int64_t rows = s.n * pixels;
    if (bias) {
      for (int64_t i = 0; i < rows; ++i) {
        std::copy(bias, bias + s.oc, out + i * s.oc);
      }
    }
    return Gemm(GemmCall<float>{false, true, rows, s.oc, s.ic, x, s.ic, w, s.ic,
                                bias ? 1.0f : 0.0f, out, s.oc});
  }
  const auto run = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      float* image = out + i * s.oc * pixels;
      for (int64_t c = 0; bias && c < s.oc; ++c) {
        std::fill_n(image + c * pixels, pixels, bias[c]);
      }
      Gemm(GemmCall<float>{false, false, s.oc, pixels, s.ic, w, s.ic,
                           x + i * s.ic * pixels, pixels, bias ? 1.0f : 0.0f,
                           image, pixels});
    }
  };
  s.n < NumThreads() ? run(0, s.n) : ParallelFor(s.n, 1, run);
}

void ProductGradInput(const ConvShape& s, const float* g, const float* w,
                      float* gx) {
  const int64_t pixels = s.in_pixels();
  if (s.channels_last) {
    return Gemm(GemmCall<float>{false, false, s.n * pixels, s.ic, s.oc, g, s.oc,
                                w, s.ic, 0.0f, gx, s.ic});
  }
  const auto run = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      Gemm(GemmCall<float>{true, false, s.ic, pixels, s.oc, w, s.ic,
                           g + i * s.oc * pixels, pixels, 0.0f,
                           gx + i * s.ic * pixels, pixels});
    }
  };
  s.n < NumThreads() ? run(0, s.n) : ParallelFor(s.n, 1, run);
}

void ProductGradWeight(const ConvShape& s, const float* x, const float* g,
                       float* gw) {
  const int64_t pixels = s.in_pixels();
  if (s.channels_last) {
    return Gemm(GemmCall<float>{true, false, s.oc, s.ic, s.n * pixels, g, s.oc,
                                x, s.ic, 0.0f, gw, s.ic});
  }
  for (int64_t i = 0; i < s.n; ++i) {
    Gemm(GemmCall<float>{false, true, s.oc, s.ic, pixels, g + i * s.oc * pixels,
                         pixels, x + i * s.ic * pixels, pixels, i ? 1.0f : 0.0f,
                         gw, s.ic});
  }
}

// For the pieces that a batch is cut into.
ConvShape PieceOf(const ConvShape& s, int threads) {
  ConvShape piece = s;
  piece.n = PieceOfBatch(s, PieceBytes(s), threads);
  return piece;
}

// Packed weights outlive a change of the number of threads.
std::shared_ptr<const DnnConv> PackedConv(const ConvShape& s, bool bias,
                                          int64_t* piece) {
  static const int cores = static_cast<int>(sysconf(_SC_NPROCESSORS_CONF));
  const ConvShape p = PieceOf(s, std::max(1, cores));
  *piece = p.n;
  return GetDnnConv(ConvKind::kForward, p, bias);
}

void Pack(const DnnConv& conv, const float* w, float* packed) {
  const Var scratch = Scratch(conv.scratch_bytes());
  conv.PackWeights(w, packed, scratch->data);
}

void RunPieces(const DnnConv& conv, const ConvShape& s, int64_t piece,
               const float* first, int64_t first_image, const float* weights,
               const float* bias, float* result, int64_t result_image) {
  ParallelFor(s.n / piece, 1, [&](int64_t begin, int64_t end) {
    const Var scratch = Scratch(conv.scratch_bytes());
    for (int64_t i = begin; i < end; ++i) {
      conv.Run(first + i * piece * first_image, weights, bias,
               result + i * piece * result_image, scratch->data);
    }
  });
}

// Forward and input gradient: the pieces of the batch share packed weights.
void RunOverBatch(ConvKind kind, const ConvShape& s, const float* first,
                  int64_t first_image, const float* w, const float* bias,
                  float* result, int64_t result_image) {
  const ConvShape piece = PieceOf(s, NumThreads());
  const auto conv = GetDnnConv(kind, piece, bias != nullptr);
  Var packed;
  if (conv->weight_bytes()) {
    packed = Scratch(conv->weight_bytes());
    Pack(*conv, w, packed->Data<float>());
  }
  RunPieces(*conv, s, piece.n, first, first_image,
            packed ? packed->Data<float>() : w, bias, result, result_image);
}

}  // namespace

int64_t ConvShape::in_pixels() const { return Volume(in, rank); }
int64_t ConvShape::out_pixels() const { return Volume(out, rank); }
int64_t ConvShape::kernel_pixels() const { return Volume(kernel, rank); }

void ConvForward(const ConvShape& s, const float* x, const float* w,
                 const float* bias, float* out) {
  if (IsPointwise(s)) {
    if (!IsStrided(s)) return ProductForward(s, x, w, bias, out);
    const Var met = MetPixels(s, x);
    return ProductForward(Dense(s), met->Data<float>(), w, bias, out);
  }
  RunOverBatch(ConvKind::kForward, s, x, s.ic * s.in_pixels(), w, bias, out,
               s.oc * s.out_pixels());
}

size_t PackedWeightBytes(const ConvShape& s, bool bias, std::string* name) {
  if (IsPointwise(s)) return 0;
  int64_t piece;
  const auto conv = PackedConv(s, bias, &piece);
  *name = conv->weight_layout();
  return conv->weight_bytes();
}
void PackConvWeights(const ConvShape& s, bool bias, const float* w,
                     float* packed) {
  int64_t piece;
  Pack(*PackedConv(s, bias, &piece), w, packed);
}
void ConvForwardPacked(const ConvShape& s, const float* x, const float* packed,
                       const float* bias, float* out) {
  int64_t piece;
  const auto conv = PackedConv(s, bias != nullptr, &piece);
  RunPieces(*conv, s, piece, x, s.ic * s.in_pixels(), packed, bias, out,
            s.oc * s.out_pixels());
}

void ConvGradInput(const ConvShape& s, const float* g, const float* w,
                   float* gx) {
  if (IsPointwise(s)) {
    if (!IsStrided(s)) return ProductGradInput(s, g, w, gx);
    const Var met =
        EmptyTensor({s.n * s.ic * s.out_pixels()}, DataType::kFloat32);
    ProductGradInput(Dense(s), g, w, met->Data<float>());
    return MovePixels<true>(s, met->Data<float>(), gx);
  }
  if (HasFewChannels(s)) return FewChannelsGradInput(s, g, w, gx);
  RunOverBatch(ConvKind::kGradInput, s, g, s.oc * s.out_pixels(), w, nullptr,
               gx, s.ic * s.in_pixels());
}

void ConvGradWeight(const ConvShape& s, const float* x, const float* g,
                    float* gw) {
  if (IsPointwise(s)) {
    if (!IsStrided(s)) return ProductGradWeight(s, x, g, gw);
    const Var met = MetPixels(s, x);
    return ProductGradWeight(Dense(s), met->Data<float>(), g, gw);
  }
  const int64_t count = s.weights();
  // Each piece gives a whole gradient of the weights, which are then added.
  const int64_t least = std::max<int64_t>(PieceBytes(s), 16 * count);
  ConvShape piece = s;
  piece.n = PieceOfBatch(s, least, NumThreads());
  const auto conv = GetDnnConv(ConvKind::kGradWeight, piece, false);
  const int64_t pieces = s.n / piece.n;
  const int64_t x_piece = piece.n * s.ic * s.in_pixels();
  const int64_t g_piece = piece.n * s.oc * s.out_pixels();
  if (pieces == 1) {
    const Var scratch = Scratch(conv->scratch_bytes());
    return conv->Run(x, g, nullptr, gw, scratch->data);
  }
  const int64_t parts = std::min<int64_t>(pieces, NumThreads());
  const Var sums = EmptyTensor({parts, count}, DataType::kFloat32);
  ParallelFor(parts, 1, [&](int64_t begin, int64_t end) {
    const Var scratch = Scratch(conv->scratch_bytes());
    const Var part = EmptyTensor({count}, DataType::kFloat32);
    for (int64_t p = begin; p < end; ++p) {
      float* sum = sums->Data<float>() + p * count;
      const int64_t from = pieces * p / parts, to = pieces * (p + 1) / parts;
      for (int64_t i = from; i < to; ++i) {
        float* one = i == from ? sum : part->Data<float>();
        conv->Run(x + i * x_piece, g + i * g_piece, nullptr, one,
                  scratch->data);
        for (int64_t j = 0; i > from && j < count; ++j) sum[j] += one[j];
      }
    }
  });
  std::copy_n(sums->Data<float>(), count, gw);
  for (int64_t p = 1; p < parts; ++p) {
    const float* sum = sums->Data<float>() + p * count;
    for (int64_t j = 0; j < count; ++j) gw[j] += sum[j];
  }
}

}  // namespace paddle::cpu
