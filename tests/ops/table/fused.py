"""Rows of fused operators."""

import numpy as np

from tests.ops.row import call, op
from tests.ops.values import randn


def rotate_ref(x, sin, cos, neighbours):
    if neighbours:
        turned = np.stack([-x[..., 1::2], x[..., 0::2]], -1).reshape(x.shape)
    else:
        half = x.shape[-1] // 2
        turned = np.concatenate([-x[..., half:], x[..., :half]], -1)
    return x * cos + turned * sin


op("rotate_pairs", rotate_ref,
   [call(randn(2, 3, 4, 6), randn(1, 3, 1, 6), randn(1, 3, 1, 6), neighbours) for neighbours in (True, False)]
   + [call(randn(2, 3, 1, 4), randn(2, 3, 1, 4), randn(2, 1, 1, 4), True)],
   dtypes=["float32", "float64"],
   errors=[((randn(2, 3, 4, 5), randn(1, 3, 1, 5), randn(1, 3, 1, 5), True), {}, "the shapes do not match"),
           ((randn(2, 3, 4, 6), randn(1, 2, 1, 6), randn(1, 3, 1, 6), True), {}, "the shapes do not match"),
           ((randn(3, 4, 6), randn(1, 3, 6), randn(1, 3, 6), False), {}, "the shapes do not match")])  # fmt: skip
