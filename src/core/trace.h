// What the profiler records: events with their times and what memory tensors
// take, in a buffer for each thread.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/dense_tensor.h"

namespace paddle::trace {

// The numbers are those of Paddle's TracerEventType.
enum class Kind : uint8_t {
  kOperator = 0,
  kDataloader = 1,
  kProfileStep = 2,
  kUserDefined = 7,
  kOperatorInner = 8,
  kForward = 9,
  kBackward = 10,
  kOptimization = 11,
  kPythonOp = 13,
  kPythonUserDefined = 14,
  kKernelLaunch = 15,         // of a call that runs at once
  kProgramKernelLaunch = 16,  // of a captured program
};

// Bits of `wishes`.
constexpr uint8_t kTimes = 1;     // events
constexpr uint8_t kShapes = 2;    // of the operands of operators
constexpr uint8_t kMemory = 4;    // of tensors
constexpr uint8_t kFlops = 8;     // of operators
constexpr uint8_t kResults = 16;  // the log of results, eager/op_log.h

// 0 while nobody wants to know. All that a call pays for then is one load.
extern PADDLE_API std::atomic<uint8_t> wishes;
inline uint8_t Wishes() { return wishes.load(std::memory_order_relaxed); }

// Nanoseconds of a clock that never goes back.
PADDLE_API int64_t Now();

struct Operand {
  const char* argument;  // of the schema
  DataType dtype;
  DDim dims;
};

struct Event {
  const char* name;
  int64_t begin, end;  // ns
  int64_t flops = 0;
  uint32_t first_operand = 0, num_operands = 0;  // in Thread::operands
  Kind kind;
};

// A tensor's memory is taken (bytes > 0) or given back.
struct MemoryEvent {
  int64_t time;
  int64_t bytes;
  const void* address;
  int64_t allocated;  // by all tensors of the process, after it
  Place place;
};

struct Thread {
  int64_t id = 0;  // of the operating system
  std::string name;
  std::vector<Event> events;  // in the order in which they ended
  std::vector<Operand> operands;
  std::vector<MemoryEvent> memory;
  // Of events that brought theirs along: they stay where they are.
  std::vector<std::unique_ptr<const std::string>> names;
  int64_t dropped = 0;  // events beyond kMostEvents
};
constexpr size_t kMostEvents = size_t{1} << 22;

// From now on, beginning with nothing. `bits` are of `wishes`.
PADDLE_API void Start(uint8_t bits);
// Ends it: what each thread has recorded. What has not ended is left out.
PADDLE_API std::vector<Thread> Stop();
// Which Start it is; an event counts only where it began and ended in one.
PADDLE_API uint32_t Session();

// `name` lives as long as the process, or is copied.
PADDLE_API void Add(const Event& event, const std::vector<Operand>& operands);
PADDLE_API void AddNamed(std::string name, Kind kind, int64_t begin);

// An event from here to the end of the block, also where that raises.
class PADDLE_API Scope {
 public:
  Scope(const char* name, Kind kind)
      : event_{.name = name, .begin = Now(), .kind = kind},
        session_(Session()) {}
  Scope(const Scope&) = delete;
  ~Scope();
  void AddOperand(const Operand& o) { operands_.push_back(o); }
  void SetFlops(int64_t flops) { event_.flops = flops; }

 private:
  Event event_;
  uint32_t session_;
  std::vector<Operand> operands_;
};

// AllocateStorage, noted; so is the release of that memory.
PADDLE_API void AllocateNoted(DenseTensor* t, ThreadState& s);

}  // namespace paddle::trace

namespace paddle::internal {
// Of memory that AllocateNoted gave.
void FreeNotedStorage(Storage* s);
}  // namespace paddle::internal
