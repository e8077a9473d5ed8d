// What pir/program.h hides: the module and its context.
#pragma once
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "pir/program.h"

namespace paddle::pir {

// Contexts hold the registered operations; making one takes about a
// millisecond, so that they are kept and used again.
std::unique_ptr<mlir::MLIRContext> TakeContext();
void GiveBackContext(std::unique_ptr<mlir::MLIRContext> context);

struct Program::Impl {
  std::unique_ptr<mlir::MLIRContext> context = TakeContext();
  mlir::OwningOpRef<mlir::ModuleOp> module;
  ~Impl() {
    module = {};
    GiveBackContext(std::move(context));
  }
};

mlir::OwningOpRef<mlir::ModuleOp> ToModule(const FlatProgram& flat,
                                           mlir::MLIRContext* context);
FlatProgram ToFlat(mlir::ModuleOp module);
std::string ToText(mlir::ModuleOp module);

// The attributes of a constant, which is the first element of `t`.
void AddConstantValue(const DenseTensor& t, mlir::Builder& b,
                      mlir::OperationState* state);

constexpr const char* kInto = "pd.into";  // FlatProgram::Output::into

// Collects MLIR's diagnostics while it lives.
class Diagnostics {
 public:
  explicit Diagnostics(mlir::MLIRContext* context);
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  mlir::ScopedDiagnosticHandler handler_;
};

}  // namespace paddle::pir
