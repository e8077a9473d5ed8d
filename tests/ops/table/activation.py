"""Rows of activations and softmax."""

import numpy as np
import scipy.special

from tests.ops.row import call, op, unary
from tests.ops.values import randn


def expit(x):
    return 1 / (1 + np.exp(-x))


def softplus(x):
    return np.log1p(np.exp(x))


unary("relu", lambda x: np.maximum(x, 0))
unary("relu6", lambda x: np.clip(x, 0, 6))
unary("leaky_relu", lambda x, negative_slope=0.01: np.where(x > 0, x, negative_slope * x),
      attrs=[{}, {"negative_slope": 0.3}])  # fmt: skip
unary(
    "elu", lambda x, alpha=1.0: np.where(x > 0, x, alpha * np.expm1(x)), attrs=[{}, {"alpha": 0.5}]
)
unary(
    "celu",
    lambda x, alpha=1.0: np.maximum(x, 0) + np.minimum(0, alpha * np.expm1(x / alpha)),
    attrs=[{"alpha": 0.5}],
)
unary("selu", lambda x, scale=1.0507009873554805, alpha=1.6732632423543772: scale * np.where(
    x > 0, x, alpha * np.expm1(x)), errors=[((randn(3),), {"scale": 1.0}, "`scale` is too small"), ((randn(3),), {"alpha": -1.0}, "`alpha` is too small")])  # fmt: skip
unary("gelu", lambda x, approximate=False: (
    0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))) if approximate
    else 0.5 * x * (1 + scipy.special.erf(x / np.sqrt(2)))), attrs=[{}, {"approximate": True}], tol=3, order=3)  # fmt: skip
unary("silu", lambda x: x * expit(x), tol=2, order=3)
unary("swish", lambda x: x * expit(x), tol=2)
unary("mish", lambda x: x * np.tanh(softplus(x)), tol=2)
unary(
    "softplus",
    lambda x, beta=1.0, threshold=20.0: softplus(beta * x) / beta,
    attrs=[{}, {"beta": 2.0}],
    tol=2,
    samples=[(randn(3, 5),), (randn(),), (randn(0, 3),), (randn(2, 1, 4),), (randn(40),)],
    dtypes=["float32", "float64", "bfloat16", "float16", "complex64"],
)
unary(
    "softsign",
    lambda x: x / (1 + np.abs(x)),
    samples=[(randn(3, 5),), (randn(),), (randn(0, 3),), (randn(40),)],
    dtypes=["float32", "float64", "bfloat16", "float16", "complex64"],
)
unary("tanhshrink", lambda x: x - np.tanh(x), tol=3)
unary("hardshrink", lambda x, threshold=0.5: np.where(np.abs(x) > threshold, x, 0))
unary("softshrink", lambda x, threshold=0.5: np.sign(x) * np.maximum(np.abs(x) - threshold, 0),
      errors=[((randn(3),), {"threshold": -1.0}, "`threshold` is too small")])  # fmt: skip
unary("hardsigmoid", lambda x, slope=0.1666667, offset=0.5: np.clip(x * slope + offset, 0, 1))
unary("hardswish", lambda x: x * np.clip(x + 3, 0, 6) / 6)
unary("hardtanh", lambda x, min=-1.0, max=1.0: np.clip(x, min, max))
unary("log_sigmoid", lambda x: -softplus(-x), tol=2)
unary("thresholded_relu", lambda x, threshold=1.0, value=0.0: np.where(x > threshold, x, value))
op("prelu", lambda x, weight, data_format="NCHW": np.where(x > 0, x, x * weight.reshape(
    [1, -1] + [1] * (x.ndim - 2) if weight.size > 1 else [1])), [call(randn(2, 3, 4), randn(3)), call(randn(2, 3, 4), randn(1))],
   errors=[((randn(2, 3, 4), randn(4)), {}, "`weight` has neither one slope nor one for each channel")])  # fmt: skip

_SOFTMAX = [call(randn(3, 5)), call(randn(2, 3, 4), axis=1), call(randn(4), axis=0), call(randn(0, 3)),
            call(randn(), axis=0)]  # fmt: skip
_BAD = [((randn(3),), {"axis": 4}, "axis")]


def with_dtype(f):
    return lambda x, axis=-1, dtype=None: f(x, axis if x.ndim else None)


def softmax_ref(x, axis):
    return scipy.special.softmax(x, axis) if x.size else x


def log_softmax_ref(x, axis):
    return scipy.special.log_softmax(x, axis) if x.size else x


op("softmax", with_dtype(softmax_ref), _SOFTMAX, errors=_BAD, order=3)
op("log_softmax", with_dtype(log_softmax_ref), _SOFTMAX, errors=_BAD, order=3, tol=2)

# Backward kernels, which are compared with their decomposition.
op("relu_grad", covered_by="relu")
op("hardswish_grad", covered_by="hardswish")
op("softsign_grad", covered_by="softsign")
op("slope_by_range", covered_by="hardtanh")
op("power_slope", covered_by="square")
op("huber", covered_by="smooth_l1_loss")
PAIR = [call(randn(3, 5), randn(3, 5)), call(randn(), randn()), call(randn(0, 3), randn(0, 3))]
for _name in ("sigmoid", "silu", "tanh"):
    op(f"{_name}_grad", covered_by=_name, samples=PAIR, tol=2)
op("gelu_grad", covered_by="gelu", samples=PAIR, attrs=[{}, {"approximate": True}], tol=3)
_ALONG = [call(randn(3, 5), randn(3, 5), 1), call(randn(2, 3, 4), randn(2, 3, 4), 1), call(randn(0, 3), randn(0, 3), 0)]  # fmt: skip
op("softmax_grad", covered_by="softmax", samples=_ALONG)
op("log_softmax_grad", covered_by="log_softmax", samples=_ALONG)
