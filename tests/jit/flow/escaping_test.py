"""What is made in a captured function and outlives it: the user's own functions and plain values."""

import collections
import copy
import functools
import gc
import inspect
import itertools
import json
import operator
import pickle
import re
import threading
import types
import weakref

import paddle
import pytest
from paddle.jit import to_static, vm
from paddle.jit.vm.natives import Callback
from paddle.jit.vm.numbers import Number

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


def twice(a, b=2):
    return a * b


def tensor(*values):
    return paddle.to_tensor(values)


def defaultdict(x):
    d = collections.defaultdict(lambda: float(x[0]))
    return d["in"], d, d.default_factory


def partial(x):
    return functools.partial(lambda a, b: float(a) + b, x[0])


def cached(x):
    f = functools.lru_cache(maxsize=None)(lambda k: float(x[k]))
    f(0)
    return f


def key(x):
    return functools.cmp_to_key(lambda a, b: int(a - b))


def generator(x):
    return (float(v) * 2 for v in x)


def begun(x):
    g = (float(v) + k for k, v in enumerate(x))
    next(g)
    return g


def numbers_in_a_frame(x):
    def run():
        n = int(x.sum())
        yield n
        yield n + 1
        return n

    g = run()
    return next(g), g


def delegating(x):
    def inner(v):
        try:
            yield float(v)
        finally:
            log.append(float(v))

    def outer():
        for v in x:
            yield from inner(v)

    log = []
    g = outer()
    next(g)
    return g, log


def chained(x):
    return itertools.chain(map(float, x), filter(lambda a: a.item() > 1, x), (v.item() for v in x))


def closure(a):
    return lambda: a


def keywords(**names):
    return lambda: names


class Kept:
    def __init__(self, *args):
        self.args = args


CASES = {
    "defaultdict": (defaultdict, lambda r: (r[0], r[1]["out"], dict(r[1]), r[2](), type(r[2]))),
    "partial": (partial, lambda r: (r(1), type(r.func), str(inspect.signature(r)))),
    "partial of a global": (lambda x: functools.partial(twice, b=3), lambda r: (
        r(2), r.func is twice, r.keywords, pickle.loads(pickle.dumps(r))(1), copy.deepcopy(r)(2))),
    "lru_cache": (cached, lambda r: (r(0), r(1), r.cache_info(), type(r.__wrapped__))),
    "lru_cache of a global": (lambda x: functools.lru_cache(twice), lambda r: (r(2), r.__wrapped__ is twice)),
    "cmp_to_key": (key, lambda r: (r(tensor(1)) < r(tensor(2)), r(tensor(3)) < r(tensor(2)))),
    "map": (lambda x: map(twice, x.tolist()), lambda r: (list(r), type(r))),
    "copied map": (
        lambda x: map(twice, [1.5, 2.5]), lambda r: pickle.loads(pickle.dumps(r)).__reduce__()[1][0] is twice,
    ),
    "map with a lambda": (lambda x: map(lambda v: float(v), x), list),
    "filter": (lambda x: filter(lambda v: v.item() > 1, x), lambda r: [v.item() for v in r]),
    "takewhile": (lambda x: itertools.takewhile(lambda v: float(v) > 1, x), lambda r: [v.item() for v in r]),
    "groupby": (lambda x: itertools.groupby(x, lambda v: bool(v > 2)), lambda r: [k for k, _ in r]),
    "accumulate": (lambda x: itertools.accumulate(map(float, x), lambda a, b: a + b), list),
    "iter": (lambda x: iter(lambda: int(x[0]), 9), lambda r: list(itertools.islice(r, 2))),
    "chain": (chained, list),
    "begun map": (lambda x: (lambda m: (next(m), m))(map(lambda v: float(v), x)), lambda r: (r[0], list(r[1]))),
    "generator": (generator, lambda r: (
        type(r).__name__, isinstance(r, types.GeneratorType), inspect.getgeneratorstate(r), list(r),
        inspect.getgeneratorstate(r),
    )),
    "state of a begun generator": (begun, lambda r: (
        inspect.getgeneratorstate(r), next(r), list(r), inspect.getgeneratorstate(r),
    )),
    "generator over range": (lambda x: (i for i in range(int(x[1]))), list),
    "begun generator": (begun, list),
    "closed generator": (begun, lambda r: (r.close(), list(r))),
    "generator that throws": (begun, lambda r: _thrown(r)),
    "numbers in a frame": (numbers_in_a_frame, lambda r: (r[0], list(r[1]))),
    "yield from": (delegating, lambda r: (list(r[0]), r[1])),
    "yield from, closed": (delegating, lambda r: (r[0].close(), r[1])),
    "closure": (lambda x: closure(int(x[0])), lambda r: (r(), r.__closure__[0].cell_contents)),
    "closure of keywords": (lambda x: keywords(a=float(x[0]), b=(int(x[1]), 2)), lambda r: r()),
    "default argument": (lambda x: lambda a=float(x[0]), *, b=int(x[1]): (a, b), lambda r: (r(), r.__defaults__)),
    "attributes": (lambda x: Kept(float(x[0]), (int(x[1]),), [float(x[0])], {"a": int(x[0])}), lambda r: r.args),
    "exception": (lambda x: ValueError(float(x[0]), (int(x[1]),)), lambda r: r.args),
    "property": (lambda x: property(lambda s: s + float(x[0])), lambda r: r.fget(1)),
    "wraps": (lambda x: functools.wraps(twice)(lambda a: float(x[0]) * a), lambda r: (r.__name__, r(2))),
    "class": (lambda x: type("K", (), {"n": float(x[0]), "f": lambda s: float(x[1])}), lambda r: (r.n, r().f())),
    "method": (lambda x: Kept(float(x[0])).__init__, lambda r: r.__self__.args),
    "weakref": (lambda x: (lambda k, w: (k, weakref.ref(k, lambda _: w.append(float(x[0]))), w))(Kept(), []),
                lambda r: (r[1]() is r[0], r[2])),
    "thread": (lambda x: threading.Thread(target=lambda: float(x[0])), lambda r: (r.start(), r.join())[0]),
    "set": (lambda x: {int(x[0]), float(x[1])}, sorted),
    "deque": (lambda x: collections.deque([float(x[0])], int(x[1])), lambda r: (list(r), r.maxlen)),
    "namedtuple": (lambda x: collections.namedtuple("P", "a b")(float(x[0]), int(x[1])), tuple),
    "reversed": (lambda x: reversed(x.unbind()), lambda r: [v.item() for v in r]),
    "reversed sequence": (lambda x: reversed([float(x[0]), 1]), list),
    "iterators": (
        lambda x: (iter([1, 2]), enumerate([3]), zip([1], [2], strict=True), iter({1: 2}.items())),
        lambda r: [list(i) for i in r],
    ),
    "tee": (lambda x: itertools.tee([1, 2]), lambda r: [list(i) for i in r]),
    "read from text": (
        lambda x: (json.loads('[1, {"a": [2]}]'), x), lambda r: (r[0].append(3), r[0][1]["a"].append(4), r),
    ),
    "concatenated": (lambda x: operator.concat([1], [2]), lambda r: (r.append(3), r)),
    "split": (lambda x: ("a b".split(), re.findall("a", "aa"), dict.fromkeys("ab")), lambda r: (
        r[0].append(1), r[1].append(2), r[2].clear(), r
    )),
    "slice and range": (lambda x: (slice(int(x[0]), int(x[1])), range(int(x[0]))), lambda r: (r[0].stop, r[1].stop)),
}  # fmt: skip


def _thrown(g):
    try:
        g.throw(KeyError("k"))
    except KeyError as e:
        return e.args, list(g)


@pytest.mark.parametrize("name", CASES)
def test_what_is_made_works_afterwards(name):
    f, use = CASES[name]
    static = to_static(f)
    for i in range(3):
        x = tensor(1.5 + i, 2.25, 3.0)
        plain, captured = f(x), static(x)
        gc.collect()
        assert _form(use(captured)) == _form(use(plain))


def _form(x):
    if isinstance(x, paddle.Tensor):
        return x.tolist()
    if isinstance(x, (list, tuple)):
        return type(x), [_form(i) for i in x]
    if isinstance(x, dict):
        return [(k, _form(v)) for k, v in x.items()]
    return type(x), repr(x).split(" at 0x")[0]


def test_a_generator_function():
    def f(x):
        got = yield float(x[0])
        for v in x:
            if v.item() > got:
                yield v.item()

    static = to_static(f)
    for _ in range(3):
        g = static(tensor(1.0, 2.0, 3.0))
        assert (next(g), g.send(1.5), list(g)) == (1.0, 2.0, [3.0])


def test_no_stand_in_and_no_capture_lives_on():
    held = []

    def f(x):
        d = collections.defaultdict(lambda: float(x[0]))
        held.append(
            (
                d,
                functools.partial(twice, b=int(x[0])),
                (v.item() for v in x),
                map(lambda v: float(v), x),
            )
        )
        return x + d["a"]

    static = to_static(f)
    for i in range(3):
        static(tensor(1.0 + i, 2.0))
    for d, p, g, m in held:
        found = gc.get_referents(d, p, m)
        assert not [x for x in found if isinstance(x, Number)], found
        assert not [x for x in gc.get_referents(d, p) if isinstance(x, Callback)]
        assert p(2) in (2, 4, 6) and list(g) == list(m)


def test_the_tensors_of_a_capture_are_free():
    x = tensor(1.0, 2.0)
    alive = weakref.ref(x)
    made = to_static(lambda x: map(lambda v: v * 2, [1, 2]))(x)
    del x
    gc.collect()
    assert alive() is None and list(made) == [2, 4]
