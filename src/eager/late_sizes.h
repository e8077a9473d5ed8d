// Sizes of results that only a run knows (how many elements are not 0), as a
// capture meets them.
#pragma once
#include <functional>
#include <vector>

#include "eager/recorder.h"

namespace paddle {

struct LateSizes {
  const Recorder* of = nullptr;
  // The number of an earlier size that this call would find again, or -1.
  std::function<int(const OpDef&, const Args&)> known;
  std::vector<int64_t> seen;  // in the run that is noted, in order
  int peeks = 0;              // tensors that were computed aside for them
  // Of a rehearsal: what they are there, and how many were taken.
  std::vector<int64_t> stand_ins;
  size_t taken = 0;
};

// Of the capture of this thread; null where there is none.
PADDLE_API LateSizes*& CurrentLateSizes();

// The shapes that a call has now, as the values of its operands or the
// stand-ins say. False: they can not be known without a run.
bool FindLateSizes(const OpDef& op, const Args& args, std::vector<DDim>* sizes);

}  // namespace paddle
