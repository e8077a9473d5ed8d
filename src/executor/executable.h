// A compiled program: a flat list of instructions over a frame of tensors.
#pragma once
#include <memory>
#include <vector>

#include "pir/flat_program.h"

namespace paddle {

// Immutable once made: any number of threads may run it at the same time.
class PADDLE_API Executable {
 public:
  explicit Executable(std::shared_ptr<const pir::FlatProgram> program);
  explicit Executable(pir::FlatProgram program);
  ~Executable();

  // One tensor per input of the program, of its dtype and dims. Returns one
  // per output, each in memory of its own, or, where the output goes into an
  // input, that input. Inputs that are written share their memory with no other
  // input. Raises what the kernels raise; inputs may be half written then.
  std::vector<Var> Run(const std::vector<Var>& inputs) const;

  const pir::FlatProgram& program() const { return program_; }

 private:
  struct Instruction;

  void Prepare();
  static void RunBodies(const Instruction& in, std::vector<Var>& frame);

  const std::shared_ptr<const pir::FlatProgram> owner_;
  const pir::FlatProgram& program_;
  std::vector<Instruction> instructions_;
};

}  // namespace paddle
