"""Places that one way of a branch on a tensor writes: what the other way leaves in them is what it finds."""

import types

import paddle
import pytest
from paddle.jit import to_static, vm

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

CALLS = ((0, 1.0), (0, -1.0), (5, -1.0), (5, 1.0), (7, -1.0))


@pytest.mark.parametrize("kind", ["attr", "item", "cell"])
def test_what_was_there_before(kind):
    place, items, cell = types.SimpleNamespace(c=0), {"c": 0}, 0

    def f(x):
        nonlocal cell
        if x.sum() > 0:
            if kind == "attr":
                place.c = 0
            elif kind == "item":
                items["c"] = 0
            else:
                cell = 0
        return x * 2

    static = to_static(f)
    for start, value in CALLS:
        place.c = items["c"] = cell = start
        static(paddle.to_tensor([value]))
        found = {"attr": place.c, "item": items["c"], "cell": cell}[kind]
        assert found == (0 if value > 0 else start)


def test_a_counter_that_is_reset():
    def f(x, state):
        if x.sum() > 0:
            state.count = 0
        else:
            state.count += 1
        return x

    counts = []
    for function in (f, to_static(f)):
        state = types.SimpleNamespace(count=0)
        counts.append([])
        for value in (1.0, 1.0, -1.0, -1.0, -1.0, 1.0, -1.0):
            function(paddle.to_tensor([value]), state)
            counts[-1].append(state.count)
    assert counts[0] == counts[1]
