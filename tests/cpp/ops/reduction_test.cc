// Reductions over every set of axes of tensors of several layouts, against
// plain loops in double.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "core/thread_pool.h"
#include "ops/generated/ops.h"
#include "phi/kernel_registry.h"

namespace paddle {
namespace {

using Fold = std::function<double(double, double)>;

// A float32 tensor of these sizes whose axes lie in memory in another order.
Var Permuted(const DDim& dims, const std::vector<int>& order, unsigned seed) {
  Var t = EmptyTensor(dims, DataType::kFloat32);
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  for (int64_t i = 0; i < t->numel; ++i) t->Data<float>()[i] = normal(random);
  int64_t step = 1;
  for (auto axis = order.rbegin(); axis != order.rend(); ++axis) {
    t->strides[*axis] = step;
    step *= dims[*axis];
  }
  FinishStrides(t.get());
  return t;
}

std::vector<double> Expected(const Var& x, uint32_t mask, double start,
                             const Fold& fold) {
  int64_t n = 1;
  for (int a = 0; a < x.rank(); ++a) n *= mask >> a & 1 ? 1 : x.dims()[a];
  std::vector<double> out(n, start);
  for (int64_t i = 0; i < x->numel; ++i) {
    int64_t rest = i, at = 0, to = 0, step = 1;
    for (int a = x.rank() - 1; a >= 0; --a) {
      const int64_t k = rest % x.dims()[a];
      rest /= x.dims()[a];
      at += k * x->strides[a];
      if (mask >> a & 1) continue;
      to += k * step;
      step *= x.dims()[a];
    }
    out[to] = fold(out[to], x->Data<float>()[at]);
  }
  return out;
}

std::vector<int64_t> AxesOf(uint32_t mask) {
  std::vector<int64_t> axes;
  for (int a = 0; a < 32; ++a) {
    if (mask >> a & 1) axes.push_back(a);
  }
  return axes;
}

class ReductionTest : public ::testing::Test {
 protected:
  void SetUp() override { phi::BindKernels(); }

  // Every set of axes of x; `run` makes the result that `fold` describes.
  void Check(const Var& x, const std::function<Var(const Var&, IntArray)>& run,
             double start, const Fold& fold, double tolerance) {
    for (uint32_t mask = 1; mask < 1u << x.rank(); ++mask) {
      const std::vector<int64_t> axes = AxesOf(mask);
      const Var got = run(x, axes);
      const std::vector<double> want = Expected(x, mask, start, fold);
      ASSERT_EQ(got->numel, static_cast<int64_t>(want.size()));
      for (size_t i = 0; i < want.size(); ++i) {
        ASSERT_NEAR(got->Data<float>()[i], want[i], tolerance)
            << "axes " << mask << " at " << i;
      }
    }
  }
};

TEST_F(ReductionTest, EverySetOfAxesAndLayout) {
  const std::vector<std::vector<int>> orders = {
      {0, 1, 2}, {2, 1, 0}, {1, 2, 0}, {0, 2, 1}};
  const std::vector<DDim> shapes = {
      {5, 70, 33}, {1, 3, 2}, {130, 1, 9}, {2, 3000, 3}, {4, 2, 1025}};
  auto sum = [](const Var& x, IntArray axes) { return ops::Sum(x, axes); };
  auto max = [](const Var& x, IntArray axes) { return ops::Max(x, axes); };
  auto min = [](const Var& x, IntArray axes) { return ops::Min(x, axes); };
  for (const DDim& shape : shapes) {
    for (const auto& order : orders) {
      const Var x = Permuted(shape, order, 7);
      Check(
          x, sum, 0, [](double a, double b) { return a + b; }, 2e-4);
      Check(
          x, max, -1e30, [](double a, double b) { return std::max(a, b); }, 0);
      Check(
          x, min, 1e30, [](double a, double b) { return std::min(a, b); }, 0);
    }
  }
}

TEST_F(ReductionTest, LongSumsAreExactToAFewUlp) {
  const int64_t n = 3 << 20;
  const Var x = EmptyTensor({n / 16, 16}, DataType::kFloat32);
  for (int64_t i = 0; i < n; ++i) x->Data<float>()[i] = 0.1f;
  const double want = double{0.1f} * n;
  EXPECT_NEAR(ops::Sum(x)->Data<float>()[0], want, want * 2e-7);
  EXPECT_NEAR(ops::Sum(x, {0})->Data<float>()[3], want / 16, want * 2e-8);
  EXPECT_NEAR(ops::Mean(x)->Data<float>()[0], 0.1f, 2e-8);
}

TEST_F(ReductionTest, ResultsDoNotDependOnThreads) {
  const Var x = Permuted({3, 700, 900}, {0, 1, 2}, 3);
  const int threads = NumThreads();
  for (const std::vector<int64_t>& axes :
       {std::vector<int64_t>{}, {0}, {1}, {2}, {0, 2}}) {
    SetNumThreads(1);
    const Var one = ops::Sum(x, axes);
    SetNumThreads(3);
    const Var three = ops::Sum(x, axes);
    SetNumThreads(threads);
    for (int64_t i = 0; i < one->numel; ++i) {
      ASSERT_EQ(one->Data<float>()[i], three->Data<float>()[i]);
    }
  }
}

TEST_F(ReductionTest, NanIsTheLargestAndTheSmallest) {
  for (int64_t n : {1, 5, 40, 300, 5000}) {
    for (int64_t at : {int64_t{0}, n / 2, n - 1}) {
      const Var x = EmptyTensor({n}, DataType::kFloat32);
      for (int64_t i = 0; i < n; ++i) x->Data<float>()[i] = float(i);
      x->Data<float>()[at] = NAN;
      EXPECT_TRUE(std::isnan(ops::Max(x)->Data<float>()[0]));
      EXPECT_TRUE(std::isnan(ops::Min(x)->Data<float>()[0]));
      EXPECT_EQ(ops::Argmax(x)->Data<int64_t>()[0], at);
      EXPECT_EQ(ops::Argmin(x)->Data<int64_t>()[0], at);
    }
  }
}

TEST_F(ReductionTest, OfNothing) {
  const Var x = EmptyTensor({0, 3}, DataType::kFloat32);
  EXPECT_EQ(ops::Sum(x)->Data<float>()[0], 0);
  EXPECT_TRUE(std::isnan(ops::Mean(x)->Data<float>()[0]));
  EXPECT_EQ(ops::Sum(x, {0})->numel, 3);
  EXPECT_EQ(ops::Max(x, {1})->numel, 0);
  EXPECT_THROW(ops::Max(x), Error);
  EXPECT_THROW(ops::Argmax(x, {0}), Error);
}

TEST_F(ReductionTest, VarianceFarFromZero) {
  const Var x = EmptyTensor({1000, 7}, DataType::kFloat32);
  for (int64_t i = 0; i < x->numel; ++i) {
    x->Data<float>()[i] = 4096 + float(i / 7 % 4);
  }
  for (int64_t i = 0; i < 7; ++i) {
    EXPECT_NEAR(ops::Variance(x, {0})->Data<float>()[i], 1250.0 / 999, 1e-5);
  }
  EXPECT_NEAR(ops::Variance(x)->Data<float>()[0], 8750.0 / 6999, 1e-5);
}

}  // namespace
}  // namespace paddle
