// Program::RunPasses: names to passes, printing, timing.
#include <chrono>
#include <cstdio>

#include "common/flags.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "pir/pass/pass_registry.h"
#include "pir/program_impl.h"

namespace paddle::pir {

namespace {

std::vector<std::string> Expand(const std::string& names) {
  std::vector<std::string> all;
  for (size_t at = 0; at <= names.size();) {
    const size_t comma = std::min(names.find(',', at), names.size());
    const std::string name = names.substr(at, comma - at);
    at = comma + 1;
    if (name.empty()) continue;
    const auto pipeline = PipelinePasses(name);
    if (!pipeline.empty()) {
      all.insert(all.end(), pipeline.begin(), pipeline.end());
      continue;
    }
    std::string known = "default";
    for (const auto& entry : AllPasses()) known += ", " + entry.first;
    PADDLE_ENFORCE(AllPasses().count(name),
                   errors::NotFound("pir: there is no pass or pipeline `%s`.",
                                    name.c_str())
                       .Expected("one of " + known));
    all.push_back(name);
  }
  return all;
}

}  // namespace

std::vector<std::string> Program::PassNames() {
  std::vector<std::string> names;
  for (const auto& entry : AllPasses()) names.push_back(entry.first);
  return names;
}

void Program::RunPasses(const std::string& names) {
  const Diagnostics diagnostics(impl_->context.get());
  for (const std::string& name : Expand(names)) {
    const std::string before = ToString();
    mlir::PassManager passes(impl_->context.get());
    passes.enableVerifier(true);
    passes.addPass(AllPasses().at(name).make());
    if (mlir::failed(passes.run(*impl_->module))) {
      PADDLE_THROW(errors::Fatal("pir: %s failed.%s\nThe program before it:\n%s",
                                 name.c_str(), diagnostics.text().c_str(),
                                 before.c_str()));
    }
  }
}

}  // namespace paddle::pir
