#include "eager/engine.h"

#include <gtest/gtest.h>

#include <thread>

#include "ops/builder.h"
#include "ops/rules.h"
#include "phi/kernel_registry.h"

namespace paddle {
namespace {

[[maybe_unused]] const bool bound = (phi::BindKernels(), true);

Var Leaf(double value) {
  Var v = ops::Full({}, value, DataType::kFloat64);
  v->flags |= kRequiresGrad;
  return v;
}
double Value(const Var& v) { return *v->Data<double>(); }
double GradOf(const Var& v) { return Value(GradOf(*v)); }

TEST(Engine, AccumulatesIntoLeaves) {
  const Var x = Leaf(3);
  RunBackward({x * x}, {}, false);
  EXPECT_EQ(GradOf(x), 6);
  RunBackward({x * x}, {}, false);
  EXPECT_EQ(GradOf(x), 12);
}

TEST(Engine, AnyOrder) {
  const Var x = Leaf(2);
  Var y = x * x * x;
  GradOptions options;
  options.create_graph = true;
  for (double want : {12.0, 12.0, 6.0}) {
    y = RunGrad({y}, {x}, {}, options)[0];
    EXPECT_EQ(Value(y), want);
  }
}

TEST(Engine, UnusedInputs) {
  const Var x = Leaf(2), z = Leaf(1);
  GradOptions options;
  options.retain_graph = true;
  const Var y = x * x;
  EXPECT_THROW(RunGrad({y}, {z}, {}, options), Error);
  options.allow_unused = true;
  EXPECT_FALSE(RunGrad({y}, {z}, {}, options)[0]);
}

TEST(Engine, AGraphServesOnce) {
  const Var x = Leaf(2);
  const Var y = x * x;
  RunBackward({y}, {}, true);
  RunBackward({y}, {}, false);
  EXPECT_THROW(RunBackward({y}, {}, false), Error);
}

TEST(Engine, HooksReplaceAndGo) {
  const Var x = Leaf(2);
  const HookHandle hook = AddHook(*x, [](const Var& g) { return g * 10.0; });
  RunBackward({x * 1.0}, {}, false);
  EXPECT_EQ(GradOf(x), 10);
  EXPECT_TRUE(hook.Remove());
  EXPECT_FALSE(hook.Remove());
  RunBackward({x * 1.0}, {}, false);
  EXPECT_EQ(GradOf(x), 11);
}

TEST(Engine, AThrowingHookLeavesNoGradientBehind) {
  const Var x = Leaf(2);
  const Var y = x * x;
  const HookHandle hook = AddHook(*y, [](const Var&) -> Var {
    PADDLE_THROW(errors::Unavailable("a hook that fails."));
  });
  const Var z = y * 3.0;
  EXPECT_THROW(RunBackward({z}, {}, true), Error);
  hook.Remove();
  RunBackward({z}, {}, false);
  EXPECT_EQ(GradOf(x), 12);
}

TEST(Engine, GradModeBelongsToTheThread) {
  const Var x = Leaf(2);
  GradModeGuard off(false);
  EXPECT_EQ((x * x)->node, nullptr);
  std::thread([&x] { EXPECT_NE((x * x)->node, nullptr); }).join();
}

TEST(Engine, LongChainsNeedNoStack) {
  const int64_t before = memory::GetStats().allocated;
  {
    const Var x = Leaf(1);
    Var y = x;
    for (int i = 0; i < 300000; ++i) y = y + 1.0;
    RunBackward({y}, {}, false);
    EXPECT_EQ(GradOf(x), 1);
    y = x;
    for (int i = 0; i < 300000; ++i) y = y + 1.0;
  }
  EXPECT_EQ(memory::GetStats().allocated, before);
}

TEST(Engine, NoticesInPlaceChanges) {
  const Var x = Leaf(2);
  const Var y = x * 1.0;
  const Var z = y * y;
  y->BumpVersion();
  EXPECT_THROW(RunBackward({z}, {}, false), Error);
}

TEST(Engine, RootsMustWantAGradient) {
  EXPECT_THROW(RunBackward({ops::Full({}, 1.0)}, {}, false), Error);
  const Var x = Leaf(2);
  const Var wrong_shape = ops::Full({2}, 1.0, DataType::kFloat64);
  EXPECT_THROW(RunBackward({x * x}, {wrong_shape}, false), Error);
}

}  // namespace
}  // namespace paddle
