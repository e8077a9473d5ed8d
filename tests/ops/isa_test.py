"""The suites once more with the AVX2 kernels, which an AVX-512 machine would never choose."""

import os
import pathlib
import re
import subprocess
import sys

import pytest
from paddle import _C

from tests.ops import calls
from tests.ops.op_table import ROWS, rows

ROOT = pathlib.Path(__file__).resolve().parents[2]
needs_v4 = pytest.mark.skipif(_C.isa_level() < 4, reason="the other suites run these kernels here")


def suites(*arguments):
    """Runs pytest in a process with FLAGS_cpu_isa_level=3; the number of tests that passed."""
    env = {**os.environ, "FLAGS_cpu_isa_level": "3"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    result = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout[-4000:]
    return int(re.search(r"(\d+) passed", result.stdout)[1])


def reduces_or_elementwise(row):
    if row.has("elementwise"):
        return True
    if not row.record["has_dims"] or not row.record["kernel_dtypes"]:
        return False
    call = calls.make(row, 0, row.main_dtype)
    factors = _C.axis_map(row.name, *call.args, **call.kwargs)["factors"]
    return any(kind == "reduce" for _, kind, _ in factors)


@needs_v4
def test_the_flag_is_heard():
    code = "import paddle; print(paddle._C.isa_level())"
    env = {**os.environ, "FLAGS_cpu_isa_level": "3"}
    assert subprocess.check_output([sys.executable, "-c", code], env=env, text=True) == "3\n"


@needs_v4
def test_elementwise_and_reductions():
    names = rows("large", reduces_or_elementwise)
    assert len(names) > 100
    tests = [f"forward_test.py::test_forward[{name}]" for name in names]
    tests += [f"large_test.py::test_large[{name}]" for name in names]
    assert suites(*(f"tests/ops/{test}" for test in tests)) == len(tests)


@needs_v4
@pytest.mark.full
def test_everything():
    files = ("forward", "large", "gradient", "inplace", "split")
    files = [f"tests/ops/{name}_test.py" for name in files]
    assert suites(*files, "-m", "not full") > len(ROWS)
