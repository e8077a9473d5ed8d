"""Packages load on first use."""

import subprocess
import sys


def test_nn_loads_on_first_use():
    code = "import sys, paddle; assert 'paddle.nn.layer.layers' not in sys.modules; paddle.nn.Linear(1, 1)"
    subprocess.run([sys.executable, "-c", code], check=True)
