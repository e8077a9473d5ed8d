#include "cinn/fusion/domain.h"

#include <algorithm>

namespace paddle::cinn {

void Domain::Begin(const DDim& dims) {
  begun_ = true;
  for (int64_t n : dims) axes_.push_back({n});
}

void Domain::Split(size_t axis, int64_t inner) {
  const auto at = static_cast<std::ptrdiff_t>(axis);
  axes_[axis].extent /= inner;
  Axis low = axes_[axis];
  low.extent = inner;
  axes_.insert(axes_.begin() + at + 1, low);
  for (Access& a : accesses_) {
    const int64_t stride = a.strides[axis];
    a.strides[axis] = stride * inner;
    a.strides.insert(a.strides.begin() + at + 1, stride);
  }
}

// The axes of the domain along which `access` steps as the step's axis does.
bool Domain::Match(int of, int64_t extent, int64_t stride, const Access& access,
                   std::vector<Digit>* digits) {
  for (int64_t factor = 1; extent > 1;) {
    size_t found = axes_.size();
    for (size_t d = 0; d < axes_.size(); ++d) {
      if (axes_[d].extent > 1 && access.strides[d] == stride &&
          (*digits)[d].of < 0) {
        found = d;
        break;
      }
    }
    if (found == axes_.size()) return false;
    const int64_t n = axes_[found].extent;
    if (n > extent) {
      if (n % extent != 0) return false;
      Split(found, extent);  // (the low part is the next one)
      digits->insert(digits->begin() + static_cast<std::ptrdiff_t>(found) + 1,
                     {of, factor});
      return true;
    }
    if (extent % n != 0) return false;
    (*digits)[found] = {of, factor};
    factor *= n;
    stride *= n;
    extent /= n;
  }
  return true;
}

bool Domain::Align(const DDim& dims, const std::vector<TensorRef>& tensors,
                   std::vector<Digit>* digits) {
  digits->assign(axes_.size(), {});
  std::vector<bool> known(static_cast<size_t>(dims.rank()), false);
  for (const TensorRef& t : tensors) {
    for (size_t a = 0; a < accesses_.size(); ++a) {
      if (!accesses_[a].tensor.SamePlace(t)) continue;
      for (int k = 0; k < dims.rank(); ++k) {
        const auto i = static_cast<size_t>(k);
        if (known[i] || dims[k] == 1 || t.strides[k] == 0) continue;
        std::vector<Digit> tried = *digits;
        const Domain before = *this;
        if (Match(k, dims[k], t.strides[k], Access(accesses_[a]), &tried)) {
          *digits = std::move(tried);
          known[i] = true;
        } else {
          *this = before;
        }
      }
    }
  }
  // What no tensor tells: axes of one size, the last ones first.
  for (int k = dims.rank(); k-- > 0;) {
    if (known[static_cast<size_t>(k)] || dims[k] == 1) continue;
    size_t d = axes_.size();
    while (d-- > 0) {
      if ((*digits)[d].of < 0 && axes_[d].extent == dims[k]) break;
    }
    if (d >= axes_.size()) return false;
    (*digits)[d] = {k, 1};
  }
  return true;
}

std::vector<int64_t> Domain::StridesOf(const TensorRef& tensor,
                                       const std::vector<Digit>& digits) {
  std::vector<int64_t> strides;
  for (const Digit& d : digits) {
    strides.push_back(d.of < 0 ? 0 : tensor.strides[d.of] * d.factor);
  }
  return strides;
}

int Domain::Add(const TensorRef& tensor, const std::vector<Digit>& digits) {
  std::vector<int64_t> strides = StridesOf(tensor, digits);
  for (size_t d = 0; d < axes_.size(); ++d) {
    if (axes_[d].extent == 1) strides[d] = 0;
  }
  for (size_t a = 0; a < accesses_.size(); ++a) {
    if (accesses_[a].tensor.SamePlace(tensor) &&
        accesses_[a].strides == strides) {
      return static_cast<int>(a);
    }
  }
  accesses_.push_back({tensor, std::move(strides)});
  return static_cast<int>(accesses_.size()) - 1;
}

}  // namespace paddle::cinn
