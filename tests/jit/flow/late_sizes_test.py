"""Sizes that only a run knows (of `nonzero`, masks, `unique`): one program takes them as they come."""

import numpy as np
import paddle
import pytest
from paddle.jit import report, to_static, vm

from .differential import agree, floats, run, same

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

SOME = [(floats(*v),) for v in ((1, 0, 2, 3), (0, 5, 1, 0), (1, 2, 3, 4), (0, -1, 2, 1))]
FEW = [(floats(*v),) for v in ((1, 2, 0, 0), (0, 1, 0, 0), (0, 0, 0, 0), (1, 1, 1, 1))]


def general(function, calls=SOME, parameters=()):
    static = agree(function, calls, parameters)
    seen = report(static)
    assert not seen.assumptions, seen
    assert seen.compiled == 1 and seen.skipped == 2 * len(calls) - 1, seen
    return static


def test_masks_with_gradients():
    w = paddle.to_tensor(floats(1.0, 2.0, 3.0, 4.0), stop_gradient=False)

    def f(x):
        picked = (x * w)[x > 0]
        return (
            picked.sum() * picked,
            (picked**2).mean(),
            picked.reshape([-1, 1]) @ picked.reshape([1, -1]),
        )

    general(f, parameters=(w,))


def test_sizes_of_zero_and_one():
    def f(x):
        picked = x[x > 0] * 2
        return picked, picked.sum(), paddle.concat([picked, x]), paddle.nonzero(x)

    general(f, SOME[:1] + FEW)
    general(f, FEW[:1] + SOME)


def test_squeeze_is_another_operation_for_one():
    def f(x):
        return paddle.nonzero(x > 0).squeeze() * 2

    agree(f, SOME[:2] + FEW + SOME)


def test_python_sees_the_size():
    def f(x):
        n = paddle.nonzero(x).shape[0]
        if n > 2:
            return x * n, n
        return x - n, n * 2 + 1

    agree(f, SOME + FEW)


def test_two_sizes_and_the_same_mask_twice():
    def f(x):
        y = x * 1
        y[x > 1] = (x * 10)[x > 1]
        return y, x[x > 0], paddle.unique(x), paddle.bincount(x.abs().astype("int64"))

    static = agree(f, SOME + FEW)
    assert not report(static).assumptions


def test_writes_and_random_numbers_are_done_once():
    total = paddle.zeros([4])

    def f(x):
        total.add_(x.detach())
        noise = paddle.rand([4])
        return x[x > 0] + noise[x > 0], paddle.nonzero(x).shape[0]

    got = []
    for function in (to_static(f), f):
        total.zero_()
        got.append([run(function, x, i) for i, x in enumerate((SOME + FEW) * 2)])
        got[-1].append(total.numpy().copy())
    assert same(*got)


def test_with_sizes_of_arguments():
    def f(x):
        rows = x[x.sum(1) > 0]
        return rows @ rows.T, rows.mean(0)

    rng = np.random.default_rng(0)
    calls = [
        (rng.standard_normal(s).astype("float32"),)
        for s in ((6, 3), (6, 3), (7, 3), (9, 3), (12, 3))
    ]
    agree(f, calls)


def test_under_a_branch_and_in_a_loop_it_is_left_alone():
    def f(x, n):
        y = x[x > 0] if x.sum() > 2 else x
        for _ in range(n):
            y = y[y > 0] * 2
        return y

    agree(f, [(v, np.array(k)) for (v,), k in zip(SOME, (1, 2, 0, 1), strict=True)], whole=None)


def test_a_size_out_of_range_raises_as_eager_does():
    def f(x):
        return x[paddle.nonzero(x)[3, 0]]

    static = to_static(f)
    static(paddle.to_tensor(SOME[2][0]))
    for _ in range(2):
        with pytest.raises(IndexError):
            static(paddle.to_tensor(FEW[0][0]))


def test_nested_finds():
    def f(x):
        a = x[x > 0]
        b = a[a > a.mean()]
        return b.sum(), b

    agree(f, SOME + FEW[:2], whole=None)
