"""Numbers that follow from sizes, in a rehearsal: what they are there, what they were before, and how they follow.

In a rehearsal the sizes that vary are large primes. Python code computes with them by these
classes; where it decides by one (a comparison), the run before tells the outcome, and a guard
says when that holds. Where C code needs the number itself, the rehearsal ends.
"""

import math
import operator
import re

from .machine import Unwind


class SizeNeeded(Unwind):
    """The number itself is needed: the function does not do the same for all sizes."""


class Sized:
    """What both classes share.

    Attributes:
        seen: The number in the run before.
        text (str): It as an expression of the sizes `s` and the numbers `v`, or None.
        session: Takes the guards and the numbers.
    """

    __slots__ = ()

    def __bool__(self):
        return decide(self, "!=", operator.ne, 0)

    def _needed(self, *_):
        raise SizeNeeded("the number itself is needed")

    real = property(lambda self: self)  # C code gives the number itself
    imag = numerator = denominator = property(_needed)
    __hash__ = __str__ = __repr__ = __format__ = __round__ = __int__ = __float__ = __trunc__ = (
        _needed
    )


class SizedInt(Sized, int):
    """A size, or a whole number made of sizes."""


class SizedFloat(Sized, float):
    """A number made of sizes by a division."""


def kind_of(x):
    """The class of a number, as Python code shall see it."""
    return int if isinstance(x, int) else float


def sized(session, value, seen, text):
    """`value` as one of these, where it is a number that differs."""
    kind = SizedInt if type(value) in (int, SizedInt) else SizedFloat
    x = kind(plain(value))
    x.session, x.seen, x.text = session, seen, text
    if text is not None:
        session.note_number(x)
    return x


def _text(x):
    """A constant in an expression; None where it can not be written."""
    return repr(x) if type(x) is int or type(x) is float and math.isfinite(x) else None


_DEEP = 100  # Python reads expressions 200 deep


def _joined(a, symbol, b, whole=False):
    """The expression of an operation; None where it is not known, or too deep. `whole`: its value is a whole number."""
    if a is None or b is None or a.count("(") + b.count("(") >= _DEEP:
        return None
    if (
        whole and symbol in "+-" and (match := _SUM.fullmatch(a)) and b.isdecimal()
    ):  # counters stay short
        offset = int(match[2] + match[3]) + (int(b) if symbol == "+" else -int(b))
        return f"({match[1]} {'-' if offset < 0 else '+'} {abs(offset)})"
    return f"({a} {symbol} {b})"


# (Sums of floats are rounded one by one.)
_SUM = re.compile(r"\(([sv]\[\d+\]) ([+-]) (\d+)\)")


def plain(x):
    """The number in the rehearsal, as Python's own."""
    return int.__add__(x, 0) if isinstance(x, int) else float.__add__(x, 0.0)


def _parts(x):
    """(the number, what it was, its text, its session)"""
    if isinstance(x, Sized):
        return plain(x), x.seen, x.text, x.session
    return x, x, _text(x), None


def decide(a, symbol, compare, b):
    """The outcome in the run before, which becomes a guard."""
    if type(b) not in (int, float, bool, SizedInt, SizedFloat):
        return NotImplemented
    (_, seen_a, text_a, session), (_, seen_b, text_b, other) = _parts(a), _parts(b)
    outcome = compare(seen_a, seen_b)
    if text_a is None or text_b is None:
        raise SizeNeeded("a comparison of a number that follows from sizes")
    (session or other).size_guards.append((f"({text_a} {symbol} {text_b})", outcome))
    return outcome


def _one(session, value, text):
    """A number that is the same in both runs: a constant, as long as it is this one."""
    if text is None:
        raise SizeNeeded("a number that follows from sizes is the same by chance")
    session.size_guards.append((f"({text} == {value!r})", True))
    return value


def _both(compute, there, here):
    """What arithmetic gives in the rehearsal and in the run before."""
    try:
        return compute(*there), compute(*here)
    except ArithmeticError:  # the function would see it for some numbers only
        raise SizeNeeded("arithmetic that raises") from None


def _compute(symbol, compute, a, b):
    if type(b) not in (int, float, SizedInt, SizedFloat):
        return NotImplemented
    (x, seen_a, text_a, session), (y, seen_b, text_b, other) = _parts(a), _parts(b)
    value, seen = _both(compute, (x, y), (seen_a, seen_b))
    if type(value) not in (int, float) or type(value) is not type(seen):
        raise SizeNeeded("arithmetic")
    if type(value) is float and (value == 0 or seen == 0):
        raise SizeNeeded("a zero, which has a sign")
    text = _joined(text_a, symbol, text_b, type(value) is int)
    if value == seen:
        return _one(session or other, value, text)
    return sized(session or other, value, seen, text)


def _install():
    arithmetic = {
        "add": "+",
        "sub": "-",
        "mul": "*",
        "floordiv": "//",
        "mod": "%",
        "truediv": "/",
        "pow": "**",
    }
    for name, symbol in arithmetic.items():
        compute = getattr(operator, name)

        def forward(self, other, symbol=symbol, compute=compute):
            return _compute(symbol, compute, self, other)

        def backward(self, other, symbol=symbol, compute=compute):
            if type(other) not in (int, float):
                return NotImplemented
            (x, seen, text, session) = _parts(self)
            value, was = _both(compute, (other, x), (other, seen))
            if type(value) not in (int, float) or type(value) is not type(was):
                raise SizeNeeded("arithmetic")
            if type(value) is float and (value == 0 or was == 0):
                raise SizeNeeded("a zero, which has a sign")
            text = _joined(_text(other), symbol, text)
            if value == was:
                return _one(session, value, text)
            return sized(session, value, was, text)

        setattr(Sized, f"__{name}__", forward)
        setattr(Sized, f"__r{name}__", backward)
    for name, symbol in {
        "lt": "<",
        "le": "<=",
        "gt": ">",
        "ge": ">=",
        "eq": "==",
        "ne": "!=",
    }.items():
        compare = getattr(operator, name)

        def method(self, other, symbol=symbol, compare=compare):
            return decide(self, symbol, compare, other)

        setattr(Sized, f"__{name}__", method)
    for name in ("and", "or", "xor", "lshift", "rshift", "divmod", "abs", "invert"):
        setattr(Sized, f"__{name}__", Sized._needed)
        setattr(Sized, f"__r{name}__", Sized._needed)
    Sized.__neg__ = lambda self: _compute("*", operator.mul, self, -1)
    Sized.__pos__ = lambda self: self


_install()
