"""Sizes that are not known while a program is built.

Each is a stand-in meanwhile, a prime that nobody uses (pir/stand_ins.h): operators see a number, users see -1. Numbers
of the program that follow from stand-ins are read back as formulas when it is compiled (pir/size_twin.h).
"""

from ..framework import static_mode

_plain = int.__pos__


class UnknownSize(int):
    """A size that is not known yet: it shows itself as -1, and counts with its stand-in."""

    __slots__ = ()

    def __eq__(self, other):
        return _plain(self) == _plain(other) if isinstance(other, UnknownSize) else other == -1

    def __ne__(self, other):
        return not self == other

    def __int__(self):
        _note("note_plain_size")  # from here on it can not be followed
        return _plain(self)

    def __hash__(self):
        return hash(_plain(self))

    def __lt__(self, other):
        return -1 < other if _is_bound(other) else _plain(self) < other

    def __le__(self, other):
        return -1 <= other if _is_bound(other) else _plain(self) <= other

    def __gt__(self, other):
        return -1 > other if _is_bound(other) else _plain(self) > other

    def __ge__(self, other):
        return -1 >= other if _is_bound(other) else _plain(self) >= other

    def __add__(self, other):
        return _known(_plain(self) + other, other)

    def __sub__(self, other):
        return _known(_plain(self) - other, other)

    def __mul__(self, other):
        return _known(_plain(self) * other, other)

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other):
        return _known(other - _plain(self), other)

    def _divided(self, other):
        if isinstance(other, UnknownSize) and _plain(self) == _plain(other):
            return 1
        raise TypeError(
            "(InvalidType) static: a size that is not known while the program is built can not be divided.\n"
            "  Hint: give static.data() the size, or count with paddle.shape(x), which is a Tensor."
        )

    def __truediv__(self, other):
        return float(self._divided(other))

    __floordiv__ = __mod__ = __divmod__ = __pow__ = __rshift__ = _divided
    __rtruediv__ = __rfloordiv__ = __rmod__ = _divided

    def __repr__(self):
        return "-1"

    __str__ = __repr__

    def __format__(self, spec):
        return format(-1, spec)

    def __reduce__(self):
        return int, (-1,)


def _is_bound(other):
    """Compared with 0 and less, it is the -1 that users see; with other sizes, its stand-in."""
    return not isinstance(other, UnknownSize) and other <= 0


def _known(result, other):
    if not isinstance(other, int) or type(result) is not int:
        return result
    _note("note_derived", result)
    return UnknownSize(result)


def _note(what, *numbers):
    program = static_mode.current()
    if program is not None:
        getattr(program._tracer, what)(*numbers)


def show(shape, axes):
    """``Tensor.shape`` of a tensor without values: ``axes``, as bits, are not known and show as -1."""
    for axis, size in enumerate(shape):
        if axes >> axis & 1:
            shape[axis] = UnknownSize(size)
    return shape
