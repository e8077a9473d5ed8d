// The same program for other sizes, from one trace alone: numbers of the
// program that follow from sizes are read back from the stand-ins in them.
#pragma once
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "pir/flat_program.h"

namespace paddle::pir {

// Numbers that Python code has computed from open sizes.
struct DerivedNumbers {
  struct Number {
    int64_t value;
    char op;  // + - *
    // Of the operands: what they are here, and whether they are open
    // themselves.
    int64_t a, b;
    bool a_is_open, b_is_open;
    bool operator==(const Number&) const = default;
  };
  // Appends it, once. Raises InvalidArgument where it is too large.
  int64_t Note(char op, int64_t a, bool a_is_open, int64_t b, bool b_is_open);
  bool Has(int64_t value) const;

  std::vector<Number> numbers;
  std::set<int64_t> shown;  // open sizes that Python code has seen
  bool others = false;      // there may be others, which nobody has noted
};

// `inputs`: the dims of the inputs in the twin; stand-ins are the sizes in
// which they differ from those of `program`, and must be large numbers that
// nobody uses. Raises InvalidArgument, naming operator and argument, where a
// number seems to follow from sizes and it is not clear how, or where shape
// inference fails for the other sizes.
PADDLE_API FlatProgram SizeTwin(const FlatProgram& program,
                                const std::vector<DDim>& inputs,
                                const DerivedNumbers& derived = {});

// What numbers that follow from the sizes of the program are in its twin.
PADDLE_API std::vector<int64_t> ReadSizes(const FlatProgram& program,
                                          const FlatProgram& twin,
                                          const std::vector<int64_t>& numbers,
                                          const DerivedNumbers& derived = {});

// Which sizes of a program are open, while it is noted: those that another one
// has in the twin.
class PADDLE_API OpenSizes {
 public:
  class Reader;
  OpenSizes();
  // For a program inside of one: knows the sizes of `outer`, and no values.
  OpenSizes(const OpenSizes& outer);
  ~OpenSizes();
  // A later one replaces it.
  void SetDerived(const DerivedNumbers& derived);

  // The twin of a whole program.
  FlatProgram Twin(const FlatProgram& program, const std::vector<DDim>& inputs);

  // Reads on where it stopped the last time. `dims_of`: of an input, in the
  // twin.
  void Follow(const FlatProgram& program,
              const std::function<DDim(size_t input)>& dims_of);
  bool IsOpen(const FlatProgram& program, ValueId v, int axis) const;
  // Sizes as they are in the twin, as far as they are open ones themselves.
  DDim At(const DDim& dims) const;
  // Whether a value has the open size `n`.
  bool Has(int64_t n) const;

 private:
  struct Pair;
  void Define(const FlatProgram& program, ValueId v, const DDim& dims);
  void Visit(const FlatProgram& program, Call* call);

  std::unique_ptr<Reader> reader_;
  FlatProgram twin_;
  // By value: a call before it has a number that can not be read.
  std::vector<bool> unclear_;
  size_t num_calls_ = 0, num_inputs_ = 0;
  ValueId last_result_ = kNoValue;
};

}  // namespace paddle::pir
