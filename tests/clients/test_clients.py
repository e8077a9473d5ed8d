"""Real packages run unmodified, with PaddlePaddle's figures.

PADDLE_CLIENTS_PYTHON names a Python 3.11 that has them, without a paddle of its own (tests/clients/README.md).
`expected.json` holds what PaddlePaddle 3.3.1 gave.
"""

import json
import os
import pathlib
import subprocess

import pytest

HERE = pathlib.Path(__file__).parent
EXPECTED = json.loads((HERE / "expected.json").read_text())
PYTHON = os.environ.get("PADDLE_CLIENTS_PYTHON")
# What programs import, where it is not their own name.
MODULES = {
    "msssim": "paddle_msssim", "lpips": "paddle_lpips", "rapidocr": "rapidocr_paddle",
    "paddlenlp_trainer": "paddlenlp",
}  # fmt: skip

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not PYTHON, reason="PADDLE_CLIENTS_PYTHON is not set"),
]


def run(*arguments):
    return subprocess.run([PYTHON, *arguments], capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize("name", EXPECTED)
def test_figures(name):
    module = MODULES.get(name, name)
    found = run(
        "-c", f"from importlib.util import find_spec; print(find_spec('{module}') is not None)"
    )
    if found.stdout.strip() != "True":
        pytest.skip(f"{module} is not installed for {PYTHON}")
    result = run("-W", "ignore", str(HERE / "programs.py"), name)
    lines = [line for line in result.stdout.splitlines() if line.startswith("FIGURES ")]
    assert lines, result.stderr[-3000:]
    figures = json.loads(lines[-1].removeprefix("FIGURES "))[name]
    assert figures.keys() == EXPECTED[name].keys()
    for key, expected in EXPECTED[name].items():
        if isinstance(expected, str):
            assert figures[key] == expected, key
        else:
            assert figures[key] == pytest.approx(expected, rel=1e-4, abs=1e-6), key
