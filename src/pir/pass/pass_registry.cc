#include "pir/pass/pass_registry.h"

#include <algorithm>

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
    return {"dead_branch_pass",
            "remove_copies_pass",
            "sum_of_parts_pass",
            "canonicalise_pass",
            "simplify_algebra_pass",
            "redundant_cast_pass",
            "redundant_expand_pass",
            "redundant_transpose_pass",
            "redundant_reshape_pass",
            "relu_grad_of_pool_pass",
            "recompute_output_pass",
            "loop_invariant_pass",
            "cse_pass",
            "dead_code_pass"};
  }
  // Programs for many sizes: parts that do not overlap may do so for others.
  if (name == "open_sizes") {
    std::vector<std::string> passes = PipelinePasses("default");
    std::replace(passes.begin(), passes.end(), std::string("sum_of_parts_pass"),
                 std::string("sum_of_fixed_parts_pass"));
    return passes;
  }
  // Saved models; results may differ in the last places.
  if (name == "inference") {
    std::vector<std::string> passes = PipelinePasses("default");
    passes.insert(passes.begin(), "constant_folding_pass");
    passes.insert(
        passes.end(),
        {"conv_bn_fold_pass", "linear_fold_pass", "conv_affine_fold_pass",
         "channels_last_pass", "redundant_transpose_pass", "dead_code_pass",
         "conv_fuse_pass", "cse_pass", "dead_code_pass"});
    return passes;
  }
  return {};
}

}  // namespace paddle::pir
