"""Captured functions give what plain ones give: values, in-place writes, views, gradients, random numbers, state."""

import gc
import threading

import numpy as np
import paddle
import pytest
from paddle import nn
from paddle.jit import to_static


def same(a, b):
    if isinstance(a, (list, tuple)):
        assert type(a) is type(b) and len(a) == len(b)
        for x, y in zip(a, b, strict=True):
            same(x, y)
    elif isinstance(a, dict):
        assert list(a) == list(b)
        for key in a:
            same(a[key], b[key])
    elif isinstance(a, paddle.Tensor):
        assert a.dtype == b.dtype and a.shape == b.shape and a.stop_gradient == b.stop_gradient
        assert a.detach().numpy().tobytes() == b.detach().numpy().tobytes()
    else:
        assert a == b


def agree(function, *make_args, times=3):
    """Calls with fresh arguments: the plain function and the captured one; the captured one."""
    static = to_static(function)
    for i in range(times):
        for make in make_args:
            plain_args, static_args = make(i), make(i)
            paddle.seed(i)
            expected = function(*plain_args)
            paddle.seed(i)
            same(static(*static_args), expected)
            same(list(static_args), list(plain_args))
    return static


def tensors(*shapes):
    return lambda i: tuple(
        paddle.to_tensor(np.random.default_rng(i + k).standard_normal(s).astype("float32"))
        for k, s in enumerate(shapes)
    )


def test_one_program_and_no_python():
    calls = []

    def f(x, y):
        return x * 2 + y

    static = agree(f, tensors([3], [3]))
    report = paddle.jit.report(static)
    assert (report.segments, report.breaks, report.skipped) == (1, [], 2)
    del calls


def test_writes_and_views():
    def f(x):
        y = x * 2
        v = y.reshape([-1])
        v[0] = 5.0
        w = y.T
        w.add_(paddle.ones_like(w))
        x[1] = y[0]
        return y, v, w, x[::-1, 1:]

    agree(f, tensors([3, 4]))


def test_result_is_a_view_of_the_argument():
    static = to_static(lambda x: x[1:])
    for _ in range(3):
        x = paddle.zeros([3])
        y = static(x)
        x[2] = 7.0
        assert y.tolist() == [0.0, 7.0]


def test_result_is_the_argument():
    static = to_static(lambda x: (x, x + 1))
    for _ in range(3):
        x = paddle.ones([2])
        assert static(x)[0] is x


def test_write_into_a_view_of_a_larger_tensor():
    # strided_update
    def f(v):
        v.add_(paddle.ones_like(v))
        return v * 2

    static = to_static(f)
    for _ in range(3):
        base, plain = paddle.arange(12.0).reshape([3, 4]), paddle.arange(12.0).reshape([3, 4])
        same(static(base[:, 1]), f(plain[:, 1]))
        same(base, plain)


def test_guards():
    factor = {"k": 2.0}
    scale = paddle.ones([2])

    class Box:
        value = 3

    box = Box()

    def f(x, mode="a"):
        y = x * factor["k"] + scale * box.value
        return y if mode == "a" else -y

    static = to_static(f)
    x = paddle.ones([2])
    for change in (
        lambda: None,
        lambda: factor.update(k=3.0),
        lambda: setattr(box, "value", 4),
        lambda: setattr(Box, "value", 5),
        lambda: delattr(box, "value"),
        lambda: scale.add_(paddle.ones([2])),
    ):
        change()
        for mode in ("a", "b"):
            same(static(x, mode), f(x, mode))
            same(static(x, mode=mode), f(x, mode=mode))
    with paddle.no_grad():
        same(static(x), f(x))
    same(static(paddle.ones([3, 2])), f(paddle.ones([3, 2])))
    same(static(x.astype("float64")), f(x.astype("float64")))


def test_values_that_are_read_are_not_remembered():
    static = to_static(lambda x: x * 2 if float(x.sum()) > 0 else x * 3)
    for value in (1.0, -1.0, 2.0, -2.0):
        x = paddle.to_tensor([value])
        assert static(x).tolist() == [value * 2 if value > 0 else value * 3]


def test_values_of_an_input():
    state = paddle.to_tensor([1.0])

    def f(x):
        return x * state.item()

    static = to_static(f)
    for value in (1.0, 2.0, 3.0):
        state.set_value(paddle.to_tensor([value]))
        assert static(paddle.to_tensor([2.0])).tolist() == [2.0 * value]


def make_model(seed=1):
    paddle.seed(seed)
    model = nn.Sequential(
        nn.Linear(4, 8), nn.ReLU(), nn.BatchNorm1D(8), nn.Dropout(0.5), nn.Linear(8, 2)
    )
    return model, paddle.optimizer.Adam(1e-2, parameters=model.parameters())


def batches(n):
    return [tensors([16, 4], [16, 2])(i) for i in range(n)]


def test_training_step_as_one_program():
    def step(model, optimizer, x, y):
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        return loss

    plain, static = make_model(), make_model()
    captured = to_static(step)
    for i, (x, y) in enumerate(batches(6)):
        paddle.seed(i)
        expected = step(*plain, x, y)
        paddle.seed(i)
        same(captured(*static, x, y).detach(), expected.detach())
    same(dict(static[0].state_dict()), dict(plain[0].state_dict()))
    report = captured.report
    assert report.segments == 1 and report.skipped >= 3, report
    with pytest.raises(RuntimeError):
        captured(*static, x, y).backward()


def test_forward_captured_backward_outside():
    plain, static = make_model(), make_model()
    to_static(static[0])
    for i, (x, y) in enumerate(batches(5)):
        for model, optimizer in (plain, static):
            paddle.seed(i)
            loss = ((model(x) - y) ** 2).mean()
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()
    same(dict(static[0].state_dict()), dict(plain[0].state_dict()))
    assert static[0].forward.report.skipped >= 3


def test_train_and_eval():
    plain, static = make_model()[0], make_model()[0]
    to_static(static)
    x = batches(1)[0][0]
    for i in range(6):
        for model in (plain, static):
            model.train() if i % 2 else model.eval()
        paddle.seed(i)
        expected = plain(x)
        paddle.seed(i)
        same(static(x), expected)
    assert static.forward.report.skipped == 4


def test_gradient_accumulation():
    w = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    static = to_static(lambda x: (w * x).sum().backward())
    for i in range(3):
        static(paddle.to_tensor([1.0, 1.0]))
        assert w.grad.tolist() == [i + 1.0, i + 1.0]


def test_random_numbers_are_the_same():
    agree(lambda x: (paddle.rand([3]) + x, nn.functional.dropout(x, 0.5)), tensors([3]))


def test_data_dependent_shapes():
    agree(lambda x: (paddle.nonzero(x > 0), paddle.masked_select(x, x > 0) * 2), tensors([6]))


def test_containers_and_state():
    class Counter:
        def __init__(self):
            self.n = 0
            self.seen = []
            self.last = None

        def __call__(self, x):
            self.n += 1
            self.last = x + self.n
            self.seen.append(self.last)
            return {"a": [x, (self.last,)], "n": self.n}

    plain, static = Counter(), Counter()
    captured = to_static(static)
    for i in range(4):
        x = tensors([2])(i)[0]
        same(captured(x), plain(x))
    same(static.seen, plain.seen)
    assert static.n == plain.n == 4


def test_exceptions_leave_everything_usable():
    def f(x, bad):
        y = x + 1
        if bad:
            raise KeyError("mine")
        return y.reshape([7, 7]) if x.shape[0] == 3 else y

    static = to_static(f)
    x = paddle.ones([2])
    for _ in range(2):
        with pytest.raises(KeyError, match="mine"):
            static(x, True)
        with pytest.raises(ValueError, match="reshape"):
            static(paddle.ones([3]), False)
        assert static(x, False).tolist() == [2.0, 2.0]
        assert (x + 1).tolist() == [2.0, 2.0]


def test_errors_of_kernels_come_out():
    table = paddle.ones([3, 2])
    static = to_static(lambda i: nn.functional.embedding(i, table) + 1)
    good, bad = paddle.to_tensor([0, 2]), paddle.to_tensor([0, 3])
    for _ in range(2):
        same(static(good), nn.functional.embedding(good, table) + 1)
        with pytest.raises((ValueError, IndexError), match="embedding"):
            static(bad)


def test_nested_and_recursive():
    inner = to_static(lambda x: x * 2)

    @to_static
    def power(x, n):
        return inner(x) if n == 0 else power(x, n - 1) * x

    x = paddle.to_tensor([2.0])
    assert power(x, 3).tolist() == [32.0]
    assert power(x, 3).tolist() == [32.0]


def test_hooks_and_py_layer():
    class Double(paddle.autograd.PyLayer):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * 2

        @staticmethod
        def backward(ctx, g):
            (x,) = ctx.saved_tensor()
            return g * x

    seen = []

    def f(x):
        y = Double.apply(x)
        y.register_hook(lambda g: seen.append(1))
        return y.sum()

    static = to_static(f)
    for i in range(3):
        grads = []
        for function in (f, static):
            x = paddle.to_tensor([3.0, 4.0], stop_gradient=False)
            function(x).backward()
            grads.append(x.grad)
        same(*grads)
        assert len(seen) == 2 * (i + 1)


def test_double_gradient():
    def f(x):
        (g,) = paddle.grad([(x**3).sum()], [x], create_graph=True)
        return (g**2).sum()

    static = to_static(f)
    for _ in range(3):
        grads = []
        for function in (f, static):
            x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
            function(x).backward()
            grads.append(x.grad)
        same(*grads)


def test_threads():
    static = to_static(lambda x: (x * 2 + 1).sum())
    failures = []

    def work(k):
        try:
            for _ in range(200):
                assert float(static(paddle.full([4], float(k)))) == 4 * (2 * k + 1)
        except BaseException as e:  # noqa: BLE001
            failures.append(e)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not failures, failures


def test_without_source():
    space = {"paddle": paddle}
    exec("def f(x):\n    return paddle.tanh(x) if x.shape[0] > 1 else x", space)  # noqa: S102
    agree(space["f"], tensors([2]), tensors([1]))


def test_switches():
    @paddle.jit.not_to_static
    def outside(x):
        return paddle.to_tensor(x.numpy() + 1)

    static = to_static(lambda x: outside(x * 2) * 3)
    for value in (1.0, 2.0):
        assert static(paddle.to_tensor([value])).tolist() == [(value * 2 + 1) * 3]
    paddle.jit.enable_to_static(False)
    try:
        assert static(paddle.to_tensor([1.0])).tolist() == [9.0]
    finally:
        paddle.jit.enable_to_static(True)
    checked = to_static(lambda x: x + 1, check=True)
    assert checked(paddle.to_tensor([1.0])).tolist() == [2.0]
    with pytest.raises(TypeError, match="to_static"):
        to_static(3)
    with pytest.raises(TypeError, match="report"):
        paddle.jit.report(len)


def test_memory_does_not_grow():
    static = to_static(lambda x: x.exp().sum())
    x = paddle.ones([64, 64])
    static(x)
    gc.collect()
    before = paddle.device.memory_allocated() if hasattr(paddle.device, "memory_allocated") else 0
    for _ in range(200):
        static(x)
    gc.collect()
    after = paddle.device.memory_allocated() if hasattr(paddle.device, "memory_allocated") else 0
    assert after <= before + 1 << 16


def test_input_spec_is_for_no_more_arguments_than_there_are():
    spec = [paddle.static.InputSpec([-1, 4], "float32")] * 2
    with pytest.raises(ValueError, match=r"at most 1(.|\n)*Received: 2"):
        paddle.jit.to_static(lambda x: x * 2, input_spec=spec)
    with pytest.raises(TypeError, match="list or tuple"):
        paddle.jit.to_static(lambda x: x * 2, input_spec=spec[0])
    f = paddle.jit.to_static(lambda *x: x[0] + x[1], input_spec=spec)
    assert f(paddle.ones([2, 4]), paddle.ones([2, 4])).sum().item() == 16
