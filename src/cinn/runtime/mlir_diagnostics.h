// Collects what MLIR would print to stderr, as text for an error message.
#pragma once
#include <string>

#include "mlir/IR/Diagnostics.h"

namespace paddle::cinn {

// Handles the diagnostics of `context` while it lives.
class MlirDiagnostics {
 public:
  static constexpr const char* kSourceName = "kernel";

  // `source`: the text that was, or will be, parsed under the name kSourceName.
  MlirDiagnostics(mlir::MLIRContext* context, const std::string& source);

  // One indented line per diagnostic and note, each after a newline, followed
  // by the line of the source that it points to.
  const std::string& text() const { return text_; }

 private:
  void Add(const mlir::Diagnostic& diagnostic);

  const std::string& source_;
  std::string text_;
  mlir::ScopedDiagnosticHandler handler_;
};

}  // namespace paddle::cinn
