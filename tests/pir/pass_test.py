"""Passes over programs: each .mlir file holds cases, input and expected text side by side.

// RUN-PASS: cse_pass             the passes of all cases of the file; none: only read and checked
// CASE what it shows
...                               the input
// EXPECT                         or: // EXPECT-ERROR: part of the message (one line for each part)
...                               what the passes make of it; nothing: the input stays as it is
"""

import dataclasses
import os
import pathlib
import subprocess

import pytest

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(os.environ.get("PADDLE_BUILD_DIR", HERE.parent.parent / "build" / "release"))
TOOL = BUILD / "paddle_opt"


@dataclasses.dataclass
class Case:
    name: str
    passes: str
    source: str
    expected: str
    errors: list


def read_cases(path):
    head, *parts = path.read_text().split("// CASE ")
    passes = head.split("// RUN-PASS:")[1].split("\n")[0].strip() if "RUN-PASS" in head else ""
    for part in parts:
        name, _, body = part.partition("\n")
        lines = body.split("\n")
        errors = [s.split(":", 1)[1].strip() for s in lines if s.startswith("// EXPECT-ERROR:")]
        body = "\n".join(s for s in lines if not s.startswith("// EXPECT-ERROR:"))
        source, found, expected = body.partition("// EXPECT\n")
        assert found or errors, f"{path.name}: case `{name}` expects nothing"
        yield Case(name, passes, source, expected if expected.strip() else source, errors)


CASES = [
    pytest.param(case, id=f"{path.stem}: {case.name}")
    for path in sorted(HERE.glob("*.mlir"))
    for case in read_cases(path)
]


def run(*arguments, text=""):
    return subprocess.run(
        [TOOL, *arguments], input=text, capture_output=True, text=True, timeout=60, check=False
    )


def printed(text, passes=""):
    result = run(f"--pass={passes}", "-", text=text)
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize("case", CASES)
def test_pass(case):
    if case.errors:
        result = run(f"--pass={case.passes}", "-", text=case.source)
        assert result.returncode == 1, result.stdout
        for part in case.errors:
            assert part in result.stderr
        return
    assert printed(case.source, case.passes) == printed(case.expected)


@pytest.mark.parametrize("case", [c for c in CASES if not c.values[0].errors])
def test_text_is_read_again(case):
    once = printed(case.source)
    assert printed(once) == once


def test_every_pass_has_cases_and_is_listed():
    listed = dict(line.split(": ", 1) for line in run("--list").stdout.splitlines())
    tested = {name for c in CASES for name in c.values[0].passes.split(",") if name}
    assert set(listed) - tested - {"default", "inference"} == set()
    assert all(listed.values())
    assert set(listed["default"].split(", ")) <= set(listed)


ONE = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "pd_op.exp"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "pd_op.exp"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = "pd_op.add"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}
"""


def test_wrong_command_lines_are_refused(tmp_path):
    for arguments, part in [
        ([], "no file is given"),
        (["--frobnicate", "-"], "unknown argument --frobnicate"),
        ([str(tmp_path / "none.mlir")], "cannot read"),
        (["--pass=no_such_pass", "-"], "no pass or pipeline `no_such_pass`"),
    ]:
        result = run(*arguments, text=ONE)
        assert result.returncode == 1
        assert part in result.stderr
        assert "cse_pass" in result.stderr or "no_such" not in part


def test_printing_and_timing():
    result = run("--pipeline=default", "--timing", "--print-ir=changed", "-", text=ONE)
    assert result.returncode == 0
    assert " ms  cse_pass" in result.stderr
    assert "---- after cse_pass ----" in result.stderr
    assert "---- after remove_copies_pass ----" not in result.stderr
    result = run("--pipeline=default", "--print-ir=cse_pass", "-", text=ONE)
    assert result.stderr.count("// ----") == 2


def test_dump_dir(tmp_path):
    root = tmp_path / "made" / "by it"
    for number in range(2):
        result = subprocess.run(
            [TOOL, "--pass=cse_pass,dead_code_pass", "-"],
            input=ONE,
            capture_output=True,
            text=True,
            env={**os.environ, "FLAGS_dump_dir": str(root)},
            check=True,
        )
        folder = root / f"{number:04d}"
        assert [p.name for p in sorted(folder.iterdir())] == [
            "00_traced.html",
            "00_traced.mlir",
            "01_cse_pass.mlir",
            "02_dead_code_pass.mlir",
            "99_final.html",
            "99_final.mlir",
        ]
        assert (folder / "99_final.mlir").read_text() == result.stdout
        assert printed((folder / "00_traced.mlir").read_text()) == printed(ONE)
