"""Narrow models: which parameters, master copies, gradients, what is saved; and training with them."""

import numpy as np
import paddle
import pytest
from paddle import nn


class Net(nn.Layer):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2D(1, 4, 3, padding=1)
        self.bn = nn.BatchNorm2D(4)
        self.norm = nn.LayerNorm(4 * 36)
        self.fc = nn.Linear(4 * 36, 3)

    def forward(self, x):
        y = nn.functional.relu(self.bn(self.conv(x)))
        return self.fc(self.norm(y.flatten(1)))


def dtypes(model):
    return {
        name: str(p.dtype).removeprefix("paddle.")
        for name, p in model.named_parameters()
        if "._" not in name
    }


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_which_parameters_become_narrow(dtype):
    found = dtypes(paddle.amp.decorate(Net(), level="O2", dtype=dtype))
    norm = "float32" if dtype == "float16" else dtype
    assert found == {
        "conv.weight": dtype, "conv.bias": dtype, "bn.weight": "float32", "bn.bias": "float32",
        "norm.weight": norm, "norm.bias": norm, "fc.weight": dtype, "fc.bias": dtype,
    }  # fmt: skip


def test_level_o1_changes_nothing():
    model = Net()
    assert paddle.amp.decorate(model, dtype="bfloat16") is model
    assert set(dtypes(model).values()) == {"float32"}


def test_excluded_layers():
    model = Net()
    paddle.amp.decorate(model, level="O2", dtype="bfloat16", excluded_layers=[model.fc, nn.Conv2D])
    found = dtypes(model)
    assert found["fc.weight"] == found["conv.weight"] == "float32"
    assert found["norm.weight"] == "bfloat16"


def test_what_is_saved():
    model = paddle.amp.decorate(Net(), level="O2", dtype="bfloat16", save_dtype="float32")
    state = model.state_dict()
    assert state["fc.weight"].dtype is paddle.float32
    assert state["fc.weight"].name == model.fc.weight.name
    assert model.fc.weight.dtype is paddle.bfloat16


def test_lists_come_back_as_lists():
    models = [nn.Linear(2, 2), nn.Linear(2, 2)]
    optimizers = [paddle.optimizer.SGD(parameters=m.parameters()) for m in models]
    a, b = paddle.amp.decorate(models, optimizers, level="O2", dtype="bfloat16")
    assert a is models and b is optimizers and all(o._multi_precision for o in optimizers)


@pytest.mark.parametrize(
    ("error", "options"),
    [
        (ValueError, {"level": "O3"}),
        (ValueError, {"dtype": "float32"}),
        (ValueError, {"save_dtype": "int8"}),
        (TypeError, {"excluded_layers": 3, "level": "O2"}),
        (TypeError, {"models": 3, "level": "O2"}),
        (RuntimeError, {"models": [3], "level": "O2"}),
        (TypeError, {"optimizers": 3, "level": "O2"}),
    ],
)
def test_wrong_options_raise(error, options):
    with pytest.raises(error, match="decorate"):
        paddle.amp.decorate(**{"models": nn.Linear(2, 2), **options})


def test_master_gradients_are_float32_and_gather_in_it():
    model = nn.Linear(1, 1, bias_attr=False)
    paddle.amp.decorate(model, level="O2", dtype="bfloat16", master_grad=True)
    for value in (256.0, 0.5):  # in bfloat16 the sum would be 256
        model(paddle.to_tensor([[value]], "bfloat16")).sum().backward()
    grad = model.weight.grad
    assert grad.dtype is paddle.float32
    assert grad.tolist() == [[256.5]]


@pytest.mark.parametrize("name", ["SGD", "Momentum", "Adam", "AdamW", "RMSProp"])
def test_master_weights_keep_small_steps(name):
    kind = getattr(paddle.optimizer, name)

    def train(master):
        model = nn.Linear(1, 1, bias_attr=False)
        model.weight.set_value(paddle.ones([1, 1]))
        options = {"weight_decay": 0.0} if name == "AdamW" else {}
        optimizer = kind(1e-4, parameters=model.parameters(), **options)
        paddle.amp.decorate(model, optimizer, level="O2", dtype="bfloat16", master_weight=master)
        for _ in range(200):
            model(paddle.ones([1, 1], "bfloat16")).sum().backward()
            optimizer.step()
            optimizer.clear_grad()
        return float(model.weight.astype("float32"))

    assert train(None) < 0.99
    assert train(False) == 1.0  # steps smaller than what bfloat16 can tell apart


def batches():
    rng = np.random.default_rng(0)
    centers = rng.standard_normal((3, 1, 6, 6)).astype("float32")
    for _ in range(40):
        labels = rng.integers(0, 3, 16)
        noise = rng.standard_normal((16, 1, 6, 6)).astype("float32") * 0.5
        yield paddle.to_tensor(centers[labels] + noise), paddle.to_tensor(labels)


@pytest.mark.parametrize("capture", [False, True])
@pytest.mark.parametrize(
    ("level", "dtype"),
    [
        ("O0", "bfloat16"),
        ("O1", "bfloat16"),
        ("O2", "bfloat16"),
        ("O1", "float16"),
        ("O2", "float16"),
    ],
)
def test_training_reaches_what_float32_does(level, dtype, capture):
    paddle.seed(3)
    model = Net()
    adam = paddle.optimizer.AdamW(0.005, parameters=model.parameters())
    if level == "O2":
        model, adam = paddle.amp.decorate(model, adam, level, dtype, master_grad=True)
    scaler = paddle.amp.GradScaler(enable=dtype == "float16", init_loss_scaling=1024.0)

    def step(x, label):
        with paddle.amp.auto_cast(level=level, dtype=dtype):
            loss = nn.functional.cross_entropy(model(x), label)
        scaler.scale(loss).backward()
        scaler.step(adam)
        scaler.update()
        adam.clear_grad()
        return loss

    if capture:
        step = paddle.jit.to_static(step, full_graph=True)
    losses = [float(step(*batch)) for batch in batches()]
    assert losses[0] > 0.7 and np.mean(losses[-8:]) < 0.2
    if capture:
        report = paddle.jit.report(step)
        assert not report.breaks, report
