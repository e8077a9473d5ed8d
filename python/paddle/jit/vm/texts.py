"""Text of numbers that only the run knows.

A `Text` stands for an f-string with such numbers in it, as long as it is only given back or printed.
"""

from . import numbers
from .numbers import Number


class Text:
    """In the place of a text.

    Args:
        parts (tuple): Texts and (Number, how it is converted, how it is formatted).
    """

    __slots__ = ("parts",)

    def __init__(self, parts):
        self.parts = parts

    def value(self):
        return "".join(p if type(p) is str else shown(p[0].value(), *p[1:]) for p in self.parts)


numbers.STAND_FOR.add(Text)


def shown(value, convert, spec):
    """What `f"{value!convert:spec}"` is."""
    return format(value if convert is None else convert(value), spec)


def of_number(x, convert, spec):
    """The text of a Number; None where it is none, or its text may depend on more."""
    if type(x) is Text and convert is None and not spec:
        return x
    if type(x) is not Number or type(spec) is not str or convert not in (None, str, repr):
        return None
    return Text(((x, convert, spec),))


def joined(items):
    """The texts in a row."""
    return Text(tuple(p for x in items for p in (x.parts if type(x) is Text else (x,))))
