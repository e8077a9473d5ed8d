"""The types of Tensor.shape and Tensor.size."""

from .. import _C


class Size(list):
    """The sizes of a tensor: a list of int that knows their product.

    Args:
        iterable (iterable[int]): The sizes.

    Examples:
        >>> import paddle
        >>> paddle.ones([2, 3]).shape
        paddle.Size([2, 3])
        >>> paddle.Size([2, 3]).numel()
        6
    """

    __slots__ = ()

    def numel(self):
        """The product of the sizes."""
        n = 1
        for size in self:
            n *= size
        return n

    def __repr__(self):
        return f"paddle.Size({super().__repr__()})"

    __hash__ = None


class TensorSize(int):
    """The number of elements; called, it gives the sizes of the axes, as in torch."""

    def __call__(self, dim=None):
        return Size(self._sizes) if dim is None else self._sizes[dim]

    def __reduce__(self):
        return int, (int(self),)


_C._set_size_types(Size, TensorSize)
