"""State in tuples, `self.s = (h, c)`: calls skip Python, and see what lies in the tuple now."""

import types

import paddle
import pytest
from paddle.jit import vm

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


def _t(value):
    return paddle.to_tensor([float(value)] * 2)


class Net(paddle.nn.Layer):
    tensors = (_t(3), _t(4))

    def __init__(self):
        super().__init__()
        self.cell = paddle.nn.LSTMCell(2, 2)
        for p in self.cell.parameters():
            paddle.assign(paddle.full(p.shape, 0.1), p)
        self.state = (paddle.zeros([1, 2]), paddle.zeros([1, 2]))

    def forward(self, x):
        y, state = self.cell(x.reshape([1, 2]), self.state)
        self.state = tuple(t.detach() for t in state)
        return y


def _attribute(o):
    def f(x):
        h, c = o.s
        c = c + x
        o.s = (c * 0.5, c)
        return h + c

    return f


def _nested(o):
    def f(x):
        (a, (b, c)), d = o.n
        o.n = ((a + x, (b * c, c + 1)), d)
        return a + b + c + d

    return f


def _item(o):
    def f(x):
        h, c = o.d["s"]
        o.d["s"] = (h + x, c * 0.5)
        return h * c

    return f


def _element(o):
    def f(x):
        for k, (h, c) in enumerate(o.l):
            o.l[k] = (h + x, c - h)
            x = x + h * c
        return x

    return f


def _cell(o):
    s = (_t(1), _t(2))

    def f(x):
        nonlocal s
        h, c = s
        s = (h + x, c + h)
        return h * c

    return f


def _of_class(o):
    def f(x):
        return x + Net.tensors[0] * Net.tensors[1]

    return f


def _swap(o):
    def f(x):
        o.s = o.s[::-1]
        return o.s[0] - o.s[1] + x

    return f


def _branch(o):
    def f(x):
        h, c = o.s
        if x.sum() > 4:
            h = h + x
        o.s = (h, c + h)
        return c * 1

    return f


def _either(o):
    def f(x):
        if x.sum() > 4:
            o.s = (o.s[1], o.s[0] + x)
        return o.s[0] * 1

    return f


def _with_a_number(o):
    def f(x):
        h, k = o.k
        o.k = (h + x, k)
        return h * k

    return f


def _written(o):
    def f(x):
        o.s[0].add_(x)
        return o.s[0] + o.s[1]

    return f


def _layer(o):
    return Net().forward


CASES = [
    _attribute, _nested, _item, _element, _cell, _of_class, _swap, _branch, _either, _with_a_number, _written, _layer,
]  # fmt: skip


def _run(case, convert, change):
    o = types.SimpleNamespace(s=(_t(0), _t(1)), n=((_t(0), (_t(1), _t(2))), _t(3)), k=(_t(1), 3))
    o.d, o.l = {"s": (_t(1), _t(2))}, [(_t(1), _t(2)), (_t(3), _t(4))]
    f, found = convert(case(o)), []
    for k in range(10):
        if k == 6:
            change(o)
        found.append((f(_t(k)).tolist(), [t.tolist() for t in o.s], o.s[0] is o.s[1]))
    return found, f


def _one_tensor(o):
    t = _t(7)
    o.s, o.d["s"] = (t, t), (t, t)


def _longer(o):
    o.k = (_t(5), 4)
    o.n = ((_t(5), (_t(6), _t(7))), _t(8))


@pytest.mark.parametrize("change", [lambda o: None, _one_tensor, _longer])
@pytest.mark.parametrize("case", CASES)
def test_state(case, change):
    plain, _ = _run(case, lambda f: f, change)
    captured, _ = _run(case, paddle.jit.to_static, change)
    assert captured == plain


@pytest.mark.parametrize("case", [c for c in CASES if c not in (_swap, _branch, _either)])
def test_python_is_skipped(case):
    _, f = _run(case, paddle.jit.to_static, lambda o: None)
    assert paddle.jit.report(f).skipped >= 8, paddle.jit.report(f)


def test_another_length_is_another_capture():
    o = types.SimpleNamespace(s=(_t(1),))
    f = paddle.jit.to_static(lambda x: sum(o.s, x))
    for n in (1, 1, 3, 3, 0, 1):
        o.s = tuple(_t(k) for k in range(n))
        assert f(_t(1)).tolist() == [1.0 + sum(range(n))] * 2
    o.s = 5
    with pytest.raises(TypeError):
        f(_t(1))


def test_gradients_reach_the_tensors_of_a_tuple():
    found = []
    for convert in (lambda f: f, paddle.jit.to_static):
        w = _t(2)
        w.stop_gradient = False
        o = types.SimpleNamespace(s=(w, _t(3)))
        f = convert(lambda x, o=o: (o.s[0] * o.s[1] * x).sum())
        for k in range(4):
            f(_t(k)).backward()
        found.append(w.grad.tolist())
    assert found[0] == found[1] == [18.0, 18.0]
