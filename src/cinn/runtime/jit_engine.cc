// All of the LLVM back end is in this one file: its headers cost 17 s and 1.8
// GB to compile.
#include "cinn/runtime/jit_engine.h"

#include <atomic>
#include <mutex>
#include <vector>

#include "cinn/runtime/code_generator.h"
#include "cinn/runtime/mlir_to_llvm.h"
#include "common/logging.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"

namespace paddle::cinn {
namespace {

thread_local std::string link_errors;

// What one compilation needs for itself, kept for the next one.
class Compiler {
 public:
  std::unique_ptr<llvm::MemoryBuffer> ToObject(const std::string& text,
                                               const std::string& symbol) {
    llvm::LLVMContext context;
    std::string llvm_errors;
    // Without a handler LLVM prints to stderr and, for an error, exits.
    context.setDiagnosticHandlerCallBack(
        [](const llvm::DiagnosticInfo* info, void* errors) {
          if (info->getSeverity() != llvm::DS_Error) return;
          llvm::raw_string_ostream stream(*static_cast<std::string*>(errors));
          llvm::DiagnosticPrinterRawOStream printer(stream);
          stream << "\n  ";
          info->print(printer);
        },
        &llvm_errors);
    auto ir = translator_.Translate(text, symbol, context);
    auto object = generator_.ToObject(*ir);
    if (!llvm_errors.empty()) {
      PADDLE_THROW(errors::Fatal("jit: LLVM cannot compile the kernel.%s",
                                 llvm_errors.c_str()));
    }
    return object;
  }

 private:
  MlirToLlvm translator_;
  CodeGenerator generator_;
};

}  // namespace

class JitEngine::Impl {
 public:
  Impl() {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    lljit_ = Check(llvm::orc::LLJITBuilder().create(), "starting the engine");
    // `lookup` only says that it failed. Why is reported on the side, in the
    // thread of the lookup, and would go to stderr.
    lljit_->getExecutionSession().setErrorReporter([](llvm::Error error) {
      link_errors += "\n  " + llvm::toString(std::move(error));
    });
  }

  void* Compile(const std::string& text, const std::string& symbol) {
    std::unique_ptr<Compiler> compiler = Take();
    // A compiler whose run raised is dropped: its state is unknown.
    auto object = compiler->ToObject(text, symbol);
    Return(std::move(compiler));

    PD_VLOG(1) << "compiled " << symbol << ": " << object->getBufferSize()
               << " bytes of code";
    // A library of its own for each kernel, so that equal names do not clash.
    auto& library = Check(
        lljit_->createJITDylib("kernel" + std::to_string(next_library_++)),
        "creating a code library");
    Check(lljit_->addObjectFile(library, std::move(object)),
          "adding the code of the kernel");
    link_errors.clear();
    auto address = lljit_->lookup(library, symbol);
    if (!address) {
      std::string reason = llvm::toString(address.takeError()) + link_errors;
      PADDLE_THROW(
          errors::Fatal("jit: linking the kernel failed: %s", reason.c_str()));
    }
    return address->toPtr<void*>();
  }

 private:
  std::unique_ptr<Compiler> Take() {
    std::lock_guard<std::mutex> lock(mutex_);
    if (idle_.empty()) return std::make_unique<Compiler>();
    std::unique_ptr<Compiler> compiler = std::move(idle_.back());
    idle_.pop_back();
    return compiler;
  }

  void Return(std::unique_ptr<Compiler> compiler) {
    std::lock_guard<std::mutex> lock(mutex_);
    idle_.push_back(std::move(compiler));
  }

  std::unique_ptr<llvm::orc::LLJIT> lljit_;
  std::atomic<int64_t> next_library_{0};
  std::mutex mutex_;
  std::vector<std::unique_ptr<Compiler>> idle_;  // guarded by mutex_
};

JitEngine::JitEngine() : impl_(std::make_unique<Impl>()) {}
JitEngine::~JitEngine() = default;

JitEngine& JitEngine::Instance() {
  static JitEngine* engine = new JitEngine;  // code outlives static destruction
  return *engine;
}

void* JitEngine::Compile(const std::string& text, const std::string& symbol) {
  return impl_->Compile(text, symbol);
}

}  // namespace paddle::cinn
