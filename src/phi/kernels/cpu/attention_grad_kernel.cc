// attention_grad: the weights of a block are made again from the scores and
// what the forward pass kept of each row. A task is a head of the keys with
// all queries that look at it, so that each sum has one order.
#include <vector>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/attention_tiles.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

template <typename C>
class Backward {
 public:
  Backward(const AttentionCall<C>& call, const DenseTensor& out,
           const DenseTensor& lse, const DenseTensor& out_grad,
           const DenseTensor* lse_grad, DenseTensor* q_grad,
           DenseTensor* k_grad, DenseTensor* v_grad)
      : call_(call),
        out_(out),
        lse_(lse),
        out_grad_(out_grad),
        lse_grad_(lse_grad),
        q_grad_(q_grad),
        k_grad_(k_grad),
        v_grad_(v_grad),
        queries_(call.d * kQ),
        grads_(call.d_v * kQ),
        keys_(kKeys * call.d),
        values_(kKeys * call.d_v),
        weights_(kKeys * kQ),
        slopes_(kKeys * kQ),
        of_queries_(call.d * kQ) {}

  // Queries from `first` on of head h, against all keys that they see.
  void Run(int64_t n, int64_t h, int64_t first) {
    const int64_t rows = std::min(kQ, call_.s_q - first);
    const int64_t vectors = (rows + P::kLanes - 1) / P::kLanes;
    const int64_t width = vectors * P::kLanes, of_keys = h / call_.group;
    const auto q = RowsOfHead<const C>(*call_.q, n, h);
    const auto k = RowsOfHead<const C>(*call_.k, n, of_keys);
    const auto v = RowsOfHead<const C>(*call_.v, n, of_keys);
    const auto g = RowsOfHead<const C>(out_grad_, n, h);
    const auto dk = RowsOfHead<C>(*k_grad_, n, of_keys);
    const auto dv = RowsOfHead<C>(*v_grad_, n, of_keys);
    const BlockMask<C> mask(call_, n, h);
    TransposeQueries<C>({q.at(first), q.step}, rows, call_.d, call_.scale,
                        queries_.data());
    TransposeQueries<C>({g.at(first), g.step}, rows, call_.d_v, C(1),
                        grads_.data());
    Statistics(n, h, first, rows);
    std::fill(of_queries_.begin(), of_queries_.end(), C(0));
    const int64_t end = call_.KeysOf(first, rows);
    for (int64_t j = 0; j < end; j += kKeys) {
      const int64_t keys = std::min(kKeys, end - j);
      const auto key = Gathered<C>(k, j, keys, call_.d, keys_.data());
      TileProduct<C>(keys, width, call_.d, key.data, key.step, 1,
                     queries_.data(), kQ, weights_.data(), kQ, false);
      mask.Apply(first, rows, j, keys, vectors, weights_.data());
      const auto value = Gathered<C>(v, j, keys, call_.d_v, values_.data());
      TileProduct<C>(keys, width, call_.d_v, value.data, value.step, 1,
                     grads_.data(), kQ, slopes_.data(), kQ, false);
      for (int64_t u = 0; u < vectors; ++u) Slopes(keys, u * P::kLanes);
      TileProduct<C>(keys, call_.d_v, rows, weights_.data(), kQ, 1, g.at(first),
                     g.step, dv.at(j), dv.step, true);
      TileProduct<C>(keys, call_.d, rows, slopes_.data(), kQ, 1, q.at(first),
                     q.step, dk.at(j), dk.step, true);
      TileProduct<C>(call_.d, width, keys, key.data, 1, key.step,
                     slopes_.data(), kQ, of_queries_.data(), kQ, true);
    }
    using B = std::conditional_t<sizeof(C) == 4, uint32_t, uint64_t>;
    const auto dq = RowsOfHead<C>(*q_grad_, n, h);
    Transpose(reinterpret_cast<const B*>(of_queries_.data()), kQ,
              reinterpret_cast<B*>(dq.at(first)), dq.step, call_.d, rows);
  }

 private:
  using P = Pack<C>;
  static constexpr int64_t kQ = kQueries<C>;

  // The lse of each row, and the sum of out times out_grad less lse's gradient.
  void Statistics(int64_t n, int64_t h, int64_t first, int64_t rows) {
    const auto o = RowsOfHead<const C>(out_, n, h);
    const auto g = RowsOfHead<const C>(out_grad_, n, h);
    const int64_t at = (n * call_.heads + h) * call_.s_q + first;
    const C* lse = lse_.Data<C>() + at;
    const C* lse_grad = lse_grad_ ? lse_grad_->Data<C>() + at : nullptr;
    for (int64_t r = 0; r < kQ; ++r) {
      shift_[r] = scalar::kInf<C>;  // lanes beyond the rows weigh nothing
      along_[r] = C(0);
      if (r >= rows) continue;
      shift_[r] = lse[r];
      const C *a = o.at(first + r), *b = g.at(first + r);
      P sum(C(0));
      ForPacks<C>(call_.d_v, [&](int64_t e, int64_t m) {
        sum = MulAdd(LoadUpTo(a + e, m), LoadUpTo(b + e, m), sum);
      });
      along_[r] = SumOfLanes(sum) - (lse_grad ? lse_grad[r] : C(0));
    }
  }

  // Scores become weights, gradients of weights those of scores.
  void Slopes(int64_t keys, int64_t lane) {
    const P shift = P::Load(shift_ + lane), along = P::Load(along_ + lane);
    const P scale(call_.scale);
    C *w = weights_.data() + lane, *s = slopes_.data() + lane;
    for (int64_t j = 0; j < keys; ++j, w += kQ, s += kQ) {
      const P weight = ExpShifted(P::Load(w) - shift);
      weight.Store(w);
      (weight * (P::Load(s) - along) * scale).Store(s);
    }
  }

  const AttentionCall<C>& call_;
  const DenseTensor &out_, &lse_, &out_grad_;
  const DenseTensor* lse_grad_;
  DenseTensor *q_grad_, *k_grad_, *v_grad_;
  C shift_[kQ], along_[kQ];
  std::vector<C> queries_, grads_, keys_, values_, weights_, slopes_,
      of_queries_;
};

}  // namespace

template <typename T, typename Context>
void AttentionGradKernel(const Context&, const DenseTensor& q,
                         const DenseTensor& k, const DenseTensor& v,
                         const DenseTensor* mask, const DenseTensor& out,
                         const DenseTensor& lse, const DenseTensor& out_grad,
                         const DenseTensor* lse_grad, double scale, bool causal,
                         DenseTensor* q_grad, DenseTensor* k_grad,
                         DenseTensor* v_grad) {
  using C = ComputeType<T>;
  using In = AttentionInputs<T>;
  DenseTensor* grads[] = {q_grad, k_grad, v_grad};
  Var wide[3];
  for (int i = 0; i < 3; ++i) {
    wide[i] = std::is_same_v<T, C>
                  ? Var::Share(grads[i])
                  : EmptyTensor(grads[i]->dims, DataTypeOf<C>());
    std::fill_n(wide[i]->template Data<C>(), wide[i]->numel, C(0));
  }
  const In in(q, k, v, mask);
  const Var o = In::Of(out), g = In::Of(out_grad);
  const Var kept = Readable(lse, lse.contiguous());
  Var of_lse;
  if (lse_grad) of_lse = Readable(*lse_grad, lse_grad->contiguous());
  const AttentionCall<C> call(*in.q, *in.k, *in.v, in.mask.get(), scale,
                              causal);
  const int64_t key_heads = k.dims[2];
  if (call.s_k > 0) {
    const int64_t grain =
        std::max<int64_t>(1, 16384 / (call.s_k * call.s_q * call.group + 1));
    ParallelFor(q.dims[0] * key_heads, grain, [&](int64_t b, int64_t e) {
      Backward<C> backward(call, *o, *kept, *g, of_lse.get(), wide[0].get(),
                           wide[1].get(), wide[2].get());
      for (int64_t t = b; t < e; ++t) {
        const int64_t head = t % key_heads * call.group;
        for (int64_t i = 0; i < call.group; ++i) {
          for (int64_t r = 0; r < call.s_q; r += kQueries<C>) {
            backward.Run(t / key_heads, head + i, r);
          }
        }
      }
    });
  }
  if constexpr (!std::is_same_v<T, C>) {
    for (int i = 0; i < 3; ++i) ConvertElements(*wide[i], grads[i]);
  }
}
PD_REGISTER_KERNEL(attention_grad, CPU, ALL_LAYOUT, AttentionGradKernel, float,
                   double, float16, bfloat16) {
  options.strided = true;
}

}  // namespace paddle::phi::PD_CPU_ISA
