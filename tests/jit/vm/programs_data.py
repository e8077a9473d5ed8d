"""Programs: data, loops, the library, odd corners."""
# ruff: noqa

import collections
import dataclasses
import enum
import functools
import itertools
import operator

from .programs import PROGRAMS, program


@program
def list_changes_under_loop():
    out, xs = [], [1, 2, 3]
    for x in xs:
        out.append(x)
        if x < 3:
            xs.append(x + 2)
    return out, xs


@program
def unpacking():
    (a, b), *c, d = [(1, 2), 3, 4, 5]
    x, y = y, x = 1, 2
    [p, q] = "ab"
    return a, b, c, d, x, y, p, q, [*range(2), *"ab"], {**{"a": 1}, "b": 2}, {*"a", 1}


@program
def unpack_few():
    a, b = [1]


@program
def unpack_many():
    a, b = range(5)


@program
def unpack_none():
    a, b = None


@program
def unpack_star_few():
    a, *b, c = [1]


@program
def walrus_and_chains():
    out = []
    if (n := 10) > 5:
        out.append(n)
    out += [y for x in range(3) if (y := x * 2) > 1]
    return out, y, 1 < n < 20, 1 < n > 20, n and 0 or "x", not n, None or [] or 0


@program
def matching():
    @dataclasses.dataclass
    class Point:
        x: int
        y: int

    def f(v):
        match v:
            case 0 | 1:
                return "small"
            case str(s):
                return "str", s
            case [a, *rest] if rest:
                return "list", a, rest
            case {"k": value, **more}:
                return "map", value, more
            case Point(x, y=3):
                return "point", x
            case Point():
                return "any point"
            case None:
                return "none"
            case _:
                return "other"

    values = [
        0,
        1,
        "a",
        [1, 2],
        [1],
        {"k": 1, "z": 2},
        {"a": 1},
        Point(1, 3),
        Point(1, 2),
        None,
        3.5,
    ]
    return [f(v) for v in values]


@program
def formatting():
    x, y = 3.14159, "a"
    return (
        f"{x:.2f} {y!r:>6} {y!s} {x=} {'{'}",
        f"{1:>3}|{2}",
        "%d-%s" % (1, y),
        f"{x:{6}.{2}}",
    )


@program
def loops():
    out = []
    for i in range(10):
        if i == 2:
            continue
        if i == 5:
            break
        out.append(i)
    else:
        out.append("never")
    while out:
        out.pop()
        if len(out) == 1:
            break
    else:
        out.append("never")
    for _ in ():
        pass
    else:
        out.append("else")
    return out


@program
def functional():
    out = [
        list(map(lambda x: x + 1, [1, 2])),
        list(filter(None, [0, 1])),
        functools.reduce(lambda a, b: a * b, range(1, 5)),
    ]
    out += [
        sorted("bca", key=lambda c: -ord(c)),
        min([3, 1], key=lambda x: -x),
        list(itertools.accumulate([1, 2, 3], lambda a, b: a * b)),
    ]
    out += [
        list(itertools.takewhile(lambda x: x < 3, itertools.count())),
        functools.partial(int, base=2)("101"),
    ]
    xs = [3, 1, 2]
    xs.sort(key=lambda x: -x)
    return (
        out,
        xs,
        operator.attrgetter("real")(3),
        operator.itemgetter(1)([1, 2]),
        any(x > 2 for x in xs),
    )


@program
def decorators():
    def twice(f):
        @functools.wraps(f)
        def g(*a, **k):
            return f(*a, **k), f(*a, **k)

        return g

    @twice
    @functools.lru_cache
    def f(x):
        "doc"
        return x + 1

    return f(1), f.__name__, f.__doc__


@program
def containers():
    class D(dict):
        def __missing__(self, k):
            return k * 2

        def __setitem__(self, k, v):
            super().__setitem__(k, v + 1)

    class L(list):
        def append(self, x):
            super().append(x * 2)

    d, items = D(a=1), L()
    d["b"] = 1
    items.append(3)
    c = collections.Counter("abca")
    dd = collections.defaultdict(list)
    dd["x"].append(1)
    od = collections.OrderedDict(a=1)
    od.move_to_end("a")
    q = collections.deque([1, 2], maxlen=2)
    q.append(3)
    x = [1, 2, 3, 4]
    x[1:3] = [9]
    del x[0]
    return d, d["zz"], items, c.most_common(1), dict(dd), list(od), list(q), x, x[::-1], (1, 2)[-1]


@program
def named_things():
    P = collections.namedtuple("P", "a b", defaults=[5])

    class Color(enum.Enum):
        RED = 1
        BLUE = 2

        def twice(self):
            return self.value * 2

    @dataclasses.dataclass(order=True, frozen=True)
    class D:
        x: int
        y: list = dataclasses.field(default_factory=list)

        def __post_init__(self):
            self.y.append(self.x)

    p = P(1)
    return (
        p._replace(a=3),
        p.b,
        Color(2).name,
        Color.RED.twice(),
        list(Color),
        D(1) < D(2),
        dataclasses.replace(D(1), x=4),
    )


@program
def frozen():
    @dataclasses.dataclass(frozen=True)
    class D:
        x: int

    d = D(1)
    d.x = 3


@program
def descriptors():
    class Typed:
        def __set_name__(self, owner, name):
            self.name = "_" + name

        def __get__(self, obj, cls):
            return self if obj is None else getattr(obj, self.name, "none")

        def __set__(self, obj, value):
            setattr(obj, self.name, value * 2)

    class A:
        __slots__ = ("_x", "z")
        x = Typed()

        def __getattribute__(self, name):
            return super().__getattribute__(name)

    a = A()
    before = a.x
    a.x = 4
    a.z = 1
    del a.z
    return before, a.x, hasattr(a, "z"), type(A.x).__name__


@program
def slots_missing():
    class A:
        __slots__ = ("x",)

    A().x  # noqa: B018


@program
def no_attribute():
    class A:
        pass

    A().foo  # noqa: B018


@program
def no_class_attribute():
    class A:
        pass

    A.foo  # noqa: B018


@program
def property_error():
    class A:
        @property
        def x(self):
            return self.y

        def __getattr__(self, name):
            return "fallback " + name

    class B:
        @property
        def x(self):
            return [][0]

    return A().x, B().x


@program
def namespaces():
    x = 1
    y = locals()
    exec("z = x + 1", {}, y)
    return (
        sorted(y),
        eval("x + 2"),
        globals()["__name__"] == __name__,
        sorted(vars(type("T", (), {"a": 1})))[-1],
    )


@program
def class_scope():
    x = "outer"

    class A:
        y = x
        x = "inner"
        z = [y for _ in range(2)] if False else x
        a: int = 3

    return A.x, A.y, A.z, A.__annotations__


@program
def strings():
    return (
        ",".join(str(i) for i in range(3)),
        "a b".split(),
        "abc"[1:],
        b"x",
        b"ab"[0],
        "é".upper(),
    )


@program
def asserts():
    assert 1 + 1 == 2
    assert not PROGRAMS, f"{len([1])} message"


@program
def deep_recursion():
    def f(n):
        return 0 if n == 0 else 1 + f(n - 1)

    return f(500)


@program
def too_deep():
    def f(n):
        return f(n + 1)

    try:
        f(0)
    except RecursionError:
        return "too deep"


@program
def imports():
    import json.decoder as d
    from os import path as p
    from os.path import join

    return d.__name__, p.__name__, join("a", "b")


@program
def import_missing():
    from os import nothing_like_this  # noqa: F401


@program
def stop_iteration():
    return next(iter([])), next(iter([]), 3)


@program
def exit_info():
    import sys
    import traceback

    try:
        raise ValueError("x")
    except ValueError:
        return sys.exc_info()[0], traceback.format_exc().splitlines()[-1], sys.exc_info()[1].args


@program
def integers():
    return (
        7 // -2,
        7 % -2,
        2**100,
        -7 >> 1,
        5 & 3 | 8 ^ 1,
        ~5,
        +True,
        1 / 3,
        10**-2,
        divmod(7, 2),
        round(2.5),
        abs(-3),
    )


@program
def kwonly_defaults():
    def f(*, a=1, b):
        return a, b

    return f(b=2), f(a=3, b=4), f.__kwdefaults__


@program
def mutable_default():
    def f(x, acc=[]):  # noqa: B006
        acc.append(x)
        return list(acc)

    return f(1), f(2)


@program
def supers():
    class A:
        def __init_subclass__(cls, **kw):
            cls.made = sorted(kw)

        def __new__(cls, *a):
            obj = super().__new__(cls)
            obj.a = a
            return obj

    class B(A, k=1):
        @classmethod
        def make(cls):
            return cls(1, 2)

    return B.make().a, B.made, super(B, B()).__init__ is not None


@program
def not_callable():
    three = 3
    return three(4)


@program
def bad_init():
    class A:
        def __init__(self):
            return 3

    return A()


@program
def takes_no_arguments():
    class A:
        pass

    return A(1)


@program
def abstract():
    import abc

    class A(abc.ABC):
        @abc.abstractmethod
        def f(self):
            pass

    return A()
