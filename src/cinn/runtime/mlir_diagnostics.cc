#include "cinn/runtime/mlir_diagnostics.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "mlir/IR/Location.h"

namespace paddle::cinn {
namespace {

const char* Word(mlir::DiagnosticSeverity severity) {
  switch (severity) {
    case mlir::DiagnosticSeverity::Error: return "error";
    case mlir::DiagnosticSeverity::Warning: return "warning";
    case mlir::DiagnosticSeverity::Note: return "note";
    case mlir::DiagnosticSeverity::Remark: return "remark";
  }
  return "";
}

llvm::StringRef Line(llvm::StringRef text, unsigned number) {
  for (; number > 1; --number) text = text.split('\n').second;
  return text.split('\n').first.trim();
}

}  // namespace

MlirDiagnostics::MlirDiagnostics(mlir::MLIRContext* context,
                                 const std::string& source)
    : source_(source), handler_(context, [this](mlir::Diagnostic& diagnostic) {
        Add(diagnostic);
        for (const mlir::Diagnostic& note : diagnostic.getNotes()) Add(note);
        return mlir::success();
      }) {}

void MlirDiagnostics::Add(const mlir::Diagnostic& diagnostic) {
  llvm::raw_string_ostream out(text_);
  mlir::Location location = diagnostic.getLocation();
  auto place = location->findInstanceOf<mlir::FileLineColLoc>();
  out << "\n  ";
  if (place) {
    out << place.getFilename().getValue() << ':' << place.getLine() << ':'
        << place.getColumn() << ": ";
  }
  out << Word(diagnostic.getSeverity()) << ": " << diagnostic.str();
  if (place && place.getFilename() == kSourceName) {
    out << "\n    | " << Line(source_, place.getLine());
  }
}

}  // namespace paddle::cinn
