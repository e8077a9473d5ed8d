"""Which way attention goes, and models as ONNX."""

import importlib.util

import paddle
import pytest
from paddle import _C
from paddle.nn.attention import SDPBackend, sdpa_kernel

attention = paddle.nn.functional.scaled_dot_product_attention


def ops_of(call):
    _C.count_ops(True)
    try:
        call()
    finally:
        _C.count_ops(False)
    return set(_C.counted_ops())


X = paddle.rand([1, 4, 2, 8])


@pytest.mark.parametrize(
    ("backends", "priority", "tiles"),
    [
        (SDPBackend.MATH, False, False),
        (SDPBackend.FLASH_ATTENTION, False, True),
        (SDPBackend.EFFICIENT_ATTENTION, False, True),
        ([SDPBackend.MATH, SDPBackend.FLASH_ATTENTION], False, True),
        ([SDPBackend.MATH, SDPBackend.FLASH_ATTENTION], True, False),
    ],
)
def test_the_way_is_heeded(backends, priority, tiles):
    want = attention(X, X, X)
    with sdpa_kernel(backends, set_priority=priority):
        assert paddle.allclose(attention(X, X, X), want, atol=1e-6)
        assert ("attention_with_stats" in ops_of(lambda: attention(X, X, X))) == tiles
    assert "attention_with_stats" in ops_of(lambda: attention(X, X, X))


def test_nobody_takes_it():
    with sdpa_kernel(SDPBackend.FLASH_ATTENTION), pytest.raises(RuntimeError, match="sdpa_kernel"):
        attention(X, X, X, dropout_p=0.5)
    with sdpa_kernel(SDPBackend.ERROR), pytest.raises(RuntimeError, match="sdpa_kernel"):
        attention(X, X, X)
    attention(X, X, X, dropout_p=0.5)


def test_a_captured_function_notices():
    f = paddle.jit.to_static(lambda x: attention(x, x, x))
    f(X), f(X)
    with sdpa_kernel(SDPBackend.ERROR), pytest.raises(RuntimeError):
        f(X)
    assert paddle.allclose(f(X), attention(X, X, X), atol=1e-6)


def test_errors():
    for wrong, error in ((3, TypeError), ([3], TypeError), ([], ValueError)):
        with pytest.raises(error, match="backends"), sdpa_kernel(wrong):
            pass


@pytest.mark.skipif(importlib.util.find_spec("paddle2onnx") is not None, reason="it is there")
def test_onnx_wants_a_package():
    with pytest.raises(ImportError, match="paddle2onnx"):
        paddle.onnx.export(paddle.nn.Linear(2, 2), "model")
