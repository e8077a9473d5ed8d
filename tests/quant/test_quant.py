"""Weights of 8 and 4 bits: what is lost, gradients, speed of reading (weight_only_matmul, llm_int8_matmul)."""

import numpy as np
import paddle
import pytest
from paddle.nn.quant import (
    llm_int8_linear,
    weight_dequantize,
    weight_only_linear,
    weight_quantize,
)

RNG = np.random.default_rng(0)


def tensor(*shape, dtype="float32"):
    return paddle.to_tensor(RNG.standard_normal(shape).astype("float32")).astype(dtype)


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize("algo", ["weight_only_int8", "weight_only_int4", "llm.int8"])
@pytest.mark.parametrize("group_size", [-1, 64, 128])
def test_a_weight_comes_back_but_for_half_a_unit(dtype, algo, group_size):
    weight = tensor(200, 8, dtype=dtype)
    q, scale = weight_quantize(weight, algo, group_size=group_size)
    assert scale.dtype == weight.dtype
    back = weight_dequantize(q, scale, algo, "float32", group_size)
    assert back.shape == [200, 8]
    unit = scale.astype("float32")
    if group_size != -1:
        unit = unit.repeat_interleave(group_size, 0)[:200]
    error = (back - weight.astype("float32")).abs()
    # Where the scale is rounded to few bits, the greatest element may be cut.
    slack = {"float32": 0.501, "float16": 0.6, "bfloat16": 1.2}[dtype]
    assert bool((error <= slack * unit).all())


def test_halves_of_bytes_hold_neighbouring_columns():
    q, _ = weight_quantize(paddle.to_tensor([[7.0, -7.0], [-1.0, 3.0]]), "weight_only_int4")
    assert q.tolist() == [[7 - 16 * 7, 15 + 16 * 3]]


@pytest.mark.parametrize("rows", [1, 5, 32, 33, 100])
@pytest.mark.parametrize("bits", [8, 4])
def test_product_is_that_with_the_dequantized_weight(rows, bits):
    algo = f"weight_only_int{bits}"
    x, bias = tensor(rows, 600), tensor(64)
    q, scale = weight_quantize(tensor(600, 64), algo)
    out = weight_only_linear(x, q, bias, scale, f"int{bits}")
    expected = x @ weight_dequantize(q, scale, algo, "float32") + bias
    np.testing.assert_allclose(out.numpy(), expected.numpy(), rtol=2e-5, atol=2e-4)


def test_gradients_are_those_of_the_product():
    q, scale = weight_quantize(tensor(70, 6))
    leaves = [tensor(3, 70), scale, tensor(6)]
    for leaf in leaves:
        leaf.stop_gradient = False
    x, scale, bias = leaves
    weight_only_linear(x, q, bias, scale).square().sum().backward()
    got = [leaf.grad.numpy() for leaf in leaves]
    for leaf in leaves:
        leaf.clear_grad(False)
    (x @ (q.astype("float32").t() * scale) + bias).square().sum().backward()
    for one, leaf in zip(got, leaves, strict=True):
        np.testing.assert_allclose(one, leaf.grad.numpy(), rtol=2e-4, atol=1e-3)


def test_whole_numbers_with_large_columns():
    x, weight = tensor(4, 70), tensor(70, 6)
    x[1, 3] = 50.0
    q, scale = weight_quantize(weight, "llm.int8")
    out = llm_int8_linear(x, q, None, scale)
    error = (out - x @ weight).abs().max().item()
    assert error < 0.6
    coarse = (llm_int8_linear(x, q, None, scale, 0.0) - x @ weight).abs().max().item()
    assert coarse > error  # one large element makes all others of its row coarse


def test_llm_gradients_are_those_without_rounding():
    q, scale = weight_quantize(tensor(70, 6), "llm.int8")
    leaves = [tensor(2, 3, 70), scale, tensor(6)]
    for leaf in leaves:
        leaf.stop_gradient = False
    x, scale, bias = leaves
    g = tensor(2, 3, 6)
    got = paddle.grad(llm_int8_linear(x, q, bias, scale), leaves, g)
    expected = paddle.grad(x @ (q.astype("float32").t() * scale) + bias, leaves, g)
    for one, other in zip(got, expected, strict=True):
        np.testing.assert_allclose(one.numpy(), other.numpy(), rtol=2e-4, atol=2e-3)


def test_what_is_no_number_stays_none():
    q, scale = weight_quantize(tensor(70, 6), "llm.int8")
    x = tensor(2, 70)
    x[0, 3] = float("nan")
    for out in (llm_int8_linear(x, q, None, scale), weight_only_linear(x, q, None, scale)):
        assert bool(paddle.isnan(out[0]).all()) and not bool(paddle.isnan(out[1]).any())


def test_wrong_arguments():
    q, scale = weight_quantize(tensor(70, 6))
    with pytest.raises(ValueError, match="`weight_scale` is missing"):
        weight_only_linear(tensor(2, 70), q)
    with pytest.raises(ValueError, match="`weight_dtype` is unknown"):
        weight_only_linear(tensor(2, 70), q, None, scale, "int2")
    with pytest.raises(ValueError, match="`scale` does not suit"):
        weight_only_linear(tensor(2, 70), q, None, scale, "int4")


def test_one_row_reads_bytes():
    """No float weight is made: the memory in use stays far below its size."""
    q, scale = weight_quantize(tensor(1024, 2048))
    x = tensor(1, 1024)
    paddle.device.reset_max_memory_allocated()
    before = paddle.device.memory_allocated()
    weight_only_linear(x, q, None, scale)
    assert paddle.device.max_memory_allocated() - before < 1024 * 2048
