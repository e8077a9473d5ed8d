"""A Python number beside a narrow float keeps its own value: the result is rounded once."""

import numpy as np
import paddle
import pytest

CASES = {
    "multiply": (lambda x: x * 1.003, [1000.0, -2.0, 0.5]),
    "multiply from the left": (lambda x: 1.003 * x, [1000.0, -2.0, 0.5]),
    "add": (lambda x: x + 1e-3, [1.0, 1000.0, -1e-3]),
    "subtract from": (lambda x: 70000.0 - x, [60000.0, 65504.0, 5000.0]),
    "divide by": (lambda x: x / 1.1, [1.0, 3.0, 1000.0]),
    "divide": (lambda x: 1 / x, [1e5, 3.0, 7.0]),
    "zero times more than float16 holds": (lambda x: x * 1e9, [0.0, 1e-7, -1.0]),
    "power": (lambda x: x**1.7, [1.5, 20.0, 0.3]),
    "two axes": (lambda x: x.reshape([3, 1]).expand([3, 300]) * 1.003, [1000.0, -2.0, 0.5]),
}


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("name", CASES)
def test_result_is_rounded_once(name, dtype):
    function, values = CASES[name]
    x = paddle.to_tensor(values).astype(dtype)
    want = function(x.astype("float32")).astype(dtype)
    got = function(x)
    assert got.dtype == want.dtype
    np.testing.assert_array_equal(got.astype("float32").numpy(), want.astype("float32").numpy())


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_comparison_is_with_the_number_itself(dtype):
    x = paddle.to_tensor([1.0]).astype(dtype)
    assert (x < 1.0001).item()
    assert not (x == 1.0001).item()


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_gradient_uses_the_number_itself(dtype):
    x = paddle.to_tensor([1000.0]).astype(dtype)
    x.stop_gradient = False
    (x * 1.003 * 1000.0).sum().backward()
    want = paddle.to_tensor([1.003]).astype("float32") * 1000.0
    assert x.grad.dtype == x.dtype
    assert x.grad.astype("float32").item() == want.astype(dtype).astype("float32").item()


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_attention_with_a_mask_is_finite(dtype):
    paddle.set_default_dtype(dtype)
    try:
        layer = paddle.nn.MultiHeadAttention(8, 2)
        x = paddle.ones([1, 4, 8], dtype)
        mask = paddle.to_tensor(np.tril(np.ones((1, 1, 4, 4), bool)))
        out = layer(x, x, x, attn_mask=mask)
    finally:
        paddle.set_default_dtype("float32")
    assert np.isfinite(out.astype("float32").numpy()).all()
