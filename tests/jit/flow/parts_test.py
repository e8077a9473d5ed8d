"""Gradients of one result of a branch or a loop, of which another result was made there."""

import math

import paddle
import pytest
from paddle.jit import to_static, vm

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


def close(a, b):
    """Whether lists of lists and numbers are the same but for the order of sums."""
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(close, a, b))
    return a == b if a is None or b is None else math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-7)


DATA = [paddle.to_tensor(v) for v in ([0.1, 0.2], [-1.0, 0.2], [0.3, 0.4], [-0.5, 0.1])]


def branch(w, x):
    if x.sum() > 0:
        h = w * x
        loss = (h * h).sum()
    else:
        h = w + x
        loss = (h * h * h).sum()
    return h, loss


def loop(w, x):
    h, loss, i = x, (w * x).sum(), paddle.zeros([])
    while i < 2 + x.sum() * 0:
        h = h * w
        loss = loss + (h * h).sum()
        i = i + 1
    return h, loss


def growing_list(w, x):
    rows, h, i = [], x, paddle.zeros([])
    while i < 3 + x.sum() * 0:
        h = paddle.tanh(h * w)
        rows.append(h)
        i = i + 1
    return h, (paddle.stack(rows) ** 2).sum()


def nested(w, x):
    if x.sum() > -9:
        h, loss = branch(w, x)
        loss = loss * 2
    else:
        h, loss = x * w, w.sum()
    return h, loss


def behind(w, x):
    h, loss = branch(w, x)
    return h, loss * 3 + w.sum()


MAKERS = [branch, loop, growing_list, nested, behind]


def seen_by_hook(h, loss, w):
    found = []
    h.register_hook(lambda g: found.append(g.tolist()) or g * 10)
    loss.backward()
    return found, w.grad.tolist()


def seen_by_retain(h, loss, w):
    h.retain_grads()
    loss.backward()
    return h.grad.tolist(), w.grad.tolist()


def seen_by_grad(h, loss, w):
    return paddle.grad(loss, [h, w])[0].tolist(), None


ASKED = [seen_by_hook, seen_by_retain, seen_by_grad]


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("ask", ASKED)
def test_asked_inside(make, ask):
    found = []
    for convert in (lambda f: f, to_static):
        w = paddle.to_tensor([1.0, -2.0], stop_gradient=False)

        def f(x, w=w):
            h, loss = make(w, x)
            if ask is seen_by_grad:
                return paddle.grad(loss, h)[0]
            scale = paddle.ones([1])
            if ask is seen_by_hook:
                h.register_hook(lambda g: g * 10 * scale)
            else:
                h.retain_grads()
            loss.backward()
            return h.grad if ask is seen_by_retain else h.detach()

        converted, seen = convert(f), []
        for x in DATA:
            seen.append(converted(x).tolist())
            seen.append(None if w.grad is None else w.grad.tolist())
            w.clear_grad()
        found.append(seen)
    assert close(*found)


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("ask", ASKED)
def test_asked_outside_is_right_or_raises(make, ask):
    """Of calls that run Python, and of those that skip it."""
    w = paddle.to_tensor([1.0, -2.0], stop_gradient=False)
    static = to_static(lambda x: make(w, x))
    for x in DATA:
        w.clear_grad()
        expected = ask(*make(w, x), w)
        w.clear_grad()
        try:
            assert close(ask(*static(x), w), expected)
        except NotImplementedError as error:
            assert "made in a branch or a loop" in str(error)


@pytest.mark.parametrize("make", MAKERS)
def test_the_whole_gradient_of_the_other_is_there(make):
    """Where nobody looks at the first, or what goes to it does not come from the second."""
    found = []
    for convert in (lambda f: f, to_static):
        w = paddle.to_tensor([1.0, -2.0], stop_gradient=False)
        f, seen = convert(lambda x, w=w: make(w, x)), []
        for x in DATA:
            h, loss = f(x)
            loss.backward(retain_graph=True)
            h, other = f(x)
            h.retain_grads()
            (h * 2).sum().backward()
            seen.append((w.grad.tolist(), h.grad.tolist()))
            w.clear_grad()
        found.append(seen)
    assert close(*found)
