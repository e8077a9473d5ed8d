// From LLVM IR to an object file for the CPU that the process runs on.
#pragma once
#include <memory>

#include "common/enforce.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace paddle::cinn {

// LLVM's errors as ours.
inline void Check(llvm::Error error, const char* doing) {
  if (error) {
    PADDLE_THROW(errors::Fatal("jit: %s failed: %s", doing,
                               llvm::toString(std::move(error)).c_str()));
  }
}
template <typename T>
T Check(llvm::Expected<T> value, const char* doing) {
  Check(value.takeError(), doing);
  return static_cast<T&&>(*value);  // T may be a reference
}

// Used by one thread at a time.
class CodeGenerator {
 public:
  CodeGenerator();
  ~CodeGenerator();

  // Optimises the module and compiles it.
  std::unique_ptr<llvm::MemoryBuffer> ToObject(llvm::Module& ir);

 private:
  void Optimize(llvm::Module& ir);

  std::unique_ptr<llvm::TargetMachine> machine_;
};

}  // namespace paddle::cinn
