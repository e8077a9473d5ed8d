"""What a class is given after a capture: special methods, descriptors, attributes of classes that name a library."""

import abc
import dataclasses
import types

import paddle
import pytest
from paddle.jit import vm

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

# (what the class gets, an expression of its object `o`)
GIVEN = {
    "__bool__": (lambda s: False, "1 if o else 0"),
    "__len__": (lambda s: 0, "1 if o else 0"),
    "__eq__": (lambda s, q: True, "o == 3"),
    "__ne__": (lambda s, q: False, "o != 3"),
    "__hash__": (lambda s: 7, "hash(o) == 7"),
    "__getattr__": (lambda s, n: 5, "o.nope if hasattr(o, 'nope') else 0"),
    "__getattribute__": (lambda s, n: 6, "o.k"),
    "k": (property(lambda s: 66), "o.k"),
    "__call__": (lambda s: 8, "o() if callable(o) else 0"),
    "__str__": (lambda s: "Q", "str(o)[:1]"),
    "__repr__": (lambda s: "R", "f'{o}'[:1]"),
    "__format__": (lambda s, f: "F", "f'{o}'[:1]"),
    "__contains__": (lambda s, x: True, "1 in o if hasattr(o, '__contains__') else None"),
    "__iter__": (lambda s: iter([4]), "list(o) if hasattr(type(o), '__iter__') else []"),
    "__setattr__": (lambda s, n, v: None, "setattr(o, 'k', o.k + 1) or o.k"),
    "__add__": (lambda s, x: 9, "o + 1 if hasattr(o, '__add__') else 0"),
    "__radd__": (lambda s, x: 10, "1 + o if hasattr(o, '__radd__') else 0"),
    "__enter__": (lambda s: s, "hasattr(o, '__enter__')"),
    "__lt__": (lambda s, x: True, "sorted([o]) and hasattr(type(o), '__lt__') and (o < 3 if x is None else 0)"),
}  # fmt: skip


def _calls(make_function, change, n=5):
    found = []
    for convert in (lambda f: f, paddle.jit.to_static):
        cls, o, f = make_function()
        f, calls = convert(f), []
        for k in range(n):
            if k == 3:
                change(cls)
            calls.append(f(paddle.ones([1]))[1])
        found.append(calls)
    assert found[0] == found[1]


@pytest.mark.parametrize("where", ["class", "base"])
@pytest.mark.parametrize("name", GIVEN)
def test_given_later(name, where):
    value, expression = GIVEN[name]

    def make():
        class Base:
            pass

        class Own(Base):
            pass

        o = Own()
        o.k = 1
        space = {"o": o}
        exec(f"def f(x): return x * 1, {expression}", space)  # noqa: S102
        return (Own if where == "class" else Base), o, space["f"]

    _calls(make, lambda cls: setattr(cls, name, value))


@pytest.mark.parametrize("name", ["__bool__", "__eq__", "k"])
def test_taken_away_later(name):
    value, expression = GIVEN[name]

    def make():
        class Own:
            pass

        o = Own()
        o.k = 1
        setattr(Own, name, value)
        space = {"o": o}
        exec(f"def f(x): return x * 1, {expression}", space)  # noqa: S102
        return Own, o, space["f"]

    _calls(make, lambda cls: delattr(cls, name))


def test_other_bases():
    def make():
        class A:
            def __bool__(self):
                return False

        class Base:
            pass

        class Own(Base):
            pass

        o = Own()
        Own.other = A
        return Own, o, lambda x: (x * 1, 1 if o else 0)

    _calls(make, lambda cls: setattr(cls, "__bases__", (cls.other, *cls.__bases__)))


def test_objects_that_the_function_makes():
    def make():
        class Own:
            pass

        return Own, None, lambda x: (x * 1, 1 if Own() else 0)

    _calls(make, lambda cls: setattr(cls, "__bool__", lambda s: False))


def test_objects_among_the_arguments():
    class Own:
        pass

    for f in (lambda x, o: 1 if o else 0, paddle.jit.to_static(lambda x, o: 1 if o else 0)):
        o = Own()
        assert [f(paddle.ones([1]), o) for _ in range(3)] == [1, 1, 1]
        Own.__bool__ = lambda s: False
        assert f(paddle.ones([1]), o) == 0
        del Own.__bool__


def test_layers():
    class Net(paddle.nn.Layer):
        def forward(self, x):
            return x * 2 if self else x * 3

    net = paddle.jit.to_static(Net())
    x = paddle.ones([1])
    assert [net(x).item() for _ in range(3)] == [2.0] * 3
    Net.__bool__ = lambda s: False
    assert net(x).item() == 3.0


def test_what_is_not_special_does_not_matter():
    class Own:
        seen = 0

    o = Own()

    @paddle.jit.to_static
    def f(x):
        return x * (2 if o else 3)

    for k in range(6):
        assert f(paddle.ones([1])).item() == 2.0
        Own.seen = k
        Own.__doc__ = str(k)
    assert paddle.jit.report(f).captured == 1


def _dataclass():
    return dataclasses.make_dataclass("Cfg", [("a", int)], namespace={"scale": 1})


def _without_name():
    space = {}
    exec("class O: scale = 1", space)  # noqa: S102
    return space["O"]


def _new_class():
    return types.new_class("N", (), {}, lambda space: space.update(scale=1))


def _foreign_module():
    class Q:
        scale = 1
        __module__ = "collections"

    return Q


def _name_of_the_library():
    return type("OrderedDict", (), {"scale": 1, "__module__": "collections"})


def _abstract():
    class Q(abc.ABC):  # noqa: B024
        scale = 1
        __module__ = "abc"

    return Q


def _derived():
    return type("P", (types.SimpleNamespace,), {"scale": 1, "__module__": "types"})


@pytest.mark.parametrize(
    "make",
    [_dataclass, _without_name, _new_class, _foreign_module, _name_of_the_library, _abstract, _derived],
)  # fmt: skip
def test_attributes_of_classes_that_name_a_library(make):
    found = []
    for convert in (lambda f: f, paddle.jit.to_static):
        cls, calls = make(), []
        f = convert(lambda x, c=cls: x * c.scale)
        for k in range(4):
            if k == 2:
                cls.scale = 5
            calls.append(f(paddle.ones([1])).item())
        cls.n = 0

        def count(x, cls=cls):
            cls.n += 1
            return x * cls.n

        g = convert(count)
        found.append((calls, [g(paddle.ones([1])).item() for _ in range(4)], cls.n))
    assert found[0] == found[1]
