"""Results of one call of which some were made of others: they know of each other in calls that skip Python, too."""

import types

import paddle
import pytest
from paddle import nn
from paddle.jit import report, to_static, vm

from .differential import same

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

CALLS = 6


def features(state, x):
    h = (x * state.w).tanh()
    return h, (h * state.v).exp()


def chain(state, x):
    a = x * state.w
    b = a * a
    c = b.tanh() * a * state.v
    return c, a, b


def heads(state, x):
    h = (x * state.w).tanh()
    shared = h * h
    return h, shared * state.v, shared.exp()


def around(state, x):
    h = x * state.w
    return [h, {"y": h * state.w + x * state.v, "n": 3}]


def kept(state, x):
    state.h = x * state.w
    return state.h, state.h * state.h * state.v


def branch(state, x):
    h = x * state.w
    z = h.exp() if x.sum() > 2 else h * state.v
    return h, z


def loop(state, x):
    h = x * state.w
    z = h
    while z.sum() < 20:
        z = z * 2 + h
    return h, z * state.v


def partly_detached(state, x):
    h = x * state.w
    return h, h.detach() * state.v, h * state.v


def random(state, x):
    h = nn.functional.dropout(x * state.w, 0.5)
    return h, h * h * state.v


def indexed(state, x):
    a, b = paddle.split(x * state.w, 2)
    return a, b, a * b * state.v[:1]


FUNCTIONS = [features, chain, heads, around, kept, branch, loop, partly_detached, random, indexed]


def tensors_of(x):
    if isinstance(x, paddle.Tensor):
        return [x]
    parts = x.values() if isinstance(x, dict) else x if isinstance(x, (list, tuple)) else ()
    return [t for part in parts for t in tensors_of(part)]


def total(tensors):
    return sum((t * t).sum() for t in tensors if not t.stop_gradient)


def backward(results, state, x):
    total(results).backward()
    return []


def last_only(results, state, x):
    results[-1].sum().backward()
    return []


def partial(results, state, x):
    found = []
    for a in results:
        for b in results:
            if not a.stop_gradient and not b.stop_gradient and a is not b:
                options = {"retain_graph": True, "allow_unused": True}
                found += paddle.grad((a * a).sum(), [b, state.w], **options)
    return found


def hooked(results, state, x):
    for k, t in enumerate(results):
        if not t.stop_gradient:
            t.register_hook(lambda g, k=k: g * (k + 2))
    total(results).backward()
    return []


def retained(results, state, x):
    for t in results:
        t.retain_grads()
    total(results).backward()
    return [t.grad for t in results]


def cut(results, state, x):
    results[0].detach_()
    total(results).backward()
    return [results[0].grad]


def twice(results, state, x):
    first = paddle.grad(total(results), [results[0], state.w], create_graph=True, allow_unused=True)
    return [
        *first,
        *paddle.grad(
            sum((g * g).sum() for g in first if g is not None),
            [state.w, state.v],
            allow_unused=True,
        ),
    ]


def in_turn(results, state, x):
    for t in results:
        if not t.stop_gradient:
            t.sum().backward(retain_graph=True)
    return []


def grad_only(results, state, x):
    return paddle.grad(total(results), x)


USES = [backward, last_only, partial, hooked, retained, cut, twice, in_turn, grad_only]


def numbers(t):
    return None if t is None else (t.stop_gradient, t.detach().numpy())


def history(function, use, convert, sizes=(2,) * CALLS):
    paddle.seed(7)
    state = types.SimpleNamespace(w=None, v=None, h=None)
    static, found = convert(lambda x: function(state, x)), []
    for name in "wv":
        setattr(state, name, paddle.to_tensor([0.5, -0.25], stop_gradient=False))
    for i, n in enumerate(sizes):
        x = paddle.to_tensor(
            [[1.0 + i, 0.5 * i]] * (n - 1) if n > 2 else [1.0 + i, 0.5 * i], stop_gradient=False
        )
        state.w.clear_grad()
        state.v.clear_grad()
        try:
            results = tensors_of(static(x))
            seen = [numbers(t) for t in results]
            seen += [numbers(t) for t in use(results, state, x)]
        except (RuntimeError, ValueError) as error:
            seen = [type(error)]
        found.append([*seen, numbers(x.grad), numbers(state.w.grad), numbers(state.v.grad)])
    return found, static


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_results_know_of_each_other(function, use):
    expected, _ = history(function, use, lambda f: f)
    received, static = history(function, use, to_static)
    for i, (e, r) in enumerate(zip(expected, received, strict=True)):
        assert same(e, r), f"call {i}: {r} instead of {e}"
    assert report(static).skipped, report(static)


@pytest.mark.parametrize("use", [backward, partial, hooked, retained])
@pytest.mark.parametrize("function", [features, chain, heads, kept])
def test_many_sizes(function, use):
    sizes = (3, 4, 5, 6, 4, 7, 8, 9)
    expected, _ = history(function, use, lambda f: f, sizes)
    received, static = history(function, use, to_static, sizes)
    assert same(expected, received)
    assert report(static).skipped >= 5, report(static)


def test_what_was_written_belongs_to_it():
    def run(convert):
        w, found = paddle.to_tensor([2.0, 3.0], stop_gradient=False), []

        def f(x):
            x.multiply_(w)
            return x * x

        static = convert(f)
        for i in range(CALLS):
            x = w * (i + 1.0)
            y = static(x)
            found.append([t.tolist() for t in paddle.grad(y.sum(), [x, w])])
        return found

    assert run(to_static) == run(lambda f: f)


def test_models():
    def run(convert):
        paddle.seed(3)
        net, head = nn.Sequential(nn.Linear(2, 3), nn.Tanh()), nn.Linear(3, 2)
        opt = paddle.optimizer.SGD(0.1, parameters=[*net.parameters(), *head.parameters()])

        def f(x):
            h = net(x)
            return h, head(h)

        model, found = convert(f), []
        for i in range(CALLS):
            h, z = model(paddle.to_tensor([[1.0, i]]))
            (g,) = paddle.grad(z[0, 1], h, retain_graph=True)
            (z.sum() + (h * g).sum()).backward()
            opt.step()
            opt.clear_grad()
            found.append([numbers(t) for t in (h, z, g)])
        return found

    assert same(run(to_static), run(lambda f: f))
