// Common subexpressions: MLIR's own pass.
#include "mlir/Transforms/Passes.h"

#include "pir/pass/pass_registry.h"

namespace paddle::pir {
namespace {

[[maybe_unused]] const bool registered = [] {
  RegisterPass("cse_pass", "computes equal expressions once",
               [] { return mlir::createCSEPass(); });
  return true;
}();

}  // namespace
}  // namespace paddle::pir
