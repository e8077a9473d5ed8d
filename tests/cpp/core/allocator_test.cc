#include "core/allocator.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

#include "common/enforce.h"
#include "common/flags.h"
#include "core/dense_tensor.h"
#include "core/generator.h"
#include "core/large_cache.h"

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

TEST(Allocator, ServesAnySize) {
  for (size_t bytes : {0, 1, 15, 16, 17, 63, 100, 4096, 32768, 32769}) {
    void* p = memory::AllocateLarge(bytes);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(p) % memory::kAlignment, 0u);
    std::memset(p, 1, bytes);
    memory::FreeLarge(p, bytes);
  }
}

TEST(LargeCache, RoundsUpByAtMostAnEighth) {
  for (size_t bytes = 1; bytes < size_t{1} << 45; bytes += bytes / 7 + 1) {
    const size_t size = memory::LargeCache::Round(bytes);
    ASSERT_GE(size, bytes);
    if (bytes > 32768) {
      ASSERT_LE(size - bytes, bytes / 8);
    }
    ASSERT_EQ(memory::LargeCache::Round(size), size);
  }
}

TEST(LargeCache, GivesTheNearestAndTheOldest) {
  alignas(64) static char memory[5][128];
  memory::LargeCache cache;
  const size_t sizes[] = {65536, 73728, 98304, 65536, 131072};
  for (int i = 0; i < 5; ++i) cache.Add(memory[i], sizes[i]);
  EXPECT_EQ(cache.bytes(), 434176u);
  size_t size = 65536;
  EXPECT_EQ(cache.Take(&size), memory[3]);  // the newest of the size
  EXPECT_EQ(cache.Take(&size), memory[0]);
  EXPECT_EQ(cache.Take(&size), memory[1]);  // an eighth more
  EXPECT_EQ(size, 73728u);
  size = 65536;
  EXPECT_EQ(cache.Take(&size), nullptr);  // half as much again is too much
  EXPECT_EQ(cache.TakeOldest(&size), memory[2]);
  EXPECT_EQ(cache.TakeOldest(&size), memory[4]);
  EXPECT_EQ(cache.TakeOldest(&size), nullptr);
  EXPECT_EQ(cache.bytes(), 0u);
}

TEST(Allocator, ReusesBlocksOfNearSizes) {
  memory::EmptyCache();
  const int64_t before = memory::GetStats().allocated;
  memory::FreeLarge(memory::AllocateLarge(1 << 24), 1 << 24);
  const int64_t calls = memory::GetStats().num_large_allocations;
  for (int percent = 85; percent <= 100; ++percent) {
    const size_t bytes = (size_t{1} << 24) / 100 * percent;
    memory::FreeLarge(memory::AllocateLarge(bytes), bytes);
  }
  EXPECT_EQ(memory::GetStats().num_large_allocations, calls);
  EXPECT_EQ(memory::GetStats().allocated, before);
}

// Every request has a size of its own, as with sentences of any length.
TEST(Allocator, ManySizesStayWithinTheLimit) {
  const int64_t limit = flags::cpu_cache_limit_mb;
  flags::cpu_cache_limit_mb = 64;
  int64_t most = 0;
  uint32_t random = 1;
  for (int i = 0; i < 3000; ++i) {
    random = random * 1664525 + 1013904223;
    const size_t bytes =
        (size_t{1} << (16 + random / (1u << 29))) + random % (1 << 20) * 16;
    memory::FreeLarge(memory::AllocateLarge(bytes), bytes);
    const memory::Stats stats = memory::GetStats();
    most = std::max(most, stats.reserved - stats.allocated);
  }
  flags::cpu_cache_limit_mb = limit;
  EXPECT_LT(most, (64 + 8) << 20);  // and what the threads keep
}

// The cache and what is in use stay near what was needed at once, however much
// of the machine that is.
TEST(Allocator, OldSizesMakeRoomForNewOnes) {
  memory::EmptyCache();
  const int64_t eighth =
      int64_t{sysconf(_SC_PAGESIZE)} * sysconf(_SC_PHYS_PAGES) / 8;
  const auto step = static_cast<size_t>(eighth / 16);
  for (size_t i = 1; i < 40; ++i) {  // never touched: costs no memory
    const size_t bytes = step * (4 + i % 5) / 4;
    void* p = memory::AllocateLarge(bytes);
    void* q = memory::AllocateLarge(bytes);
    memory::FreeLarge(p, bytes);
    memory::FreeLarge(q, bytes);
    const memory::Stats stats = memory::GetStats();
    EXPECT_LT(stats.reserved, eighth + (int64_t{256} << 20));
  }
  memory::EmptyCache();
}

// One thread allocates what another frees, for ever.
TEST(Allocator, BlocksFlowBackFromTheThreadThatFrees) {
  const int64_t before = memory::GetStats().reserved;
  constexpr int kSlots = 8;
  std::atomic<DenseTensor*> slots[kSlots] = {};
  constexpr int kCount = 40000;
  std::thread producer([&] {
    for (int i = 0; i < kCount; ++i) {
      DenseTensor* t = EmptyTensor({2000}, DataType::kFloat32).Take();
      auto& slot = slots[i % kSlots];
      while (slot.load(std::memory_order_acquire)) std::this_thread::yield();
      slot.store(t, std::memory_order_release);
    }
  });
  for (int i = 0; i < kCount; ++i) {
    auto& slot = slots[i % kSlots];
    DenseTensor* t;
    while (!(t = slot.load(std::memory_order_acquire))) {
      std::this_thread::yield();
    }
    slot.store(nullptr, std::memory_order_release);
    Release(t);
  }
  producer.join();
  EXPECT_LT(memory::GetStats().reserved - before, 4 << 20);
}

TEST(Allocator, ALargeGraphOfOneThreadIsReused) {
  auto run = [] {
    std::vector<Var> all;
    for (int i = 0; i < 20000; ++i) {
      all.push_back(EmptyTensor({i % 60 + 1}, DataType::kFloat32));
    }
  };
  run();
  const int64_t reserved = memory::GetStats().reserved;
  for (int i = 0; i < 10; ++i) run();
  EXPECT_LE(memory::GetStats().reserved, reserved + (1 << 20));
}

// Freed by destructors that run when the thread is all but gone.
TEST(Allocator, TensorsOfThreadLocalObjectsAreFreed) {
  static pthread_key_t key;
  pthread_key_create(&key, [](void* p) {
    Release(static_cast<DenseTensor*>(p));
    EmptyTensor({100}, DataType::kFloat32);
  });
  auto run = [] {
    std::thread([] {
      static thread_local Var kept;
      kept = EmptyTensor({1000}, DataType::kFloat32);
      pthread_setspecific(key, EmptyTensor({1000}, DataType::kFloat32).Take());
    }).join();
  };
  run();
  const int64_t allocated = memory::GetStats().allocated;
  const int64_t reserved = memory::GetStats().reserved;
  for (int i = 0; i < 200; ++i) run();
  EXPECT_EQ(memory::GetStats().allocated, allocated);
  EXPECT_LE(memory::GetStats().reserved, reserved + (1 << 20));
}

TEST(Allocator, AForkedChildAllocates) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizers of GCC 12 do not fork while threads work";
#endif
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&stop] {
      while (!stop) {
        EmptyTensor({1 << 16}, DataType::kFloat32);
        std::vector<Var> all(5000);
        for (Var& v : all) v = EmptyTensor({10}, DataType::kFloat32);
        DefaultGenerator().Reserve(1);
      }
    });
  }
  for (int i = 0; i < 50; ++i) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      alarm(20);  // instead of waiting for ever
      std::vector<Var> all(5000);
      for (Var& v : all) v = EmptyTensor({10}, DataType::kFloat32);
      EmptyTensor({1 << 16}, DataType::kFloat32);
      DefaultGenerator().Reserve(1);
      _exit(0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    ASSERT_EQ(status, 0);
  }
  stop = true;
  for (auto& t : threads) t.join();
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
