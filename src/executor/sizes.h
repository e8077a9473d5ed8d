// Programs that compute with sizes: what is known of these before any kernel
// runs, and attributes that are such numbers.
#pragma once
#include <vector>

#include "pir/flat_program.h"

namespace paddle::executor {

// Sets the attributes of `call` that only a run knows, from the last of
// `operands`. Raises InvalidArgument where one does not fit.
void SetLate(const pir::Call& call, const std::vector<DenseTensor*>& operands,
             Args* args);

// Follows which values are numbers made of sizes.
class SizeValues {
 public:
  explicit SizeValues(const pir::FlatProgram& program)
      : of_sizes_(program.values.size(), false) {}
  // Visits the calls in order. Whether `call` can be run at once, as its
  // operands are such numbers and none is still to be computed.
  bool Visit(const pir::Call& call, const std::vector<Var>& frame);

 private:
  std::vector<bool> of_sizes_;
};

// The result of shape_of, also of a tensor without values.
bool IsShapeOf(const pir::Call& call);
Var ShapeOf(const DenseTensor& t);

}  // namespace paddle::executor
