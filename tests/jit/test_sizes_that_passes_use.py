"""A program that a pass made right for some sizes does not serve others."""

import paddle
import pytest


def _gradient(function, n):
    x = paddle.arange(n, dtype="float32")
    x.stop_gradient = False
    function(x).sum().backward()
    return x.grad.tolist()


# Gradients of parts that do not overlap are written into one tensor, where as many calls come out as go in.
@pytest.mark.parametrize("parts", [2, 3, 4])
def test_parts_that_overlap_for_other_sizes(parts):
    starts = (0, -3, 4, 8)[:parts]

    def function(x):
        return sum(x[s : s + 3 if s != -3 else None] for s in starts)

    captured = paddle.jit.to_static(function)
    for n in (30, 41, 52, 33, 12, 13, 8 + 3, 11, 12):
        assert _gradient(captured, n) == _gradient(function, n)


@pytest.mark.parametrize("take", ["split", "chunk", "unbind"])
def test_parts_that_are_apart_for_all_sizes_are_one_program(take):
    """The gradient of a fused projection: parts along an axis whose size never changes."""

    def function(x):
        if take == "unbind":
            q, k, v = (x.reshape([-1, 3, 2]) * 2).unbind(1)
        else:
            q, k, v = getattr(x * 2, take)(3, axis=-1)
        return (q * k).tanh() + v

    def gradient(f, n):
        x = (paddle.arange(n * 6, dtype="float32") / (n * 6)).reshape([n, 6])
        x.stop_gradient = False
        f(x).sum().backward()
        return x.grad.numpy()

    captured = paddle.jit.to_static(function)
    for n in (5, 9, 4, 11, 2, 31, 7):
        assert (gradient(captured, n) == gradient(function, n)).all()
    assert paddle.jit.report(captured).compiled <= 3
