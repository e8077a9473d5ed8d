"""paddle.nn against results recorded from PaddlePaddle (nn_cases.py)."""

import json
import pathlib

import numpy as np
import paddle
import paddle.nn.functional as F
import pytest

from tests.python import nn_cases

EXPECTED = json.loads((pathlib.Path(__file__).parent / "nn_expected.json").read_text())


# Paddle stops these; here they exist, and are checked against differences.
BEYOND = {
    "cross_entropy_soft": "gradient of leaf 1",
    "kl_div": "gradient of leaf 1",
    "gaussian_nll_loss": "gradient of leaf 2",
}


@pytest.fixture(scope="module")
def results():
    return nn_cases.results()


def test_the_cases_are_those_recorded(results):
    assert set(results) == set(EXPECTED), "record them again: see nn_cases.py"


@pytest.mark.parametrize("name", EXPECTED)
def test_as_paddle(name, results):
    got, expected = results[name], EXPECTED[name]
    assert not isinstance(got, str), got
    assert set(got) == set(expected) and got["shape"] == expected["shape"]
    for what, values in expected.items():
        if what == BEYOND.get(name):
            assert values is None
        elif values is None:
            assert got[what] is None, f"{what}: {got[what]}, expected none"
        else:
            assert got[what] is not None, f"{what}: none, expected {values}"
            rtol, atol = (2e-3, 1e-4) if "gradient" in what else (2e-4, 2e-5)
            np.testing.assert_allclose(got[what], values, rtol=rtol, atol=atol, err_msg=what)


@pytest.mark.parametrize("name", BEYOND)
def test_gradients_beyond_paddle(name, monkeypatch):
    at, step = int(BEYOND[name].split()[-1]), 1e-2
    nn_cases.result(nn_cases.CASES[name])
    exact = nn_cases.Recorder.leaves[at].grad.numpy().reshape(-1)
    plain = nn_cases.leaf

    def loss(i, change):
        def moved(values):
            if len(nn_cases.Recorder.leaves) == at:
                values = values.copy()
                values.reshape(-1)[i] += change
            return plain(values)

        monkeypatch.setattr(nn_cases, "leaf", moved)
        nn_cases.Recorder.leaves = []
        out = nn_cases.CASES[name]()
        return float((out.numpy() * nn_cases.wave(*out.shape, phase=5.0)).sum())

    numeric = [(loss(i, step) - loss(i, -step)) / (2 * step) for i in range(exact.size)]
    np.testing.assert_allclose(exact, numeric, rtol=1e-2, atol=1e-4)


def test_every_recorded_gradient_says_something():
    """Zeros everywhere would agree with a gradient that is never computed."""
    flat = {
        f"{name}: {what}"
        for name, recorded in EXPECTED.items()
        for what, values in recorded.items()
        if "gradient" in what and values is not None and not any(values)
    }
    assert not flat, f"their gradients are all zeros: {sorted(flat)}"


def test_losses_check_their_reduction():
    F, x = paddle.nn.functional, paddle.full([2], 1.0)
    for call in (F.soft_margin_loss, F.hinge_embedding_loss):
        with pytest.raises(ValueError, match="reduction"):
            call(x, x, reduction="max")
    with pytest.raises(ValueError, match="reduction"):
        paddle.nn.MSELoss("max")


def test_interpolate_checks_its_arguments():
    F, x = paddle.nn.functional, paddle.full([1, 1, 2, 2], 1.0)
    for text, options in (
        ("either `size` or `scale_factor`", {}),
        ("either `size` or `scale_factor`", {"size": [2, 2], "scale_factor": 2}),
        ("expected 2 sizes or factors, received 1", {"size": [2]}),
        ("a new size is not positive", {"size": [0, 1]}),
        ("argument `mode`", {"size": [2, 2], "mode": "cubic"}),
        ("mode linear needs 3 axes", {"size": [2, 2], "mode": "linear"}),
        ("align_corners", {"size": [2, 2], "align_corners": True}),
        ("a scale factor is not positive", {"scale_factor": -1.0}),
        ("mode area needs `size`", {"scale_factor": 2, "mode": "area"}),
    ):
        with pytest.raises(ValueError, match=f"interpolate: .*{text}"):
            F.interpolate(x, **options)


def test_a_zero_vector_has_a_finite_gradient():
    x = paddle.full([2, 3], 0.0)
    x.stop_gradient = False
    paddle.nn.functional.normalize(x).sum().backward()
    assert np.isfinite(x.grad.numpy()).all()


@pytest.mark.parametrize("rows", [1, 40])
@pytest.mark.parametrize("classes", [3, 31, 200])
def test_cross_entropy_of_an_infinite_logit_is_nan(rows, classes):
    x = np.zeros((rows, classes), "float32")
    x[0, 1] = np.inf
    logits = paddle.to_tensor(x, stop_gradient=False)
    loss = F.cross_entropy(logits, paddle.zeros([rows], "int64"), reduction="none")
    loss.sum().backward()
    assert np.isnan(loss[0].item()) and np.isnan(logits.grad[0].numpy()).all()
    assert np.allclose(loss[1:].numpy(), np.log(classes))


def test_the_gradient_of_gelu_is_finite_far_out():
    x = paddle.to_tensor([1e30, -1e30, 3e38], stop_gradient=False)
    F.gelu(x, approximate=True).sum().backward()
    assert x.grad.tolist() == [1.0, 0.0, 1.0]


@pytest.mark.parametrize(
    "f, expected",
    [
        (lambda x: F.smooth_l1_loss(x, paddle.zeros_like(x), "sum"), 1.0),
        (lambda x: F.smooth_l1_loss(x, paddle.zeros_like(x), "sum", 0.5, False), 2.0),
        (lambda x: F.softplus(x).sum(), 0.25),
        (lambda x: F.log_sigmoid(x).sum(), -0.25),
        (lambda x: F.silu(x).sum(), 0.5),
        (lambda x: F.soft_margin_loss(x, paddle.ones_like(x), "sum"), 0.25),
    ],
)
def test_second_gradients_at_0(f, expected):
    x = paddle.zeros([2], "float64")
    x.stop_gradient = False
    (grad,) = paddle.grad(f(x), x, create_graph=True)
    assert np.allclose(paddle.grad(grad.sum(), x)[0].numpy(), expected)
