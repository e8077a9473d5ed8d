// The docstring of an operator, made of its record. `.Doc` holds what the
// record does not say by itself, as indented text:
//
//   .Doc(R"(
//       Sorted elements along an axis.
//       k: How many.
//       Returns: Of shape [..., k].
//       Raises: ValueError: `k` is larger than the axis.
//       Source: Hoare, 1961.
//       >>> paddle.sort(paddle.to_tensor([2, 1])).tolist()
//       [1, 2])")
//
// First what it computes; then `argument: ...` where the name does not say it
// all, Returns, Raises, Source, each where there is something to tell; last an
// example, which the tests run, with `paddle` and nn.functional as `F`. A line
// that is indented further continues an entry. Types, dtypes, defaults, the
// meaning of common arguments (axis, keepdim, ...) and common errors are
// derived.
#pragma once
#include <string>
#include <string_view>

#include "ops/op_def.h"

namespace paddle {

// What it computes: the text before the first entry, in one line.
PADDLE_API std::string Summary(const OpDef& op);

// All of it, with the sections Args, Returns, Raises, Examples. `name` is the
// operator's, or that of its in-place form.
PADDLE_API std::string Docstring(const OpDef& op, std::string_view name);

}  // namespace paddle
