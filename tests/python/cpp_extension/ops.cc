// Operators of every form that PD_BUILD_OP takes.
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "paddle/extension.h"

#define CHECK_INPUT(x) PD_CHECK(x.is_cpu(), #x " must be a CPU Tensor.")

// ---- tanh: three orders ----

std::vector<paddle::Tensor> TanhForward(const paddle::Tensor& x) {
  CHECK_INPUT(x);
  auto out = paddle::empty(x.shape(), x.dtype(), x.place());
  PD_DISPATCH_FLOATING_TYPES(x.type(), "tanh_forward", ([&] {
                               const data_t* from = x.data<data_t>();
                               data_t* to = out.mutable_data<data_t>(x.place());
                               for (int64_t i = 0; i < x.size(); ++i)
                                 to[i] = std::tanh(from[i]);
                             }));
  return {out};
}

std::vector<paddle::Tensor> TanhBackward(const paddle::Tensor& out,
                                         const paddle::Tensor& grad_out) {
  PADDLE_ENFORCE_EQ(out.is_cpu(), true,
                    phi::errors::Fatal("out must be a CPU Tensor."));
  auto grad_x = paddle::empty_like(out);
  PD_DISPATCH_FLOATING_TYPES(
      out.dtype(), "tanh_backward", ([&] {
        const data_t *y = out.data<data_t>(), *g = grad_out.data<data_t>();
        data_t* to = grad_x.data<data_t>();
        for (int64_t i = 0; i < out.numel(); ++i) {
          to[i] = g[i] * (static_cast<data_t>(1) - y[i] * y[i]);
        }
      }));
  return {grad_x};
}

std::vector<paddle::Tensor> TanhDoubleBackward(const paddle::Tensor& out,
                                               const paddle::Tensor& ddx,
                                               const paddle::Tensor& dout) {
  const paddle::Tensor dout_new = dout * -2.0 * out * ddx;
  return {dout_new, ddx * (1.0 - out * out)};
}

std::vector<std::vector<int64_t>> TanhBackwardInferShape(
    const std::vector<int64_t>& out_shape,
    const std::vector<int64_t>& dout_shape) {
  return {out_shape};
}
std::vector<std::vector<int64_t>> TanhDoubleBackwardInferShape(
    const std::vector<int64_t>& out_shape,
    const std::vector<int64_t>& ddx_shape,
    const std::vector<int64_t>& dout_shape) {
  return {dout_shape, dout_shape};
}

PD_BUILD_OP(custom_tanh)
    .Inputs({"X"})
    .Outputs({"Out"})
    .SetKernelFn(PD_KERNEL(TanhForward));
PD_BUILD_GRAD_OP(custom_tanh)
    .Inputs({"Out", paddle::Grad("Out")})
    .Outputs({paddle::Grad("X")})
    .SetKernelFn(PD_KERNEL(TanhBackward))
    .SetInferShapeFn(PD_INFER_SHAPE(TanhBackwardInferShape));
PD_BUILD_DOUBLE_GRAD_OP(custom_tanh)
    .Inputs({"Out", paddle::Grad(paddle::Grad("X")), paddle::Grad("Out")})
    .Outputs({paddle::New(paddle::Grad("Out")),
              paddle::Grad(paddle::Grad("Out"))})
    .SetKernelFn(PD_KERNEL(TanhDoubleBackward))
    .SetInferShapeFn(PD_INFER_SHAPE(TanhDoubleBackwardInferShape));

// ---- a kernel that fills its outputs; operators of the library ----

void AxpyForward(const paddle::Tensor& x, const paddle::Tensor& y, float alpha,
                 paddle::Tensor* out) {
  out->reshape(x.shape());
  const float *a = x.data<float>(), *b = y.data<float>();
  float* to = out->mutable_data<float>(x.place());
  for (int64_t i = 0; i < x.numel(); ++i) to[i] = alpha * a[i] + b[i];
}
std::vector<paddle::Tensor> AxpyBackward(const paddle::Tensor& out_grad,
                                         float alpha) {
  return {paddle::scale(out_grad, alpha), out_grad};
}
std::vector<std::vector<int64_t>> AxpyInferShape(const std::vector<int64_t>& x,
                                                 const std::vector<int64_t>& y,
                                                 float) {
  return {x};
}
std::vector<std::vector<int64_t>> AxpyGradInferShape(
    const std::vector<int64_t>& g, float) {
  return {g, g};
}
PD_BUILD_OP(custom_axpy)
    .Inputs({"X", "Y"})
    .Outputs({"Out"})
    .Attrs({"Alpha: float"})
    .SetKernelFn(PD_KERNEL(AxpyForward))
    .SetInferShapeFn(PD_INFER_SHAPE(AxpyInferShape));
PD_BUILD_GRAD_OP(custom_axpy)
    .Inputs({paddle::Grad("Out")})
    .Outputs({paddle::Grad("X"), paddle::Grad("Y")})
    .Attrs({"Alpha: float"})
    .SetKernelFn(PD_KERNEL(AxpyBackward))
    .SetInferShapeFn(PD_INFER_SHAPE(AxpyGradInferShape));

std::vector<paddle::Tensor> LinearForward(const paddle::Tensor& x,
                                          const paddle::Tensor& weight,
                                          const paddle::Tensor& bias) {
  return {paddle::add(paddle::matmul(x, weight), bias)};
}
std::vector<paddle::Tensor> LinearBackward(const paddle::Tensor& x,
                                           const paddle::Tensor& weight,
                                           const paddle::Tensor& bias,
                                           const paddle::Tensor& out_grad) {
  return {paddle::matmul(out_grad, weight, false, true),
          paddle::matmul(x, out_grad, true, false),
          paddle::experimental::sum(out_grad, {0})};
}
std::vector<std::vector<int64_t>> LinearInferShape(
    const std::vector<int64_t>& x, const std::vector<int64_t>& weight,
    const std::vector<int64_t>&) {
  PADDLE_ENFORCE_EQ(
      x.back(), weight.front(),
      common::errors::InvalidArgument("x has %d columns, weight %d rows.",
                                      static_cast<int>(x.back()),
                                      static_cast<int>(weight.front())));
  auto shape = x;
  shape.back() = weight.back();
  return {shape};
}
std::vector<paddle::DataType> LinearInferDtype(const paddle::DataType& x,
                                               const paddle::DataType&,
                                               const paddle::DataType&) {
  return {x};
}
PD_BUILD_OP(custom_linear)
    .Inputs({"X", "Weight", "Bias"})
    .Outputs({"Out"})
    .SetKernelFn(PD_KERNEL(LinearForward))
    .SetInferShapeFn(PD_INFER_SHAPE(LinearInferShape))
    .SetInferDtypeFn(PD_INFER_DTYPE(LinearInferDtype));
PD_BUILD_GRAD_OP(custom_linear)
    .Inputs({"X", "Weight", "Bias", paddle::Grad("Out")})
    .Outputs({paddle::Grad("X"), paddle::Grad("Weight"), paddle::Grad("Bias")})
    .SetKernelFn(PD_KERNEL(LinearBackward));

// ---- lists; a shape that only the kernel knows ----

std::vector<paddle::Tensor> ConcatForward(
    const std::vector<paddle::Tensor>& inputs, const paddle::Tensor& axis) {
  return {paddle::concat(inputs, axis.data<int64_t>()[0])};
}
std::vector<paddle::Tensor> ConcatBackward(
    const std::vector<paddle::Tensor>& inputs, const paddle::Tensor& grad_out,
    const paddle::Tensor& axis) {
  std::vector<paddle::Tensor> grads;
  const int64_t a = axis.data<int64_t>()[0];
  int64_t at = 0;
  for (const auto& t : inputs) {
    const int64_t end = at + t.shape()[a];
    grads.push_back(paddle::slice(grad_out, {a}, {at}, {end}));
    at = end;
  }
  return grads;
}
std::vector<std::vector<int64_t>> ConcatInferShape(
    const std::vector<std::vector<int64_t>>& shapes,
    const std::vector<int64_t>&) {
  return {std::vector<int64_t>(shapes[0].size(), -1)};
}
std::vector<paddle::DataType> ConcatInferDtype(
    const std::vector<paddle::DataType>& dtypes, const paddle::DataType&) {
  return {dtypes[0]};
}
PD_BUILD_OP(custom_concat)
    .Inputs({paddle::Vec("X"), "Axis"})
    .Outputs({"Out"})
    .SetKernelFn(PD_KERNEL(ConcatForward))
    .SetInferShapeFn(PD_INFER_SHAPE(ConcatInferShape))
    .SetInferDtypeFn(PD_INFER_DTYPE(ConcatInferDtype));
PD_BUILD_GRAD_OP(custom_concat)
    .Inputs({paddle::Vec("X"), paddle::Grad("Out"), "Axis"})
    .Outputs({paddle::Grad(paddle::Vec("X"))})
    .SetKernelFn(PD_KERNEL(ConcatBackward));

// Two lists: their lengths are part of the call.
std::vector<paddle::Tensor> DotForward(const std::vector<paddle::Tensor>& x,
                                       const std::vector<paddle::Tensor>& y) {
  paddle::Tensor sum = paddle::zeros(x[0].shape(), x[0].dtype());
  for (const auto& a : x) {
    for (const auto& b : y) sum = sum + a * b;
  }
  return {sum};
}
std::vector<paddle::Tensor> DotBackward(const std::vector<paddle::Tensor>& x,
                                        const std::vector<paddle::Tensor>& y,
                                        const paddle::Tensor& grad) {
  paddle::Tensor sum_x = paddle::zeros_like(grad);
  paddle::Tensor sum_y = paddle::zeros_like(grad);
  for (const auto& a : x) sum_x = sum_x + a;
  for (const auto& b : y) sum_y = sum_y + b;
  std::vector<paddle::Tensor> grads(x.size(), sum_y * grad);
  grads.insert(grads.end(), y.size(), sum_x * grad);
  return grads;
}
std::vector<std::vector<int64_t>> DotInferShape(
    const std::vector<std::vector<int64_t>>& x,
    const std::vector<std::vector<int64_t>>& y) {
  return {x[0]};
}
PD_BUILD_OP(custom_dot)
    .Inputs({paddle::Vec("X"), paddle::Vec("Y")})
    .Outputs({"Out"})
    .SetKernelFn(PD_KERNEL(DotForward))
    .SetInferShapeFn(PD_INFER_SHAPE(DotInferShape));
PD_BUILD_GRAD_OP(custom_dot)
    .Inputs({paddle::Vec("X"), paddle::Vec("Y"), paddle::Grad("Out")})
    .Outputs({paddle::Grad(paddle::Vec("X")), paddle::Grad(paddle::Vec("Y"))})
    .SetKernelFn(PD_KERNEL(DotBackward));

// ---- optional ----

std::vector<paddle::Tensor> MaybeAddForward(
    const paddle::Tensor& x, const paddle::optional<paddle::Tensor>& y) {
  if (y) return {x + y.get()};
  return {x + x};
}
std::vector<paddle::Tensor> MaybeAddBackward(
    const paddle::Tensor& x, const paddle::optional<paddle::Tensor>& y,
    const paddle::Tensor& out_grad) {
  if (y) return {out_grad, out_grad};
  return {out_grad + out_grad};
}
std::vector<std::vector<int64_t>> MaybeAddInferShape(
    const std::vector<int64_t>& x,
    const paddle::optional<std::vector<int64_t>>& y) {
  if (y) return {*y};
  return {x};
}
std::vector<paddle::DataType> MaybeAddInferDtype(
    const paddle::DataType& x, const paddle::optional<paddle::DataType>& y) {
  if (y) return {*y};
  return {x};
}
PD_BUILD_OP(custom_maybe_add)
    .Inputs({"X", paddle::Optional("Y")})
    .Outputs({"Out"})
    .SetKernelFn(PD_KERNEL(MaybeAddForward))
    .SetInferShapeFn(PD_INFER_SHAPE(MaybeAddInferShape))
    .SetInferDtypeFn(PD_INFER_DTYPE(MaybeAddInferDtype));
PD_BUILD_GRAD_OP(custom_maybe_add)
    .Inputs({"X", paddle::Optional("Y"), paddle::Grad("Out")})
    .Outputs({paddle::Grad("X"), paddle::Grad(paddle::Optional("Y"))})
    .SetKernelFn(PD_KERNEL(MaybeAddBackward));

std::vector<paddle::Tensor> MaybeSumForward(
    const paddle::Tensor& x,
    const paddle::optional<std::vector<paddle::Tensor>>& y) {
  paddle::Tensor sum = x + 0;
  if (y) {
    for (const auto& t : *y) sum = sum + t;
  }
  return {sum};
}
std::vector<paddle::Tensor> MaybeSumBackward(
    const paddle::Tensor& x,
    const paddle::optional<std::vector<paddle::Tensor>>& y,
    const paddle::Tensor& out_grad) {
  return {out_grad};
}
std::vector<std::vector<int64_t>> MaybeSumInferShape(
    const std::vector<int64_t>& x,
    const paddle::optional<std::vector<std::vector<int64_t>>>& y) {
  return {x};
}
PD_BUILD_OP(custom_maybe_sum)
    .Inputs({"X", paddle::Optional(paddle::Vec("Y"))})
    .Outputs({"Out"})
    .SetKernelFn(PD_KERNEL(MaybeSumForward))
    .SetInferShapeFn(PD_INFER_SHAPE(MaybeSumInferShape));
PD_BUILD_GRAD_OP(custom_maybe_sum)
    .Inputs({"X", paddle::Optional(paddle::Vec("Y")), paddle::Grad("Out")})
    .Outputs({paddle::Grad("X")})
    .SetKernelFn(PD_KERNEL(MaybeSumBackward));

// ---- in place ----

void AddInplaceForward(paddle::Tensor& x, const paddle::Tensor& y) {  // NOLINT
  PD_CHECK(x.place() == paddle::PlaceType::kCPU, "x must be a CPU Tensor.");
  float* to = x.data<float>();
  const float* from = y.data<float>();
  for (int64_t i = 0; i < x.size(); ++i) to[i] += from[i];
}
std::vector<paddle::Tensor> AddInplaceBackward(
    const paddle::Tensor& x, const paddle::Tensor& y,
    paddle::Tensor& out_grad) {  // NOLINT
  return {out_grad * 1};
}
PD_BUILD_OP(custom_add_inplace)
    .Inputs({"X", "Y"})
    .Outputs({"Out"})
    .SetInplaceMap({{"X", "Out"}})
    .SetKernelFn(PD_KERNEL(AddInplaceForward));
PD_BUILD_GRAD_OP(custom_add_inplace)
    .Inputs({"X", "Y", paddle::Grad("Out")})
    .Outputs({paddle::Grad("X"), paddle::Grad("Y")})
    .SetInplaceMap({{paddle::Grad("Out"), paddle::Grad("X")}})
    .SetKernelFn(PD_KERNEL(AddInplaceBackward));

void ScaleListForward(std::vector<paddle::Tensor>& x,
                      double factor) {  // NOLINT
  for (auto& t : x) {
    float* data = t.data<float>();
    for (int64_t i = 0; i < t.numel(); ++i) data[i] *= factor;
  }
}
void ScaleListBackward(std::vector<paddle::Tensor>& grads,  // NOLINT
                       double factor) {
  ScaleListForward(grads, factor);
}
PD_BUILD_OP(custom_scale_list)
    .Inputs({paddle::Vec("X")})
    .Outputs({paddle::Vec("Out")})
    .Attrs({"factor: double"})
    .SetInplaceMap({{paddle::Vec("X"), paddle::Vec("Out")}})
    .SetKernelFn(PD_KERNEL(ScaleListForward));
PD_BUILD_GRAD_OP(custom_scale_list)
    .Inputs({paddle::Grad(paddle::Vec("Out"))})
    .Outputs({paddle::Grad(paddle::Vec("X"))})
    .Attrs({"factor: double"})
    .SetInplaceMap({{paddle::Grad(paddle::Vec("Out")),
                     paddle::Grad(paddle::Vec("X"))}})
    .SetKernelFn(PD_KERNEL(ScaleListBackward));

// A list in place beside a result: x_i *= factor, and their sum.
std::vector<paddle::Tensor> ScaleAllForward(
    std::vector<paddle::Tensor>& x,  // NOLINT
    const paddle::Tensor& factor) {
  paddle::Tensor total = paddle::zeros_like(factor);
  for (auto& t : x) {
    t = t * factor;
    total = total + t;
  }
  return {total};
}
std::vector<paddle::Tensor> ScaleAllBackward(
    const std::vector<paddle::Tensor>& x, const paddle::Tensor& factor,
    std::vector<paddle::Tensor>& out_grads,  // NOLINT
    const paddle::Tensor& total_grad) {
  paddle::Tensor factor_grad = paddle::zeros_like(factor);
  for (size_t i = 0; i < x.size(); ++i) {
    const paddle::Tensor g = out_grads[i] + total_grad;
    factor_grad = factor_grad + g * x[i];
    out_grads[i] = g * factor;
  }
  return {factor_grad};
}
std::vector<std::vector<int64_t>> ScaleAllInferShape(
    const std::vector<std::vector<int64_t>>& x,
    const std::vector<int64_t>& factor) {
  return {factor};  // of what is not in place
}
PD_BUILD_OP(custom_scale_all)
    .Inputs({paddle::Vec("X"), "Factor"})
    .Outputs({paddle::Vec("Out"), "Total"})
    .SetInplaceMap({{paddle::Vec("X"), paddle::Vec("Out")}})
    .SetKernelFn(PD_KERNEL(ScaleAllForward))
    .SetInferShapeFn(PD_INFER_SHAPE(ScaleAllInferShape));
PD_BUILD_GRAD_OP(custom_scale_all)
    .Inputs({paddle::Vec("X"), "Factor", paddle::Grad(paddle::Vec("Out")),
             paddle::Grad("Total")})
    .Outputs({paddle::Grad(paddle::Vec("X")), paddle::Grad("Factor")})
    .SetInplaceMap({{paddle::Grad(paddle::Vec("Out")),
                     paddle::Grad(paddle::Vec("X"))}})
    .SetKernelFn(PD_KERNEL(ScaleAllBackward));

// out_x = 2 x + y, y += x; without y: out_x = 2 x, out_y = None.
std::vector<paddle::Tensor> MaybeInplaceForward(
    const paddle::Tensor& x, paddle::optional<paddle::Tensor>& y) {  // NOLINT
  paddle::Tensor out = x + x;
  if (y) {
    out = out + *y;
    const float* from = x.data<float>();
    for (int64_t i = 0; i < x.numel(); ++i) y->data<float>()[i] += from[i];
  }
  return {out};
}
std::vector<std::vector<int64_t>> MaybeInplaceInferShape(
    const std::vector<int64_t>& x,
    const paddle::optional<std::vector<int64_t>>& y) {
  return {x};
}
PD_BUILD_OP(custom_maybe_inplace)
    .Inputs({"X", paddle::Optional("Y")})
    .Outputs({"OutX", paddle::Optional("OutY")})
    .SetInplaceMap({{paddle::Optional("Y"), paddle::Optional("OutY")}})
    .SetKernelFn(PD_KERNEL(MaybeInplaceForward))
    .SetInferShapeFn(PD_INFER_SHAPE(MaybeInplaceInferShape));

// ---- attributes of every type; several outputs ----

template <typename T>
double Total(const std::vector<T>& values) {
  double sum = 0;
  for (T v : values) sum += static_cast<double>(v);
  return sum;
}
std::vector<paddle::Tensor> AttrsForward(const paddle::Tensor& x, bool b, int i,
                                         float f, double d, int64_t l,
                                         std::string s, std::vector<int> ints,
                                         const std::vector<float>& floats,
                                         const std::vector<int64_t>& longs,
                                         std::vector<std::string> texts) {
  double letters = 0;
  for (const auto& text : texts) letters += static_cast<double>(text.size());
  return {
      x * (b ? 1 : 0),
      paddle::from_vector({double(i), f, d, double(l), double(s.size()),
                           Total(ints), Total(floats), Total(longs), letters},
                          {9}, paddle::DataType::FLOAT64)};
}
std::vector<std::vector<int64_t>> AttrsInferShape(
    const std::vector<int64_t>& x, bool, int, float, double, int64_t,
    std::string, std::vector<int>, std::vector<float>,
    std::vector<std::string>) {  // without the std::vector<int64_t>
  return {x, {9}};
}
std::vector<paddle::DataType> AttrsInferDtype(paddle::DataType x) {
  return {x, paddle::DataType::FLOAT64};
}
std::vector<paddle::Tensor> AttrsBackward(
    const paddle::Tensor& grad, const std::vector<float>& floats,
    const std::vector<std::string>& texts) {
  return {grad * (Total(floats) + static_cast<double>(texts.size()))};
}
PD_BUILD_OP(custom_attrs)
    .Inputs({"X"})
    .Outputs({"Out", "Values"})
    .Attrs({"b: bool", "i: int", "f: float", "d: double", "l: int64_t",
            "s: std::string", "ints: std::vector<int>",
            "floats: std::vector<float>", "longs: std::vector<int64_t>",
            "texts: std::vector<std::string>"})
    .SetKernelFn(PD_KERNEL(AttrsForward))
    .SetInferShapeFn(PD_INFER_SHAPE(AttrsInferShape))
    .SetInferDtypeFn(PD_INFER_DTYPE(AttrsInferDtype));
PD_BUILD_GRAD_OP(custom_attrs)
    .Inputs({paddle::Grad("Out")})
    .Outputs({paddle::Grad("X")})
    .Attrs({"floats: std::vector<float>", "texts: std::vector<std::string>"})
    .SetKernelFn(PD_KERNEL(AttrsBackward));

// ---- dtypes: narrow floats, complex numbers ----

std::vector<paddle::Tensor> TwiceForward(const paddle::Tensor& x) {
  auto out = paddle::Tensor(paddle::PlaceType::kCPU, x.shape());
  if (x.dtype() == paddle::DataType::FLOAT16 ||
      x.dtype() == paddle::DataType::BFLOAT16) {
    PD_DISPATCH_FLOATING_AND_HALF_TYPES(
        x.type(), "twice", ([&] {
          data_t* to = out.mutable_data<data_t>();
          for (int64_t i = 0; i < x.numel(); ++i) {
            to[i] = x.data<data_t>()[i] + x.data<data_t>()[i];
          }
        }));
    return {out};
  }
  PD_DISPATCH_FLOATING_AND_INTEGRAL_AND_COMPLEX_TYPES(
      x.type(), "twice", ([&] {
        data_t* to = out.mutable_data<data_t>();
        for (int64_t i = 0; i < x.numel(); ++i) {
          to[i] = x.data<data_t>()[i] + x.data<data_t>()[i];
        }
      }));
  return {out};
}
PD_BUILD_OP(custom_twice)
    .Inputs({"X"})
    .Outputs({"Out"})
    .SetKernelFn(PD_KERNEL(TwiceForward));

// ---- a kernel with a state: no two calls are the same ----

std::vector<paddle::Tensor> CountForward(const paddle::Tensor& x) {
  static int calls = 0;
  return {x + ++calls};
}
std::vector<paddle::Tensor> CountBackward(const paddle::Tensor& g) {
  return {g * 1};
}
PD_BUILD_OP(custom_count)
    .Inputs({"X"})
    .Outputs({"Out"})
    .SetKernelFn(PD_KERNEL(CountForward));
PD_BUILD_GRAD_OP(custom_count)
    .Inputs({paddle::Grad("Out")})
    .Outputs({paddle::Grad("X")})
    .SetKernelFn(PD_KERNEL(CountBackward));

// ---- what goes wrong ----

std::vector<paddle::Tensor> FailForward(const paddle::Tensor& x, int how) {
  if (how == 0) PD_CHECK(x.numel() == 100, "numel is ", x.numel());
  if (how == 1) throw std::runtime_error("thrown by the user");
  if (how == 2) paddle::matmul(x, paddle::full({100, 3}, 1.0));
  if (how == 3) x.data<int>();
  if (how == 4) return {x, x};
  if (how == 5) return {paddle::zeros({1, 1, 7})};
  if (how == 6) return {paddle::cast(x, paddle::DataType::FLOAT64)};
  if (how == 7) throw 7;
  if (how == 8) return {paddle::Tensor(paddle::CPUPlace(), x.shape())};
  return {x};
}
std::vector<std::vector<int64_t>> FailInferShape(const std::vector<int64_t>& x,
                                                 int) {
  return {x};
}
std::vector<paddle::DataType> FailInferDtype(const paddle::DataType& x, int) {
  return {x};
}
PD_BUILD_OP(custom_fail)
    .Inputs({"X"})
    .Outputs({"Out"})
    .Attrs({"how: int"})
    .SetKernelFn(PD_KERNEL(FailForward))
    .SetInferShapeFn(PD_INFER_SHAPE(FailInferShape))
    .SetInferDtypeFn(PD_INFER_DTYPE(FailInferDtype));

// Without functions to infer: the kernel decides where it runs at once.
std::vector<paddle::Tensor> HalfForward(const paddle::Tensor& x,
                                        const paddle::Tensor& like) {
  return {x.slice(0, x.shape()[0] / 2)};
}
PD_BUILD_OP(custom_half)
    .Inputs({"X", "Like"})
    .Outputs({"Out"})
    .SetKernelFn(PD_KERNEL(HalfForward));

std::vector<paddle::Tensor> BadGradForward(const paddle::Tensor& x) {
  return {x * 1};
}
std::vector<paddle::Tensor> BadGradBackward(const paddle::Tensor& g) {
  return {paddle::zeros({5})};
}
PD_BUILD_OP(custom_bad_grad)
    .Inputs({"X"})
    .Outputs({"Out"})
    .SetKernelFn(PD_KERNEL(BadGradForward));
PD_BUILD_GRAD_OP(custom_bad_grad)
    .Inputs({paddle::Grad("Out")})
    .Outputs({paddle::Grad("X")})
    .SetKernelFn(PD_KERNEL(BadGradBackward));
