"""InputSpec: what an input is like."""

import numpy as np

import paddle

from .. import _C


def as_dtype(dtype):
    """A dtype from itself, a name or one of numpy's."""
    if dtype is None or isinstance(dtype, _C.dtype):
        return dtype
    name = np.dtype(dtype).name if isinstance(dtype, (np.dtype, type)) else str(dtype)
    found = getattr(paddle, name.removeprefix("paddle."), None)
    if not isinstance(found, _C.dtype):
        raise TypeError(f"(InvalidType) the dtype is not known.\n  Received: {dtype!r}")
    return found


class InputSpec:
    """What an input of a function or a model is like.

    Args:
        shape (list|tuple): Its sizes; None or -1 stands for any size.
        dtype (str|dtype): Of its elements.
        name (str, optional): Under which a saved model is fed.
        stop_gradient (bool): False: gradients may reach it.

    Raises:
        TypeError: ``shape`` is no list or tuple.
        ValueError: A size is no integer.

    Examples:
        >>> from paddle.static import InputSpec
        >>> InputSpec([None, 784], "float32", "x")
        InputSpec(shape=(-1, 784), dtype=paddle.float32, name=x, stop_gradient=False)
    """

    def __init__(self, shape, dtype="float32", name=None, stop_gradient=False):
        self.shape = self._verify(shape)
        self.dtype = as_dtype(dtype)
        self.name = name
        self.stop_gradient = stop_gradient

    @staticmethod
    def _verify(shape):
        if not isinstance(shape, (list, tuple)):
            raise TypeError(
                "(InvalidType) InputSpec: argument `shape` has the wrong type.\n"
                f"  Expected: a list or a tuple\n  Received: {type(shape).__name__}"
            )
        for i, size in enumerate(shape):
            if size is not None and not isinstance(size, (int, np.integer)):
                raise ValueError(
                    f"(InvalidArgument) InputSpec: shape[{i}] is not an integer.\n  Received: {size!r}"
                )
        return tuple(-1 if size is None or size < -1 else int(size) for size in shape)

    @classmethod
    def from_tensor(cls, tensor, name=None):
        """Like a tensor.

        Args:
            tensor (Tensor): What it is to be like.
            name (str, optional): Its name.

        Returns:
            InputSpec
        """
        if not isinstance(tensor, _C.Tensor):
            raise ValueError(
                "(InvalidArgument) InputSpec.from_tensor: the argument is not a Tensor.\n"
                f"  Received: {type(tensor).__name__}"
            )
        return cls(list(tensor.shape), tensor.dtype, name or tensor.name)

    @classmethod
    def from_numpy(cls, ndarray, name=None):
        """Like an array.

        Args:
            ndarray (numpy.ndarray): What it is to be like.
            name (str, optional): Its name.

        Returns:
            InputSpec
        """
        return cls(list(ndarray.shape), ndarray.dtype, name)

    def batch(self, batch_size):
        """Puts a size in front.

        Args:
            batch_size (int|list|tuple): The size, or a list of it.

        Returns:
            InputSpec: itself.
        """
        if isinstance(batch_size, (list, tuple)):
            if len(batch_size) != 1:
                raise ValueError(
                    "(InvalidArgument) InputSpec.batch: one size is expected.\n"
                    f"  Received: {len(batch_size)} sizes"
                )
            batch_size = batch_size[0]
        elif not isinstance(batch_size, int):
            raise TypeError(
                "(InvalidType) InputSpec.batch: argument `batch_size` has the wrong type.\n"
                f"  Expected: int\n  Received: {type(batch_size).__name__}"
            )
        self.shape = self._verify((batch_size, *self.shape))
        return self

    def unbatch(self):
        """Takes the first size away.

        Returns:
            InputSpec: itself.
        """
        if not self.shape:
            raise ValueError("(InvalidArgument) InputSpec.unbatch: the shape is empty.")
        self.shape = self.shape[1:]
        return self

    def __repr__(self):
        return (
            f"{type(self).__name__}(shape={self.shape}, dtype={self.dtype}, name={self.name}, "
            f"stop_gradient={self.stop_gradient})"
        )

    def __hash__(self):
        return hash((self.shape, self.dtype, self.stop_gradient))

    def __eq__(self, other):
        return type(self) is type(other) and (self.shape, self.dtype, self.name, self.stop_gradient) == (
            other.shape, other.dtype, other.name, other.stop_gradient,
        )  # fmt: skip
