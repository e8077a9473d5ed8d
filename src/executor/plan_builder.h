// Lays a program out for given inputs: the eager builder goes through its calls
// (promotion, shapes, views, kernels), and what it would run is noted.
#pragma once
#include <unordered_map>

#include "eager/recorder.h"
#include "executor/memory_plan.h"
#include "executor/sizes.h"

namespace paddle::executor {

class PlanBuilder final : public Recorder {
 public:
  PlanBuilder(const Executable& of, const std::vector<Var>& inputs);
  ~PlanBuilder() override;
  // Throws CaptureBreak where values are needed.
  std::shared_ptr<const Plan> Build();

  void Call(const OpDef& op, const Args& args, Outs& outs) override;
  void View(const OpDef&, const Args&, const Outs&) override {}
  void Materialize(const std::string& why) override { throw CaptureBreak(why); }
  Var Peek(DenseTensor&) override { return Var(); }
  Var Read(DenseTensor&) override { return Var(); }
  bool HasPendingWrite(const DenseTensor&) const override { return true; }
  void Foreign(const char* what) override { throw CaptureBreak(what); }
  void GradChanges(DenseTensor&) override {}
  void MemoryChanges(DenseTensor&) override {}

 private:
  int NewMemory(DenseTensor& t, PlanMemory::Kind kind, int index);
  // Its number; for a tensor with values, that of a constant.
  Operand TensorOf(DenseTensor* t);
  int Known(DenseTensor* t);
  Slot KeepAttribute(ArgType type, const Slot& slot);
  void AddInputs();
  void AddCall(const pir::Call& call);
  void NoteGiven(const pir::Call& call, size_t first_step);
  void AddBodies(const pir::Call& call);
  void AddOutputs();
  void TakeMemory(const MemoryPlan& plan);
  void Overwrite(int step, const std::vector<Block>& blocks);
  void PlaceArena();
  void FindFirstWrite();

  const pir::FlatProgram& program_;
  const std::vector<Var>& inputs_;
  std::shared_ptr<Plan> plan_;
  std::vector<Var> values_;
  SizeValues sizes_;
  std::unordered_map<Storage*, int> memory_of_;
  std::unordered_map<DenseTensor*, Operand> tensor_of_;
  std::vector<Var> alive_;  // so that their addresses stay theirs
};

}  // namespace paddle::executor
