// Operators and kernels that are compiled outside the library.
//
//   std::vector<paddle::Tensor> ReluForward(const paddle::Tensor& x);
//   PD_BUILD_OP(custom_relu)
//       .Inputs({"X"})
//       .Outputs({"Out"})
//       .SetKernelFn(PD_KERNEL(ReluForward));
//
// docs/guide/custom-operators.md tells the rest. A kernel runs on any thread,
// at once, with gradients off; its tensors are contiguous, and valid while it
// runs: what it keeps for later, it copies.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "paddle/optional.h"
#include "paddle/tensor.h"

namespace paddle {

[[noreturn]] PADDLE_PUBLIC void ThrowError(const char* kind,
                                           const std::string& text);

// ---- names of inputs and outputs ----
inline std::string Grad(const std::string& name) { return name + "@GRAD"; }
inline std::string Vec(const std::string& name) { return name + "@VECTOR"; }
inline std::string New(const std::string& name) { return name + "@NEW"; }
inline std::string Optional(const std::string& name) {
  return name + "@OPTIONAL";
}

// The last two are of kernels for the library's own operators.
using Attribute =
    std::variant<bool, int, float, double, int64_t, std::string,
                 std::vector<int>, std::vector<float>, std::vector<int64_t>,
                 std::vector<std::string>, ::phi::DataType, ::phi::Scalar>;

// One call of a kernel.
struct CustomCall {
  struct Input {
    optional<std::vector<Tensor>> tensors;  // empty: left out
    optional<Tensor> single;                // the only one, of no list
  };
  std::vector<Input> inputs;
  std::vector<Attribute> attrs;
  std::vector<std::vector<Tensor>> outputs;  // of kernels that fill them
  std::vector<Tensor> results;               // of kernels that return them
  bool returns = false;
};
// One call of a function that infers shapes (M: Shape) or dtypes.
template <typename M>
struct CustomMetaCall {
  std::vector<optional<std::vector<M>>> inputs;
  std::vector<Attribute> attrs;
};

// ---- from a C++ function to one that takes a call ----
// `signature` has one letter for each parameter: internal::kCode.
struct CustomKernelFn {
  void (*run)(CustomCall&) = nullptr;
  const char* signature = "";
};
template <typename M>
struct CustomInferFn {
  std::vector<M> (*run)(const CustomMetaCall<M>&) = nullptr;
};

namespace internal {

struct Cursor {
  size_t input = 0, attr = 0, output = 0;
};

template <typename T, size_t I = 0>
constexpr int IndexOf() {
  if constexpr (I == std::variant_size_v<Attribute>) {
    return -1;
  } else if constexpr (std::is_same_v<
                           T, std::variant_alternative_t<I, Attribute>>) {
    return static_cast<int>(I);
  } else {
    return IndexOf<T, I + 1>();
  }
}
// One for each alternative of Attribute.
constexpr char kAttributeCodes[] = "bifdIs1234yS";

template <typename D>
const D& Get(const std::vector<Attribute>& attrs, size_t i) {
  const D* value = i < attrs.size() ? std::get_if<D>(&attrs[i]) : nullptr;
  if (!value) {
    ThrowError("InvalidArgument",
               "a parameter of the function, number " + std::to_string(i + 1) +
                   " of those after the tensors, does not have the type that "
                   "Attrs() gives the attribute.");
  }
  return *value;
}

// A parameter of a kernel. Attributes:
template <typename P, typename D = std::decay_t<P>>
struct KernelParam {
  static_assert(IndexOf<D>() >= 0,
                "no parameter of a kernel: neither a tensor in one of the "
                "forms that PD_KERNEL takes, nor an attribute");
  static_assert(!std::is_lvalue_reference_v<P> ||
                    std::is_const_v<std::remove_reference_t<P>>,
                "attributes are taken by value or const reference");
  static constexpr char kCode = kAttributeCodes[IndexOf<D>()];
  static const D& From(CustomCall& c, Cursor& at) {
    return Get<D>(c.attrs, at.attr++);
  }
};
#define PADDLE_KERNEL_PARAM(type, code, expression)                    \
  template <>                                                          \
  struct KernelParam<type> {                                           \
    static constexpr char kCode = code;                                \
    static type From(CustomCall& c, Cursor& at) { return expression; } \
  }
PADDLE_KERNEL_PARAM(const Tensor&, 'T', *c.inputs[at.input++].single);
PADDLE_KERNEL_PARAM(Tensor&, 't', *c.inputs[at.input++].single);
PADDLE_KERNEL_PARAM(const optional<Tensor>&, '?', c.inputs[at.input++].single);
PADDLE_KERNEL_PARAM(optional<Tensor>&, '!', c.inputs[at.input++].single);
PADDLE_KERNEL_PARAM(const std::vector<Tensor>&, 'L',
                    *c.inputs[at.input++].tensors);
PADDLE_KERNEL_PARAM(std::vector<Tensor>&, 'l', *c.inputs[at.input++].tensors);
PADDLE_KERNEL_PARAM(const optional<std::vector<Tensor>>&, 'M',
                    c.inputs[at.input++].tensors);
PADDLE_KERNEL_PARAM(optional<std::vector<Tensor>>&, 'm',
                    c.inputs[at.input++].tensors);
PADDLE_KERNEL_PARAM(Tensor*, 'O', &c.outputs[at.output++][0]);
#undef PADDLE_KERNEL_PARAM

template <auto F>
struct KernelThunk;
template <typename R, typename... P, R (*F)(P...)>
struct KernelThunk<F> {
  static_assert(std::is_void_v<R> || std::is_same_v<R, Tensor> ||
                    std::is_same_v<R, std::vector<Tensor>>,
                "a kernel returns std::vector<paddle::Tensor> or nothing");
  static constexpr char kSignature[] = {KernelParam<P>::kCode..., 0};
  static void Run(CustomCall& c) {
    Cursor at;
    std::tuple<P...> parameters{KernelParam<P>::From(c, at)...};  // in order
    if constexpr (std::is_void_v<R>) {
      std::apply(F, parameters);
    } else {
      c.returns = true;
      if constexpr (std::is_same_v<R, Tensor>) {
        c.results = {std::apply(F, parameters)};
      } else {
        c.results = std::apply(F, parameters);
      }
    }
  }
};

// A parameter of a function that infers: first the inputs, then attributes.
template <typename M, typename D>
D MetaParam(const CustomMetaCall<M>& c, Cursor& at) {
  constexpr bool single = std::is_same_v<D, M>,
                 list = std::is_same_v<D, std::vector<M>>,
                 maybe = std::is_same_v<D, optional<M>>,
                 maybe_list = std::is_same_v<D, optional<std::vector<M>>>;
  if constexpr (single || list || maybe || maybe_list) {
    if (at.input < c.inputs.size()) {
      const auto& input = c.inputs[at.input++];
      if constexpr (maybe_list) return input;
      if constexpr (maybe) {
        return input && !input->empty() ? D(input->front()) : D();
      }
      if constexpr (list) return input ? *input : D();
      if constexpr (single) {
        if (!input || input->empty()) {
          ThrowError("InvalidArgument",
                     "a tensor is left out, and the function that infers "
                     "takes it without paddle::optional.");
        }
        return input->front();
      }
    }
  }
  if constexpr (IndexOf<D>() >= 0) {
    // Such attributes may be left out of a function that infers shapes.
    while (!std::is_same_v<D, std::vector<int64_t>> &&
           at.attr < c.attrs.size() &&
           std::holds_alternative<std::vector<int64_t>>(c.attrs[at.attr])) {
      ++at.attr;
    }
    return Get<D>(c.attrs, at.attr++);
  } else {
    ThrowError("InvalidArgument",
               "the function that infers has more parameters for tensors than "
               "Inputs() has names.");
  }
}

template <typename M, auto F>
struct InferThunk;
template <typename M, typename... P, std::vector<M> (*F)(P...)>
struct InferThunk<M, F> {
  static std::vector<M> Run(const CustomMetaCall<M>& c) {
    Cursor at;
    std::tuple<std::decay_t<P>...> parameters{
        MetaParam<M, std::decay_t<P>>(c, at)...};
    return std::apply(F, parameters);
  }
};

template <auto F>
CustomKernelFn MakeKernelFn() {
  return {&KernelThunk<F>::Run, KernelThunk<F>::kSignature};
}
template <typename M, auto F>
CustomInferFn<M> MakeInferFn() {
  return {&InferThunk<M, F>::Run};
}

}  // namespace internal

#define PD_KERNEL(...) ::paddle::internal::MakeKernelFn<&__VA_ARGS__>()
#define PD_INFER_SHAPE(...) \
  ::paddle::internal::MakeInferFn<::paddle::Shape, &__VA_ARGS__>()
#define PD_INFER_DTYPE(...) \
  ::paddle::internal::MakeInferFn<::phi::DataType, &__VA_ARGS__>()

// ---- an operator ----
struct CustomOpInfo {
  std::string name;
  int order = 0;  // 1: its gradient, 2: the gradient of that
  std::vector<std::string> inputs, outputs;
  std::vector<std::string> attrs;  // "alpha: float"
  std::unordered_map<std::string, std::string> inplace;
  CustomKernelFn kernel;
  CustomInferFn<Shape> infer_shape;
  CustomInferFn<::phi::DataType> infer_dtype;
};

class PADDLE_PUBLIC OpMetaInfoBuilder {
 public:
  OpMetaInfoBuilder(std::string name, int order);
  OpMetaInfoBuilder& Inputs(std::vector<std::string> names) {
    info_->inputs = std::move(names);
    return *this;
  }
  OpMetaInfoBuilder& Outputs(std::vector<std::string> names) {
    info_->outputs = std::move(names);
    return *this;
  }
  // "name: type" of bool, int, float, double, int64_t, std::string,
  // std::vector<int>, <float>, <int64_t> or <std::string>.
  OpMetaInfoBuilder& Attrs(std::vector<std::string> attrs) {
    info_->attrs = std::move(attrs);
    return *this;
  }
  // From inputs to the outputs that take their memory.
  OpMetaInfoBuilder& SetInplaceMap(
      std::unordered_map<std::string, std::string> map) {
    info_->inplace = std::move(map);
    return *this;
  }
  OpMetaInfoBuilder& SetKernelFn(CustomKernelFn fn) {
    info_->kernel = fn;
    return *this;
  }
  OpMetaInfoBuilder& SetInferShapeFn(CustomInferFn<Shape> fn) {
    info_->infer_shape = fn;
    return *this;
  }
  OpMetaInfoBuilder& SetInferDtypeFn(CustomInferFn<::phi::DataType> fn) {
    info_->infer_dtype = fn;
    return *this;
  }

 private:
  std::shared_ptr<CustomOpInfo> info_;
};

#define PD_BUILD_OP(op)                                            \
  [[maybe_unused]] static ::paddle::OpMetaInfoBuilder pd_op_##op = \
      ::paddle::OpMetaInfoBuilder(#op, 0)
#define PD_BUILD_GRAD_OP(op)                                            \
  [[maybe_unused]] static ::paddle::OpMetaInfoBuilder pd_grad_op_##op = \
      ::paddle::OpMetaInfoBuilder(#op, 1)
#define PD_BUILD_DOUBLE_GRAD_OP(op)                                            \
  [[maybe_unused]] static ::paddle::OpMetaInfoBuilder pd_double_grad_op_##op = \
      ::paddle::OpMetaInfoBuilder(#op, 2)

// ---- a kernel for an operator of the library ----
struct CustomKernelInfo {
  std::string op;
  std::vector<::phi::DataType> dtypes;
  int priority = 100;  // those of the library have less
  CustomKernelFn kernel;
  // Null, or why the kernel does not take a call.
  const char* (*refuse)(const CustomCall&) = nullptr;
};

class PADDLE_PUBLIC KernelBuilder {
 public:
  explicit KernelBuilder(std::string op);
  KernelBuilder& Dtypes(std::vector<::phi::DataType> dtypes) {
    info_->dtypes = std::move(dtypes);
    return *this;
  }
  KernelBuilder& Priority(int priority) {
    info_->priority = priority;
    return *this;
  }
  KernelBuilder& Refuse(const char* (*fn)(const CustomCall&)) {
    info_->refuse = fn;
    return *this;
  }
  KernelBuilder& SetKernelFn(CustomKernelFn fn) {
    info_->kernel = fn;
    return *this;
  }

 private:
  std::shared_ptr<CustomKernelInfo> info_;
};

// A kernel on CPU for `op`: inputs and attributes as its schema has them, which
// paddle/operators.h shows (bool, int64_t, double, std::string,
// std::vector<int64_t>, DataType, Scalar).
#define PD_BUILD_KERNEL(op)                                        \
  [[maybe_unused]] static ::paddle::KernelBuilder pd_kernel_##op = \
      ::paddle::KernelBuilder(#op)

// Takes what PD_BUILD_OP and PD_BUILD_KERNEL have declared since the last call,
// and returns the names of the operators. Who loads a library calls it. Raises
// InvalidArgument where a declaration is wrong; nothing of it stays then.
PADDLE_PUBLIC std::vector<std::string> register_custom_ops();

// A call of an operator: one entry for each input (empty: left out), all
// attributes in order. The outputs in order, those of a list one after another.
PADDLE_PUBLIC std::vector<Tensor> run_custom_op(
    const std::string& op,
    const std::vector<optional<std::vector<Tensor>>>& inputs,
    const std::vector<Attribute>& attrs = {});

}  // namespace paddle
