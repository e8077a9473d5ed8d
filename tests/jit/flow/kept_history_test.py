"""Functions that keep tensors with their history from call to call, and go back through them in a later one."""

import numpy as np
import paddle
import pytest
from paddle.jit import to_static

DATA = [paddle.to_tensor([0.1 * k, 0.2 - 0.1 * k, 0.3]) for k in range(6)]


class Square(paddle.autograd.PyLayer):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensor()
        return grad * 2 * x


class Kept:
    """Of one run: a weight, and what calls leave to later ones."""

    def __init__(self):
        self.w = paddle.to_tensor([0.5, -0.25, 1.5], stop_gradient=False)
        self.last = self.other = None
        self.log = []


def one_behind(kept):
    def step(x):
        before, kept.last = kept.last, (x * kept.w).exp().sum()
        if before is not None:
            before.backward()
        return kept.last.detach() + kept.w.sum()

    return step


def truncated(kept):
    """A recurrence that goes back through all steps, each time."""

    def step(x):
        h = x if kept.last is None else kept.last
        kept.last = paddle.tanh(h * kept.w + x)
        kept.last.sum().backward(retain_graph=True)
        return kept.last.detach()

    return step


def every_third(kept):
    def step(x):
        y = (x * kept.w).exp().sum()
        kept.last = y if kept.last is None else kept.last + y * kept.last
        if len(kept.log) % 3 == 2:
            kept.last.backward()
            kept.last = None
        kept.log.append(1)
        return y.detach()

    return step


def custom(kept):
    def step(x):
        before, kept.last = kept.last, Square.apply(x * kept.w).sum()
        if before is not None:
            before.backward()
        return kept.last.detach()

    return step


def in_a_branch(kept):
    def step(x):
        before = kept.last
        if x.sum() > 0.5:
            kept.last = (x * kept.w).exp().sum()
        else:
            kept.last = (x * kept.w * kept.w).sum()
        if before is not None:
            before.backward()
        return kept.last.detach()

    return step


def two_heads(kept):
    """Two results of one call, whose gradients are asked for in different calls."""

    def step(x):
        h = paddle.tanh(x * kept.w)
        first, second, kept.last, kept.other = kept.last, kept.other, h.sum(), (h * h).sum()
        if first is not None:
            first.backward(retain_graph=True)
            second.backward()
        return kept.last.detach()

    return step


@pytest.mark.parametrize(
    "make", [one_behind, truncated, every_third, custom, in_a_branch, two_heads]
)
@pytest.mark.parametrize("clears", [False, True])
def test_gradients_are_those_of_eager_code(make, clears):
    found = []
    for convert in (lambda f: f, to_static):
        kept = Kept()
        step, seen = convert(make(kept)), []
        for x in DATA:
            result = step(x).tolist()
            seen.append((result, None if kept.w.grad is None else kept.w.grad.tolist()))
            if clears:
                kept.w.clear_grad()
        found.append(seen)
    for eager, captured in zip(*found, strict=True):
        assert np.allclose(eager[0], captured[0], rtol=1e-6)
        assert (eager[1] is None) == (captured[1] is None)
        assert eager[1] is None or np.allclose(eager[1], captured[1], rtol=1e-6, atol=1e-7)


def test_a_second_pass_raises_as_in_eager_code():
    for convert in (lambda f: f, to_static):
        kept = Kept()
        kept.last = (kept.w * kept.w).sum()

        def twice(x, kept=kept):
            kept.last.backward()
            kept.last.backward()
            return x

        with pytest.raises(RuntimeError, match="backward a second time"):
            convert(twice)(DATA[0])


def test_what_a_capture_gave_up_after_a_pass_is_there_again():
    kept = Kept()
    kept.last = (kept.w * kept.w).sum()

    @to_static
    def step(x):
        if kept.last is not None:
            kept.last.backward()
            kept.last = None
        buffer = x if x.sum() > 0 else x + 1  # may be the caller's: the capture begins anew
        buffer[0] = 7.0
        return buffer

    x = paddle.to_tensor([1.0, 2.0, 3.0])
    step(x)
    assert x.tolist() == [7.0, 2.0, 3.0]
    assert kept.w.grad.tolist() == [1.0, -0.5, 3.0]
