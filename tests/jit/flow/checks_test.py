"""What an operator refuses by its values is raised, also where nobody uses its result."""

import numpy as np
import paddle
import pytest
from paddle.jit import to_static, vm
from paddle.nn import functional as F

from .differential import floats

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


def indexed(x, i):
    x[i]
    return x * 2


def looked_up(x, i):
    F.embedding(i, x.reshape([-1, 1])) + 1
    return x * 2


def in_a_branch(x, i):
    if x.sum() > 0:
        y = x[i] * 3  # noqa: F841
        x = x + 1
    return x


def in_a_loop(x, i):
    for k in range(x.astype("int64").max()):
        x.gather(i) + k
    return x + 1


def factored(x, i):
    paddle.linalg.cholesky(i.astype("float32").reshape([1, 1]) * -1 + 5)
    return x


def of_a_loss(x, i):
    F.cross_entropy(x.reshape([1, -1]), i)
    return x.exp()


def of_a_write(x, i):
    y = x * 1
    y[i] = 0.0
    return x + 1


@pytest.mark.parametrize("gradients", [False, True])
@pytest.mark.parametrize(
    "function",
    [indexed, looked_up, in_a_branch, in_a_loop, factored, of_a_loss, of_a_write],
    ids=lambda f: f.__name__,
)
def test_what_nobody_uses_is_checked(function, gradients):
    captured = to_static(function)
    for values in (floats(1, 2), floats(3, 1), floats(2, 2)):
        for index in (1, 9, 0, 9):
            x = paddle.to_tensor(values, stop_gradient=not gradients)
            i = paddle.to_tensor(np.array([index]))
            if index == 9:
                with pytest.raises((ValueError, IndexError)):
                    captured(x, i)
                continue
            assert paddle.equal_all(captured(x, i), function(x, i))


def test_a_branch_that_is_not_taken_checks_nothing():
    captured = to_static(in_a_branch)
    bad = paddle.to_tensor([9])
    for sign in (-1.0, 1.0, -1.0, -1.0):
        x = paddle.to_tensor([1.0, 2.0]) * sign
        if sign > 0:
            with pytest.raises((ValueError, IndexError)):
                captured(x, bad)
        else:
            assert paddle.equal_all(captured(x, bad), x)


def only_a_check(x, i):
    if x.sum() > 0:
        x[i]
    return x


def test_a_branch_that_only_checks():
    captured = to_static(only_a_check)
    for sign, index in ((1.0, 1), (-1.0, 9), (1.0, 0), (-1.0, 1)):
        captured(paddle.to_tensor([1.0, 2.0]) * sign, paddle.to_tensor([index]))
    with pytest.raises((ValueError, IndexError)):
        captured(paddle.to_tensor([1.0, 2.0]), paddle.to_tensor([9]))
