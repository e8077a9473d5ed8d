// Compiles MLIR text to machine code for the CPU that the process runs on.
#pragma once
#include <memory>
#include <string>

#include "common/macros.h"

namespace paddle::cinn {

// One engine per process, created at first use (about 30 ms) and never
// destroyed: compiled code stays valid until the process ends. All members may
// be called from any thread, and threads compile side by side.
class PADDLE_API JitEngine {
 public:
  static JitEngine& Instance();

  // Compiles `text`, a module in the dialects arith, math, memref, scf, vector,
  // func, cf and affine, and returns the address of its function `symbol`.
  // Calling convention: a memref argument (static shape, identity layout) is
  // one pointer to its first element, an index is an int64_t, and other scalars
  // are what C passes. Each call compiles anew; equal symbols do not clash.
  // Raises InvalidArgument where the text does not parse, does not verify or
  // lacks the function, and Fatal where it cannot be lowered. The message holds
  // MLIR's diagnostics and the lines that they point to.
  void* Compile(const std::string& text, const std::string& symbol);

  // The same, typed: CompileAs<void(const float*, float*, int64_t)>(...).
  template <typename Function>
  Function* CompileAs(const std::string& text, const std::string& symbol) {
    return reinterpret_cast<Function*>(Compile(text, symbol));
  }

  JitEngine(const JitEngine&) = delete;
  JitEngine& operator=(const JitEngine&) = delete;

 private:
  class Impl;
  JitEngine();
  ~JitEngine();

  std::unique_ptr<Impl> impl_;
};

}  // namespace paddle::cinn
