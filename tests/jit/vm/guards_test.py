"""Guards that hold mean a run that would be the same; effects replayed give the state that it leaves."""

import asyncio
import builtins
import copy
import datetime
import decimal
import gc
import importlib
import inspect
import locale
import os
import random
import secrets
import sys
import tempfile
import threading
import time
import uuid
import weakref

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paddle.jit import vm
from paddle.jit.vm.effects import restore
from paddle.jit.vm.guards import Expectations, value_key

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


def capture(fn, *args):
    session = vm.Session()
    return vm.capture(fn, args, {}, session), session


def replay(effects):
    for kind, holder, key, value in effects:
        if kind == "extend":
            holder.extend(value)
        else:
            restore(kind, holder, key, value)


class Box:
    shared = 1

    def __init__(self, **kw):
        self.__dict__.update(kw)

    def twice(self):
        return self.x * 2


SCALE = 3
TABLE = {"a": 1}


def test_globals():
    def f(x):
        return x * SCALE

    space = globals()
    _, s = capture(f, 2)
    assert s.holds((2,), {}) and not s.holds((3,), {}) and not s.holds((2.0,), {})
    space["SCALE"] = 4
    assert not s.holds((2,), {})
    space["SCALE"] = 3
    assert s.holds((2,), {})


def test_builtin_shadowed():
    space = {"__name__": "user"}
    exec("def f(x): return len(x)", space)
    _, s = capture(space["f"], [1])
    assert s.holds(([1],), {})
    space["len"] = lambda x: 5
    assert not s.holds(([1],), {})


def test_attributes_and_classes():
    b = Box(x=1)

    def f():
        return b.twice() + b.shared, hasattr(b, "y")

    _, s = capture(f)
    assert s.holds((), {})
    for change, back in (
        (lambda: setattr(b, "x", 2), lambda: setattr(b, "x", 1)),
        (lambda: setattr(b, "y", 2), lambda: delattr(b, "y")),
        (lambda: setattr(Box, "shared", 2), lambda: setattr(Box, "shared", 1)),
        (lambda: setattr(b, "shared", 5), lambda: delattr(b, "shared")),
        (lambda: setattr(b, "twice", 5), lambda: delattr(b, "twice")),
        (lambda: setattr(b, "x", True), lambda: setattr(b, "x", 1)),
    ):
        change()
        assert not s.holds((), {})
        back()
        assert s.holds((), {})


def test_containers():
    items, table, seen = [1, 2], {"k": 1}, {1}

    def f():
        return sum(items), table.get("z"), "k" in table, len(seen)

    _, s = capture(f)
    assert s.holds((), {})
    table["other"] = 1
    assert s.holds((), {})
    table["z"] = 2
    assert not s.holds((), {})
    del table["z"]
    items.append(3)
    assert not s.holds((), {})
    items.pop()
    seen.add(2)
    assert not s.holds((), {})


def test_made_objects_need_no_guards():
    def f():
        d = {"a": [1]}
        d["a"].append(2)
        o = Box(x=d)
        return o.x["a"][1], sorted(d["a"])

    _, s = capture(f)
    spaces = (globals(), vars(builtins))
    held = [g for g in s.guards if g[0] in ("item", "content", "attr")]
    assert all(any(g[1] is space for space in spaces) for g in held)
    assert s.effects() == []


def test_function_changed():
    def g(x=1):
        return x

    def f():
        return g()

    _, s = capture(f)
    g.__defaults__ = (2,)
    assert not s.holds((), {})


@pytest.mark.parametrize(
    "call", [
        time.time, time.monotonic, time.localtime, time.ctime, random.random, os.getpid, os.getcwd, os.urandom,
        uuid.uuid4, secrets.token_bytes, tempfile.mktemp, input, gc.get_count, threading.get_ident, sys.getrefcount,
        weakref.getweakrefcount, id, print,
        datetime.date.today, datetime.datetime.now, datetime.datetime.today, datetime.datetime.utcnow,
        datetime.date.fromtimestamp, datetime.datetime.fromtimestamp, datetime.datetime(2020, 1, 1).timestamp,
        decimal.getcontext, locale.localeconv, np.random.rand, asyncio.get_event_loop_policy, inspect.currentframe,
    ],
)  # fmt: skip
def test_unknown_is_opaque(call):
    argument = {os.urandom: 1, sys.getrefcount: 1, weakref.getweakrefcount: set, id: 1}.get(call)
    argument = 0 if getattr(call, "__name__", "") == "fromtimestamp" else argument
    session = vm.Session()
    try:
        vm.capture(lambda: call() if argument is None else call(argument), (), {}, session)
    except (EOFError, OSError):
        pass  # `input` in a test
    assert session.opaques


def test_a_class_that_is_changed():
    class A:
        pass

    box = A()
    _, s = capture(lambda: type(box) is A)
    assert s.holds((), {})
    box.__class__ = type("B", (), {})
    assert not s.holds((), {})


@pytest.mark.parametrize(
    "name", ["resnet", "report_of", "abcnet", "inspector", "typings", "profile", "graphlib"]
)
def test_modules_that_are_named_like_known_ones(name, tmp_path, monkeypatch):
    text = "K = 2\nclass C: k = 2\ndef g(): return K\ndef c(): return C.k\n"
    (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, name, raising=False)
    module = importlib.import_module(name)
    for read, holder, key in ((module.g, module, "K"), (module.c, module.C, "k")):
        value, s = capture(read)
        assert value == 2 and s.holds((), {}) and not s.opaques
        setattr(holder, key, 5)
        assert not s.holds((), {})


def test_old_iterator_is_opaque():
    it = iter([1, 2])
    assert capture(lambda: next(it))[1].opaques
    assert capture(lambda: list(it))[1].opaques


def test_effects_of_all_kinds():
    b, items, table, log, n = Box(x=1), [3, 1], {"k": 1}, [], 0

    def f():
        nonlocal n
        n += 1
        b.x += 1
        b.new = [b.x]
        items.sort()
        table["z"] = n
        table.pop("k")
        log.append(n)

    _, s = capture(f)
    assert (n, b.x, b.new, items, table, log) == (1, 2, [2], [1, 3], {"z": 1}, [1])
    kinds = {(e[0], e[2]) for e in s.effects()}
    assert kinds == {
        ("cell", None), ("attr", "x"), ("attr", "new"), ("content", None), ("item", "z"), ("item", "k"),
        ("extend", None),
    }  # fmt: skip
    log.append(7)
    replay(s.effects())
    assert log == [1, 7, 1]


def test_appending_needs_no_guard():
    log = []
    _, s = capture(lambda: log.append(1))
    log.append(5)
    assert s.holds((), {})
    _, s = capture(lambda: (log.append(1), len(log)))
    assert not s.holds((), {})


def test_argument_structure():
    def f(a, b):
        a["x"].append(1)
        return a["x"] is b

    shared = []
    _, s = capture(f, {"x": shared}, shared)
    other = []
    assert s.holds(({"x": other}, other), {})
    assert not s.holds(({"x": []}, []), {})
    other.append(1)
    assert not s.holds(({"x": other}, other), {})


def test_values_are_told_apart():
    e = Expectations()
    for x in (0.0, -0.0, 0, False, float("nan"), "0", b"0", (0,), (0.0,), None):
        for y in (0.0, -0.0, 0, False, float("nan"), "0", b"0", (0,), (0.0,), None):
            assert e.holds(e.of(x), y) == (repr(x) == repr(y))
    assert value_key(1.5) == value_key(1.5)


# Random programs over a state; the state changes between two calls.

_NAMES = st.sampled_from(["a", "b", "c"])
_STEP = st.one_of(
    st.tuples(st.just("get"), _NAMES),
    st.tuples(st.just("set"), _NAMES, st.integers(0, 3)),
    st.tuples(st.just("add"), _NAMES),
    st.tuples(st.just("has"), _NAMES),
    st.tuples(st.just("del"), _NAMES),
    st.tuples(st.just("item"), _NAMES),
    st.tuples(st.just("put"), _NAMES, st.integers(0, 3)),
    st.tuples(st.just("keys")),
    st.tuples(st.just("pop"), _NAMES),
    st.tuples(st.just("append"), st.integers(0, 3)),
    st.tuples(st.just("len")),
    st.tuples(st.just("sum")),
    st.tuples(st.just("insert"), st.integers(0, 3)),
    st.tuples(st.just("branch"), _NAMES, st.integers(0, 2)),
)


def execute(state, steps):
    out = []
    i = 0
    while i < len(steps):
        kind, *args = steps[i]
        i += 1
        if kind == "get":
            out.append(getattr(state, args[0], "none"))
        elif kind == "set":
            setattr(state, args[0], args[1])
        elif kind == "add":
            if hasattr(state, args[0]):
                setattr(state, args[0], getattr(state, args[0]) + 1)
        elif kind == "has":
            out.append(hasattr(state, args[0]))
        elif kind == "del":
            try:
                delattr(state, args[0])
            except AttributeError:
                out.append("no")
        elif kind == "item":
            out.append(state.table.get(args[0]))
        elif kind == "put":
            state.table[args[0]] = args[1]
        elif kind == "keys":
            out += [(k, v) for k, v in state.table.items()]
        elif kind == "pop":
            out.append(state.table.pop(args[0], "none"))
        elif kind == "append":
            state.items.append(args[0])
        elif kind == "len":
            out.append(len(state.items))
        elif kind == "sum":
            out.append(sum(state.items))
        elif kind == "insert":
            state.items.insert(0, args[0])
        elif kind == "branch":
            if getattr(state, args[0], 0) > args[1]:
                i += 1
    return out


def build(values):
    attrs, table, items = values
    return Box(**attrs, table=dict(table), items=list(items))


def move(state, values):
    """Brings `state` to other values, its containers staying the same objects."""
    fresh = build(values)
    for name in list(state.__dict__):
        if name not in ("table", "items"):
            delattr(state, name)
    for name, value in fresh.__dict__.items():
        if name not in ("table", "items"):
            setattr(state, name, value)
    state.table.clear()
    state.table.update(fresh.table)
    state.items[:] = fresh.items


def show(state):
    d = state.__dict__
    return {k: d[k] for k in sorted(d)}, list(state.table.items())


_VALUES = st.tuples(
    st.dictionaries(_NAMES, st.integers(0, 2)),
    st.dictionaries(_NAMES, st.integers(0, 2)),
    st.lists(st.integers(0, 2), max_size=2),
)


@settings(max_examples=150, deadline=None)
@given(_VALUES, st.lists(_VALUES, max_size=4), st.lists(_STEP, max_size=8))
def test_guards_and_effects(first, others, steps):
    state = build(first)
    steps = tuple(steps)
    native = copy.deepcopy(state)
    result, session = capture(lambda: execute(state, steps))
    assert result == execute(native, steps) and show(native) == show(state)
    assert not session.opaques
    effects = [(k, h, key, copy.copy(v)) for k, h, key, v in session.effects()]
    for values in (first, *others):
        move(state, values)
        if session.holds((), {}):
            native = copy.deepcopy(state)
            assert execute(native, steps) == result
            replay(effects)
            assert show(native)[0] == show(state)[0]
    move(state, first)
    assert session.holds((), {})
