"""A class that changes between calls: what its objects do then is what captured code does."""

import dataclasses
import types

import paddle
import pytest


def same(make, source, change, calls=6, at=3):
    """The results of calls before and behind a change of the class, captured and not."""
    results = []
    for convert in (lambda f: f, paddle.jit.to_static):
        cls = make()
        space = {
            "o": cls(),
            "C": cls,
            "paddle": paddle,
            "call": lambda: results[-1].append("called"),
        }
        space["o"].k = 1
        exec(f"def f(x): return x * 1, {source}", space)
        f = convert(space["f"])
        results.append([])
        for i in range(calls):
            if i == at:
                change(cls)
            results[-1].append(f(paddle.ones([1]))[1])
    assert results[0] == results[1]
    assert results[0][at - 1] != results[0][at] or "is None" in source
    return results


def plain():
    class Plain:
        pass

    return Plain


METHODS = {
    "__bool__": ("1 if o else 0", lambda s: False),
    "__len__": ("1 if o else 0", lambda s: 0),
    "__eq__": ("o == 3", lambda s, other: True),
    "__ne__": ("not (o != 3)", lambda s, other: False),
    "__getattr__": ("o.nope if hasattr(o, 'nope') else 0", lambda s, name: 5),
    "__getattribute__": ("o.k", lambda s, name: 7),
    "__call__": ("o() if callable(o) else 0", lambda s: 8),
    "__str__": ("str(o)[:1]", lambda s: "Q"),
    "__repr__": ("repr(o)[:1]", lambda s: "Q"),
    "__format__": ("f'{o}'[:1]", lambda s, spec: "Q"),
    "__contains__": ("1 in o if hasattr(type(o), '__contains__') else 0", lambda s, x: True),
    "__iter__": ("list(o) if hasattr(type(o), '__iter__') else 0", lambda s: iter([1])),
    "__getitem__": ("o[0] if hasattr(type(o), '__getitem__') else 0", lambda s, i: 3),
    "__index__": ("[4, 5][o] if hasattr(type(o), '__index__') else 0", lambda s: 1),
    "__enter__": ("hasattr(o, '__enter__')", lambda s: s),
    "method": ("o.method() if hasattr(o, 'method') else 0", lambda s: 3),
}


@pytest.mark.parametrize("name", METHODS)
def test_methods_that_come_later(name):
    source, method = METHODS[name]
    same(plain, source, lambda cls: setattr(cls, name, method))


@pytest.mark.parametrize("name", ["__bool__", "__eq__", "__getattr__", "__call__", "__str__"])
def test_of_a_base(name):
    def make():
        class Base:
            pass

        class Derived(Base):
            pass

        return Derived

    source, method = METHODS[name]
    same(make, source, lambda cls: setattr(cls.__bases__[0], name, method))


def test_an_object_among_elements():
    same(plain, "o in [1, 2]", lambda cls: setattr(cls, "__eq__", lambda s, other: True))
    same(
        plain,
        "[1, o].index(2) if hasattr(o, 'z') else 0",
        lambda cls: setattr(cls, "z", 1) or setattr(cls, "__eq__", lambda s, other: True),
    )


def test_a_property_over_an_attribute():
    same(plain, "o.k", lambda cls: setattr(cls, "k", property(lambda s: 66)))


def test_a_method_that_is_exchanged_or_goes():
    def make():
        class Has:
            def __bool__(self):
                return False

            def value(self):
                return 1

        return Has

    same(make, "1 if o else 0", lambda cls: delattr(cls, "__bool__"))
    same(make, "o.value()", lambda cls: setattr(cls, "value", lambda s: 2))


def test_other_bases():
    class One:
        def value(self):
            return 1

    class Two:
        def value(self):
            return 2

    def make():
        return type("Class", (One,), {})

    same(make, "o.value()", lambda cls: setattr(cls, "__bases__", (Two,)))


@pytest.mark.parametrize("kind", ["make_dataclass", "exec", "new_class", "module", "namedtuple"])
def test_classes_that_say_they_are_of_a_library(kind):
    def make():
        if kind == "make_dataclass":
            return dataclasses.make_dataclass("Class", [("k", int, 0)], namespace={"scale": 1})
        if kind == "exec":
            space = {}
            exec("class Class: scale = 1", space)
            return space["Class"]
        if kind == "new_class":
            return types.new_class("Class", (), {}, lambda space: space.update(scale=1))

        class Class:
            scale = 1
            __module__ = "collections"

        return Class

    same(make, "C.scale + o.scale", lambda cls: setattr(cls, "scale", 5))


def test_a_counter_of_the_class_costs_no_capture():
    class Layer(paddle.nn.Layer):
        made = 0

        def forward(self, x):
            return x * 2

    layer = Layer()
    f = paddle.jit.to_static(layer.forward)
    for _ in range(6):
        Layer.made += 1
        f(paddle.ones([1]))
    assert f.report.skipped >= 3, str(f.report)


def test_the_reason_is_told():
    class Flag:
        pass

    flag = Flag()
    f = paddle.jit.to_static(lambda x: x * 2 if flag else x)
    for _ in range(3):
        f(paddle.ones([1]))
    Flag.__bool__ = lambda self: False
    assert f(paddle.ones([1])).item() == 1
    assert "special methods or properties of" in str(paddle.jit.report(f))
