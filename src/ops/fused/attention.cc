// attention_with_stats and its gradients: scaled dot-product attention, whose
// kernels never hold the matrix of scores.
#include <limits>

#include "ops/generated/fused.h"
#include "ops/nn/norm_dims.h"
#include "ops/vjp_by_parts.h"

namespace paddle {
namespace {

constexpr int kMask = 3;

// The sizes of a call; q is [n, s_q, heads, d], k and v are [n, s_k, key heads,
// d or d_v].
struct Sizes {
  int64_t n, s_q, heads, d, s_k, key_heads, d_v;
};

Sizes CheckedSizes(const Args& args) {
  const char* op = args.op->name.c_str();
  const DDim &q = args.dims(0), &k = args.dims(1), &v = args.dims(2);
  PADDLE_ENFORCE(
      q.rank() == 4 && k.rank() == 4 && v.rank() == 4 && q[0] == k[0] &&
          k[0] == v[0] && q[3] == k[3] && k[1] == v[1] && k[2] == v[2],
      errors::InvalidArgument("%s: the shapes do not match.", op)
          .Expected("q of [n, s_q, heads, d], k of [n, s_k, key heads, d], "
                    "v of [n, s_k, key heads, d_v]")
          .Shapes({{"q", q}, {"k", k}, {"v", v}}));
  PADDLE_ENFORCE(k[2] > 0 ? q[2] % k[2] == 0 : q[2] == 0,
                 errors::InvalidArgument("%s: heads do not match.", op)
                     .Expected("as many heads of q as of k, or several times")
                     .Shapes({{"q", q}, {"k", k}}));
  const DataType type = args.slot[0].tensor->dtype;
  PADDLE_ENFORCE(
      (kFloats & Bit(type)) && args.slot[1].tensor->dtype == type &&
          args.slot[2].tensor->dtype == type,
      errors::InvalidType("%s: `q`, `k`, `v` must have one floating dtype.", op)
          .Received(Name(type) + std::string(", ") +
                    Name(args.slot[1].tensor->dtype) + ", " +
                    Name(args.slot[2].tensor->dtype)));
  if (const DenseTensor* mask = args.slot[kMask].tensor) {
    const int64_t scores[] = {q[0], q[2], q[1], k[1]};
    bool fits = mask->rank() <= 4;
    for (int i = 1; fits && i <= mask->rank(); ++i) {
      const int64_t size = mask->dims[mask->rank() - i];
      fits = size == 1 || size == scores[4 - i];
    }
    PADDLE_ENFORCE(fits,
                   errors::InvalidArgument("%s: `mask` does not fit.", op)
                       .Expected("what broadcasts to [n, heads, s_q, s_k]")
                       .Shapes({{"q", q}, {"k", k}, {"mask", mask->dims}}));
    PADDLE_ENFORCE(mask->dtype == DataType::kBool || mask->dtype == type,
                   errors::InvalidType("%s: `mask` has the wrong dtype.", op)
                       .Expected("bool, or that of `q`")
                       .Received(Name(mask->dtype)));
  }
  return {q[0], q[1], q[2], q[3], k[1], k[2], v[3]};
}

Var SwapHeads(const Var& x) { return ops::Transpose(x, {0, 2, 1, 3}); }

// [n, key heads, s, d] with each head as often as query heads share it.
Var Shared(const Var& x, const Sizes& s) {
  if (s.heads == s.key_heads) return x;
  const int64_t group = s.heads / s.key_heads, length = x.dims()[2];
  const Var wide = ops::Expand(ops::Unsqueeze(x, {2}),
                               {s.n, s.key_heads, group, length, x.dims()[3]});
  return ops::Reshape(wide, {s.n, s.heads, length, x.dims()[3]});
}
// The gradient of that.
Var SumOfShared(const Var& g, const Sizes& s) {
  if (s.heads == s.key_heads) return g;
  const int64_t group = s.heads / s.key_heads;
  return ops::Sum(
      ops::Reshape(g, {s.n, s.key_heads, group, g.dims()[2], g.dims()[3]}),
      {2});
}

// [n, heads, s_q, s_k]; the scaled q and k are [n, heads, s, d].
Var MaskedScores(const Args& a, const Sizes& s, const Var& q, const Var& k) {
  Var scores = ops::Matmul(q, k, false, true);
  const Var hidden = ops::Full(DDim{}, -std::numeric_limits<double>::infinity(),
                               scores.dtype());
  if (a.b("causal")) {
    const Var seen = ops::Tril(ops::Ones({s.s_q, s.s_k}, DataType::kBool));
    scores = ops::Where(seen, scores, hidden);
  }
  const Var mask = a.tensor(kMask);
  if (!mask) return scores;
  if (mask.dtype() == DataType::kBool) return ops::Where(mask, scores, hidden);
  return scores + mask;
}

}  // namespace

PD_OP(attention_with_stats)
    .Schema(
        "(Tensor q, Tensor k, Tensor v, Tensor? mask, float scale, "
        "bool causal) -> Tensor out, Tensor lse")
    .Doc(
        "softmax(scale q k^T + mask) v with heads behind the sequence, and the "
        "logarithm of the sum of exponentials of each row of scores, [n, "
        "heads, s_q]. With `causal` no query sees a key behind its own place.")
    .Traits(kInternal)
    .NoDims("heads of keys serve groups of heads of queries")
    .InferMeta([](const Args& args, Outs& outs) {
      const Sizes s = CheckedSizes(args);
      const DataType type = args.slot[0].tensor->dtype;
      SetOut(outs[0], {s.n, s.s_q, s.heads, s.d_v}, type);
      SetOut(outs[1], {s.n, s.heads, s.s_q}, StatsType(type));
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          // The gradient of a mask is as large as the scores.
          if (c.needs(kMask)) return VjpByParts(c);
          VarList grads = ops::AttentionGrad(
              c.in(0), c.in(1), c.in(2), c.has_in(kMask) ? c.in(kMask) : Var(),
              c.out(0), c.out(1), c.grad(0), c.has_grad(1) ? c.grad(1) : Var(),
              c.f("scale"), c.b("causal"));
          grads.push_back(Var());
          return grads;
        },
        {"q", "k", "v", "mask", "out", "lse"})
    .Decompose([](const Args& a) -> VarList {
      const Sizes s = CheckedSizes(a);
      const Var q = SwapHeads(a.tensor(0)) * a.f("scale");
      const Var k = Shared(SwapHeads(a.tensor(1)), s);
      const Var v = Shared(SwapHeads(a.tensor(2)), s);
      const Var scores = MaskedScores(a, s, q, k);
      const Var out = ops::Matmul(ops::Softmax(scores, -1), v);
      const Var lse =
          ops::Logsumexp(CastIfNeeded(scores, StatsType(q.dtype())), {-1});
      return {SwapHeads(out), lse};
    });

PD_OP(attention_grad)
    .Schema(
        "(Tensor q, Tensor k, Tensor v, Tensor? mask, Tensor out, Tensor lse, "
        "Tensor out_grad, Tensor? lse_grad, float scale, bool causal) "
        "-> Tensor q_grad, Tensor k_grad, Tensor v_grad")
    .Doc("The gradients of attention_with_stats for q, k and v.")
    .Traits(kInternal)
    .NoDims("heads of keys serve groups of heads of queries")
    .InferMeta([](const Args& args, Outs& outs) {
      const Sizes s = CheckedSizes(args);
      const DDim out = {s.n, s.s_q, s.heads, s.d_v};
      const DDim rows = {s.n, s.heads, s.s_q};
      PADDLE_ENFORCE(
          args.dims(4) == out && args.dims(6) == out && args.dims(5) == rows &&
              (!args.slot[7].tensor || args.dims(7) == rows),
          errors::InvalidArgument("attention_grad: the shapes do not match.")
              .Expected("out and out_grad of [n, s_q, heads, d_v], lse and "
                        "lse_grad of [n, heads, s_q]")
              .Shapes({{"out", args.dims(4)},
                       {"lse", args.dims(5)},
                       {"out_grad", args.dims(6)}}));
      const DataType type = args.slot[0].tensor->dtype;
      for (int i = 0; i < 3; ++i) SetOut(outs[i], args.dims(i), type);
    })
    .Decompose([](const Args& a) -> VarList {
      const Sizes s = CheckedSizes(a);
      const double scale = a.f("scale");
      const Var q = SwapHeads(a.tensor(0)) * scale;
      const Var k = Shared(SwapHeads(a.tensor(1)), s);
      const Var v = Shared(SwapHeads(a.tensor(2)), s);
      const Var g = SwapHeads(a.tensor(6));
      const Var weights = ops::Softmax(MaskedScores(a, s, q, k), -1);
      const Var dv = ops::Matmul(weights, g, true, false);
      const Var dw = ops::Matmul(g, v, false, true);
      const Var along =
          ops::Sum(dw * weights, {-1}, DataType::kUndefined, true);
      Var slope = dw - along;
      if (const Var lse_grad = a.tensor(7)) {
        slope = slope + CastIfNeeded(ops::Unsqueeze(lse_grad, {-1}), q.dtype());
      }
      const Var ds = weights * slope;
      const Var dq = ops::Matmul(ds, k) * scale;
      const Var dk = ops::Matmul(ds, q, true, false);
      return {SwapHeads(dq), SwapHeads(SumOfShared(dk, s)),
              SwapHeads(SumOfShared(dv, s))};
    });

}  // namespace paddle
