"""Rules of layout that neither clang-format nor ruff knows."""

import ast
import pathlib
import re
import subprocess
import warnings

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAX_LINES = 600
LONG_LINES = 300  # the usual limit; longer files are listed, not refused
LONG_FUNCTION = 60  # lines; longer functions are listed, not refused
# Tables with one row per thing, which nobody reads from top to bottom. No logic in these.
TABLES = re.compile(r"^tests/ops/table/")

CODE = {".h", ".cc", ".cu", ".cuh", ".py", ".sh", ".cmake"}
TEXT = CODE | {".md", ".txt", ".toml", ".yaml", ".json", ".pyi"}
GENERATED = re.compile(r"^docs/generated/|\.pyi$")
# Folders of somebody's machine. (Split, so that this line is not one itself.)
MACHINE_PATH = re.compile(r"(?<![\w.$}~-])/" + r"(home|root|work|Users|mnt|media)/\w")


def tracked_files():
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return [path for path in listing.split("\0") if path and (ROOT / path).is_file()]


def files(suffixes):
    for path in tracked_files():
        if pathlib.PurePath(path).suffix in suffixes:
            yield path, (ROOT / path).read_text(encoding="utf-8")


def test_files_are_short():
    long = {
        path: text.count("\n")
        for path, text in files(CODE)
        if text.count("\n") > LONG_LINES and not TABLES.search(path) and not GENERATED.search(path)
    }
    for path, lines in sorted(long.items()):
        warnings.warn(f"{path}: {lines} lines", stacklevel=1)
    too_long = [f"{path}: {lines} lines" for path, lines in long.items() if lines > MAX_LINES]
    assert not too_long, "look for the seam and split:\n" + "\n".join(too_long)


def functions(path, text):
    """(first line, number of lines) of each function. C++: by the layout of clang-format."""
    if path.endswith(".py"):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield node.lineno, node.end_lineno - node.lineno + 1
        return
    lines, start = text.splitlines(), None
    for number, line in enumerate(lines, 1):
        if re.match(r"[A-Za-z~].*[({,]$", line) and not re.match(
            r"(namespace|class|struct|enum|extern)\b", line
        ):
            start = start or number
        if line == "}" and start:
            yield start, number - start + 1
        if line in ("}", "};") or line.endswith(";") and not line.startswith(" "):
            start = None


def test_functions_are_short():
    for path, text in files({".py", ".h", ".cc", ".cu", ".cuh"}):
        for line, length in functions(path, text):
            if length > LONG_FUNCTION:
                warnings.warn(f"{path}:{line}: a function of {length} lines", stacklevel=1)


def test_functions_are_measured():
    code = "def f():\n    pass\n\n\ndef g():\n    return 1\n"
    assert list(functions("a.py", code)) == [(1, 2), (5, 2)]
    code = "namespace a {\n\nint F(int x) {\n  return x;\n}\n\nvoid G(\n    int y) {\n}\n\n}  // namespace a\n"
    assert list(functions("a.cc", code)) == [(3, 3), (7, 3)]


def test_headers_have_pragma_once():
    found = [p for p, text in files({".h", ".cuh"}) if "#pragma once\n" not in text]
    assert not found, f"without #pragma once: {found}"


def test_no_path_of_a_machine():
    found = [
        f"{path}:{number}: {line.strip()}"
        for path, text in files(TEXT)
        for number, line in enumerate(text.splitlines(), 1)
        if MACHINE_PATH.search(line)
    ]
    assert not found, "a path that exists on one machine only:\n" + "\n".join(found)


def test_every_makefile_target_is_documented():
    makefile = (ROOT / "Makefile").read_text()
    helped = set(re.findall(r'@echo "make ([\w-]+)', makefile))
    named = set(re.findall(r"^\.PHONY: (.*)$", makefile, re.M)[0].split())
    assert named - helped <= {"help", "setup", "format", "clean"}, "add a line to `make help`"
