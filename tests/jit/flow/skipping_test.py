"""Training code as people write it skips Python, with the results of eager code; what can not costs no more."""

import collections

import numpy as np
import paddle
import pytest
from paddle import nn
from paddle.jit import to_static, vm
from paddle.nn import functional

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

X = np.linspace(-1, 1, 4 * 16, dtype="float32").reshape(4, 16)


def layer(make=lambda: nn.Linear(16, 8)):
    paddle.seed(1)
    return make()


def training(net, x, after, rounds=4, optimizer=None):
    """Losses and gradients or parameters after each of some steps."""
    step = to_static(lambda x: _step(net, x, after, optimizer))
    seen = []
    for _ in range(rounds):
        loss = step(paddle.to_tensor(x))
        seen.append([float(loss)] + [p.numpy() for p in net.parameters()])
    return seen, paddle.jit.report(step)


def _step(net, x, after, optimizer):
    loss = (net(x) ** 2).mean()
    loss.backward()
    after(net, optimizer)
    return loss


def sgd(net):
    return paddle.optimizer.SGD(0.1, parameters=net.parameters())


def clear_each(net, optimizer):
    optimizer.step()
    for p in net.parameters():
        p.clear_grad()


def clear_named(net, optimizer):
    optimizer.step()
    for name, p in net.named_parameters():
        if "weight" in name or "bias" in name:
            p.clear_gradient()


def clear_layer(net, optimizer):
    optimizer.step()
    net.clear_gradients()


def clipped(net, optimizer):
    nn.utils.clip_grad_norm_(net.parameters(), 0.01)
    optimizer.step()
    optimizer.clear_grad()


def clipped_by_value(net, optimizer):
    nn.utils.clip_grad_value_(net.parameters(), 0.01)
    optimizer.step()
    optimizer.clear_grad()


def frozen(net, optimizer):
    for p in list(net.parameters())[1:]:
        p.stop_gradient = p.name.endswith("nothing")
    optimizer.step()
    optimizer.clear_grad()


def doubled(net, optimizer):
    for p in net.parameters():
        if p.grad is not None:
            p.grad = p.grad * 2
    optimizer.step()
    optimizer.clear_grad()


def kept(net, optimizer):
    first = list(net.parameters())[0]
    first.grad = paddle.ones(first.shape)


AFTER = (clear_each, clear_named, clear_layer, clipped, clipped_by_value, doubled, kept)


def hooked():
    net = nn.Linear(16, 8)
    net.register_forward_pre_hook(lambda layer, inputs: (inputs[0] * 2,))
    net.register_forward_post_hook(lambda layer, inputs, output: output + 1)
    return net


NETS = {
    "linear": lambda: nn.Linear(16, 8),
    "hooks": hooked,
    "weight_norm": lambda: nn.utils.weight_norm(nn.Linear(16, 8)),
    "spectral_norm": lambda: nn.utils.spectral_norm(nn.Linear(16, 8)),
    "sequential": lambda: nn.Sequential(
        nn.Linear(16, 8), nn.BatchNorm1D(8), nn.ReLU(), nn.Linear(8, 2)
    ),
}


def same(a, b):
    return all(
        all(np.allclose(p, q, 1e-5, 1e-6) for p, q in zip(x, y, strict=True))
        for x, y in zip(a, b, strict=True)
    )


def compared(make, after, make_optimizer):
    """The report of some captured steps, which have to agree with eager ones."""
    results = []
    for captured in (False, True):
        paddle.jit.enable_to_static(captured)
        try:
            net = layer(make)
            results.append(training(net, X, after, 5, make_optimizer(net)))
        finally:
            paddle.jit.enable_to_static(True)
    (expected, _), (received, report) = results
    assert same(expected, received)
    return report


@pytest.mark.parametrize("after", AFTER, ids=lambda f: f.__name__)
@pytest.mark.parametrize("net", NETS)
def test_a_step(net, after):
    report = compared(NETS[net], after, sgd)
    assert report.skipped >= 2 and report.unskippable is None, report


def test_a_flag_of_a_parameter():
    compared(NETS["sequential"], frozen, sgd)


CLIPS = {
    "norm": lambda: nn.ClipGradByNorm(0.01),
    "global norm": lambda: nn.ClipGradByGlobalNorm(0.01),
    "global norm, large": lambda: nn.ClipGradByGlobalNorm(1e6),
    "value": lambda: nn.ClipGradByValue(0.01),
}


@pytest.mark.parametrize("clip", CLIPS)
def test_clips_of_optimizers_need_no_value(clip):
    def momentum(net):
        return paddle.optimizer.Momentum(0.1, parameters=net.parameters(), grad_clip=CLIPS[clip]())

    def step(net, optimizer):
        optimizer.step()
        optimizer.clear_grad()

    report = compared(NETS["sequential"], step, momentum)
    assert report.skipped >= 2 and not report.breaks, report


@pytest.mark.parametrize("kind", [1, 2, float("inf")])
@pytest.mark.parametrize("limit", [0.01, 1e6])
def test_a_clipped_norm_is_that_of_eager_code(kind, limit):
    def f(x):
        y = paddle.to_tensor([0.0]) + x
        (w * y).sum().backward()
        norm = nn.utils.clip_grad_norm_([w], limit, kind)
        grad = w.grad.clone()
        w.clear_grad()
        return norm, grad

    w = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    static = to_static(f)
    for value in (1.0, -3.0, 0.0, float("nan"), float("inf")):
        x = paddle.to_tensor([value])
        for a, b in zip(f(x), static(x), strict=True):
            assert np.array_equal(a.numpy(), b.numpy(), equal_nan=True)


def interpolated(x):
    return functional.interpolate(x.reshape([1, 4, 4, 4]), scale_factor=2, mode="bilinear")


def masked(x):
    return paddle.nn.Transformer.generate_square_subsequent_mask(None, 4) + x[:4, :4]


def leaf_inside(x):
    y = x * 1
    y.stop_gradient = False
    return paddle.grad((y**3).sum(), y, create_graph=True)[0].norm()


def constants(x):
    return x[paddle.to_tensor([0, 2])] + paddle.to_tensor([1.0] * 16), paddle.to_tensor([[1, 2]])


REGISTRY = collections.OrderedDict(a=1.0, b=2.0)


def ordered(x):
    for key, factor in REGISTRY.items():
        x = x * factor + len(key)
    return x


def listed(x):
    return [
        x * len(list(LAYER.named_sublayers())),
        [n for n, _ in LAYER.named_parameters()],
        x + len(LAYER.buffers()),
    ]


LAYER = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1D(2))


@pytest.mark.parametrize(
    "f", [interpolated, masked, leaf_inside, constants, ordered, listed], ids=lambda f: f.__name__
)
def test_a_function(f):
    static = to_static(f)
    for i in range(4):
        x = paddle.to_tensor(X + i)
        expected, received = f(x), static(x)
        for a, b in zip(
            *(v if isinstance(v, (list, tuple)) else [v] for v in (expected, received)), strict=True
        ):
            assert np.array_equal(a.numpy(), b.numpy()) if isinstance(a, paddle.Tensor) else a == b
    report = paddle.jit.report(static)
    assert report.skipped == 3 and report.unskippable is None, report


def test_the_order_of_an_ordered_dict_is_compared():
    order = collections.OrderedDict((("a", 2.0), ("b", 3.0)))

    def f(x):
        for factor in order.values():
            x = x * factor + 1
        return x

    static, x = to_static(f), paddle.to_tensor([1.0])
    for key in ("a", "b", "b", "a"):
        assert static(x).tolist() == f(x).tolist()
        order.move_to_end(key)
    assert static(x).tolist() == f(x).tolist()


def test_what_is_written_into_an_ordered_dict_is_in_order():
    kept = collections.OrderedDict()

    def f(x):
        kept["b"] = x + 1
        kept["a"] = x + 2
        return x

    static, x = to_static(f), paddle.to_tensor([1.0])
    for _ in range(3):
        static(x)
        assert [(k, float(v)) for k, v in kept.items()] == [("b", 2.0), ("a", 3.0)] and list(
            reversed(kept)
        ) == ["a", "b"]
        kept.clear()
    assert paddle.jit.report(static).skipped == 2


def test_a_counter_counts_at_each_call():
    counter = collections.Counter()

    def f(x):
        counter.update(["a", "b", "a"])
        return x + counter["a"]

    static = to_static(f)
    for i in range(1, 5):
        assert static(paddle.to_tensor([0.0])).tolist() == [2.0 * i] and counter == {
            "a": 2 * i,
            "b": i,
        }


def test_layers_made_in_the_function_have_their_values():
    def f(x):
        paddle.seed(3)
        return nn.LayerNorm(16)(nn.Linear(16, 16)(x)), nn.Parameter(x * 2)

    static, x = to_static(f), paddle.to_tensor(X)
    for _ in range(3):
        for a, b in zip(f(x), static(x), strict=True):
            assert np.array_equal(a.numpy(), b.numpy()) and type(a) is type(b)


def test_a_leaf_of_the_function_that_is_given_back():
    def f(x):
        y = x * 2
        y.stop_gradient = False
        return y, y * 3

    static = to_static(f)
    for _ in range(3):
        y, z = static(paddle.to_tensor([1.0]))
        z.backward()
        assert y.is_leaf and y.grad.tolist() == [3.0]


def test_a_function_that_can_not_skip_is_not_interpreted_for_ever():
    calls = []

    def f(x):
        calls.append(object())
        print(end="")
        return x + len(calls)

    static = to_static(f)
    for i in range(20):
        assert static(paddle.to_tensor([1.0])).tolist() == [2.0 + i]
    report = paddle.jit.report(static)
    assert report.eager >= 10 and "is made and given back" in report.unskippable, report
    assert "eager code" in str(report)


def test_large_tensors_keep_their_programs():
    def f(x):
        print(end="")
        return (x * 2 + 1).tanh().sum()

    static, x = to_static(f), paddle.ones([100000])
    for _ in range(20):
        assert static(x).item() == f(x).item()
    report = paddle.jit.report(static)
    assert report.eager == 0 and report.segments >= 1, report
