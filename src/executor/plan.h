// A program made ready for inputs of given sizes: the kernel of each call, its
// attributes, and where in memory every tensor lies.
#pragma once
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "pir/flat_program.h"

namespace paddle {

class Executable;

namespace cinn {
class Kernel;
}  // namespace cinn

namespace executor {

// How an input lies in memory; where it is elsewhere does not matter.
struct InputMeta {
  DataType dtype;
  DDim dims, strides;
  bool contiguous;
  // A weight: it changes rarely, and its version tells.
  bool constant;
  explicit InputMeta(const DenseTensor& t);
  bool Matches(const DenseTensor& t) const;
};

// A tensor of a plan: `offset` bytes into a piece of memory.
struct PlanTensor {
  Var like;  // its dtype, dims, strides and flags
  int memory;
  int64_t offset;
  // Row-major, and all of the memory.
  bool whole = false;
};

struct PlanMemory {
  enum Kind : uint8_t {
    kTemporary,  // in the arena of the run
    kInput,      // of input `index`
    kOutput,     // made for each run, for whom `index` is an output
    kCached,     // made once from weights
    kHeld,       // what the body of a branch or a loop gave back
  };
  Kind kind = kTemporary;
  int index = -1;
  size_t bytes = 0;
  int64_t offset = 0;        // in the arena
  std::vector<int> tensors;  // that lie here
};

// What an operand of a step is: a tensor, none, or a constant.
using Operand = int32_t;
constexpr Operand kNoOperand = -1;
constexpr Operand ConstantOperand(int i) { return -2 - i; }
constexpr int ConstantIndex(Operand o) { return -2 - o; }

struct Step {
  const OpDef* op = nullptr;  // null: `call` has bodies
  KernelFn run = nullptr;
  const pir::Call* call = nullptr;
  std::vector<Slot> slots;  // attributes; tensors are filled in by a frame
  std::vector<Operand> operands;
  std::vector<int> outs;             // tensors
  std::vector<int> written;          // tensors among `operands`
  std::vector<int> dead;             // held memory that nobody needs after it
  const pir::Call* given = nullptr;  // whose attributes each run is given
  int64_t work = 0;                  // how soon to look for an interrupt
  // Brings this operand into a layout; of the others only the sizes count.
  Operand prepared = kNoOperand;
  std::string layout;
  std::shared_ptr<const cinn::Kernel> kernel;  // of steps that became one
};

struct SharedValue;
using Shared = std::shared_ptr<const SharedValue>;

// The memory that follows from weights: one for each time they changed.
struct Cached {
  // Held, so that their memory can not become that of other weights.
  std::shared_ptr<const std::vector<Var>> weights;
  std::vector<uint32_t> versions;
  std::vector<Shared> values;  // by number among the cached memories
  bool kept = true;            // false: of one run, while weights change
};

struct Progress;

// The tensors of one run; used again by later ones.
class Frame;

// Immutable but for its pool of frames: any number of threads may run it.
class PADDLE_API Plan {
 public:
  // Null where the program can not be laid out ahead: a size depends on
  // values, a tensor is on another device. Raises what the rules of the
  // operators raise.
  static std::shared_ptr<const Plan> Make(const Executable& of,
                                          const std::vector<Var>& inputs);
  ~Plan();
  Plan(const Plan&) = delete;

  std::vector<Var> Run(const std::vector<Var>& inputs,
                       const double* given = nullptr) const;

  // Bytes, without inputs and constants.
  struct Usage {
    int64_t arena = 0;    // what is needed on the way
    int64_t outputs = 0;  // in memory of their own
    int64_t cached = 0;   // made once from weights, kept
    int64_t tensors = 0;  // of all tensors, each on its own
    int64_t peak() const { return arena + outputs; }
  };
  const Usage& usage() const { return usage_; }
  // Of the steps, those that CINN made, and for how many operators they stand.
  struct Fusion {
    int64_t kernels = 0, operators = 0;
  };
  const Fusion& fusion() const { return fusion_; }
  size_t num_steps() const { return steps_.size(); }

 private:
  friend class PlanBuilder;
  friend class Frame;
  struct Given {
    int step, slot, number;
    const pir::Call* call;
  };
  struct Output {
    int tensor = -1;
    int into = -1;  // the input that it is
  };
  Plan();
  void RunBodies(const Step& step, Frame& frame) const;
  void RunSteps(std::span<const Step> steps, const Slot* slots, Frame& frame,
                Progress* progress) const;
  std::shared_ptr<Cached> MakeCached(const std::vector<Var>& inputs, bool keep,
                                     Frame& frame, Progress* progress) const;
  void Use(const Cached& cached, Frame& frame) const;
  void UseCached(const std::vector<Var>& inputs, Frame& frame,
                 Progress* progress) const;

  Fusion fusion_;
  const Executable* executable_ = nullptr;
  std::vector<Step> once_;  // steps that follow from weights
  std::vector<Step> steps_;
  std::vector<PlanTensor> tensors_;
  std::vector<PlanMemory> memories_;
  std::vector<Var> constants_;
  std::vector<int> input_memory_;
  std::vector<Output> outputs_;
  std::vector<Given> given_;
  int first_write_ = 0;  // the first step that may change an input
  bool random_ = false;
  std::vector<int> held_;           // memories
  std::vector<int> cached_;         // memories
  std::vector<bool> cached_used_;   // after the steps of `once_`
  std::vector<int> cached_inputs_;  // that they follow from
  int64_t arena_bytes_ = 0;
  Usage usage_;
  std::deque<std::vector<char>> attributes_;  // texts and lists of the slots
  static constexpr size_t kMostFrames = 16;   // kept for later runs
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Frame>> frames_;
  mutable std::shared_ptr<const Cached> cache_;
};

// Whether the run that failed last on this thread has changed nothing: no input
// was written yet, and no random numbers are drawn. Asked once.
PADDLE_API bool FailedCleanly();
void SetFailedCleanly();
// What ends the run is no failure of it: it does not count as one.
PADDLE_API void SetInterrupted();

// Called now and then while a program runs; may raise. Installed by the Python
// module, for Ctrl-C.
extern PADDLE_API void (*check_interrupt)();

}  // namespace executor
}  // namespace paddle
