#include "core/allocator.h"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>
#include <vector>

#include "common/enforce.h"
#include "core/dense_tensor.h"

namespace paddle {
namespace {

TEST(SizeClass, HoldsWhatItPromises) {
  for (size_t bytes = 1; bytes <= 32768; ++bytes) {
    const int c = SizeClass(bytes);
    ASSERT_GE(ClassBytes(c), bytes);
    if (c > 0) {
      ASSERT_LT(ClassBytes(c - 1), bytes + 32);  // 128 stands twice
    }
  }
}

TEST(Allocator, LargeBlocksAreAlignedAndReused) {
  constexpr size_t kBytes = 300000;
  void* p = memory::AllocateLarge(kBytes);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(p) % memory::kAlignment, 0u);
  std::memset(p, 1, kBytes);
  memory::FreeLarge(p, kBytes);
  const int64_t calls = memory::GetStats().num_large_allocations;
  EXPECT_EQ(memory::AllocateLarge(kBytes), p);
  EXPECT_EQ(memory::GetStats().num_large_allocations, calls);
  memory::FreeLarge(p, kBytes);
}

TEST(Allocator, CountsBytesInUseAndTheirPeak) {
  const int64_t before = memory::GetStats().allocated;
  memory::ResetPeak();
  {
    const Var a = EmptyTensor({1 << 20}, DataType::kFloat32);
    EXPECT_GE(memory::GetStats().allocated - before, 4 << 20);
    EXPECT_LT(memory::GetStats().allocated - before, 5 << 20);
  }
  EXPECT_EQ(memory::GetStats().allocated, before);
  EXPECT_GE(memory::GetStats().max_allocated - before, 4 << 20);
  memory::ResetPeak();
  EXPECT_LT(memory::GetStats().max_allocated - before, 1 << 20);
}

TEST(Allocator, EmptyCacheReturnsMemory) {
  { const Var a = EmptyTensor({1 << 20}, DataType::kFloat32); }
  const int64_t reserved = memory::GetStats().reserved;
  const int64_t freed = memory::EmptyCache();
  EXPECT_GE(freed, 4 << 20);
  EXPECT_EQ(memory::GetStats().reserved, reserved - freed);
  EXPECT_EQ(memory::EmptyCache(), 0);
}

TEST(Allocator, RefusesWhatDoesNotExist) {
  EXPECT_THROW(memory::AllocateLarge(size_t{1} << 50), Error);
  EXPECT_THROW(
      EmptyTensor({int64_t{1} << 40, int64_t{1} << 40}, DataType::kFloat32),
      Error);
  EXPECT_THROW(EmptyTensor({-1}, DataType::kFloat32), Error);
}

TEST(Allocator, TensorsPassBetweenThreads) {
  const int64_t before = memory::GetStats().allocated;
  std::vector<Var> made[4];
  std::vector<std::thread> threads;
  for (auto& list : made) {
    threads.emplace_back([&list] {
      for (int i = 0; i < 2000; ++i) {
        list.push_back(EmptyTensor({i % 300 + 1}, DataType::kFloat64));
        std::memset(list.back()->data, 1, list.back()->bytes());
      }
    });
  }
  for (auto& t : threads) t.join();
  threads.clear();
  for (int i = 0; i < 4; ++i) {  // freed by another thread than made them
    threads.emplace_back([&made, i] { made[(i + 1) % 4].clear(); });
  }
  for (auto& t : threads) t.join();
  EXPECT_EQ(memory::GetStats().allocated, before);
}

}  // namespace
}  // namespace paddle
