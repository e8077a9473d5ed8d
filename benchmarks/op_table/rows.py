"""How a line of the operator table becomes workloads."""

import functools
import importlib
from dataclasses import dataclass

from harness.workload import Input, Workload

SIZES = ("small", "large")


@dataclass(frozen=True)
class T:
    """A tensor at both sizes; a ``fill`` of two numbers has one for each."""

    small: tuple[int, ...] = (8, 8)
    large: tuple[int, ...] = (1024, 1024)
    dtype: str = "float32"
    fill: str | int | float | tuple = "normal"

    def at(self, size):
        which = SIZES.index(size)
        fill = self.fill[which] if isinstance(self.fill, tuple) else self.fill
        return Input((self.small, self.large)[which], self.dtype, fill)


MATRIX = T()
POSITIVE = T(fill="uniform")  # 0.5 to 1.5
UNIT = T(fill="unit")  # -0.9 to 0.9
BOOL = T(dtype="bool", fill=2)
INT = T(dtype="int64", fill=100)


def index(small, large, bound):
    """Indices below ``bound`` (one number for each size)."""
    return T(small, large, "int64", bound)


def make(framework, texts, _inputs):
    """What expressions give that are evaluated once, before the clock starts."""
    scope = {framework: importlib.import_module(framework)}
    return {name: eval(text, scope) for name, text in texts.items()}


def op(name, paddle, torch="", *, grad="", numbers=None, made=None, **tensors):
    """The workloads of one operator.

    Args:
        name: of the operator, and what tells this row from its others.
        paddle, torch: the expression; no text where there is no such function.
            ``{n}`` stands for a number that depends on the size.
        grad: names of tensors whose gradients are timed as well, with a space between.
        numbers: {"n": (small, large)}.
        made: {name: (paddle's expression, torch's)}, evaluated before the clock starts.
        tensors: by name; ``x`` is a matrix where none is given.
    """
    tensors = tensors or {"x": MATRIX}
    for which, size in enumerate(SIZES):
        values = {key: pair[which] for key, pair in (numbers or {}).items()}
        code = {"paddle": paddle, "torch": torch}
        code = {key: text.format(**values) for key, text in code.items() if text}
        inputs = {key: tensor.at(size) for key, tensor in tensors.items()}
        prepare = {}
        if made:
            for place, framework in enumerate(code):
                texts = {key: pair[place].format(**values) for key, pair in made.items()}
                prepare[framework] = functools.partial(make, framework, texts)
        common = {"code": code, "inputs": inputs, "prepare": prepare}
        yield Workload(f"{name}, {size}", **common)
        if grad:
            wanted = tuple(grad.split())
            yield Workload(f"{name}, {size}, gradient", gradients=wanted, **common)


def listed(*groups):
    return [workload for group in groups for workload in group]


def covered(workloads):
    """Names of the operators that the table has."""
    return {w.name.split(",")[0].split(" ")[0] for w in workloads}
