// The loops of a group: which axis is done in vectors, which axes are given
// to threads, which a reduction goes over.
#pragma once
#include <optional>

#include "cinn/fusion/group.h"

namespace paddle::cinn {

struct Nest {
  enum Kind : uint8_t {
    kElementwise,  // no reductions
    kRows,         // reductions along the vectors
    kColumns,      // reductions across them: each lane has its own
  };
  struct Strides {
    std::vector<int64_t> outer, inner;  // elements
    bool vector = false;                // 1 along the vectors; else 0
    bool varies_inside = false;         // along reduced axes
  };
  Kind kind;
  std::vector<int64_t> outer;  // extents
  std::vector<int64_t> inner;  // of reduced axes, but for the vectors'
  int64_t vector;              // extent
  std::vector<Strides> accesses;

  int64_t rows() const;
  // Nothing where no axis can be done in vectors.
  static std::optional<Nest> Of(const Domain& domain);
};

}  // namespace paddle::cinn
