// Notes a function that is to be saved: closer to what was called than a
// capture that is run.
#pragma once
#include <algorithm>

#include "jit/slice_use.h"
#include "jit/tracer.h"

namespace paddle::jit {

class PADDLE_API SavingTracer final : public Tracer {
 public:
  using Tracer::Tracer;
  // Whether the function is noted for sizes that are not known.
  bool open_sizes = false;
  std::vector<int64_t> stand_ins;  // for them
  bool IsOpenSize(int64_t n) override {
    return std::find(stand_ins.begin(), stand_ins.end(), n) != stand_ins.end();
  }
  bool Around(const OpDef& op, Args& args, Outs& outs) override;
  void NoteSlice(const SliceUse& use) { slices_.push_back(use); }
  // In the order of the calls.
  const std::vector<SliceUse>& slices() const { return slices_; }

 private:
  bool TakeBounds(bool write);
  static void InferResults(const OpDef& op, Args& args, Outs& outs);

  std::vector<SliceUse> slices_;
  size_t seen_ = 0;         // slices that belong to calls
  std::vector<Var> parts_;  // which are copies here, but views at other sizes
};

}  // namespace paddle::jit
