// What attention and its gradients share: products of tiles, and the exponents
// of a block of scores. The scores of a block lie transposed, so that a lane of
// a register is a query: maxima, sums and masks of rows are plain arithmetic,
// and neither keys nor values have to be packed or transposed.
#pragma once
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "phi/kernels/cpu/elementwise.h"
#include "phi/kernels/cpu/exp_rows.h"
#include "phi/kernels/cpu/small_gemm.h"
#include "phi/kernels/cpu/transpose.h"
#include "phi/kernels/funcs/matmul_plan.h"
#include "phi/kernels/funcs/reduce.h"

namespace paddle::phi::PD_CPU_ISA {

template <typename C>
using AttentionLanes =
    std::conditional_t<std::is_same_v<C, float>, FloatLanes, DoubleLanes>;

// Queries of a block: four registers; keys of a block.
template <typename C>
constexpr int64_t kQueries = 4 * Pack<C>::kLanes;
constexpr int64_t kKeys = 64;

// c[m, n] (+)= a[m, k] b[k, n]; a has any strides, rows of b and c are runs.
template <typename C, int kColumns>
PD_NOINLINE void TileColumns(int64_t m, int64_t k, const C* a, int64_t rs,
                             int64_t cs, const C* b, int64_t ldb, C* c,
                             int64_t ldc, bool add,
                             typename AttentionLanes<C>::Mask last) {
  using L = AttentionLanes<C>;
  constexpr int kRows = PD_CPU_ISA_LEVEL >= 4 ? 8 : 6;
  const auto tile = [&]<int R>(std::integral_constant<int, R>, int64_t i) {
    C* to = c + i * ldc;
    GemmTile<L, R, kColumns>(k, a + i * rs, rs, cs, b, ldb, add ? to : nullptr,
                             to, ldc, last, add ? ldc : 0);
  };
  int64_t i = 0;
  for (; i + kRows <= m; i += kRows) {
    tile(std::integral_constant<int, kRows>(), i);
  }
  for (; i + 2 <= m; i += 2) tile(std::integral_constant<int, 2>(), i);
  if (i < m) tile(std::integral_constant<int, 1>(), i);
}

template <typename C>
void TileProduct(int64_t m, int64_t n, int64_t k, const C* a, int64_t rs,
                 int64_t cs, const C* b, int64_t ldb, C* c, int64_t ldc,
                 bool add) {
  using L = AttentionLanes<C>;
  for (int64_t j = 0; j < n; j += 2 * L::kWidth) {
    const int64_t width = std::min<int64_t>(n - j, 2 * L::kWidth);
    if (width > L::kWidth) {
      TileColumns<C, 2>(m, k, a, rs, cs, b + j, ldb, c + j, ldc, add,
                        L::First(width - L::kWidth));
    } else {
      TileColumns<C, 1>(m, k, a, rs, cs, b + j, ldb, c + j, ldc, add,
                        L::First(width));
    }
  }
}

// One head's rows of a tensor [n, s, heads, d]: `step` elements apart.
template <typename C>
struct HeadRows {
  C* data;
  int64_t step;
  C* at(int64_t row) const { return data + row * step; }
};

template <typename C>
HeadRows<C> RowsOfHead(const DenseTensor& t, int64_t n, int64_t h) {
  C* data = const_cast<C*>(t.Data<C>());
  return {data + n * t.strides[0] + h * t.strides[2], t.strides[1]};
}

// The operands as the kernels read them: in the type of arithmetic, the
// elements of a head side by side.
template <typename T>
struct AttentionInputs {
  using C = ComputeType<T>;
  AttentionInputs(const DenseTensor& query, const DenseTensor& key,
                  const DenseTensor& value, const DenseTensor* hidden)
      : q(Of(query)), k(Of(key)), v(Of(value)) {
    if (!hidden) return;
    mask = hidden->dtype == DataType::kBool ? Readable(*hidden, true)
                                            : CastTo(*hidden, DataTypeOf<C>());
  }
  static Var Of(const DenseTensor& t) {
    if constexpr (!std::is_same_v<T, C>) {
      const Var wide = EmptyTensor(t.dims, DataTypeOf<C>());
      ConvertElements(t, wide.get());
      return wide;
    }
    return Readable(t, t.dims[3] == 1 || t.strides[3] == 1);
  }

  Var q, k, v, mask;
};

// What is the same for all blocks of a call.
template <typename C>
struct AttentionCall {
  const DenseTensor *q, *k, *v, *mask;
  C scale;
  bool causal;
  int64_t heads, group, s_q, s_k, d, d_v;

  AttentionCall(const DenseTensor& query, const DenseTensor& key,
                const DenseTensor& value, const DenseTensor* hidden,
                double factor, bool no_look_ahead)
      : q(&query),
        k(&key),
        v(&value),
        mask(hidden),
        scale(static_cast<C>(factor)),
        causal(no_look_ahead),
        heads(query.dims[2]),
        group(key.dims[2] ? heads / key.dims[2] : 1),
        s_q(query.dims[1]),
        s_k(key.dims[1]),
        d(query.dims[3]),
        d_v(value.dims[3]) {}

  // Keys that a block of queries sees.
  int64_t KeysOf(int64_t first, int64_t rows) const {
    return causal ? std::min(s_k, first + rows) : s_k;
  }
};

// [rows, d] -> [d, kQueries] times a factor; lanes beyond the rows are 0.
template <typename C>
void TransposeQueries(HeadRows<const C> x, int64_t rows, int64_t d, C factor,
                      C* to) {
  using B = std::conditional_t<sizeof(C) == 4, uint32_t, uint64_t>;
  constexpr int64_t kQ = kQueries<C>;
  if (rows < kQ) std::fill(to, to + d * kQ, C(0));
  Transpose(reinterpret_cast<const B*>(x.data), x.step,
            reinterpret_cast<B*>(to), kQ, rows, d);
  if (factor == C(1)) return;
  for (int64_t i = 0; i < d * kQ; ++i) to[i] *= factor;
}

// Rows of a key or value block, side by side: rows that lie a power of two
// apart would share few places of the caches.
template <typename C>
HeadRows<const C> Gathered(HeadRows<const C> from, int64_t first, int64_t rows,
                           int64_t d, C* buffer) {
  if (from.step == d) return {from.at(first), d};
  for (int64_t r = 0; r < rows; ++r) {
    std::memcpy(buffer + r * d, from.at(first + r), d * sizeof(C));
  }
  return {buffer, d};
}

// Adds the mask to, or hides, a block of transposed scores.
template <typename C>
class BlockMask {
 public:
  BlockMask(const AttentionCall<C>& call, int64_t n, int64_t h) : call_(call) {
    const DenseTensor* mask = call.mask;
    if (!mask) return;
    const int64_t at[] = {n, h};
    int64_t offset = 0;
    for (int i = 0; i < 4; ++i) {
      const int axis = mask->rank() - 4 + i;
      const int64_t step =
          axis < 0 || mask->dims[axis] == 1 ? 0 : mask->strides[axis];
      if (i < 2)
        offset += at[i] * step;
      else
        (i == 2 ? of_query_ : of_key_) = step;
    }
    is_bool_ = mask->dtype == DataType::kBool;
    data_ = is_bool_ ? static_cast<const void*>(mask->Data<bool>() + offset)
                     : static_cast<const void*>(mask->Data<C>() + offset);
  }

  // scores[keys, kQueries] of `rows` queries from `i` on, keys from `j` on;
  // the first `vectors` registers of each key are in use.
  void Apply(int64_t i, int64_t rows, int64_t j, int64_t keys, int64_t vectors,
             C* scores) const {
    if (call_.causal && j + keys > i + 1) Causal(i, j, keys, vectors, scores);
    if (!data_) return;
    if (is_bool_) {
      Run<bool>(i, rows, j, keys, vectors, scores);
    } else {
      Run<C>(i, rows, j, keys, vectors, scores);
    }
  }

 private:
  using P = Pack<C>;
  static constexpr int64_t kQ = kQueries<C>;

  static void Causal(int64_t i, int64_t j, int64_t keys, int64_t vectors,
                     C* scores) {
    C lane[P::kLanes];
    for (int64_t l = 0; l < P::kLanes; ++l) lane[l] = static_cast<C>(l);
    const P lanes = P::Load(lane), hidden(-scalar::kInf<C>);
    for (int64_t key = 0; key < keys; ++key) {
      // Lanes below this one are queries before the key.
      const int64_t first = j + key - i;
      for (int64_t u = 0; u < vectors; ++u) {
        const int64_t below = first - u * P::kLanes;
        if (below <= 0) break;
        C* at = scores + key * kQ + u * P::kLanes;
        Select(lanes < P(static_cast<C>(below)), hidden, P::Load(at)).Store(at);
      }
    }
  }

  // What to add to the scores of a block: 0 or -inf for a bool.
  static C Added(C value) { return value; }
  static C Added(bool value) { return value ? C(0) : -scalar::kInf<C>; }

  template <typename M>
  static void TransposeBlock(const M* from, int64_t step, int64_t rows,
                             int64_t keys, C* to) {
    if constexpr (std::is_same_v<M, bool>) {
      uint8_t seen[kKeys * kQ];
      Transpose(reinterpret_cast<const uint8_t*>(from), step, seen, kQ, rows,
                keys);
      for (int64_t key = 0; key < keys; ++key) {
        for (int64_t r = 0; r < rows; ++r) {
          to[key * kQ + r] = Added(seen[key * kQ + r] != 0);
        }
      }
    } else {
      using B = std::conditional_t<sizeof(C) == 4, uint32_t, uint64_t>;
      Transpose(reinterpret_cast<const B*>(from), step,
                reinterpret_cast<B*>(to), kQ, rows, keys);
    }
  }

  template <typename M>
  void Run(int64_t i, int64_t rows, int64_t j, int64_t keys, int64_t vectors,
           C* scores) const {
    const M* from = static_cast<const M*>(data_) + i * of_query_ + j * of_key_;
    C added[kKeys * kQ];
    if (of_key_ == 1 && of_query_ != 0) {
      TransposeBlock(from, of_query_, rows, keys, added);
    } else {
      for (int64_t key = 0; key < keys; ++key, from += of_key_) {
        for (int64_t r = 0; r < rows; ++r)
          added[key * kQ + r] = Added(from[r * of_query_]);
      }
    }
    for (int64_t key = 0; key < keys; ++key) {
      // Of lanes beyond the rows nothing is used.
      std::fill(added + key * kQ + rows, added + (key + 1) * kQ, C(0));
      for (int64_t u = 0; u < vectors; ++u) {
        const int64_t at = key * kQ + u * P::kLanes;
        const P s = P::Load(scores + at), a = P::Load(added + at);
        if constexpr (std::is_same_v<M, bool>)
          Select(a < P(C(0)), a, s).Store(scores + at);  // hides NaN, too
        else
          (s + a).Store(scores + at);
      }
    }
  }

  const AttentionCall<C>& call_;
  const void* data_ = nullptr;
  bool is_bool_ = false;
  int64_t of_query_ = 0, of_key_ = 0;
};

}  // namespace paddle::phi::PD_CPU_ISA
