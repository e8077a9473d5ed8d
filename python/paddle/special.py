"""Functions under the names of PyTorch's `special`: those of `paddle` and `nn.functional`."""

from . import _C

__all__ = ["logsumexp", "softmax", "expm1"]

logsumexp, softmax, expm1 = (_C.ops[name] for name in __all__)
