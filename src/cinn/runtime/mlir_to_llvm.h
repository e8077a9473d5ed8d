// From MLIR text to LLVM IR.
#pragma once
#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace paddle::cinn {

// Holds the dialects, whose loading takes longer than lowering a small kernel:
// to be kept and used again, by one thread at a time.
class MlirToLlvm {
 public:
  MlirToLlvm();
  ~MlirToLlvm();

  // The module of `text`, lowered; it defines the function `symbol`. Raises
  // what JitEngine::Compile says.
  std::unique_ptr<llvm::Module> Translate(const std::string& text,
                                          const std::string& symbol,
                                          llvm::LLVMContext& llvm_context);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace paddle::cinn
