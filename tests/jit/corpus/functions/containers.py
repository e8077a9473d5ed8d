"""Containers in and out."""

import collections
import dataclasses
import operator

from ..case import TWO, case, floats

CONTAINERS = "containers"


Pair = collections.namedtuple("Pair", ["first", "second"])


@dataclasses.dataclass
class State:
    hidden: object
    steps: int = 0


@case(CONTAINERS)
def tuple_out(x):
    return x, (x * 2, [x * 3])


@case(CONTAINERS)
def dict_out(x):
    return {"a": x + 1, "b": {"c": x * 2}}


@case(CONTAINERS)
def named_tuple_out(x):
    return Pair(x, second=x.sum())


@case(CONTAINERS)
def dataclass_out(x):
    return State(x * 2, 3)


@case(CONTAINERS)
def dataclass_changes(x):
    s = State(x)
    for _ in range(3):
        s.hidden = s.hidden * 0.5 + 1
        s.steps += 1
    return s


@case(
    CONTAINERS,
    [([floats(2, 3, seed=s), floats(2, 3, seed=s + 1)],) for s in (0, 1)] + [([floats(4)],)],
)
def list_in(xs):
    return sum(xs), len(xs)


@case(CONTAINERS, [({"x": floats(3, seed=s), "k": k},) for s, k in ((0, 2), (1, 3), (2, 2))])
def dict_in(d):
    return d["x"] * d["k"]


@case(
    CONTAINERS,
    [(floats(3, seed=s), (floats(3, seed=4), {"w": floats(1, seed=5)})) for s in (0, 1, 2)],
)
def nested_in(x, rest):
    y, more = rest
    return x * y + more["w"]


@case(CONTAINERS)
def unpack_star(x):
    first, *rest = x, x * 2, x * 3
    return first + sum(rest)


@case(CONTAINERS)
def dict_items_loop(x):
    parts = {"a": x, "b": x * 2}
    parts.update(c=x * 3)
    return sum(v * len(k) for k, v in parts.items())


@case(CONTAINERS, gradient=False)
def list_argument_changes(x):
    held = [x]
    held.append(x + 1)
    held[0] = held[1] * 2
    return held


@case(CONTAINERS, TWO)
def sort_by_key(x, y):
    order = sorted([("b", y), ("a", x)], key=operator.itemgetter(0))
    return [v for _, v in order]


@case(CONTAINERS)
def deque_rolls(x):
    q = collections.deque(maxlen=2)
    for i in range(4):
        q.append(x * i)
    return list(q)
