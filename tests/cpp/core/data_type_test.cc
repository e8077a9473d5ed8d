#include "core/data_type.h"

#include <gtest/gtest.h>

#include <string>

#include "core/float_types.h"

namespace paddle {
namespace {

constexpr int kFirst = 1;

template <typename F>
void ForEachType(F f) {
  for (int t = kFirst; t < kNumDataTypes; ++t) f(static_cast<DataType>(t));
}

TEST(DataType, SizesAreThoseOfTheCppTypes) {
  ForEachType([](DataType t) {
    VisitDataType(t, [t]<typename T>(T) {
      EXPECT_EQ(SizeOf(t), sizeof(T)) << Name(t);
      EXPECT_EQ(DataTypeOf<T>(), t);
    });
  });
}

TEST(DataType, NamesReadBack) {
  ForEachType([](DataType t) {
    EXPECT_EQ(DataTypeFromName(Name(t)), t);
    EXPECT_EQ(DataTypeFromName((std::string("paddle.") + Name(t)).c_str()), t);
  });
  EXPECT_EQ(DataTypeFromName("half"), DataType::kFloat16);
  EXPECT_EQ(DataTypeFromName(""), DataType::kUndefined);
  EXPECT_EQ(DataTypeFromName("float31"), DataType::kUndefined);
}

TEST(DataType, PromotionIsSymmetricIdempotentAndNeverSmaller) {
  ForEachType([](DataType a) {
    EXPECT_EQ(PromoteTypes(a, a), a);
    EXPECT_EQ(PromoteTypes(a, DataType::kUndefined), a);
    ForEachType([a](DataType b) {
      const DataType c = PromoteTypes(a, b);
      EXPECT_EQ(c, PromoteTypes(b, a)) << Name(a) << " " << Name(b);
      EXPECT_GE(SizeOf(c), IsFloating(c) && !IsFloating(a) ? 1 : SizeOf(a));
      EXPECT_EQ(PromoteTypes(a, c), c) << Name(a) << " " << Name(b);
    });
  });
}

TEST(DataType, PromotionOfTheFamilies) {
  using enum DataType;
  EXPECT_EQ(PromoteTypes(kUInt8, kInt8), kInt16);
  EXPECT_EQ(PromoteTypes(kBool, kUInt8), kUInt8);
  EXPECT_EQ(PromoteTypes(kInt64, kFloat16), kFloat16);
  EXPECT_EQ(PromoteTypes(kFloat16, kBFloat16), kFloat32);
  EXPECT_EQ(PromoteTypes(kFloat8E4M3FN, kFloat8E5M2), kFloat16);
  EXPECT_EQ(PromoteTypes(kFloat64, kComplex64), kComplex128);
  EXPECT_EQ(PromoteTypes(kFloat32, kComplex64), kComplex64);
  EXPECT_EQ(PromoteTypes(kInt64, kComplex64), kComplex64);
}

}  // namespace
}  // namespace paddle
