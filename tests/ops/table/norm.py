"""Rows of normalizations."""

import numpy as np

from tests.ops.row import call, op
from tests.ops.values import randn, uniform

FLOATS = ["float32", "float64", "bfloat16", "float16"]


def layer_norm_ref(x, normalized_shape, weight=None, bias=None, epsilon=1e-5):
    shape = np.atleast_1d(normalized_shape)
    axes = tuple(range(x.ndim - len(shape), x.ndim))
    out = (x - x.mean(axes, keepdims=True)) / np.sqrt(x.var(axes, keepdims=True) + epsilon)
    out = out * (1 if weight is None else weight.reshape(shape))
    return out + (0 if bias is None else bias.reshape(shape))


def rms_norm_ref(input, normalized_shape, weight=None, eps=1e-5):
    shape = np.atleast_1d(normalized_shape)
    axes = tuple(range(input.ndim - len(shape), input.ndim))
    scale = 1 / np.sqrt((input**2).mean(axes, keepdims=True) + eps)
    return [
        input * scale * (1 if weight is None else weight.reshape(shape)),
        scale.reshape(input.shape[: -len(shape)]),
    ]


X = randn(2, 3, 4)
op("layer_norm", layer_norm_ref, [
    call(X, [4], randn(4), randn(4)), call(X, [3, 4]), call(X, 4, randn(4)), call(X, [4], None, randn(4)),
    call(randn(0, 4), [4], randn(4), randn(4))], dtypes=FLOATS, tol=5,
   errors=[((X, [3]), {}, "`normalized_shape` is not the end of the shape of `x`"), ((X, [4], randn(3)), {}, "the size of `weight` is wrong"), ((X, []), {}, "`normalized_shape` is not the end of the shape of `x`")])  # fmt: skip
op("rms_norm", rms_norm_ref, [call(X, [4], randn(4)), call(X, [3, 4])], dtypes=FLOATS, tol=5,
   errors=[((X, [3]), {}, "`normalized_shape` is not the end of the shape of `x`"), ((X, [4], randn(3)), {}, "the size of `weight` is wrong")])  # fmt: skip
for _name in ("layer_norm", "rms_norm"):
    op(f"{_name}_with_stats", covered_by=_name)
ROWS_3, RSTD = randn(2, 3), uniform(2, 3, low=0.5, high=2.0)
op("layer_norm_grad", covered_by="layer_norm", samples=[
    call(X, randn(4), ROWS_3, RSTD, X, 2), call(X, None, ROWS_3, RSTD, X, 2),
    call(X, randn(4), ROWS_3, RSTD, X, 2, False),
    call(X, randn(3, 4), randn(2), uniform(2, low=0.5), X, 1)], tol=5, dtypes=FLOATS[:2])  # fmt: skip
op("rms_norm_grad", covered_by="rms_norm", samples=[call(X, randn(4), RSTD, X, 2), call(X, None, RSTD, X, 2)], tol=5,
   dtypes=FLOATS[:2])  # fmt: skip


def batch_norm_ref(x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.9, epsilon=1e-5,
                   data_format="NCHW", use_global_stats=None):  # fmt: skip
    shape = (1, -1) + (1,) * (x.ndim - 2)
    axes = (0, *range(2, x.ndim))
    mean, var = (x.mean(axes), x.var(axes)) if training else (running_mean, running_var)
    out = (x - mean.reshape(shape)) / np.sqrt(var.reshape(shape) + epsilon)
    return out * (1 if weight is None else weight.reshape(shape)) + (
        0 if bias is None else bias.reshape(shape)
    )


_STATS = (randn(3), uniform(3, low=0.5, high=2.0))
op("batch_norm", batch_norm_ref, [
    call(randn(4, 3, 2, 2), *_STATS, randn(3), randn(3)), call(randn(4, 3, 2, 2), *_STATS, randn(3), randn(3), training=True),
    call(randn(4, 3), *_STATS, training=True)], dtypes=["float32", "float64"], tol=5,
   constant=("running_mean", "running_var"), skip={"strides": "writes its statistics", "split": "writes its statistics",
                                                   "determinism": "writes its statistics"},
   errors=[((randn(4, 2), *_STATS), {}, "the size of `running_mean` is wrong")])  # fmt: skip
_IMAGE, _C3 = randn(4, 3, 2, 5), (randn(3), uniform(3, low=0.5, high=2.0))
op("batch_norm_grad", covered_by="batch_norm", samples=[
    call(_IMAGE, randn(3), *_C3, _IMAGE, 1e-5, False, True), call(_IMAGE, None, *_C3, _IMAGE, 1e-5, False, False),
    call(randn(4, 2, 5, 3), randn(3), *_C3, randn(4, 2, 5, 3), 1e-5, True, True)], tol=5, dtypes=FLOATS[:2])  # fmt: skip
for _name in ("batch_norm_with_stats", "batch_norm_inference"):
    op(_name, covered_by="batch_norm")


def group_norm_ref(x, num_groups, weight=None, bias=None, epsilon=1e-5, data_format="NCHW"):
    n, c = x.shape[:2]
    g = x.reshape(n, num_groups, -1)
    out = ((g - g.mean(-1, keepdims=True)) / np.sqrt(g.var(-1, keepdims=True) + epsilon)).reshape(
        x.shape
    )
    shape = (1, c) + (1,) * (x.ndim - 2)
    return out * (1 if weight is None else weight.reshape(shape)) + (
        0 if bias is None else bias.reshape(shape)
    )


def group_norm_as_paddle(x, num_groups, epsilon=1e-5, weight=None, bias=None, data_format="NCHW"):
    return group_norm_ref(x, num_groups, weight, bias, epsilon)


op("group_norm", group_norm_as_paddle, [call(randn(2, 4, 3), 2, weight=randn(4), bias=randn(4)), call(randn(2, 4, 2, 2), 4)],
   dtypes=["float32", "float64"], tol=5, errors=[((randn(2, 4, 3), 3), {}, "`num_groups` must divide the channels")])  # fmt: skip


def instance_norm_ref(x, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.9,
                      eps=1e-5, data_format="NCHW"):  # fmt: skip
    return group_norm_ref(x, x.shape[1], weight, bias, eps)


op("instance_norm", instance_norm_ref, [call(randn(2, 3, 4, 2)), call(randn(2, 3, 5), weight=randn(3), bias=randn(3))],
   dtypes=["float32", "float64"], tol=5, constant=("running_mean", "running_var"),
   errors=[((randn(2, 3, 4), None, None, randn(2)), {}, "the size of `weight` is wrong")])  # fmt: skip


def p_norm_ref(x, porder=2.0, axis=None, keepdim=False):
    axis = None if axis in (None, []) else tuple(np.atleast_1d(axis))
    if np.isinf(porder):
        return (np.max if porder > 0 else np.min)(np.abs(x), axis, keepdims=keepdim)
    return (np.abs(x) ** porder).sum(axis, keepdims=keepdim) ** (1 / porder)


op("p_norm", p_norm_ref, [call(X), call(X, 3.0, 1), call(X, 1.0, [0, 2], True), call(X, float("inf"), 2)],
   dtypes=["float32", "float64"], tol=5)  # fmt: skip
