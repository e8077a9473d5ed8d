// The passes over PIR and the pipelines made of them, by name. A new pass is
// one file: a class and PD_PASS.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "common/macros.h"
#include "mlir/Pass/Pass.h"

namespace paddle::pir {

using PassFactory = std::unique_ptr<mlir::Pass> (*)();

void RegisterPass(const char* name, const char* what, PassFactory make);

struct PassEntry {
  const char* what;
  PassFactory make;
};
const std::map<std::string, PassEntry>& AllPasses();
// The passes of a pipeline, in order; empty where the name is unknown.
std::vector<std::string> PipelinePasses(const std::string& name);

// PD_PASS(remove_copies_pass, RemoveCopiesPass, "what it does")
#define PD_PASS(name, Class, what)                                    \
  [[maybe_unused]] static const bool pd_pass_##name = [] {            \
    ::paddle::pir::RegisterPass(#name, what,                          \
                                []() -> std::unique_ptr<mlir::Pass> { \
                                  return std::make_unique<Class>();   \
                                });                                   \
    return true;                                                      \
  }()

}  // namespace paddle::pir
