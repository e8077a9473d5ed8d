// Fused optimizer steps. All tensors of the lists are seen as one long vector,
// split among the threads wherever that suits; narrow types are computed in
// float, on the master copy where there is one.
#include <cmath>
#include <vector>

#include "common/enforce.h"
#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/convert.h"
#include "phi/kernels/cpu/strided.h"
#include "phi/kernels/funcs/scalar/common.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr int64_t kGrain = 1 << 15;  // elements worth a thread

// The elements of a tensor as C, block by block, from any dtype and strides.
template <typename C>
class Reader {
 public:
  explicit Reader(const DenseTensor& t)
      : data_(static_cast<const char*>(t.data)),
        size_(static_cast<int>(SizeOf(t.dtype))),
        same_(t.dtype == DataTypeOf<C>()),
        contiguous_(t.contiguous()),
        conversion_(ConversionOf(t.dtype, DataTypeOf<C>())) {
    if (!contiguous_) walk_ = StridedWalk(t.dims, t.strides);
  }
  const C* Read(int64_t at, int64_t n, C* buffer) const {
    const char* from = data_ + at * size_;
    if (!contiguous_) {
      char* to = same_ ? reinterpret_cast<char*>(buffer) : raw_;
      walk_.Read(data_, size_, at, n, to);
      from = to;
    }
    if (same_) return reinterpret_cast<const C*>(from);
    conversion_.Run(from, buffer, n);
    return buffer;
  }

 private:
  const char* data_;
  int size_;
  bool same_, contiguous_;
  Conversion conversion_;
  StridedWalk walk_;
  alignas(64) mutable char raw_[kBlockBytes];
};

void CheckList(const char* op, const char* name, TensorList list,
               TensorList params, DataType dtype, bool one_element) {
  if (list.size() == 0) return;
  PADDLE_ENFORCE(
      list.size() == params.size(),
      errors::InvalidArgument("%s: `%s` has the wrong length.", op, name));
  for (int i = 0; i < list.size(); ++i) {
    PADDLE_ENFORCE(
        list[i]->numel == (one_element ? 1 : params[i]->numel),
        errors::InvalidArgument("%s: a tensor of `%s` has the wrong shape.", op,
                                name)
            .Shapes({{"param", params[i]->dims}, {name, list[i]->dims}}));
    PADDLE_ENFORCE(
        dtype == DataType::kUndefined ||
            (list[i]->dtype == dtype && list[i]->contiguous()),
        errors::InvalidArgument(
            "%s: a tensor of `%s` has the wrong dtype or is strided.", op, name)
            .Expected(Name(dtype))
            .Received(Name(list[i]->dtype)));
  }
}

// Calls update(i, at, n, p, g) for blocks [at, at + n) of the i-th parameter:
// p are its values (of the master copy if any), written back afterwards.
template <typename C, typename Update>
void ForEachBlock(const char* op, TensorList params, TensorList grads,
                  TensorList masters, Update&& update) {
  PADDLE_ENFORCE(
      grads.size() == params.size(),
      errors::InvalidArgument("%s: `grad` has the wrong length.", op));
  CheckList(op, "grad", grads, params, DataType::kUndefined, false);
  CheckList(op, "master_param", masters, params, DataTypeOf<C>(), false);
  if (params.size() == 0) return;
  CheckList(op, "param", params, params, params[0]->dtype, false);
  const bool narrow = params[0]->dtype != DataTypeOf<C>();
  const Conversion to_param = ConversionOf(DataTypeOf<C>(), params[0]->dtype);
  int64_t total = 0;
  for (DenseTensor* p : params) total += p->numel;
  ParallelFor(total, kGrain, [&](int64_t begin, int64_t end) {
    alignas(64) C grad_block[kBlock], param_block[kBlock];
    int64_t first = 0;  // where parameter i begins in the long vector
    for (int i = 0; i < params.size() && first < end; ++i) {
      DenseTensor& param = *params[i];
      const int64_t from = std::max<int64_t>(begin - first, 0);
      const int64_t to = std::min(end - first, param.numel);
      first += param.numel;
      if (from >= to) continue;
      const bool direct_grad =
          grads[i]->dtype == DataTypeOf<C>() && grads[i]->contiguous();
      if (!narrow && direct_grad) {  // no copies: one run
        update(i, from, to - from, param.Data<C>() + from,
               static_cast<const C*>(grads[i]->Data<C>()) + from);
        continue;
      }
      const Reader<C> grad(*grads[i]), value(param);
      C* master = masters.size() ? masters[i]->Data<C>() : nullptr;
      for (int64_t at = from; at < to; at += kBlock) {
        const int64_t n = std::min<int64_t>(kBlock, to - at);
        C* p = narrow ? param_block : param.Data<C>() + at;
        if (narrow && master) p = master + at;
        if (narrow && !master) value.Read(at, n, p);
        update(i, at, n, p, grad.Read(at, n, grad_block));
        if (narrow) {
          to_param.Run(p,
                       static_cast<char*>(param.data) +
                           at * static_cast<int64_t>(SizeOf(param.dtype)),
                       n);
        }
      }
    }
  });
  for (DenseTensor* p : params) p->BumpVersion();
  for (DenseTensor* p : masters) p->BumpVersion();
}

bool IsTrue(const DenseTensor* skip) { return skip && *skip->Data<bool>(); }

void BumpAll(TensorList list) {
  for (DenseTensor* t : list) t->BumpVersion();
}

template <typename C>
void Sgd(C* __restrict p, const C* __restrict g, C lr, C decay, int64_t n) {
  for (int64_t i = 0; i < n; ++i) p[i] -= lr * (g[i] + decay * p[i]);
}

template <typename C>
void Momentum(C* __restrict p, const C* __restrict g, C* __restrict v, C lr,
              C mu, C decay, C rescale, bool nesterov, int64_t n) {
  const C ahead = nesterov ? mu : C(1), now = nesterov ? C(1) : C(0);
  for (int64_t i = 0; i < n; ++i) {
    const C d = rescale * g[i] + decay * p[i];
    v[i] = mu * v[i] + d;
    p[i] -= lr * (now * d + ahead * v[i]);
  }
}

template <typename C>
struct AdamFactors {
  C beta1, beta2, l2_decay, keep;  // keep: 1 - lr * decoupled decay
  C rate, epsilon;                 // with the bias corrections in them
};

template <typename C>
void Adam(C* __restrict p, const C* __restrict g, C* __restrict m,
          C* __restrict v, const AdamFactors<C>& k, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    const C d = g[i] + k.l2_decay * p[i];
    m[i] = k.beta1 * m[i] + (1 - k.beta1) * d;
    v[i] = k.beta2 * v[i] + (1 - k.beta2) * d * d;
    p[i] = k.keep * p[i] - k.rate * m[i] / (std::sqrt(v[i]) + k.epsilon);
  }
}

template <typename C>
void AmsGrad(C* __restrict p, const C* __restrict g, C* __restrict m,
             C* __restrict v, C* __restrict top, const AdamFactors<C>& k,
             int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    const C d = g[i] + k.l2_decay * p[i];
    m[i] = k.beta1 * m[i] + (1 - k.beta1) * d;
    v[i] = k.beta2 * v[i] + (1 - k.beta2) * d * d;
    top[i] = top[i] > v[i] ? top[i] : v[i];
    p[i] = k.keep * p[i] - k.rate * m[i] / (std::sqrt(top[i]) + k.epsilon);
  }
}

template <typename C>
double SumOfSquares(const C* x, int64_t n) {
  double lanes[8] = {}, sum = 0;
  int64_t i = 0;
  for (; i + 8 <= n; i += 8) {
    for (int k = 0; k < 8; ++k) {
      lanes[k] += static_cast<double>(x[i + k]) * x[i + k];
    }
  }
  for (; i < n; ++i) lanes[0] += static_cast<double>(x[i]) * x[i];
  for (const double lane : lanes) sum += lane;
  return sum;
}

}  // namespace

template <typename T, typename Context>
void SgdKernel(const Context&, TensorList param, TensorList grad,
               TensorList master, double lr, double decay,
               const DenseTensor* skip, Outs&) {
  using C = ComputeType<T>;
  if (IsTrue(skip)) return;
  ForEachBlock<C>("sgd", param, grad, master,
                  [&](int, int64_t, int64_t n, C* p, const C* g) {
                    Sgd<C>(p, g, C(lr), C(decay), n);
                  });
}

template <typename T, typename Context>
void MomentumKernel(const Context&, TensorList param, TensorList grad,
                    TensorList velocity, TensorList master, double lr,
                    double mu, bool nesterov, double decay, double rescale,
                    const DenseTensor* skip, Outs&) {
  using C = ComputeType<T>;
  if (IsTrue(skip)) return;
  CheckList("momentum", "velocity", velocity, param, DataTypeOf<C>(), false);
  ForEachBlock<C>("momentum", param, grad, master,
                  [&](int i, int64_t at, int64_t n, C* p, const C* g) {
                    Momentum<C>(p, g, velocity[i]->Data<C>() + at, C(lr), C(mu),
                                C(decay), C(rescale), nesterov, n);
                  });
  BumpAll(velocity);
}

template <typename T, typename Context>
void AdamKernel(const Context&, TensorList param, TensorList grad,
                TensorList moment1, TensorList moment2, TensorList moment2_max,
                TensorList beta1_pow, TensorList beta2_pow, TensorList master,
                double lr, double beta1, double beta2, double epsilon,
                double l2_decay, double decoupled_decay,
                const DenseTensor* skip, Outs&) {
  using C = ComputeType<T>;
  if (IsTrue(skip)) return;
  constexpr DataType kState = DataTypeOf<C>();
  CheckList("adam", "moment1", moment1, param, kState, false);
  CheckList("adam", "moment2", moment2, param, kState, false);
  CheckList("adam", "moment2_max", moment2_max, param, kState, false);
  CheckList("adam", "beta1_pow", beta1_pow, param, kState, true);
  CheckList("adam", "beta2_pow", beta2_pow, param, kState, true);
  PADDLE_ENFORCE(
      moment1.size() == param.size() && moment2.size() == param.size() &&
          beta1_pow.size() == param.size() && beta2_pow.size() == param.size(),
      errors::InvalidArgument("adam: a list of states has the wrong length."));
  ForEachBlock<C>(
      "adam", param, grad, master,
      [&](int i, int64_t at, int64_t n, C* p, const C* g) {
        const double pow1 = beta1_pow[i]->template Data<C>()[0];
        const double root = std::sqrt(1 - beta2_pow[i]->template Data<C>()[0]);
        const AdamFactors<C> k{C(beta1),
                               C(beta2),
                               C(l2_decay),
                               C(1 - lr * decoupled_decay),
                               C(lr * root / (1 - pow1)),
                               C(epsilon * root)};
        C* m = moment1[i]->template Data<C>() + at;
        C* v = moment2[i]->template Data<C>() + at;
        if (moment2_max.size()) {
          AmsGrad<C>(p, g, m, v, moment2_max[i]->template Data<C>() + at, k, n);
        } else {
          Adam<C>(p, g, m, v, k, n);
        }
      });
  for (int i = 0; i < param.size(); ++i) {
    beta1_pow[i]->template Data<C>()[0] *= C(beta1);
    beta2_pow[i]->template Data<C>()[0] *= C(beta2);
  }
  BumpAll(moment1);
  BumpAll(moment2);
  BumpAll(moment2_max);
  BumpAll(beta1_pow);
  BumpAll(beta2_pow);
}

template <typename T, typename Context>
void SquaredL2NormKernel(const Context&, TensorList list, DenseTensor* out) {
  using C = ComputeType<T>;
  double sum = 0;
  std::vector<double> parts;  // in a fixed order, whatever the threads do
  for (DenseTensor* x : list) {
    const int64_t pieces = (x->numel + kGrain - 1) / kGrain;
    parts.assign(static_cast<size_t>(pieces), 0.0);
    ParallelFor(pieces, 1, [&](int64_t begin, int64_t end) {
      const Reader<C> reader(*x);
      alignas(64) C block[kBlock];
      for (int64_t piece = begin; piece < end; ++piece) {
        const int64_t last = std::min((piece + 1) * kGrain, x->numel);
        for (int64_t at = piece * kGrain; at < last; at += kBlock) {
          const int64_t n = std::min<int64_t>(kBlock, last - at);
          parts[static_cast<size_t>(piece)] +=
              SumOfSquares(reader.Read(at, n, block), n);
        }
      }
    });
    for (const double part : parts) sum += part;
  }
  if (out->dtype == DataType::kFloat64)
    *out->Data<double>() = sum;
  else
    *out->Data<float>() = static_cast<float>(sum);
}

PD_REGISTER_KERNEL(sgd_, CPU, ALL_LAYOUT, SgdKernel, float, double, float16,
                   bfloat16) {
  options.strided = true;
}
PD_REGISTER_KERNEL(momentum_, CPU, ALL_LAYOUT, MomentumKernel, float, double,
                   float16, bfloat16) {
  options.strided = true;
}
PD_REGISTER_KERNEL(adam_, CPU, ALL_LAYOUT, AdamKernel, float, double, float16,
                   bfloat16) {
  options.strided = true;
}
PD_REGISTER_KERNEL(squared_l2_norm, CPU, ALL_LAYOUT, SquaredL2NormKernel, float,
                   double, float16, bfloat16) {
  options.strided = true;
}

}  // namespace paddle::phi::PD_CPU_ISA
