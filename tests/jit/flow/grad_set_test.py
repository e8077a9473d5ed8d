"""Gradients that a function sets or clears in, before and behind branches and loops on tensors: each effect once."""

import itertools
import types

import paddle
import pytest
from paddle.jit import vm

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

CALLS = (1.0, -3.0, 2.0, 0.5, -1.0, 4.0, -2.0, 3.0, 1.0, 1.0)
SETS = {
    "none": "w.grad = None",
    "delete": "del w.grad",
    "value": "w.grad = x * 2",
    "argument": "w.grad = x",
    "scaled": "w.grad = w.grad * 0.5 if w.grad is not None else x",
    "accumulated": "w.grad = x if w.grad is None else w.grad + x",
    "cleared": "w.clear_grad()",
    "cleared to none": "w.clear_grad(False)",
    "exchanged": "w.grad, v.grad = v.grad, w.grad",
    "twice": "w.grad = x * 3; w.grad = None",
    "read": "w.grad = x * 3; o.seen = w.grad",
    "wrong": "w.grad = 5",
}
PLACES = {
    "in a way": "if x.sum() > 1:\n    o.n += 1\n    {set}",
    "in the other way": "if x.sum() > 1: o.log.append(1)\nelse:\n    {set}",
    "in both ways": "if x.sum() > 1:\n    {set}\nelse:\n    w.grad = x * 7\no.n += 1",
    "behind": "if x.sum() > 1: o.n += 1\n{set}",
    "behind a way that returns": "o.n += 1\nif x.sum() > 1: return x * 2\n{set}",
    "before": "{set}\nif x.sum() > 1: o.n += 1",
    "in a loop": "o.n += 1\nwhile x.sum() < 5:\n    x = x + 1\n    {set}",
    "behind a loop": "while x.sum() < 5: x = x + 1; o.last = x\n{set}\no.log.append(2)",
    "in a loop of Python": "for k in range(2):\n    if x.sum() > k:\n        o.n += 1\n        {set}",
    "nested": "if x.sum() > 0:\n    o.n += 1\n    if x.sum() > 2:\n        {set}\n    o.log.append(3)",
    "behind a pass": "(x * w).sum().backward()\nif x.sum() > 1:\n    o.n += 1\n    {set}\no.log.append(4)",
    "before a pass": "if x.sum() > 1:\n    {set}\no.n += 1\n(x * w * w).sum().backward()",
    "and a pass in a way": "if x.sum() > 1:\n    {set}\n    (x * w).sum().backward()\no.n += 1",
    "and a step": "(x * w * v).sum().backward()\nif x.sum() > 1:\n    {set}\nopt.step()\no.n += 1",
}


def make(text):
    space = {"paddle": paddle}
    body = text.replace("\n", "\n    ")
    exec(f"def f(x, w, v, o, opt):\n    {body}\n    return x * 1\n", space)
    return space["f"]


def parameter(*values):
    value = paddle.nn.initializer.Assign(paddle.to_tensor(values).numpy())
    return paddle.create_parameter([len(values)], "float32", default_initializer=value)


def shown(x):
    if isinstance(x, paddle.Tensor):
        return x.stop_gradient, [round(v, 3) for v in x.tolist()]
    return [shown(v) for v in x] if isinstance(x, list) else x


def history(text, convert, calls=CALLS):
    """What calls give and leave, one after the other."""
    w, v = parameter(1.0, 2.0), parameter(0.5, -1.0)
    o = types.SimpleNamespace(n=0, log=[], seen=None, last=None)
    opt = paddle.optimizer.SGD(0.01, parameters=[w, v])
    plain = make(text)
    function = convert(lambda x: plain(x, w, v, o, opt))
    found = []
    for number in calls:
        try:
            result = shown(function(paddle.to_tensor([number, 0.5])))
        except Exception as error:
            result = type(error)
        state = [shown(t) for t in (w, v, w.grad, v.grad)]
        found.append((result, *state, {k: shown(x) for k, x in vars(o).items()}))
    return found, function


@pytest.mark.parametrize(("how", "where"), list(itertools.product(SETS, PLACES)))
def test_each_effect_comes_once(how, where):
    indent = PLACES[where].partition("{set}")[0].rpartition("\n")[2]
    text = PLACES[where].replace("{set}", SETS[how].replace("; ", f"\n{indent}"))
    expected, _ = history(text, lambda f: f)
    received, _ = history(text, paddle.jit.to_static)
    for i, (e, r) in enumerate(zip(expected, received, strict=True)):
        assert e == r, f"call {i} of\n{text}"
