#include "ops/schema.h"

#include <gtest/gtest.h>

#include "common/enforce.h"
#include "ops/op_def.h"

namespace paddle {
namespace {

TEST(Schema, ReadsEveryType) {
  const Schema s = Schema::Parse(
      "(Tensor x, Tensor? bias, Tensor[] more, bool flag, int n, float f, "
      "str mode, IntArray axis, DataType dtype, Scalar value) -> Tensor out");
  ASSERT_EQ(s.args.size(), 10u);
  EXPECT_EQ(s.args[1].type, ArgType::kOptionalTensor);
  EXPECT_EQ(s.args[2].type, ArgType::kTensorList);
  EXPECT_EQ(s.args[9].type, ArgType::kScalar);
  EXPECT_EQ(s.outs, std::vector<std::string>{"out"});
  EXPECT_EQ(s.Find("axis"), 7);
  EXPECT_EQ(s.Find("none"), -1);
}

TEST(Schema, ReadsDefaults) {
  const Schema s = Schema::Parse(
      "(Tensor x, IntArray axis=[1, -2], bool keep=false, float eps=1e-5, "
      "int k=-3, str mode=\"a, b\", DataType dtype=float32, "
      "Scalar v=1.5, Tensor? w=None) -> Tensor out, Tensor mask");
  EXPECT_FALSE(s.args[0].has_default);
  EXPECT_EQ(s.args[1].default_integers, (std::vector<int64_t>{1, -2}));
  EXPECT_EQ(s.args[2].default_value.i, 0);
  EXPECT_DOUBLE_EQ(s.args[3].default_value.f, 1e-5);
  EXPECT_EQ(s.args[4].default_value.i, -3);
  EXPECT_EQ(s.args[5].default_text, "a, b");
  EXPECT_EQ(s.args[6].default_value.i,
            static_cast<int64_t>(DataType::kFloat32));
  EXPECT_EQ(s.args[7].default_value.scalar.ToDouble(), 1.5);
  EXPECT_TRUE(s.args[8].default_is_none);
  EXPECT_EQ(s.outs.size(), 2u);
  EXPECT_FALSE(s.list_out);
}

TEST(Schema, ReadsLists) {
  EXPECT_TRUE(Schema::Parse("(Tensor x) -> Tensor[] out").list_out);
  EXPECT_TRUE(Schema::Parse("() -> Tensor out").args.empty());
}

TEST(Schema, RefusesWhatItCanNotRead) {
  for (const char* text :
       {"", "(", "Tensor x", "(Tensor x)", "(Tensor x) -> ",
        "(Tensor) -> Tensor out", "(Matrix x) -> Tensor out",
        "(Tensor x) -> int out", "(int n=text) -> Tensor out",
        "(str s=\"open) -> Tensor out", "(Tensor x) -> Tensor out and more",
        "(Tensor x) -> Tensor[] out, Tensor mask"}) {
    EXPECT_THROW(Schema::Parse(text), Error) << text;
  }
}

TEST(OpDef, EveryRecordIsComplete) {
  for (const OpDef* op : AllOps()) {
    EXPECT_FALSE(op->doc.empty()) << op->name;
    EXPECT_TRUE(op->vjp || op->decompose || op->not_differentiable) << op->name;
    EXPECT_TRUE(op->infer || op->decompose) << op->name;
    EXPECT_EQ(FindOp(op->name), op);
  }
  EXPECT_EQ(FindOp("no_such_op"), nullptr);
  EXPECT_THROW(GetOp("no_such_op"), Error);
}

}  // namespace
}  // namespace paddle
