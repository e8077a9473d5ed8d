#include "phi/overwriting_kernel.h"

#include <vector>

namespace paddle::phi {

namespace {
std::vector<const OverwritingKernel*>& All() {
  static auto* all = new std::vector<const OverwritingKernel*>;
  return *all;
}
}  // namespace

void RegisterOverwriting(const OverwritingKernel* kernel) {
  All().push_back(kernel);
}

const OverwritingKernel* FindOverwriting(KernelFn of) {
  for (const OverwritingKernel* k : All()) {
    if (k->of == of) return k;
  }
  return nullptr;
}

}  // namespace paddle::phi
