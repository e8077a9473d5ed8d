"""Results so large that kernels write them past the caches, against numpy."""

import numpy as np
import paddle
import paddle.nn.functional as F
import pytest

N = 9_000_003  # floats: over 32 MB, and no multiple of a block
ROWS, COLUMNS = 2100, 4099  # columns that begin in the middle of a cache line


@pytest.fixture(scope="module")
def matrix():
    return np.random.default_rng(1).standard_normal((ROWS, COLUMNS), dtype="float32")


def softmax(x, axis):
    e = np.exp(x.astype("float64") - x.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)


def test_elementwise():
    x = np.random.default_rng(2).standard_normal(N, dtype="float32")
    result = paddle.exp(paddle.to_tensor(x)[1:])
    np.testing.assert_allclose(result.numpy(), np.exp(x[1:]), rtol=1e-6)


@pytest.mark.parametrize("axis", [0, 1])
def test_softmax_and_its_gradient(matrix, axis):
    x = paddle.to_tensor(matrix, stop_gradient=False)
    y, log_y = F.softmax(x, axis=axis), F.log_softmax(x, axis=axis)
    expected = softmax(matrix, axis)
    np.testing.assert_allclose(y.numpy(), expected, rtol=1e-5)
    np.testing.assert_allclose(log_y.numpy(), np.log(expected), rtol=1e-5, atol=1e-5)
    g = np.cos(matrix)
    (grad,) = paddle.grad([y], [x], [paddle.to_tensor(g)])
    inner = (expected * g).sum(axis, keepdims=True)
    np.testing.assert_allclose(grad.numpy(), expected * (g - inner), rtol=1e-4, atol=1e-7)


@pytest.mark.parametrize("dtype", ["int8", "int16", "float32", "float64"])
def test_transpose(dtype):
    rows, width = 8192, 4096 // np.dtype(dtype).itemsize + 3
    x = (np.arange(rows * width) % 113).astype(dtype).reshape(rows, width)
    assert (paddle.to_tensor(x).T.contiguous().numpy() == x.T).all()


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_take_along_axis(matrix, dtype):
    x = (matrix * 30).astype(dtype)
    index = np.random.default_rng(3).integers(-COLUMNS, COLUMNS, x.shape)
    result = paddle.take_along_axis(paddle.to_tensor(x), paddle.to_tensor(index), axis=1)
    assert (result.numpy() == np.take_along_axis(x, index % COLUMNS, 1)).all()
    index[ROWS - 1, COLUMNS - 1] = COLUMNS
    with pytest.raises(IndexError, match=str(COLUMNS)):
        paddle.take_along_axis(paddle.to_tensor(x), paddle.to_tensor(index), axis=1)
