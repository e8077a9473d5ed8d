#include "core/ddim.h"

#include <gtest/gtest.h>

namespace paddle {
namespace {

TEST(DDim, KeepsItsSizesInline) {
  DDim d{2, 3};
  d.push_back(4);
  d.insert(1, 7);
  EXPECT_TRUE(d == (DDim{2, 7, 3, 4}));
  d.erase(0);
  EXPECT_TRUE(d == (DDim{7, 3, 4}));
  EXPECT_EQ(d.back(), 4);
  EXPECT_EQ(Product(d), 84);
  EXPECT_EQ(Product(DDim{}), 1);
  EXPECT_EQ(Product(DDim{3, 0}), 0);
}

TEST(DDim, RefusesMoreThanTheMaximumRank) {
  DDim d;
  for (int i = 0; i < kMaxRank; ++i) d.push_back(1);
  EXPECT_THROW(d.push_back(1), Error);
}

TEST(DDim, NormalizesAxes) {
  EXPECT_EQ(NormalizeAxis(-1, 3, "op"), 2);
  EXPECT_EQ(NormalizeAxis(2, 3, "op"), 2);
  EXPECT_EQ(NormalizeAxis(0, 0, "op"), 0);
  EXPECT_EQ(NormalizeAxis(-1, 0, "op"), 0);
  for (int64_t axis : {3, -4})
    EXPECT_THROW(NormalizeAxis(axis, 3, "op"), Error);
  EXPECT_THROW(NormalizeAxis(INT64_MIN, 3, "op"), Error);
  EXPECT_THROW(NormalizeAxis(1, 0, "op"), Error);
}

TEST(DDim, NamesTheOperatorInItsErrors) {
  try {
    NormalizeAxis(7, 2, "flip");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), ErrorCode::kOutOfRange);
    EXPECT_NE(std::string(e.what()).find("flip"), std::string::npos);
    EXPECT_NE(std::string(e.what()).find("7"), std::string::npos);
  }
}

TEST(DDim, MasksOfAxes) {
  EXPECT_EQ(AxisMask({}, 3, "op"), 7u);
  EXPECT_EQ(AxisMask({0, -1}, 3, "op"), 5u);
  EXPECT_EQ(AxisMask({0}, 0, "op"), 0u);
  EXPECT_THROW(AxisMask({0, -3}, 3, "op"), Error);
}

TEST(DDim, Broadcasts) {
  EXPECT_TRUE(BroadcastDims({2, 1}, {3}, "op") == (DDim{2, 3}));
  EXPECT_TRUE(BroadcastDims({}, {0, 2}, "op") == (DDim{0, 2}));
  EXPECT_TRUE(BroadcastDims({1}, {0}, "op") == DDim{0});
  EXPECT_THROW(BroadcastDims({2}, {3}, "op"), Error);
  EXPECT_THROW(BroadcastDims({2}, {0}, "op"), Error);
}

}  // namespace
}  // namespace paddle
