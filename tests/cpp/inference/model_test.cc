// Saved models without Python: what the fixtures of tests/python/data/saved
// say, and what damaged ones raise.
#include "inference/model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "common/enforce.h"
#include "eager/public_types.h"
#include "ops/generated/ops.h"
#include "paddle/inference.h"

namespace paddle::inference {
namespace {

std::string Fixture(const std::string& name) {
  std::string path = __FILE__;
  path.resize(path.rfind("tests/cpp/"));
  return path + "tests/python/data/saved/" + name;
}

std::string Bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

TEST(Model, RunsAtOtherSizesThanItWasSavedWith) {
  const LoadedModel model(
      Model::Load(Fixture("Registered.json"), Fixture("Registered.pdiparams")));
  ASSERT_EQ(model.model().feeds.size(), 1u);
  EXPECT_EQ(model.model().feeds[0].dims, (DDim{-1, 8}));
  for (const int64_t n : {1, 5}) {
    const Var x = ops::Ones(DDim{n, 8}, DataType::kFloat32);
    const auto out = model.Run({x});
    ASSERT_EQ(out.size(), 3u);
    EXPECT_EQ(out[0].dims(), (DDim{n, 8}));
  }
}

// Sizes that the program computes are known when it is laid out.
TEST(Model, IsLaidOutForTheSizesOfItsInputs) {
  const Model model =
      Model::Load(Fixture("Encoder.json"), Fixture("Encoder.pdiparams"));
  const Executable executable(model.program);
  for (const int64_t n : {3, 6}) {
    std::vector<Var> inputs = {ops::Ones(DDim{2, n}, DataType::kInt64)};
    for (const auto& p : model.parameters) inputs.push_back(p.value);
    EXPECT_NE(executable.PlanFor(inputs), nullptr);
    EXPECT_EQ(executable.Run(inputs)[0].dims(), (DDim{2, n, 16}));
  }
}

TEST(Model, BranchesAndLoops) {
  const LoadedModel model(
      Model::Load(Fixture("Branches.json"), Fixture("Branches.pdiparams")));
  const auto out = model.Run({ops::Ones(DDim{3, 4}, DataType::kFloat32)});
  EXPECT_EQ(out[0].dims(), (DDim{3, 4}));
}

TEST(Model, GradientsReachParameters) {
  const LoadedModel model(
      Model::Load(Fixture("Registered.json"), Fixture("Registered.pdiparams")));
  std::vector<Var> parameters;
  for (const auto& p : model.model().parameters) parameters.push_back(p.value);
  for (Var& p : parameters) p->flags |= kRequiresGrad;
  const auto out = model.Run({ops::Ones(DDim{2, 8}, DataType::kFloat32)},
                             parameters, /*record=*/true);
  EXPECT_TRUE(out[0]->requires_grad());
}

TEST(Model, ErrorsNameTheFileAndWhatIsWrong) {
  const std::string program = Bytes(Fixture("Registered.json"));
  const std::string params = Bytes(Fixture("Registered.pdiparams"));
  const auto error = [](const std::string& p, const std::string& v) {
    try {
      Model::Parse(p, v);
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(error(program, params), "");
  EXPECT_NE(error(program, params.substr(0, 40)).find("the parameters"),
            std::string::npos);
  EXPECT_NE(error(program, params + "x").find("left over"), std::string::npos);
  EXPECT_NE(error(program.substr(0, 900), params).find("not JSON"),
            std::string::npos);
  std::string unknown = program;
  unknown.replace(unknown.find("1.matmul"), 8, "1.natmul");
  EXPECT_NE(error(unknown, params).find("natmul"), std::string::npos);
  EXPECT_NE(error("{\"a\":" + std::string(100000, '['), "").find("nesting"),
            std::string::npos);
  EXPECT_THROW(Model::Load("/no/such/file.json", ""), Error);
}

TEST(SavedModel, TheInterfaceForPrograms) {
  const SavedModel model = SavedModel::load(Fixture("legacy/MobileBlocks"));
  EXPECT_EQ(model.input_names(), std::vector<std::string>{"x"});
  EXPECT_EQ(model.input_shape(0), (Shape{-1, 3, -1, -1}));
  EXPECT_EQ(model.input_dtype(0), "float32");
  const auto out = model.run({full({1, 3, 8, 8}, 0.5)});
  ASSERT_EQ(out.size(), 1u);
  EXPECT_EQ(out[0].shape(), (Shape{1, 8, 4, 4}));
  EXPECT_THROW(model.run({}), std::exception);
  EXPECT_THROW(model.input_dtype(1), std::exception);
}

}  // namespace
}  // namespace paddle::inference
