"""Random pipelines of what C code and generators do with functions on tensors, also used after the call."""

import collections
import functools
import heapq
import itertools
import os
import random

import paddle
import pytest
from paddle.jit import to_static, vm

from .escaping_test import Kept

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

SEEDS = int(os.environ.get("FUZZ_SEEDS", "60"))


def scaled(k, a):
    return float(a) * k


def plus(a, b):
    return float(a) + float(b)


def functions(draw):
    """Of one element, with a number as their result."""
    k = draw.randint(-3, 3)
    return draw.choice((
        lambda a: float(a) * k, lambda a: float(a), lambda a: int(a * 2), lambda a: bool(a > k / 2) + k,
        lambda a: (a * 2).item() if hasattr(a, "item") else a * 2, functools.partial(scaled, k),
        lambda a: float(a) if float(a) > 0 else -k, lambda a: round(float(a), 1), lambda a: abs(float(a)) % 2,
    ))  # fmt: skip


def conditions(draw):
    k = draw.randint(-2, 2) / 2
    return draw.choice((
        lambda a: float(a) > k, lambda a: bool(a > k), lambda a: a > k, lambda a: int(a), lambda a: not a,
    ))  # fmt: skip


def generator(f, it):
    for v in it:
        yield f(v)
    return 1


def delegating(f, it):
    yield 0.5
    yield from generator(f, it)


def steps(draw):
    f, g, test, n = functions(draw), functions(draw), conditions(draw), draw.randint(1, 3)
    return draw.choice((
        lambda it: map(f, it), lambda it: filter(test, it), lambda it: itertools.takewhile(test, it),
        lambda it: itertools.dropwhile(test, it), lambda it: itertools.filterfalse(test, it),
        lambda it: (f(v) for v in it), lambda it: [f(v) for v in it], lambda it: generator(f, it),
        lambda it: delegating(f, it), lambda it: itertools.accumulate(it, plus),
        lambda it: sorted(it, key=f), lambda it: sorted(map(g, it)), lambda it: reversed(list(it)),
        lambda it: itertools.islice(it, n), lambda it: itertools.chain(map(f, it), [1.5]),
        lambda it: (k for k, _ in itertools.groupby(it, f)), lambda it: itertools.starmap(plus, ((v, v) for v in it)),
        lambda it: heapq.nlargest(n, it, key=f), lambda it: tuple(map(f, it)), lambda it: set(map(f, it)),
        lambda it: collections.deque(map(f, it), 3), lambda it: (v for v in it if test(v)),
        lambda it: iter(list(map(f, it))), lambda it: dict(zip(map(f, it), range(n), strict=False)),
        lambda it: itertools.compress(it, map(test, range(9))),
    ))  # fmt: skip


def ends(draw):
    f, test, n = functions(draw), conditions(draw), draw.randint(0, 2)
    return draw.choice((
        lambda it: sum(map(float, it)), lambda it: list(map(f, it)), lambda it: max(it, key=f, default=None),
        lambda it: any(map(test, it)), lambda it: all(test(v) for v in it), lambda it: len(list(it)),
        lambda it: functools.reduce(plus, it, 0.5), lambda it: min(map(f, it), default=n), lambda it: next(iter(it), n),
        lambda it: collections.Counter(map(f, it)), lambda it: [list(v) for v in itertools.tee(it)],
        lambda it: it, lambda it: map(f, it), lambda it: (f(v) for v in it), lambda it: (f(v) for v in list(it)),
        lambda it: Kept(tuple(map(f, it)), functools.partial(scaled, 2), map(f, [1.0])),
        lambda it: _started(iter(it)), lambda it: _started(f(v) for v in it),
        lambda it: {k: f(k) for k in map(float, it)},
    ))  # fmt: skip


def _started(it):
    return next(it, None), it


def plain(x, depth=0):
    """All that can be seen of `x`."""
    if isinstance(x, paddle.Tensor):
        return "tensor", x.tolist()
    if isinstance(x, Kept):
        return plain(x.args, depth)
    if isinstance(x, functools.partial):
        return "partial", x(3.0), x.func.__name__
    if isinstance(x, dict):
        return type(x).__name__, [(plain(k), plain(v)) for k, v in x.items()]
    if isinstance(x, (set, frozenset)):
        return type(x).__name__, sorted(map(repr, x))
    if isinstance(x, (list, tuple, collections.deque)):
        return type(x).__name__, [plain(v, depth + 1) for v in x]
    if hasattr(x, "__next__"):
        return "iterator", [plain(v, depth + 1) for v in itertools.islice(x, 20)]
    return type(x).__name__, repr(x)


def program(seed):
    draw = random.Random(seed)
    pipeline = [steps(draw) for _ in range(draw.randint(1, 3))]
    end = ends(draw)

    def f(x):
        it = x.unbind() if seed % 3 else x
        for step in pipeline:
            it = step(it)
        return end(it)

    return f


def outcome(f, x):
    try:
        return plain(f(x))
    except Exception as e:
        return type(e), str(e)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_pipeline(seed):
    f = program(seed)
    static = to_static(f)
    for i in range(3):
        x = paddle.to_tensor([1.5 - i, -0.5, 2.5 * i, -1.0, 0.75])
        assert outcome(static, x) == outcome(f, x)
