"""Sizes that are not known while a program is built.

Each is a stand-in meanwhile, a prime that nobody uses: operators see a number, users see -1. Numbers of the program
that follow from stand-ins are read back as formulas when it is compiled (pir/size_twin.h).
"""

# By axis: what is fed agrees about the batch, and mostly about the others. Their products stay below 2**56. Primes that
# are 3 modulo 4 and 2 modulo 3: what windows leave of one, times the stride, is not the size plus 1.
STAND_INS = (170207, 56519, 37199, 28307, 13007, 9203)
used_stand_ins = set()


class UnknownSize(int):
    """A size that is not known yet: it shows itself as -1, and counts with its stand-in."""

    __slots__ = ()

    def __eq__(self, other):
        return int(self) == int(other) if isinstance(other, UnknownSize) else other == -1

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(int(self))

    def __lt__(self, other):
        return -1 < other if _is_bound(other) else int(self) < other

    def __le__(self, other):
        return -1 <= other if _is_bound(other) else int(self) <= other

    def __gt__(self, other):
        return -1 > other if _is_bound(other) else int(self) > other

    def __ge__(self, other):
        return -1 >= other if _is_bound(other) else int(self) >= other

    def __add__(self, other):
        return _known(int(self) + other, other)

    def __sub__(self, other):
        return _known(int(self) - other, other)

    def __mul__(self, other):
        return _known(int(self) * other, other)

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other):
        return _known(other - int(self), other)

    def _divided(self, other):
        if isinstance(other, UnknownSize) and int(self) == int(other):
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
    return UnknownSize(result) if isinstance(other, int) and type(result) is int else result


def is_unknown(size):
    """Whether a stand-in is part of ``size``."""
    if size < 4096 or not used_stand_ins:
        return False
    if size > 1 << 21:
        return True
    for stand_in in used_stand_ins:
        if size % stand_in == 0 or abs(size - stand_in) <= 1024:
            return True
        for factor in range(1, 9):  # what windows make of it
            for part in (1, 2, 3, 4, 8, 16, 32, 64):
                if abs(size * part - factor * stand_in) <= 16 * part:
                    return True
    return False


def show(shape):
    """``Tensor.shape`` of a tensor without values: sizes that are not known show as -1."""
    for axis, size in enumerate(shape):
        if size >= 4096 and is_unknown(size):
            shape[axis] = UnknownSize(size)
    return shape
