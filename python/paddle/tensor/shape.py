"""The type of Tensor.shape."""

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


_C._set_size_type(Size)
