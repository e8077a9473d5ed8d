// Composites: what their rules make computes what the operator does.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "executor/executable.h"
#include "ops/builder.h"
#include "ops/generated/ops.h"
#include "pir/program.h"

namespace paddle::pir {
namespace {

struct Sample {
  const char* op;
  std::vector<DDim> inputs;
  std::function<void(Args&)> set = [](Args&) {};
  bool positive = false;
};

Var Random(const DDim& dims, bool positive, std::mt19937* random) {
  Var v = EmptyTensor(dims, DataType::kFloat32);
  std::uniform_real_distribution<float> draw(positive ? 0.1f : -2.0f, 2.0f);
  for (int64_t i = 0; i < v->numel; ++i) v->Data<float>()[i] = draw(*random);
  return v;
}

// One call of the sample as a program.
FlatProgram ProgramOf(const Sample& sample, const std::vector<Var>& inputs) {
  const OpDef& op = GetOp(sample.op);
  FlatProgram p;
  Args args(op);
  args.size = static_cast<int>(op.schema.args.size());
  std::vector<ValueId> operands;
  size_t next = 0;
  for (int i = 0; i < args.size; ++i) {
    args.slot[i] = op.schema.args[i].default_value;
    if (!(op.tensor_mask >> i & 1)) continue;
    args.slot[i].tensor = nullptr;
    ValueId v = kNoValue;
    if (next < inputs.size()) {
      args.SetTensor(i, inputs[next].get());
      v = p.AddInput(DataType::kFloat32, inputs[next++].dims());
    }
    operands.push_back(v);
  }
  sample.set(args);
  Outs outs(static_cast<int>(op.schema.outs.size()));
  {
    const BuilderGuard meta(MetaBuilder());
    MetaBuilder()->Emit(op, args, outs);
  }
  std::vector<ValueId> results;
  for (int i = 0; i < outs.size(); ++i) {
    results.push_back(p.AddValue(outs[i]->dtype, outs[i]->dims));
    p.outputs.push_back({results.back(), -1});
  }
  Call& call = p.AddCall(op, args);
  call.operands = operands;
  call.results = results;
  return p;
}

const std::function<void(Args&)> kNothing = [](Args&) {};
std::function<void(Args&)> Axis(int i, int64_t axis) {
  return [=](Args& a) { a.slot[i].i = axis; };
}

TEST(Decompose, ComputesWhatTheOperatorDoes) {
  const std::vector<Sample> samples = {
      {"cov", {{3, 5}}},
      {"corrcoef", {{3, 5}}},
      {"cdist", {{3, 5}, {4, 5}}},
      {"mm", {{3, 5}, {5, 2}}},
      {"bmm", {{2, 3, 5}, {2, 5, 2}}},
      {"mv", {{3, 5}, {5}}},
      {"dot", {{5}, {5}}},
      {"inner", {{3, 5}, {4, 5}}},
      {"outer", {{3}, {4}}},
      {"addmm", {{3, 4}, {3, 2}, {2, 4}}},
      {"baddbmm", {{2, 3, 4}, {2, 3, 2}, {2, 2, 4}}},
      {"cross", {{4, 3}, {4, 3}}, Axis(2, 1)},
      {"trace", {{4, 3}}},
      {"mse_loss", {{3, 5}, {3, 5}}},
      {"l1_loss", {{3, 5}, {3, 5}}},
      {"smooth_l1_loss", {{3, 5}, {3, 5}}},
      {"kl_div", {{3, 5}, {3, 5}}, kNothing, true},
      {"binary_cross_entropy_with_logits", {{3, 5}, {3, 5}}},
      {"expand_as", {{3}, {2, 3}}},
      {"kron", {{2, 3}, {3, 2}}},
      {"pixel_shuffle", {{1, 4, 2, 3}}, Axis(1, 2)},
      {"add_scaled", {{3, 4}, {4}}},
      {"i0", {{3, 5}}},
      {"i1", {{3, 5}}},
      {"polar", {{3, 5}, {3, 5}}},
      {"diff", {{3, 5}}},
      {"stanh", {{3, 5}}},
      {"ldexp", {{3, 5}, {5}}},
      {"frac", {{3, 5}}},
      {"sinc", {{3, 5}}},
      {"atan2", {{3, 5}, {3, 5}}},
      {"rad2deg", {{3, 5}}},
      {"sigmoid_grad", {{3, 5}, {3, 5}}},
      {"tanh_grad", {{3, 5}, {3, 5}}},
      {"gelu_grad", {{3, 5}, {3, 5}}},
      {"silu_grad", {{3, 5}, {3, 5}}},
      {"softmax_grad", {{3, 5}, {3, 5}}, Axis(2, -1)},
      {"log_softmax_grad", {{3, 5}, {3, 5}}, Axis(2, -1)},
      {"swish", {{3, 5}}},
      {"prelu", {{3, 4, 5}, {4}}},
      {"conv2d", {{1, 2, 5, 5}, {3, 2, 3, 3}, {3}}},
      {"group_norm", {{2, 4, 3}}, Axis(1, 2)},
      {"instance_norm", {{2, 4, 3}}},
      {"cumsum", {{3, 5}}},
      {"logcumsumexp", {{3, 5}}},
      {"logsumexp", {{3, 5}}},
      {"nansum", {{3, 5}}},
      {"nanmean", {{3, 5}}},
      {"p_norm", {{3, 5}}},
      {"reduce_as", {{3, 5}, {5}}},
      {"renorm",
       {{3, 5}},
       [](Args& a) {
         a.slot[1].f = 2.0;
         a.slot[2].i = 0;
         a.slot[3].f = 1.0;
       }},
      {"var", {{3, 5}}},
      {"std", {{3, 5}}},
      {"layer_norm",
       {{3, 4}, {4}, {4}},
       [](Args& a) {
         static const int64_t last[] = {4};
         a.slot[1].ints = IntArray(last, 1);
       }},
      {"rms_norm",
       {{3, 4}, {4}},
       [](Args& a) {
         static const int64_t last[] = {4};
         a.slot[1].ints = IntArray(last, 1);
       }},
  };
  std::mt19937 random(7);
  int lowered = 0;
  for (const Sample& sample : samples) {
    const OpDef* op = FindOp(sample.op);
    ASSERT_TRUE(op && op->decompose) << sample.op;
    SCOPED_TRACE(sample.op);
    std::vector<Var> inputs;
    for (const DDim& dims : sample.inputs) {
      inputs.push_back(Random(dims, sample.positive, &random));
    }
    const FlatProgram whole = ProgramOf(sample, inputs);
    Program program(whole);
    program.RunPasses("decompose_pass");
    const FlatProgram parts = program.ToFlat();
    lowered += parts.calls.size() > 1;
    for (const Call& call : parts.calls) {
      EXPECT_TRUE(op->view || call.op != op);
    }
    EXPECT_EQ(parts.inputs.size(), whole.inputs.size());
    // The text of what rules make is read again, shapes and all.
    EXPECT_TRUE(Program::Parse(program.ToString()).ToFlat() == parts);
    const auto a = Executable(Program(whole).ToFlat()).Run(inputs);
    const auto b = Executable(program.ToFlat()).Run(inputs);
    ASSERT_EQ(a.size(), b.size());
    for (size_t k = 0; k < a.size(); ++k) {
      ASSERT_EQ(a[k]->dims, b[k]->dims);
      ASSERT_EQ(a[k]->dtype, b[k]->dtype);
      if (a[k]->dtype != DataType::kFloat32) continue;
      for (int64_t i = 0; i < a[k]->numel; ++i) {
        const float x = a[k]->Data<float>()[i], y = b[k]->Data<float>()[i];
        EXPECT_NEAR(x, y, 2e-5f * std::max(1.0f, std::abs(x))) << i;
      }
    }
  }
  EXPECT_GE(lowered, 40);
}

// Every composite that takes square tensors keeps its types.
TEST(Decompose, LowersMostComposites) {
  int composites = 0, kept = 0;
  for (const OpDef* op : AllOps()) {
    if (!op->decompose || op->list_mask) continue;
    bool plain = op->schema.args.size() > 0;
    for (const ArgSpec& arg : op->schema.args) {
      plain &= arg.type == ArgType::kTensor || arg.has_default;
    }
    if (!plain || op->schema.list_out) continue;
    const Var x = EmptyTensor({4, 4}, DataType::kFloat32);
    Sample sample{op->name.c_str(), {}};
    std::vector<Var> inputs;
    for (const ArgSpec& arg : op->schema.args) {
      if (arg.type == ArgType::kTensor) inputs.push_back(x);
    }
    FlatProgram whole;
    try {
      whole = ProgramOf(sample, inputs);
    } catch (const Error&) {
      continue;  // not of these shapes
    }
    SCOPED_TRACE(op->name);
    ++composites;
    Program program(whole);
    program.RunPasses("decompose_pass");
    const FlatProgram parts = program.ToFlat();
    for (const Call& call : parts.calls) kept += call.op == op;
    for (size_t i = 0; i < parts.outputs.size(); ++i) {
      EXPECT_TRUE(parts.values[parts.outputs[i].value] ==
                  whole.values[whole.outputs[i].value]);
    }
  }
  EXPECT_GT(composites, 80);
  // Views, random numbers, and rules that write into what they made.
  EXPECT_LE(kept, 10);
}

}  // namespace
}  // namespace paddle::pir
