// Recording by several threads, while sessions begin and end.
#include "core/trace.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace paddle::trace {
namespace {

TEST(Trace, RecordsNothingWithoutASession) {
  {
    const Scope scope("nothing", Kind::kOperator);
    AddNamed("neither", Kind::kForward, Now());
  }
  Start(kTimes);
  EXPECT_TRUE(Stop().empty());
}

TEST(Trace, ScopesNestAndNamesAreCopied) {
  Start(kTimes | kShapes);
  {
    Scope outer("outer", Kind::kOperator);
    outer.AddOperand({"x", DataType::kFloat32, DDim{2, 3}});
    const Scope inner("inner", Kind::kKernelLaunch);
  }
  AddNamed(std::string("a name"), Kind::kForward, Now());
  const std::vector<Thread> threads = Stop();
  ASSERT_EQ(threads.size(), 1u);
  const std::vector<Event>& events = threads[0].events;
  ASSERT_EQ(events.size(), 3u);
  EXPECT_STREQ(events[0].name, "inner");
  EXPECT_STREQ(events[1].name, "outer");
  EXPECT_STREQ(events[2].name, "a name");
  EXPECT_LE(events[1].begin, events[0].begin);
  EXPECT_LE(events[0].end, events[1].end);
  ASSERT_EQ(events[1].num_operands, 1u);
  EXPECT_EQ(threads[0].operands[events[1].first_operand].dims, (DDim{2, 3}));
}

TEST(Trace, MemoryThatOutlivesTheSessionIsFreedAsUsual) {
  const int64_t before = memory::GetStats().allocated;
  Var small, large;
  Start(kMemory);
  small = EmptyTensor({10}, DataType::kFloat32);
  large = EmptyTensor({100000}, DataType::kFloat32);
  const std::vector<Thread> threads = Stop();
  ASSERT_EQ(threads.size(), 1u);
  ASSERT_EQ(threads[0].memory.size(), 2u);
  EXPECT_EQ(threads[0].memory[0].bytes, 40);
  EXPECT_EQ(threads[0].memory[1].bytes, 400000);
  small = Var();
  large = Var();
  EXPECT_EQ(memory::GetStats().allocated, before);
}

TEST(Trace, ThreadsRecordWhileSessionsBeginAndEnd) {
  std::atomic<bool> go{true};
  std::vector<std::thread> workers;
  for (int i = 0; i < 4; ++i) {
    workers.emplace_back([&] {
      while (go) {
        const bool on = Wishes() & kTimes;
        const Scope scope("operator", Kind::kOperator);
        const Var small = EmptyTensor({100}, DataType::kFloat32);
        const Var large = EmptyTensor({100000}, DataType::kFloat32);
        if (on) AddNamed("a name that needs memory", Kind::kForward, Now());
      }
    });
  }
  size_t count = 0;
  for (int i = 0; i < 20; ++i) {
    Start(kTimes | kMemory);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::thread([] { const Scope scope("short", Kind::kOperator); }).join();
    for (const Thread& thread : Stop()) {
      count += thread.events.size();
      for (const Event& e : thread.events) {
        const std::string name = e.name;
        EXPECT_TRUE(name == "operator" || name == "short" ||
                    name == "a name that needs memory");
        EXPECT_LE(e.begin, e.end);
      }
    }
  }
  go = false;
  for (std::thread& worker : workers) worker.join();
  EXPECT_GT(count, 20u);
}

}  // namespace
}  // namespace paddle::trace
