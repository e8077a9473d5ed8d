"""What `Tensor.get_tensor()` gives: a tensor under the methods that older code calls."""

import numpy as np


class DenseTensor:
    """A tensor whose `shape` is a method; it shares the memory.

    Args:
        tensor (Tensor): The tensor.
    """

    def __init__(self, tensor):
        self._tensor = tensor

    def shape(self):
        """Its sizes.

        Returns:
            list[int]
        """
        return list(self._tensor.shape)

    def set(self, array, place=None):
        """Writes values into the tensor.

        Args:
            array (numpy.ndarray): Of the same shape.
            place (Place, optional): Accepted.
        """
        self._tensor.set_value(np.asarray(array))

    def lod(self):
        """Levels of sequences: there are none.

        Returns:
            list
        """
        return []

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self._tensor.numpy(), dtype)

    def __len__(self):
        return len(self._tensor)

    def __getitem__(self, key):
        return self._tensor[key]

    def __dlpack__(self, **options):
        return self._tensor.__dlpack__(**options)

    def __dlpack_device__(self):
        return self._tensor.__dlpack_device__()

    def __getattr__(self, name):
        return getattr(self._tensor, name)
