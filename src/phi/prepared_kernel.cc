#include "phi/prepared_kernel.h"

#include <vector>

namespace paddle::phi {

namespace {
std::vector<const PreparedKernel*>& All() {
  static auto* all = new std::vector<const PreparedKernel*>;
  return *all;
}
}  // namespace

void RegisterPrepared(const PreparedKernel* kernel) { All().push_back(kernel); }

const PreparedKernel* FindPrepared(KernelFn of) {
  for (const PreparedKernel* k : All()) {
    if (k->of == of) return k;
  }
  return nullptr;
}

}  // namespace paddle::phi
