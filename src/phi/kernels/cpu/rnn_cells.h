// One row of one step of the recurrent layers: activations of the sums, the
// new state, and the way back. The sums of a gate are n units side by side;
// the order of the gates is that of ops/rnn/rnn_shapes.h.
#pragma once
#include "phi/kernels/cpu/pack_rows.h"
#include "phi/kernels/funcs/scalar/exponential.h"

namespace paddle::phi::PD_CPU_ISA {

template <typename C>
struct ForwardRow {
  int64_t n;
  C* gates;         // sums in, kept values out
  const C* bias;    // added to the sums
  const C* before;  // c of an lstm, h of a gru
  C* cell;          // the new c
  C* out;           // the new h
};

template <typename C>
struct BackwardRow {
  int64_t n;
  const C *gates, *cell, *before;
  const C* grad;  // of h
  C* cell_grad;   // of c; becomes that of the c before
  C* direct;      // what h's gradient is before the sums have their part
  const C *gates_grad, *cells_grad;  // of what is kept; may be null
  C* sums;                           // gradients of the sums
  C* out;                            // what h was; may be null
};

// m lanes; zeros where p is null.
template <typename C>
PD_INLINE Pack<C> LoadIfAny(const C* p, int64_t at, int64_t m) {
  return p ? LoadUpTo(p + at, m) : Pack<C>(C(0));
}
template <typename P>
PD_INLINE P SigmoidSlope(P y) {
  return y - y * y;
}

template <typename C>
struct LstmCell {
  static constexpr int kSums = 4, kKept = 4;
  using P = Pack<C>;

  static void Forward(const ForwardRow<C>& r) {
    ForPacks<C>(r.n, [&](int64_t u, int64_t m) {
      const auto sum = [&](int64_t gate) {
        return LoadUpTo(r.gates + gate * r.n + u, m) +
               LoadUpTo(r.bias + gate * r.n + u, m);
      };
      const P i = scalar::SigmoidOf(sum(0)), f = scalar::SigmoidOf(sum(1));
      const P g = scalar::TanhOf(sum(2)), o = scalar::SigmoidOf(sum(3));
      const P c = MulAdd(f, LoadUpTo(r.before + u, m), i * g);
      i.StoreUpTo(r.gates + u, m);
      f.StoreUpTo(r.gates + r.n + u, m);
      g.StoreUpTo(r.gates + 2 * r.n + u, m);
      o.StoreUpTo(r.gates + 3 * r.n + u, m);
      c.StoreUpTo(r.cell + u, m);
      (o * scalar::TanhOf(c)).StoreUpTo(r.out + u, m);
    });
  }

  static void Backward(const BackwardRow<C>& r) {
    const P one(C(1));
    ForPacks<C>(r.n, [&](int64_t u, int64_t m) {
      const auto gate = [&](int64_t k) {
        return LoadUpTo(r.gates + k * r.n + u, m);
      };
      const auto put = [&](int64_t k, P g, P slope) {
        const int64_t at = k * r.n + u;
        ((g + LoadIfAny(r.gates_grad, at, m)) * slope)
            .StoreUpTo(r.sums + at, m);
      };
      const P i = gate(0), f = gate(1), g = gate(2), o = gate(3);
      const P h = LoadUpTo(r.grad + u, m);
      const P t = scalar::TanhOf(LoadUpTo(r.cell + u, m));
      const P c = LoadUpTo(r.cell_grad + u, m) + LoadIfAny(r.cells_grad, u, m) +
                  h * o * MinusMulAdd(t, t, one);
      put(0, c * g, SigmoidSlope(i));
      put(1, c * LoadUpTo(r.before + u, m), SigmoidSlope(f));
      put(2, c * i, MinusMulAdd(g, g, one));
      put(3, h * t, SigmoidSlope(o));
      if (r.out) (o * t).StoreUpTo(r.out + u, m);
      (c * f).StoreUpTo(r.cell_grad + u, m);
    });
  }
};

template <typename C>
struct GruCell {
  static constexpr int kSums = 3, kKept = 4;
  using P = Pack<C>;

  static void Forward(const ForwardRow<C>& r) {
    ForPacks<C>(r.n, [&](int64_t u, int64_t m) {
      const auto sum = [&](int64_t gate) {
        return LoadUpTo(r.gates + gate * r.n + u, m) +
               LoadUpTo(r.bias + gate * r.n + u, m);
      };
      const P reset = scalar::SigmoidOf(sum(0));
      const P keep = scalar::SigmoidOf(sum(1)), part = sum(3);
      const P c = scalar::TanhOf(MulAdd(reset, part, sum(2)));
      reset.StoreUpTo(r.gates + u, m);
      keep.StoreUpTo(r.gates + r.n + u, m);
      c.StoreUpTo(r.gates + 2 * r.n + u, m);
      part.StoreUpTo(r.gates + 3 * r.n + u, m);
      MulAdd(LoadUpTo(r.before + u, m) - c, keep, c).StoreUpTo(r.out + u, m);
    });
  }

  static void Backward(const BackwardRow<C>& r) {
    const P one(C(1));
    ForPacks<C>(r.n, [&](int64_t u, int64_t m) {
      const auto gate = [&](int64_t k) {
        return LoadUpTo(r.gates + k * r.n + u, m);
      };
      const auto kept = [&](int64_t k) {
        return LoadIfAny(r.gates_grad, k * r.n + u, m);
      };
      const P reset = gate(0), keep = gate(1), c = gate(2), part = gate(3);
      const P h = LoadUpTo(r.grad + u, m);
      const P to_c = (h * (one - keep) + kept(2)) * MinusMulAdd(c, c, one);
      const P to_keep =
          (h * (LoadUpTo(r.before + u, m) - c) + kept(1)) * SigmoidSlope(keep);
      const P to_reset = (to_c * part + kept(0)) * SigmoidSlope(reset);
      to_reset.StoreUpTo(r.sums + u, m);
      to_keep.StoreUpTo(r.sums + r.n + u, m);
      to_c.StoreUpTo(r.sums + 2 * r.n + u, m);
      (to_c * reset + kept(3)).StoreUpTo(r.sums + 3 * r.n + u, m);
      (h * keep).StoreUpTo(r.direct + u, m);
    });
  }
};

// The state is what is kept.
template <typename C, bool kTanh>
struct RnnCell {
  using P = Pack<C>;

  static void Forward(const ForwardRow<C>& r) {
    ForPacks<C>(r.n, [&](int64_t u, int64_t m) {
      const P sum = LoadUpTo(r.gates + u, m) + LoadUpTo(r.bias + u, m);
      if constexpr (kTanh) {
        scalar::TanhOf(sum).StoreUpTo(r.out + u, m);
      } else {
        Select(sum <= P(C(0)), P(C(0)), sum).StoreUpTo(r.out + u, m);
      }
    });
  }

  static void Backward(const BackwardRow<C>& r) {
    const P zero(C(0)), one(C(1));
    ForPacks<C>(r.n, [&](int64_t u, int64_t m) {
      const P y = LoadUpTo(r.gates + u, m), g = LoadUpTo(r.grad + u, m);
      const P to =
          kTanh ? g * MinusMulAdd(y, y, one) : Select(y > zero, g, zero);
      to.StoreUpTo(r.sums + u, m);
    });
  }
};

}  // namespace paddle::phi::PD_CPU_ISA
