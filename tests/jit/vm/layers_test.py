"""Programs of the framework itself: layers, hooks, parameters as inputs."""

import numpy as np
import paddle
import pytest
from paddle import nn
from paddle.jit import vm

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


class Session(vm.Session):
    tensor_types = (paddle.Tensor,)
    value_types = (paddle.dtype,)

    def meta(self, tensor):
        return tuple(tensor.shape), str(tensor.dtype), tensor.stop_gradient


class Net(nn.Layer):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.LayerNorm(8), nn.Linear(8, 2))
        self.heads = nn.LayerList([nn.Linear(2, 2) for _ in range(2)])
        self.calls = 0
        self.scale = 2.0

    def forward(self, x, **options):
        self.calls += 1
        y = self.body(x) * self.scale
        for i, head in enumerate(self.heads):
            y = head(y) + i
        with paddle.no_grad():
            z = y.sum(axis=0)
        return {"y": nn.functional.softmax(y, axis=-1), "z": z, **options}


def test_layer():
    net, x = Net(), paddle.ones([3, 4])
    session = Session()
    result = vm.capture(net, (x,), {"k": 1}, session)
    native = net(x, k=1)
    np.testing.assert_array_equal(result["y"].numpy(), native["y"].numpy())
    np.testing.assert_array_equal(result["z"].numpy(), native["z"].numpy())
    assert net.calls == 2 and not session.opaques
    parameters = {id(p) for p in net.parameters()}
    assert parameters == {id(value) for *_, value in session.inputs}
    assert [(e[0], e[2], e[3]) for e in session.effects()] == [("attr", "calls", 1)]


def test_guards_of_a_layer():
    net, x = Net(), paddle.ones([3, 4])
    session = Session()
    vm.capture(net, (x,), {}, session)
    net.calls = 0
    assert session.holds((x,), {}) and session.holds((paddle.zeros([3, 4]),), {})
    assert not session.holds((paddle.ones([2, 4]),), {})
    assert not session.holds((paddle.ones([3, 4], dtype="float64"),), {})
    net.scale = 3.0
    assert not session.holds((x,), {})
    net.scale = 2.0
    hook = net.body[1].register_forward_post_hook(lambda layer, inputs, output: output * 2)
    assert not session.holds((x,), {})
    hook.remove()
    assert session.holds((x,), {})
    net.heads.append(nn.Linear(2, 2))
    assert not session.holds((x,), {})


def test_data_is_opaque():
    for read in (
        lambda x: x.sum().item(),
        lambda x: float(x.sum()),
        lambda x: 1 if x.sum() > 0 else 2,
    ):
        session = Session()
        vm.capture(read, (paddle.ones([2]),), {}, session)
        assert session.opaques


def test_training_step():
    def run(capture):
        paddle.seed(1)
        net = Net()
        optimizer = paddle.optimizer.Adam(parameters=net.parameters(), learning_rate=0.1)
        losses = []

        def step(x):
            loss = net(x)["y"].square().mean()
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()
            losses.append(loss.item())
            return loss

        for i in range(3):
            capture(step, paddle.full([3, 4], i + 1.0))
        return losses

    assert run(lambda fn, x: vm.capture(fn, (x,), {}, Session())) == run(lambda fn, x: fn(x))
