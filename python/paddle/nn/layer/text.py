"""What `repr` shows of a layer."""

import threading

_MAX_SHOWN = 100


class _Shown(threading.local):
    """The layers around the one whose text this thread makes."""

    def __init__(self):
        self.layers = set()


_shown = _Shown()


def name_text(name, lead=", "):
    """What `extra_repr` shows of the argument `name`: nothing where there is none."""
    return f"{lead}name={name}" if isinstance(name, str) and name else ""


def _indent(text, by):
    return text.replace("\n", "\n" + " " * by)


class TextMixin:
    """The part of Layer that makes its text."""

    def full_name(self):
        """Its unique name, such as ``linear_0``."""
        return self._full_name

    def _get_name(self):
        return self.__class__.__name__

    def extra_repr(self):
        """What ``repr`` shows between the brackets."""
        return ""

    def __repr__(self):
        # Not a layer inside itself, and not what is too deep to be read.
        around = _shown.layers
        if id(self) in around or len(around) >= _MAX_SHOWN:
            return f"{self.__class__.__name__}(...)"
        around.add(id(self))
        try:
            return self._text()
        finally:
            around.discard(id(self))

    def _text(self):
        text = self.__class__.__name__ + "("
        extra = self.extra_repr()
        text += "\n  " + "\n  ".join(extra.split("\n")) + "\n" if "\n" in extra else extra
        lines = [f"({name}): {_indent(repr(layer), 2)}" for name, layer in self._sub_layers.items()]
        if lines:
            text += "\n  " + "\n  ".join(lines) + "\n"
        return text + ")"
