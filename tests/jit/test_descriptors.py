"""Attributes that classes look after in Python: their code runs as often as in the plain function."""

import paddle
import pytest


class Watched:
    def __get__(self, obj, owner):
        obj.log.append("get")
        return obj._v

    def __set__(self, obj, value):
        obj.log.append("set")
        obj._v = value

    def __delete__(self, obj):
        obj.log.append("delete")
        obj._v = 0


class Deleted:
    """Only told of deletions."""

    def __delete__(self, obj):
        obj.log.append("delete")


class Own(property):
    """A property that is one by its class's class."""


def as_property(kind):
    def get(obj):
        obj.log.append("get")
        return obj._v

    def put(obj, value):
        obj.log.append("set")
        obj._v = value

    def delete(obj):
        obj.log.append("delete")
        obj._v = 0

    return kind(get, put, delete)


DESCRIPTORS = {
    "watched": Watched,
    "deleted": Deleted,
    "property": lambda: as_property(property),
    "own property": lambda: as_property(Own),
}


def deletes(a, x):
    del a.v
    return x


def deletes_in_a_branch(a, x):
    del a.v
    return [x] if x.sum() > 0 else x


def stores(a, x):
    a.v = a._v + 1
    return [x * a.v] if x.sum() > 0 else x


def reads(a, x):
    return x * a.v


@pytest.mark.parametrize("slots", [False, True], ids=["dict", "slots"])
@pytest.mark.parametrize("descriptor", DESCRIPTORS)
@pytest.mark.parametrize("function", [deletes, deletes_in_a_branch, stores, reads])
def test_descriptors(function, descriptor, slots):
    if descriptor == "deleted" and function in (stores, reads):
        pytest.skip("raises")

    def run(convert):
        space = {"v": DESCRIPTORS[descriptor]()} | ({"__slots__": ("_v", "log")} if slots else {})
        a = type("A", (), space)()
        a._v, a.log = 1, []
        call = convert(lambda x: function(a, x))
        values = []
        for n in (1, 1, -1, 1, 2):
            result = call(paddle.full([1], n))
            values.append(str(result))
        return a.log, a._v, values

    assert run(paddle.jit.to_static) == run(lambda f: f)
