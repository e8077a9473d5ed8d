"""C code that calls Python functions of a captured function: it gets plain values, as it does without a capture."""

import bisect
import builtins
import collections
import functools
import heapq
import itertools
import operator
import statistics

import pytest
from paddle.jit import vm
from paddle.jit.vm import natives, specials
from paddle.jit.vm.numbers import Number, TensorRange

from .callbacks_cases import ALL
from .differential import agree, floats

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

UP, DOWN = floats(1.5, -0.5, 2.5, -1.0), floats(-1.5, 3.5, 0.25, -2.0)
# What neither calls functions, nor asks, compares or keeps what it is given.
OUT_OF_SCOPE = {
    "builtins": {
        "ord", "issubclass", "id", "dir", "globals", "compile", "input", "print", "open", "breakpoint", "super",
        "object", "staticmethod", "classmethod", "aiter", "anext",
    },
    "functools": {"WRAPPER_ASSIGNMENTS", "WRAPPER_UPDATES"},
    "statistics": {"NormalDist", "StatisticsError"},
}  # fmt: skip


@pytest.mark.parametrize(
    "module",
    [builtins, itertools, functools, heapq, bisect, statistics, operator, collections],
    ids=lambda m: m.__name__,
)
def test_no_function_is_forgotten(module):
    names = {n for n in getattr(module, "__all__", None) or dir(module) if not n.startswith("_")}
    names = {
        n for n in names if callable(getattr(module, n)) and not (module is builtins and n[0].isupper())
        and type(getattr(module, n)).__name__ != "Quitter"
    }  # fmt: skip
    covered = {key.split(".", 1)[1] for key in ALL if key.startswith(f"{module.__name__}.")}
    assert (
        names
        - covered
        - OUT_OF_SCOPE.get(module.__name__, set())
        - {"copyright", "credits", "license", "help"}
        == set()
    )


def hidden(x, depth=0):
    """A stand-in of the interpreter's within `x`."""
    if isinstance(x, (Number, TensorRange)):
        return True
    if isinstance(x, dict):
        return any(hidden(i, depth + 1) for pair in x.items() for i in pair)
    return (
        isinstance(x, (list, tuple, set, frozenset))
        and depth < 9
        and any(hidden(i, depth + 1) for i in x)
    )


@pytest.fixture
def border(monkeypatch):
    """Looks at all that is handed to C code."""
    invoke, call = natives.invoke, natives.Callback.__call__

    def watched(machine, fn, args, kwargs):
        assert not hidden(args) and not hidden(kwargs), f"{fn} is given a stand-in"
        value = invoke(machine, fn, args, kwargs)
        assert not hidden(value), f"{fn} gives a stand-in"
        return value

    def answered(self, *args, **kwargs):
        value = call(self, *args, **kwargs)
        assert not hidden(value), f"{self.fn} gives a stand-in"
        return value

    monkeypatch.setattr(natives, "invoke", watched)
    monkeypatch.setattr(specials, "invoke", watched)
    monkeypatch.setattr(natives.Callback, "__call__", answered)


@pytest.mark.parametrize("name", ALL)
def test_c_code_gets_plain_values(name, border):
    agree(ALL[name], [(UP,), (DOWN,), (UP + 1,)], whole=None)
