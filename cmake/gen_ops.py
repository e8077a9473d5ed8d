"""Writes the C++ functions `ops::Name(...)` from the schemas of all records.

Reads `PD_OP(name)` and the `.Schema("...")` that follows it in src/ops/**/*.cc
and writes ops.h and ops.cc; a file whose text would not change is not touched.
The functions of a family that only it calls stand in a header of their own.
The public functions, paddle/operators.h: public_ops.py.
"""

import argparse
import pathlib
import re
import sys

import public_ops

RECORD = re.compile(r'^PD_OP\((\w+)\)\s*\.Schema\(((?:\s*"(?:[^"\\]|\\.)*")+)\s*\)', re.M)
DECLARED = re.compile(r"^PD_OP\((\w+)\)", re.M)
TRAITS = re.compile(r"^\s+\.Traits\(([^)]*)\)", re.M)
INPLACE = re.compile(r"^\s+\.(?:Elementwise|Inplace|Into)\(", re.M)
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')

# Folders whose functions are not in ops.h.
OWN_HEADER = ("detection", "fused", "quant", "rnn", "sequence", "sparse")

# schema type -> (C++ parameter, default for None)
TYPES = {
    "Tensor": ("const Var&", None),
    "Tensor?": ("const Var&", "Var()"),
    "Tensor[]": ("const std::vector<Var>&", "{}"),
    "bool": ("bool", "false"),
    "int": ("int64_t", "0"),
    "float": ("double", "0.0"),
    "str": ("std::string_view", "{}"),
    "IntArray": ("IntArray", "{}"),
    "DataType": ("DataType", "DataType::kUndefined"),
    "Scalar": ("Scalar", "Scalar::None()"),
}


def split_top(text):
    """Splits at commas outside brackets and strings."""
    parts, depth, quoted, current = [], 0, False, ""
    for c in text:
        if c == '"':
            quoted = not quoted
        elif not quoted:
            depth += (c in "[(") - (c in "])")
            if c == "," and depth == 0:
                parts.append(current.strip())
                current = ""
                continue
        current += c
    return [*parts, current.strip()] if current.strip() else parts


def data_type(name):
    special = {"bool": "kBool", "uint8": "kUInt8", "bfloat16": "kBFloat16"}
    return "DataType::" + special.get(name, "k" + name[0].upper() + name[1:])


def cpp_default(kind, text):
    if text == "None":
        return TYPES[kind][1]
    if kind == "IntArray":
        return "{" + text.strip("[]") + "}"
    if kind == "DataType":
        return data_type(text)
    if kind == "Scalar":
        return f"Scalar({text})" if re.search(r"[.e]", text) else f"Scalar(int64_t{{{text}}})"
    return text


def parse(schema):
    """[(type, name, default or None)], results as a C++ type."""
    arguments, results = schema.rsplit("->", 1)
    out = []
    for text in split_top(arguments.strip()[1:-1]):
        head, _, default = text.partition("=")
        kind, name = head.split()
        if kind not in TYPES:
            raise SystemExit(f"schema {schema!r}: unknown type {kind!r}")
        value = cpp_default(kind, default.strip()) if default else None
        if kind == "Tensor?" and value is None:
            value = "Var()"
        out.append((kind, name, value))
    results = split_top(results)
    several = len(results) > 1 or results[0].startswith("Tensor[]")
    return out, "VarList" if several else "Var"


def parameters(arguments, with_defaults):
    # Only a tail of defaults is legal C++.
    tail = len(arguments)
    while tail and arguments[tail - 1][2] is not None:
        tail -= 1
    texts = []
    for i, (kind, name, default) in enumerate(arguments):
        text = f"{TYPES[kind][0]} {name}"
        texts.append(text + (f" = {default}" if with_defaults and i >= tail else ""))
    return ", ".join(texts)


def results(schema):
    """The names of the outputs, or None where there are as many as it turns out."""
    texts = split_top(schema.rsplit("->", 1)[1])
    return None if texts[0].startswith("Tensor[]") else [text.split()[-1] for text in texts]


def split_records(text):
    """(name, what follows) of each PD_OP in a file."""
    parts = DECLARED.split(text)
    return zip(parts[1::2], parts[2::2], strict=True)


def write(path, lines):
    text = "\n".join(lines)
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--src", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--public", type=pathlib.Path, required=True, help="folder of operators.h")
    options = parser.parse_args()
    records, family, public = {}, {}, []
    for path in sorted(options.src.rglob("*.cc")):
        text = path.read_text()
        found = RECORD.findall(text)
        missing = set(DECLARED.findall(text)) - {name for name, _ in found}
        if missing:
            sys.exit(f'{path}: .Schema("...") must follow PD_OP({missing.pop()}) at once')
        for name, literals in found:
            family[name] = path.parent.name if path.parent.name in OWN_HEADER else "ops"
            records[name] = "".join(LITERAL.findall(literals)).replace('\\"', '"')
        for name, body in split_records(text):
            internal = any("kInternal" in traits for traits in TRAITS.findall(body))
            if internal and name not in public_ops.ALSO:
                continue
            inplace = INPLACE.search(body) is not None
            public.append(
                public_ops.Operator(name, parse(records[name])[0], results(records[name]), inplace)
            )
    begin = [
        "// Generated from the records by cmake/gen_ops.py.",
        "#pragma once",
        '#include "ops/args.h"',
        "",
        "namespace paddle::ops {",
        "",
    ]
    headers = {name: [*begin] for name in ("ops", *OWN_HEADER)}
    source = [
        "// Generated from the records by cmake/gen_ops.py.",
        *(f'#include "ops/generated/{name}.h"' for name in headers),
        "",
        '#include "ops/call.h"',
        "",
        "namespace paddle::ops {",
        "",
    ]
    for name, schema in sorted(records.items()):
        arguments, result = parse(schema)
        function = public_ops.camel(name)
        headers[family[name]].append(
            f"PADDLE_API {result} {function}({parameters(arguments, True)});"
        )
        call = "".join(f", {argument[1]}" for argument in arguments)
        one = "Call" if result == "Var" else "CallMany"
        source += [
            f"{result} {function}({parameters(arguments, False)}) {{",
            f'  static const OpDef& op = GetOp("{name}");',
            f"  return {one}(op{call});",
            "}",
        ]
    files = {f"{name}.h": lines for name, lines in headers.items()}
    for name, lines in {**files, "ops.cc": source}.items():
        write(options.out / "generated" / name, [*lines, "", "}  // namespace paddle::ops", ""])
    public.sort(key=lambda op: op.name)
    write(options.public / "operators.h", public_ops.header(public))
    write(options.out / "generated" / "public_ops.cc", public_ops.source(public, headers))


if __name__ == "__main__":
    main()
