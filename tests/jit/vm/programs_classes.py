"""Programs: `with`, classes, operators, iterators."""
# ruff: noqa

import contextlib

from .programs import program


@program
def with_statements():
    log = []

    class Manager:
        def __init__(self, name, swallow=False):
            self.name, self.swallow = name, swallow

        def __enter__(self):
            log.append("enter " + self.name)
            return self

        def __exit__(self, kind, error, traceback):
            log.append((self.name, kind and kind.__name__, str(error)))
            return self.swallow

    with Manager("a") as a, Manager("b"):
        log.append(a.name)
    with Manager("c", True):
        raise ValueError("x")
    for _ in range(2):
        with Manager("d"):
            continue
    return log


@program
def with_nothing():
    with 3:
        pass


@program
def context_managers():
    log = []

    @contextlib.contextmanager
    def manager(x):
        log.append(("in", x))
        try:
            yield x + 1
        except ValueError as e:
            log.append(e.args)
        finally:
            log.append("out")

    with manager(1) as y:
        log.append(y)
        raise ValueError(5)
    with contextlib.suppress(KeyError), contextlib.ExitStack() as stack:
        log.append(stack.enter_context(manager(3)))
        {}["x"]
    return log


@program
def classes():
    class Meta(type):
        def __new__(mcs, name, bases, space, **kw):
            space["kw"] = sorted(kw)
            return super().__new__(mcs, name, bases, space)

        def __init__(cls, name, bases, space, **kw):
            super().__init__(name, bases, space)

        def __call__(cls, *args):
            obj = super().__call__(*args)
            obj.called = True
            return obj

    class Base(metaclass=Meta, option=1):
        x = 1

        def __init__(self, a):
            self.a = a

        def who(self):
            return "base", __class__.__name__

    class Derived(Base):
        def __init__(self, a):
            super().__init__(a + 1)

        def who(self):
            return "derived", *super().who()

        @staticmethod
        def s(x):
            return x

        @classmethod
        def c(cls, x):
            return cls.__name__, x

        @property
        def p(self):
            return self.a * 2

        @p.setter
        def p(self, value):
            self.a = value

    d = Derived(1)
    d.p = 7
    return d.who(), d.s(1), d.c(2), d.p, d.called, Derived.kw, Derived.c(1), Base.kw


@program
def dunders():
    class V:
        def __init__(self, x):
            self.x = x

        def __add__(self, o):
            return V(self.x + o.x) if isinstance(o, V) else NotImplemented

        def __radd__(self, o):
            return V(self.x + o)

        def __iadd__(self, o):
            self.x += 100
            return self

        def __eq__(self, o):
            return self.x == o.x

        def __lt__(self, o):
            return self.x < o.x

        def __hash__(self):
            return hash(self.x)

        def __neg__(self):
            return V(-self.x)

        def __bool__(self):
            return self.x > 0

        def __len__(self):
            return 3

        def __getitem__(self, i):
            if i >= 3:
                raise IndexError(i)
            return self.x + i

        def __contains__(self, i):
            return i == self.x

        def __call__(self, *a, **k):
            return a, k

        def __repr__(self):
            return f"V({self.x})"

        def __format__(self, spec):
            return "<" + spec + ">"

        def __getattr__(self, name):
            if name.startswith("_"):
                raise AttributeError(name)
            return name * 2

        def __int__(self):
            return self.x

    v = V(1)
    w = v
    w += 1
    out = [
        repr(v + V(2)),
        repr(1 + v),
        v is w,
        v == w,
        v != V(0),
        V(1) < V(2),
        V(2) > V(1),
        repr(-v),
    ]
    out += [
        bool(V(-1)),
        not V(1),
        len(v),
        list(V(5)),
        5 in V(5),
        v(1, k=2),
        f"{v:abc}",
        f"{v}",
        f"{v!r}",
    ]
    out += [
        v.foo,
        hasattr(v, "_bar"),
        getattr(v, "_bar", 3),
        int(v),
        sorted([V(3), V(1)])[0].x,
        max(V(3), V(9)).x,
    ]
    out += [
        str(v),
        "%s" % v,
        [V(1)] == [V(1)],
        V(1) in [V(1)],
        {V(1): 2}[V(1)],
        "yes" if V(0) else "no",
    ]
    return out


@program
def bad_operands():
    class V:
        def __add__(self, o):
            return NotImplemented

    return V() + 1


@program
def bad_order():
    class V:
        def __lt__(self, o):
            return NotImplemented

    return V() < V()


@program
def bad_bool():
    class V:
        def __bool__(self):
            return 3

    return 1 if V() else 2


@program
def reflected_subclass():
    class A:
        def __add__(self, o):
            return "A"

        def __radd__(self, o):
            return "rA"

    class B(A):
        def __radd__(self, o):
            return "rB"

    return A() + B(), A() + A(), B() + A(), 1 + A()


@program
def iterators():
    class Count:
        def __init__(self, n):
            self.n = n

        def __iter__(self):
            return self

        def __next__(self):
            if self.n == 0:
                raise StopIteration
            self.n -= 1
            return self.n

    class Sequence:
        def __getitem__(self, i):
            if i > 2:
                raise IndexError
            return i * i

    a, *b = Count(4)
    return (
        list(Count(3)),
        [x for x in Count(2)],
        a,
        b,
        list(Sequence()),
        sum(Count(4)),
        [*zip(Count(2), Sequence())],
    )
