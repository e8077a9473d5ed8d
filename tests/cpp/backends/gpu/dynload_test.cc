#include "backends/gpu/dynload.h"

#include <gtest/gtest.h>

#include <cmath>

#include "common/enforce.h"

namespace paddle::gpu {

DynLibrary& Libm() {
  static DynLibrary library("libm", {"libm.so.6"}, "Install libc.");
  return library;
}

namespace {

std::string ErrorOf(DynLibrary* library, const char* name) {
  try {
    library->Symbol(name);
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), ErrorCode::kUnavailable);
    return e.what();
  }
  return "nothing was raised";
}

TEST(DynLibrary, FindsAFunctionByItsName) {
  EXPECT_TRUE(Libm().Available());
  EXPECT_EQ(Libm().Get<double(double)>("floor")(2.5), 2.0);
  EXPECT_EQ(PD_DYNLOAD(Libm, floorf)(2.5f), 2.0f);
}

TEST(DynLibrary, MissingLibrarySaysWhatToDo) {
  DynLibrary library("Nothing", {"libno-such-thing.so.7"}, "Install nothing.");
  EXPECT_FALSE(library.Available());
  std::string message = ErrorOf(&library, "f");
  EXPECT_NE(message.find("Nothing is not available"), std::string::npos);
  EXPECT_NE(message.find("libno-such-thing.so.7"), std::string::npos);
  EXPECT_NE(message.find("Install nothing."), std::string::npos);
}

TEST(DynLibrary, OldLibraryIsNamed) {
  std::string message = ErrorOf(&Libm(), "no_such_function");
  EXPECT_NE(message.find("`no_such_function`"), std::string::npos);
}

TEST(DynLibrary, DriverIsUsableOrTheErrorSaysWhy) {
  try {
    RequireDriver();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), ErrorCode::kUnavailable);
    EXPECT_NE(std::string(e.what()).find("Hint"), std::string::npos);
  }
}

}  // namespace
}  // namespace paddle::gpu
