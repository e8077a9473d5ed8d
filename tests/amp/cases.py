"""Calls whose dtype mixed precision decides: name to f(a, b, i).

`a(*shape)` and `b(*shape)` make floating tensors of the two dtypes of a row, `i(*shape)` one of int64. The
same calls run here and, in a program, in PaddlePaddle (expected.py).
"""

import paddle
import paddle.nn.functional as F

ONE, TWO = {}, {}  # by how many dtypes matter


def of_one(f):
    return lambda a, b, i: f(a(4, 6))


def of_two(f):
    return lambda a, b, i: f(a(4, 6), b(4, 6))


_MATH = """abs acos acosh asin asinh atan atanh ceil cos cosh digamma erf erfinv exp expm1 floor lgamma log log10
log1p log2 neg reciprocal rsqrt sigmoid sin sinh sqrt square stanh tan tanh sum mean prod max min amax amin
logsumexp cumsum isfinite rad2deg i0""".split()
for _name in _MATH:
    ONE[_name] = of_one(getattr(paddle, _name))
_NN = """relu relu6 gelu silu elu selu celu softmax log_softmax softplus softsign softshrink hardshrink tanhshrink
hardsigmoid hardswish hardtanh leaky_relu log_sigmoid mish swish thresholded_relu""".split()
for _name in _NN:
    ONE[_name] = of_one(getattr(F, _name))
for _name in "add subtract multiply divide maximum minimum fmax pow atan2".split():
    TWO["tensors_" + _name] = of_two(getattr(paddle, _name))

ONE.update({
    "cumprod": lambda a, b, i: paddle.cumprod(a(4, 6), dim=0),
    "norm": lambda a, b, i: paddle.norm(a(4, 6)),
    "scale": lambda a, b, i: paddle.scale(a(4, 6), 2.0),
    "pow_number": lambda a, b, i: paddle.pow(a(4, 6), 2.5),
    "clip": lambda a, b, i: paddle.clip(a(4, 6), 0.0, 1.0),
    "cast": lambda a, b, i: paddle.cast(a(4, 6), "float64"),
    "reshape": lambda a, b, i: paddle.reshape(a(4, 6), [24]),
    "transpose": lambda a, b, i: paddle.transpose(a(4, 6), [1, 0]),
    "slice": lambda a, b, i: a(4, 6)[1:3],
    "zeros_like": lambda a, b, i: paddle.zeros_like(a(4, 6)),
    "full_like": lambda a, b, i: paddle.full_like(a(4, 6), 2.0),
    "assign": lambda a, b, i: paddle.assign(a(4, 6)),
    "sort": lambda a, b, i: paddle.sort(a(4, 6)),
    "gather": lambda a, b, i: paddle.gather(a(4, 6), i(2)),
    "split": lambda a, b, i: paddle.split(a(4, 6), 2)[0],
    "tile": lambda a, b, i: paddle.tile(a(4, 6), [2, 1]),
    "expand": lambda a, b, i: paddle.expand(a(1, 6), [4, 6]),
    "tril": lambda a, b, i: paddle.tril(a(4, 6)),
    "trace": lambda a, b, i: paddle.trace(a(4, 6)),
    "max_pool2d": lambda a, b, i: F.max_pool2d(a(1, 3, 8, 8), 2),
    "avg_pool2d": lambda a, b, i: F.avg_pool2d(a(1, 3, 8, 8), 2),
    "adaptive_avg_pool2d": lambda a, b, i: F.adaptive_avg_pool2d(a(1, 3, 8, 8), 2),
    "embedding": lambda a, b, i: F.embedding(i(3), a(10, 4)),
    "cross_entropy": lambda a, b, i: F.cross_entropy(a(4, 6), i(4)),
    "nll_loss": lambda a, b, i: F.nll_loss(a(4, 6), i(4)),
    "dropout": lambda a, b, i: F.dropout(a(4, 6), 0.5),
    "interpolate": lambda a, b, i: F.interpolate(a(1, 3, 8, 8), scale_factor=2, mode="bilinear"),
    "nearest": lambda a, b, i: F.interpolate(a(1, 3, 8, 8), scale_factor=2),
    "pad": lambda a, b, i: F.pad(a(1, 3, 8, 8), [1, 1, 1, 1]),
    "one_hot": lambda a, b, i: F.one_hot(i(4), 5),
    "unfold": lambda a, b, i: F.unfold(a(1, 3, 8, 8), 2),
    "number_added": lambda a, b, i: a(4, 6) + 1.5,
    "divided_number": lambda a, b, i: 1.0 / a(4, 6),
})  # fmt: skip
TWO.update({
    "equal": lambda a, b, i: paddle.equal(a(4, 6), b(4, 6)),
    "plus": lambda a, b, i: a(4, 6) + b(4, 6),
    "at": lambda a, b, i: a(4, 6) @ b(6, 3),
    "matmul": lambda a, b, i: paddle.matmul(a(4, 6), b(6, 3)),
    "mm": lambda a, b, i: paddle.mm(a(4, 6), b(6, 3)),
    "bmm": lambda a, b, i: paddle.bmm(a(2, 4, 6), b(2, 6, 3)),
    "mv": lambda a, b, i: paddle.mv(a(4, 6), b(6)),
    "dot": lambda a, b, i: paddle.dot(a(6), b(6)),
    "inner": lambda a, b, i: paddle.inner(a(4, 6), b(3, 6)),
    "outer": lambda a, b, i: paddle.outer(a(4), b(3)),
    "addmm": lambda a, b, i: paddle.addmm(a(4, 3), b(4, 6), b(6, 3)),
    "linear": lambda a, b, i: F.linear(a(4, 6), b(6, 3)),
    "conv1d": lambda a, b, i: F.conv1d(a(1, 3, 8), b(4, 3, 3)),
    "conv2d": lambda a, b, i: F.conv2d(a(1, 3, 8, 8), b(4, 3, 3, 3)),
    "conv2d_bias": lambda a, b, i: F.conv2d(a(1, 3, 8, 8), b(4, 3, 3, 3), b(4)),
    "conv3d": lambda a, b, i: F.conv3d(a(1, 3, 4, 4, 4), b(4, 3, 3, 3, 3)),
    "conv2d_transpose": lambda a, b, i: F.conv2d_transpose(a(1, 3, 8, 8), b(3, 4, 3, 3)),
    "depthwise": lambda a, b, i: F.conv2d(a(1, 4, 8, 8), b(4, 1, 3, 3), groups=4),
    "layer_norm": lambda a, b, i: F.layer_norm(a(4, 6), [6], b(6), b(6)),
    "group_norm": lambda a, b, i: F.group_norm(a(1, 4, 8, 8), 2, 1e-5, b(4), b(4)),
    "instance_norm": lambda a, b, i: F.instance_norm(a(1, 4, 8, 8), weight=b(4), bias=b(4)),
    "mse_loss": lambda a, b, i: F.mse_loss(a(4, 6), b(4, 6)),
    "l1_loss": lambda a, b, i: F.l1_loss(a(4, 6), b(4, 6)),
    "smooth_l1": lambda a, b, i: F.smooth_l1_loss(a(4, 6), b(4, 6)),
    "bce_logits": lambda a, b, i: F.binary_cross_entropy_with_logits(a(4, 6), b(4, 6)),
    "cosine": lambda a, b, i: F.cosine_similarity(a(4, 6), b(4, 6)),
    "concat": lambda a, b, i: paddle.concat([a(4, 6), b(4, 6)]),
    "stack": lambda a, b, i: paddle.stack([a(4, 6), b(4, 6)]),
    "where": lambda a, b, i: paddle.where(i(4, 6) > 0, a(4, 6), b(4, 6)),
    "scatter": lambda a, b, i: paddle.scatter(a(4, 6), i(2), b(2, 6)),
    "lerp": lambda a, b, i: paddle.lerp(a(4, 6), b(4, 6), 0.5),
    "attention": lambda a, b, i: F.scaled_dot_product_attention(
        a(1, 4, 2, 8), b(1, 4, 2, 8), b(1, 4, 2, 8)
    ),
    "prelu": lambda a, b, i: F.prelu(a(1, 3, 8, 8), b(1)),
})  # fmt: skip


def rows():
    """(name, f, whether a is narrow, whether b is)."""
    for name, f in ONE.items():
        for narrow in (False, True):
            yield f"{name}/{'n' if narrow else 'w'}", f, narrow, narrow
    for name, f in TWO.items():
        for a in (False, True):
            for b in (False, True):
                yield f"{name}/{'n' if a else 'w'}{'n' if b else 'w'}", f, a, b


LEVELS = {
    "O1": ("O1", True),
    "O2": ("O2", True),
    "OD": ("OD", True),
    "O2 without promotion": ("O2", False),
}
