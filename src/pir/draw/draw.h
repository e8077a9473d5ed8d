// A page for a browser that draws programs: one file, which loads nothing.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "pir/flat_program.h"

namespace paddle::pir {

// Programs under a name each: "forward", "backward".
using NamedPrograms = std::vector<std::pair<std::string, const FlatProgram*>>;
PADDLE_API std::string DrawPrograms(const std::string& title,
                                    const NamedPrograms& programs);

// What the page draws, as JSON that may stand inside of <script>. A program:
//   values   [[name, dtype, [sizes], bytes], ...], named as in the text form
//   inputs, outputs   numbers of values; into: per output, an input or -1
//   calls    [{op, kind, in, of, out, as, attrs, bodies}, ...]: values read and
//            the arguments they are, values made and which results these are;
//            attrs: [[name, text, whether it is the default], ...]
PADDLE_API std::string ProgramToJson(const FlatProgram& program);

}  // namespace paddle::pir
