"""Rows of Fourier transforms."""

import numpy as np

from tests.ops.row import call, op
from tests.ops.values import randn

NORM = ("ortho", "backward", "forward")


def c2c_ref(x, axes, normalization, forward):
    return (np.fft.fftn if forward else np.fft.ifftn)(x, axes=axes, norm=normalization)


def r2c_ref(x, axes, normalization, forward, onesided):
    if not forward:  # the conjugate, scaled as the way back
        normalization = {"backward": "forward", "forward": "backward"}.get(normalization, "ortho")
    out = (np.fft.rfftn if onesided else np.fft.fftn)(x, axes=axes, norm=normalization)
    return out if forward else np.conj(out)


def c2r_ref(x, axes, normalization, forward, last_dim_size):
    if forward:
        x = np.conj(x)
        normalization = {"backward": "forward", "forward": "backward"}.get(normalization, "ortho")
    sizes = [x.shape[a] for a in axes[:-1]] + [last_dim_size]
    return np.fft.irfftn(x, sizes, axes, normalization)


AXIS = "an axis of no elements"
op("fft_c2c", c2c_ref, [call(randn(*shape), axes, norm, forward) for shape, axes, norm, forward in (
    ((8,), [0], "backward", True), ((3, 12), [1], "forward", True), ((3, 4, 5), [0, 2], "ortho", True),
    ((3, 4, 7), [-1, 1], "backward", False), ((0, 3), [1], "backward", True), ((2, 1), [1], "backward", True))],
   errors=[((randn(3, 4), [0, 0], "backward", True), {}, "names an axis twice"),
           ((randn(3, 0), [1], "backward", True), {}, AXIS), ((randn(3), [0], "no_such", True), {}, "unknown `normalization`"),
           ((randn(3), [1], "backward", True), {}, "axis")], dtypes=["complex64", "complex128"], tol=10)  # fmt: skip
op("fft_r2c", r2c_ref, [call(randn(*shape), axes, norm, forward, onesided) for shape, axes, norm, forward, onesided in (
    ((8,), [0], "backward", True, True), ((3, 9), [1], "forward", True, True), ((4, 3, 6), [2, 0], "ortho", True, True),
    ((3, 6), [0, 1], "backward", False, True), ((3, 6), [1], "backward", True, False), ((3, 5), [0, 1], "ortho", False, False),
    ((0, 3), [1], "backward", True, True), ((2, 1), [1], "backward", True, True))],
   errors=[((randn(3, 0), [1], "backward", True, True), {}, AXIS), ((randn(3), [], "backward", True, True), {}, "`axes` is empty")],
   dtypes=["float32", "float64"], tol=10)  # fmt: skip
op("fft_c2r", c2r_ref, [call(randn(*shape), axes, norm, forward, n) for shape, axes, norm, forward, n in (
    ((5,), [0], "backward", False, 8), ((3, 5), [1], "forward", False, 9), ((4, 3, 4), [2, 0], "ortho", False, 7),
    ((3, 4), [0, 1], "backward", True, 6), ((0, 3), [1], "backward", False, 4), ((2, 1), [1], "backward", False, 1))],
   errors=[((randn(3, 4), [1], "backward", False, 9), {}, "`last_dim_size` does not fit `x`")],
   dtypes=["complex64", "complex128"], tol=10)  # fmt: skip
