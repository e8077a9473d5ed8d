// A page for a browser that draws programs: one file, which loads nothing.
#pragma once
#include <string>
#include <vector>

#include "pir/flat_program.h"

namespace paddle::pir {

// "forward", "backward"; names of the inputs where these are known.
struct NamedProgram {
  std::string name;
  const FlatProgram* program;
  std::vector<std::string> inputs = {};
};
using NamedPrograms = std::vector<NamedProgram>;
PADDLE_API std::string DrawPrograms(const std::string& title,
                                    const NamedPrograms& programs);

// What the page draws, as JSON that may stand inside of <script>. A program:
//   values   [[name, dtype, [sizes], bytes], ...], named as in the text form
//   inputs, outputs   numbers of values; into: per output, an input or -1
//   calls    [{op, kind, in, of, out, as, attrs, scope, bodies}, ...]: values
//            read and the arguments they are, values made and which results
//            these are; attrs: [[name, text, whether it is the default], ...];
//            scope: the layer, "Net/encoder/layers.0"
PADDLE_API std::string ProgramToJson(const FlatProgram& program);

}  // namespace paddle::pir
