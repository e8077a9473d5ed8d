"""Resizing of images: gathers and weighted sums along one axis after another."""

import math
from contextlib import nullcontext

import numpy as np

import paddle

from ... import _C
from ...framework import static_mode
from ...framework.docs import args_of
from . import resize_places

_RANKS = {
    "nearest": (3, 4, 5),
    "linear": (3,),
    "bilinear": (4,),
    "bicubic": (4,),
    "trilinear": (5,),
    "area": (3, 4, 5),
}


def interpolate(
    x,
    size=None,
    scale_factor=None,
    mode="nearest",
    align_corners=False,
    align_mode=0,
    data_format=None,
    recompute_scale_factor=None,
    antialias=False,
    name=None,
):
    """Resizes [n, c, w], [n, c, h, w] or [n, c, d, h, w].

    Args:
        x (Tensor): of floats.
        size (int|list[int]|Tensor, optional): the new sizes.
        scale_factor (float|list[float]|Tensor, optional): or how many times as large.
        mode (str): nearest, linear, bilinear, trilinear, bicubic or area.
        align_corners (bool): corner pixels keep their values.
        align_mode (int): for the linear modes; 0: pixel centres are at half, 1:
            at whole numbers.
        data_format (str, optional): NCW, NWC, NCHW, NHWC, NCDHW or NDHWC.
        recompute_scale_factor (bool, optional): the scale follows from the sizes.

    Returns:
        Tensor

    Raises:
        ValueError: the arguments do not go together.
        NotImplementedError: ``antialias`` is True.

    Examples:
        >>> import paddle
        >>> x = paddle.arange(2.0).reshape([1, 1, 1, 2])
        >>> paddle.nn.functional.interpolate(x, size=[1, 4]).tolist()
        [[[[0.0, 0.0, 1.0, 1.0]]]]
    """
    mode = mode.lower()
    _check(x, size, scale_factor, mode, align_corners, align_mode, recompute_scale_factor)
    if antialias:
        raise NotImplementedError(
            "(Unimplemented) interpolate: antialias=True is not part of this version"
        )
    last = data_format is not None and data_format.upper()[-1] == "C"
    axes = range(1, x.ndim - 1) if last else range(2, x.ndim)
    old = [x.shape[axis] for axis in axes]
    new, scales = _sizes(size, scale_factor, old, recompute_scale_factor)
    if mode != "nearest" and x.dtype == _C.uint8:  # cut to whole numbers, as in PaddlePaddle
        x = interpolate(
            x.astype("float32"), new, None, mode, align_corners, align_mode, data_format
        )
        return x.clip(0, 255).astype("uint8")
    if mode != "nearest" and not (x.is_floating_point() or x.is_complex()):
        raise TypeError(
            f"(InvalidType) interpolate: mode {mode} is for floating numbers and bytes.\n"
            f"  Expected: a floating dtype or uint8\n  Received: {x.dtype}"
        )
    if mode == "area":
        return getattr(paddle.nn.functional, f"adaptive_avg_pool{len(old)}d")(x, new)
    if x.dtype in (_C.float16, _C.bfloat16) and _C.current_amp() is not None:
        x = x.astype("float32")
    with paddle.amp.auto_cast(enable=False) if _C.current_amp() is not None else nullcontext():
        for axis, before, after, scale in zip(axes, old, new, scales, strict=True):
            x = _resize(x, axis, before, after, scale, mode, align_corners, align_mode)
    return x


def _check(x, size, scale_factor, mode, align_corners, align_mode, recompute):
    def fail(text):
        raise ValueError(f"(InvalidArgument) interpolate: {text}")

    if mode not in _RANKS:
        fail(
            f"argument `mode` is wrong.\n  Expected: one of {', '.join(_RANKS)}\n  Received: {mode}"
        )
    if x.ndim not in _RANKS[mode]:
        ranks = " or ".join(map(str, _RANKS[mode]))
        fail(f"mode {mode} needs {ranks} axes.\n  Received: x.shape = {list(x.shape)}")
    if (size is None) == (scale_factor is None):
        fail("give either `size` or `scale_factor`")
    if mode == "area" and size is None:
        fail("mode area needs `size`")
    if not isinstance(align_corners, bool):
        raise TypeError("(InvalidType) interpolate: align_corners must be a bool")
    if align_mode not in (0, 1):
        fail(f"align_mode must be 0 or 1, received {align_mode}")
    if align_corners and mode == "nearest":
        fail("align_corners can not be set with mode nearest")
    if recompute and size is not None:
        fail("recompute_scale_factor has no meaning with `size`")


def _sizes(size, scale_factor, old, recompute):
    """New sizes, and the scale given for each axis or 0."""
    given = size if scale_factor is None else scale_factor
    if isinstance(given, _C.Tensor):
        given = given.tolist()
    if isinstance(given, (int, float, np.number)):
        given = [given] * len(old)
    given = [v.item() if isinstance(v, _C.Tensor) else v for v in given]
    if len(given) != len(old):
        raise ValueError(
            f"(InvalidArgument) interpolate: expected {len(old)} sizes or factors, received {len(given)}"
        )
    if scale_factor is None:
        new, scales = [int(v) for v in given], [0.0] * len(old)
    else:
        if any(v <= 0 for v in given):
            raise ValueError(
                f"(InvalidArgument) interpolate: a scale factor is not positive.\n  Received: {given}"
            )
        new = [int(math.floor(n * float(v))) for n, v in zip(old, given, strict=True)]
        scales = [0.0] * len(old) if recompute else [float(v) for v in given]
    if math.prod(new) > 2**40:
        raise ValueError(
            f"(InvalidArgument) interpolate: the result is too large.\n  Received: sizes {new}"
        )
    if any(v <= 0 for v in new):
        raise ValueError(
            f"(InvalidArgument) interpolate: a new size is not positive.\n  Received: {new}"
        )
    return new, scales


def _resize(x, axis, before, after, scale, mode, align_corners, align_mode):
    if before == after and not scale:
        return x
    # Places are numbers, or, where a program for all sizes is built, variables of it.
    symbolic = static_mode.current() is not None
    taps, weights = resize_places.places(
        paddle if symbolic else np, before, after, scale, mode, align_corners, align_mode
    )
    if not weights:
        return _take(x, taps[0], axis)
    shape = [-1 if a == axis else 1 for a in range(x.ndim)]
    total = None
    for tap, weight in zip(taps, weights, strict=True):
        term = _take(x, tap, axis) * weight.astype(x.dtype).reshape(shape)
        total = term if total is None else total + term
    return total


def _take(x, index, axis):
    return _C.ops["index_select"](x, index, axis)


@args_of(interpolate)
def upsample(
    x,
    size=None,
    scale_factor=None,
    mode="nearest",
    align_corners=False,
    align_mode=0,
    data_format=None,
    name=None,
):
    """Another name of ``interpolate``.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([1, 1, 2, 2])
        >>> paddle.nn.functional.upsample(x, scale_factor=2).shape
        paddle.Size([1, 1, 4, 4])
    """
    return interpolate(x, size, scale_factor, mode, align_corners, align_mode, data_format)
