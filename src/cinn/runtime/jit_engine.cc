// All of the LLVM back end is in this one file: its headers cost 17 s and 1.8
// GB to compile.
#include "cinn/runtime/jit_engine.h"

#include <atomic>
#include <mutex>
#include <vector>

#include "cinn/runtime/mlir_diagnostics.h"
#include "common/enforce.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"

namespace paddle::cinn {
namespace {

void Check(llvm::Error error, const char* doing) {
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

thread_local std::string link_errors;

// What one compilation needs for itself. Kept for the next one, since loading
// the dialects takes longer than compiling a small kernel.
class Compiler {
 public:
  Compiler() : context_(mlir::MLIRContext::Threading::DISABLED) {
    context_.loadDialect<mlir::affine::AffineDialect, mlir::arith::ArithDialect,
                         mlir::cf::ControlFlowDialect, mlir::func::FuncDialect,
                         mlir::LLVM::LLVMDialect, mlir::math::MathDialect,
                         mlir::memref::MemRefDialect, mlir::scf::SCFDialect,
                         mlir::ub::UBDialect, mlir::vector::VectorDialect>();
    mlir::registerBuiltinDialectTranslation(context_);
    mlir::registerLLVMDialectTranslation(context_);
    machine_ = Check(Check(llvm::orc::JITTargetMachineBuilder::detectHost(),
                           "detecting the CPU")
                         .createTargetMachine(),
                     "creating the code generator");
  }

  std::unique_ptr<llvm::MemoryBuffer> ToObject(const std::string& text,
                                               const std::string& symbol) {
    MlirDiagnostics diagnostics(&context_, text);
    auto module = mlir::parseSourceString<mlir::ModuleOp>(
        text, mlir::ParserConfig(&context_), MlirDiagnostics::kSourceName);
    if (!module) {
      PADDLE_THROW(errors::InvalidArgument(
          "jit: the kernel text is not valid.%s", diagnostics.text().c_str()));
    }
    auto function = module->lookupSymbol<mlir::func::FuncOp>(symbol);
    if (!function || function.isDeclaration()) {
      PADDLE_THROW(errors::InvalidArgument(
          "jit: the kernel text does not define the function `%s`.",
          symbol.c_str()));
    }
    Lower(*module, diagnostics);
    return Emit(*module, diagnostics);
  }

 private:
  void Lower(mlir::ModuleOp module, const MlirDiagnostics& diagnostics) {
    mlir::PassManager passes(&context_);
    passes.addPass(mlir::createConvertVectorToSCFPass());
    passes.addPass(mlir::memref::createExpandStridedMetadataPass());
    passes.addPass(mlir::createLowerAffinePass());
    passes.addPass(mlir::createSCFToControlFlowPass());
    passes.addPass(mlir::createConvertVectorToLLVMPass());
    passes.addPass(mlir::createConvertMathToLLVMPass());
    passes.addPass(mlir::createConvertMathToLibmPass());  // erf and its like
    passes.addPass(mlir::createFinalizeMemRefToLLVMConversionPass());
    mlir::ConvertFuncToLLVMPassOptions function_options;
    function_options.useBarePtrCallConv = true;
    passes.addPass(mlir::createConvertFuncToLLVMPass(function_options));
    passes.addPass(mlir::createArithToLLVMConversionPass());
    passes.addPass(mlir::createConvertControlFlowToLLVMPass());
    passes.addPass(mlir::createUBToLLVMConversionPass());
    passes.addPass(mlir::createReconcileUnrealizedCastsPass());
    if (mlir::failed(passes.run(module))) {
      PADDLE_THROW(errors::Fatal("jit: the kernel cannot be lowered to LLVM.%s",
                                 diagnostics.text().c_str()));
    }
  }

  std::unique_ptr<llvm::MemoryBuffer> Emit(mlir::ModuleOp module,
                                           const MlirDiagnostics& diagnostics) {
    llvm::LLVMContext llvm_context;
    std::string llvm_errors;
    // Without a handler LLVM prints to stderr and, for an error, exits.
    llvm_context.setDiagnosticHandlerCallBack(
        [](const llvm::DiagnosticInfo* info, void* errors) {
          if (info->getSeverity() != llvm::DS_Error) return;
          llvm::raw_string_ostream stream(*static_cast<std::string*>(errors));
          llvm::DiagnosticPrinterRawOStream printer(stream);
          stream << "\n  ";
          info->print(printer);
        },
        &llvm_errors);

    auto ir = mlir::translateModuleToLLVMIR(module, llvm_context);
    if (!ir) {
      PADDLE_THROW(
          errors::Fatal("jit: the kernel cannot be translated to LLVM IR.%s",
                        diagnostics.text().c_str()));
    }
    ir->setDataLayout(machine_->createDataLayout());
    ir->setTargetTriple(machine_->getTargetTriple());
    Optimize(*ir);

    llvm::SmallVector<char, 0> object;
    llvm::raw_svector_ostream stream(object);
    llvm::legacy::PassManager codegen;
    if (machine_->addPassesToEmitFile(codegen, stream, nullptr,
                                      llvm::CodeGenFileType::ObjectFile)) {
      PADDLE_THROW(errors::Fatal("jit: LLVM has no code generator for %s.",
                                 machine_->getTargetTriple().str().c_str()));
    }
    codegen.run(*ir);
    if (!llvm_errors.empty()) {
      PADDLE_THROW(errors::Fatal("jit: LLVM cannot compile the kernel.%s",
                                 llvm_errors.c_str()));
    }
    return llvm::MemoryBuffer::getMemBufferCopy({object.data(), object.size()});
  }

  void Optimize(llvm::Module& ir) {
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager call_graph;
    llvm::ModuleAnalysisManager modules;
    llvm::PassBuilder builder(machine_.get());
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(call_graph);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, call_graph, modules);
    builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
        .run(ir, modules);
  }

  mlir::MLIRContext context_;
  std::unique_ptr<llvm::TargetMachine> machine_;
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
