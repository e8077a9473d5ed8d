"""Paddle's operators by the order of their arguments in its own C++: not part of this version, use raises."""

from .missing import attribute_of as _attribute_of

__getattr__ = _attribute_of(__name__)
