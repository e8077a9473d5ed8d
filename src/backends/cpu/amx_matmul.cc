// bfloat16 products on matrix units (AMX). Both operands are packed into tiles
// of 16 rows of 64 bytes: of A 16 rows by 32 k, of B 16 pairs of k by 16
// columns (the "VNNI" layout). Four tiles of C are summed at a time.
//
// The loops are those of K. Goto and R. van de Geijn, "Anatomy of
// high-performance matrix multiplication", 2008: a packed panel of B stays in
// the outer cache, one of A in the second, 32 columns by kChunk of B in the
// first. A panel is blocks of 32 rows (columns of B) side by side; a block is
// pairs of tiles, one pair for each 32 of k:
//
//   block 0: [rows 0-15, k 0-31] [rows 16-31, k 0-31] [rows 0-15, k 32-63] ...
//   block 1: [rows 32-47, k 0-31] ...
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"  // undefined registers
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>
#pragma GCC diagnostic pop
#include <oneapi/dnnl/dnnl.h>

#include <algorithm>

#include "backends/cpu/blas.h"
#include "backends/cpu/gemm_impl.h"
#include "common/enforce.h"
#include "core/dense_tensor.h"

#define PD_AMX                                       \
  __attribute__((                                    \
      target("avx512f,avx512bw,avx512vl,avx512bf16," \
             "amx-tile,amx-bf16,prefer-vector-width=512")))

namespace paddle::cpu {
namespace {

constexpr int64_t kSide = 32;          // rows and columns of a block: two tiles
constexpr int64_t kStep = 32;          // of k in a tile
constexpr int64_t kTile = 16 * kStep;  // its elements
// Packed at a time: A for the second-level cache, B for the one behind it; of
// B 32 columns by kChunk stay in the first.
constexpr int64_t kMostK = 2048, kColumns = 1024, kPanelA = 1 << 19;
constexpr int64_t kMostSums = 1 << 23;  // kept while k is split: 32 MB
constexpr int64_t kChunk = 512;

constexpr int64_t RoundUp(int64_t n, int64_t size) {
  return (n + size - 1) / size * size;
}
uint32_t FirstBits(int64_t n) {  // n in 0 .. 32
  return static_cast<uint32_t>((uint64_t{1} << n) - 1);
}

// Transposes 16 x 16 numbers: exchanges of lanes 1, 2, 4 and 8 apart.
PD_AMX inline void Transpose(__m512i* r) {
  const __m512i lane =
      _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#pragma GCC unroll 4
  for (int d = 1; d < 16; d *= 2) {
    const __m512i apart = _mm512_set1_epi32(d), beyond = _mm512_set1_epi32(16);
    const __mmask16 odd = _mm512_test_epi32_mask(lane, apart);
    const __m512i from_b = _mm512_add_epi32(lane, beyond);
    const __m512i low = _mm512_mask_sub_epi32(lane, odd, from_b, apart);
    const __m512i high =
        _mm512_mask_blend_epi32(odd, _mm512_add_epi32(lane, apart), from_b);
#pragma GCC unroll 16
    for (int i = 0; i < 16; ++i) {
      if (i & d) continue;
      const __m512i a = r[i], b = r[i | d];
      r[i] = _mm512_permutex2var_epi32(a, low, b);
      r[i | d] = _mm512_permutex2var_epi32(a, high, b);
    }
  }
}

// A matrix by (outer, k): rows of A, or columns of B.
struct Operand {
  const bfloat16* data;
  int64_t ld;
  bool runs_along_k;  // else along the outer index
  bool vnni;          // its tiles have pairs of k as rows: B
};

// Two tiles: outer indices [o, o + extent), and [k, k + ks), both up to 32.
PD_AMX void PackTiles(const Operand& x, int64_t o, int64_t extent, int64_t k,
                      int64_t ks, bfloat16* to) {
  __m512i rows[2][16];
  if (x.runs_along_k) {  // rows of 16 pairs
    const __mmask32 mask = FirstBits(ks);
    const bfloat16* from = x.data + o * x.ld + k;
    for (int64_t i = 0; i < 32; ++i) {
      rows[i / 16][i % 16] = _mm512_maskz_loadu_epi16(
          i < extent ? mask : 0, i < extent ? from + i * x.ld : from);
    }
  } else {  // rows 2 i and 2 i + 1 are made into pairs
    const __mmask32 mask = FirstBits(extent);
    const bfloat16* from = x.data + k * x.ld + o;
    for (int64_t i = 0; i < 16; ++i) {
      const __m512i even = _mm512_maskz_loadu_epi16(
          2 * i < ks ? mask : 0, from + (2 * i < ks ? 2 * i * x.ld : 0));
      const __m512i odd = _mm512_maskz_loadu_epi16(
          2 * i + 1 < ks ? mask : 0,
          from + (2 * i + 1 < ks ? (2 * i + 1) * x.ld : 0));
      for (int h = 0; h < 2; ++h) {
        const __m256i e = h ? _mm512_extracti64x4_epi64(even, 1)
                            : _mm512_castsi512_si256(even);
        const __m256i d =
            h ? _mm512_extracti64x4_epi64(odd, 1) : _mm512_castsi512_si256(odd);
        rows[h][i] =
            _mm512_or_si512(_mm512_cvtepu16_epi32(e),
                            _mm512_slli_epi32(_mm512_cvtepu16_epi32(d), 16));
      }
    }
  }
  for (int h = 0; h < 2; ++h) {
    if (x.runs_along_k == x.vnni) Transpose(rows[h]);
    for (int64_t i = 0; i < 16; ++i) {
      _mm512_store_si512(to + h * kTile + i * kStep, rows[h][i]);
    }
  }
}

// Blocks of 32 outer indices, one after the other.
void PackPanels(const Operand& x, int64_t o, int64_t extent, int64_t k,
                int64_t ks, bfloat16* to) {
  for (int64_t i = 0; i < extent; i += kSide) {
    for (int64_t p = 0; p < ks; p += kStep, to += 2 * kTile) {
      PackTiles(x, o + i, std::min(kSide, extent - i), k + p,
                std::min(kStep, ks - p), to);
    }
  }
}

struct alignas(64) TileConfig {
  uint8_t palette = 1, start_row = 0, reserved[14] = {};
  uint16_t row_bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
  uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};

// Static: GCC 12 tells the compiler that 8 of its 64 bytes are read.
constexpr TileConfig kTileConfig;

// The block of 32 x 32 sums, whose rows are side by side, (+)= what two panels
// of `steps` pairs of tiles give.
PD_AMX void MicroKernel(const bfloat16* a, const bfloat16* b, int64_t steps,
                        bool first, float* sums) {
  constexpr int64_t kBytes = kSide * sizeof(float);
  if (first) {
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
  } else {
    _tile_loadd(0, sums, kBytes);
    _tile_loadd(1, sums + 16, kBytes);
    _tile_loadd(2, sums + 16 * kSide, kBytes);
    _tile_loadd(3, sums + 16 * kSide + 16, kBytes);
  }
  for (int64_t s = 0; s < steps; ++s) {
    _tile_stream_loadd(4, a, 64);  // B, met again, stays in the first cache
    _tile_loadd(6, b, 64);
    _tile_loadd(7, b + kTile, 64);
    _tile_dpbf16ps(0, 4, 6);
    _tile_dpbf16ps(1, 4, 7);
    _tile_stream_loadd(5, a + kTile, 64);
    _tile_dpbf16ps(2, 5, 6);
    _tile_dpbf16ps(3, 5, 7);
    a += 2 * kTile;
    b += 2 * kTile;
  }
  _tile_stored(0, sums, kBytes);
  _tile_stored(1, sums + 16, kBytes);
  _tile_stored(2, sums + 16 * kSide, kBytes);
  _tile_stored(3, sums + 16 * kSide + 16, kBytes);
}

PD_AMX void Round(const float* sums, int64_t rows, int64_t columns,
                  bfloat16* to, int64_t ld) {
  const __mmask32 mask = FirstBits(columns);
  for (int64_t i = 0; i < rows; ++i) {
    const auto two = _mm512_cvtne2ps_pbh(_mm512_loadu_ps(sums + i * kSide + 16),
                                         _mm512_loadu_ps(sums + i * kSide));
    _mm512_mask_storeu_epi16(to + i * ld, mask, (__m512i)two);
  }
}

Var Buffer(int64_t n, DataType dtype) { return EmptyTensor({n}, dtype); }

}  // namespace

bool HasFastBfloat16() {  // asks the system for the use of tiles, too
  static const bool has =
      (dnnl_get_effective_cpu_isa() & dnnl_cpu_isa_avx512_core_amx) ==
      dnnl_cpu_isa_avx512_core_amx;
  return has;
}

namespace {

// Sums of a strip of 32 columns, rows one under the other, (+)= what panels of
// A and B give.
PD_AMX void MultiplyPanels(const bfloat16* panel_a, const bfloat16* panel_b,
                           int64_t rows, int64_t depth, bool first,
                           float* sums) {
  asm volatile("" ::: "memory");  // tile loads do not say what they read
  for (int64_t q = 0; q < depth; q += kChunk) {
    const int64_t steps = std::min(kChunk, depth - q) / kStep;
    for (int64_t r = 0; r < rows; r += kSide) {
      MicroKernel(panel_a + r * depth + q * kSide, panel_b + q * kSide, steps,
                  first && q == 0, sums + r * kSide);
    }
  }
}

// The product, whose rows are so few that its sums fit into kMostSums.
PD_AMX void Multiply(const GemmCall<bfloat16>& g) {
  const Operand a{g.a, g.lda, !g.trans_a, false};
  const Operand b{g.b, g.ldb, g.trans_b, true};
  const int64_t depth = RoundUp(std::min(g.k, kMostK), kStep);
  const int64_t width = RoundUp(std::min(g.n, kColumns), kSide);
  const int64_t height = RoundUp(std::min(g.m, kPanelA / depth), kSide);
  // One buffer, so that it comes in huge pages.
  const Var packed = Buffer((height + width) * depth, DataType::kBFloat16);
  bfloat16* panel_a = packed->Data<bfloat16>();
  bfloat16* packed_b = panel_a + height * depth;
  // In strips of 32 columns. Those of a part of k wait for the next one.
  const bool k_is_split = g.k > kMostK;
  const int64_t strip = RoundUp(k_is_split ? g.m : height, kSide) * kSide;
  const Var sums =
      Buffer(k_is_split ? strip * width / kSide : strip, DataType::kFloat32);
  _tile_loadconfig(&kTileConfig);
  for (int64_t j = 0; j < g.n; j += kColumns) {
    const int64_t columns = std::min(kColumns, g.n - j);
    for (int64_t p = 0; p < g.k; p += kMostK) {
      const int64_t ks = std::min(kMostK, g.k - p);
      const int64_t padded = RoundUp(ks, kStep);
      for (int64_t i = 0; i < g.m; i += height) {
        const int64_t rows = std::min(height, g.m - i);
        PackPanels(a, i, rows, p, ks, panel_a);
        for (int64_t c = 0; c < columns; c += kSide) {
          const int64_t cs = std::min(kSide, columns - c);
          bfloat16* panel_b = packed_b + c * padded;
          if (i == 0) PackPanels(b, j + c, cs, p, ks, panel_b);
          float* at = sums->Data<float>();
          if (k_is_split) at += c / kSide * strip + i * kSide;
          MultiplyPanels(panel_a, panel_b, rows, padded, p == 0, at);
          if (p + ks == g.k) {
            Round(at, rows, cs, g.c + i * g.ldc + j + c, g.ldc);
          }
        }
      }
    }
  }
  _tile_release();
}

}  // namespace

void RunBfloat16(const GemmCall<bfloat16>& g) {
  PADDLE_ENFORCE(
      HasFastBfloat16() && g.k > 0 && g.beta == bfloat16(0),
      errors::Fatal("the bfloat16 product needs AMX, k > 0 and beta = 0."));
  const int64_t most = kMostSums / std::min(g.n, kColumns);
  for (int64_t i = 0; i < g.m; i += most) {
    GemmCall<bfloat16> part = g;
    part.m = std::min(most, g.m - i);
    part.a += g.trans_a ? i : i * g.lda;
    part.c += i * g.ldc;
    Multiply(part);
  }
}

}  // namespace paddle::cpu
