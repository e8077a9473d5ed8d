"""What a report says where Python runs each time: the user's line, and the name of the thing."""

import inspect
import math
import time

import numpy as np
import paddle
import pytest
from paddle.jit import to_static, vm
from paddle.jit.reasons import told

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


def helper(x):
    return math.sqrt(float(x.abs().sum()))  # the line


def in_a_call(x):
    return x * helper(x)


def in_arithmetic(x):
    return x * float(x[0]) ** 0.5  # the line


def in_a_key(x):
    return sorted(x.unbind(), key=lambda v: float(v))[0]  # the line


def in_a_text(x):
    return f"{float(x[0])!a}"  # the line


def asleep(x):
    time.sleep(0)  # the line
    return x


def through_numpy(x):
    return x + np.float32(2.0).sum()  # the line


CASES = {
    in_a_call: (helper, "a value was needed"), in_arithmetic: (None, "a value was needed"),
    in_a_key: (None, "a value was needed"), in_a_text: (None, "a value was needed"),
    asleep: (None, "time.sleep"), through_numpy: (None, "float32"),
}  # fmt: skip


@pytest.mark.parametrize("f", CASES, ids=lambda f: f.__name__)
def test_a_reason_names_line_and_thing(f):
    place, thing = CASES[f]
    static = to_static(f)
    static(paddle.to_tensor([1.5, 2.25]))
    lines, first = inspect.getsourcelines(place or f)
    line = first + next(i for i, text in enumerate(lines) if "# the line" in text)
    why = paddle.jit.report(static).unskippable
    assert why.startswith(f"{__file__}:{line}: ") and thing in why and "pybind" not in why, why


def test_a_reason_goes_when_it_is_no_longer_true():
    done = []

    def f(x):
        if not done:
            print(end="")
            done.append(1)
        return x + 1

    static = to_static(f)
    for _ in range(4):
        static(paddle.ones([1]))
    report = paddle.jit.report(static)
    assert report.skipped >= 2 and report.unskippable is None and "Python runs" not in str(report)


class Holder:
    pass


def test_what_changed_is_told_in_words():
    holder = Holder()
    assert told("the arguments") == "the arguments"
    assert (
        told(("attr", holder, "rate", ("value", int, 3)))
        == "attribute 'rate' of a Holder, which was 3"
    )
    assert told(("item", globals(), "np", ("is", np))).startswith(
        f"'np' of module {__name__}, which was <module"
    )
    assert told(("item", {"a": 1}, "a", ("absent",))) == "'a' of {'a': 1}, which was nothing"
    assert told(("function", helper, None, ())) == "the code or the defaults of helper"
    assert told(("content", [1, 2], None, ("list", list, ()))) == "the elements of [1, 2]"
    assert len(told(("item", {i: i for i in range(1000)}, 1, ("value", int, 1)))) < 200
