// conv_fused gives what its decomposition gives, on any number of threads.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/thread_pool.h"
#include "ops/builder.h"
#include "ops/op_def.h"

namespace paddle {
namespace {

Var Filled(const DDim& dims, double shift) {
  Var v = EmptyTensor(dims, DataType::kFloat32);
  for (int64_t i = 0; i < v->numel; ++i) {
    v->Data<float>()[i] = static_cast<float>(std::sin(0.7 * i + shift));
  }
  return v;
}

struct Shape {
  DDim x, weight;
  std::vector<int64_t> stride, padding, dilation;
  int64_t groups;
};

struct Conv {
  Conv(const Shape& s, bool bias, bool residual, std::string_view activation)
      : op(GetOp("conv_fused")),
        args(op),
        x(Filled(s.x, 0)),
        weight(Filled(s.weight, 1)),
        bias(Filled({s.weight[0]}, 2)) {
    args.size = 10;
    args.SetTensor(0, x.get());
    args.SetTensor(1, weight.get());
    args.slot[2].tensor = bias ? this->bias.get() : nullptr;
    args.slot[3].ints = s.stride;
    args.slot[4].ints = s.padding;
    args.slot[5].ints = s.dilation;
    args.slot[6].i = s.groups;
    args.slot[7].i = 1;
    args.slot[8].tensor = nullptr;
    args.slot[9].text = activation;
    if (!residual) return;
    this->residual = Filled(Run()->dims, 3);
    args.slot[8].tensor = this->residual.get();
  }
  Var Run() {
    Outs outs(1);
    Dispatch(op, args, outs);
    return Var::Own(outs.Take(0));
  }
  const OpDef& op;
  Args args;
  Var x, weight, bias, residual;
};

const Shape kShapes[] = {
    {{1, 9, 7, 5}, {6, 5, 3, 3}, {1, 1}, {1, 1, 1, 1}, {1, 1}, 1},
    {{3, 12, 11, 4}, {8, 4, 5, 3}, {2, 1}, {2, 1, 0, 2}, {1, 1}, 1},
    {{2, 10, 10, 8}, {8, 4, 3, 3}, {2, 2}, {2, 1, 1, 2}, {2, 1}, 2},
    {{1, 30, 20, 32}, {32, 1, 5, 5}, {1, 2}, {2, 2, 2, 2}, {1, 1}, 32},
    {{1, 40, 40, 64}, {96, 64, 1, 1}, {1, 1}, {0, 0, 0, 0}, {1, 1}, 1},
    {{2, 56, 56, 32}, {64, 32, 3, 3}, {2, 2}, {1, 1, 1, 1}, {1, 1}, 1},
    {{2, 50, 24}, {16, 24, 3}, {2}, {1, 1}, {1}, 1},
    {{1, 9, 8, 7, 6},
     {5, 6, 3, 2, 3},
     {2, 1, 1},
     {1, 1, 0, 1, 1, 1},
     {1, 1, 1},
     1},
};

TEST(ConvFused, GivesWhatItsDecompositionGives) {
  const int before = NumThreads();
  for (size_t i = 0; i < std::size(kShapes); ++i) {
    for (const char* activation : {"", "relu", "hardswish", "silu", "gelu"}) {
      for (int kind = 0; kind < 4; ++kind) {
        Conv conv(kShapes[i], kind & 1, kind & 2, activation);
        const Var wanted = conv.op.decompose(conv.args)[0];
        for (int threads : {1, 2, 3, 7}) {
          SCOPED_TRACE(testing::Message()
                       << i << activation << kind << threads);
          SetNumThreads(threads);
          const Var found = conv.Run();
          SetNumThreads(before);
          ASSERT_EQ(found->dims, wanted->dims);
          for (int64_t k = 0; k < found->numel; ++k) {
            const float a = found->Data<float>()[k];
            const float b = wanted->Data<float>()[k];
            ASSERT_NEAR(a, b, 2e-5 * (1 + std::abs(b)));
          }
        }
      }
    }
  }
}

TEST(ConvFused, KeepsNan) {
  for (const char* activation : {"", "relu", "hardswish", "silu", "gelu"}) {
    SCOPED_TRACE(activation);
    Conv conv(kShapes[4], true, true, activation);
    conv.x->Data<float>()[0] = std::numeric_limits<float>::quiet_NaN();
    const Var found = conv.Run();
    for (int64_t k = 0; k < found->numel; ++k) {
      ASSERT_EQ(std::isnan(found->Data<float>()[k]), k < 96);
    }
  }
}

TEST(ConvFused, ReluGivesNoNegativeZero) {
  Conv conv(kShapes[4], true, false, "relu");
  const Var found = conv.Run();
  int64_t zeros = 0;
  for (int64_t k = 0; k < found->numel; ++k) {
    ASSERT_FALSE(std::signbit(found->Data<float>()[k]));
    zeros += found->Data<float>()[k] == 0;
  }
  EXPECT_GT(zeros, found->numel / 4);
}

TEST(ConvFused, RefusesWhatDoesNotFit) {
  Conv conv(kShapes[0], true, false, "frobnicate");
  EXPECT_THROW(conv.Run(), Error);
  Conv other(kShapes[0], true, true, "");
  const Var wrong = Filled({1, 9, 7, 5}, 0);
  other.args.SetTensor(8, wrong.get());
  EXPECT_THROW(other.Run(), Error);
}

}  // namespace
}  // namespace paddle
