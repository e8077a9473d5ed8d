"""Every way to read state: after a change the guards fail, or the read was opaque."""

import array
import collections
import functools
import operator
import types

import numpy as np
import pytest
from paddle.jit import vm

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


class Plain:
    pass


class Slots:
    __slots__ = ("q",)


def state():
    o = Plain()
    o.x, o.d, o.t, o.n, o.s = [1], {"a": [1, 2]}, ([1], 2), Plain(), Slots()
    o.n.v, o.s.q, o.z = 1, 1, 1
    o.partial = functools.partial(lambda q: q[0], o.x)
    o.chain, o.user = collections.ChainMap(o.d), collections.UserDict(a=1)
    o.deque, o.space = collections.deque([1]), types.SimpleNamespace(a=1)
    o.bytes, o.array, o.numpy = bytearray(b"a"), array.array("i", [1]), np.ones(2)
    return o


READS = {
    "nested list": (lambda o: o.d["a"][0], lambda o: o.d["a"].__setitem__(0, 9)),
    "list in tuple": (lambda o: o.t[0][0], lambda o: o.t[0].__setitem__(0, 9)),
    "attrgetter": (lambda o: operator.attrgetter("n.v")(o), lambda o: setattr(o.n, "v", 9)),
    "itemgetter": (lambda o: operator.itemgetter("a")(o.d), lambda o: o.d.__setitem__("a", 9)),
    "partial": (lambda o: o.partial(), lambda o: o.x.__setitem__(0, 9)),
    "absent": (lambda o: getattr(o, "zz", 3), lambda o: setattr(o, "zz", 9)),
    "vars": (lambda o: vars(o)["z"], lambda o: setattr(o, "z", 9)),
    "dict of vars": (lambda o: dict(o.__dict__)["z"], lambda o: setattr(o, "z", 9)),
    "ChainMap": (lambda o: o.chain["a"], lambda o: o.d.__setitem__("a", 9)),
    "UserDict": (lambda o: o.user["a"], lambda o: o.user.__setitem__("a", 9)),
    "deque": (lambda o: o.deque[0], lambda o: o.deque.__setitem__(0, 9)),
    "namespace": (lambda o: o.space.a, lambda o: setattr(o.space, "a", 9)),
    "bytearray": (lambda o: o.bytes[0], lambda o: o.bytes.__setitem__(0, 9)),
    "array": (lambda o: o.array[0], lambda o: o.array.__setitem__(0, 9)),
    "numpy": (lambda o: float(o.numpy[0]), lambda o: o.numpy.__setitem__(0, 9)),
    "numpy sum": (lambda o: float(o.numpy.sum()), lambda o: o.numpy.__setitem__(0, 9)),
    "text of a list": (lambda o: f"{o.x}", lambda o: o.x.append(9)),
    "percent": (lambda o: f"{(o.x,)!r}", lambda o: o.x.append(9)),
    "join": (lambda o: ",".join(map(str, o.x)), lambda o: o.x.append(9)),
    "slot": (lambda o: o.s.q, lambda o: setattr(o.s, "q", 9)),
    "equal": (lambda o: o.x == [1], lambda o: o.x.append(9)),
    "in list": (lambda o: 9 in o.x, lambda o: o.x.append(9)),
    "reversed": (lambda o: list(reversed(o.x)), lambda o: o.x.append(9)),
    "zip": (lambda o: list(zip(o.x, o.x, strict=True)), lambda o: o.x.append(9)),
    "star": (lambda o: [*o.x], lambda o: o.x.append(9)),
    "two stars": (lambda o: dict(**o.d), lambda o: o.d.__setitem__("b", 9)),
}  # fmt: skip


@pytest.mark.parametrize("name", READS)
def test_read(name):
    read, change = READS[name]
    o, session = state(), vm.Session()
    assert vm.capture(lambda: read(o), (), {}, session) == read(o)
    assert session.opaques or session.holds((), {})
    change(o)
    assert session.opaques or not session.holds((), {})
