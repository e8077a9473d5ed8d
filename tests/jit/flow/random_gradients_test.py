"""Random functions that set gradients and give back several results with histories: captured beside plain."""

import random
import types

import paddle
import pytest
from paddle.jit import to_static, vm

from .differential import same

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

SIMPLE = (
    "w.grad = None",
    "w.grad = g",
    "v.grad = w.grad",
    "w.clear_grad()",
    "v.clear_grad(False)",
    "if w.grad is not None: w.grad = w.grad * 0.5",
    "w.grad = g if w.grad is None else w.grad + g",
    "g = g * 0.5 + 1",
    "g = (h.detach() * x.detach())",
    "h = h * w",
    "h = h.tanh() + x",
    "k = h[:1] * v",
    "k = h[1:]",
    "k = k * k",
    "h = h.detach() * v",
    "o.n += 1",
    "o.h = h",
    "o.h = h[:1]",
    "o.log.append(1)",
    "h = paddle.where(h > 1, h, k.sum() * h)",
)
TOP = (
    "(h * h).sum().backward(retain_graph=True)",
    "(x * w * v).sum().backward()",
    "opt.step()",
    "opt.clear_grad()",
)
CONDITIONS = ("x.sum() > 1", "x.sum() > 3", "h.sum() < 2", "g.mean() > 0")
RESULTS = ("h", "h, k", "k, h, h * w", "[h, {'k': k}]", "h * h, h", "k", "h[:1], h", "g, h")


def statements(rng, depth, size):
    lines = []
    for _ in range(rng.randint(1, size)):
        kind = rng.random()
        if depth and kind < 0.3:
            lines.append(f"if {rng.choice(CONDITIONS)}:")
            lines += ["    " + s for s in statements(rng, depth - 1, 3)]
            if rng.random() < 0.5:
                lines += ["else:", *["    " + s for s in statements(rng, depth - 1, 3)]]
        elif depth == 2 and kind < 0.4:
            lines += ["t = x.sum()", "while t < 5:", "    t = t + 2"]
            lines += ["    " + s for s in statements(rng, 0, 2)]
        elif depth == 2 and kind < 0.6:
            lines.append(rng.choice(TOP))
        else:
            lines.append(rng.choice(SIMPLE))
    return lines


def program(seed):
    rng = random.Random(seed)
    first = ["g = x.detach() * 2", "h = x * w", "k = h[:1] + v"]
    lines = [*first, *statements(rng, 2, 6), f"return {rng.choice(RESULTS)}"]
    how = rng.randint(0, 4)
    # What branches and loops on tensors give does not know of each other (docs/STATUS.md).
    return lines, 0 if any(
        "if x" in s or "if h" in s or "if g" in s or "while" in s for s in lines
    ) else how


def tensors_of(x):
    if isinstance(x, paddle.Tensor):
        return [x]
    parts = x.values() if isinstance(x, dict) else x if isinstance(x, (list, tuple)) else ()
    return [t for part in parts for t in tensors_of(part)]


def use(how, results, w):
    """What eager code does with the results."""
    live = [t for t in results if not t.stop_gradient]
    if not live:
        return []
    if how == 1:
        live[0].register_hook(lambda g: g * 3)
    if how == 2:
        live[-1].retain_grads()
    total = sum((t * t).sum() for t in live)
    if how == 3:
        return paddle.grad(total, [live[0], w], allow_unused=True)
    if how == 4:
        live[-1].multiply_(paddle.to_tensor(2.0))
        total = sum((t * t).sum() for t in live)
    total.backward()
    return [t.grad for t in live if not t.is_leaf]


def seen(t):
    return None if t is None else (t.stop_gradient, t.detach().numpy().copy())


def history(lines, how, convert, calls=(1.0, 0.25, -2.0, 2.0, 0.5, 3.0, -1.0, 1.0)):
    space = {"paddle": paddle}
    exec("def f(x, w, v, o, opt):\n    " + "\n    ".join(lines), space)
    w, v = (
        paddle.create_parameter(
            [2], "float32", default_initializer=paddle.nn.initializer.Constant(c)
        )
        for c in (1.0, 0.5)
    )
    o, found = types.SimpleNamespace(n=0, h=None, log=[]), []
    opt = paddle.optimizer.SGD(0.01, parameters=[w, v])
    function = convert(lambda x: space["f"](x, w, v, o, opt))
    for value in calls:
        x = paddle.to_tensor([value, 0.5], stop_gradient=False)
        try:
            results = tensors_of(function(x))
            state = [seen(t) for t in results]
            state += [seen(t) for t in use(how, results, w)]
        except (RuntimeError, ValueError) as error:
            state = [type(error)]
            w.grad = v.grad = x.grad = None  # a pass that fails may have come to some of them
        state += [seen(t) for t in (w, v, w.grad, v.grad, x.grad, o.h)]
        found.append([*state, w.grad is v.grad, o.n, list(o.log)])
        if o.h is not None:
            o.h = o.h.detach()
    return found


@pytest.mark.parametrize("seed", (24, 105, *range(60)))
def test_captured_is_plain(seed):
    lines, how = program(seed)
    expected, received = history(lines, how, lambda f: f), history(lines, how, to_static)
    for i, (e, r) in enumerate(zip(expected, received, strict=True)):
        assert same(e, r), f"call {i} of\n" + "\n".join(lines) + f"\nuse {how}: {r} instead of {e}"
