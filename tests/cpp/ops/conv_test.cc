#include "core/thread_pool.h"
#include "ops/nn/conv_attrs.h"
#include "ops/test_util.h"

namespace paddle {
namespace {

using testing::ErrorOf;
using testing::ExpectNear;
using testing::Random;

struct Case {
  int64_t n, ic, oc, groups;
  int64_t size, kernel, stride, pad, dilation;
};
const Case kCases[] = {
    {2, 3, 8, 1, 9, 3, 1, 1, 1},    {1, 1, 6, 1, 12, 5, 1, 2, 1},
    {3, 16, 32, 1, 8, 1, 1, 0, 1},  {2, 8, 8, 8, 10, 3, 1, 1, 1},
    {2, 8, 16, 8, 11, 3, 2, 1, 1},  {2, 6, 9, 3, 9, 3, 2, 0, 2},
    {5, 32, 16, 1, 7, 3, 2, 1, 1},  {1, 3, 16, 1, 30, 7, 2, 3, 1},
    {4, 20, 50, 1, 6, 5, 1, 0, 1},  {2, 4, 4, 1, 5, 2, 3, 1, 1},
    {8, 64, 64, 1, 14, 3, 1, 1, 1}, {2, 5, 7, 1, 6, 1, 2, 0, 1},
    {2, 8, 8, 8, 11, 3, 2, 1, 1},   {2, 4, 4, 4, 21, 5, 2, 2, 1},
    {1, 4, 4, 4, 18, 5, 1, 0, 1},   {2, 4, 16, 1, 60, 7, 1, 3, 1},
    {2, 3, 16, 1, 21, 3, 4, 0, 1},  {1, 3, 16, 1, 19, 3, 2, 2, 2},
};

// The definition, over double values.
Var Reference(const Var& x, const Var& w, const Case& c, int64_t out_size) {
  Var out = EmptyTensor({c.n, c.oc, out_size, out_size}, DataType::kFloat64);
  const double *a = x->Data<double>(), *b = w->Data<double>();
  double* to = out->Data<double>();
  const int64_t ic = c.ic / c.groups, oc = c.oc / c.groups;
  for (int64_t n = 0; n < c.n; ++n)
    for (int64_t o = 0; o < c.oc; ++o)
      for (int64_t i = 0; i < out_size; ++i)
        for (int64_t j = 0; j < out_size; ++j) {
          double sum = 0;
          for (int64_t k = 0; k < ic; ++k)
            for (int64_t p = 0; p < c.kernel; ++p)
              for (int64_t q = 0; q < c.kernel; ++q) {
                const int64_t y = i * c.stride + p * c.dilation - c.pad;
                const int64_t z = j * c.stride + q * c.dilation - c.pad;
                if (y < 0 || z < 0 || y >= c.size || z >= c.size) continue;
                const int64_t channel = o / oc * ic + k;
                sum += a[((n * c.ic + channel) * c.size + y) * c.size + z] *
                       b[((o * ic + k) * c.kernel + p) * c.kernel + q];
              }
          *to++ = sum;
        }
  return out;
}

double Dot(const Var& x, const Var& y) {
  const auto a = testing::Values<double>(ops::Cast(x, DataType::kFloat64));
  const auto b = testing::Values<double>(ops::Cast(y, DataType::kFloat64));
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// NCHW <-> NHWC, by hand.
Var SwapLayout(const Var& x, bool to_last) {
  const DDim d = x.dims();
  const DDim dims =
      to_last ? DDim{d[0], d[2], d[3], d[1]} : DDim{d[0], d[3], d[1], d[2]};
  Var view = Alias(*x);
  for (int i = 0; i < 4; ++i) {
    const int from = to_last ? (i == 0   ? 0
                                : i == 3 ? 1
                                         : i + 1)
                             : (i == 0   ? 0
                                : i == 1 ? 3
                                         : i - 1);
    view->dims[i] = dims[i];
    view->strides[i] = x->strides[from];
  }
  FinishStrides(view.get());
  return ops::Assign(view);
}

class ConvTest : public ::testing::TestWithParam<Case> {};

TEST_P(ConvTest, ForwardAndGradientsAgree) {
  const Case c = GetParam();
  const Var x = Random<double>({c.n, c.ic, c.size, c.size});
  const Var w = Random<double>({c.oc, c.ic / c.groups, c.kernel, c.kernel}, 2);
  const auto conv = [&](const Var& a, const Var& b, const char* layout) {
    return ops::Conv2d(a, b, Var(), {c.stride}, {c.pad}, {c.dilation}, c.groups,
                       layout);
  };
  const Var out = conv(x, w, "NCHW");
  ExpectNear(out, Reference(x, w, c, out.dim(2)), 1e-10);
  const Var xf = ops::Cast(x, DataType::kFloat32);
  const Var wf = ops::Cast(w, DataType::kFloat32);
  ExpectNear(conv(xf, wf, "NCHW"), out, 1e-3);
  ExpectNear(SwapLayout(conv(SwapLayout(xf, true), wf, "NHWC"), false), out,
             1e-3);
  ExpectNear(SwapLayout(conv(SwapLayout(x, true), w, "NHWC"), false), out,
             1e-10);
  // <conv(x, w), g> == <x, grad_input> == <w, grad_weight>
  const Var g = Random<double>(out.dims(), 3);
  const double expected = Dot(out, g);
  const DDim pads{c.pad, c.pad, c.pad, c.pad}, stride{c.stride, c.stride};
  const DDim dilation{c.dilation, c.dilation}, kernel{c.kernel, c.kernel};
  for (const bool last : {false, true}) {
    const auto lay = [&](const Var& v) {
      return last ? SwapLayout(v, true) : v;
    };
    const Var gx = ops::ConvGradInput(lay(g), w, {c.size, c.size}, stride, pads,
                                      dilation, c.groups, last);
    EXPECT_NEAR(Dot(lay(x), gx), expected, 1e-7 * (1 + std::abs(expected)));
    const Var gw = ops::ConvGradWeight(lay(x), lay(g), kernel, stride, pads,
                                       dilation, c.groups, last);
    EXPECT_NEAR(Dot(w, gw), expected, 1e-7 * (1 + std::abs(expected)));
    const Var gf = ops::Cast(lay(g), DataType::kFloat32);
    ExpectNear(ops::ConvGradInput(gf, wf, {c.size, c.size}, stride, pads,
                                  dilation, c.groups, last),
               gx, 1e-3);
    ExpectNear(
        ops::ConvGradWeight(ops::Cast(lay(x), DataType::kFloat32), gf, kernel,
                            stride, pads, dilation, c.groups, last),
        gw, 2e-3);
  }
}
INSTANTIATE_TEST_SUITE_P(Shapes, ConvTest, ::testing::ValuesIn(kCases));

TEST(Conv, ThreadsAgree) {
  const Var x = Random({12, 16, 13, 13}), w = Random({24, 16, 3, 3}, 2);
  const Var g = Random({12, 24, 13, 13}, 3);
  const int threads = NumThreads();
  SetNumThreads(1);
  const Var out = ops::Conv2d(x, w, Var(), {1}, {1});
  const Var gw =
      ops::ConvGradWeight(x, g, {3, 3}, {1, 1}, {1, 1, 1, 1}, {1, 1}, 1, false);
  SetNumThreads(3);
  ExpectNear(ops::Conv2d(x, w, Var(), {1}, {1}), out, 1e-4);
  ExpectNear(
      ops::ConvGradWeight(x, g, {3, 3}, {1, 1}, {1, 1, 1, 1}, {1, 1}, 1, false),
      gw, 1e-3);
  SetNumThreads(threads);
}

TEST(Conv, PaddingForms) {
  const Var x = Random({1, 2, 7, 7}), w = Random({3, 2, 3, 3}, 2);
  const Var one = ops::Conv2d(x, w, Var(), {1}, {1});
  ExpectNear(ops::Conv2d(x, w, Var(), {1}, {1, 1, 1, 1}), one, 0);
  ExpectNear(ops::Conv2d(x, w, Var(), {1}, {0, 0, 0, 0, 1, 1, 1, 1}), one, 0);
  ExpectNear(ops::Conv2d(x, w, Var(), {1}, {kSamePadding}), one, 0);
  EXPECT_EQ(ops::Conv2d(x, w, Var(), {1}, {kValidPadding}).dim(2), 5);
  EXPECT_EQ(ops::Conv2d(x, w, Var(), {2}, {kSamePadding}).dim(2), 4);
}

TEST(Conv, OneAndThreeAxes) {
  const Var x = Random({2, 3, 20}), w = Random({4, 3, 5}, 2);
  const Var flat =
      ops::Conv2d(ops::Reshape(x, {2, 3, 1, 20}), ops::Reshape(w, {4, 3, 1, 5}),
                  Var(), {1}, {0, 2});
  ExpectNear(ops::Conv1d(x, w, Var(), {1}, {2}), ops::Reshape(flat, {2, 4, 20}),
             1e-4);
  const Var y = Random({1, 2, 1, 7, 7}), v = Random({3, 2, 1, 3, 3}, 2);
  const Var deep = ops::Conv3d(y, v, Random({3}, 4), {1}, {0, 1, 1});
  EXPECT_EQ(errors::ToString(deep.dims()), "[1, 3, 1, 7, 7]");
}

TEST(Conv, TransposeUndoesTheShape) {
  const Var x = Random({2, 6, 5, 5}), w = Random({6, 2, 3, 3}, 2);
  const Var b = Random({4}, 3);
  const Var out = ops::Conv2dTranspose(x, w, b, {2}, {1}, {1}, {1}, 2);
  EXPECT_EQ(errors::ToString(out.dims()), "[2, 4, 10, 10]");
  const Var sized =
      ops::Conv2dTranspose(x, w, b, {2}, {1}, {0}, {1}, 2, {10, 10});
  ExpectNear(sized, out, 1e-5);
}

TEST(Conv, Errors) {
  const Var x = Random({1, 4, 5, 5});
  EXPECT_NE(ErrorOf([&] {
              ops::Conv2d(x, Random({2, 3, 3, 3}));
            }).find("channels of `x` do not match `weight`"),
            std::string::npos);
  EXPECT_NE(ErrorOf([&] {
              ops::Conv2d(x, Random({2, 4, 7, 7}));
            }).find("window is larger"),
            std::string::npos);
  EXPECT_NE(ErrorOf([&] {
              ops::Conv2d(x, Random({2, 4, 3, 3}), Var(), {0});
            }).find("`stride` is too small"),
            std::string::npos);
}

TEST(Conv, SecondGradient) {
  Var x = Random<double>({1, 2, 5, 5}), w = Random<double>({3, 2, 3, 3}, 2);
  x->flags |= kRequiresGrad;
  w->flags |= kRequiresGrad;
  const Var out = ops::Conv2d(x, w, Var(), {2}, {1});
  GradOptions options;
  options.create_graph = true;
  const auto first = RunGrad({ops::Sum(out * out)}, {x, w}, {}, options);
  // f = |conv|^2 is homogeneous of degree 2 in x: <H x, x> = 2 f.
  const auto second = RunGrad({ops::Sum(first[0] * x)}, {x}, {}, {});
  const double f = Dot(out, out);
  EXPECT_NEAR(Dot(first[0], x), 2 * f, 1e-8 * f);
  EXPECT_NEAR(Dot(second[0], x), 4 * f, 1e-8 * f);
  EXPECT_NEAR(Dot(first[1], w), 2 * f, 1e-8 * f);
}

}  // namespace
}  // namespace paddle
