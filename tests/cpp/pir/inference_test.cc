// Passes for inference keep values to a few places.
#include <gtest/gtest.h>

#include <cmath>

#include "executor/executable.h"
#include "ops/generated/ops.h"
#include "pir/program.h"

namespace paddle::pir {
namespace {

Var Filled(const DDim& dims, double scale, double shift) {
  Var v = EmptyTensor(dims, DataType::kFloat32);
  for (int64_t i = 0; i < v->numel; ++i) {
    v->Data<float>()[i] =
        static_cast<float>(shift + scale * std::sin(0.7 * i + shift));
  }
  return v;
}

// A convolution and a batch norm with given statistics.
FlatProgram Normalised(bool bias, bool affine) {
  FlatProgram p;
  const DataType f = DataType::kFloat32;
  const DDim image{2, 4, 6, 6}, out{2, 8, 6, 6};
  const ValueId x = p.AddInput(f, image), w = p.AddInput(f, {8, 4, 3, 3});
  const ValueId b = p.AddInput(f, {8}), mean = p.AddInput(f, {8});
  const ValueId variance = p.AddInput(f, {8}), scale = p.AddInput(f, {8});
  const ValueId shift = p.AddInput(f, {8});
  const std::vector<int64_t> one = {1, 1}, pad = {1, 1, 1, 1};
  const OpDef& conv = GetOp("convolution");
  Args args(conv);
  args.size = 8;
  args.slot[3].ints = one;
  args.slot[4].ints = pad;
  args.slot[5].ints = one;
  args.slot[6].i = 1;
  args.slot[7].i = 0;
  const ValueId y = p.AddValue(f, out), z = p.AddValue(f, out);
  Call& first = p.AddCall(conv, args);
  first.operands = {x, w, bias ? b : kNoValue};
  first.results = {y};
  const OpDef& norm = GetOp("batch_norm_inference");
  Args norm_args(norm);
  norm_args.size = 7;
  norm_args.slot[5].f = 1e-5;
  norm_args.slot[6].i = 0;
  Call& second = p.AddCall(norm, norm_args);
  second.operands = {y, mean, variance, affine ? scale : kNoValue,
                     affine ? shift : kNoValue};
  second.results = {z};
  p.outputs = {{z, -1}};
  return p;
}

TEST(Inference, FoldsBatchNorms) {
  const std::vector<Var> inputs = {
      Filled({2, 4, 6, 6}, 1, 0), Filled({8, 4, 3, 3}, 0.3, 0.1),
      Filled({8}, 0.5, 0.2),      Filled({8}, 0.4, -0.3),
      Filled({8}, 0.2, 0.9),      Filled({8}, 0.5, 1),
      Filled({8}, 0.7, 0.5)};
  for (int kind = 0; kind < 4; ++kind) {
    SCOPED_TRACE(kind);
    const FlatProgram p = Normalised(kind & 1, kind & 2);
    Program program(p);
    program.RunPasses("inference");
    const FlatProgram folded = program.ToFlat();
    for (const Call& call : folded.calls) {
      if (call.op) {
        EXPECT_NE(call.op->name, "batch_norm_inference");
      }
    }
    const Var a = Executable(p).Run(inputs)[0];
    const Var b = Executable(folded).Run(inputs)[0];
    for (int64_t i = 0; i < a->numel; ++i) {
      ASSERT_NEAR(a->Data<float>()[i], b->Data<float>()[i], 1e-5);
    }
  }
}

}  // namespace
}  // namespace paddle::pir
