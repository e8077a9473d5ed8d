"""`jit.save` leaves the layer as it was, and what it leaves on the disk is one model or says that it is not."""

import collections
import os

import numpy as np
import paddle
import pytest
from paddle import nn
from paddle.static import InputSpec


class _Base(nn.Layer):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)
        self.count, self.log, self.feature, self.table = 0, [], None, {}
        self.recent = collections.deque(maxlen=2)
        self.register_buffer("run", paddle.zeros([4]))


class Buffer(_Base):
    def forward(self, x):
        self.run = self.run * 0.5 + x.mean(0).detach()
        return self.linear(x) + self.run


class InPlace(_Base):
    def forward(self, x):
        self.run.add_(x.mean(0))
        return self.linear(x) + self.run


class Element(_Base):
    def forward(self, x):
        self.run[1:] = x.mean(0)[1:]
        return self.linear(x) + self.run


class Assigned(_Base):
    def forward(self, x):
        paddle.assign(self.run + x.mean(0), self.run)
        return self.linear(x) + self.run


class SetValue(_Base):
    def forward(self, x):
        self.run.set_value(self.run + x.mean(0))
        return self.linear(x) + self.run


class Attribute(_Base):
    def forward(self, x):
        self.feature = self.linear(x)
        return self.feature * 2


class Cache(_Base):
    def forward(self, x):
        self.feature = x if self.feature is None else paddle.concat([self.feature, x], 0)
        return self.linear(self.feature)


class Counter(_Base):
    def forward(self, x):
        self.count += 1
        self.log.append(x.shape[0])
        self.log.append(self.linear(x))
        self.table["last"] = x
        return self.log[-1] * 3


class Deque(_Base):
    def forward(self, x):
        self.recent.append(self.linear(x))
        return self.recent[-1] + 1


class BranchWrites(_Base):
    def forward(self, x):
        if x.sum() > 0:
            self.run = x.mean(0)
        else:
            self.run = self.run + 1
        return self.linear(x) + self.run


def state_of(layer):
    def plain(x):
        return x.tolist() if isinstance(x, paddle.Tensor) else x

    values = {k: v.numpy().tolist() for k, v in layer.state_dict().items()}
    kept = [plain(x) for x in layer.log], plain(layer.feature), dict(layer.table)
    return values, layer.count, kept, list(layer.recent), id(layer.run), layer.training


CASES = [
    Buffer,
    InPlace,
    Element,
    Assigned,
    SetValue,
    Attribute,
    Cache,
    Counter,
    Deque,
    BranchWrites,
]


@pytest.mark.parametrize("size", [-1, 3])
@pytest.mark.parametrize("case", CASES)
def test_the_layer_is_as_before(case, size, tmp_path):
    layer, other = case(), case()
    other.set_state_dict(layer.state_dict())
    before = state_of(layer)
    path = str(tmp_path / "m")
    try:
        paddle.jit.save(layer, path, [InputSpec([size, 4])])
        saved = True
    except NotImplementedError:
        saved = False
    assert state_of(layer) == before
    x = paddle.ones([3, 4])
    other.eval()
    wanted = other(x).numpy()
    if saved:  # each run is the first one: a file has no state
        loaded = paddle.jit.load(path)
        for _ in range(2):
            np.testing.assert_allclose(loaded(x).numpy(), wanted, rtol=1e-6)
    else:
        assert case in (Deque, BranchWrites)
    layer.eval()
    np.testing.assert_allclose(layer(x).numpy(), wanted, rtol=1e-6)


@pytest.mark.parametrize("case", CASES)
def test_the_layer_is_as_before_where_saving_raises(case, tmp_path):
    class Refused(case):
        def forward(self, x):
            return super().forward(x) + paddle.to_tensor(float(x.sum()))

    layer = Refused()
    before = state_of(layer)
    with pytest.raises(NotImplementedError):
        paddle.jit.save(layer, str(tmp_path / "m"), [InputSpec([-1, 4])])
    assert state_of(layer) == before
    assert not os.listdir(tmp_path)


class _Scaled(nn.Layer):
    def __init__(self, factor):
        super().__init__()
        self.w = self.create_parameter(
            [3, 3], default_initializer=nn.initializer.Constant(float(factor))
        )
        self.factor = factor

    def forward(self, x):
        return (x @ self.w) * self.factor


def test_a_mixed_pair_raises(tmp_path):
    for k in (1, 2):
        paddle.jit.save(_Scaled(k), str(tmp_path / f"m{k}"), [InputSpec([-1, 3])])
    os.replace(tmp_path / "m2.pdiparams", tmp_path / "m1.pdiparams")
    with pytest.raises(ValueError, match="m1.pdiparams does not belong to .*m1.json"):
        paddle.jit.load(str(tmp_path / "m1"))
    config = paddle.inference.Config(str(tmp_path / "m1.json"), str(tmp_path / "m1.pdiparams"))
    with pytest.raises(ValueError, match="m1.pdiparams does not belong to .*m1.json"):
        paddle.inference.create_predictor(config)


def test_files_of_killed_saves_are_removed_and_others_stay(tmp_path):
    for name in ("m.json.saving-aB3dE6", "m.pdiparams.saving-000000"):
        (tmp_path / name).write_text("half")
    others = ["m.json.backup", "n.json.saving-aB3dE6", "m.json.saving-long-er", "m.json.saving-"]
    for name in others:
        (tmp_path / name).write_text("mine")
    paddle.jit.save(_Scaled(1), str(tmp_path / "m"), [InputSpec([-1, 3])])
    assert sorted(os.listdir(tmp_path)) == sorted([*others, "m.json", "m.pdiparams"])


def test_a_result_that_follows_from_the_size_alone(tmp_path):
    class Expanded(nn.Layer):
        def __init__(self):
            super().__init__()
            self.w = self.create_parameter([4])

        def forward(self, x):
            return self.w.expand([x.shape[0], 4]) * 2

    layer = Expanded()
    paddle.jit.save(layer, str(tmp_path / "m"), [InputSpec([-1, 4])])
    loaded = paddle.jit.load(str(tmp_path / "m"))
    for n in (1, 3, 700_000):  # the last one above what the plan of memory looks at
        x = paddle.ones([n, 4])
        np.testing.assert_array_equal(loaded(x).numpy(), layer(x).numpy())


@pytest.mark.parametrize("shape", [[5, -1], [-1, 6], [2, -1, 3], [7, -1], [-1, 5, 4]])
def test_reshapes_of_an_open_axis(shape, tmp_path):
    def f(x):
        return x.reshape(shape) * 2

    paddle.jit.save(f, str(tmp_path / "m"), [InputSpec([-1, 3])])
    loaded = paddle.jit.load(str(tmp_path / "m"))
    for n in (140, 280, 20 * 7):
        x = paddle.rand([n, 3])
        if x.size % abs(int(np.prod(shape))):
            continue
        np.testing.assert_array_equal(loaded(x).numpy(), f(x).numpy())


def test_the_failure_of_one_run_is_not_that_of_the_next():
    def f(x, n):
        if x.sum() > 0:
            for _ in range(n):
                x = x * 2
        else:
            x = x - 1
        while x.max() < 10:
            x = x + 1
        return x

    paddle.enable_static()
    main = paddle.static.Program()
    with paddle.static.program_guard(main):
        i = paddle.static.data("i", [1], "int64")
        y = paddle.gather(paddle.ones([2]), i)
    with pytest.raises(IndexError):
        paddle.static.Executor().run(main, feed={"i": np.array([7])}, fetch_list=[y])
    paddle.disable_static()
    two = paddle.to_tensor(2)
    assert (
        paddle.jit.to_static(f)(paddle.ones([2]), two).tolist() == f(paddle.ones([2]), two).tolist()
    )
