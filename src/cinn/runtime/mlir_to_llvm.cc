#include "cinn/runtime/mlir_to_llvm.h"

#include "cinn/runtime/mlir_diagnostics.h"
#include "common/enforce.h"
#include "llvm/IR/Module.h"
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

struct MlirToLlvm::Impl {
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};

  Impl() {
    context.loadDialect<mlir::affine::AffineDialect, mlir::arith::ArithDialect,
                        mlir::cf::ControlFlowDialect, mlir::func::FuncDialect,
                        mlir::LLVM::LLVMDialect, mlir::math::MathDialect,
                        mlir::memref::MemRefDialect, mlir::scf::SCFDialect,
                        mlir::ub::UBDialect, mlir::vector::VectorDialect>();
    mlir::registerBuiltinDialectTranslation(context);
    mlir::registerLLVMDialectTranslation(context);
  }

  void Lower(mlir::ModuleOp module, const MlirDiagnostics& diagnostics) {
    mlir::PassManager passes(&context);
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
};

MlirToLlvm::MlirToLlvm() : impl_(std::make_unique<Impl>()) {}
MlirToLlvm::~MlirToLlvm() = default;

std::unique_ptr<llvm::Module> MlirToLlvm::Translate(
    const std::string& text, const std::string& symbol,
    llvm::LLVMContext& llvm_context) {
  mlir::MLIRContext& context = impl_->context;
  MlirDiagnostics diagnostics(&context, text);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      text, mlir::ParserConfig(&context), MlirDiagnostics::kSourceName);
  if (!module) {
    PADDLE_THROW(errors::InvalidArgument("jit: the kernel text is not valid.%s",
                                         diagnostics.text().c_str()));
  }
  auto function = module->lookupSymbol<mlir::func::FuncOp>(symbol);
  if (!function || function.isDeclaration()) {
    PADDLE_THROW(errors::InvalidArgument(
        "jit: the kernel text does not define the function `%s`.",
        symbol.c_str()));
  }
  impl_->Lower(*module, diagnostics);
  auto ir = mlir::translateModuleToLLVMIR(*module, llvm_context);
  if (!ir) {
    PADDLE_THROW(
        errors::Fatal("jit: the kernel cannot be translated to LLVM IR.%s",
                      diagnostics.text().c_str()));
  }
  return ir;
}

}  // namespace paddle::cinn
