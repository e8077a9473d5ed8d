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
