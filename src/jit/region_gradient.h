// How gradients flow through a branch or the body of a loop.
#pragma once
#include "jit/tracer.h"

namespace paddle::jit {

// The gradient of a region, as a program that computes once more what it reads
// of the run. What can not be computed again (random numbers) it is given.
struct RegionGradient {
  struct Input {
    enum Kind { kArgument, kCaptured, kResidual, kSeed, kPresence } kind;
    int index;  // kSeed, kPresence: of the result whose gradient that is
  };
  // A tensor that wants a gradient: outside, or an argument of the region.
  struct Edge {
    Var tensor;         // stands for its place in the history
    int argument = -1;  // which one it is
    int output = -1;    // of `program`: the gradient; -1: none flows
    // It is there where the gradient of one of these results is, or where one
    // of these outputs is true.
    std::vector<int> results, flags;
  };
  pir::FlatProgram program;
  std::vector<Input> inputs;
  std::vector<Edge> edges;
};

// Gives the argument of a loop's body a history that ends there; returns what
// stands for it.
Var BeginHistory(const Var& argument);
// Appends calls that make zeros of these types; they are outputs to add.
std::vector<pir::FlatProgram::Output> AddZeros(
    const std::vector<pir::ValueType>& types, pir::FlatProgram* program);
// The results of an `if` get their history; `residuals` are what came after
// them.
void RecordIf(Tracer& tracer, DenseTensor& condition,
              const Tracer::Region& then, const Tracer::Region& otherwise,
              const std::vector<Var>& results,
              const std::vector<Var>& residuals);
// A loop that leaves on stacks what its gradient reads and what it emits, with
// a history.
std::vector<Var> EmitRecordedWhile(Tracer& tracer, DenseTensor& condition,
                                   const std::vector<Var>& init,
                                   const Tracer::Region& body, size_t emitted);

}  // namespace paddle::jit
