"""Runs a snippet on PaddlePaddle itself, where PADDLE_REFERENCE_PYTHON names a Python that has it."""

import os
import subprocess
import tempfile

import pytest

PYTHON = os.environ.get("PADDLE_REFERENCE_PYTHON")
needs_reference = pytest.mark.skipif(not PYTHON, reason="PADDLE_REFERENCE_PYTHON is not set")


def run(code, *arguments):
    """What ``code`` prints; it runs away from this tree, so that it finds its own paddle."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    result = subprocess.run(
        [PYTHON, "-W", "ignore", "-c", code, *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=tempfile.gettempdir(),
        env=environment,
    )
    assert result.returncode == 0, result.stderr[-2000:]
    return result.stdout
