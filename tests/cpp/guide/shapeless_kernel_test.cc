// A kernel of an operator whose record gives no shapes is a mistake that is
// told: its output would be a number whatever it writes. A program of its own:
// the record must be there before the registry is first read.
#include <gtest/gtest.h>

#include "ops/rules.h"
#include "phi/kernel_registry.h"

namespace paddle {

PD_OP(shapeless)
    .Schema("(Tensor x) -> Tensor out")
    .Decompose([](const Args& a) -> VarList { return {a.tensor(0) * 2.0}; });

}  // namespace paddle

namespace paddle::phi {

template <typename T, typename Context>
void ShapelessKernel(const Context&, const DenseTensor&, DenseTensor*) {}
PD_REGISTER_KERNEL(shapeless, CPU, ALL_LAYOUT, ShapelessKernel, float) {}

TEST(KernelRegistry, RefusesAKernelWithoutShapes) {
  try {
    BindKernels();
    FAIL() << "accepted";
  } catch (const Error& e) {
    const std::string text = e.what();
    EXPECT_EQ(e.code(), ErrorCode::kFatal) << text;
    EXPECT_NE(text.find("`shapeless`"), text.npos) << text;
    EXPECT_NE(text.find("InferMeta"), text.npos) << text;
  }
}

}  // namespace paddle::phi
