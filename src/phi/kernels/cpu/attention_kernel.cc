// attention_with_stats: blocks of queries against blocks of keys, with a
// running maximum and sum (Milakov and Gimelshein, 2018; Dao et al., 2022).
#include <cmath>
#include <vector>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/attention_tiles.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

template <typename C>
class Forward {
 public:
  explicit Forward(const AttentionCall<C>& call)
      : call_(call),
        queries_(call.d * kQ),
        keys_(kKeys * call.d),
        values_(kKeys * call.d_v),
        scores_(kKeys * kQ),
        out_(call.d_v * kQ) {}

  // Queries from `first` on of one head.
  void Run(int64_t n, int64_t h, int64_t first, const DenseTensor& out,
           const DenseTensor& lse) {
    const int64_t rows = std::min(kQ, call_.s_q - first);
    const int64_t vectors = (rows + P::kLanes - 1) / P::kLanes;
    const auto q = RowsOfHead<const C>(*call_.q, n, h);
    const auto k = RowsOfHead<const C>(*call_.k, n, h / call_.group);
    const auto v = RowsOfHead<const C>(*call_.v, n, h / call_.group);
    const BlockMask<C> mask(call_, n, h);
    TransposeQueries<C>({q.at(first), q.step}, rows, call_.d, call_.scale,
                        queries_.data());
    std::fill(most_, most_ + kQ, -scalar::kInf<C>);
    std::fill(sum_, sum_ + kQ, C(0));
    std::fill(out_.begin(), out_.end(), C(0));
    const int64_t end = call_.KeysOf(first, rows), width = vectors * P::kLanes;
    for (int64_t j = 0; j < end; j += kKeys) {
      const int64_t keys = std::min(kKeys, end - j);
      const auto block = Gathered<C>(k, j, keys, call_.d, keys_.data());
      TileProduct<C>(keys, width, call_.d, block.data, block.step, 1,
                     queries_.data(), kQ, scores_.data(), kQ, false);
      mask.Apply(first, rows, j, keys, vectors, scores_.data());
      for (int64_t u = 0; u < vectors; ++u) Exponents(keys, u * P::kLanes);
      const auto of_v = Gathered<C>(v, j, keys, call_.d_v, values_.data());
      TileProduct<C>(call_.d_v, width, keys, of_v.data, 1, of_v.step,
                     scores_.data(), kQ, out_.data(), kQ, true);
    }
    Finish(RowsOfHead<C>(out, n, h), first, rows, vectors);
    C* to = const_cast<C*>(lse.Data<C>()) + (n * call_.heads + h) * call_.s_q +
            first;
    for (int64_t r = 0; r < rows; ++r) to[r] = most_[r] + std::log(sum_[r]);
  }

 private:
  using P = Pack<C>;
  static constexpr int64_t kQ = kQueries<C>;

  // Scores of a register of queries become exponentials; what has been summed
  // so far is brought to the new maximum.
  void Exponents(int64_t keys, int64_t lane) {
    C* s = scores_.data() + lane;
    P most = P::Load(most_ + lane);
    const P before = most;
    for (int64_t j = 0; j < keys; ++j) most = MaxOf(most, P::Load(s + j * kQ));
    // Where all is hidden so far, any shift serves.
    const P shift = Select(most == P(-scalar::kInf<C>), P(C(0)), most);
    P sum(C(0));
    for (int64_t j = 0; j < keys; ++j) {
      const P e = ExpShifted(P::Load(s + j * kQ) - shift);
      e.Store(s + j * kQ);
      sum = sum + e;
    }
    const P factor = ExpShifted(before - shift);
    most.Store(most_ + lane);
    MulAdd(P::Load(sum_ + lane), factor, sum).Store(sum_ + lane);
    if (!(factor != P(C(1))).Any()) return;
    for (int64_t i = 0; i < call_.d_v; ++i) {
      C* o = out_.data() + i * kQ + lane;
      (P::Load(o) * factor).Store(o);
    }
  }

  void Finish(HeadRows<C> out, int64_t first, int64_t rows, int64_t vectors) {
    using B = std::conditional_t<sizeof(C) == 4, uint32_t, uint64_t>;
    for (int64_t u = 0; u < vectors; ++u) {
      const P scale = P(C(1)) / P::Load(sum_ + u * P::kLanes);
      for (int64_t i = 0; i < call_.d_v; ++i) {
        C* o = out_.data() + i * kQ + u * P::kLanes;
        (P::Load(o) * scale).Store(o);
      }
    }
    Transpose(reinterpret_cast<const B*>(out_.data()), kQ,
              reinterpret_cast<B*>(out.at(first)), out.step, call_.d_v, rows);
  }

  const AttentionCall<C>& call_;
  C most_[kQ], sum_[kQ];
  std::vector<C> queries_, keys_, values_, scores_, out_;
};

// One query by itself: a lane of a register is an element of a head.
template <typename C>
void OneQuery(const AttentionCall<C>& call, int64_t n, int64_t h, int64_t i,
              const DenseTensor& out, const DenseTensor& lse, C* scores,
              C* query) {
  using P = Pack<C>;
  const auto k = RowsOfHead<const C>(*call.k, n, h / call.group);
  const auto v = RowsOfHead<const C>(*call.v, n, h / call.group);
  const C* q = RowsOfHead<const C>(*call.q, n, h).at(i);
  for (int64_t e = 0; e < call.d; ++e) query[e] = q[e] * call.scale;
  const int64_t keys = call.KeysOf(i, 1);
  for (int64_t j = 0; j < keys; ++j) {
    const C* key = k.at(j);
    P sum(C(0));
    ForPacks<C>(call.d, [&](int64_t e, int64_t m) {
      sum = MulAdd(LoadUpTo(query + e, m), LoadUpTo(key + e, m), sum);
    });
    scores[j] = SumOfLanes(sum);
  }
  if (call.mask) {
    const BlockMask<C> mask(call, n, h);
    C block[kQueries<C>];
    for (int64_t j = 0; j < keys; ++j) {
      block[0] = scores[j];
      mask.Apply(i, 1, j, 1, 1, block);
      scores[j] = block[0];
    }
  }
  const C most = MaxOfRow(scores, keys);
  const double sum = ExpSumOfRow<true>(
      scores, keys, most == -scalar::kInf<C> ? C(0) : most, scores);
  C* to = RowsOfHead<C>(out, n, h).at(i);
  constexpr int64_t kParts = 4;  // registers of sums at a time
  for (int64_t e = 0; e < call.d_v; e += kParts * P::kLanes) {
    const int64_t width = std::min(call.d_v - e, kParts * P::kLanes);
    P acc[kParts] = {P(C(0)), P(C(0)), P(C(0)), P(C(0))};
    if (width == kParts * P::kLanes) {
      for (int64_t j = 0; j < keys; ++j) {
        const P w(scores[j]);
        const C* row = v.at(j) + e;
        for (int64_t u = 0; u < kParts; ++u)
          acc[u] = MulAdd(w, P::Load(row + u * P::kLanes), acc[u]);
      }
    } else {
      for (int64_t j = 0; j < keys; ++j) {
        const P w(scores[j]);
        const C* row = v.at(j) + e;
        ForPacks<C>(width, [&](int64_t at, int64_t m) {
          P& a = acc[at / P::kLanes];
          a = MulAdd(w, LoadUpTo(row + at, m), a);
        });
      }
    }
    const P scale(static_cast<C>(1 / sum));
    ForPacks<C>(width, [&](int64_t at, int64_t m) {
      (acc[at / P::kLanes] * scale).StoreUpTo(to + e + at, m);
    });
  }
  const_cast<C*>(lse.Data<C>())[(n * call.heads + h) * call.s_q + i] =
      static_cast<C>(most + std::log(sum));
}

constexpr int64_t kFewQueries = 4;  // up to here each goes by itself

template <typename C>
void RunForward(const AttentionCall<C>& call, const DenseTensor& out,
                const DenseTensor& lse) {
  const int64_t heads = call.q->dims[0] * call.heads;
  if (call.s_q <= kFewQueries) {
    const int64_t grain =
        std::max<int64_t>(1, 32768 / (call.s_k * (call.d + call.d_v) + 1));
    return ParallelFor(heads * call.s_q, grain, [&](int64_t b, int64_t e) {
      std::vector<C> scores(call.s_k + 1), query(call.d + 1);
      for (int64_t t = b; t < e; ++t) {
        const int64_t head = t / call.s_q;
        OneQuery(call, head / call.heads, head % call.heads, t % call.s_q, out,
                 lse, scores.data(), query.data());
      }
    });
  }
  const int64_t blocks = (call.s_q + kQueries<C> - 1) / kQueries<C>;
  const int64_t grain =
      std::max<int64_t>(1, 1024 / (call.s_k + 1));  // blocks of small heads
  ParallelFor(heads * blocks, grain, [&](int64_t b, int64_t e) {
    Forward<C> forward(call);
    for (int64_t t = b; t < e; ++t) {
      const int64_t head = t / blocks;
      forward.Run(head / call.heads, head % call.heads,
                  t % blocks * kQueries<C>, out, lse);
    }
  });
}

}  // namespace

template <typename T, typename Context>
void AttentionKernel(const Context&, const DenseTensor& q, const DenseTensor& k,
                     const DenseTensor& v, const DenseTensor* mask,
                     double scale, bool causal, DenseTensor* out,
                     DenseTensor* lse) {
  using C = ComputeType<T>;
  if (k.dims[1] == 0) {  // nothing is seen
    std::memset(out->Data<T>(), 0, out->numel * sizeof(T));
    std::fill_n(lse->Data<C>(), lse->numel, -scalar::kInf<C>);
    return;
  }
  const AttentionInputs<T> in(q, k, v, mask);
  const AttentionCall<C> call(*in.q, *in.k, *in.v, in.mask.get(), scale,
                              causal);
  if constexpr (std::is_same_v<T, C>) {
    RunForward(call, *out, *lse);
  } else {
    const Var wide = EmptyTensor(out->dims, DataTypeOf<C>());
    RunForward(call, *wide, *lse);
    ConvertElements(*wide, out);
  }
}
PD_REGISTER_KERNEL(attention_with_stats, CPU, ALL_LAYOUT, AttentionKernel,
                   float, double, float16, bfloat16) {
  options.strided = true;
}

}  // namespace paddle::phi::PD_CPU_ISA
