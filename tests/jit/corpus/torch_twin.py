"""torch under the names of Paddle, so that most cases are their own twins.

Only spellings differ; a case that needs more than these fails in eager torch and is left out.
"""

import types

import torch

_RENAMED = {
    "concat": torch.cat, "to_tensor": torch.as_tensor, "Tensor": torch.Tensor, "seed": torch.manual_seed,
    "randperm": torch.randperm, "take_along_axis": torch.take_along_dim, "unbind": torch.unbind,
}  # fmt: skip


def _with_axis(function):
    """torch says dim where Paddle says axis."""

    def call(*args, **kwargs):
        if "axis" in kwargs:
            kwargs["dim"] = kwargs.pop("axis")
        if isinstance(kwargs.get("dtype"), str):
            kwargs["dtype"] = getattr(torch, kwargs["dtype"])
        return function(*args, **kwargs)

    return call


class _Module(types.ModuleType):
    def __init__(self, name, target, renamed=()):
        super().__init__(name)
        self._target = target
        for key, value in dict(renamed).items():
            setattr(self, key, value)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        value = getattr(self._target, name)
        plain = callable(value) and not isinstance(value, type)
        value = _with_axis(value) if plain else value
        setattr(self, name, value)
        return value


class _Layer(torch.nn.Module):
    def create_parameter(self, shape, **_):
        return torch.nn.Parameter(torch.ones(shape))


def _patch_tensor():
    t = torch.Tensor
    t.astype = lambda self, dtype: self.to(
        getattr(torch, dtype) if isinstance(dtype, str) else dtype
    )
    t.stop_gradient = property(
        lambda self: not self.requires_grad, lambda self, v: self.requires_grad_(not v)
    )
    permute = t.permute
    transpose = t.transpose
    t.transpose = lambda self, *a: permute(self, a[0]) if len(a) == 1 else transpose(self, *a)
    t.set_value = lambda self, v: self.data.copy_(v)
    t.scale_ = t.mul_


def module():
    """What `import paddle` gives in the process of torch."""
    import sys

    _patch_tensor()
    nn_renamed = {
        "Layer": _Layer, "LayerList": torch.nn.ModuleList, "BatchNorm2D": torch.nn.BatchNorm2d,
        "BatchNorm1D": torch.nn.BatchNorm1d, "MaxPool2D": torch.nn.MaxPool2d,
        "Conv1D": torch.nn.Conv1d,
        "Conv2D": lambda *a, bias_attr=None, **k: torch.nn.Conv2d(*a, bias=bias_attr is not False, **k),
        "Conv2DTranspose": torch.nn.ConvTranspose2d,
        "Linear": lambda i, o, bias_attr=None: torch.nn.Linear(i, o, bias=bias_attr is not False),
    }  # fmt: skip
    functional = _Module(
        "paddle.nn.functional", torch.nn.functional, {"log_sigmoid": torch.nn.functional.logsigmoid}
    )
    nn = _Module("paddle.nn", torch.nn, {**nn_renamed, "functional": functional})

    class PyLayer(torch.autograd.Function):
        pass

    autograd = types.SimpleNamespace(PyLayer=PyLayer)
    optimizer = types.SimpleNamespace(SGD=_sgd)
    paddle = _Module(
        "paddle", torch, {**_RENAMED, "nn": nn, "autograd": autograd, "optimizer": optimizer}
    )
    paddle.jit = types.SimpleNamespace()
    sys.modules.update({"paddle.nn": nn, "paddle.nn.functional": functional})
    return paddle


def _sgd(rate, parameters):
    update = torch.optim.SGD(parameters, lr=rate)
    update.clear_grad = update.zero_grad
    return update
