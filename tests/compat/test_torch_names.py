"""`import torch` that gives this module."""

import builtins
import importlib
import subprocess
import sys

import paddle
import pytest

IMPORTS = """
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn import Linear, init
from torch import nn as again, sin
import torch.nn.init
"""


@pytest.fixture(autouse=True)
def off(monkeypatch):
    for name in [n for n in sys.modules if n.split(".")[0] == "torch"]:
        monkeypatch.delitem(sys.modules, name)
    before = builtins.__import__, list(sys.meta_path)
    yield
    if paddle.framework.torch_names._state.scope is not None:
        paddle.disable_compat()
    assert (builtins.__import__, sys.meta_path) == before
    assert "torch" not in sys.modules


def run(code, module="somebody"):
    space = {"__name__": module}
    exec(code, space)
    return space


def test_all_kinds_of_imports():
    paddle.enable_compat()
    got = run(IMPORTS)
    torch = got["torch"]
    assert torch.__name__ == "torch" and torch.__version__ == paddle.__version__
    assert got["sin"] is torch.sin is paddle.sin and torch.Tensor is paddle.Tensor
    assert got["nn"] is got["again"] is torch.nn and got["init"] is torch.nn.init
    assert got["F"].relu is paddle.nn.functional.relu
    assert got["Linear"] is paddle.compat.nn.Linear is not paddle.nn.Linear
    assert got["F"].pad is paddle.compat.nn.functional.pad
    assert torch.nn.Conv2d is paddle.nn.Conv2D
    assert "nn" in dir(torch) and "paddle" in repr(torch)


def test_a_model_written_for_torch():
    paddle.enable_compat()
    got = run("""
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 8, bias=True), nn.ReLU(), nn.Linear(8, 2))

    def forward(self, x):
        return torch.softmax(self.layers(x), dim=-1)

out = Net()(torch.ones(3, 4))
""") if hasattr(paddle.nn, "Module") else None  # fmt: skip
    if got is None:
        pytest.skip("nn.Module has no counterpart")
    assert got["out"].shape == [3, 2] and abs(got["out"].sum().item() - 3) < 1e-5


def test_star_and_what_is_missing():
    paddle.enable_compat()
    got = run("from torch import *")
    assert got["ones"] is paddle.ones
    with pytest.raises(ModuleNotFoundError, match="torch.nosuch"):
        run("import torch.nosuch")
    with pytest.raises(ImportError, match="nosuch"):
        run("from torch import nosuch")
    with pytest.raises(AttributeError, match="'torch.nn' has no attribute 'nosuch'"):
        run("import torch\ntorch.nn.nosuch")


def test_import_module():
    paddle.enable_compat()
    assert importlib.import_module("torch.nn.functional").relu is paddle.nn.functional.relu
    paddle.disable_compat()
    assert not [n for n in sys.modules if n.startswith("torch")]


def test_what_is_set_stays_on_the_stand_in():
    paddle.enable_compat()
    got = run("import torch\ntorch.of_mine = 3")
    assert got["torch"].of_mine == 3 and not hasattr(paddle, "of_mine")
    del got["torch"].of_mine


def test_scope():
    paddle.enable_compat(scope={"one"})
    assert run("import torch", "one")["torch"].ones is paddle.ones
    assert run("import torch.nn.functional as F", "one.part")["F"].relu is paddle.nn.functional.relu
    assert "torch" not in sys.modules
    held = builtins.__import__
    # Others see what is installed, which may be nothing.
    code = "try:\n    import torch\nexcept ImportError:\n    torch = None"
    assert getattr(sys.modules.get("torch"), "ones", None) is not paddle.ones
    for other in ("other", "onelike"):
        torch = run(code, other)["torch"]
        assert torch is None or torch.ones is not paddle.ones
        for name in [n for n in sys.modules if n.split(".")[0] == "torch"]:
            del sys.modules[name]
    paddle.enable_compat(scope="two")
    assert builtins.__import__ is held
    assert run("import torch", "two")["torch"] is run("import torch", "one")["torch"]


def test_blocked_modules():
    paddle.enable_compat(blocked_modules=["closed"])
    assert run("import torch", "open")["torch"].ones is paddle.ones
    torch = run("try:\n    import torch\nexcept ImportError:\n    torch = None", "closed.part")["torch"]  # fmt: skip
    assert torch is None or torch.ones is not paddle.ones
    for name in [n for n in sys.modules if n.split(".")[0] == "torch"]:
        del sys.modules[name]


def test_warnings():
    with pytest.warns(UserWarning, match="not enabled"):
        paddle.disable_compat()
    paddle.enable_compat(scope="a")
    with pytest.warns(UserWarning, match="scope before"):
        paddle.enable_compat()
    with pytest.warns(UserWarning, match="changes nothing"):
        paddle.enable_compat(scope="b")
    paddle.enable_compat(scope="b", silent=True)


def test_guards_nest():
    with paddle.use_compat_guard():
        assert run("import torch")["torch"].ones is paddle.ones
        with paddle.use_compat_guard(enable=False):
            assert builtins.__import__ is not paddle.framework.torch_names._import_with_torch
        with paddle.use_compat_guard(enable=False), pytest.raises(ZeroDivisionError):
            raise ZeroDivisionError
        assert run("import torch")["torch"].ones is paddle.ones
    assert paddle.framework.torch_names._state.scope is None


def test_errors():
    with pytest.raises(ValueError, match="backend"):
        paddle.enable_compat(backend="jax")
    for wrong in (3, [3]):
        with pytest.raises(TypeError, match="scope"):
            paddle.enable_compat(scope=wrong)
        with pytest.raises(TypeError, match="blocked_modules"):
            paddle.enable_compat(blocked_modules=wrong)
    assert paddle.framework.torch_names._state.scope is None


def test_import_paddle_stays_cheap():
    code = "import paddle; assert type(vars(paddle)['compat']).__name__ == '_Lazy'"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
