// A call that skips Python: guards, the captured program, the result.
#pragma once
#include <pybind11/pybind11.h>

#include <string>
#include <utility>
#include <vector>

#include "eager/amp.h"
#include "jit/captured.h"
#include "pybind/guards.h"

namespace paddle::python {

// How to make the result (paddle/jit/entry.py: _Template).
struct Recipe {
  enum Kind { kTensor, kSource, kNumber, kSame, kTuple, kList, kDict, kOther };
  explicit Recipe(pybind11::handle data);
  int Visit(visitproc visit, void* arg) const;
  bool simple() const;

  Kind kind = kOther;
  size_t index = 0;
  pybind11::object object;
  std::vector<Recipe> parts;
};

class CapturedCall {
 public:
  CapturedCall(std::shared_ptr<jit::Captured> program,
               const pybind11::tuple& spec, const pybind11::list& guards,
               const pybind11::list& reads, const pybind11::list& facts,
               const pybind11::tuple& world, const pybind11::tuple& result,
               const pybind11::list& sizes, pybind11::object numbers,
               size_t num_sizes, size_t num_floats);

  int Visit(visitproc visit, void* arg) const;
  // The collector breaks the cycle at the containers that own this call.

  // Whether all that a run needs is known to this class.
  bool simple() const { return arguments_.simple() && result_.simple(); }
  const jit::Captured& program() const { return *program_; }

  // A call whose guards hold.
  struct Matched {
    Held held, changing;  // tensors and numbers that it reads
    std::vector<Var> sources;
    pybind11::object numbers = pybind11::none();
    jit::Captured::Numbers known;
    std::vector<pybind11::object> made;  // what the program gave back
  };
  // Empty, or what does not hold. `kwargs`: a dict.
  pybind11::object Match(PyObject* args, PyObject* kwargs, Matched* m) const;
  bool Run(Matched* m, const jit::Captured::Replay& replay) const;
  pybind11::object Result(const Matched& m) const { return Make(result_, m); }

 private:
  struct Fact {
    size_t source;
    pybind11::object name, value;
  };
  pybind11::object MatchNumbers(Matched* m) const;
  pybind11::object NumbersOf(const Matched& m) const;
  static pybind11::object Make(const Recipe& r, const Matched& m);

  std::shared_ptr<jit::Captured> program_;
  ArgumentSpec arguments_;
  Recipe result_;
  std::vector<std::pair<Spot, Expected>> guards_;
  std::vector<Spot> reads_;
  std::vector<Fact> facts_;
  std::vector<std::pair<size_t, int>> sizes_;  // (source, axis)
  // What a call computes of the sizes and of numbers that change: first those
  // that the program needs. It gives None where a comparison is another. None:
  // nothing changes.
  pybind11::object numbers_;
  size_t num_sizes_, num_floats_;
  bool grad_enabled_;
  std::string default_dtype_;
  const AmpPolicy* amp_;
};

void BindCapturedCall(pybind11::module_& m);
void BindFastCall(pybind11::module_& m);
void BindLateValues(pybind11::module_& m);

// Whether a call makes a backward pass possible.
inline bool Records(const jit::Captured& program) {
  return State().grad_enabled && program.backward();
}
// How a gradient of a gradient runs the function again: `function(args, kwargs,
// sources)` gives the tensors that were returned. Empty where no gradient is
// recorded.
jit::Captured::Replay ReplayOf(const jit::Captured& program,
                               pybind11::handle function, pybind11::handle args,
                               pybind11::handle kwargs);

}  // namespace paddle::python
