"""Random programs of primitives: with CINN as in eager code.

`python -m tests.cinn.random_test FIRST COUNT` runs other seeds, and says at the end how many kernels there were.
"""

import random
import sys
import time

import numpy as np
import paddle
import pytest

from .programs import UNITS, check_close, fused

PROGRAMS, EACH = 500, 25

UNARY = [
    paddle.exp, paddle.tanh, paddle.abs, paddle.square, paddle.nn.functional.sigmoid, paddle.nn.functional.silu,
    paddle.nn.functional.relu, paddle.nn.functional.gelu, paddle.floor, paddle.round,
    lambda x: -x, lambda x: x * 1.5 + 0.25, lambda x: paddle.sqrt(paddle.abs(x)), lambda x: 1 / (x * x + 1),
    lambda x: paddle.log1p(paddle.abs(x)), lambda x: x.astype("float64").astype(x.dtype) - 1,
]  # fmt: skip
BINARY = [
    paddle.add, paddle.subtract, paddle.multiply, paddle.maximum, paddle.minimum,
    lambda x, y: x / (paddle.abs(y) + 1), lambda x, y: paddle.where(x > y, x, y * 0.5),
    lambda x, y: paddle.where(paddle.logical_and(x > 0, y <= 0), y, x), lambda x, y: x + (x == y).astype(x.dtype),
]  # fmt: skip
REDUCTIONS = [paddle.sum, paddle.mean, paddle.max, paddle.min]


class Program:
    """A list of steps: which function of which earlier values."""

    def __init__(self, seed):
        r = random.Random(seed)
        rank = r.choice([1, 2, 2, 2, 3, 3, 4])
        self.shape = [r.choice([1, 2, 3, 5, 8, 16, 17, 33, 64]) for _ in range(rank)]
        if r.random() < 0.3:
            self.shape[-1] = r.choice([100, 257, 768])
        self.dtype = r.choice(["float32"] * 4 + ["float64", "bfloat16", "float16"])
        self.inputs = [self._some(r, self.shape) for _ in range(r.randint(1, 3))]
        self.inputs[0] = self.shape
        shapes = list(self.inputs)
        self.steps, self.seed = [], seed
        for _ in range(r.randint(2, 14)):
            self._add(r, shapes)
        self.results = sorted({len(shapes) - 1, *r.sample(range(len(shapes)), min(3, len(shapes)))})

    @staticmethod
    def _some(r, shape):
        """A shape that broadcasts to it."""
        some = [n if r.random() < 0.7 else 1 for n in shape]
        return some[r.randint(0, len(some) - 1) if r.random() < 0.3 else 0 :]

    def _add(self, r, shapes):
        kind, i = r.random(), r.choice([len(shapes) - 1, r.randrange(len(shapes))])
        shape = shapes[i]
        if kind < 0.35:
            self.steps.append((r.choice(UNARY), [i]))
        elif kind < 0.7:
            others = [j for j, s in enumerate(shapes) if self._broadcast(shape, s)]
            j = r.choice(others)
            self.steps.append((r.choice(BINARY), [i, j]))
            shape = self._broadcast(shape, shapes[j])
        elif kind < 0.88 and shape:
            axes = sorted(r.sample(range(len(shape)), r.randint(1, len(shape))))
            if r.random() < 0.6:
                axes = [len(shape) - 1]
            reduce, keep = r.choice(REDUCTIONS), r.random() < 0.8
            self.steps.append((lambda x, f=reduce, a=axes, k=keep: f(x, a, keepdim=k), [i]))
            shape = [1 if k in axes else n for k, n in enumerate(shape)]
            if not keep:
                shape = [n for k, n in enumerate(shape) if k not in axes]
        elif kind < 0.94 and len(shape) > 1:
            order = r.sample(range(len(shape)), len(shape))
            self.steps.append((lambda x, o=order: x.transpose(o), [i]))
            shape = [shape[k] for k in order]
        elif len(shape) > 1:
            k = r.randrange(len(shape) - 1)
            shape = [*shape[:k], shape[k] * shape[k + 1], *shape[k + 2 :]]
            self.steps.append((lambda x, s=shape: x.reshape(s), [i]))
        else:
            self.steps.append((paddle.tanh, [i]))
        shapes.append(shape)

    def _broadcast(self, a, b):
        """The shape of both, where that is no larger than the program's; else None."""
        try:
            shape = list(np.broadcast_shapes(a, b))
        except ValueError:
            return None
        return shape if np.prod(shape) <= max(64, 2 * np.prod(self.shape)) else None

    def __call__(self, *inputs):
        values = list(inputs)
        for function, at in self.steps:
            values.append(function(*(values[i] for i in at)))
        return [values[i] for i in self.results]

    def arguments(self):
        random_state = np.random.RandomState(self.seed)
        return [
            paddle.to_tensor(random_state.randn(*shape).astype("float32")).astype(self.dtype)
            for shape in self.inputs
        ]

    def _lost(self, expected):
        """What each result may lose: where numbers cancel, or decide near an edge, as other numbers as close show."""
        inputs = [x.astype("float64") for x in self.arguments()]
        exact = [x.numpy() for x in self(*inputs)]
        runs = [[e.astype("float64").numpy() for e in expected]]
        for k in range(4):
            noise = np.random.RandomState(k)
            near = [
                x * (1 + UNITS[self.dtype] * paddle.to_tensor(noise.randn(*x.shape)))
                for x in inputs
            ]
            runs.append([x.numpy() for x in self(*near)])
        with np.errstate(invalid="ignore"):  # infinities
            far = [[np.abs(a - b) for a, b in zip(run, exact, strict=True)] for run in runs]
        return [
            max(f[np.isfinite(f)].max(initial=0.0) for f in each) for each in zip(*far, strict=True)
        ]

    def _compare(self, actual, expected, lost):
        for k, (a, e, one) in enumerate(zip(actual, expected, lost, strict=True)):
            check_close(a, e, f"seed {self.seed}, result {k} {e.shape} {self.dtype}", 5 * one)

    def check(self):
        """How many kernels CINN has made, and for how many operators."""
        arguments = self.arguments()
        expected = self(*arguments)
        actual, fusion = fused(self, *arguments)
        try:
            self._compare(actual, expected, [0.0] * len(expected))
        except AssertionError:
            self._compare(actual, expected, self._lost(expected))
        return (fusion.kernels, fusion.operators) if fusion else (0, 0)


@pytest.mark.parametrize("first", range(0, PROGRAMS, EACH))
def test_programs(first):
    kernels = sum(Program(seed).check()[0] for seed in range(first, first + EACH))
    assert kernels >= EACH // 3


def test_programs_of_today():
    seed = int(time.time())
    print("seed", seed)
    for k in range(EACH):
        Program(seed + k).check()


if __name__ == "__main__":
    start, number = int(sys.argv[1]), int(sys.argv[2])
    total, wrong = [0, 0], 0
    for s in range(start, start + number):
        try:
            total = [t + n for t, n in zip(total, Program(s).check(), strict=True)]
        except Exception as error:
            wrong += 1
            print(f"seed {s}: {type(error).__name__}: {error}")
    print(f"{number} programs, {total[0]} kernels for {total[1]} operators, {wrong} wrong")
