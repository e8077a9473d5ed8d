"""Random programs of assignments, branches and loops: the recorded graph is right for every input."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paddle.jit import vm

from .fake_tracer import Fake, evaluated, trace

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

NAMES = "abc"
RETURN = "    return a, b, c, n, box.v, table['k']"
_EXPRESSION = st.sampled_from(
    ["a + 1", "b - a", "c * 2", "a + b", "-c", "a if b > 0 else c", "b + n", "f(a)"]
)
_CONDITION = st.sampled_from(
    [
        "a > 0",
        "b < c",
        "a > 1 or b > 2",
        "a < 2 and c > 0",
        "not b > 1",
        "n > 1",
        "0 < a < 3",
        "box.v > 1",
    ]
)
_SIMPLE = st.one_of(
    st.builds("{} = {}".format, st.sampled_from(NAMES), _EXPRESSION),
    st.sampled_from(
        [
            "n += 1",
            "box.v = a",
            "box.v = box.v + b",
            "d = a",
            "a, b = b, a",
            "pass",
            "table['k'] = c",
        ]
    ),
)


def _indent(lines):
    return ["    " + line for line in lines]


def _if(condition, then, orelse):
    lines = [f"if {condition}:", *_indent(then)]
    return lines + (["else:", *_indent(orelse)] if orelse else [])


def _while(step, body, leave):
    return [
        "i_ = a * 0",
        f"while i_ < {step}:",  # (loops within it count by a longer name)
        *_indent(["i_ = i_ + 1", *(line.replace("i_", "i__") for line in body)]),
        *_indent(leave),
    ]


def _for(body, leave):
    return ["for k in range(2):", *_indent(["a = a + k", *body]), *_indent(leave)]


def _flatten(parts):
    return [line for part in parts for line in part]


_LEAVE = st.sampled_from(
    [
        [],
        ["if b > 3:", "    break"],
        ["if c > 2:", "    continue", "b = b + 1"],
        ["if b > 4:", RETURN],
    ]
)


def _blocks(inner):
    body = st.lists(inner, min_size=1, max_size=3).map(_flatten)
    return st.one_of(
        st.builds(_if, _CONDITION, body, st.one_of(st.just([]), body)),
        st.builds(_while, st.integers(1, 3), body, _LEAVE),
        st.builds(_for, body, _LEAVE),
        st.builds(lambda c: [f"if {c}:", RETURN], _CONDITION),
    )


_STATEMENT = st.recursive(_SIMPLE.map(lambda s: [s]), _blocks, max_leaves=6)


class Box:
    pass


def f(x):
    if x > 1:
        return x - 1
    return x * 2


def build(lines):
    text = "\n".join(
        [
            "def program(a, b):",
            *_indent(["c = a * 0 + 1", "n = 1", "box = Box()", "box.v = b", "table = {'k': a}"]),
            *_indent(lines),
            RETURN,
        ]
    )
    space = {"Box": Box, "f": f, "__name__": "user"}
    exec(text, space)
    return space["program"], text


POINTS = [(-1.0, 2.0), (0.0, 0.0), (2.0, 3.0), (1.0, -2.0), (5.0, 1.0)]


def native(fn, values):
    return evaluated(fn(*[Fake(np.asarray(v)) for v in values]), {})


@settings(max_examples=60, deadline=None)
@given(st.lists(_STATEMENT, min_size=1, max_size=4).map(_flatten))
def test_random_program(lines):
    fn, text = build(lines)
    for values in POINTS[:2]:
        result, session, inputs = trace(fn, *values)
        assert evaluated(result, dict(session.tracer.env)) == native(fn, values), text
        assert not session.opaques and not session.tracer.regions
        if not session.breaks:
            for other in POINTS:
                env = dict(zip(inputs, map(np.asarray, other), strict=True))
                assert evaluated(result, env) == native(fn, other), text
