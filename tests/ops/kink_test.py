"""Values and gradients at the special points of piecewise functions: where two pieces meet, where a
factor is 0, at poles and infinities. The generic rows never sample them.

The choice between the slopes of two pieces is PaddlePaddle 3.3.1's.
"""

import math

import numpy as np
import paddle
import pytest

F = paddle.nn.functional
INF, NAN = math.inf, math.nan

# function, elements, results, gradients of the sum of the results
UNARY = {
    "abs": (paddle.abs, [0, -0.0, 2, -INF], [0, 0, 2, INF], [0, 0, 1, -1]),
    "acos": (paddle.acos, [1, -1], [0, math.pi], [-INF, -INF]),
    "celu": (lambda x: F.celu(x, 0.5), [0, 1, INF], [0, 1, INF], [1, 1, 1]),
    "clip": (lambda x: x.clip(0, 1), [0, 1, -1, 2], [0, 1, 0, 1], [1, 1, 0, 0]),
    "digamma": (
        paddle.digamma,
        [-1e-12, -1.0000001, -2.0000000001, -1, 0],
        [999999999999.4227, 10000000.4169454, 9999999173.519144, NAN, -INF],
        None,
    ),
    "polygamma 1": (
        lambda x: paddle.polygamma(x, 1),
        [-0.5, -1e-12, -1234567.25, -1],
        [math.pi**2 - math.pi**2 / 2 + 4, 1e24, 2 * math.pi**2 - 8.1e-7, INF],
        None,
    ),
    "polygamma 2": (
        lambda x: paddle.polygamma(x, 2),
        [0.5, -0.5],
        [-16.8287966442343199955, -0.8287966442343199955],
        None,
    ),
    "elu": (lambda x: F.elu(x, 0.5), [0, -0.0, 1, 1000], [0, 0, 1, 1000], [0.5, 0.5, 1, 1]),
    "hardshrink": (
        lambda x: F.hardshrink(x, 0.5),
        [0.5, -0.5, 0.25, 0],
        [0.5, -0.5, 0, 0],
        [1, 1, 0, 0],
    ),
    "hardshrink at 0": (lambda x: F.hardshrink(x, 0.0), [0, 1], [0, 1], [1, 1]),
    "hardsigmoid": (F.hardsigmoid, [3, -3, 4, -4], [1, 0, 1, 0], [0, 0, 0, 0]),
    "hardswish": (F.hardswish, [3, -3, 0], [3, 0, 0], [1, 0, 0.5]),
    "hardtanh": (F.hardtanh, [1, -1, 0], [1, -1, 0], [0, 0, 1]),
    "leaky_relu": (lambda x: F.leaky_relu(x, 0.5), [0, -1], [0, -0.5], [1, 0.5]),
    "logcumsumexp": (
        paddle.logcumsumexp,
        [INF, -INF, 1],
        [INF, INF, INF],
        None,
    ),
    "logit": (paddle.logit, [0, 1, 0.5, 2, -1], [-INF, INF, 0, NAN, NAN], [INF, INF, 4, NAN, NAN]),
    "logit within": (
        lambda x: paddle.logit(x, 0.25),
        [0.25, 0.75, 0, 2],
        [-math.log(3), math.log(3), -math.log(3), math.log(3)],
        [16 / 3, 16 / 3, 0, 0],
    ),
    "pow 0": (lambda x: x**0, [0, INF, NAN], [1, 1, 1], [0, 0, 0]),
    "pow 1": (lambda x: x**1, [0], [0], [1]),
    "pow 2": (lambda x: x**2, [0], [0], [0]),
    "relu": (F.relu, [0, -0.0, NAN], [0, 0, NAN], [0, 0, 0]),
    "relu6": (F.relu6, [0, 6], [0, 6], [0, 0]),
    "selu": (F.selu, [0], [0], [1.0507009873554805 * 1.6732632423543772]),
    "sign": (paddle.sign, [0, -INF], [0, -1], [0, 0]),
    "softshrink": (lambda x: F.softshrink(x, 0.5), [0.5, -0.5, INF], [0, 0, INF], [0, 0, 1]),
    "softsign": (F.softsign, [0], [0], [1]),
    "sqrt": (paddle.sqrt, [0, INF], [0, INF], [INF, 0]),
    "thresholded_relu": (F.thresholded_relu, [1, -INF], [0, 0], [0, 0]),
}
# function of two, elements of both, results, both gradients
BINARY = {
    "maximum": (paddle.maximum, [1, NAN, 1], [1, 1, NAN], [1, NAN, NAN], [0.5, 0, 0], [0.5, 0, 0]),
    "minimum": (paddle.minimum, [1, NAN, 1], [1, 1, NAN], [1, NAN, NAN], [0.5, 0, 0], [0.5, 0, 0]),
    "fmax": (paddle.fmax, [1, NAN], [1, 2], [1, 2], [1, 0], [0, 1]),
    "pow": (
        paddle.pow,
        [0, 0, 0, 2],
        [0, 2, -1, 0],
        [1, 0, INF, 1],
        None,
        [0, 0, -INF, math.log(2)],
    ),
    "atan2": (paddle.atan2, [0, 1], [0, 0], [0, math.pi / 2], None, None),
    "l1_loss": (F.l1_loss, [1, 2], [1, 1], 0.5, [0, 0.5], [0, -0.5]),
    "smooth_l1_loss": (
        lambda x, y: F.smooth_l1_loss(x, y, "none"),
        [1, 0, -1],
        [0, 0, 0],
        [0.5, 0, 0.5],
        [1, 0, -1],
        [-1, 0, 1],
    ),
    "binary_cross_entropy": (
        lambda x, y: F.binary_cross_entropy(x, y, reduction="none"),
        [0, 1, 0, 1],
        [0, 1, 1, 0],
        [0, 0, 100, 100],
        [0, 0, -1e12, 1e12],
        [100, -100, 100, -100],
    ),
    "binary_cross_entropy_with_logits": (
        lambda x, y: F.binary_cross_entropy_with_logits(x, y, reduction="sum"),
        [0, 0],
        [0, 1],
        2 * math.log(2),
        [0.5, -0.5],
        [0, 0],
    ),
}


def same(actual, expected, what):
    np.testing.assert_allclose(actual.numpy(), np.array(expected, float), rtol=1e-9, err_msg=what)


def leaf(values):
    return paddle.to_tensor(np.array(values, float), stop_gradient=False)


@pytest.mark.parametrize("name", UNARY)
def test_unary(name):
    function, points, results, slopes = UNARY[name]
    x = leaf(points)
    y = function(x)
    same(y, results, name)
    if slopes is not None:
        y.sum().backward()
        same(x.grad, slopes, f"gradient of {name}")


@pytest.mark.parametrize("name", BINARY)
def test_binary(name):
    function, first, second, results, *slopes = BINARY[name]
    x, y = leaf(first), leaf(second)
    out = function(x, y)
    same(out, results, name)
    out.sum().backward()
    for tensor, expected in zip((x, y), slopes, strict=True):
        if expected is not None:
            same(tensor.grad, expected, f"gradient of {name}")


@pytest.mark.parametrize("function", [F.elu, F.celu, F.selu])
def test_second_gradient_does_not_overflow(function):
    x = leaf([1000.0, -1.0])
    (first,) = paddle.grad(function(x).sum(), x, create_graph=True)
    (second,) = paddle.grad(first.sum(), x)
    assert np.isfinite(second.numpy()).all()


def test_mode_counts_no_nan_as_another():
    for line, expected in (
        ([NAN, NAN, 2, 1], (1, 3)),
        ([NAN, 1, NAN], (1, 1)),
        ([2, 2, NAN, NAN, NAN], (2, 1)),
    ):
        value, index = paddle.mode(leaf(line))
        assert (value.item(), index.item()) == expected
    value, index = paddle.mode(leaf([NAN, NAN]))
    assert math.isnan(value.item()) and index.item() == 0


def test_running_sums_of_small_integers():
    for dtype in ("int8", "uint8", "int16"):
        x = paddle.ones([3], "bool")
        assert paddle.cumsum(x, dtype=dtype).tolist() == [1, 2, 3]
        assert paddle.cumsum(x, dtype=dtype).dtype.name == dtype
        assert paddle.cumprod(x.astype(dtype), 0, dtype=dtype).tolist() == [1, 1, 1]


def test_atan2_of_integers_is_double():
    for dtype in ("int32", "int64"):
        x = paddle.ones([1], dtype)
        assert paddle.atan2(x, x).dtype == paddle.float64
        assert paddle.atan2(x, x).item() == math.pi / 4


def test_power_with_a_modulus_is_refused():
    with pytest.raises(TypeError, match="pow: a modulus is not supported"):
        pow(paddle.to_tensor(7), 2, 3)


def test_celu_needs_alpha():
    with pytest.raises(ValueError, match="celu: `alpha` must not be 0"):
        F.celu(leaf([1.0]), 0.0)


def test_equal_elements_share_the_gradient_of_a_median():
    for function in (paddle.median, paddle.nanmedian):
        for line, expected in (
            ([1, 1, 1, 2], [1 / 3, 1 / 3, 1 / 3, 0]),
            ([1, 2, 2, 3], [0, 0.5, 0.5, 0]),
            ([1, 2, 3, 4], [0, 0.5, 0.5, 0]),
            ([2, 2, 1], [0.5, 0.5, 0]),
            ([INF, INF, 1], [0.5, 0.5, 0]),
        ):
            x = leaf(line)
            function(x).backward()
            same(x.grad, expected, f"{function.__name__}({line})")
            x = leaf([line])
            function(x, axis=1).sum().backward()
            same(x.grad, [expected], f"{function.__name__}({line}, axis=1)")
    x = leaf([NAN, 1, 1, 2])
    paddle.nanmedian(x).backward()
    same(x.grad, [0, 0.5, 0.5, 0], "nanmedian")


def test_a_quantile_divides_its_gradient_among_equal_neighbours():
    x = leaf([1, 1, NAN, 3, 1])
    paddle.nanquantile(x, 0.25).backward()
    same(x.grad, [0.25, 0.75, 0, 0, 0], "nanquantile")
