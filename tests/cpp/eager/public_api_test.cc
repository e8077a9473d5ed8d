// include/paddle/ as programs see it: no header of src/.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <thread>

#include "paddle/extension.h"

namespace {

using paddle::DataType;
using paddle::Tensor;

Tensor Leaf(const std::vector<double>& values, const paddle::Shape& shape) {
  Tensor t = paddle::from_vector(values, shape);
  t.set_stop_gradient(false);
  return t;
}
using Values = std::vector<double>;

TEST(PublicTensor, Properties) {
  const Tensor x = paddle::full({2, 3}, 1.5, DataType::FLOAT64);
  EXPECT_EQ(x.shape(), (paddle::Shape{2, 3}));
  EXPECT_EQ(x.dims(), common::make_ddim({2, 3}));
  EXPECT_EQ(x.strides(), common::make_ddim({3, 1}));
  EXPECT_EQ(x.numel(), 6);
  EXPECT_EQ(x.dtype(), DataType::FLOAT64);
  EXPECT_TRUE(x.is_cpu() && !x.is_gpu() && x.is_contiguous());
  EXPECT_TRUE(x.place() == paddle::PlaceType::kCPU);
  EXPECT_TRUE(x.place() == paddle::CPUPlace());
  EXPECT_FALSE(x.place() == paddle::GPUPlace(0));
  EXPECT_EQ(x.data<double>()[5], 1.5);
  EXPECT_THROW(x.data<float>(), std::exception);
  EXPECT_THROW(Tensor().shape(), std::exception);
  EXPECT_FALSE(Tensor().defined());
}

TEST(PublicTensor, MemoryComesLate) {
  Tensor out(paddle::CPUPlace(), {2, 2});
  EXPECT_FALSE(out.has_allocation());
  EXPECT_THROW(out.data<float>(), std::exception);
  EXPECT_THROW(out.mutable_data<float>(paddle::GPUPlace(0)), std::exception);
  float* data = out.mutable_data<float>(paddle::CPUPlace());
  for (int i = 0; i < 4; ++i) data[i] = static_cast<float>(i);
  EXPECT_EQ(out.values(), (Values{0, 1, 2, 3}));
  EXPECT_EQ(out.mutable_data<float>(), data);
  out.reshape({4});
  EXPECT_EQ(out.shape(), (paddle::Shape{4}));
  EXPECT_THROW(out.reshape({5}), std::exception);
  Tensor copy;
  copy.copy_(out, paddle::CPUPlace(), true);
  out.data<float>()[0] = 9;
  EXPECT_EQ(copy.values()[0], 0);
  copy.copy_(out, paddle::CPUPlace(), true);
  EXPECT_EQ(copy.values()[0], 9);
}

TEST(PublicTensor, MemoryOfOthers) {
  int freed = 0;
  std::vector<float> values = {1, 2, 3};
  {
    const Tensor x = paddle::from_blob(
        values.data(), {3}, DataType::FLOAT32, paddle::DataLayout::NCHW,
        paddle::CPUPlace(), [&](void*) { ++freed; });
    const Tensor y = x.slice(1, 3);
    values[2] = 7;
    EXPECT_EQ(y.values(), (Values{2, 7}));
    EXPECT_EQ(freed, 0);
  }
  EXPECT_EQ(freed, 1);
  EXPECT_THROW(paddle::from_blob(nullptr, {3}, DataType::FLOAT32),
               std::exception);
}

TEST(PublicTensor, Operators) {
  const Tensor x = paddle::from_vector({1, 2, 3}, {3});
  EXPECT_EQ((x + x * 2 - 1).values(), (Values{2, 5, 8}));
  EXPECT_EQ((6 / x).values(), (Values{6, 3, 2}));
  EXPECT_EQ((-x).values(), (Values{-1, -2, -3}));
  EXPECT_EQ((x > x - 1).dtype(), DataType::BOOL);
  EXPECT_EQ((x == x).values(), (Values{1, 1, 1}));
  const Tensor n = x.cast(DataType::INT64);
  EXPECT_EQ((n & (n + 1)).values(), (Values{0, 2, 0}));
  EXPECT_EQ((n * 2).dtype(), DataType::INT64);
  EXPECT_EQ((n * 0.5).values(), (Values{0.5, 1, 1.5}));
  EXPECT_EQ((n + (int64_t{1} << 60)).cast(DataType::INT64).data<int64_t>()[0],
            (int64_t{1} << 60) + 1);
}

TEST(PublicTensor, Methods) {
  const Tensor x = Leaf({1, -2, 4}, {3});
  EXPECT_EQ(x.abs().add(1).values(), (Values{2, 3, 5}));
  EXPECT_EQ(paddle::pow(x, 2).values(), (Values{1, 4, 16}));
  EXPECT_EQ(x.pow(x * 0 + 2).values(), (Values{1, 4, 16}));
  EXPECT_EQ(x.cast(DataType::INT32).pow(2).dtype(), DataType::INT32);
  EXPECT_EQ(x.exp().log().subtract(x).abs().max().item() < 1e-5, true);
  EXPECT_EQ(x.maximum(x * 0).values(), (Values{1, 0, 4}));
  EXPECT_EQ(x.minimum(x * 0).values(), (Values{0, -2, 0}));
  EXPECT_EQ((x / 3).floor().values(), (Values{0, -1, 1}));
  EXPECT_EQ(x.expand({2, 3}).shape(), (paddle::Shape{2, 3}));
  EXPECT_EQ(x.tile({2}).shape(), (paddle::Shape{6}));
  const Tensor index = paddle::from_vector({2, 0}, {2, 1}, DataType::INT64);
  EXPECT_EQ(x.gather_nd(index).values(), (Values{4, 1}));
  EXPECT_EQ(x.scatter_nd_add(index, paddle::ones({2})).values(),
            (Values{2, -2, 5}));
  paddle::sum(x.pow(3)).backward();
  EXPECT_EQ(x.grad().values(), (Values{3, 12, 48}));
}

TEST(PublicOperators, ArgumentsAndResults) {
  const Tensor x = paddle::from_vector({1, 2, 3, 4}, {2, 2});
  EXPECT_EQ(paddle::sum(x).item(), 10);
  EXPECT_EQ(paddle::experimental::sum(x, {0}).values(), (Values{4, 6}));
  EXPECT_EQ(paddle::sum(x, {1}, DataType::FLOAT64, true).shape(),
            (paddle::Shape{2, 1}));
  EXPECT_EQ(paddle::matmul(x, x, false, true).values(),
            (Values{5, 11, 11, 25}));
  EXPECT_EQ(paddle::clip(x, 2, 3).values(), (Values{2, 2, 3, 3}));
  EXPECT_EQ(paddle::concat({x, x}, 1).shape(), (paddle::Shape{2, 4}));
  EXPECT_EQ(paddle::split(x, {1, 1}, 1)[1].values(), (Values{2, 4}));
  const auto [values, indices] = paddle::topk(x, 1);
  EXPECT_EQ(values.values(), (Values{2, 4}));
  EXPECT_EQ(indices.dtype(), DataType::INT64);
  // The order of Paddle's C++ function: keepdim, then unbiased.
  EXPECT_EQ(paddle::std(x, {1}, true, false).shape(), (paddle::Shape{2, 1}));
  EXPECT_EQ(paddle::std(x, {1}, true, false).values(), (Values{0.5, 0.5}));
  EXPECT_EQ(x.copy_to<float>(paddle::CPUPlace()).values(), x.values());
  Tensor y = x.copy_to(paddle::CPUPlace());
  EXPECT_EQ(&paddle::add_(y, x), &y);
  EXPECT_EQ(y.values(), (Values{2, 4, 6, 8}));
  EXPECT_EQ(y.current_inplace_version(), 1u);
  EXPECT_EQ(paddle::layer_norm(x, {2}).shape(), x.shape());
  EXPECT_EQ(paddle::call("add", {x, x})[0].values(), y.values());
  EXPECT_THROW(paddle::add(x, Tensor()), std::exception);
  try {
    paddle::matmul(x, paddle::ones({3, 2}));
    FAIL();
  } catch (const std::exception& e) {
    EXPECT_NE(std::string(e.what()).find("matmul"), std::string::npos);
  }
}

TEST(PublicAutograd, AccumulatesIntoLeaves) {
  Tensor x = Leaf({1, 2, 3}, {3});
  paddle::sum(x * x).backward();
  EXPECT_EQ(x.grad().values(), (Values{2, 4, 6}));
  paddle::backward({x * 2.0}, {paddle::from_vector({1, 10, 100}, {3})});
  EXPECT_EQ(x.grad().values(), (Values{4, 24, 206}));
  x.clear_grad();
  EXPECT_FALSE(x.grad().defined());
  const Tensor y = paddle::sum(x * x);
  y.backward(/*retain_graph=*/true);
  y.backward();
  EXPECT_EQ(x.grad().values(), (Values{4, 8, 12}));
  EXPECT_THROW(y.backward(), std::exception);
}

TEST(PublicAutograd, HigherOrders) {
  const Tensor x = Leaf({1, 2}, {2});
  const Tensor cube = paddle::sum(x * x * x);
  const Tensor first = paddle::grad({cube}, {x}, {}, true, true)[0];
  const Tensor second =
      paddle::grad({paddle::sum(first)}, {x}, {}, true, true)[0];
  const Tensor third = paddle::grad({paddle::sum(second)}, {x})[0];
  EXPECT_EQ(first.values(), (Values{3, 12}));
  EXPECT_EQ(second.values(), (Values{6, 12}));
  EXPECT_EQ(third.values(), (Values{6, 6}));
  EXPECT_FALSE(x.grad().defined());
  const Tensor other = Leaf({1}, {1});
  EXPECT_THROW(paddle::grad({paddle::sum(x)}, {other}), std::exception);
  EXPECT_FALSE(
      paddle::grad({paddle::sum(x)}, {other}, {}, false, false, true)[0]
          .defined());
}

TEST(PublicAutograd, Guards) {
  const Tensor x = Leaf({1}, {1});
  {
    const paddle::NoGradGuard guard;
    EXPECT_FALSE(paddle::is_grad_enabled());
    EXPECT_TRUE((x * 2).stop_gradient());
    {
      const paddle::EnableGradGuard inner;
      EXPECT_FALSE((x * 2).stop_gradient());
    }
    bool elsewhere = false;
    std::thread([&] { elsewhere = paddle::is_grad_enabled(); }).join();
    EXPECT_TRUE(elsewhere);  // of a thread
  }
  EXPECT_TRUE(paddle::is_grad_enabled());
  EXPECT_TRUE(x.detach().stop_gradient());
  Tensor n = paddle::ones({2}, DataType::INT64);
  EXPECT_THROW(n.set_stop_gradient(false), std::exception);
}

// Every float16 and bfloat16 there and back, and rounding as the library does.
TEST(PublicTypes, NarrowFloats) {
  for (int i = 0; i < 65536; ++i) {
    phi::float16 h;
    h.x = static_cast<uint16_t>(i);
    const float f = h;
    if (std::isnan(f)) {
      EXPECT_EQ(h.x & 0x7c00, 0x7c00);
      continue;
    }
    EXPECT_EQ(phi::float16(f).x, h.x);
    phi::bfloat16 b;
    b.x = static_cast<uint16_t>(i);
    if (!std::isnan(static_cast<float>(b))) {
      EXPECT_EQ(phi::bfloat16(static_cast<float>(b)).x, b.x);
    }
  }
  std::vector<double> values;
  for (int e = -30; e < 20; ++e) {
    for (double m : {1.0, 1.00048828125, 1.0009765625, 1.3, 1.99976, 1.9999}) {
      values.push_back(static_cast<float>(std::ldexp(m, e)));
      values.push_back(-values.back());
    }
  }
  const auto n = static_cast<int64_t>(values.size());
  const Tensor x = paddle::from_vector(values, {n});
  const Tensor half = x.cast(DataType::FLOAT16);
  const Tensor brain = x.cast(DataType::BFLOAT16);
  for (int64_t i = 0; i < n; ++i) {
    EXPECT_EQ(half.data<phi::float16>()[i].x,
              phi::float16(x.data<float>()[i]).x);
    EXPECT_EQ(brain.data<phi::bfloat16>()[i].x,
              phi::bfloat16(x.data<float>()[i]).x);
  }
}

// An operator that is part of the program.
std::vector<Tensor> Square(const Tensor& x, float factor) {
  return {x * x * factor};
}
std::vector<Tensor> SquareGrad(const Tensor& x, const Tensor& g, float factor) {
  return {x * g * (2 * factor)};
}
PD_BUILD_OP(public_api_square)
    .Inputs({"X"})
    .Outputs({"Out"})
    .Attrs({"factor: float"})
    .SetKernelFn(PD_KERNEL(Square));
PD_BUILD_GRAD_OP(public_api_square)
    .Inputs({"X", paddle::Grad("Out")})
    .Outputs({paddle::Grad("X")})
    .Attrs({"factor: float"})
    .SetKernelFn(PD_KERNEL(SquareGrad));

TEST(PublicCustomOp, InAProgram) {
  const std::vector<std::string> expected = {"public_api_square"};
  EXPECT_EQ(paddle::register_custom_ops(), expected);
  EXPECT_TRUE(paddle::register_custom_ops().empty());
  const Tensor x = Leaf({1, 2}, {2});
  const Tensor y = paddle::run_custom_op("public_api_square",
                                         {std::vector<Tensor>{x}}, {3.0f})[0];
  EXPECT_EQ(y.values(), (Values{3, 12}));
  paddle::sum(y).backward();
  EXPECT_EQ(x.grad().values(), (Values{6, 12}));
  EXPECT_THROW(paddle::run_custom_op("public_api_square", {}), std::exception);
  EXPECT_THROW(
      paddle::run_custom_op("public_api_square", {std::vector<Tensor>{x}}, {3}),
      std::exception);
  EXPECT_THROW(paddle::run_custom_op("nothing", {}), std::exception);
}

}  // namespace
