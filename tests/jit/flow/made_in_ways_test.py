"""Objects that a way of a branch makes and changes: what it stores of them, and what code behind the branch does."""

import collections
import dataclasses
import types

import paddle
import pytest


@dataclasses.dataclass
class Pair:
    a: object
    b: object


def list_behind(x, held, o):
    if x.sum() > 3:
        o.l = [1]
    made = list(held)
    made.append(x)
    o.l = made


def list_in_both(x, held, o):
    if x.sum() > 3:
        made = list(held)
        made.append(x)
        o.l = made
    made = list(held)
    made.append(x * 2)
    o.l = made


def stored_first(x, held, o):
    if x.sum() > 3:
        o.l = [x]
    made = [1, 2]
    o.l = made
    made.append(x)
    made[0] = 5
    del made[1]


def only_in_way(x, held, o):
    if x.sum() > 3:
        made = [1, x]
        made.append(x * 2)
        made.insert(0, 7)
        o.l = made
    else:
        made = [x, x]
        made += [x]
        made.reverse()
        o.l = made


def dictionary(x, held, o):
    if x.sum() > 3:
        o.l = {"a": x}
    made = {"a": 1}
    made["b"] = x
    made.update(c=2)
    made.pop("a")
    o.l = made


def ordered(x, held, o):
    if x.sum() > 3:
        o.k = x
    made = dict(b=1, a=2)
    made["c"] = made.pop("b")
    o.l = made


def nested(x, held, o):
    if x.sum() > 3:
        o.l = [[x]]
    inner = [1]
    made = [inner]
    inner.append(x)
    made.append([2])
    made[1].append(3)
    o.l = made


def in_dataclass(x, held, o):
    if x.sum() > 3:
        o.l = [x]
    made = Pair(1, [2])
    made.a = x
    made.b.append(x)
    o.l = made


def two_branches(x, held, o):
    made = [0]
    if x.sum() > 3:
        made.append(1)
        if x[0] > 2:
            made.append(2)
            inner = [5]
            inner.append(x)
            made.append(inner)
        o.k = 1
    else:
        o.k = 2
    made.append(3)
    o.l = made


def by_a_function(x, held, o):
    def more(x):
        made = []
        for k in range(3):
            made.append(x * k)
        return made

    if x.sum() > 3:
        o.l = more(x)
    else:
        o.l = more(x * 2)[:2]


def returned_early(x, held, o):
    made = list(held)
    if x.sum() > 3:
        made.append(x)
        o.l = made
        return x
    made.append(x)
    made.append(x)
    o.l = made
    return x * 2


def comprehension(x, held, o):
    if x.sum() > 3:
        o.l = [h + x for h in held if h is not None]
    o.l = [*held, *(h * 2 for h in held)]


def queue(x, held, o):
    if x.sum() > 3:
        o.k = collections.OrderedDict(a=1)
    made = [h for h in held]
    while len(made) > 1:
        made.pop()
    o.l = made


def plain(value):
    if isinstance(value, paddle.Tensor):
        return value.tolist()
    if isinstance(value, dict):
        return [(k, plain(v)) for k, v in value.items()]
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if isinstance(value, Pair):
        return [plain(value.a), plain(value.b)]
    return value


FUNCTIONS = [
    list_behind, list_in_both, stored_first, only_in_way, dictionary, ordered, nested, in_dataclass, two_branches,
    by_a_function, returned_early, comprehension, queue,
]  # fmt: skip


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_what_is_stored(function):
    results = []
    for convert in (lambda f: f, paddle.jit.to_static):
        held = [paddle.ones([2]), paddle.ones([2]) * 2]
        o, found = types.SimpleNamespace(), []
        f = convert(function)
        for i in (-1, 1, 2, 0, 3, -2, 2, 1):
            result = f(paddle.ones([2]) * i, held, o)
            found.append((plain(result), {k: plain(v) for k, v in vars(o).items()}, plain(held)))
        results.append(found)
    assert results[0] == results[1]
