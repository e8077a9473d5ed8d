"""Interpreted functions give what native ones give: results, errors, lines, side effects."""

import argparse
import copy
import dataclasses
import difflib
import heapq
import json
import random
import statistics
import sys
import textwrap
import traceback

import pytest
from paddle.jit import vm

from . import programs_classes, programs_data, programs_functions  # noqa: F401
from .programs import PROGRAMS

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


def outcome(call):
    try:
        return "value", call()
    except BaseException as e:
        lines = [
            (f.name, f.lineno)
            for f in traceback.extract_tb(e.__traceback__)
            if "programs" in f.filename
        ]
        return "error", type(e), repr(e.args), lines, repr(e.__context__), repr(e.__cause__)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_same(program):
    assert repr(outcome(lambda: vm.capture(program))) == repr(outcome(program))


LIBRARY = {
    "textwrap": lambda: textwrap.fill("the quick brown fox jumps over the lazy dog " * 4, 30, initial_indent="* "),
    "dedent": lambda: textwrap.dedent("  a\n    b\n  c"),
    "json": lambda: "".join(json.encoder._make_iterencode(
        {}, json.JSONEncoder().default, json.encoder.encode_basestring, 2, float.__repr__, ": ", ",", True, False, False
    )({"b": [1, 2.5, None, True], "a": {"x": "é\n"}}, 0)),
    "json decoder": lambda: json.loads('{"a": [1, 2, {"b": null}]}'),
    "statistics": lambda: (statistics.stdev([1, 2, 3.5, 7]), statistics.median([3, 1, 2]), statistics.mode("aab")),
    "heapq": lambda: (list(heapq.merge([1, 4], [2, 3])), heapq.nlargest(2, [3, 1, 4], key=lambda x: -x)),
    "difflib": lambda: list(difflib.unified_diff("a\nb\nc".split(), "a\nx\nc".split(), lineterm="")),
    "ratio": lambda: difflib.SequenceMatcher(None, "abcd", "bcde").ratio(),
    "dataclasses": lambda: dataclasses.asdict(dataclasses.make_dataclass("D", [("x", int), ("y", list)])(1, [2])),
    "copy": lambda: copy.deepcopy({"a": [1, (2, [3])]}),
    "random": lambda: random.Random(3).sample(range(100), 5),
}  # fmt: skip


@pytest.mark.parametrize("name", LIBRARY)
def test_library(name):
    assert vm.capture(LIBRARY[name]) == LIBRARY[name]()


def test_argparse():
    def parse():
        parser = argparse.ArgumentParser(prog="p")
        parser.add_argument("--n", type=int, default=3)
        parser.add_argument("files", nargs="*")
        return vars(parser.parse_args(["--n", "4", "a", "b"]))

    assert vm.capture(parse) == parse()


def test_without_source():
    space = {}
    exec("f = lambda x: [y + 1 for y in x]", space)
    assert vm.capture(space["f"], ([1, 2],)) == [2, 3]


def test_user_sees_his_frames_only():
    def inner(x):
        return 1 // x

    def outer(x):
        return inner(x) + 1

    with pytest.raises(ZeroDivisionError) as found:
        vm.capture(outer, (0,))
    names = [f.name for f in traceback.extract_tb(found.value.__traceback__)]
    assert names[-2:] == ["outer", "inner"]
    assert found.traceback[-1].lineno == inner.__code__.co_firstlineno


def test_recursion_limit_is_put_back():
    limit = sys.getrecursionlimit()
    vm.capture(lambda: 1)
    assert sys.getrecursionlimit() == limit
