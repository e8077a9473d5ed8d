#include "cinn/fusion/nest.h"

#include <algorithm>
#include <cstdlib>

namespace paddle::cinn {

namespace {

// An axis with the strides of all accesses.
struct Line {
  int64_t extent;
  std::vector<int64_t> strides;
  int64_t largest() const {
    return *std::max_element(strides.begin(), strides.end());
  }
  // Whether (this, low) is one axis.
  bool Continues(const Line& low) const {
    for (size_t a = 0; a < strides.size(); ++a) {
      if (strides[a] != low.strides[a] * low.extent) return false;
    }
    return true;
  }
};

void Merge(std::vector<Line>* lines) {
  for (size_t i = lines->size(); i-- > 1;) {
    Line& high = (*lines)[i - 1];
    const Line& low = (*lines)[i];
    if (!high.Continues(low)) continue;
    high.extent *= low.extent;
    high.strides = low.strides;
    lines->erase(lines->begin() + static_cast<std::ptrdiff_t>(i));
  }
}

bool CanBeVectors(const Line& line) {
  bool steps = false;
  for (int64_t s : line.strides) {
    if (s != 0 && s != 1) return false;
    steps |= s == 1;
  }
  return steps;
}

}  // namespace

int64_t Nest::rows() const {
  int64_t n = 1;
  for (int64_t e : outer) n *= e;
  return n;
}

std::optional<Nest> Nest::Of(const Domain& domain) {
  std::vector<Line> lines[2];  // outer, reduced
  bool reduces = false;
  for (size_t d = 0; d < domain.axes().size(); ++d) {
    const Axis& axis = domain.axes()[d];
    reduces |= axis.reduced;
    if (axis.extent == 1) continue;
    Line line{axis.extent, {}};
    for (const Access& a : domain.accesses()) {
      line.strides.push_back(a.strides[d]);
      if (a.strides[d] < 0) return std::nullopt;
    }
    lines[axis.reduced].push_back(std::move(line));
  }
  Line vectors{0, {}};
  bool reduced = false;
  for (auto& list : lines) {
    std::stable_sort(
        list.begin(), list.end(),
        [](const Line& a, const Line& b) { return a.largest() > b.largest(); });
    Merge(&list);
    for (size_t i = 0; i < list.size(); ++i) {
      if (!CanBeVectors(list[i]) || list[i].extent <= vectors.extent) continue;
      vectors = list[i];
      reduced = &list == &lines[1];
    }
  }
  if (vectors.extent == 0) return std::nullopt;
  auto& from = lines[reduced];
  from.erase(std::find_if(from.begin(), from.end(), [&](const Line& l) {
    return l.strides == vectors.strides && l.extent == vectors.extent;
  }));
  Nest nest;
  nest.kind = !reduces ? kElementwise : (reduced ? kRows : kColumns);
  nest.vector = vectors.extent;
  nest.accesses.resize(domain.accesses().size());
  for (size_t a = 0; a < nest.accesses.size(); ++a) {
    nest.accesses[a].vector = vectors.strides[a] == 1;
    nest.accesses[a].varies_inside = reduced && vectors.strides[a] == 1;
  }
  for (int k = 0; k < 2; ++k) {
    for (const Line& line : lines[k]) {
      (k ? nest.inner : nest.outer).push_back(line.extent);
      for (size_t a = 0; a < nest.accesses.size(); ++a) {
        Strides& s = nest.accesses[a];
        (k ? s.inner : s.outer).push_back(line.strides[a]);
        if (k && line.strides[a] != 0) s.varies_inside = true;
      }
    }
  }
  return nest;
}

}  // namespace paddle::cinn
