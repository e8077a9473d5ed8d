#include "core/thread_pool.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include "common/enforce.h"

namespace paddle {
namespace {

class ThreadPool : public testing::Test {
 protected:
  void SetUp() override {
    before_ = NumThreads();
    SetNumThreads(4);
  }
  void TearDown() override { SetNumThreads(before_); }
  int before_;
};

// How often each index is visited, as the number of those visited once.
int64_t VisitedOnce(int64_t n, int64_t grain) {
  std::vector<std::atomic<int>> visits(n);
  ParallelFor(n, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) visits[i].fetch_add(1);
  });
  int64_t once = 0;
  for (auto& v : visits) once += v == 1;
  return once;
}

TEST_F(ThreadPool, VisitsEachIndexOnce) {
  for (int64_t n : {0, 1, 7, 100, 10007}) {
    for (int64_t grain : {1, 3, 64, 100000}) {
      EXPECT_EQ(VisitedOnce(n, grain), n) << n << " " << grain;
    }
  }
}

TEST_F(ThreadPool, SmallWorkStaysOnTheCaller) {
  const auto caller = std::this_thread::get_id();
  ParallelFor(100, 100, [&](int64_t, int64_t) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
  });
}

TEST_F(ThreadPool, NestedLoopsRunInPlace) {
  std::atomic<int64_t> total{0};
  ParallelFor(64, 1, [&](int64_t begin, int64_t end) {
    EXPECT_TRUE(InParallel());
    const auto outer = std::this_thread::get_id();
    for (int64_t i = begin; i < end; ++i) {
      ParallelFor(100, 1, [&](int64_t b, int64_t e) {
        EXPECT_EQ(std::this_thread::get_id(), outer);
        total += e - b;
      });
    }
  });
  EXPECT_EQ(total, 6400);
  EXPECT_FALSE(InParallel());
}

TEST_F(ThreadPool, PassesTheFirstExceptionOnAndStaysUsable) {
  for (int i = 0; i < 20; ++i) {
    EXPECT_THROW(ParallelFor(1000, 1,
                             [](int64_t begin, int64_t end) {
                               if (begin <= 500 && 500 < end) {
                                 throw std::runtime_error("here");
                               }
                             }),
                 std::runtime_error);
    EXPECT_FALSE(InParallel());
  }
  EXPECT_EQ(VisitedOnce(1000, 1), 1000);
}

TEST_F(ThreadPool, ServesManyCallers) {
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 6; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) wrong += VisitedOnce(500, 10) != 500;
    });
  }
  for (auto& t : threads) t.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(ThreadPool, CountMayChange) {
  for (int n : {1, 3, 2, 8, 1}) {
    SetNumThreads(n);
    EXPECT_EQ(NumThreads(), n);
    EXPECT_EQ(VisitedOnce(1000, 10), 1000);
  }
  EXPECT_THROW(SetNumThreads(0), Error);
  EXPECT_THROW(SetNumThreads(-3), Error);
}

#if !defined(__SANITIZE_THREAD__)
TEST_F(ThreadPool, AForkedChildStartsItsOwn) {
  EXPECT_EQ(VisitedOnce(1000, 1), 1000);  // the parent's pool runs
  const pid_t pid = fork();
  if (pid == 0) _exit(VisitedOnce(1000, 1) == 1000 ? 0 : 1);
  int status = -1;
  ASSERT_EQ(waitpid(pid, &status, 0), pid);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(VisitedOnce(1000, 1), 1000);
}
#endif

}  // namespace
}  // namespace paddle
