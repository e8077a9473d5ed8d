"""States of optimizers: names, saving, going on in a model built again."""

import numpy as np
import paddle
import pytest

from tests.python.test_optimizer_steps import parameters, run

opt = paddle.optimizer
MAKE = {
    "sgd": lambda ps: opt.SGD(0.1, parameters=ps),
    "momentum": lambda ps: opt.Momentum(0.1, parameters=ps),
    "adam": lambda ps: opt.Adam(0.1, parameters=ps),
    "adamw": lambda ps: opt.AdamW(opt.lr.ExponentialDecay(0.1, 0.5), parameters=ps),
    "amsgrad": lambda ps: opt.Adam(0.1, parameters=ps, amsgrad=True, name="mine"),
}


def test_names_are_paddles():
    ps = parameters()
    o = MAKE["adam"](ps)
    run(o, ps, 1)
    name = ps[0].name
    keys = [f"{name}_{s}_0" for s in ("moment1", "moment2", "beta1_pow_acc", "beta2_pow_acc")]
    state = o.state_dict()
    assert set(keys) <= set(state)
    assert list(state[keys[2]].shape) == [1]
    np.testing.assert_allclose(state[keys[2]].numpy(), [0.9**2], rtol=1e-6)


@pytest.mark.parametrize("kind", MAKE)
def test_going_on_in_a_model_built_again(kind, tmp_path):
    ps = parameters()
    o = MAKE[kind](ps)
    run(o, ps, 2)
    paddle.save(o.state_dict(), str(tmp_path / "m.pdopt"))
    kept = [p.numpy() for p in ps]
    expected = run(o, ps, 2)
    again = parameters()  # other names
    for p, v in zip(again, kept, strict=True):
        p.set_value(v)
    o2 = MAKE[kind](again)
    o2.set_state_dict(paddle.load(str(tmp_path / "m.pdopt")))
    for a, b in zip(run(o2, again, 2), expected, strict=True):
        assert (a == b).all()
    if kind == "adamw":
        assert o2.get_lr() == o.get_lr()


def test_setting_a_state_twice_and_in_the_middle():
    ps = parameters()
    o = MAKE["adam"](ps)
    run(o, ps, 2)
    state = {k: v.clone() for k, v in o.state_dict().items()}
    kept = [p.numpy() for p in ps]
    expected = run(o, ps, 2)
    for _ in range(2):
        for p, v in zip(ps, kept, strict=True):
            p.set_value(v)
        o.set_state_dict(state)
        for a, b in zip(run(o, ps, 2), expected, strict=True):
            assert (a == b).all()


def test_states_that_do_not_fit():
    ps = parameters()
    o = MAKE["adam"](ps)
    run(o, ps, 1)
    state = o.state_dict()
    with pytest.raises(ValueError, match="does not belong"):
        MAKE["adam"](parameters()[:2]).set_state_dict(state)
    with pytest.raises(ValueError, match="fit"):
        MAKE["adam"](parameters()[::-1]).set_state_dict(state)
    with pytest.raises(ValueError, match="LR_Scheduler"):
        MAKE["adamw"](parameters()).set_state_dict(state)


def test_lr_schedules():
    lr = opt.lr
    cases = {  # the first rates, as PaddlePaddle 3.3.1 gives them
        lambda: lr.NoamDecay(4, 3): [
            0.0,
            0.09622504486493763,
            0.19245008972987526,
            0.28867513459481287,
            0.25,
        ],
        lambda: lr.PiecewiseDecay([1, 3], [1.0, 0.5, 0.1]): [1.0, 0.5, 0.5, 0.1, 0.1],
        lambda: lr.NaturalExpDecay(1.0, 0.5): [1.0, 0.6065306597126334, 0.36787944117144233],
        lambda: lr.InverseTimeDecay(1.0, 1.0): [1.0, 0.5, 0.3333333333333333, 0.25],
        lambda: lr.PolynomialDecay(1.0, 2, 0.0): [1.0, 0.5, 0.0, 0.0],
        lambda: lr.PolynomialDecay(1.0, 2, 0.0, cycle=True): [1.0, 0.5, 0.0, 0.25, 0.0],
        lambda: lr.LinearWarmup(lr.StepDecay(1.0, 1, 0.5), 2, 0.0, 1.0): [0.0, 0.5, 1.0, 0.5, 0.25],
        lambda: lr.ExponentialDecay(1.0, 0.5): [1.0, 0.5, 0.25],
        lambda: lr.MultiStepDecay(1.0, [1, 3], 0.5): [1.0, 0.5, 0.5, 0.25],
        lambda: lr.StepDecay(1.0, 2, 0.5): [1.0, 1.0, 0.5, 0.5, 0.25],
        lambda: lr.LambdaDecay(1.0, lambda n: 1 / (n + 1)): [1.0, 0.5, 1 / 3],
        lambda: lr.MultiplicativeDecay(1.0, lambda n: 0.5): [1.0, 0.5, 0.25],
        lambda: lr.CosineAnnealingDecay(1.0, 2): [1.0, 0.5, 0.0, 0.5, 1.0],
        lambda: lr.CosineAnnealingWarmRestarts(1.0, 2, 2): [1.0, 0.5, 1.0, 0.8535533905932737, 0.5],
        lambda: lr.OneCycleLR(1.0, 4, phase_pct=0.5): [0.04, 1.0, 0.50005, 0.0001],
        lambda: lr.CyclicLR(0.5, 1.0, 2): [0.5, 0.75, 1.0, 0.75, 0.5],
        lambda: lr.LinearLR(1.0, 2, 0.5): [0.5, 0.75, 1.0, 1.0],
    }
    for make, expected in cases.items():
        schedule = make()
        got = []
        for _ in expected:
            got.append(schedule())
            schedule.step()
        np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-15, err_msg=str(schedule))
        other = make()
        other.set_state_dict(schedule.state_dict())
        assert other() == schedule() and other.last_epoch == schedule.last_epoch


def test_reduce_on_plateau():
    schedule = opt.lr.ReduceOnPlateau(1.0, factor=0.5, patience=1, cooldown=1)
    rates = []
    for metric in (3.0, 2.0, 2.0, paddle.full([1], 2.0), 2.0, 2.0, 2.0, 1.0):
        schedule.step(metric)
        rates.append(schedule())
    assert rates == [1.0, 1.0, 1.0, 0.5, 0.5, 0.5, 0.25, 0.25]
    with pytest.raises(TypeError, match="ReduceOnPlateau: `metrics` must be one number"):
        schedule.step("x")


def test_states_keep_the_order_of_the_parameters():
    """Steps part parameters by their decay; in a model built again the states still find their own."""
    first = [paddle.create_parameter([2], "float32") for _ in range(4)]

    def made(ps):
        decayed = {ps[0].name, ps[2].name}
        return opt.AdamW(0.1, parameters=ps, apply_decay_param_fun=lambda name: name in decayed)

    def grow(ps, o):
        for i, p in enumerate(ps):
            p.grad = paddle.full([2], i + 1.0)
        o.step()

    o = made(first)
    grow(first, o)
    names = [key for key in o.state_dict() if key.endswith("moment1_0")]
    assert names == [f"{p.name}_moment1_0" for p in first]
    second = [paddle.create_parameter([2], "float32") for _ in range(4)]
    other = made(second)
    other.set_state_dict(o.state_dict())
    for i, p in enumerate(second):
        moment = other.state_dict()[f"{p.name}_moment1_0"]
        np.testing.assert_allclose(moment.numpy(), 0.1 * (i + 1.0), rtol=1e-6)
