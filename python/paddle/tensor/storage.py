"""Tensors over the bytes of a file."""

import mmap
import os

from .. import _C

__all__ = ["MmapStorage"]


class MmapStorage:
    """The bytes of a file as memory: tensors over them are read when they are touched, and writes stay in this process.

    Args:
        filename (str): The file.
        nbytes (int): How many of its bytes are mapped, from the first one.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: It is shorter.

    Examples:
        >>> import tempfile
        >>> import numpy as np
        >>> import paddle
        >>> with tempfile.NamedTemporaryFile() as file:
        ...     np.arange(4, dtype="float32").tofile(file.name)
        ...     storage = paddle.MmapStorage(file.name, 16)
        >>> storage.get_slice("float32", 1, 4).tolist()
        [1.0, 2.0, 3.0]
    """

    def __init__(self, filename, nbytes):
        with open(filename, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            if not 0 <= nbytes <= size:
                raise ValueError(
                    f"(InvalidArgument) MmapStorage: argument `nbytes` is wrong for {filename}.\n"
                    f"  Expected: 0 to {size}\n  Received: {nbytes}"
                )
            self._bytes = (
                mmap.mmap(file.fileno(), nbytes, access=mmap.ACCESS_COPY) if nbytes else b""
            )
        self._nbytes = nbytes

    def get_slice(self, dtype="uint8", start=0, stop=-1, step=1):
        """A tensor over a part.

        Args:
            dtype (dtype|str): As what the bytes are read.
            start (int): The first element.
            stop (int): The end, not included; -1: that of the file.
            step (int): From one element to the next, 1 or more.

        Returns:
            Tensor: [n]

        Raises:
            IndexError: The part is not within the file.
            ValueError: `step` is less than 1.
        """
        from ..framework.input_spec import as_dtype

        dtype = as_dtype(dtype or "uint8")
        size = _C.ops["empty"]([1], dtype).element_size()
        count = self._nbytes // size
        stop = count if stop == -1 else stop
        if not 0 <= start <= stop <= count:
            raise IndexError(
                "(OutOfRange) MmapStorage.get_slice: the part is not within the file.\n"
                f"  Expected: 0 <= start <= stop <= {count}\n  Received: start = {start}, stop = {stop}"
            )
        if step < 1:
            raise ValueError(
                "(InvalidArgument) MmapStorage.get_slice: argument `step` is wrong.\n"
                f"  Expected: 1 or more\n  Received: {step}"
            )
        if start == stop:
            return _C.ops["empty"]([0], dtype)
        import numpy as np  # `import paddle` stays cheap

        part = np.frombuffer(self._bytes, "uint8", (stop - start) * size, start * size)
        whole = _C.from_dlpack(part).view(dtype)
        return whole if step == 1 else whole[::step]
