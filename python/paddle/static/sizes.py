"""Sizes that are not known while a program is built.

Each is a stand-in meanwhile, a prime that nobody uses (pir/stand_ins.h): operators see a number, users see -1. Numbers
of the program that follow from stand-ins are read back as formulas when it is compiled (pir/size_twin.h).
"""

import numbers
import operator

from ..framework import static_mode

_plain = int.__pos__
_NO_FRACTION = (
    "(InvalidType) static: a size that is not known while the program is built is no fraction.\n"
    "  Hint: paddle.shape(x).astype('float32') is a Tensor."
)


class UnknownSize(int):
    """A size that is not known yet: it shows itself as -1, and counts with its stand-in."""

    __slots__ = ()
    __array_ufunc__ = None  # functions of numpy are refused

    def __eq__(self, other):
        return _plain(self) == _plain(other) if isinstance(other, UnknownSize) else other == -1

    def __ne__(self, other):
        return not self == other

    def __int__(self):
        tracer = _tracer()
        if tracer is not None:
            tracer.note_plain_size()  # from here on it can not be followed
        return _plain(self)

    def __hash__(self):
        return hash(_plain(self))

    def __lt__(self, other):
        return operator.lt(*_compared(self, other))

    def __le__(self, other):
        return operator.le(*_compared(self, other))

    def __gt__(self, other):
        return operator.gt(*_compared(self, other))

    def __ge__(self, other):
        return operator.ge(*_compared(self, other))

    def __float__(self):
        raise TypeError(_NO_FRACTION)

    def __add__(self, other):
        return _known("+", self, other)

    def __sub__(self, other):
        return _known("-", self, other)

    def __mul__(self, other):
        return _known("*", self, other)

    def __radd__(self, other):
        return _known("+", other, self)

    def __rmul__(self, other):
        return _known("*", other, self)

    def __rsub__(self, other):
        return _known("-", other, self)

    def _divided(self, other):
        if isinstance(other, UnknownSize) and _plain(self) == _plain(other):
            return 1
        raise TypeError(
            "(InvalidType) static: a size that is not known while the program is built can not be divided.\n"
            "  Hint: give static.data() the size, or count with paddle.shape(x) and paddle.numel(x), which are Tensors."
        )

    def __truediv__(self, other):
        return float(self._divided(other))

    __floordiv__ = __mod__ = __divmod__ = __pow__ = __rshift__ = __lshift__ = _divided
    __rtruediv__ = __rfloordiv__ = __rmod__ = __rpow__ = __and__ = __or__ = __xor__ = _divided
    __rand__ = __ror__ = __rxor__ = __rlshift__ = __rrshift__ = __round__ = _divided

    def bit_length(self):
        self._divided(None)

    __invert__ = bit_length

    def __repr__(self):
        return "-1"

    __str__ = __repr__

    def __format__(self, spec):
        return format(-1, spec)

    def __reduce__(self):
        return int, (-1,)


def _compared(size, other):
    """Sizes that are not known are ordered by their stand-ins; for other numbers they are the -1 that users see."""
    return (_plain(size), _plain(other)) if isinstance(other, UnknownSize) else (-1, other)


_COMPUTE = {"+": operator.add, "-": operator.sub, "*": operator.mul}


def _known(op, a, b):
    """The result of an operator of which an operand is not known."""
    pair = [_plain(n) if isinstance(n, UnknownSize) else n for n in (a, b)]
    if not all(isinstance(n, int) for n in pair):
        result = _COMPUTE[op](*pair)
        if isinstance(result, numbers.Real) and result != round(result):
            raise TypeError(_NO_FRACTION)
        return result
    tracer = _tracer()
    if tracer is None:
        return UnknownSize(_COMPUTE[op](*pair))
    open_ = [isinstance(n, UnknownSize) for n in (a, b)]
    return UnknownSize(tracer.note_derived(op, pair[0], open_[0], pair[1], open_[1]))


def _tracer():
    program = static_mode.current()
    return None if program is None else program._tracer


def show(shape, axes):
    """``Tensor.shape`` of a tensor without values: ``axes``, as bits, are not known and show as -1."""
    for axis, size in enumerate(shape):
        if axes >> axis & 1:
            shape[axis] = UnknownSize(size)
    return shape
