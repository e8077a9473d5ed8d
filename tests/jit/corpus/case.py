"""A case of the corpus: a function in plain Paddle code and the calls to make of it.

Arguments are specs, made anew for every run: `floats(2, 3)` is a float tensor that wants
a gradient, `tensor([1, 2])` one of fixed values. With `make=True` the decorated function
gives a fresh subject: a function, a Layer, or (function, read_state).
"""

import dataclasses
from collections.abc import Callable

import numpy as np

CASES = {}


@dataclasses.dataclass(frozen=True)
class Spec:
    """A tensor argument: numpy values, and whether it wants a gradient."""

    values: np.ndarray
    gradient: bool


def floats(*shape, seed=0, sign=0):
    """Normal numbers; `sign` 1 or -1: of that sign."""
    values = np.random.default_rng(seed + 17).standard_normal(shape).astype("float32")
    return Spec(sign * np.abs(values) - 0.0 if sign else values, True)


def tensor(values, dtype=None):
    values = np.asarray(values)
    if dtype is None:
        dtype = {"f": "float32", "i": "int64", "b": "bool"}[values.dtype.kind]
    return Spec(values.astype(dtype), False)


# Three calls with one tensor: two of a shape with other values, one of another shape.
ONE = [(floats(3, 4, seed=0),), (floats(3, 4, seed=1),), (floats(2, 5, seed=2),)]
TWO = [(floats(3, 4, seed=s), floats(3, 4, seed=s + 5)) for s in (0, 1)] + [
    (floats(2, 5, seed=2), floats(2, 5, seed=3))
]
# Values on both sides of a branch on the sum.
BOTH = [
    (floats(3, 4, sign=1),),
    (floats(3, 4, seed=1, sign=-1),),
    (floats(2, 5, seed=2, sign=1),),
]
# A tensor, and how often to go round.
TIMES = [(floats(3, seed=s), tensor(n)) for s, n in ((0, 3), (1, 5), (2, 0))] + [
    (floats(4, seed=3), tensor(2))
]


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    kind: str
    function: Callable
    calls: list
    gradient: bool
    make: bool
    raises: bool
    needs: tuple


def case(kind, calls=ONE, gradient=True, make=False, raises=False, needs=()):
    """Adds the function to the corpus.

    Args:
        kind: The row of the table that counts it.
        calls: Tuples of arguments, at least three.
        gradient: Compare the gradients of the inputs and parameters.
        make: The function makes the subject.
        raises: Some call raises, as a part of the case.
        needs: Packages that the case needs; without them it is left out.
    """

    def add(function):
        name = function.__name__
        assert name not in CASES, f"two cases named {name}"
        assert len(calls) >= 3, f"{name}: too few calls"
        CASES[name] = Case(name, kind, function, calls, gradient, make, raises, needs)
        return function

    return add
