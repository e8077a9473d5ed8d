"""paddle.incubate: of it this version has ``optimizer.functional`` and ``optimizer.LBFGS``."""

from ..missing import attribute_of as _attribute_of
from . import optimizer  # noqa: F401

__getattr__ = _attribute_of(__name__)
