"""Random programs that exchange tensors between places in branches: then the same places hold the same tensors."""

import copy
import random
import time
import types

import paddle
import pytest
from paddle.jit import vm

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

PLACES = ("o.a", "o.b", "o.c", "m[0]", "d['k']", "cell")
CALLS = 7


def _source(rng):
    """The text of a function of `x` and `y`, which moves tensors between `PLACES`."""
    names = [*PLACES, "x", "y"]

    def value():
        kind = rng.random()
        if kind < 0.5:
            return rng.choice(names)
        if kind < 0.6:
            return f"{rng.choice(names)} if {condition()} else {rng.choice(names)}"
        if kind < 0.65:
            return f"{rng.choice(names)}.detach()"
        return f"{rng.choice(names)} * {rng.choice(('0.5', '1', names[rng.randrange(8)]))}"

    def condition():
        return f"{rng.choice(names)}.sum() {rng.choice('<>')} {rng.choice(('0', '2'))}"

    def block(depth):
        lines = []
        for _ in range(rng.randint(1, 3)):
            kind = rng.random()
            if kind < 0.3 and depth < 2:
                lines += [f"if {condition()}:", *_indented(block(depth + 1))]
                if rng.random() < 0.6:
                    lines += ["else:", *_indented(block(depth + 1))]
            elif kind < 0.37 and depth < 2:
                lines += ["i = paddle.zeros([])", f"while i < {rng.choice(('1', 'n'))}:"]
                lines += _indented([*block(2), "i = i + 1"])
            elif kind < 0.47:
                lines.append(f"{rng.choice(names)}.{rng.choice(('add_(y)', 'scale_(0.5)'))}")
            elif kind < 0.57:
                p, q = rng.sample(PLACES, 2)
                lines.append(f"{p}, {q} = {q}, {p}")
            else:
                lines.append(f"{rng.choice(PLACES)} = {value()}")
        return lines

    unknown = ["time.time()"], ["copy.deepcopy(s)"], [], [], []
    body = [*rng.choice(unknown), *block(0), *rng.choice(unknown), *block(0)]
    result = rng.choice(("x * 1", "None", "o.a", "(o.b, m[0])", "cell", f"({value()})"))
    return "\n".join(["def f(x, y, n):", *_indented(["nonlocal cell", *body, f"return {result}"])])


def _indented(lines):
    return ["    " + line for line in lines]


def _make(source, convert):
    text = "\n".join(
        [
            "def make(o, m, d, cell, s):",
            *_indented(source.splitlines()),
            "    return f, lambda: cell",
        ]
    )
    space = {"paddle": paddle, "time": time, "copy": copy}
    exec(compile(text, "<random>", "exec"), space)  # noqa: S102 (made above)
    made = [paddle.to_tensor([float(v)]) for v in (1, -2, 3, -1, 2, 1)]
    o = types.SimpleNamespace(a=made[0], b=made[1], c=made[2])
    m, d = [made[3]], {"k": made[4]}
    f, cell = space["make"](o, m, d, made[5], [made[0]])
    return convert(f), lambda: [o.a, o.b, o.c, m[0], d["k"], cell()]


def _found(source, seed, convert):
    """What each call leaves: values, and which of all tensors in sight are one."""
    rng = random.Random(seed)
    f, places = _make(source, convert)
    found = []
    for _ in range(CALLS):
        before = places()
        x, y = (
            rng.choice(before) if rng.random() < 0.2 else paddle.to_tensor([float(v)])
            for v in (rng.randint(-3, 3), rng.randint(-3, 3))
        )
        n = paddle.to_tensor(float(rng.randint(0, 2)))
        try:
            result = f(x, y, n)
        except Exception as error:
            found.append(f"{type(error).__name__}: {error}")
            break
        held = [*places(), x, y, *before, *(result if isinstance(result, tuple) else (result,))]
        held = [t for t in held if t is not None]
        first = {}
        found.append(
            (
                [first.setdefault(id(t), k) for k, t in enumerate(held)],
                [t.item() for t in held],
                places()[0].add_(y) and None,  # what shares its memory changes, too
                [t.item() for t in held],
            )
        )
        if any(abs(t.item()) > 1e3 for t in held):
            break
    return found


@pytest.mark.parametrize("seed", [*range(20), 80, 81, 130])
def test_identities(seed):
    source = _source(random.Random(seed))
    eager, captured = (_found(source, seed, c) for c in (lambda f: f, paddle.jit.to_static))
    for k, (expected, received) in enumerate(zip(eager, captured, strict=True)):
        assert received == expected, f"call {k} of\n{source}"
