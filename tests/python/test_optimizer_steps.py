"""Optimizers against plain numpy, and their options."""

import numpy as np
import paddle
import pytest

opt = paddle.optimizer
SHAPES = [(3, 4), (5,), (40, 30)]


def values(seed):
    rng = np.random.default_rng(seed)
    return [rng.standard_normal(shape).astype("float32") for shape in SHAPES]


def parameters(dtype="float32"):
    return [paddle.nn.Parameter(paddle.to_tensor(v).astype(dtype)) for v in values(0)]


def run(optimizer, params, steps=3, dtype="float32"):
    for step in range(steps):
        for p, g in zip(params, values(step + 1), strict=True):
            p.grad = paddle.to_tensor(g).astype(dtype)
        optimizer.step()
    return [p.astype("float32").numpy() for p in params]


def reference(update, steps=3, **state):
    """The same steps by ``update(p, g, state, t)`` in float64."""
    out = []
    for i, p in enumerate(values(0)):
        p = p.astype("float64")
        s = {k: np.full_like(p, v) for k, v in state.items()}
        for t in range(steps):
            p = update(p, values(t + 1)[i].astype("float64"), s, t + 1)
        out.append(p)
    return out


def check(got, expected, tolerance=2e-6):
    for g, e in zip(got, expected, strict=True):
        np.testing.assert_allclose(g, e, rtol=tolerance, atol=tolerance)


def adam(rate, l2=0.0, decay=0.0, amsgrad=False):
    def update(p, g, s, t):
        g = g + l2 * p
        p = p * (1 - rate * decay)
        s["m"] = 0.9 * s["m"] + 0.1 * g
        s["v"] = 0.999 * s["v"] + 0.001 * g * g
        s["top"] = np.maximum(s["top"], s["v"]) if amsgrad else s["v"]
        return p - rate * s["m"] / (1 - 0.9**t) / (np.sqrt(s["top"] / (1 - 0.999**t)) + 1e-8)

    return reference(update, m=0.0, v=0.0, top=0.0)


def test_sgd():
    ps = parameters()
    check(run(opt.SGD(0.1, ps), ps), reference(lambda p, g, s, t: p - 0.1 * g))
    ps = parameters()
    got = run(opt.SGD(0.1, ps, weight_decay=0.5), ps)
    check(got, reference(lambda p, g, s, t: p - 0.1 * (g + 0.5 * p)))


@pytest.mark.parametrize("nesterov", [False, True])
def test_momentum(nesterov):
    def update(p, g, s, t):
        g = 2.0 * g + 0.1 * p
        s["v"] = 0.9 * s["v"] + g
        return p - 0.1 * (g + 0.9 * s["v"] if nesterov else s["v"])

    ps = parameters()
    o = opt.Momentum(0.1, parameters=ps, use_nesterov=nesterov, weight_decay=0.1, rescale_grad=2.0)
    check(run(o, ps), reference(update, v=0.0))


def test_adam_and_adamw():
    ps = parameters()
    check(run(opt.Adam(0.1, parameters=ps), ps), adam(0.1))
    ps = parameters()
    check(
        run(opt.Adam(0.1, parameters=ps, weight_decay=0.2, amsgrad=True), ps),
        adam(0.1, 0.2, amsgrad=True),
    )
    ps = parameters()
    check(run(opt.AdamW(0.1, parameters=ps, weight_decay=0.2), ps), adam(0.1, decay=0.2))
    ps = parameters()
    some = opt.AdamW(
        0.1, parameters=ps, apply_decay_param_fun=lambda n: n == ps[0].name, weight_decay=0.2
    )
    got = run(some, ps)
    check(got[:1], adam(0.1, decay=0.2)[:1])
    check(got[1:], adam(0.1)[1:])


def test_groups_rates_and_regularizers():
    ps = parameters()
    o = opt.SGD(
        0.1,
        parameters=[
            {"params": ps[:1], "learning_rate": 0.5, "weight_decay": 0.3},
            {"params": ps[1:]},
        ],
        weight_decay=0.2,
    )
    got = run(o, ps)
    check(got[:1], reference(lambda p, g, s, t: p - 0.05 * (g + 0.3 * p))[:1])
    check(got[1:], reference(lambda p, g, s, t: p - 0.1 * (g + 0.2 * p))[1:])
    ps = parameters()
    o = opt.SGD(0.1, parameters=ps)
    ps[1].optimize_attr["learning_rate"] = 0.0
    ps[2].regularizer = paddle.regularizer.L2Decay(0.5)
    got = run(o, ps)
    assert (got[1] == values(0)[1]).all()
    check(got[2:], reference(lambda p, g, s, t: p - 0.1 * (g + 0.5 * p))[2:])
    with pytest.raises(ValueError, match="two groups"):
        opt.SGD(0.1, parameters=[{"params": ps}, {"params": ps[:1]}])


def test_plain_tensors_heed_the_options_of_their_group():
    for options, expected in (
        ({"learning_rate": 0.1}, 0.8),
        ({"weight_decay": 0.5}, -1.5),
        ({}, -1),
    ):
        x = paddle.ones([2])
        x.stop_gradient = False
        sgd = paddle.optimizer.SGD(1.0, parameters=[{"params": [x], **options}])
        (x * x).sum().backward()
        sgd.step()
        np.testing.assert_allclose(x.numpy(), np.full(2, expected), rtol=1e-6)


def test_notes_may_change_between_steps():
    ps = parameters()
    o = opt.SGD(0.1, parameters=ps)
    run(o, ps, 1)
    before = ps[0].numpy()
    ps[0].stop_gradient = True
    run(o, ps, 1)
    assert (ps[0].numpy() == before).all()
    ps[0].stop_gradient = False
    ps[0].optimize_attr["learning_rate"] = 2.0
    run(o, ps, 1)
    check([ps[0].numpy()], [before - 0.2 * values(1)[0]])


def test_parameters_without_gradient_stay():
    ps = parameters()
    o = opt.Adam(0.1, parameters=ps)
    ps[1].grad = paddle.to_tensor(values(1)[1])
    o.step()
    assert (ps[0].numpy() == values(0)[0]).all() and (ps[1].numpy() != values(0)[1]).any()
    assert not any(ps[0].name in key for key in o.state_dict())


def test_strided_gradients_and_float64():
    p = paddle.nn.Parameter(paddle.full([3, 4], 1.0, "float64"))
    g = np.arange(12.0).reshape(4, 3)
    p.grad = paddle.to_tensor(g).t()
    opt.SGD(0.1, parameters=[p]).step()
    np.testing.assert_allclose(p.numpy(), 1 - 0.1 * g.T, atol=1e-15)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_multi_precision(dtype):
    ps = parameters(dtype)
    exact = [p.astype("float32").numpy() for p in ps]
    o = opt.AdamW(1e-3, parameters=ps, multi_precision=True)
    got = run(o, ps, 2, dtype)
    state = o.state_dict()
    assert set(state["master_weights"]) == {p.name for p in ps}
    for p, e, g in zip(ps, exact, got, strict=True):
        master = state["master_weights"][p.name]
        assert master.dtype is paddle.float32 and f"{p.name}_fp32_master_0_moment1_0" in state
        np.testing.assert_allclose(master.numpy(), e, atol=5e-3)
        np.testing.assert_allclose(g, master.numpy(), rtol=1e-2, atol=1e-3)
        assert (master.numpy() != e).any()


def test_clips():
    grads = values(1)
    norm = np.sqrt(sum((g.astype("float64") ** 2).sum() for g in grads))
    ps = parameters()
    run(opt.SGD(1.0, ps, grad_clip=paddle.nn.ClipGradByGlobalNorm(1.0)), ps, 1)
    check([p.numpy() for p in ps], [v - g / norm for v, g in zip(values(0), grads, strict=True)])
    ps = parameters()
    ps[0].need_clip = False
    run(opt.SGD(1.0, ps, grad_clip=paddle.nn.ClipGradByNorm(1.0)), ps, 1)
    check([ps[0].numpy()], [values(0)[0] - grads[0]])
    check([ps[1].numpy()], [values(0)[1] - grads[1] / max(np.linalg.norm(grads[1]), 1)])
    ps = parameters()
    ps[0].grad = paddle.to_tensor(np.full((3, 4), np.nan, "float32"))
    ps[1].grad = paddle.to_tensor(grads[1])
    opt.SGD(1.0, ps, grad_clip=paddle.nn.ClipGradByGlobalNorm(1.0)).step()
    assert np.isnan(ps[1].numpy()).all()  # a NaN is not hidden


def test_minimize_clear_grad_and_lr():
    p = paddle.nn.Parameter(paddle.full([1], 1.0))
    o = opt.SGD(0.5, parameters=[p])
    loss = (p * p).sum()
    loss.backward()
    _, pairs = o.minimize(loss)
    assert p.tolist() == [0.0] and len(pairs) == 1
    o.clear_grad()
    assert p.grad.tolist() == [0.0]
    o.clear_grad(set_to_zero=False)
    assert p.grad is None
    o.set_lr(0.25)
    assert o.get_lr() == 0.25
    o.set_lr_scheduler(opt.lr.StepDecay(1.0, 1))
    with pytest.raises(RuntimeError, match="set_lr: the learning rate is a schedule"):
        o.set_lr(0.1)


def test_wrong_arguments():
    ps = parameters()
    for error, text, make in (
        (AttributeError, "SGD: argument `parameters`", lambda: opt.SGD(0.1)),
        (TypeError, "SGD: argument `parameters`", lambda: opt.SGD(0.1, parameters=ps[0])),
        (TypeError, "SGD: argument `learning_rate`", lambda: opt.SGD("0.1", parameters=ps)),
        (TypeError, "SGD: argument `grad_clip`", lambda: opt.SGD(0.1, ps, None, 1.0)),
        (TypeError, "argument `weight_decay`", lambda: opt.SGD(0.1, ps, "x")),
        (TypeError, "SGD: a parameter has the wrong type", lambda: opt.SGD(0.1, [1])),
        (ValueError, "SGD: two parameters are named", lambda: opt.SGD(0.1, [ps[0], ps[0]])),
        (ValueError, "Adam: argument `beta1`", lambda: opt.Adam(beta1=1.0, parameters=ps)),
        (TypeError, "argument `weight_decay`", lambda: opt.AdamW(0.1, 0.9, 0.9, 1e-8, ps, None)),
    ):
        with pytest.raises(error, match=text):
            make()
    adam_ = paddle._C.ops["adam_"]
    with pytest.raises(ValueError, match="`grad` has the wrong length"):
        adam_([ps[0]], [], [], [], [], [], [], [], 0.1, 0.9, 0.999, 1e-8)
    with pytest.raises(ValueError, match="sgd_: sgd: a tensor of `grad` has the wrong shape"):
        paddle._C.ops["sgd_"]([ps[0]], [ps[1]], [], 0.1)
