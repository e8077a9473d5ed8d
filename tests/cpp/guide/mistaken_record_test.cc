// A mistake in a record is told when the records are read, not while the
// library loads, where nobody could catch it. A program of its own: the
// registry does not come to be.
#include <gtest/gtest.h>

#include "ops/op_def.h"

namespace paddle {
namespace {

PD_OP(mistaken)
    .Schema("(Tensor x) -> Tensor out")
    .Key("y")
    .NotDifferentiable("a test");

TEST(OpRegistry, NamesTheFileAndTheMistake) {
  for (int again = 0; again < 2; ++again) {
    try {
      AllOps();
      FAIL() << "accepted";
    } catch (const Error& e) {
      const std::string text = e.what();
      EXPECT_EQ(e.code(), ErrorCode::kFatal) << text;
      EXPECT_NE(text.find("mistaken_record_test.cc:"), text.npos) << text;
      EXPECT_NE(text.find("`mistaken` has no argument `y`"), text.npos) << text;
    }
  }
}

}  // namespace
}  // namespace paddle
