#include "cinn/runtime/code_generator.h"

#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

namespace paddle::cinn {

CodeGenerator::CodeGenerator()
    : machine_(Check(Check(llvm::orc::JITTargetMachineBuilder::detectHost(),
                           "detecting the CPU")
                         .createTargetMachine(),
                     "creating the code generator")) {}
CodeGenerator::~CodeGenerator() = default;

std::unique_ptr<llvm::MemoryBuffer> CodeGenerator::ToObject(llvm::Module& ir) {
  ir.setDataLayout(machine_->createDataLayout());
  ir.setTargetTriple(machine_->getTargetTriple());
  // Else vectors of 64 bytes are cut in two.
  for (llvm::Function& function : ir) {
    function.addFnAttr("prefer-vector-width", "512");
    function.addFnAttr("min-legal-vector-width", "512");
  }
  Optimize(ir);

  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream stream(object);
  llvm::legacy::PassManager codegen;
  if (machine_->addPassesToEmitFile(codegen, stream, nullptr,
                                    llvm::CodeGenFileType::ObjectFile)) {
    PADDLE_THROW(errors::Fatal("jit: LLVM has no code generator for %s.",
                               machine_->getTargetTriple().str().c_str()));
  }
  codegen.run(ir);
  return llvm::MemoryBuffer::getMemBufferCopy({object.data(), object.size()});
}

void CodeGenerator::Optimize(llvm::Module& ir) {
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

}  // namespace paddle::cinn
