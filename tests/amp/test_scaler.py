"""GradScaler: when steps are left out, how the factor goes on, in which order calls may come."""

import numpy as np
import paddle
import pytest
from paddle import nn

OPTIMIZERS = ["SGD", "Momentum", "Adam", "AdamW", "RMSProp", "Lamb"]


@pytest.fixture(autouse=True)
def float16():
    with paddle.amp.auto_cast(dtype="float16"):
        pass


def layer():
    made = nn.Linear(2, 1)
    made.weight.set_value(paddle.to_tensor([[0.5], [-0.25]]))
    made.bias.set_value(paddle.to_tensor([0.125]))
    return made


def optimizer_of(name, model):
    kind = getattr(paddle.optimizer, name)
    return kind(0.1, parameters=model.parameters())


def state(model, optimizer):
    tensors = [
        *model.parameters(),
        *(t for k in optimizer._accumulators.values() for t in k.values()),
    ]
    return [t.numpy().copy() for t in tensors]


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_a_scaled_step_is_the_plain_step(name):
    models = [layer(), layer()]
    optimizers = [optimizer_of(name, m) for m in models]
    scaler = paddle.amp.GradScaler(init_loss_scaling=1024.0)
    x = paddle.to_tensor([[1.0, 2.0], [3.0, -1.0]])
    for _ in range(3):
        models[0](x).sum().backward()
        optimizers[0].step()
        scaler.scale(models[1](x).sum()).backward()
        scaler.step(optimizers[1])
        scaler.update()
        for optimizer in optimizers:
            optimizer.clear_grad()
    for a, b in zip(state(models[0], optimizers[0]), state(models[1], optimizers[1]), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-6)


@pytest.mark.parametrize("bad", [float("inf"), float("nan"), -float("inf")])
@pytest.mark.parametrize("name", OPTIMIZERS)
def test_a_step_with_a_gradient_that_is_not_finite_changes_nothing(name, bad):
    model = layer()
    optimizer = optimizer_of(name, model)
    scaler = paddle.amp.GradScaler(init_loss_scaling=8.0)

    def step(value):
        scaler.scale(model(paddle.to_tensor([[1.0, value]])).sum()).backward()
        scaler.step(optimizer)
        scaler.update()
        optimizer.clear_grad()

    step(2.0)
    before = state(model, optimizer)
    step(bad)
    for a, b in zip(before, state(model, optimizer), strict=True):
        np.testing.assert_array_equal(a, b)
    assert scaler.state_dict()["scale"].tolist() == [4.0]
    step(2.0)
    assert any((a != b).any() for a, b in zip(before, state(model, optimizer), strict=True))


def test_the_factor_goes_by_good_and_bad_steps_in_a_row():
    scaler = paddle.amp.GradScaler(
        init_loss_scaling=8.0, incr_ratio=3.0, decr_ratio=0.25, incr_every_n_steps=2,
        decr_every_n_nan_or_inf=2,
    )  # fmt: skip
    model = layer()
    sgd = optimizer_of("SGD", model)
    seen = []
    for good in (1, 1, 1, 0, 1, 0, 0, 1, 1):
        scaler.scale(
            model(paddle.to_tensor([[1.0 if good else float("inf"), 0.0]])).sum()
        ).backward()
        scaler.step(sgd)
        scaler.update()
        sgd.clear_grad()
        values = scaler.state_dict()
        seen.append((float(values["scale"][0]), values["incr_count"], values["decr_count"]))
    assert seen == [
        (8, 1, 0), (24, 0, 0), (24, 1, 0), (24, 0, 1), (24, 1, 0), (24, 0, 1), (6, 0, 0), (6, 1, 0), (18, 0, 0),
    ]  # fmt: skip


def test_gradients_of_several_dtypes_are_looked_through_together():
    wide, narrow = nn.Linear(2, 1), nn.Linear(2, 1).to(dtype="float16")
    sgd = paddle.optimizer.SGD(0.1, [*wide.parameters(), *narrow.parameters()])
    scaler = paddle.amp.GradScaler(init_loss_scaling=4.0)
    before = wide.weight.numpy().copy()
    x = paddle.to_tensor([[1.0, 2.0]])
    big = paddle.full([1, 2], 60000.0, "float16")
    loss = wide(x).sum() + narrow(big).astype("float32").sum()
    scaler.scale(loss).backward()  # 4 * 60000 is infinite in float16
    scaler.unscale_(sgd)
    np.testing.assert_allclose(wide.weight.grad.numpy(), x.numpy().T)
    scaler.step(sgd)
    np.testing.assert_array_equal(wide.weight.numpy(), before)


def test_calls_in_the_wrong_order_raise():
    model = layer()
    sgd = optimizer_of("SGD", model)
    scaler = paddle.amp.GradScaler(init_loss_scaling=4.0)
    scaler.scale(model(paddle.ones([1, 2])).sum()).backward()
    scaler.unscale_(sgd)
    with pytest.raises(RuntimeError, match="unscale_.. has already been called"):
        scaler.unscale_(sgd)
    scaler.step(sgd)
    with pytest.raises(RuntimeError, match="step.. has already been called"):
        scaler.step(sgd)
    with pytest.raises(RuntimeError, match="after step"):
        scaler.unscale_(sgd)
    scaler.update()
    scaler.step(sgd)


def test_minimize_is_a_step_and_an_update():
    model = layer()
    sgd = optimizer_of("SGD", model)
    scaler = paddle.amp.AmpScaler(init_loss_scaling=4.0, incr_every_n_steps=1)
    loss = scaler.scale(model(paddle.ones([1, 2])).sum())
    loss.backward()
    _, pairs = scaler.minimize(sgd, loss)
    assert [p is q for p, (q, _) in zip(model.parameters(), pairs, strict=True)] == [True, True]
    np.testing.assert_allclose(model.weight.numpy(), [[0.4], [-0.35]], rtol=1e-6)
    assert scaler.state_dict()["scale"].tolist() == [8.0]


def test_state_goes_to_another_scaler():
    first = paddle.amp.GradScaler(init_loss_scaling=32.0, incr_ratio=4.0, decr_ratio=0.1)
    first._good_steps.set_value(paddle.to_tensor([7], "int32"))
    second = paddle.amp.GradScaler()
    second.load_state_dict(first.state_dict())
    a, b = first.state_dict(), second.state_dict()
    assert a.pop("scale").tolist() == b.pop("scale").tolist() == [32.0]
    assert a == b and a["incr_count"] == 7
    with pytest.raises(RuntimeError, match="empty"):
        second.load_state_dict({})


def test_settings():
    scaler = paddle.amp.GradScaler()
    assert scaler.is_enable() and scaler.is_use_dynamic_loss_scaling()
    for name, value in (
        ("init_loss_scaling", 8.0), ("incr_ratio", 3.0), ("decr_ratio", 0.25), ("incr_every_n_steps", 5),
        ("decr_every_n_nan_or_inf", 6),
    ):  # fmt: skip
        getattr(scaler, f"set_{name}")(value)
        assert getattr(scaler, f"get_{name}")() == value
    with pytest.raises(AssertionError):
        scaler.set_incr_ratio(1.0)
    with pytest.raises(AssertionError):
        paddle.amp.GradScaler(decr_ratio=1.0)
    assert scaler.scale(paddle.ones([2])).tolist() == [8.0, 8.0]
    with pytest.raises(TypeError):
        scaler.scale(1.0)


def test_a_scaler_that_is_off_changes_nothing():
    scaler = paddle.amp.GradScaler(enable=False)
    model = layer()
    sgd = optimizer_of("SGD", model)
    loss = model(paddle.ones([1, 2])).sum()
    assert scaler.scale(loss) is loss
    loss.backward()
    scaler.unscale_(sgd)
    scaler.step(sgd)
    scaler.update()
    assert scaler.state_dict() == {} and scaler.get_init_loss_scaling() == 1.0


def test_bfloat16_needs_no_factor():
    scaler = paddle.amp.GradScaler()
    with paddle.amp.auto_cast(dtype="bfloat16"):
        loss = layer()(paddle.ones([1, 2])).mean()
    with pytest.warns(UserWarning, match="bfloat16"):
        assert scaler.scale(loss) is loss
    assert not scaler.is_enable()


def test_the_operators_refuse_what_they_can_not_do():
    ops, one = paddle._C.ops, paddle.ones([1])
    with pytest.raises(ValueError, match="scale"):
        ops["check_finite_and_unscale_"]([paddle.ones([2])], paddle.ones([2]))
    with pytest.raises(ValueError, match="wrong dtype or is strided"):
        ops["check_finite_and_unscale_"]([paddle.ones([2]), paddle.ones([2], "float16")], one)
    with pytest.raises(ValueError, match="good_steps"):
        ops["update_loss_scaling_"](paddle.zeros([1], "bool"), one, one, one, 1, 1, 2.0, 0.5)
