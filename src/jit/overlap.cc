#include "jit/overlap.h"

#include <algorithm>

namespace paddle::jit {

namespace {

struct Axis {
  int64_t stride, a, b;  // sizes of the two
};

// Whether sum of (i - j) * stride over the axes, i and j within the sizes of
// the two, can be `distance`. Axes from the largest stride on: the others
// together reach less far than one step of it, so two counts come in question.
bool Reaches(const std::vector<Axis>& axes, size_t at, int64_t distance) {
  if (at == axes.size()) return distance == 0;
  const Axis& axis = axes[at];
  const int64_t count = distance / axis.stride;  // towards zero
  for (int64_t c : {count - 1, count, count + 1}) {
    if (c <= -axis.b || c >= axis.a) continue;
    if (Reaches(axes, at + 1, distance - c * axis.stride)) return true;
  }
  return false;
}

}  // namespace

bool MayOverlap(const DenseTensor& a, const DenseTensor& b) {
  if (!a.storage || a.storage != b.storage) return false;
  if (a.numel == 0 || b.numel == 0) return false;
  if (a.dtype != b.dtype || a.rank() != b.rank()) return true;
  std::vector<Axis> axes;
  for (int i = 0; i < a.rank(); ++i) {
    if (a.dims[i] == 1 && b.dims[i] == 1) continue;
    if (a.strides[i] != b.strides[i] || a.strides[i] <= 0) return true;
    axes.push_back({a.strides[i], a.dims[i], b.dims[i]});
  }
  std::sort(axes.begin(), axes.end(),
            [](const Axis& x, const Axis& y) { return x.stride > y.stride; });
  int64_t inner = 0;  // how far the axes behind reach
  for (size_t i = axes.size(); i-- > 0;) {
    if (axes[i].stride <= inner) return true;
    inner += (std::max(axes[i].a, axes[i].b) - 1) * axes[i].stride;
  }
  const auto bytes = b.Data<char>() - a.Data<char>();
  const auto size = static_cast<std::ptrdiff_t>(SizeOf(a.dtype));
  if (bytes % size != 0) return true;
  return Reaches(axes, 0, bytes / size);
}

}  // namespace paddle::jit
