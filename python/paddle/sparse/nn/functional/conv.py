"""Convolutions and pools of sparse images, channels last: only places with elements are visited.

A rule book says which element meets which place of the result through which element of the kernel (Graham et al.,
2018). It is made of integers by operators; values pass through gathers, products and sums, and so do their gradients.
"""

import itertools

import paddle

from .... import _C
from ....framework.refusal import refuse
from ...checks import check_sparse
from ...tensor import SparseCooTensor, added_up, indices_of, keys_of

_ops = _C.ops


def _each(op, argument, value, dims, least):
    numbers = [value] * dims if isinstance(value, int) else list(value)
    if len(numbers) != dims or any(not isinstance(n, int) or n < least for n in numbers):
        refuse(op, argument, f"{dims} integers, {least} or more", value)
    return numbers


def _paddings(op, padding, dims, sizes, kernel, stride, dilation):
    """Before and after, for each axis."""
    if isinstance(padding, str):
        if padding.upper() not in ("SAME", "VALID"):
            refuse(op, "padding", "SAME, VALID or numbers", padding)
        if padding.upper() == "VALID":
            return [(0, 0)] * dims
        pairs = []
        for n, k, s, d in zip(sizes, kernel, stride, dilation, strict=True):
            need = max(((n + s - 1) // s - 1) * s + (k - 1) * d + 1 - n, 0)
            pairs.append((need // 2, need - need // 2))
        return pairs
    if isinstance(padding, int):
        return [(padding, padding)] * dims
    flat = list(padding)
    if flat and isinstance(flat[0], (list, tuple)):
        flat = [n for pair in flat[-dims - 1 : -1] for n in pair] if len(flat) == dims + 2 else [
            n for pair in flat for n in pair
        ]  # fmt: skip
    if len(flat) == dims:
        flat = [n for n in flat for _ in (0, 1)]
    flat = _each(op, "padding", flat, 2 * dims, 0)
    return list(zip(flat[::2], flat[1::2], strict=True))


class _RuleBook:
    """For each element of the kernel the elements that it meets, and the places where the products belong."""

    def __init__(self, x, kernel, stride, padding, dilation, sizes, keep_places):
        places = [x.shape[0], *sizes]
        batch, *coordinates = x._indices.unbind(0)
        self.inputs, keys = [], []
        for offset in itertools.product(*(range(k) for k in kernel)):
            fits, rows = None, [batch]
            for c, o, s, (before, _), d, n in zip(
                coordinates, offset, stride, padding, dilation, sizes, strict=True
            ):
                moved = c + (before - o * d)
                inside = (moved >= 0) & (moved < n * s)
                inside = inside if s == 1 else inside & (moved % s == 0)
                fits = inside if fits is None else fits & inside
                rows.append(moved if s == 1 else moved // s)
            at = fits.nonzero().flatten()
            self.inputs.append(at)
            keys.append(keys_of(_ops["stack"](rows).index_select(at, 1), places))
        counts = [len(k) for k in keys]
        keys = _ops["concat"](keys)
        if keep_places:  # what belongs elsewhere is left out
            self._keep(x, keys, counts, places)
        else:
            self.keys, self.outputs = paddle.unique(keys, return_inverse=True)
        self.count = self.keys.shape[0]
        self.indices = indices_of(self.keys, places)

    def _keep(self, x, keys, counts, places):
        self.keys = keys_of(x._indices, places)
        order = _ops["argsort"](self.keys)
        ordered = self.keys.index_select(order)
        at = _ops["searchsorted"](ordered, keys).clip(0, max(ordered.shape[0] - 1, 0))
        found = ordered.index_select(at) == keys if ordered.shape[0] else keys < 0
        outputs, begin = [], 0
        for k, count in enumerate(counts):
            kept = found[begin : begin + count].nonzero().flatten()
            self.inputs[k] = self.inputs[k].index_select(kept)
            outputs.append(order.index_select(at[begin : begin + count].index_select(kept)))
            begin += count
        self.outputs = _ops["concat"](outputs)


def _check_image(op, x, dims, data_format):
    check_sparse(op, x, kinds=("SparseCooTensor",))
    last = {2: "NHWC", 3: "NDHWC"}[dims]
    if data_format != last:
        refuse(op, "data_format", last, data_format)
    if x.ndim != dims + 2 or x.sparse_dim() != dims + 1:
        refuse(op, "x", f"{dims + 2} axes, all but the channels with indices", list(x.shape))


def _conv(op, x, weight, bias, stride, padding, dilation, groups, data_format, dims, keep_places):
    _check_image(op, x, dims, data_format)
    if groups != 1:
        refuse(op, "groups", 1, groups)
    if weight.ndim != dims + 2 or weight.shape[-2] != x.shape[-1]:
        refuse(op, "weight", f"[kernel..., {x.shape[-1]}, out]", list(weight.shape))
    kernel = list(weight.shape[:dims])
    stride = _each(op, "stride", stride, dims, 1)
    dilation = _each(op, "dilation", dilation, dims, 1)
    inner = list(x.shape[1 : dims + 1])
    padding = _paddings(op, padding, dims, inner, kernel, stride, dilation)
    sizes = []
    for n, k, s, (before, after), d in zip(inner, kernel, stride, padding, dilation, strict=True):
        size = (n + before + after - (k - 1) * d - 1) // s + 1
        if size < 1:
            refuse(op, "x", "an image as large as the kernel", list(x.shape))
        sizes.append(size)
    if keep_places:
        if any(s != 1 for s in stride):
            refuse(op, "stride", 1, stride)
        # As the kernel stands in the middle of each place whatever the padding is.
        padding = [((k - 1) * d // 2, 0) for k, d in zip(kernel, dilation, strict=True)]
        sizes = inner
    x = x.once()
    book = _RuleBook(x, kernel, stride, padding, dilation, sizes, keep_places)
    flat = weight.reshape([-1, *weight.shape[-2:]])
    products = [x._values.index_select(at).matmul(flat[k]) for k, at in enumerate(book.inputs)]
    values = added_up(_ops["concat"](products), book.outputs, book.count)
    values = values if bias is None else values + bias
    indices = x._indices if keep_places else book.indices
    shape = [x.shape[0], *sizes, weight.shape[-1]]
    return SparseCooTensor(indices, values, shape, x._coalesced or not keep_places)


def conv3d(
    x, weight, bias=None, stride=1, padding=0, dilation=1, groups=1, data_format="NDHWC", name=None
):
    """A convolution of sparse images of three axes. The result has places wherever the kernel meets an element.

    Args:
        x (Tensor): sparse, [n, depth, height, width, in], with indices of all axes but the last.
        weight (Tensor): [depth, height, width, in, out] of the kernel.
        bias (Tensor, optional): [out].
        stride (int|list[int]): of the kernel.
        padding (int|str|list[int]): rows of 0 around the image, "SAME" or "VALID".
        dilation (int|list[int]): distance of the kernel's elements.
        groups (int): 1.
        data_format (str): "NDHWC".

    Returns:
        Tensor: sparse, [n, depth, height, width, out].

    Raises:
        TypeError: ``x`` has no coordinates.
        ValueError: the shapes do not go together.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0], [1], [1], [1]], [[2.0]], [1, 3, 3, 3, 1])
        >>> y = paddle.sparse.nn.functional.conv3d(x, paddle.ones([2, 2, 2, 1, 1]))
        >>> y.shape, y.values().sum().item()
        (paddle.Size([1, 2, 2, 2, 1]), 16.0)
    """
    return _conv(
        "conv3d", x, weight, bias, stride, padding, dilation, groups, data_format, 3, False
    )


def conv2d(
    x, weight, bias=None, stride=1, padding=0, dilation=1, groups=1, data_format="NHWC", name=None
):
    """A convolution of sparse images. The result has places wherever the kernel meets an element.

    Args:
        x (Tensor): sparse, [n, height, width, in], with indices of all axes but the last.
        weight (Tensor): [height, width, in, out] of the kernel.
        bias (Tensor, optional): [out].
        stride (int|list[int]): of the kernel.
        padding (int|str|list[int]): rows of 0 around the image, "SAME" or "VALID".
        dilation (int|list[int]): distance of the kernel's elements.
        groups (int): 1.
        data_format (str): "NHWC".

    Returns:
        Tensor: sparse, [n, height, width, out].

    Raises:
        TypeError: ``x`` has no coordinates.
        ValueError: the shapes do not go together.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0], [1], [1]], [[2.0]], [1, 3, 3, 1])
        >>> y = paddle.sparse.nn.functional.conv2d(x, paddle.ones([2, 2, 1, 1]))
        >>> y.shape, y.values().sum().item()
        (paddle.Size([1, 2, 2, 1]), 8.0)
    """
    return _conv(
        "conv2d", x, weight, bias, stride, padding, dilation, groups, data_format, 2, False
    )


def subm_conv3d(
    x,
    weight,
    bias=None,
    stride=1,
    padding=0,
    dilation=1,
    groups=1,
    data_format="NDHWC",
    key=None,
    name=None,
):
    """A convolution of sparse images of three axes whose result has the places of ``x`` and no others.

    Graham et al., 2018. The middle of the kernel stands on each place.

    Args:
        x (Tensor): sparse, [n, depth, height, width, in], with indices of all axes but the last.
        weight (Tensor): [depth, height, width, in, out] of the kernel.
        bias (Tensor, optional): [out].
        stride (int|list[int]): 1.
        padding (int|str|list[int]): accepted; it changes nothing.
        dilation (int|list[int]): distance of the kernel's elements.
        groups (int): 1.
        data_format (str): "NDHWC".
        key (str, optional): accepted; rule books are made anew.

    Returns:
        Tensor: sparse, [n, depth, height, width, out].

    Raises:
        TypeError: ``x`` has no coordinates.
        ValueError: the shapes do not go together, or the stride is not 1.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0], [1], [1], [1]], [[2.0]], [1, 3, 3, 3, 1])
        >>> paddle.sparse.nn.functional.subm_conv3d(x, paddle.ones([3, 3, 3, 1, 1]), padding=1).values().tolist()
        [[2.0]]
    """
    return _conv(
        "subm_conv3d", x, weight, bias, stride, padding, dilation, groups, data_format, 3, True
    )


def subm_conv2d(
    x,
    weight,
    bias=None,
    stride=1,
    padding=0,
    dilation=1,
    groups=1,
    data_format="NHWC",
    key=None,
    name=None,
):
    """A convolution of sparse images whose result has the places of ``x`` and no others (Graham et al., 2018).

    Args:
        x (Tensor): sparse, [n, height, width, in], with indices of all axes but the last.
        weight (Tensor): [height, width, in, out] of the kernel.
        bias (Tensor, optional): [out].
        stride (int|list[int]): 1.
        padding (int|str|list[int]): accepted; it changes nothing.
        dilation (int|list[int]): distance of the kernel's elements.
        groups (int): 1.
        data_format (str): "NHWC".
        key (str, optional): accepted; rule books are made anew.

    Returns:
        Tensor: sparse, [n, height, width, out].

    Raises:
        TypeError: ``x`` has no coordinates.
        ValueError: the shapes do not go together, or the stride is not 1.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0], [1], [1]], [[2.0]], [1, 3, 3, 1])
        >>> paddle.sparse.nn.functional.subm_conv2d(x, paddle.ones([3, 3, 1, 1]), padding=1).values().tolist()
        [[2.0]]
    """
    return _conv(
        "subm_conv2d", x, weight, bias, stride, padding, dilation, groups, data_format, 2, True
    )


def max_pool3d(
    x,
    kernel_size,
    stride=None,
    padding=0,
    ceil_mode=False,
    data_format="NDHWC",
    name=None,
):
    """The greatest of the elements that are kept in each window.

    Args:
        x (Tensor): sparse, [n, depth, height, width, channels], with indices of all axes but the last.
        kernel_size (int|list[int]): of the windows.
        stride (int|list[int], optional): from one to the next; by default ``kernel_size``.
        padding (int|str|list[int]): rows around the image, which count for nothing.
        ceil_mode (bool): windows may end beyond the image.
        data_format (str): "NDHWC".

    Returns:
        Tensor: sparse, with a place for each window that has an element.

    Raises:
        TypeError: ``x`` has no coordinates.
        ValueError: the shapes do not go together.

    Examples:
        >>> import paddle
        >>> x = paddle.sparse.sparse_coo_tensor([[0, 0], [0, 0], [0, 1], [0, 1]], [[2.0], [5.0]], [1, 2, 2, 2, 1])
        >>> paddle.sparse.nn.functional.max_pool3d(x, 2).values().tolist()
        [[5.0]]
    """
    op, dims = "max_pool3d", 3
    _check_image(op, x, dims, data_format)
    kernel = _each(op, "kernel_size", kernel_size, dims, 1)
    stride = kernel if stride is None else _each(op, "stride", stride, dims, 1)
    inner, ones = list(x.shape[1:4]), [1] * dims
    padding = _paddings(op, padding, dims, inner, kernel, stride, ones)
    sizes = []
    for n, k, s, (before, after) in zip(inner, kernel, stride, padding, strict=True):
        room = n + before + after - k
        size = (room + (s - 1 if ceil_mode else 0)) // s + 1
        if ceil_mode and (size - 1) * s >= n + before:
            size -= 1  # a window must begin inside
        if size < 1:
            refuse(op, "x", "an image as large as the windows", list(x.shape))
        sizes.append(size)
    x = x.once()
    book = _RuleBook(x, kernel, stride, padding, ones, sizes, False)
    order = _ops["argsort"](book.outputs)
    inputs = _ops["concat"](book.inputs).index_select(order)
    from ....geometric import segment_max

    values = x._values.index_select(inputs)
    if book.count:
        values = segment_max(values, book.outputs.index_select(order))
    return SparseCooTensor(book.indices, values, [x.shape[0], *sizes, x.shape[-1]], True)
