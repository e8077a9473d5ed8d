// Registration of kernels and the thunks that unpack the flat arguments of a
// call into the typed signature of a kernel.
//
//   template <typename T, typename Context>
//   void TanhKernel(const Context& ctx, const DenseTensor& x, DenseTensor*
//   out); PD_REGISTER_KERNEL(tanh, CPU, ALL_LAYOUT, TanhKernel, float, double)
//   {}
//
// Parameters follow the schema: const DenseTensor& (Tensor), const DenseTensor*
// (Tensor?), TensorList, bool, int64_t, double, std::string_view, IntArray,
// DataType, Scalar, then one DenseTensor* per output or one Outs& for
// "Tensor[] out". They are checked against the schema when the library loads.
#pragma once
#include <iterator>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/device_context.h"
#include "ops/op_def.h"

namespace paddle::phi {

// ---- typed parameters ----
template <typename P>
struct Param;
#define PD_PARAM(type, code, get)                                              \
  template <>                                                                  \
  struct Param<type> {                                                         \
    static constexpr char kCode = code;                                        \
    static type Get(const Args& a, Outs& o, int& in, int& out) { return get; } \
  }
PD_PARAM(const DenseTensor&, 'T', *a.slot[in++].tensor);
PD_PARAM(const DenseTensor*, '?', a.slot[in++].tensor);
PD_PARAM(TensorList, 'L', a.slot[in++].tensors);
PD_PARAM(bool, 'b', a.slot[in++].i != 0);
PD_PARAM(int64_t, 'i', a.slot[in++].i);
PD_PARAM(double, 'f', a.slot[in++].f);
PD_PARAM(std::string_view, 's', a.slot[in++].text);
PD_PARAM(IntArray, 'I', a.slot[in++].ints);
PD_PARAM(DataType, 't', static_cast<DataType>(a.slot[in++].i));
PD_PARAM(Scalar, 'S', a.slot[in++].scalar);
PD_PARAM(DenseTensor*, 'O', o[out++]);
PD_PARAM(Outs&, 'V', o);
#undef PD_PARAM

template <auto F>
struct Thunk;
template <typename Context, typename... P, void (*F)(const Context&, P...)>
struct Thunk<F> {
  static constexpr char kCode[] = {Param<P>::kCode..., 0};
  static void Run(const DeviceContext& ctx, const Args& a, Outs& o) {
    int in = 0, out = 0;
    std::tuple<P...> p{Param<P>::Get(a, o, in, out)...};  // left to right
    std::apply([&](auto&&... x) { F(ctx, std::forward<decltype(x)>(x)...); },
               p);
  }
};

// ---- registration ----
struct KernelKey {
  DataType dtype;
  KernelFn run;
  const char* code;
};

struct KernelOptions {
  int priority = 0;           // higher is asked first
  RefuseFn refuse = nullptr;  // null: takes every call
  bool strided = false;       // takes inputs that are not contiguous
  const char* label = "";     // for messages
};

// Constant data, so that a file compiled for AVX-512 runs no AVX-512 code when
// the library loads on a machine without it.
struct KernelSpec {
  const char* op;
  DeviceType device;
  int isa_level;  // 3: x86-64-v3, 4: x86-64-v4; 0: any
  const KernelKey* keys;
  int num_keys;
  void (*set_up)(KernelOptions& options);
};

PADDLE_API void RegisterKernel(const KernelSpec* spec);

// Binds the registered kernels into the records; once, at first use. Raises
// Fatal where a kernel does not suit its schema.
PADDLE_API void BindKernels();

// The highest x86-64 level of this machine.
PADDLE_API int MachineIsaLevel();

// The kernel for a call, or null; with FLAGS_log_kernel_select it tells why.
// `reasons` (may be null) gets one line for each kernel that refused.
PADDLE_API const KernelEntry* SelectKernel(const OpDef& op, const Args& args,
                                           const Outs& outs, DeviceType device,
                                           DataType dtype,
                                           std::string* reasons);
[[noreturn]] PADDLE_API void ThrowNoKernel(const OpDef& op, const Args& args,
                                           const Outs& outs, DeviceType device,
                                           DataType dtype);

struct KernelRegistrar {
  explicit KernelRegistrar(const KernelSpec* spec) { RegisterKernel(spec); }
};

#ifndef PD_CPU_ISA_LEVEL
#define PD_CPU_ISA_LEVEL 0
#endif
template <template <typename> class Fn, typename... T>
struct KernelKeys {
  static constexpr KernelKey kKeys[] = {{DataTypeOf<T>(),
                                         &Thunk<Fn<T>::kRun>::Run,
                                         Thunk<Fn<T>::kRun>::kCode}...};
};

// The body after the macro may set `options.priority`, `.refuse`, `.strided`
// and `.label`.
#define PD_REGISTER_KERNEL(op, device, layout, kernel, ...)                    \
  template <typename T>                                                        \
  struct PdKernel_##op##_##kernel {                                            \
    static constexpr auto kRun = &kernel<T, ::paddle::DeviceContext>;          \
  };                                                                           \
  static void PdSetUp_##op##_##kernel(::paddle::phi::KernelOptions& options);  \
  static constexpr ::paddle::phi::KernelSpec kPdSpec_##op##_##kernel{          \
      #op,                                                                     \
      ::paddle::DeviceType::k##device,                                         \
      PD_CPU_ISA_LEVEL,                                                        \
      ::paddle::phi::KernelKeys<PdKernel_##op##_##kernel, __VA_ARGS__>::kKeys, \
      std::size(::paddle::phi::KernelKeys<PdKernel_##op##_##kernel,            \
                                          __VA_ARGS__>::kKeys),                \
      &PdSetUp_##op##_##kernel};                                               \
  [[maybe_unused]] static const ::paddle::phi::KernelRegistrar                 \
      pd_registrar_##op##_##kernel(&kPdSpec_##op##_##kernel);                  \
  static void PdSetUp_##op##_##kernel(                                         \
      [[maybe_unused]] ::paddle::phi::KernelOptions& options)

// For kernels that only move bytes: `kernel` is a plain function, which serves
// every dtype.
template <auto F, typename = std::make_integer_sequence<int, kNumDataTypes - 1>>
struct AnyTypeKeys;
template <auto F, int... I>
struct AnyTypeKeys<F, std::integer_sequence<int, I...>> {
  static constexpr KernelKey kKeys[] = {
      {static_cast<DataType>(I + 1), &Thunk<F>::Run, Thunk<F>::kCode}...};
};
#define PD_REGISTER_ANY_TYPE_KERNEL(op, device, kernel)                       \
  static void PdSetUp_##op##_##kernel(::paddle::phi::KernelOptions& options); \
  static constexpr ::paddle::phi::KernelSpec kPdSpec_##op##_##kernel{         \
      #op,                                                                    \
      ::paddle::DeviceType::k##device,                                        \
      PD_CPU_ISA_LEVEL,                                                       \
      ::paddle::phi::AnyTypeKeys<&kernel>::kKeys,                             \
      ::paddle::kNumDataTypes - 1,                                            \
      &PdSetUp_##op##_##kernel};                                              \
  [[maybe_unused]] static const ::paddle::phi::KernelRegistrar                \
      pd_registrar_##op##_##kernel(&kPdSpec_##op##_##kernel);                 \
  static void PdSetUp_##op##_##kernel(                                        \
      [[maybe_unused]] ::paddle::phi::KernelOptions& options)

}  // namespace paddle::phi
