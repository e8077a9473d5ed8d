"""The code of docs/guide/custom-operators.md is compiled and run."""

import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
GUIDE = ROOT / "docs/guide/custom-operators.md"


@pytest.fixture
def files(tmp_path, monkeypatch):
    """The files that the guide shows: their names stand in the first line."""
    monkeypatch.setenv("PADDLE_EXTENSION_DIR", str(tmp_path / "build"))
    blocks = re.findall(r"^```\w+\n(?://|#) (\S+)\n(.*?)^```", GUIDE.read_text(), re.M | re.S)
    for name, text in blocks:
        (tmp_path / name).write_text(text)
    assert {n for n, _ in blocks} == {
        "custom_relu.cc",
        "use_it.py",
        "setup.py",
        "functions.cc",
        "fast_erf.cc",
    }
    return tmp_path


def run(folder, *command):
    done = subprocess.run(
        [sys.executable, *command], cwd=folder, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_first_example(files):
    out = run(files, "use_it.py")
    expected = re.findall(r"print\(.*\)  # (.*)", (files / "use_it.py").read_text())
    assert out.splitlines() == expected and len(expected) == 2


def test_the_others(files):
    run(files, "setup.py", "-q", "build_ext", "--inplace")
    program = """
import math
import paddle, my_ops
from paddle.utils.cpp_extension import load
assert my_ops.custom_relu(paddle.to_tensor([-1.0, 2.0])).tolist() == [0.0, 2.0]
functions = load("functions", ["functions.cc"], ["-O0"])
norm = functions.gradient_norm(paddle.to_tensor([1.0, 2.0]))
assert abs(float(norm) - math.sqrt(9 + 144)) < 1e-5
load("fast_erf", ["fast_erf.cc"], ["-O0", "-DPADDLE_NO_PYTHON"])
paddle.set_flags({"FLAGS_log_kernel_select": True})
assert abs(float(paddle.erf(paddle.to_tensor([0.5]))) - math.erf(0.5)) < 1e-6
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=files, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert "erf float32: kernel custom chosen" in done.stderr + done.stdout
