#include "executor/explain_fusion.h"

#include <cstdio>

namespace paddle::executor {

namespace {

int64_t Bytes(const cinn::TensorRef& t) {
  auto n = static_cast<int64_t>(SizeOf(t.dtype));
  for (int k = 0; k < t.dims.rank(); ++k) {
    if (t.strides[k] != 0) n *= t.dims[k];
  }
  return n;
}

}  // namespace

void ExplainKernel(const cinn::Kernel& kernel, const cinn::Group& group,
                   const std::vector<bool>& stored) {
  const auto& accesses = group.domain().accesses();
  const auto bytes = [&](int access) {
    return static_cast<long long>(
        Bytes(accesses[static_cast<size_t>(access)].tensor));
  };
  long long now = 0, inside = 0;
  for (const auto& tensor : kernel.tensors()) now += bytes(tensor.access);
  for (size_t v = 0; v < stored.size(); ++v) {  // written, and read again
    if (!stored[v]) inside += 2 * bytes(group.values()[v].access);
  }
  std::fprintf(stderr, "cinn: one kernel: %s. Moves %lld bytes, not %lld.\n",
               kernel.name().c_str(), now, now + inside);
}

void ExplainRefusal(const std::string& names, const std::string& why) {
  std::fprintf(stderr, "cinn: not fused: %s: %s.\n", names.c_str(),
               why.c_str());
}

}  // namespace paddle::executor
