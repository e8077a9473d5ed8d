#include "cinn/runtime/jit_engine.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "common/enforce.h"

namespace paddle::cinn {
namespace {

constexpr char kScale[] = R"(
func.func @scale(%x: memref<1073741824xf32>, %y: memref<1073741824xf32>,
                 %a: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<1073741824xf32>
    %w = arith.mulf %v, %a : f32
    memref.store %w, %y[%i] : memref<1073741824xf32>
  }
  return
})";
using Scale = void(const float*, float*, float, int64_t);

std::string ErrorOf(const std::string& text, const std::string& symbol,
                    ErrorCode code) {
  testing::internal::CaptureStderr();
  std::string message = "nothing was raised";
  try {
    JitEngine::Instance().Compile(text, symbol);
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), code) << e.what();
    message = e.what();
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  return message;
}

void ExpectScales(Scale* scale) {
  std::vector<float> x(37), y(37, -1.f);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i);
  scale(x.data(), y.data(), 2.5f, 36);
  for (size_t i = 0; i < 36; ++i) EXPECT_EQ(y[i], 2.5f * x[i]);
  EXPECT_EQ(y[36], -1.f);
}

TEST(JitEngine, CompilesAndComputes) {
  ExpectScales(JitEngine::Instance().CompileAs<Scale>(kScale, "scale"));
}

TEST(JitEngine, ScalarsVectorsAndMath) {
  auto* f = JitEngine::Instance().CompileAs<float(const float*, double)>(R"(
func.func @f(%x: memref<16xf32>, %d: f64) -> f32 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]}
      : memref<16xf32>, vector<16xf32>
  %e = math.exp %v : vector<16xf32>
  %s = vector.reduction <add>, %e : vector<16xf32> into f32
  %erf = math.erf %d : f64
  %t = arith.truncf %erf : f64 to f32
  %sum = arith.addf %s, %t : f32
  return %sum : f32
})",
                                                                         "f");
  std::vector<float> x(16);
  double expected = std::erf(0.3);
  for (int i = 0; i < 16; ++i) {
    x[i] = 0.1f * i;
    expected += std::exp(0.1 * i);
  }
  EXPECT_NEAR(f(x.data(), 0.3), expected, 1e-4);
}

TEST(JitEngine, AffineLoopsOverTwoDimensions) {
  auto* add = JitEngine::Instance().CompileAs<void(int32_t*)>(R"(
func.func @add_index(%x: memref<3x4xi32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 4 {
      %k = affine.apply affine_map<(i, j) -> (i * 4 + j)>(%i, %j)
      %v = arith.index_cast %k : index to i32
      affine.store %v, %x[%i, %j] : memref<3x4xi32>
    }
  }
  return
})",
                                                              "add_index");
  std::vector<int32_t> x(12);
  add(x.data());
  for (int i = 0; i < 12; ++i) EXPECT_EQ(x[i], i);
}

TEST(JitEngine, BadTextRaisesWithTheDiagnosticAndItsLine) {
  std::string message = ErrorOf(R"(
func.func @f(%x: f32) -> f32 {
  %y = arith.addf %x, %nothing : f32
  return %y : f32
})",
                                "f", ErrorCode::kInvalidArgument);
  EXPECT_NE(message.find("kernel:3:23: error: use of undeclared SSA value"),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("| %y = arith.addf %x, %nothing : f32"),
            std::string::npos)
      << message;
}

TEST(JitEngine, VerifierErrorsAreRaised) {
  std::string message = ErrorOf("func.func @f() -> f32 { return }", "f",
                                ErrorCode::kInvalidArgument);
  EXPECT_NE(message.find("0 operands"), std::string::npos) << message;
}

TEST(JitEngine, MissingFunctionIsNamed) {
  std::string message = ErrorOf(kScale, "other", ErrorCode::kInvalidArgument);
  EXPECT_NE(message.find("`other`"), std::string::npos) << message;
}

TEST(JitEngine, MemrefOfDynamicShapeIsRefused) {
  std::string message = ErrorOf("func.func @f(%x: memref<?xf32>) { return }",
                                "f", ErrorCode::kFatal);
  EXPECT_NE(message.find("error:"), std::string::npos) << message;
}

TEST(JitEngine, UnresolvedCallIsRaised) {
  std::string message = ErrorOf(R"(
func.func private @no_such_function_anywhere()
func.func @f() {
  call @no_such_function_anywhere() : () -> ()
  return
})",
                                "f", ErrorCode::kFatal);
  EXPECT_NE(message.find("no_such_function_anywhere"), std::string::npos)
      << message;
}

TEST(JitEngine, ThreadsCompileSideBySide) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      ExpectScales(JitEngine::Instance().CompileAs<Scale>(kScale, "scale"));
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace paddle::cinn
