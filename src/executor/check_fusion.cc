#include "executor/check_fusion.h"

#include <cmath>
#include <cstring>
#include <vector>

#include "cinn/runtime/kernel.h"
#include "core/float_types.h"

namespace paddle::executor {

namespace {

// What roundings in another order may make of the largest element.
double Tolerance(DataType t) {
  switch (t) {
    case DataType::kFloat64: return 1e-9;
    case DataType::kFloat32: return 1e-3;
    case DataType::kFloat16:
    case DataType::kBFloat16: return 0.1;
    default: return 0;
  }
}

template <typename T>
double NumberOf(T x) {
  if constexpr (kIsNarrow<T>) {
    return static_cast<float>(x);
  } else {
    return static_cast<double>(x);
  }
}

// Elements near an edge may be decided in another way.
constexpr double kMostDecided = 1e-3;

template <typename T>
void Compare(const T* fused, const T* steps, int64_t n, DataType type,
             const std::string& name, size_t result) {
  double largest = 1;
  for (int64_t i = 0; i < n; ++i) {
    const double size = std::abs(NumberOf(steps[i]));
    if (std::isfinite(size)) largest = std::max(largest, size);
  }
  const double most = Tolerance(type) * largest;
  int64_t differ = 0, first = -1;
  for (int64_t i = 0; i < n; ++i) {
    const double a = NumberOf(fused[i]), b = NumberOf(steps[i]);
    const bool same =
        a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= most;
    if (same) continue;
    if (differ++ == 0) first = i;
  }
  if (static_cast<double>(differ) <= kMostDecided * static_cast<double>(n)) {
    return;
  }
  PADDLE_THROW(
      errors::PreconditionNotMet(
          "cinn: result %zu of the kernel for %s is wrong in %lld of %lld "
          "elements, the first one number %lld.",
          result, name.c_str(), static_cast<long long>(differ),
          static_cast<long long>(n), static_cast<long long>(first))
          .Expected(std::to_string(NumberOf(steps[first])))
          .Received(std::to_string(NumberOf(fused[first])))
          .Hint("FLAGS_use_cinn=0 runs the operators one by one."));
}

}  // namespace

void RunFusionCheck(const DeviceContext&, const Args& args, Outs&) {
  const auto& kernel = *reinterpret_cast<const cinn::Kernel*>(args.slot[1].i);
  const auto& list = args.slot[0].tensors;
  std::vector<char*> tensors;
  std::vector<std::vector<char>> made(static_cast<size_t>(list.count));
  for (int i = 0; i < list.size(); ++i) {
    const auto k = static_cast<size_t>(i);
    tensors.push_back(list[i]->Data<char>());
    if (!kernel.tensors()[k].written) continue;
    made[k].resize(list[i]->bytes() + 64);
    tensors[k] = made[k].data();
  }
  kernel.Run(tensors.data());
  size_t result = 0;
  for (int i = 0; i < list.size(); ++i) {
    const auto k = static_cast<size_t>(i);
    if (!kernel.tensors()[k].written) continue;
    VisitDataType(list[i]->dtype, [&]<typename T>(T) {
      if constexpr (!kIsComplexType<T> && sizeof(T) > 0) {
        Compare(reinterpret_cast<const T*>(tensors[k]), list[i]->Data<T>(),
                list[i]->numel, list[i]->dtype, kernel.name(), result);
      }
    });
    ++result;
  }
}

}  // namespace paddle::executor
