// What FLAGS_cinn_explain prints.
#pragma once
#include <string>
#include <vector>

#include "cinn/runtime/kernel.h"

namespace paddle::executor {

void ExplainKernel(const cinn::Kernel& kernel, const cinn::Group& group,
                   const std::vector<bool>& stored);
void ExplainRefusal(const std::string& names, const std::string& why);

}  // namespace paddle::executor
