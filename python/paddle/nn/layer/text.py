"""What `repr` shows of a layer."""

from _thread import get_ident

_MAX_SHOWN = 100
_shown = set()  # the layers around the one whose text is made, by thread


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
        key = id(self), get_ident()
        if key in _shown or len(_shown) >= _MAX_SHOWN:
            return f"{self.__class__.__name__}(...)"
        _shown.add(key)
        try:
            return self._text()
        finally:
            _shown.discard(key)

    def _text(self):
        text = self.__class__.__name__ + "("
        extra = self.extra_repr()
        text += "\n  " + "\n  ".join(extra.split("\n")) + "\n" if "\n" in extra else extra
        lines = [f"({name}): {_indent(repr(layer), 2)}" for name, layer in self._sub_layers.items()]
        if lines:
            text += "\n  " + "\n  ".join(lines) + "\n"
        return text + ")"
