#include "core/thread_pool.h"
#include "ops/test_util.h"

namespace paddle {
namespace {

using testing::ErrorOf;
using testing::ExpectNear;
using testing::Random;
using testing::RandomInt;

// x @ y for matrices by the definition, in double.
Var Reference(const Var& x, const Var& y) {
  const Var a = ops::Cast(x, DataType::kFloat64);
  const Var b = ops::Cast(y, DataType::kFloat64);
  const int64_t m = x.dim(0), k = x.dim(1), n = y.dim(1);
  Var out = EmptyTensor({m, n}, DataType::kFloat64);
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      double sum = 0;
      for (int64_t p = 0; p < k; ++p) {
        sum += a->Data<double>()[i * k + p] * b->Data<double>()[p * n + j];
      }
      out->Data<double>()[i * n + j] = sum;
    }
  }
  return out;
}

// A matrix stored transposed, seen as [rows, columns].
Var Transposed(const Var& x) {
  Var t = Alias(*x);
  std::swap(t->dims[0], t->dims[1]);
  std::swap(t->strides[0], t->strides[1]);
  FinishStrides(t.get());
  return t;
}

template <typename T>
class MatmulTest : public ::testing::Test {};
using FloatTypes = ::testing::Types<float, double, float16, bfloat16>;
TYPED_TEST_SUITE(MatmulTest, FloatTypes);

TYPED_TEST(MatmulTest, AllSizesAndLayouts) {
  using T = TypeParam;
  const double tolerance = std::is_same_v<T, bfloat16>  ? 2e-2
                           : std::is_same_v<T, float16> ? 3e-3
                           : std::is_same_v<T, float>   ? 1e-4
                                                        : 1e-12;
  const int64_t shapes[][3] = {{1, 1, 1},    {8, 8, 8},    {3, 5, 7},
                               {6, 17, 33},  {13, 40, 32}, {1, 64, 100},
                               {100, 64, 1}, {40, 33, 70}, {65, 130, 67},
                               {2, 0, 3},    {0, 4, 5},    {300, 200, 100}};
  for (const auto& [m, k, n] : shapes) {
    const Var x = Random<T>({m, k}, 1), y = Random<T>({k, n}, 2);
    const Var expected = Reference(x, y);
    ExpectNear(ops::Matmul(x, y), expected, tolerance);
    const Var xt = ops::Assign(Transposed(x)), yt = ops::Assign(Transposed(y));
    ExpectNear(ops::Matmul(xt, y, true), expected, tolerance);
    ExpectNear(ops::Matmul(x, yt, false, true), expected, tolerance);
    ExpectNear(ops::Matmul(xt, yt, true, true), expected, tolerance);
    ExpectNear(ops::Matmul(Transposed(xt), Transposed(yt)), expected,
               tolerance);
  }
}

// Past every size that the kernel for matrix units blocks by.
TEST(Matmul, LargeBfloat16) {
  const int threads = NumThreads();
  SetNumThreads(1);
  const int64_t shapes[][3] = {
      {40, 2100, 70}, {300, 4200, 33}, {33, 513, 1030}};
  for (const auto& [m, k, n] : shapes) {
    const Var x = Random<bfloat16>({m, k}, 1), y = Random<bfloat16>({k, n}, 2);
    const Var xt = ops::Assign(Transposed(x)), yt = ops::Assign(Transposed(y));
    const Var expected = ops::Matmul(ops::Cast(x, DataType::kFloat64),
                                     ops::Cast(y, DataType::kFloat64));
    for (const Var& out :
         {ops::Matmul(x, y), ops::Matmul(xt, y, true),
          ops::Matmul(x, yt, false, true), ops::Matmul(xt, yt, true, true)}) {
      ExpectNear(ops::Cast(out, DataType::kFloat64), expected, 1e-2);
    }
  }
  SetNumThreads(threads);
}

TEST(Matmul, BatchesBroadcast) {
  const Var x = Random({2, 1, 3, 4}), y = Random({5, 4, 6}, 2);
  const Var out = ops::Matmul(x, y);
  ASSERT_EQ(errors::ToString(out.dims()), "[2, 5, 3, 6]");
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 5; ++j) {
      Var a = EmptyTensor({3, 4}, DataType::kFloat32);
      Var b = EmptyTensor({4, 6}, DataType::kFloat32);
      Var c = EmptyTensor({3, 6}, DataType::kFloat32);
      std::copy_n(x->Data<float>() + i * 12, 12, a->Data<float>());
      std::copy_n(y->Data<float>() + j * 24, 24, b->Data<float>());
      std::copy_n(out->Data<float>() + (i * 5 + j) * 18, 18, c->Data<float>());
      ExpectNear(c, Reference(a, b), 1e-5);
    }
  }
  EXPECT_EQ(errors::ToString(ops::Matmul(x, Random({4})).dims()), "[2, 1, 3]");
  EXPECT_EQ(errors::ToString(ops::Matmul(Random({3}), x).dims()), "[2, 1, 4]");
  EXPECT_EQ(ops::Matmul(Random({4}), Random({4})).rank(), 0);
}

TEST(Matmul, IntegersAreExact) {
  const int64_t big = int64_t{1} << 60;
  const Var x = RandomInt<int64_t>({7, 9}, -big, big);
  const Var y = RandomInt<int64_t>({9, 70}, -big, big, 2);
  const Var out = ops::Matmul(x, y);
  for (int64_t i = 0; i < 7; ++i) {
    for (int64_t j = 0; j < 70; ++j) {
      uint64_t sum = 0;
      for (int64_t p = 0; p < 9; ++p) {
        sum += static_cast<uint64_t>(x->Data<int64_t>()[i * 9 + p]) *
               static_cast<uint64_t>(y->Data<int64_t>()[p * 70 + j]);
      }
      ASSERT_EQ(static_cast<uint64_t>(out->Data<int64_t>()[i * 70 + j]), sum);
    }
  }
}

TEST(Matmul, ComplexGradientIsConjugated) {
  Var x = EmptyTensor({1, 1}, DataType::kComplex128), y = ops::Assign(x);
  *x->Data<complex128>() = {1, 2};
  *y->Data<complex128>() = {3, -1};
  x->flags |= kRequiresGrad;
  const Var out = ops::Matmul(x, y);
  EXPECT_EQ(*out->Data<complex128>(), complex128(5, 5));
}

TEST(Matmul, ErrorNamesShapes) {
  const std::string text = ErrorOf([] {
    ops::Matmul(Random({4, 8}), Random({6, 8}));
  });
  EXPECT_NE(text.find("last dimension of `x` does not match `y`"),
            std::string::npos);
  EXPECT_NE(text.find("[4, 8]"), std::string::npos);
  EXPECT_NE(text.find("transpose_y=True"), std::string::npos);
}

TEST(Linear, AddsTheBias) {
  for (int64_t n : {8, 70}) {
    const Var x = Random({3, 2, 40}), w = Random({40, n}, 2);
    const Var b = Random({n}, 3);
    ExpectNear(ops::Linear(x, w, b), ops::Matmul(x, w) + b, 1e-5);
  }
}

TEST(Matmul, ThreadsAgree) {
  const Var x = Random({300, 400}), y = Random({400, 500}, 2);
  const int threads = NumThreads();
  SetNumThreads(1);
  const Var one = ops::Matmul(x, y);
  SetNumThreads(3);
  ExpectNear(ops::Matmul(x, y), one, 1e-5);
  SetNumThreads(threads);
}

}  // namespace
}  // namespace paddle
