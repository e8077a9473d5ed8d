#include "pir/pass/pass_registry.h"

namespace paddle::pir {

namespace {
std::map<std::string, PassEntry>& Mutable() {
  static auto* passes = new std::map<std::string, PassEntry>;
  return *passes;
}
}  // namespace

void RegisterPass(const char* name, const char* what, PassFactory make) {
  Mutable()[name] = {what, make};
}
const std::map<std::string, PassEntry>& AllPasses() { return Mutable(); }

std::vector<std::string> PipelinePasses(const std::string& name) {
  // What every captured program goes through.
  if (name == "default") {
    return {"remove_copies_pass",
            "simplify_algebra_pass",
            "redundant_cast_pass",
            "redundant_expand_pass",
            "redundant_transpose_pass",
            "redundant_reshape_pass",
            "cse_pass",
            "dead_code_pass"};
  }
  return {};
}

}  // namespace paddle::pir
