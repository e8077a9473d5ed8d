"""Numbers that a function computes in many steps: deep recursion, long sums."""

import paddle
import pytest
from paddle.jit import vm

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


def down(x, n):
    return x if n == 0 else down(x + 1, n - 1)


def summed(x, n):
    return x if n <= 0 else summed(x + n, n - 1)


def halved(x, n, k):
    return x * k if n == 0 else halved(x + 1, n - 1, k * 0.5 + n)


def counted(x, n):
    while n > 0:
        n = n - 1
        x = x + 1
    return x


def multiplied(x, n):
    s = 1
    for _ in range(150):
        s = s + n
    return x * s


def counter_up(x, a):
    for _ in range(250):
        a = a + 1
    return x * 1, a


def alternating(x, a):
    for _ in range(120):
        a = 1 - a + 3
    return x * 1, a


CASES = [
    (down, [(90,), (201,), (300,), (301,), (302,), (700,), (40,)]),
    (summed, [(150,), (151,), (300,)]),
    (halved, [(100, 1), (101, 1), (250, 2)]),
    (counted, [(300,), (301,), (4,)]),
    (multiplied, [(3,), (4,), (5,)]),
    (counter_up, [(3,), (4,), (0.1,), (0.2,), (1e16,), (7.3,), (1e15,), (-2.5,)]),
    (alternating, [(3,), (4,), (0.1,), (0.2,), (1e16,), (7.3,), (-2.5,)]),
]


@pytest.mark.parametrize(("f", "calls"), CASES, ids=[f.__name__ for f, _ in CASES])
def test_many_steps(f, calls):
    g = paddle.jit.to_static(f)
    for arguments in [a for a in calls for _ in range(2)]:
        expected, received = (h(paddle.ones([1]), *arguments) for h in (f, g))
        if isinstance(expected, tuple):
            assert repr(received[1]) == repr(expected[1])
            expected, received = expected[0], received[0]
        assert received.item() == expected.item()


def test_a_counter_serves_all_numbers():
    g = paddle.jit.to_static(counter_up)
    for n in range(10, 20):
        assert g(paddle.ones([1]), n)[1] == n + 250
    assert paddle.jit.report(g).skipped >= 7
