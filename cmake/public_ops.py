"""paddle/operators.h: the public operators as C++ functions, and what defines them."""

import dataclasses
import re

# tensor.h has them, with a place.
BY_HAND = {"empty", "empty_like", "full", "full_like", "ones", "ones_like", "zeros", "zeros_like"}

# Internal, since Python has them in other forms.
ALSO = {"fill", "split", "split_with_num"}

# Arguments in the order of Paddle's C++ functions, where a call meant for those would compile in that of Python.
ORDER = {
    "instance_norm": ("x", "weight", "bias", "eps"),
    "std": ("x", "axis", "keepdim", "unbiased"),
    "var": ("x", "axis", "keepdim", "unbiased"),
}

# schema type -> (parameter, what it is inside the library, default for None)
TYPES = {
    "Tensor": ("const Tensor& {}", "ToVar({})", None),
    "Tensor?": ("const optional<Tensor>& {}", "ToVar({})", "none"),
    "Tensor[]": ("const std::vector<Tensor>& {}", "ToVars({})", "{}"),
    "bool": ("bool {}", "{}", "false"),
    "int": ("int64_t {}", "{}", "0"),
    "float": ("double {}", "{}", "0.0"),
    "str": ("const std::string& {}", "std::string_view({})", "{}"),
    "IntArray": ("const ::phi::IntArray& {}", "Internal({})", "{}"),
    "DataType": ("::phi::DataType {}", "Internal({})", "::phi::DataType::UNDEFINED"),
    "Scalar": ("const ::phi::Scalar& {}", "Internal({})", "::phi::Scalar::None()"),
}


@dataclasses.dataclass
class Operator:
    name: str
    arguments: list  # (type, name, default inside the library or None)
    outputs: list | None  # None: a list
    inplace: bool  # `name_` exists

    def parameters(self):
        first = ORDER.get(self.name, ())
        rank = {name: i for i, name in enumerate(first)}
        return sorted(self.arguments, key=lambda a: rank.get(a[1], len(first)))

    @property
    def result(self):
        if self.outputs is None:
            return "std::vector<Tensor>"
        n = len(self.outputs)
        return "Tensor" if n == 1 else f"std::tuple<{', '.join(['Tensor'] * n)}>"


def default(kind, text):
    if text in (None, "Var()"):
        return TYPES[kind][2] if text else None
    if text.startswith("DataType::"):
        name = text.removeprefix("DataType::k")
        return "::phi::DataType::" + name.upper()
    if text.startswith("Scalar::"):
        return TYPES[kind][2]
    return re.sub(r"^Scalar\((.*)\)$", r"\1", text) if kind == "Scalar" else text


def parameters(op, with_defaults, inplace=False):
    arguments = op.parameters()
    tail = len(arguments)
    while tail and arguments[tail - 1][2] is not None:
        tail -= 1
    texts = []
    for i, (kind, name, value) in enumerate(arguments):
        text = TYPES[kind][0].format(name)
        if inplace and i == 0:
            text = text.removeprefix("const ")
        value = default(kind, value)
        texts.append(text + (f" = {value}" if with_defaults and i >= tail else ""))
    return ", ".join(texts)


def has_inplace(op):
    return op.inplace and op.arguments[0][0] == "Tensor" and op.outputs and len(op.outputs) == 1


def header(operators):
    lines = [
        "// Every operator as a C++ function. Generated from the records of src/ops by cmake/public_ops.py.",
        "//",
        "// The names, arguments and defaults are those of Python: paddle.sum(x, axis) is",
        "// paddle::sum(x, axis), paddle.add_(x, y) is paddle::add_(x, y). As in Paddle, they are",
        "// also there as paddle::experimental::sum. std, var and instance_norm have the order of",
        "// Paddle's C++ functions.",
        "#pragma once",
        "#include <string>",
        "#include <tuple>",
        "#include <vector>",
        "",
        '#include "paddle/optional.h"',
        '#include "paddle/tensor.h"',
        "",
        "namespace paddle {",
        "",
    ]
    for op in operators:
        if op.name not in BY_HAND:
            lines.append(f"PADDLE_PUBLIC {op.result} {op.name}({parameters(op, True)});")
        if has_inplace(op):
            lines.append(f"PADDLE_PUBLIC Tensor& {op.name}_({parameters(op, True, True)});")
    return [
        *lines,
        "",
        "namespace experimental {",
        "using namespace ::paddle;  // NOLINT",
        "}  // namespace experimental",
        "",
        "}  // namespace paddle",
        "",
    ]


def source(operators, headers):
    """What defines them. `headers` of src/ops, without the folder."""
    lines = [
        "// Generated from the records by cmake/public_ops.py.",
        '#include "eager/public_types.h"',
        "",
        *(f'#include "ops/generated/{name}.h"' for name in headers),
        '#include "ops/call.h"',
        '#include "paddle/operators.h"',
        "",
        "namespace paddle {",
        "",
    ]
    for op in operators:
        values = ", ".join(TYPES[kind][1].format(name) for kind, name, _ in op.arguments)
        if op.name not in BY_HAND:
            call = f"ops::{camel(op.name)}({values})"
            lines += [f"{op.result} {op.name}({parameters(op, False)}) {{", "  UseLibrary();"]
            if op.outputs is None:
                lines.append(f"  return FromVars({call});")
            elif len(op.outputs) == 1:
                lines.append(f"  return FromVar({call});")
            else:
                lines.append(f"  std::vector<Tensor> r = FromVars({call});")
                lines.append(
                    f"  return {{{', '.join(f'r[{i}]' for i in range(len(op.outputs)))}}};"
                )
            lines.append("}")
        if has_inplace(op):
            target = op.arguments[0][1]
            lines += [
                f"Tensor& {op.name}_({parameters(op, False, True)}) {{",
                "  UseLibrary();",
                f'  static const OpDef& op = GetOp("{op.name}");',
                f"  ops::CallInplace(op, {values});",
                f"  return {target};",
                "}",
            ]
    return [*lines, "", "}  // namespace paddle", ""]


def camel(name):
    text = "".join(part[:1].upper() + part[1:] for part in name.split("_"))
    return "VarOp" if text == "Var" else text  # Var is what tensors are called
