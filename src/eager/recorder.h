// What a capture puts in the place of kernels: calls are noted, and run
// together when a value is needed.
#pragma once
#include <stdexcept>

#include "ops/op_def.h"

namespace paddle {

struct GradNode;

// A program can not go on as it was noted: a value is needed within a branch.
// Who records the branch catches it, and runs the program before the branch.
class PADDLE_API CaptureBreak : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Of one thread (ThreadState::recorder). Everything else of a call happens as
// usual: promotion, shapes, views, versions, gradient nodes.
class PADDLE_API Recorder {
 public:
  virtual ~Recorder();
  // Before anything of a call happens. True: the recorder has run it itself,
  // and `outs` are filled.
  virtual bool Around(const OpDef& op, Args& args, Outs& outs);
  // In the place of the kernel. Outputs without storage get one that has no
  // memory yet (kTraced); the others are written.
  virtual void Call(const OpDef& op, const Args& args, Outs& outs) = 0;
  // The outputs became views of an input.
  virtual void View(const OpDef& op, const Args& args, const Outs& outs) = 0;
  // Runs what was noted; after it every tensor has its values. `why`: what
  // needs them, for reports.
  virtual void Materialize(const std::string& why) = 0;
  // The values of `t`, computed aside, while the program goes on; empty where
  // that can not be: then Materialize, or Foreign.
  virtual Var Peek(DenseTensor& t) = 0;
  // The same; what is noted from now on holds for these values only.
  virtual Var Read(DenseTensor& t) = 0;
  // Whether a write to the memory of `t`, a tensor with values, was noted.
  virtual bool HasPendingWrite(const DenseTensor& t) const = 0;
  // Code that is not part of the program runs now: a hook, a custom backward.
  virtual void Foreign(const char* what) = 0;
  // The gradient that users see of `t` is about to be another one.
  virtual void GradChanges(DenseTensor& t) = 0;
  // `t` is about to lie in other memory.
  virtual void MemoryChanges(DenseTensor& t) = 0;
  // Whether `t` wants a gradient is about to change.
  virtual void WishChanges(DenseTensor&) {}
  // A recorded write gives the tensor a history of its own.
  virtual void HistoryChanges(DenseTensor&) {}
  // Whether a size is a stand-in for one that is open.
  virtual bool IsOpenSize(int64_t) { return false; }
  // A backward pass lets go of what the node saved.
  virtual void ReleaseNode(GradNode* n);
  // A gradient rule will read `saved`, which belongs to its node alone.
  virtual void Saved(DenseTensor&) {}

  // Nothing will run: tensors whose values nobody computes may be used.
  bool rehearsal = false;
};

// While it lives, calls on this thread run at once.
class PauseRecorder {
 public:
  PauseRecorder() : state_(State()), recorder_(state_.recorder) {
    state_.recorder = nullptr;
  }
  PauseRecorder(const PauseRecorder&) = delete;
  ~PauseRecorder() { state_.recorder = recorder_; }

 private:
  ThreadState& state_;
  Recorder* recorder_;
};

// Memory that comes later. `deleter` of such a storage is FreePending.
struct PendingStorage {
  Recorder* recorder = nullptr;  // null once it has memory, or never will
  void (*forget)(Recorder*, Storage*) = nullptr;  // it dies unused
  Var values;                                     // whose memory it is
};
// Where the memory of a pending storage seems to be: never to be read.
inline char* PendingAddress() {
  return reinterpret_cast<char*>(uintptr_t{1} << 62);
}
PADDLE_API Storage* NewPendingStorage(size_t bytes, Place place);
inline bool IsPending(const Storage& s) { return s.data == PendingAddress(); }
PADDLE_API PendingStorage& PendingOf(const Storage& s);
// The storage takes the memory of `values`, a contiguous tensor.
PADDLE_API void GiveMemory(Storage& s, Var values);

// Whether a recorder of this thread has to compute the values of `t`.
PADDLE_API bool IsAwaited(DenseTensor& t);

// A traced tensor whose storage has memory by now becomes an ordinary one.
PADDLE_API void Settle(DenseTensor& t);
// The same for all operands of a call. Raises where one has no values and no
// recorder of this thread can compute them.
PADDLE_API void SettleOperands(const OpDef& op, const Args& args);

}  // namespace paddle
