"""Whole numbers of tensors that leave int64, or what a float holds: Python's digits, at every call."""

import paddle
import pytest
from paddle.jit import report, vm

from .differential import agree, number

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

LARGE = 2**63 - 1
ROUND = [(number(v),) for v in (3, 2**40, LARGE, -(2**63), -5)]
FLOATS = [(number(v),) for v in (7, 2**53, 2**53 + 1, -(2**53) - 1)]


@pytest.mark.parametrize(
    "function",
    [
        lambda t: int(t) * int(t),
        lambda t: int(t) + 1,
        lambda t: 1 - int(t),
        lambda t: int(t) - 3,
        lambda t: int(t) * 3 + 7,
        lambda t: -int(t),
        lambda t: t.item() + 2**62,
        lambda t: int(t) + 2**64,
        lambda t: int(t) % 2**64,
        lambda t: int(t) // 2**64,
        lambda t: int(t) % 1000003,
        lambda t: int(t) % -7,
        lambda t: int(t) // -1,
        lambda t: int(t) // 10,
        lambda t: int(t) // 10 * 10 + 9,
        lambda t: (int(t) < 2**64, int(t) == 2**64, int(t) != 2**63, int(t) >= -(2**70)),
        lambda t: 2**70 if t > 0 else 1,
        lambda t: (2**62 if t > 0 else 1) * 2,
        lambda t: (int(t), 2**63 - 1 if t > 0 else -(2**63)),
        lambda t: (t if t > 0 else t + 1).item() * 2,
    ],
)
def test_beyond_int64(function):
    agree(function, ROUND, whole=None)


@pytest.mark.parametrize(
    "function",
    [
        lambda t: int(t) / 3,
        lambda t: int(t) / (2**60 + 1),
        lambda t: int(t) > 2.0**53,
        lambda t: int(t) == float(t),
        lambda t: int(t) + 0.5,
        lambda t: float(t) > 10**400,
        lambda t: float(t) < 2**53 + 1,
        lambda t: float(t) * 2**60,
    ],
)
def test_beyond_what_a_float_holds(function):
    agree(function, FLOATS, whole=None)


def test_a_float_and_an_int_beyond_all_floats():
    def f(t):
        try:
            return float(t) + 10**400
        except OverflowError as e:
            return str(e)

    agree(f, FLOATS, whole=None)


def test_in_ways_and_loops():
    def way(t):
        n = 1
        if t > 5:
            n = int(t) * 2
        return n

    def loop(t):
        n, i = int(t), paddle.zeros([])
        while i < 3:
            n, i = n + 1, i + 1
        return n

    def ends(t):
        total = 0
        for i in range(int(t) - 2, int(t)):
            total = i * 2**20
        return total

    def read_in_a_loop(t):
        n, i = 0, paddle.zeros([])
        while i < 3:
            n, i = int(t), i + 1
        return n * 2

    for function in (way, loop, ends, read_in_a_loop):
        agree(function, ROUND, whole=None)


def test_a_value_is_needed_after_the_check():
    def f(t):
        n = 0
        if t > 5:
            n = int(t) * 2
        return str(n)

    agree(f, ROUND[::-1], whole=None)
    agree(f, ROUND, whole=None)


def test_small_numbers_stay_in_one_program():
    def f(t):
        n = int(t)
        return n * n + 1, -n, n / 3, n > 2.5, n % 10

    static = agree(f, [(number(v),) for v in (3, 5, 2**30, -4)])
    seen = report(static)
    assert seen.compiled == 1 and not seen.assumptions and seen.skipped == 7
