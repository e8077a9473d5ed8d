"""Functions under the names of PyTorch's `functional`: those of `paddle`."""

import paddle

__all__ = [
    "atleast_1d", "atleast_2d", "atleast_3d", "broadcast_shapes", "einsum", "meshgrid", "norm", "split",
    "unique_consecutive",
]  # fmt: skip

atleast_1d, atleast_2d, atleast_3d = paddle.atleast_1d, paddle.atleast_2d, paddle.atleast_3d
broadcast_shapes, einsum, meshgrid = paddle.broadcast_shapes, paddle.einsum, paddle.meshgrid
norm, split, unique_consecutive = paddle.norm, paddle.split, paddle.unique_consecutive
