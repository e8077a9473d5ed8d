"""Rows of elementwise functions."""

import numpy as np
import scipy.special

from tests.ops.row import binary, call, op, unary
from tests.ops.values import ints, randn, uniform

BAD_SHAPES = [((randn(2, 3), randn(4)), {}, "broadcast")]
SMOOTH = {"order": 4, "tol": 3}
JUMPS = {"large_gradient": "of many values one jumps within a step"}


def same_for_bool(f, logical):
    return lambda x, y: logical(x, y) if x.dtype == bool else f(x, y)


binary("add", same_for_bool(np.add, np.logical_or), errors=BAD_SHAPES, order=3)
binary("subtract", np.subtract, errors=BAD_SHAPES, order=3)
binary("multiply", same_for_bool(np.multiply, np.logical_and), errors=BAD_SHAPES, order=4)
binary("divide", np.divide, low_y=0.5, high_y=2.0, errors=BAD_SHAPES, order=4, tol=2)
binary("floor_divide", np.floor_divide, low_y=1.1, high_y=3.0, errors=BAD_SHAPES, skip=JUMPS)
REALS = ["float32", "float64", "float16", "bfloat16", "int32", "int64", "uint8", "int8"]
binary("remainder", np.remainder, low_y=1.1, high_y=3.0, errors=BAD_SHAPES, dtypes=REALS,
       skip={**JUMPS, "complex_gradient": "there is no quotient to round"})  # fmt: skip
binary("pow", np.power, low=0.5, high=1.9, low_y=0.6, high_y=1.9, errors=BAD_SHAPES, order=3, tol=3)
for _name, _f in (
    ("maximum", np.maximum),
    ("minimum", np.minimum),
    ("fmax", np.fmax),
    ("fmin", np.fmin),
):
    binary(_name, _f, errors=BAD_SHAPES)
binary("atan2", np.arctan2, low=0.2, high=2.0, errors=BAD_SHAPES)
binary("hypot", np.hypot, low=0.2, high=2.0)
binary("heaviside", np.heaviside, skip=JUMPS)
binary("copysign", np.copysign)
binary("nextafter", np.nextafter, dtypes=["float32", "float64"])
binary("ldexp", lambda x, y: x * 2.0**y, dtypes=["float32", "float64"])
binary("logaddexp", np.logaddexp)
binary(
    "lerp",
    lambda x, y, weight: x + weight * (y - x),
    samples=[(randn(3, 4), randn(3, 4), uniform(3, 4)), (randn(3), randn(2, 3), randn(1))],
)
op("gcd", np.gcd, [(ints(3, 4, high=60), ints(3, 4, high=60)), (ints(3, high=9), ints(high=9))])
op("lcm", np.lcm, [(ints(3, 4, high=60), ints(3, 4, high=60))])

op("scale", lambda x, scale=1.0, bias=0.0, bias_after_scale=True:
   x * scale + bias if bias_after_scale else (x + bias) * scale,
   attrs=[{}, {"scale": 2, "bias": 3}, {"scale": -3, "bias": 1, "bias_after_scale": False}],
   dtypes=["float32", "float64", "float16", "bfloat16", "int8", "int32", "int64", "complex64", "complex128"])  # fmt: skip
unary("conj", np.conj)
unary("real", np.real, dtypes=["complex64", "complex128"])
unary("imag", np.imag, dtypes=["complex64", "complex128"])
unary("angle", np.angle, skip=JUMPS)
op(
    "complex",
    lambda real, imag: real + 1j * imag,
    [(randn(3, 4), randn(3, 4)), (randn(3, 1), randn(4))],
)
op("polar", lambda abs, angle: abs * np.exp(1j * angle), [(uniform(3, 4), randn(3, 4))])

for _name in ("equal", "not_equal", "less_than", "less_equal", "greater_than", "greater_equal"):
    _f = getattr(np, {"less_than": "less", "greater_than": "greater"}.get(_name, _name))
    op(_name, _f, errors=BAD_SHAPES)
for _name in ("logical_and", "logical_or", "logical_xor"):
    op(_name, getattr(np, _name), errors=BAD_SHAPES)
_I = ints(2, 3, high=9)
for _name in ("bitwise_and", "bitwise_or", "bitwise_xor"):
    op(
        _name,
        getattr(np, _name),
        errors=[((randn(3), randn(3)), {}, "dtype"), ((_I, ints(4, high=2)), {}, "broadcast")],
    )
op("logical_not", np.logical_not)
op("bitwise_not", np.bitwise_not)
op("bitwise_left_shift", lambda x, y, is_arithmetic=True: np.left_shift(x, y),
   [(ints(3, 4, high=50), ints(3, 4, high=3)), (ints(3, high=9), ints(high=3))])  # fmt: skip
op("bitwise_right_shift", lambda x, y, is_arithmetic=True: np.right_shift(x, y),
   [(ints(3, 4, low=-50, high=50), ints(3, 4, high=3))])  # fmt: skip
unary("isnan", np.isnan)
unary("isinf", np.isinf)
unary("isfinite", np.isfinite)
unary("isposinf", np.isposinf)
unary("isneginf", np.isneginf)
op("isclose", lambda x, y, rtol=1e-5, atol=1e-8, equal_nan=False: np.isclose(x, y, rtol, atol, equal_nan),
   [(randn(3, 4), randn(3, 4))])  # fmt: skip


unary("abs", np.abs)
unary("neg", np.negative, order=3)
unary("sign", np.sign, skip=JUMPS)
unary("square", np.square, order=4)
unary("reciprocal", np.reciprocal, 0.5, 2.0, **SMOOTH)
unary("sqrt", np.sqrt, 0.5, 3.0, **SMOOTH)
unary("rsqrt", lambda x: 1 / np.sqrt(x), 0.5, 3.0, **SMOOTH)
unary("floor", np.floor, skip=JUMPS)
unary("ceil", np.ceil, skip=JUMPS)
unary("trunc", np.trunc, skip=JUMPS)
unary("round", lambda x, decimals=0: np.round(x, decimals), skip=JUMPS)
unary("frac", lambda x: x - np.trunc(x), -3.3, 3.4, skip=JUMPS)
for _name, _low, _high in (
    ("exp", None, None), ("expm1", None, None), ("log", 0.3, 3.0), ("log2", 0.3, 3.0), ("log10", 0.3, 3.0),
    ("log1p", -0.5, 3.0), ("sin", None, None), ("cos", None, None), ("tan", -1.0, 1.0), ("sinh", None, None),
    ("cosh", None, None), ("tanh", None, None),
):  # fmt: skip
    unary(_name, getattr(np, _name), _low, _high, **SMOOTH)
for _name, _f, _low, _high in (
    ("asin", np.arcsin, -0.8, 0.8), ("acos", np.arccos, -0.8, 0.8), ("atan", np.arctan, None, None),
    ("asinh", np.arcsinh, None, None), ("acosh", np.arccosh, 1.3, 3.0), ("atanh", np.arctanh, -0.8, 0.8),
):  # fmt: skip
    unary(_name, _f, _low, _high, **SMOOTH)
for _name, _f, _low, _high in (
    ("erf", scipy.special.erf, None, None), ("erfinv", scipy.special.erfinv, -0.8, 0.8),
    ("lgamma", scipy.special.gammaln, 0.5, 4.0), ("digamma", scipy.special.digamma, 0.5, 4.0),
    ("sigmoid", lambda x: 1 / (1 + np.exp(-x)), None, None),
):  # fmt: skip
    unary(_name, _f, _low, _high, tol=5)
unary(
    "polygamma",
    lambda x, n: scipy.special.polygamma(n, x),
    0.5,
    3.0,
    attrs=[{"n": 1}, {"n": 2}],
    tol=20,
    errors=[((randn(3),), {"n": -1}, "`n` is negative")],
)
unary("logit", lambda x, eps=None: scipy.special.logit(x), 0.2, 0.8, tol=5)
unary("deg2rad", lambda x: x * (np.pi / 180))  # not numpy's, which refuse complex numbers
unary("rad2deg", lambda x: x * (180 / np.pi))
unary("nan_to_num", lambda x, nan=0.0, posinf=None, neginf=None: np.nan_to_num(x))
unary("signbit", np.signbit)
op("stanh", lambda x, scale_a=0.67, scale_b=1.7159: scale_b * np.tanh(scale_a * x), tol=3)
op("clip", lambda x, min=None, max=None: np.clip(x, min, max), attrs=[{"min": -0.5, "max": 0.5}, {"min": 0}, {"max": 1}],
   samples=[(randn(3, 5),), (randn(),), (randn(0, 3),)],
   dtypes=["float32", "float64", "float16", "bfloat16"],
   errors=[((randn(3),), {"min": 2, "max": 1}, "the bounds leave no number")])  # fmt: skip
op("where", lambda condition, x=None, y=None: np.where(condition, x, y), [
    call(randn(3, 4, dtype="bool"), randn(3, 4), randn(3, 4)), call(randn(3, 1, dtype="bool"), randn(4), randn()),
    call(randn(0, dtype="bool"), randn(0), randn(1))],
   errors=[((randn(3, dtype="bool"), randn(3), randn(4)), {}, "the shapes do not broadcast")])  # fmt: skip
op("masked_fill", lambda x, mask, value: np.where(mask, value, x),
   [call(randn(3, 4), randn(3, 4, dtype="bool"), randn()), call(randn(3, 4), randn(4, dtype="bool"), randn())])  # fmt: skip
op("masked_assign", covered_by="masked_fill")
op("masked_write", covered_by="masked_fill")
