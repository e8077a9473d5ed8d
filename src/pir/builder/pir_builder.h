// The traced twin of the eager builder: calls that rules make on traced
// tensors (shapes only) are appended to a program.
#pragma once
#include <unordered_map>
#include <vector>

#include "ops/builder.h"
#include "pir/flat_program.h"

namespace paddle::pir {

// Composites are lowered to primitives, by their rules. Raises Unimplemented
// where a rule writes into tensors, draws random numbers, or asks for values:
// that calls for a capture.
class PirBuilder final : public Builder {
 public:
  explicit PirBuilder(FlatProgram* program) : program_(program) {}
  ~PirBuilder() override;

  // From now on `tensor` stands for `value`.
  void Bind(Var tensor, ValueId value);
  // A traced tensor that stands for `value`.
  Var TensorOf(ValueId value);
  // Numbers that a rule made become constants.
  ValueId ValueOf(DenseTensor* t);

  void Emit(const OpDef& op, Args& args, Outs& outs) override;

  // Runs `emit`, and takes its calls back where it raises; whether it did not.
  template <typename F>
  bool Try(F&& emit) {
    const size_t calls = program_->calls.size(), seen = seen_.size();
    const size_t values = program_->values.size();
    try {
      emit();
      return true;
    } catch (const Error&) {
      TakeBack(calls, values, seen);
      return false;
    }
  }

 private:
  void TakeBack(size_t calls, size_t values, size_t seen);

  FlatProgram* program_;
  std::unordered_map<const DenseTensor*, ValueId> ids_;
  std::vector<Var> seen_;  // keeps the keys of ids_ alive
};

// Whether Decompose runs the rule of `op`. Views are cheaper than what
// they decompose into; random numbers would be others.
bool IsLowered(const OpDef& op);

// The program with each composite replaced by what its rule makes, where that
// works: else the call stays.
PADDLE_API FlatProgram Decompose(const FlatProgram& program);

// The types of the results of a call, by shape inference. Raises Unimplemented
// where only values can say.
std::vector<ValueType> InferTypes(const FlatProgram& program, const Call& call);

// What is wrong about the types of the results of a call, by shape inference;
// empty: nothing, or only values can say.
std::string WrongTypes(const FlatProgram& program, const Call& call);

}  // namespace paddle::pir
