// Elementwise kernels. An operator gives one contiguous vectorised loop per
// compute type (LoopOf); everything else is compiled once for all operators,
// in elementwise.cc: strides, broadcasting, narrow floats, threads.
//
//   PD_REGISTER_ELEMENTWISE(add, "TTO", scalar::Add, float, bfloat16);
//
// makes the loop of scalar::Add<float> the kernel of both types.
#pragma once
#include <array>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/convert.h"
#include "phi/kernels/cpu/pack.h"
#include "phi/kernels/cpu/strided.h"
#include "phi/kernels/funcs/scalar/common.h"

namespace paddle::phi::PD_CPU_ISA {

constexpr int64_t kElementwiseGrain = 32768;  // elements per piece of work
constexpr int kChunk = 64;                    // elements of one turn of a loop
constexpr int kFew = 4;                       // so few are done one by one
constexpr int kMaxInputs = 4;

// One call of a loop: `n` is a multiple of kChunk, or at most kFew. An input
// of step 0 points at kChunk equal elements.
struct LoopCall {
  void* out;
  int64_t n;
  const void* functor;
  const void* in[kMaxInputs];
  int64_t step[kMaxInputs];  // 0 or 1
};

// A loop and the types of what it reads and writes.
struct Loop {
  void (*run)(const LoopCall&);
  int num_inputs;
  DataType in[kMaxInputs];
  DataType out;
};

// out = loop(in[0], ..., in[num_inputs - 1]) with broadcasting, for inputs of
// any strides; converts where a tensor has another type than the loop.
void RunElementwise(const Loop& loop, const DenseTensor* const* in,
                    DenseTensor* out, const void* functor);

// out = x in the type of `out`.
void ConvertElements(const DenseTensor& x, DenseTensor* out);

// A functor may leave rare inputs (huge angles, say) to a slow scalar road.
template <typename F, typename... T>
concept HasRare = requires(const F f, T... x) {
  f.Rare(x...);
};

// A functor over C may be written for packs of C too.
template <typename F>
concept TakesPacks = F::kTakesPacks;

template <typename F, typename R, typename... T>
inline R RunOne(const F& f, T... x) {
  if constexpr (HasRare<F, T...>) {
    if (f.Rare(x...)) return static_cast<R>(f.Slow(x...));
  }
  return static_cast<R>(f(x...));
}

// The slow road for those of a chunk that need it.
template <typename F, typename R, typename... T>
inline void RunRare(const F& f, R* out, int n, const T*... x) {
  for (int i = 0; i < n; ++i) {
    out[i] = RunOne<F, R, T...>(f, x[i]...);
    asm volatile("");  // stays scalar
  }
}

template <typename F, typename R, typename... T>
inline void RunChunk(const F& f, R* out, const T*... x) {
  if constexpr (TakesPacks<F>) {
    using P = Pack<R>;
    if constexpr (HasRare<F, T...>) {
      auto rare = f.Rare(P::Load(x)...);
#pragma GCC unroll 1
      for (int i = P::kLanes; i < kChunk; i += P::kLanes) {
        rare = rare | f.Rare(P::Load(x + i)...);
      }
      if (PD_UNLIKELY(rare.Any())) {
        return RunRare<F, R, T...>(f, out, kChunk, x...);
      }
    }
#pragma GCC unroll 1  // long bodies: the processor overlaps them itself
    for (int i = 0; i < kChunk; i += P::kLanes) {
      f(P::Load(x + i)...).Store(out + i);
    }
  } else {
    if constexpr (HasRare<F, T...>) {
      int rare = 0;  // as bool it would not be vectorised
      for (int i = 0; i < kChunk; ++i) rare |= f.Rare(x[i]...) ? 1 : 0;
      if (PD_UNLIKELY(rare)) {
        return RunRare<F, R, T...>(f, out, kChunk, x...);
      }
    }
#pragma GCC ivdep  // the output is an input or apart from it
    for (int i = 0; i < kChunk; ++i) out[i] = static_cast<R>(f(x[i]...));
  }
}

template <typename F, typename R, typename... T>
inline void RunFew(const F& f, R* out, int n, const T*... x) {
  if constexpr (TakesPacks<F> && !HasRare<F, T...>) {
    f(Pack<R>::LoadPart(x, n)...).StorePart(out, n);
  } else {
    RunRare<F, R, T...>(f, out, n, x...);
  }
}

template <typename F, typename R, typename... T>
struct LoopOf {
  static void Run(const LoopCall& call) {
    Over(call, std::index_sequence_for<T...>());
  }
  static constexpr Loop kLoop{
      &Run, sizeof...(T), {DataTypeOf<T>()...}, DataTypeOf<R>()};

 private:
  template <size_t... K>
  static void Over(const LoopCall& call, std::index_sequence<K...>) {
    const F f = *static_cast<const F*>(call.functor);
    R* out = static_cast<R*>(call.out);
    if (call.n <= kFew) {
      return RunFew<F, R, T...>(f, out, static_cast<int>(call.n),
                                static_cast<const T*>(call.in[K])...);
    }
    for (int64_t i = 0; i < call.n; i += kChunk) {
      RunChunk<F, R, T...>(
          f, out + i, static_cast<const T*>(call.in[K]) + i * call.step[K]...);
    }
  }
};

// A kernel that runs a loop over its first tensors; functors are made from the
// call's arguments where they have a constructor for them.
template <template <typename> class F, typename C, typename... T>
struct ElementwiseKernel {
  using Functor = F<C>;
  using R = decltype(std::declval<Functor>()(std::declval<T>()...));
  static void Run(const DeviceContext&, const Args& args, Outs& outs) {
    const DenseTensor* in[sizeof...(T)];
    for (size_t k = 0; k < sizeof...(T); ++k) in[k] = args.slot[k].tensor;
    if constexpr (std::is_constructible_v<Functor, const Args&>) {
      const Functor f(args);
      RunElementwise(LoopOf<Functor, R, T...>::kLoop, in, outs[0], &f);
    } else {
      const Functor f;
      RunElementwise(LoopOf<Functor, R, T...>::kLoop, in, outs[0], &f);
    }
  }
};

template <template <typename> class F, int kInputs, typename C>
constexpr KernelFn ElementwiseFn() {
  static_assert(kInputs >= 1 && kInputs <= 3);
  if constexpr (kInputs == 1)
    return &ElementwiseKernel<F, C, C>::Run;
  else if constexpr (kInputs == 2)
    return &ElementwiseKernel<F, C, C, C>::Run;
  else
    return &ElementwiseKernel<F, C, C, C, C>::Run;
}

constexpr int CountTensors(const char* code) {
  return *code == 'T' ? 1 + CountTensors(code + 1) : 0;
}

template <template <typename> class F, int kInputs, typename... T>
constexpr std::array<KernelKey, sizeof...(T)> ElementwiseKeys(
    const char* code) {
  return {KernelKey{DataTypeOf<T>(),
                    ElementwiseFn<F, kInputs, ComputeType<T>>(), code}...};
}

// The same function for each of these types.
template <typename... T>
constexpr std::array<KernelKey, sizeof...(T)> KeysOf(KernelFn fn,
                                                     const char* code) {
  return {KernelKey{DataTypeOf<T>(), fn, code}...};
}

inline void SetStrided(KernelOptions& options) { options.strided = true; }

// `code`: the types of the arguments, one letter each as in kernel_registry.h;
// F<C> is the functor over compute type C. `id` sets apart several kernels of
// one operator.
#define PD_REGISTER_KEYS_AS(id, op, ...)                       \
  static constexpr auto kPdKeys_##id = __VA_ARGS__;            \
  static constexpr ::paddle::phi::KernelSpec kPdSpec_##id{     \
      #op,                                                     \
      ::paddle::DeviceType::kCPU,                              \
      PD_CPU_ISA_LEVEL,                                        \
      kPdKeys_##id.data(),                                     \
      static_cast<int>(kPdKeys_##id.size()),                   \
      &SetStrided};                                            \
  [[maybe_unused]] static const ::paddle::phi::KernelRegistrar \
      pd_registrar_##id(&kPdSpec_##id)
#define PD_REGISTER_KEYS(op, ...) PD_REGISTER_KEYS_AS(op, op, __VA_ARGS__)
#define PD_REGISTER_ELEMENTWISE_AS(id, op, code, F, ...) \
  PD_REGISTER_KEYS_AS(                                   \
      id, op, ElementwiseKeys<F, CountTensors(code), __VA_ARGS__>(code))
#define PD_REGISTER_ELEMENTWISE(op, code, F, ...) \
  PD_REGISTER_ELEMENTWISE_AS(op, op, code, F, __VA_ARGS__)

#define PD_INT_TYPES uint8_t, int8_t, int16_t, int32_t, int64_t
#define PD_FLOAT_TYPES float16, bfloat16, float, double
#define PD_COMPLEX_TYPES complex64, complex128
#define PD_NUMBER_TYPES PD_INT_TYPES, PD_FLOAT_TYPES, PD_COMPLEX_TYPES
#define PD_ALL_TYPES bool, PD_NUMBER_TYPES, float8_e4m3fn, float8_e5m2

}  // namespace paddle::phi::PD_CPU_ISA
