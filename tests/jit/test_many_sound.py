"""Where a program for many sizes or numbers would be wrong in silence: each case was, once."""

import copy

import numpy as np
import paddle
import pytest
from paddle import nn
from paddle.nn import functional as F


def leaves(x):
    if isinstance(x, (list, tuple)):
        return [leaf for part in x for leaf in leaves(part)]
    return [x.numpy() if isinstance(x, paddle.Tensor) else np.asarray(x)]


def agree(f, calls):
    captured = paddle.jit.to_static(f)
    for args in calls:
        outcomes = []
        for g in (f, captured):
            try:
                outcomes.append(leaves(g(*args)))
            except (ValueError, RuntimeError, IndexError, TypeError, OverflowError) as e:
                outcomes.append(type(e))
        plain, got = outcomes
        if isinstance(plain, type):
            assert got is plain, args[1:]
            continue
        for a, b in zip(plain, got, strict=True):
            assert a.shape == b.shape and a.dtype == b.dtype, args[1:]
            np.testing.assert_allclose(a, b, 1e-5, 1e-6)
            assert np.array_equal(np.signbit(a), np.signbit(b)) or a.dtype.kind not in "f"


def rows(*sizes):
    return [(paddle.linspace(-1, 1, n * n).reshape([n, n]),) for n in sizes]


def written(key):
    def f(x):
        y = x * 1
        y[key] = 0.5
        return y

    return f


@pytest.mark.parametrize("key", [
    (slice(None, -1), slice(2, 6)), (1, slice(2, 6)), (slice(1, None), slice(-6, None)),
    (slice(None, -1), slice(5, 2, -1)),
    slice(2, 6), 5, -6,
], ids=str)  # fmt: skip
def test_writes_with_bounds(key):
    agree(written(key), rows(7, 9, 5, 4, 8, 3))


@pytest.mark.parametrize("key", [slice(2, 7, 2), slice(1, None, 1), slice(3, 8, 3)], ids=str)
def test_bounds_that_are_also_the_step(key):
    agree(written(key), rows(9, 11, 2, 3, 7, 8))


@pytest.mark.parametrize("f", [
    lambda x: paddle.trace(x, 1), lambda x: (x * 1).fill_diagonal_(9.0), lambda x: paddle.diagonal(x, 2),
    lambda x: x[:, 5:2:-1], lambda x: x[-6:], lambda x: x[2:6].sum(),
])  # fmt: skip
def test_places(f):
    agree(f, rows(7, 9, 5, 4, 8, 3))


@pytest.mark.parametrize("stride", [2, 3])
def test_padding_that_depends_on_remainders(stride):
    weight = paddle.ones([1, 1, 3])

    def f(x):
        return F.conv1d(x, weight, stride=stride, padding="SAME")

    agree(
        f, [(paddle.arange(n).astype("float32").reshape([1, 1, n]),) for n in (7, 9, 8, 10, 11, 12)]
    )


def test_halves():
    def f(x):
        half = F.max_pool1d(x.unsqueeze(0), 2, 2)
        return x.sum(1) * ((x.shape[1] - half.shape[2]) * 2)

    agree(f, rows(7, 9, 8, 10, 11))


def test_numbers_that_decide_a_size():
    agree(lambda x, s: paddle.arange(0, s, 0.5), [(None, s) for s in (3.0, 2.5, 4.25, 1.0)])
    agree(lambda x, k: x.unfold(0, 2, k), [(paddle.arange(4), k) for k in (3, 5, 4, 1, 2)])


def test_large_numbers():
    ints = [3, 5, 7, 2**53 + 1, 2**60 + 3]
    agree(lambda x, k: x + k, [(paddle.arange(3), k) for k in ints])
    agree(
        lambda x, k: x + k,
        [(paddle.arange(3).astype("int32"), k) for k in (3, 5, 2**31, 2**32 + 1)],
    )
    agree(lambda x, k: x * k, [(paddle.ones([2]), k) for k in (3, 5, 7, 2**70)])


def test_kinds_that_change():
    agree(lambda x, s: x * (s**0.5).real, [(paddle.ones([2]), s) for s in (3.0, 2.5, 4.0, -1.0)])


def test_the_sign_of_zero():
    agree(
        lambda x, s: 1 / (x + s * 0),
        [(paddle.to_tensor([-0.0]), s) for s in (3.0, 2.5, -1.0, -2.0)],
    )


@pytest.mark.parametrize("f", [
    lambda x: paddle.unbind(x, 0), lambda x: paddle.split(x, [1, 2]), lambda x: paddle.unbind(x, 0)[1],
    lambda x: paddle.meshgrid(x[0], x[1]), lambda x: paddle.unbind(x, 0) + [x * 2], lambda x: paddle.chunk(x, 3, 0),
])  # fmt: skip
def test_lists_that_operators_make(f):
    agree(f, [(paddle.full([3, 2], v),) for v in (1.0, 2.0, 3.0, 4.0)])


def test_copies_of_captured_layers():
    layer = paddle.jit.to_static(nn.Linear(2, 2))
    other = copy.deepcopy(layer)
    other.weight.set_value(paddle.zeros([2, 2]))
    x = paddle.ones([1, 2])
    for _ in range(3):
        assert not np.allclose(layer(x).numpy(), other(x).numpy()) and other(x).tolist() == [
            [0.0, 0.0]
        ]
