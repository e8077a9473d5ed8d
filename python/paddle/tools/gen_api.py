"""Writes what is derived from the operators' records.

    python -m paddle.tools.gen_api [--check]

- python/paddle/__init__.pyi, nn/functional/__init__.pyi, ...: stubs for editors
- docs/generated/operators.md: every operator, its signature, gradient, dtypes
- docs/generated/flags.md: the run-time flags

`--check` writes nothing and exits with 1 where a file is out of date.
"""

import argparse
import inspect
import pathlib
import sys
import types

import paddle
from paddle import _C

ROOT = pathlib.Path(__file__).resolve().parents[3]
NOTE = "generated from the operators' records by `python -m paddle.tools.gen_api`"

PYTHON_TYPES = {
    "Tensor": "Tensor",
    "Tensor?": "Tensor | None",
    "Tensor[]": "Sequence[Tensor]",
    "bool": "bool",
    "int": "int",
    "float": "float",
    "str": "str",
    "IntArray": "int | Sequence[int]",
    "DataType": "dtype | str | None",
    "Scalar": "float | int | bool | complex",
}


def split_top(text):
    """Splits at commas outside brackets and strings."""
    parts, depth, quoted, current = [], 0, False, ""
    for c in text:
        quoted ^= c == '"'
        depth += (not quoted) * ((c in "[(") - (c in "])"))
        if c == "," and depth == 0 and not quoted:
            parts.append(current.strip())
            current = ""
        else:
            current += c
    return [*parts, current.strip()] if current.strip() else parts


def python_default(text):
    return {"true": "True", "false": "False"}.get(text, text.replace('"', "'"))


def parameters(schema, self_name=None):
    """The Python parameters of a schema; the first one is `self` in a method."""
    texts = []
    for i, part in enumerate(split_top(schema.rsplit("->", 1)[0].strip()[1:-1])):
        head, _, default = part.partition("=")
        kind, name = head.split()
        if i == 0 and self_name:
            texts.append(self_name)
            continue
        kind_text = PYTHON_TYPES[kind]
        if default == "None" and "None" not in kind_text:
            kind_text += " | None"
        if kind == "Tensor" and i > 0:
            kind_text += " | float"
        if kind == "Tensor?" and not default:
            default = "None"
        texts.append(f"{name}: {kind_text}" + (f" = {python_default(default)}" if default else ""))
    return ", ".join([*texts, "name: str | None = None"])


def result(record):
    if record["list_out"]:
        return "list[Tensor]"
    count = len(record["outs"])
    return "Tensor" if count == 1 else f"tuple[{', '.join(['Tensor'] * count)}]"


def forms(record):
    """The names of an operator: itself, and its in-place form."""
    return [record["name"]] + ([record["name"] + "_"] if "inplace" in record["traits"] else [])


def function_stubs(records, indent="", self_name=None):
    lines = []
    for record in records:
        for name in forms(record):
            doc = " ".join(record["doc"].split()) or f"Operator {record['name']}."
            doc = doc.replace("\\", "\\\\").replace('"""', "'''")
            lines += [
                f"{indent}def {name}({parameters(record['schema'], self_name)}) -> {result(record)}:",
                f'{indent}    """{doc}"""',
            ]
    return lines


def tensor_class(records):
    methods = [r for r in records if not {"internal", "no_method"} & r["traits"] and r["args"]
               and r["args"][0][1] == "Tensor"]  # fmt: skip
    known = {name for r in methods for name in forms(r)}
    properties = sorted(n for n, v in vars(_C.Tensor).items()
                        if not n.startswith("_") and not callable(v))  # fmt: skip
    others = sorted(n for n, v in vars(_C.Tensor).items()
                    if callable(v) and n not in known and not n.startswith("_"))  # fmt: skip
    lines = ["class Tensor:"]
    for name in properties:
        lines.append(f"    {name}: Any")
    for name in others:
        lines.append(f"    def {name}(self, *args: Any, **kwargs: Any) -> Any: ...")
    operators = "add sub mul truediv floordiv mod pow matmul and or xor eq ne lt le gt ge"
    for name in operators.split():
        lines.append(f"    def __{name}__(self, other: Any) -> Tensor: ...")
    for name in "radd rsub rmul rtruediv rpow rmatmul".split():
        lines.append(f"    def __{name}__(self, other: Any) -> Tensor: ...")
    lines += [
        "    def __neg__(self) -> Tensor: ...",
        "    def __getitem__(self, key: Any) -> Tensor: ...",
        "    def __setitem__(self, key: Any, value: Any) -> None: ...",
        "    def __len__(self) -> int: ...",
        "    def __iter__(self) -> Iterator[Tensor]: ...",
        "    def __float__(self) -> float: ...",
        "    def __int__(self) -> int: ...",
        "    def __bool__(self) -> bool: ...",
    ]
    return lines + function_stubs(methods, "    ", "self")


def main_stub(records):
    lines = [
        f"# {NOTE}",
        "from collections.abc import Iterator, Sequence",
        "from typing import Any",
        "",
    ]
    lines += ["class dtype:", "    name: str", "    itemsize: int", ""]
    lines += tensor_class(records) + [""]
    for name in sorted(n for n, v in vars(_C).items() if isinstance(v, _C.dtype)):
        lines.append(f"{name}: dtype")
    public = [r for r in records if r["module"] == "" and "internal" not in r["traits"]]
    lines += ["", *function_stubs(public)]
    taken = {name for r in public for name in forms(r)} | {"Tensor", "dtype"}
    for name, value in sorted(vars(paddle).items()):
        if name.startswith("_") or name in taken or isinstance(value, (_C.dtype, types.ModuleType)):
            continue
        module = getattr(inspect.unwrap(value), "__module__", None)
        if isinstance(module, str) and module.startswith("paddle.") and hasattr(value, "__name__"):
            if value.__name__ == name:
                lines.append(f"from {module[len('paddle') :]} import {name} as {name}")
            else:
                lines.append(f"from {module[len('paddle') :]} import {value.__name__} as {name}")
        elif callable(value):
            lines.append(f"{name}: Any")
    for name in sorted(paddle._PACKAGES):
        if (ROOT / "python/paddle" / name / "__init__.py").exists():
            lines.append(f"from . import {name} as {name}")
    return lines


def operator_table(records):
    lines = ["# Operators", "", f"{len(records)} operators, {NOTE}.", "",
             "| operator | computes | signature | where | gradient | CPU dtypes |",
             "|---|---|---|---|---|---|"]  # fmt: skip
    for r in records:
        gradient = (
            "rule"
            if r["has_vjp"]
            else "by decomposition"
            if r["has_decompose"]
            else f"none: {r['not_differentiable']}"
        )
        where = (
            "internal"
            if "internal" in r["traits"]
            else "paddle" + (f".{r['module']}" if r["module"] else "")
        )
        schema, doc = (text.replace("|", "\\|") for text in (r["schema"], r["doc"]))
        names = ", ".join(f"`{n}`" for n in forms(r))
        lines.append(
            f"| {names} | {doc} | `{schema}` | {where} | {gradient} | {', '.join(r['kernel_dtypes'])} |"
        )
    return lines


def flag_table():
    lines = ["# Flags", "", f"Set with `paddle.set_flags({{...}})` or the environment; {NOTE}.", "",
             "| flag | what it does |", "|---|---|"]  # fmt: skip
    for name, doc in sorted(_C.flag_docs().items()):
        lines.append(f"| `FLAGS_{name}` | {doc} |")
    return lines


def generate():
    """{path: text} of every generated file."""
    records = _C.op_records()
    files = {
        "python/paddle/__init__.pyi": main_stub(records),
        "docs/generated/operators.md": operator_table(records),
        "docs/generated/flags.md": flag_table(),
    }
    return {ROOT / path: "\n".join(lines) + "\n" for path, lines in files.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only tell what is out of date")
    options = parser.parse_args()
    stale = [
        path for path, text in generate().items() if not path.exists() or path.read_text() != text
    ]
    for path in stale:
        print(("out of date: " if options.check else "wrote ") + str(path.relative_to(ROOT)))
        if not options.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(generate()[path])
    return 1 if options.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
