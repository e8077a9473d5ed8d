"""paddle.nn.parameter.Parameter."""

from ..framework.parameter import Parameter

__all__ = ["Parameter"]
