"""The base of layers without arguments."""

from .layers import Layer
from .text import name_text


class _Plain(Layer):
    """An activation without arguments."""

    def __init__(self, name=None):
        super().__init__()
        self._name = name

    def extra_repr(self):
        return name_text(self._name, "")
