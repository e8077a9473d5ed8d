"""Programs in which C code calls functions on tensors, or asks objects that know tensors: each that does."""

# ruff: noqa: UP031

import bisect
import collections
import copy
import functools
import heapq
import itertools
import json
import math
import operator
import re
import statistics


def value(a):
    return float(a)


def item(a):
    return a.item()


def positive(a):
    return bool(a > 0)


def whole(a):
    return int(a * 4)


class Own:
    """All its special methods give what tensors say."""

    def __init__(self, v):
        self.v = v

    def __bool__(self):
        return bool(self.v > 0)

    def __len__(self):
        return int(self.v.abs() * 2)

    def __float__(self):
        return float(self.v)

    def __int__(self):
        return int(self.v * 2)

    def __index__(self):
        return int(self.v.abs())

    def __complex__(self):
        return complex(float(self.v), 1)

    def __hash__(self):
        return int(self.v * 10)

    def __lt__(self, other):
        return bool(self.v < other.v)

    def __gt__(self, other):
        return bool(self.v > other.v)

    def __le__(self, other):
        return bool(self.v <= other.v)

    def __ge__(self, other):
        return bool(self.v >= other.v)

    def __eq__(self, other):
        return bool(self.v == other.v)

    def __contains__(self, limit):
        return bool(self.v > limit)

    def __getitem__(self, i):
        if i > 2:
            raise IndexError
        return float(self.v) * i

    def __iter__(self):
        yield float(self.v)
        yield self.v.item()

    def __reversed__(self):
        return map(value, [self.v, self.v])

    def __round__(self, digits=None):
        return int(self.v * 3)

    def __abs__(self):
        return float(self.v.abs())

    def __trunc__(self):
        return int(self.v)

    def __floor__(self):
        return int(self.v) - 1

    def __ceil__(self):
        return int(self.v) + 1

    def __neg__(self):
        return -float(self.v)

    def __pos__(self):
        return float(self.v)

    def __invert__(self):
        return ~int(self.v)

    def __length_hint__(self):
        return int(self.v.abs())

    def __format__(self, spec):
        return format(float(self.v), spec)

    def __repr__(self):
        return f"Own({float(self.v):.3f})"

    def __add__(self, other):
        return float(self.v) + float(other)

    def __radd__(self, other):
        return float(other) + float(self.v)

    __sub__ = __mul__ = __truediv__ = __floordiv__ = __mod__ = __pow__ = __matmul__ = __add__
    __iadd__ = __isub__ = __imul__ = __itruediv__ = __ifloordiv__ = __imod__ = __ipow__ = (
        __imatmul__
    ) = __add__

    def __and__(self, other):
        return int(self.v) + int(other)

    __or__ = __xor__ = __lshift__ = __rshift__ = __iand__ = __ior__ = __ixor__ = __ilshift__ = (
        __irshift__
    ) = __and__

    def __divmod__(self, other):
        return int(self.v), float(self.v)

    def __call__(self, a):
        return float(a) * float(self.v)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return float(self.v) * len(name)

    @property
    def number(self):
        return float(self.v)

    def take(self, a):
        return float(self.v) + a


class Sequence:
    def __init__(self, x):
        self.x = x

    def __getitem__(self, i):
        return float(self.x[i]) if i < 3 else self._end()

    def _end(self):
        raise IndexError

    def __len__(self):
        return int(self.x.max())


class Steps:
    def __init__(self, x):
        self.items = iter(x)

    def __iter__(self):
        return self

    def __next__(self):
        return float(next(self.items))


def own(x):
    return [Own(v) for v in x]


def take(n, iterable):
    return list(itertools.islice(iterable, n))


def _applied(f, program):
    return lambda x: program(f, x)


BUILTINS = {
    "abs": lambda x: abs(Own(x[0])),
    "all": lambda x: (all(map(positive, x)), all(positive(v) for v in x), all([])),
    "any": lambda x: (any(map(value, x)), any(float(v) > 9 for v in x)),
    "ascii": lambda x: ascii(Own(x[0])),
    "bin": lambda x: bin(Own(x[0])),
    "bool": lambda x: (bool(Own(x[0])), [1 if o else 2 for o in own(x)], not Own(x[1])),
    "bytearray": lambda x: bytearray(map(lambda a: abs(int(a)), x)),
    "bytes": lambda x: bytes(abs(int(v)) for v in x),
    "callable": lambda x: callable(Own(x[0])),
    "chr": lambda x: chr(Own(x[0])),
    "complex": lambda x: (complex(Own(x[0])), complex(float(x[0]), float(x[1]))),
    "dict": lambda x: dict(map(lambda a: (whole(a), value(a)), x)),
    "divmod": lambda x: (divmod(Own(x[0]), 2), divmod(float(x[0]), 2)),
    "enumerate": lambda x: list(enumerate(map(value, x), int(x[2]))),
    "filter": lambda x: (
        len(list(filter(value, x))), list(map(item, filter(positive, x))), list(filter(None, map(positive, x))),
    ),
    "float": lambda x: float(Own(x[0])),
    "format": lambda x: (format(Own(x[0]), ".2f"), f"{Own(x[1]):.3f}", "%.2f" % Own(x[0]), f"{Own(x[2]):.1f}"),
    "frozenset": lambda x: sorted(frozenset(map(whole, x))),
    "getattr": lambda x: (Own(x[0]).zz + 1, f"{Own(x[0]).number}"),
    "hasattr": lambda x: hasattr(Own(x[0]), "zz"),
    "hash": lambda x: hash(Own(x[0])),
    "hex": lambda x: hex(Own(x[0])),
    "int": lambda x: int(Own(x[0])),
    "isinstance": lambda x: (isinstance(float(x[0]), float), isinstance(int(x[0]), int), isinstance(x[0].item(), int)),
    "iter": lambda x: (take(3, iter(lambda: int(x[0]), 9)), list(iter(Own(x[0]))), list(iter(Sequence(x)))),
    "len": lambda x: (len(Own(x[0])), len(Sequence(x.abs()))),
    "list": lambda x: (list(map(value, x)), list(Own(x[1])), list(Sequence(x)), [*map(item, x)], list(Steps(x))),
    "map": lambda x: list(map(lambda a, b: float(a) * float(b), x, x[1:])),
    "max": lambda x: (max(x.unbind(), key=value), max(own(x)).number, max(map(value, x)), max(own(x), key=value).v),
    "min": lambda x: (min(x.unbind(), key=item), min(own(x)).number, min(float(v) for v in x)),
    "next": lambda x: (next(map(value, x)), next(Steps(x)), next(iter(Own(x[0]))), next(float(v) for v in x)),
    "oct": lambda x: oct(Own(x[0])),
    "pow": lambda x: (pow(Own(x[0]), 2), pow(float(x[0]), 2)),
    "range": lambda x: (list(range(Own(x[0]))), list(range(int(x[0].abs())))),
    "repr": lambda x: (repr(Own(x[0])), repr(float(x[0])), repr([int(x[0])])),
    "reversed": lambda x: (list(reversed(Own(x[0]))), list(reversed(Sequence(x[:3].abs() + 3)))),
    "round": lambda x: (round(Own(x[0])), round(float(x[0]), 1)),
    "set": lambda x: (sorted(set(map(whole, x))), len(set(own(x))), len({positive(v) for v in x})),
    "slice": lambda x: [0, 1, 2, 3][: Own(x[2])],
    "sorted": lambda x: (
        sorted(range(4), key=lambda i: float(x[i])), sorted(x.unbind(), key=value), [o.v for o in sorted(own(x))],
        sorted(x.unbind(), key=lambda a: (positive(a), -float(a))), sorted(map(value, x), reverse=bool(x[0] > 0)),
    ),
    "str": lambda x: (str(Own(x[0])), str(float(x[0]))),
    "sum": lambda x: (sum(map(value, x)), sum(float(v) for v in x), sum(own(x)), sum(map(positive, x), int(x[0]))),
    "tuple": lambda x: (tuple(map(value, x)), tuple(Own(x[1])), tuple(v.item() for v in x)),
    "type": lambda x: (type(float(x[0])), type(list(map(int, x))[0])),
    "zip": lambda x: list(zip(map(value, x), Own(x[0]), Sequence(x), strict=False)),
    "delattr": lambda x: _attribute(x),
    "eval": lambda x: (eval("float(x[0]) + 1"), eval("sorted(map(float, x))", {"x": x})),
    "exec": lambda x: _executed(x),
    "locals": lambda x: (lambda number: list(locals().values()))(float(x[0])),
    "property": lambda x: "%.2f" % Own(x[0]).number,
    "setattr": lambda x: _attribute(x),
    "vars": lambda x: list(vars(_Bag(n=float(x[0]))).values()),
    "memoryview": lambda x: list(memoryview(bytes(map(lambda a: abs(int(a)), x)))),
}  # fmt: skip
ITERTOOLS = {
    "accumulate": lambda x: (
        list(itertools.accumulate(x, lambda a, b: float(a) + float(b)))[1:], list(itertools.accumulate(map(value, x))),
        list(itertools.accumulate(x, lambda a, b: a + float(b), initial=float(x[0]))),
    ),
    "chain": lambda x: list(itertools.chain(map(value, x), Own(x[0]), (float(v) for v in x))),
    "combinations": lambda x: list(itertools.combinations(map(value, x), 2)),
    "combinations_with_replacement": lambda x: list(itertools.combinations_with_replacement(map(whole, x), 2)),
    "compress": lambda x: list(itertools.compress(range(4), map(positive, x))),
    "count": lambda x: take(3, itertools.count(float(x[0]), float(x[1]))),
    "cycle": lambda x: take(6, itertools.cycle(map(value, x))),
    "dropwhile": lambda x: len(list(itertools.dropwhile(lambda a: a.item() > 0, x))),
    "filterfalse": lambda x: len(list(itertools.filterfalse(positive, x))),
    "groupby": lambda x: [(k, [float(v) for v in g]) for k, g in itertools.groupby(x, key=positive)],
    "islice": lambda x: list(itertools.islice(map(value, x), Own(x[0].abs()).__index__(), 3)),
    "pairwise": lambda x: list(itertools.pairwise(map(value, x))),
    "permutations": lambda x: list(itertools.permutations(map(whole, x), 2)),
    "product": lambda x: list(itertools.product(map(whole, x), Own(x[0]))),
    "repeat": lambda x: list(itertools.repeat(float(x[0]), 2)),
    "starmap": lambda x: list(itertools.starmap(lambda a, b: float(a * b), [(x[0], x[1])])),
    "takewhile": lambda x: len(list(itertools.takewhile(lambda a: a.item() > 0, x))),
    "tee": lambda x: [list(i) for i in itertools.tee(map(value, x))],
    "zip_longest": lambda x: list(itertools.zip_longest(map(value, x), Own(x[0]), fillvalue=float(x[1]))),
}  # fmt: skip
FUNCTOOLS = {
    "cache": lambda x: functools.cache(lambda k: float(x[k]))(1),
    "cached_property": lambda x: _Lazy(x).number + 1,
    "cmp_to_key": lambda x: sorted(x.unbind(), key=functools.cmp_to_key(lambda a, b: whole(a) - whole(b))),
    "lru_cache": lambda x: functools.lru_cache(maxsize=2)(lambda k: x[k].item())(0) * 2,
    "partial": lambda x: (
        "%.2f" % functools.partial(value)(x[0]), list(map(functools.partial(lambda k, a: float(a) * k, 3), x)),
        sorted(x.unbind(), key=functools.partial(lambda k, a: float(a) * k, -1)),
    ),
    "partialmethod": lambda x: _Lazy(x).third(),
    "reduce": lambda x: (
        functools.reduce(lambda a, b: a + float(b), x, 0.0),
        functools.reduce(lambda a, b: a if float(a) > float(b) else b, x),
    ),
    "singledispatch": lambda x: _dispatched(x),
    "singledispatchmethod": lambda x: _Lazy(x).kind(float(x[0])),
    "total_ordering": lambda x: max(_Ordered(v) for v in x).v,
    "wraps": lambda x: functools.wraps(value)(lambda a: float(a) + 1)(x[0]),
    "update_wrapper": lambda x: functools.update_wrapper(lambda a: int(a), value)(x[0]),
}  # fmt: skip
HEAPQ = {
    "nlargest": lambda x: (heapq.nlargest(2, x.unbind(), key=item), heapq.nlargest(1, own(x))[0].v),
    "nsmallest": lambda x: (
        heapq.nsmallest(2, x.unbind(), key=value),
        heapq.nsmallest(2, map(value, x)),
    ),
    "merge": lambda x: list(
        heapq.merge(sorted(map(value, x)), [0.0], key=lambda a: a * float(x[0].abs()))
    ),
    "heappush": lambda x: _heap(x),
    "heappop": lambda x: _heap(x),
    "heapify": lambda x: _heap(x),
    "heapreplace": lambda x: _heap(x),
    "heappushpop": lambda x: _heap(x),
}
BISECT = {
    name: _applied(getattr(bisect, name), lambda f, x: (
        f(sorted(map(value, x)), float(x[0])), f(sorted(own(x)), Own(x[1])),
        f([-9, 0, 9], float(x[0]), key=lambda k: k * value(x[1].abs())),
    ))
    for name in ("bisect", "bisect_left", "bisect_right", "insort", "insort_left", "insort_right")
}  # fmt: skip
STATISTICS = {
    name: _applied(getattr(statistics, name), lambda f, x: f(list(map(value, x.abs()))))
    for name in (
        "fmean", "geometric_mean", "harmonic_mean", "mean", "median", "median_grouped", "median_high", "median_low",
        "mode", "multimode", "pstdev", "pvariance", "quantiles", "stdev", "variance",
    )
} | {
    name: _applied(getattr(statistics, name), lambda f, x: f(list(map(value, x)), [1.0, 2.0, 4.0, 3.0]))
    for name in ("correlation", "covariance", "linear_regression")
}  # fmt: skip
OPERATOR = {
    "attrgetter": lambda x: operator.attrgetter("zz", "number")(Own(x[0])),
    "itemgetter": lambda x: operator.itemgetter(0, 2)(Own(x[0])),
    "methodcaller": lambda x: operator.methodcaller("take", float(x[1]))(Own(x[0])),
    "call": lambda x: operator.call(value, x[0]),
    "getitem": lambda x: operator.getitem(Own(x[0]), 2),
    "contains": lambda x: operator.contains(Own(x[0]), 0),
    "concat": lambda x: operator.concat(list(map(value, x)), [1.0]),
    "iconcat": lambda x: operator.iconcat(list(map(value, x)), map(value, x)),
    "countOf": lambda x: operator.countOf(map(positive, x), True),
    "indexOf": lambda x: operator.indexOf(map(positive, x), True),
    "length_hint": lambda x: operator.length_hint(Own(x[0])),
    "setitem": lambda x: _item(x),
    "delitem": lambda x: _item(x),
} | {
    name: _applied(getattr(operator, name), lambda f, x: f(Own(x[0])))
    for name in ("abs", "index", "inv", "invert", "neg", "not_", "pos", "truth")
} | {
    name: _applied(getattr(operator, name), lambda f, x: f(Own(x[0]), Own(x[1])))
    for name in (
        "add", "and_", "floordiv", "lshift", "matmul", "mod", "mul", "or_", "pow", "rshift", "sub", "truediv", "xor",
        "eq", "ge", "gt", "le", "lt", "ne", "is_", "is_not", "iadd", "iand", "ifloordiv", "ilshift", "imatmul", "imod",
        "imul", "ior", "ipow", "irshift", "isub", "itruediv", "ixor",
    )
}  # fmt: skip
COLLECTIONS = {
    "ChainMap": lambda x: collections.ChainMap({"a": float(x[0])}, {"b": 1})["a"],
    "Counter": lambda x: sorted(collections.Counter(map(whole, x)).items()),
    "OrderedDict": lambda x: list(
        collections.OrderedDict((int(v * 8), float(v)) for v in x).items()
    ),
    "UserDict": lambda x: collections.UserDict(a=float(x[0]))["a"],
    "UserList": lambda x: collections.UserList(map(value, x)).data,
    "UserString": lambda x: str(collections.UserString(float(x[0]))),
    "defaultdict": lambda x: _default(x),
    "deque": lambda x: list(collections.deque(map(value, x), int(x[2].abs()) + 1)),
    "namedtuple": lambda x: tuple(collections.namedtuple("P", "a b")(float(x[0]), int(x[1]))),
}
OTHERS = {
    "re.sub": lambda x: re.sub(r"\d", lambda m: str(int(x[int(m.group())] * 10)), "0-1-2"),
    "json.dumps": lambda x: json.dumps({"a": x}, default=lambda t: [float(v) for v in t]),
    "json.loads": lambda x: json.loads("[1.5]", parse_float=lambda s: float(x[0])),
    "copy.copy": lambda x: copy.copy([float(x[0]), {"a": int(x[1])}]),
    "copy.deepcopy": lambda x: copy.deepcopy({"a": (float(x[0]),)}),
    "math": lambda x: (math.sqrt(abs(float(x[0]))), math.floor(Own(x[1])), math.ceil(Own(x[1])), math.trunc(Own(x[0])),
                       math.fsum(map(value, x)), math.prod(map(value, x)), math.isclose(Own(x[0]), float(x[0])),
                       math.hypot(*map(value, x)), math.dist([*map(value, x)], [0.0] * 4)),
    "list.sort": lambda x: _sorted_in_place(x),
    "list.index": lambda x: own(x).index(Own(x[2])),
    "list.count": lambda x: list(map(positive, x)).count(True),
    "str.join": lambda x: ",".join(map(lambda a: str(float(a)), x)),
    "str.format_map": lambda x: "{a:.1f}".format_map(_Missing(x)),
    "dict.update": lambda x: _updated(x),
    "in": lambda x: (0 in Own(x[0]), 0 not in Own(x[0]), 1.5 in Sequence(x), 1.5 in map(value, x)),
    "unpacking": lambda x: (lambda *a, **k: (a, k))(*map(value, x), *Own(x[0]), **_mapped(x)),
    "star": lambda x: _starred(x),
    "yield from": lambda x: list(_delegating(x)),
    "comparison of sequences": lambda x: (
        [value(v) for v in x] < [1.0], own(x) == own(x), tuple(own(x)) < tuple(own(x)),
    ),
    "a key of a dict": lambda x: {Own(v): i for i, v in enumerate(x)}[Own(x[1])],
    "exceptions": lambda x: _raised(x),
    "keywords": lambda x: (lambda **k: k)(a=float(x[0]), b=(int(x[1]),)),
    "classes": lambda x: [o.number for o in map(Own, x)],
    "with": lambda x: _entered(x),
    "match": lambda x: _matched(x),
}  # fmt: skip


class _Bag:
    def __init__(self, **names):
        self.__dict__.update(names)


class _Lazy:
    def __init__(self, x):
        self.x = x

    @functools.cached_property
    def number(self):
        return float(self.x[0])

    def at(self, i):
        return float(self.x[i])

    third = functools.partialmethod(at, 2)

    @functools.singledispatchmethod
    def kind(self, a):
        return "other"

    @kind.register
    def _(self, a: float):
        return a + float(self.x[1])


@functools.total_ordering
class _Ordered:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return bool(self.v == other.v)

    def __lt__(self, other):
        return bool(self.v < other.v)


class _Missing(dict):
    def __init__(self, x):
        super().__init__()
        self.x = x

    def __missing__(self, key):
        return float(self.x[0])


def _attribute(x):
    bag = _Bag()
    bag.number = float(x[0])
    bag.other = bag.number + 1
    delattr(bag, "number")
    return list(bag.__dict__.items())


def _executed(x):
    space = {"x": x}
    exec("y = [float(v) for v in x]\nz = y[0] > 0", space)
    return space["y"], space["z"]


def _dispatched(x):
    @functools.singledispatch
    def f(a):
        return "other"

    @f.register
    def _(a: int):
        return a + 1

    return f(int(x[0])), f(float(x[0]))


def _heap(x):
    heap = [Own(v) for v in x]
    heapq.heapify(heap)
    heapq.heappush(heap, Own(x[0] * 2))
    heapq.heapreplace(heap, Own(x[1] * 3))
    numbers = []
    for v in x:
        heapq.heappush(numbers, float(v))
    return (
        heapq.heappushpop(heap, Own(x[2])).v,
        heapq.heappop(heap).v,
        [heapq.heappop(numbers) for _ in range(4)],
    )


def _item(x):
    items = {"a": 1}
    operator.setitem(items, int(x[0]), float(x[1]))
    operator.delitem(items, "a")
    return items


def _default(x):
    d = collections.defaultdict(lambda: float(x[0]))
    lists = collections.defaultdict(list)
    for v in x:
        lists[positive(v)].append(float(v))
    d["a"] += 1
    return d["a"], d["b"], dict(lists), d.__getitem__("c"), d.get("e"), sorted(d)


def _sorted_in_place(x):
    items = x.unbind()
    items.sort(key=value, reverse=True)
    return items


def _updated(x):
    d = {}
    d.update(map(lambda a: (int(a * 8), float(a)), x))
    d |= {"a": float(x[0])}
    return list(d.items()), d.setdefault("b", float(x[1])), d.pop("c", int(x[2]))


def _mapped(x):
    return {"a": float(x[0]), "b": int(x[1])}


def _starred(x):
    first, *rest = map(value, x)
    a, b, c, d = (float(v) for v in x)
    return first, rest, a + d


def _delegating(x):
    def inner():
        yield float(x[0])
        return float(x[1])

    got = yield from inner()
    yield got


def _raised(x):
    try:
        raise ValueError(float(x[0]), int(x[1]))
    except ValueError as e:
        return e.args


class _Guard:
    def __init__(self, x):
        self.x = x

    def __enter__(self):
        return float(self.x[0])

    def __exit__(self, *_):
        return bool(self.x[0] > -9)


def _entered(x):
    with _Guard(x) as number:
        raise ValueError("swallowed")
    return number


def _matched(x):
    match int(x[0]):
        case 1:
            return "one"
        case -1:
            return "minus one"
    return "other"


ALL = {
    f"{module}.{name}": case
    for module, cases in {
        "builtins": BUILTINS, "itertools": ITERTOOLS, "functools": FUNCTOOLS, "heapq": HEAPQ, "bisect": BISECT,
        "statistics": STATISTICS, "operator": OPERATOR, "collections": COLLECTIONS, "other": OTHERS,
    }.items()
    for name, case in cases.items()
}  # fmt: skip
