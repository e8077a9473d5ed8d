"""Whatever is read of Python objects: when it changes, a captured function does what a plain one does."""

import random
import textwrap

import numpy as np
import paddle
import pytest
from paddle.jit import to_static, vm

from .object_reads import KIND_USES, KINDS, NUMBER_USES, OBJECT_USES, PLACES, PRELUDE, VARYING_USES

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")
VALUES = (7.0, 2.0, 5.0)


def program(setup, body, value):
    space = {"V": value, "__name__": "user"}
    exec(f"{PRELUDE}\n{setup}\ndef f(a):\n{textwrap.indent(body, '    ')}", space)
    return space


def outcome(f):
    try:
        return np.asarray(f(paddle.to_tensor([1.0, 2.0]))).tolist()
    except Exception as e:
        return type(e)


def number(v):
    return v


def tensor(v):
    return paddle.to_tensor(v)


def differences(setup, body, change, values=VALUES, make=number):
    """Calls the plain and the captured function, each with a state of its own, which changes between calls."""
    plain, captured = (program(setup, body, make(2.0)) for _ in range(2))
    static = to_static(captured["f"])
    wrong = []

    def call(when):
        want, got = outcome(plain["f"]), outcome(static)
        if got != want:
            wrong.append(f"{when}: captured {got}, plain {want}")
        return want

    for _ in range(4):
        first = call("unchanged")
    report = static.report
    if not isinstance(first, type) and not (report.skipped or report.unskippable or report.breaks):
        wrong.append(f"says nothing of why Python runs: {report}")
    for value in values:
        for space in (plain, captured):
            space["V"] = make(value)
            exec(change, space)
        for _ in range(2):
            call(f"changed to {value}")
    return wrong


@pytest.mark.parametrize("place", PLACES)
def test_place(place):
    setup, read, change = PLACES[place]
    wrong = differences(setup, f"return a * ({read})", change)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("place", PLACES)
def test_place_of_a_tensor(place):
    setup, read, change = PLACES[place]
    written = f"{change}\nif isinstance(V, paddle.Tensor): V.add_(paddle.ones([]))"
    for how in (change, written):
        wrong = differences(setup, f"return a * ({read})", how, make=tensor)
        assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("use", OBJECT_USES)
def test_use_of_an_object(use):
    wrong = differences("o, p = Special(V), Special(4.0)", f"return a * ({use})", "o.k = V")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("use", KIND_USES)
def test_use_of_a_class_or_a_container(use):
    wrong = differences(KINDS, f"return a * ({use})", "box.k = V")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("kind", [float, int])
@pytest.mark.parametrize("use", VARYING_USES)
def test_use_of_a_number_that_varies(use, kind):
    body = f"n = o.k\nreturn a * ({use})"
    values = (3, 4, 5, 6, 7, 8, 7, 3)
    wrong = differences("o = Plain(); o.k = V", body, "o.k = V", values, kind)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("seed", range(60))
def test_random_use_of_a_random_place(seed):
    r = random.Random(seed)
    wrong = differences(*random_program(r), [r.choice((2.0, 3.0, 5.0, 7.0)) for _ in range(6)])
    assert not wrong, "\n".join(wrong)


def random_program(r):
    setup, read, change = PLACES[r.choice(list(PLACES))]
    lines = [f"n = {read}", "n = n if type(n) is float else float(n)"]
    if r.random() < 0.5:
        # An object around the number: all its special methods, or one.
        kind = r.choice(
            [
                "Special",
                "Special",
                *(f"Only_{n}" for n in ("index", "float", "str", "len", "iter", "lt")),
            ]
        )
        lines += [f"o, p = {kind}(n), {kind}(4.0)", f"return a * ({r.choice(OBJECT_USES)})"]
    else:
        for _ in range(r.randint(0, 2)):
            lines.append(
                f"n = float(np.asarray({r.choice(NUMBER_USES[:-5])}))".replace("np.asarray", "")
            )
        lines.append(f"return a * ({r.choice(NUMBER_USES)})")
    return setup, "\n".join(lines), change
