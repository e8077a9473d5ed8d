"""Functions that minimize others."""

from ...missing import attribute_of as _attribute_of
from ...optimizer import LBFGS
from . import functional

__all__ = ["LBFGS", "functional"]

__getattr__ = _attribute_of(__name__)
