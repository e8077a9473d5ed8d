// The same program for other sizes, from one trace alone: numbers of the
// program that follow from sizes are read back from the stand-ins in them.
#pragma once
#include <string>
#include <vector>

#include "pir/flat_program.h"

namespace paddle::pir {

// `inputs`: the dims of the inputs in the twin; stand-ins are the sizes in
// which they differ from those of `program`, and must be large numbers that
// nobody uses. Raises InvalidArgument, naming operator and argument, where a
// number seems to follow from sizes and it is not clear how, or where shape
// inference fails for the other sizes.
PADDLE_API FlatProgram SizeTwin(const FlatProgram& program,
                                const std::vector<DDim>& inputs);

// What numbers that follow from the sizes of the program are in its twin.
PADDLE_API std::vector<int64_t> ReadSizes(const FlatProgram& program,
                                          const FlatProgram& twin,
                                          const std::vector<int64_t>& numbers);

}  // namespace paddle::pir
