// A program as a flat list of calls in single assignment form: what a capture
// writes, what the executor runs. pir/program.h has the same as MLIR.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "ops/op_def.h"

namespace paddle::pir {

using ValueId = int32_t;
constexpr ValueId kNoValue = -1;  // an optional tensor left out

// A program that was read from a file may have sizes of -1 and values of no
// dtype: not known before it runs. The executor needs neither; passes do, so
// they run on captures only (pir::Program refuses such programs).
struct ValueType {
  DataType dtype;
  DDim dims;
  bool operator==(const ValueType& o) const {
    return dtype == o.dtype && dims == o.dims;
  }
};

// One call. The results are the outputs of the schema, then the new values of
// the tensors that the kernel writes (OpDef::writes), in the order of operands.
//
// A branch or a loop has programs of its own instead of an operator:
//   if:    operands are the condition, then what the inputs of the first body
//          are, then those of the second; the results are those of the body
//          that runs.
//   while: operands are the condition and what the inputs of the body are: the
//          carried values, as many as results, then others. The outputs of the
//          body are the next condition and the next carried values.
class FlatProgram;
struct Call {
  const OpDef* op;  // null: `constant` is the result, or there are bodies
  Var constant;
  std::vector<std::shared_ptr<const FlatProgram>> bodies;  // if: 2, while: 1
  // By position in the schema; a tensor list holds its length in `i`.
  std::vector<Slot> slots;
  std::vector<ValueId> operands;  // lists flattened, then those of `late`
  std::vector<ValueId> results;
  // Attributes that only a run knows, by their position in the schema: each is
  // what one of the last operands holds, a host tensor of numbers.
  std::vector<int> late;
  // It stays though nobody reads its results: for what it refuses.
  bool kept = false;
  // The layer it was noted in, for people: the same program without it.
  const std::string* scope = nullptr;
};

// What calls that this thread adds get as their scope; one that lives for ever.
PADDLE_API const std::string*& CurrentScope();
PADDLE_API const std::string* KeptScope(const std::string& text);
class ScopeGuard {
 public:
  explicit ScopeGuard(const std::string* scope) { CurrentScope() = scope; }
  ~ScopeGuard() { CurrentScope() = nullptr; }
  ScopeGuard(const ScopeGuard&) = delete;
};

class PADDLE_API FlatProgram {
 public:
  struct Output {
    ValueId value;
    int into = -1;  // the input whose memory takes the value, if any
  };

  // A float attribute that each run is given.
  struct Given {
    int call, slot;
    int number;  // which of them
    bool operator==(const Given&) const = default;
  };

  ValueId AddValue(DataType dtype, const DDim& dims);
  ValueId AddInput(DataType dtype, const DDim& dims);
  // `number`: a tensor of rank 0 that never changes; in programs from files
  // also a small one of another rank.
  ValueId AddConstant(const Var& number);
  // Copies the attributes of `args`; operands and results are to be filled.
  Call& AddCall(const OpDef& op, const Args& args);

  // With memory of its own.
  FlatProgram Clone() const;

  // Structural equality, and a hash that goes with it.
  uint64_t Hash() const;
  bool operator==(const FlatProgram& other) const;

  std::vector<ValueType> values;
  std::vector<ValueId> inputs;
  std::vector<Call> calls;
  std::vector<Output> outputs;
  std::vector<Given> given;

  // Copies `text` or `ints` into memory of the program, or keeps that of
  // another.
  void KeepMemoryOf(const FlatProgram& other);
  std::string_view Keep(std::string_view text);
  IntArray Keep(IntArray ints);

 private:
  std::vector<std::shared_ptr<const char[]>> memory_;  // copies share it
};

// The arguments of a call of an operator with these operands, by their number;
// `operands` lives as long as `args`.
PADDLE_API void FillArgs(const Call& call,
                         const std::vector<DenseTensor*>& operands, Args* args);
// Sets a float attribute.
PADDLE_API void SetFloat(const Call& call, int slot, double value, Slot* to);
// Appends the calls of `body`, whose inputs are `operands`; the values that its
// outputs have in `program`.
PADDLE_API std::vector<ValueId> Inline(const FlatProgram& body,
                                       const std::vector<ValueId>& operands,
                                       FlatProgram* program);

// Marks the calls that check values (kChecksValues) and whose results no output
// needs, in bodies, too: a program raises what the calls that it was noted from
// raised. Whether there were any that were not marked.
PADDLE_API bool KeepChecks(FlatProgram* program);

// Whether it checks values, or has bodies with calls that do.
PADDLE_API bool ChecksValues(const Call& call);

// Whether a second run of the call gives the same: nothing random in it.
PADDLE_API bool IsRepeatable(const Call& call);
// Drops the calls that no output needs; what draws random numbers stays, for
// those that follow it depend on it, unless `random` is set.
PADDLE_API void DropUnneeded(FlatProgram* program, bool random = false);
// The same without exception. What a call gives that is not
// repeatable becomes an input, in the order of values; returns these.
PADDLE_API std::vector<ValueId> TakeRepeatable(FlatProgram* program);

// The operands that a kernel writes, by their number among the operands.
PADDLE_API std::vector<int> WrittenOperands(const OpDef& op,
                                            const std::vector<Slot>& slots);

}  // namespace paddle::pir
