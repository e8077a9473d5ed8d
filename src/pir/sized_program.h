// One program for inputs of many sizes, found by comparing two that differ in
// sizes only: what differs has to follow from sizes that are known at run time.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pir/flat_program.h"

namespace paddle::pir {

// coefficient * the product of some sizes + offset
struct PADDLE_API SizeExpr {
  int64_t coefficient = 1, offset = 0;
  std::vector<int> factors;  // numbers of sizes; one twice for a square
  int64_t Eval(const std::vector<int64_t>& sizes) const;
  bool operator==(const SizeExpr&) const = default;
};

// Sizes that two runs have in common, as pairs: what the size is in one and in
// the other.
class PADDLE_API SizeTable {
 public:
  // The number of the pair, which may be a new one.
  int Add(int64_t a, int64_t b);
  void Push(int64_t a, int64_t b) { pairs_.emplace_back(a, b); }
  int size() const { return static_cast<int>(pairs_.size()); }
  int64_t first(int i) const { return pairs_[i].first; }
  // How the pair (a, b) follows from those in the table.
  std::optional<SizeExpr> Find(int64_t a, int64_t b) const;
  // The same for numbers that went through a float of the type.
  std::optional<SizeExpr> FindRounded(double a, double b, DataType type) const;

 private:
  std::optional<SizeExpr> FindMultiple(int64_t a, int64_t b) const;

  std::vector<std::pair<int64_t, int64_t>> pairs_;
};

// What is known at run time beside the sizes of inputs: whole numbers that
// follow from sizes and from numbers of Python, and floats that are those, each
// in the stand-in and in the example.
struct KnownNumbers {
  SizeTable sizes;
  std::vector<std::pair<double, double>> floats;
};

class PADDLE_API SizedProgram {
 public:
  // `stand_in` was traced with large primes in the place of the sizes that
  // vary, `example` with sizes as they come. Null where the programs differ in
  // more than sizes and known numbers; `why` tells.
  static std::shared_ptr<const SizedProgram> Make(const FlatProgram& stand_in,
                                                  const FlatProgram& example,
                                                  const KnownNumbers& known,
                                                  std::string* why);

  // The program for inputs of these dims, then float_inputs(). `sizes` holds
  // those of `known`, and gets those of table(). Raises what shape inference
  // raises.
  FlatProgram At(const std::vector<DDim>& inputs,
                 std::vector<int64_t>* sizes) const;
  // The parts of At: types of the results of some calls, in a copy of
  // program() with the types of their operands; and the sizes that a value
  // gives. Of calls that find a size the types are left as they are.
  void Infer(size_t begin, size_t end, FlatProgram* program,
             std::vector<int64_t>* sizes) const;
  void Define(ValueId value, const DDim& dims,
              std::vector<int64_t>* sizes) const;
  // The numbers of the sizes that a value gives.
  std::vector<int> DefinedBy(ValueId value) const;
  const FlatProgram& program() const { return program_; }
  const SizeTable& table() const { return table_; }
  // Known floats that are operands are inputs of the program.
  struct FloatInput {
    int number;
    DataType dtype;
    bool operator==(const FloatInput&) const = default;
  };
  const std::vector<FloatInput>& float_inputs() const { return float_inputs_; }
  // Whether another pair of runs has led to the same.
  bool SameFormulas(const SizedProgram& other) const;
  // Marks the known numbers that are needed.
  void MarkUsed(std::vector<bool>* sizes, std::vector<bool>* floats) const;

 private:
  // A number of the program that follows from sizes.
  struct Number {
    int slot;     // -1: the constant that the call is
    int element;  // of a list
    SizeExpr expr;
    double over = 0;  // not 0: the number is over / expr
    bool operator==(const Number&) const = default;
  };
  struct Ref {
    int size, axis;
    bool operator==(const Ref&) const = default;
  };
  bool Compare(const FlatProgram& a, const FlatProgram& b, std::string* why);
  bool CompareCall(const FlatProgram& program, const Call& a, const Call& b,
                   std::string* why);
  bool CompareSlot(ArgType type, int k, const Slot& a, const Slot& b,
                   bool may_give, std::vector<Number>* numbers);
  bool CompareFloat(int k, double a, double b, bool may_give,
                    std::vector<Number>* numbers);
  int FindFloat(double a, double b, DataType type) const;
  void TakeFloatInputs();
  bool CompareConstant(const DenseTensor& a, const DenseTensor& b,
                       std::vector<Number>* numbers);
  void AddRefs(const FlatProgram& a, const FlatProgram& b, ValueId value);
  void Patch(size_t call, const std::vector<int64_t>& sizes,
             FlatProgram* program) const;

  FlatProgram program_;  // the stand-in
  SizeTable table_;
  int known_ = 0;  // sizes that come from outside
  std::vector<std::pair<double, double>> floats_;
  std::vector<FlatProgram::Given> given_;
  std::vector<std::pair<size_t, FloatInput>> float_constants_;  // calls
  std::vector<FloatInput> float_inputs_;
  std::vector<std::vector<Ref>> refs_;        // of each value
  std::vector<std::vector<Number>> numbers_;  // of each call
  std::vector<std::vector<std::shared_ptr<const SizedProgram>>> bodies_;
};

}  // namespace paddle::pir
