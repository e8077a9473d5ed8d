"""Numbers that follow from sizes, in a rehearsal: what they are there, what they were before, and how they follow.

In a rehearsal the sizes that vary are large primes. Python code computes with them by these
classes; where it decides by one (a comparison), the run before tells the outcome, and a guard
says when that holds. Where C code needs the number itself, the rehearsal ends.
"""

import operator

from .machine import Unwind


class SizeNeeded(Unwind):
    """The number itself is needed: the function does not do the same for all sizes."""


class Sized:
    """What both classes share.

    Attributes:
        seen: The number in the run before.
        text (str): It as an expression of the sizes `s`, or None.
        session: Takes the guards.
    """

    __slots__ = ()

    def __bool__(self):
        return decide(self, "!=", operator.ne, 0)

    def _needed(self, *_):
        raise SizeNeeded("the number itself is needed")

    __hash__ = __str__ = __repr__ = __format__ = __round__ = __int__ = __float__ = __trunc__ = (
        _needed
    )


class SizedInt(Sized, int):
    """A size, or a whole number made of sizes."""


class SizedFloat(Sized, float):
    """A number made of sizes by a division."""


def sized(session, value, seen, text):
    """`value` as one of these, where it is a number that differs."""
    kind = SizedInt if type(value) in (int, SizedInt) else SizedFloat
    plain = int.__add__(value, 0) if kind is SizedInt else float.__add__(value, 0.0)
    x = kind(plain)
    x.session, x.seen, x.text = session, seen, text
    return x


def _plain(x):
    """(the number, what it was, its text, its session)"""
    if isinstance(x, SizedInt):
        return int.__add__(x, 0), x.seen, x.text, x.session
    if isinstance(x, SizedFloat):
        return float.__add__(x, 0.0), x.seen, x.text, x.session
    return x, x, repr(x) if type(x) is int else None, None


def decide(a, symbol, compare, b):
    """The outcome in the run before, which becomes a guard."""
    if type(b) not in (int, float, bool, SizedInt, SizedFloat):
        return NotImplemented
    (_, seen_a, text_a, session), (_, seen_b, text_b, other) = _plain(a), _plain(b)
    outcome = compare(seen_a, seen_b)
    if text_a is None or text_b is None:
        raise SizeNeeded("a comparison of a number that follows from sizes")
    (session or other).size_guards.append((f"({text_a} {symbol} {text_b})", outcome))
    return outcome


def _compute(symbol, compute, a, b):
    if type(b) not in (int, float, SizedInt, SizedFloat):
        return NotImplemented
    (x, seen_a, text_a, session), (y, seen_b, text_b, other) = _plain(a), _plain(b)
    value, seen = compute(x, y), compute(seen_a, seen_b)
    if type(value) not in (int, float) or type(value) is not type(seen):
        raise SizeNeeded("arithmetic")
    known = text_a is not None and text_b is not None and type(value) is int
    return sized(session or other, value, seen, f"({text_a} {symbol} {text_b})" if known else None)


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
            (x, seen, text, session) = _plain(self)
            value, was = compute(other, x), compute(other, seen)
            known = text is not None and type(other) is int and type(value) is int
            return sized(session, value, was, f"({other!r} {symbol} {text})" if known else None)

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
