#include <dlfcn.h>
#include <gtest/gtest.h>

#include "ops/generated/ops.h"

namespace paddle {
namespace {

// Others in the process may use the same OpenMP.
TEST(OpenMp, ThreadsOfTheCallerStayAsTheyAre) {
  const auto multiply = [] {
    const Var x = ops::Full({256, 256}, Scalar(1.0), DataType::kFloat32);
    return ops::Matmul(x, x);
  };
  multiply();  // brings OpenMP
  void* gomp = dlopen("libgomp.so.1", RTLD_LAZY | RTLD_NOLOAD);
  if (!gomp) GTEST_SKIP() << "there is no OpenMP in this process";
  const auto get =
      reinterpret_cast<int (*)()>(dlsym(gomp, "omp_get_max_threads"));
  const auto set =
      reinterpret_cast<void (*)(int)>(dlsym(gomp, "omp_set_num_threads"));
  set(7);
  EXPECT_EQ(*multiply()->Data<float>(), 256.0f);
  EXPECT_EQ(get(), 7);
}

}  // namespace
}  // namespace paddle
