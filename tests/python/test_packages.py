"""Packages load on first use."""

import subprocess
import sys


def test_nn_loads_on_first_use():
    code = "import sys, paddle; assert 'paddle.nn.layer.layers' not in sys.modules; paddle.nn.Linear(1, 1)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_module_loads_once():
    """Also where it is what touches its package first."""
    code = (
        "import sys, paddle.nn.clip, importlib; clip = sys.modules['paddle.nn.clip']; assert paddle.nn.clip is clip\n"
        "assert paddle.nn.ClipGradByValue is clip.ClipGradByValue and clip.__spec__.origin == clip.__file__\n"
        "importlib.reload(clip)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    code = (
        "import paddle; sgd = paddle.optimizer.SGD; x = paddle.create_parameter([2], 'float32')\n"
        "sgd(0.1, [x], grad_clip=paddle.nn.ClipGradByValue(1.0))"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
