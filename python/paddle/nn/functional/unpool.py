"""Max unpooling: elements go back to where pooling took them."""

import math

import paddle

from ...framework.docs import args_of


def _tuple(value, axes):
    return (value,) * axes if isinstance(value, int) else tuple(value)


def _unpool(name, axes, x, indices, kernel_size, stride, padding, output_size):
    if x.ndim != axes + 2 or list(indices.shape) != list(x.shape):
        raise ValueError(
            f"(InvalidArgument) {name}: expected x and indices of one shape with {axes + 2} axes.\n"
            f"  Received: x {list(x.shape)}, indices {list(indices.shape)}"
        )
    kernel = _tuple(kernel_size, axes)
    stride = kernel if stride is None else _tuple(stride, axes)
    padding = _tuple(padding, axes)
    sizes = [
        (size - 1) * step - 2 * pad + window
        for size, step, pad, window in zip(x.shape[2:], stride, padding, kernel, strict=True)
    ]
    if output_size is not None:
        wanted = [int(size) for size in output_size][-axes:]
        if any(abs(w - s) >= step for w, s, step in zip(wanted, sizes, stride, strict=True)):
            raise ValueError(
                f"(InvalidArgument) {name}: output_size is too far from what the windows give.\n"
                f"  Expected: within {list(stride)} of {sizes}\n  Received: {wanted}"
            )
        sizes = wanted
    n, c = x.shape[:2]
    plane = math.prod(sizes)
    flat = indices.reshape([n * c, -1]).astype("int64")
    if flat.size and not 0 <= int(flat.min()) <= int(flat.max()) < plane:
        raise IndexError(f"(OutOfRange) {name}: an index is not in [0, {plane})")
    empty = paddle.zeros([n * c, plane], x.dtype)
    placed = paddle.put_along_axis(empty, flat, x.reshape([n * c, -1]), 1)
    return placed.reshape([n, c, *sizes])


def max_unpool1d(
    x,
    indices,
    kernel_size,
    stride=None,
    padding=0,
    data_format="NCL",
    output_size=None,
    name=None,
):
    """Puts the elements of [n, c, l] where ``max_pool1d`` took them; zeros elsewhere.

    Args:
        x (Tensor): what pooling gave.
        indices (Tensor): the mask pooling gave.
        kernel_size, stride, padding (int): as of the pooling.
        output_size (list[int], optional): where the pooled sizes leave a choice.
        data_format (str): NCL.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> import paddle.nn.functional as F
        >>> x = paddle.to_tensor([[[1.0, 2.0, 4.0, 3.0]]])
        >>> F.max_unpool1d(*F.max_pool1d(x, 2, return_mask=True), 2).tolist()
        [[[0.0, 2.0, 4.0, 0.0]]]
    """
    return _unpool("max_unpool1d", 1, x, indices, kernel_size, stride, padding, output_size)


@args_of(max_unpool1d)
def max_unpool2d(
    x,
    indices,
    kernel_size,
    stride=None,
    padding=0,
    data_format="NCHW",
    output_size=None,
    name=None,
):
    """Puts the elements of [n, c, h, w] where ``max_pool2d`` took them; zeros elsewhere.

    Examples:
        >>> import paddle
        >>> import paddle.nn.functional as F
        >>> pooled, mask = F.max_pool2d(paddle.ones([1, 1, 4, 4]), 2, return_mask=True)
        >>> F.max_unpool2d(pooled, mask, 2).shape
        paddle.Size([1, 1, 4, 4])
    """
    return _unpool("max_unpool2d", 2, x, indices, kernel_size, stride, padding, output_size)


@args_of(max_unpool1d)
def max_unpool3d(
    x,
    indices,
    kernel_size,
    stride=None,
    padding=0,
    data_format="NCDHW",
    output_size=None,
    name=None,
):
    """Puts the elements of [n, c, d, h, w] where ``max_pool3d`` took them; zeros elsewhere.

    Examples:
        >>> import paddle
        >>> import paddle.nn.functional as F
        >>> pooled, mask = F.max_pool3d(paddle.ones([1, 1, 2, 2, 2]), 2, return_mask=True)
        >>> F.max_unpool3d(pooled, mask, 2).shape
        paddle.Size([1, 1, 2, 2, 2])
    """
    return _unpool("max_unpool3d", 3, x, indices, kernel_size, stride, padding, output_size)
