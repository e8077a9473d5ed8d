"""Medians and quantiles (over `select_ranks`), distinct values and norms, which are Python over operators."""

import numpy as np
import paddle
import pytest

X = np.random.default_rng(0).standard_normal((3, 4, 5)).astype("float32")
WITH_NAN = X.copy()
WITH_NAN[0, 1, 2] = np.nan
WITH_NAN[2, 3] = np.nan


@pytest.mark.parametrize("axis", [None, 0, 1, -1, [0, 2]])
@pytest.mark.parametrize("keepdim", [False, True])
def test_medians_and_quantiles(axis, keepdim):
    np_axis = tuple(axis) if isinstance(axis, list) else axis
    for name, reference in (("median", np.median), ("nanmedian", np.nanmedian)):
        for x in (X, WITH_NAN):
            got = getattr(paddle, name)(paddle.to_tensor(x), axis, keepdim)
            np.testing.assert_allclose(
                got.numpy(), reference(x, np_axis, keepdims=keepdim), rtol=1e-6
            )
    for name, reference in (("quantile", np.quantile), ("nanquantile", np.nanquantile)):
        for way in ("linear", "lower", "higher", "midpoint"):
            got = getattr(paddle, name)(
                paddle.to_tensor(WITH_NAN), [0.2, 0.5, 0.93], axis, keepdim, way
            )
            want = reference(WITH_NAN, [0.2, 0.5, 0.93], axis=np_axis, keepdims=keepdim, method=way)
            np.testing.assert_allclose(got.numpy(), want, rtol=1e-5, atol=1e-6)


def test_median_of_two_kinds():
    values, index = paddle.median(paddle.to_tensor([[1, 4, 3, 2]]), axis=1, mode="min")
    assert values.tolist() == [2] and index.tolist() == [3] and values.dtype == paddle.int64
    assert paddle.median(paddle.to_tensor([[1, 4, 3, 2]])).item() == 2.5


def test_unique():
    """unique_rows."""
    x = np.array([[3, 1, 3], [2, 2, 1]])
    got = paddle.unique(paddle.to_tensor(x), True, True, True)
    for a, b in zip(got, np.unique(x, True, True, True), strict=True):
        np.testing.assert_array_equal(a.numpy(), np.reshape(b, -1))
    rows = np.array([[1, 2], [0, 1], [1, 2]])
    np.testing.assert_array_equal(
        paddle.unique(paddle.to_tensor(rows), axis=0).numpy(), np.unique(rows, axis=0)
    )
    runs, inverse, counts = paddle.unique_consecutive(
        paddle.to_tensor([1, 1, 2, 1, 1, 1]), True, True
    )
    assert (runs.tolist(), inverse.tolist(), counts.tolist()) == (
        [1, 2, 1],
        [0, 0, 1, 2, 2, 2],
        [2, 1, 3],
    )


@pytest.mark.parametrize("p", [0, 1, 2, 3, 0.5, np.inf, -np.inf])
def test_norms(p):
    got = paddle.linalg.norm(paddle.to_tensor(X), p, axis=1)
    np.testing.assert_allclose(got.numpy(), np.linalg.norm(X, p, axis=1), rtol=1e-5)
    if p in (1, 2, np.inf, -np.inf):
        got = paddle.linalg.norm(paddle.to_tensor(X), p, axis=[0, 2])
        np.testing.assert_allclose(got.numpy(), np.linalg.norm(X, p, axis=(0, 2)), rtol=1e-5)


def test_norm_has_gradient_zero_at_zero():
    x = paddle.zeros([2, 3])
    x.stop_gradient = False
    paddle.linalg.norm(x, axis=1).sum().backward()
    assert x.grad.tolist() == [[0.0] * 3] * 2


def test_wrong_arguments():
    x = paddle.to_tensor(X)
    with pytest.raises(IndexError, match="median: axis"):
        paddle.median(x, axis=3)
    with pytest.raises(ValueError, match="quantile: `q`"):
        paddle.quantile(x, 1.5)
    with pytest.raises(ValueError, match="norm: unknown `p`"):
        paddle.norm(x, "max")
