"""paddle.nn against results recorded from PaddlePaddle (nn_cases.py)."""

import json
import pathlib

import numpy as np
import paddle
import pytest

from tests.python import nn_cases

EXPECTED = json.loads((pathlib.Path(__file__).parent / "nn_expected.json").read_text())


@pytest.fixture(scope="module")
def results():
    return nn_cases.results()


@pytest.mark.parametrize("name", nn_cases.CASES)
def test_as_paddle(name, results):
    got, expected = results[name], EXPECTED[name]
    assert not isinstance(got, str), got
    shape, values, grad = got
    assert shape == expected[0]
    np.testing.assert_allclose(values, expected[1], rtol=2e-4, atol=2e-5)
    if expected[2] is not None:
        np.testing.assert_allclose(grad, expected[2], rtol=2e-3, atol=1e-4)


def test_losses_check_their_reduction():
    F, x = paddle.nn.functional, paddle.full([2], 1.0)
    for call in (F.soft_margin_loss, F.hinge_embedding_loss):
        with pytest.raises(ValueError, match="reduction"):
            call(x, x, reduction="max")
    with pytest.raises(ValueError, match="reduction"):
        paddle.nn.MSELoss("max")


def test_interpolate_checks_its_arguments():
    F, x = paddle.nn.functional, paddle.full([1, 1, 2, 2], 1.0)
    for options in (
        {},
        {"size": [2, 2], "scale_factor": 2},
        {"size": [2]},
        {"size": [0, 1]},
        {"size": [2, 2], "mode": "cubic"},
        {"size": [2, 2], "mode": "linear"},
        {"size": [2, 2], "align_corners": True},
        {"scale_factor": -1.0},
        {"scale_factor": 2, "mode": "area"},
    ):
        with pytest.raises(ValueError):
            F.interpolate(x, **options)


def test_a_zero_vector_has_a_finite_gradient():
    x = paddle.full([2, 3], 0.0)
    x.stop_gradient = False
    paddle.nn.functional.normalize(x).sum().backward()
    assert np.isfinite(x.grad.numpy()).all()
