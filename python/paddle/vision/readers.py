"""Bytes of files, and the images in them."""

import io

import numpy as np

import paddle

from ..utils import try_import

_MODES = {"unchanged": None, "gray": "L", "rgb": "RGB"}


def read_file(filename, name=None):
    """The bytes of a file.

    Args:
        filename (str): the file.
        name (str, optional): a name.

    Returns:
        Tensor: uint8 [n].

    Examples:
        >>> import os, tempfile
        >>> import paddle
        >>> path = os.path.join(tempfile.mkdtemp(), "a")
        >>> with open(path, "wb") as file:
        ...     _ = file.write(bytes([1, 2, 255]))
        >>> paddle.vision.ops.read_file(path).tolist()
        [1, 2, 255]
    """
    return paddle.to_tensor(np.fromfile(filename, np.uint8))


def decode_jpeg(x, mode="unchanged", name=None):
    """The image in the bytes of a JPEG file.

    Args:
        x (Tensor): the bytes, uint8 [n].
        mode (str): unchanged, gray or rgb.
        name (str, optional): a name.

    Returns:
        Tensor: uint8 [c, h, w].

    Examples:
        >>> import io
        >>> import numpy as np, paddle
        >>> from PIL import Image
        >>> file = io.BytesIO()
        >>> Image.fromarray(np.full((4, 6, 3), 128, np.uint8)).save(file, "JPEG")
        >>> image = paddle.vision.ops.decode_jpeg(paddle.to_tensor(np.frombuffer(file.getvalue(), np.uint8)))
        >>> image.shape, int(image.max())
        (paddle.Size([3, 4, 6]), 128)
    """
    if mode not in _MODES:
        raise ValueError(
            "(InvalidArgument) decode_jpeg: argument `mode` is wrong.\n"
            f"  Expected: {', '.join(_MODES)}\n  Received: {mode}"
        )
    image = try_import("PIL.Image").open(io.BytesIO(x.numpy().tobytes()), formats=["JPEG"])
    array = np.asarray(image if _MODES[mode] is None else image.convert(_MODES[mode]))
    return paddle.to_tensor(array[None] if array.ndim == 2 else array.transpose(2, 0, 1).copy())
