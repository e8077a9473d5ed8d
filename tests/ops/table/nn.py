"""Rows of convolutions, pooling, embedding."""

import itertools

import numpy as np

from tests.ops.row import call, op
from tests.ops.values import array, distinct, ints, randn

FLOATS = ["float32", "float64"]


def pair(value, n):
    return [int(v) for v in np.broadcast_to(value, n)]


def conv_ref(x, weight, bias=None, stride=1, padding=0, dilation=1, groups=1, data_format="NCHW"):
    """Convolution by its definition, any number of spatial axes."""
    n = x.ndim - 2
    if data_format[-1] == "C":
        out = conv_ref(np.moveaxis(x, -1, 1), weight, None, stride, padding, dilation, groups)
        out = np.moveaxis(out, 1, -1)
        return out if bias is None else out + bias
    s, d = pair(stride, n), pair(dilation, n)
    k = weight.shape[2:]
    if padding == "SAME":
        total = [
            max((-(-x.shape[2 + i] // s[i]) - 1) * s[i] + d[i] * (k[i] - 1) + 1 - x.shape[2 + i], 0)
            for i in range(n)
        ]
        pads = [(t // 2, t - t // 2) for t in total]
    elif padding == "VALID":
        pads = [(0, 0)] * n
    elif np.size(padding) == 2 * n and n > 1:
        pads = [(padding[2 * i], padding[2 * i + 1]) for i in range(n)]
    else:
        pads = [(p, p) for p in pair(padding, n)]
    x = np.pad(x, [(0, 0), (0, 0), *pads])
    size = [(x.shape[2 + i] - d[i] * (k[i] - 1) - 1) // s[i] + 1 for i in range(n)]
    out = np.zeros((len(x), len(weight), *size))
    per_in, per_out = weight.shape[1], len(weight) // groups
    for g in range(groups):
        part = x[:, g * per_in : (g + 1) * per_in]
        w = weight[g * per_out : (g + 1) * per_out]
        for at in itertools.product(*(range(m) for m in k)):
            index = tuple(
                slice(a * dd, a * dd + (m - 1) * ss + 1, ss)
                for a, dd, m, ss in zip(at, d, size, s, strict=True)
            )
            term = np.tensordot(
                part[(slice(None), slice(None), *index)],
                w[(slice(None), slice(None), *at)],
                ([1], [1]),
            )
            out[:, g * per_out : (g + 1) * per_out] += np.moveaxis(term, -1, 1)
    return out if bias is None else out + bias.reshape(1, -1, *[1] * n)


def conv_transpose_ref(x, weight, bias=None, stride=1, padding=0, output_padding=0, dilation=1, groups=1,
                       output_size=None, data_format="NCHW"):  # fmt: skip
    """The transpose of the convolution, term by term."""
    n = x.ndim - 2
    s, d, p, e = pair(stride, n), pair(dilation, n), pair(padding, n), pair(output_padding, n)
    k = weight.shape[2:]
    full = [(x.shape[2 + i] - 1) * s[i] + d[i] * (k[i] - 1) + 1 + e[i] for i in range(n)]
    per_in, per_out = len(weight) // groups, weight.shape[1]
    out = np.zeros((len(x), per_out * groups, *full))
    for g in range(groups):
        part, w = x[:, g * per_in : (g + 1) * per_in], weight[g * per_in : (g + 1) * per_in]
        for at in itertools.product(*(range(m) for m in k)):
            index = tuple(
                slice(a * dd, a * dd + (m - 1) * ss + 1, ss)
                for a, dd, m, ss in zip(at, d, x.shape[2:], s, strict=True)
            )
            term = np.tensordot(part, w[(slice(None), slice(None), *at)], ([1], [0]))
            out[(slice(None), slice(g * per_out, (g + 1) * per_out), *index)] += np.moveaxis(
                term, -1, 1
            )
    crop = tuple(slice(p[i], full[i] - p[i]) for i in range(n))
    out = out[(slice(None), slice(None), *crop)]
    return out if bias is None else out + bias.reshape(1, -1, *[1] * n)


X, W, B = randn(2, 4, 6, 5), randn(6, 4, 3, 3), randn(6)
_CONV2D = [call(X, W, B), call(X, W, B, stride=2, padding=1), call(X, randn(6, 2, 3, 2), None, [2, 1], [1, 0], [1, 2], 2),
           call(X, W, padding=[1, 0, 2, 1]), call(X, W, padding="SAME", stride=2), call(X, randn(4, 1, 3, 3), groups=4, padding=1),
           call(randn(2, 6, 5, 4), W, B, data_format="NHWC"), call(X, randn(3, 4, 1, 1)), call(randn(0, 4, 6, 5), W, B)]  # fmt: skip
op("conv2d", conv_ref, _CONV2D, dtypes=FLOATS, tol=20, order=3, errors=[
    ((X, randn(6, 3, 3, 3)), {}, "the channels of `x` do not match `weight`"), ((X, W, randn(5)), {}, "`bias` does not match `weight`"), ((X, randn(6, 4, 9, 9)), {}, "the window is larger than the padded input"),
    ((X, W), {"stride": 0}, "`stride` is too small"), ((X, W), {"groups": 3}, "the channels of `x` do not match `weight`"), ((X, W), {"groups": 0}, "`groups` is not positive"), ((X, W), {"dilation": 0}, "`dilation` is too small"),
    ((X, W), {"padding": -9}, "`padding` is negative"), ((X, randn(6, 4, 3)), {}, "`x` or `weight` has the wrong rank")])  # fmt: skip
op("conv1d", conv_ref, [call(randn(2, 4, 7), randn(6, 4, 3), B), call(randn(2, 4, 7), randn(6, 2, 3), None, 2, 1, 2, 2)],
   dtypes=FLOATS, tol=20)  # fmt: skip
op("conv3d", conv_ref, [call(randn(1, 2, 4, 5, 3), randn(3, 2, 2, 3, 2), randn(3)),
                        call(randn(1, 2, 4, 5, 3), randn(4, 1, 2, 2, 2), None, 2, 1, 1, 2)], dtypes=FLOATS, tol=20)  # fmt: skip
WT = randn(4, 3, 3, 2)
op("conv2d_transpose", conv_transpose_ref, [
    call(X, WT, randn(3)), call(X, WT, None, stride=2, padding=1, output_padding=1), call(X, randn(4, 2, 3, 2), groups=2, dilation=2)],
   dtypes=FLOATS, tol=20, errors=[((X, randn(3, 3, 3, 2)), {}, "the channels of `x` do not match `weight`"), ((X, WT), {"stride": 0}, "`stride` is too small")])  # fmt: skip
op(
    "conv1d_transpose",
    conv_transpose_ref,
    [call(randn(2, 4, 5), randn(4, 3, 3), randn(3), stride=2)],
    dtypes=FLOATS,
    tol=20,
)
op("conv3d_transpose", conv_transpose_ref, [call(randn(1, 2, 2, 3, 2), randn(2, 3, 2, 2, 2), randn(3), stride=2)],
   dtypes=FLOATS, tol=20)  # fmt: skip
op("convolution", covered_by="conv2d")
op("conv_grad_input", covered_by="conv2d")
op("conv_grad_weight", covered_by="conv2d")
_LAST = {
    "stride": [2, 1],
    "padding": [1, 0, 2, 1],
    "dilation": [1, 2],
    "groups": 1,
    "channels_last": True,
}
op(
    "conv_fused",
    samples=[
        call(randn(2, 5, 6, 4), randn(6, 4, 3, 2), None, **_LAST),
        call(randn(2, 5, 6, 4), randn(6, 4, 3, 2), randn(6), **_LAST, residual=randn(2, 2, 7, 6)),
    ],
    attrs=[{"activation": name} for name in ("", "relu", "hardswish", "silu", "gelu")],
    dtypes=["float32"],
    tol=20,
    covered_by="tests/python/test_inference_passes.py",
)


def pool_windows(x, kernel_size, stride, padding, ceil_mode, fill):
    """(windows with the kernel axes last, of x and of a mask of what is data)."""
    n = x.ndim - 2
    k = pair(kernel_size, n)
    s = k if stride is None else pair(stride, n)
    p = pair(padding, n)
    extra = [s[i] if ceil_mode else 0 for i in range(n)]
    widths = [(0, 0), (0, 0), *((p[i], p[i] + extra[i]) for i in range(n))]
    size = []
    for i in range(n):
        rest = x.shape[2 + i] + 2 * p[i] - k[i]
        m = (-(-rest // s[i]) if ceil_mode else rest // s[i]) + 1
        size.append(m)
    out = []
    inside = np.pad(
        np.ones_like(x), [(0, 0), (0, 0), *((p[i], p[i]) for i in range(n))], constant_values=1
    )
    for array_, value in ((x, fill), (np.ones_like(x), 0.0)):
        padded = np.pad(array_, widths, constant_values=value)
        view = np.lib.stride_tricks.sliding_window_view(padded, k, tuple(range(2, 2 + n)))
        out.append(
            view[
                (
                    slice(None),
                    slice(None),
                    *(slice(0, (m - 1) * ss + 1, ss) for m, ss in zip(size, s, strict=True)),
                )
            ]
        )
    return out[0], out[1], inside


def max_pool_ref(
    x, kernel_size, stride=None, padding=0, return_mask=False, ceil_mode=False, data_format="NCHW"
):
    if data_format[-1] == "C":
        return np.moveaxis(
            max_pool_ref(np.moveaxis(x, -1, 1), kernel_size, stride, padding, False, ceil_mode),
            1,
            -1,
        )
    windows, _, _ = pool_windows(x, kernel_size, stride, padding, ceil_mode, -np.inf)
    axes = tuple(range(x.ndim, windows.ndim))
    values = windows.max(axes)
    if not return_mask:
        return values
    flat = np.arange(np.prod(x.shape[2:]), dtype="float64").reshape(1, 1, *x.shape[2:])
    index, _, _ = pool_windows(
        np.broadcast_to(flat, x.shape), kernel_size, stride, padding, ceil_mode, -1
    )
    at = windows.reshape(*values.shape, -1).argmax(-1)
    return [
        values,
        np.take_along_axis(index.reshape(*values.shape, -1), at[..., None], -1)[..., 0].astype(
            "int64"
        ),
    ]


def avg_pool_ref(x, kernel_size, stride=None, padding=0, ceil_mode=False, exclusive=True, divisor_override=None,
                 data_format="NCHW"):  # fmt: skip
    if data_format[-1] == "C":
        return np.moveaxis(
            avg_pool_ref(np.moveaxis(x, -1, 1), kernel_size, stride, padding, ceil_mode, exclusive),
            1,
            -1,
        )
    windows, mask, _ = pool_windows(x, kernel_size, stride, padding, ceil_mode, 0.0)
    axes = tuple(range(x.ndim, windows.ndim))
    count = mask.sum(axes) if exclusive else np.prod(windows.shape[x.ndim :])
    return windows.sum(axes) / (divisor_override or count)


P = distinct(2, 3, 6, 5)
_BAD_POOL = [
    ((P, 0), {}, "`kernel_size` is too small"),
    ((P, 2, 0), {}, "`stride` is too small"),
    ((P, 9), {}, "the window is larger than the padded input"),
    ((P, 2, 1, 2), {}, "a window would hold nothing but padding"),
]
op("max_pool2d", max_pool_ref, [
    call(P, 2), call(P, [3, 2], 1, 1), call(P, 2, ceil_mode=True), call(P, 3, 2, 1, return_mask=True),
    call(distinct(2, 6, 5, 3), 2, data_format="NHWC")], dtypes=FLOATS, errors=_BAD_POOL)  # fmt: skip
op(
    "max_pool1d",
    max_pool_ref,
    [call(distinct(2, 3, 7), 2), call(distinct(2, 3, 7), 3, 2, 1)],
    dtypes=FLOATS,
)
op(
    "max_pool3d",
    max_pool_ref,
    [call(distinct(1, 2, 4, 4, 3), 2), call(distinct(1, 2, 4, 4, 3), 3, 2, 1)],
    dtypes=FLOATS,
)
op("avg_pool2d", avg_pool_ref, [
    call(P, 2), call(P, 3, 2, 1), call(P, 3, 2, 1, exclusive=False), call(P, 2, divisor_override=3),
    call(randn(2, 6, 5, 3), 2, data_format="NHWC")], dtypes=FLOATS, tol=3, errors=_BAD_POOL)  # fmt: skip
op("avg_pool1d", lambda x, kernel_size, stride=None, padding=0, exclusive=True, ceil_mode=False: avg_pool_ref(
    x, kernel_size, stride, padding, ceil_mode, exclusive), [call(randn(2, 3, 7), 2), call(randn(2, 3, 7), 3, 2, 1)],
   dtypes=FLOATS, tol=3)  # fmt: skip
op("avg_pool3d", avg_pool_ref, [call(randn(1, 2, 4, 4, 3), 2)], dtypes=FLOATS, tol=3)


def adaptive(f):
    def ref(x, output_size, return_mask=False, data_format="NCHW"):
        n = x.ndim - 2
        size = [x.shape[2 + i] if v is None else v for i, v in enumerate(pair(output_size, n))]
        out = np.zeros((*x.shape[:2], *size))
        for at in itertools.product(*(range(m) for m in size)):
            index = tuple(
                slice(a * x.shape[2 + i] // size[i], -(-(a + 1) * x.shape[2 + i] // size[i]))
                for i, a in enumerate(at)
            )
            out[(slice(None), slice(None), *at)] = f(
                x[(slice(None), slice(None), *index)], axis=tuple(range(2, x.ndim))
            )
        return out

    return ref


for _n, _shape in ((1, (2, 3, 7)), (2, (2, 3, 6, 5)), (3, (1, 2, 4, 5, 3))):
    op(f"adaptive_avg_pool{_n}d", adaptive(np.mean), [call(randn(*_shape), 3), call(randn(*_shape), 1)], dtypes=FLOATS, tol=3,
       errors=[((randn(*_shape), -5), {}, "`output_size` is negative")])  # fmt: skip
    op(
        f"adaptive_max_pool{_n}d",
        adaptive(np.max),
        [call(distinct(*_shape), 3), call(distinct(*_shape), 1)],
        dtypes=FLOATS,
    )


def max_pool_primitive_ref(x, size, kernel, stride, padding, channels_last):
    """Windows that begin as max_pool2d's, as many as `size` says."""
    layout = "NHWC" if channels_last else "NCHW"
    out = max_pool_ref(x, kernel, stride, padding[::2], data_format=layout)
    spatial = tuple(slice(n) for n in size)
    return out[(slice(None), *spatial) if channels_last else (slice(None), slice(None), *spatial)]


op(
    "max_pool",
    max_pool_primitive_ref,
    [
        call(distinct(7, 5, 6, 36), [3, 18], [2, 2], [2, 2], [0, 0, 0, 0], False),
        call(distinct(2, 3, 5, 9), [3, 5], [3, 3], [2, 2], [1, 1, 1, 1], False),
        call(distinct(2, 5, 9, 3), [3, 5], [3, 3], [2, 2], [1, 1, 1, 1], True),
    ],
    dtypes=FLOATS,
)
for _name, _row in (("max_pool_with_index", "max_pool2d"), ("pool_scatter", "max_pool2d"),
                    ("pool_gather", "max_pool2d"), ("avg_pool", "avg_pool2d"), ("avg_pool_grad", "avg_pool2d")):  # fmt: skip
    op(_name, covered_by=_row)


def embedding_ref(
    x,
    weight,
    padding_idx=None,
    max_norm=None,
    norm_type=2.0,
    sparse=False,
    scale_grad_by_freq=False,
):
    return (
        np.where((x == padding_idx)[..., None], 0, weight[x])
        if padding_idx is not None
        else weight[x]
    )


op("embedding", embedding_ref, [call(ints(2, 3, high=5), randn(5, 4)), call(ints(4, high=5), randn(5, 2), padding_idx=2),
                                call(ints(high=5), randn(5, 2)), call(ints(0, high=5), randn(5, 2))],
   dtypes=["float32", "float64", "bfloat16"],
   errors=[((array([5], "int64"), randn(5, 4)), {}, "an index in `x` is out of range"), ((array([-1], "int64"), randn(5, 4)), {}, "an index in `x` is out of range"),
           ((ints(2, high=5), randn(5, 4), 7), {}, "padding_idx"), ((randn(2), randn(5, 4)), {}, "`x` does not hold indices")])  # fmt: skip
op("embedding_lookup", covered_by="embedding")
op("embedding_grad", covered_by="embedding")
op("one_hot", lambda x, num_classes=-1: np.eye(num_classes if num_classes > 0 else x.max() + 1)[x],
   [call(ints(2, 3, high=5), 5), call(ints(high=5), 6)], dtypes=["float32"], errors=[((array([5], "int64"), 5), {}, "an index in `x` is out of range")])  # fmt: skip
op("resize_axis", covered_by="tests/python/test_saving.py")
