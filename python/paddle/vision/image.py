"""How images are read."""

from ..utils import try_import

_BACKENDS = ("pil", "cv2", "tensor")
_backend = "pil"


def _checked(backend):
    if backend not in _BACKENDS:
        raise ValueError(
            "(InvalidArgument) the image backend is unknown.\n"
            f"  Expected: {', '.join(_BACKENDS)}\n  Received: {backend}"
        )
    return backend


def set_image_backend(backend):
    """Sets what ``image_load`` and the data sets give.

    Args:
        backend (str): pil, cv2 (arrays, by OpenCV) or tensor.

    Examples:
        >>> import paddle
        >>> paddle.vision.set_image_backend("cv2")
        >>> paddle.vision.get_image_backend()
        'cv2'
        >>> paddle.vision.set_image_backend("pil")
    """
    global _backend
    _backend = _checked(backend)


def get_image_backend():
    """What ``image_load`` and the data sets give.

    Returns:
        str

    Examples:
        >>> import paddle
        >>> paddle.vision.get_image_backend()
        'pil'
    """
    return _backend


def image_load(path, backend=None):
    """Reads an image.

    Args:
        path (str): the file.
        backend (str, optional): pil, cv2 (an array, blue first) or tensor (uint8 [c, h, w]); default the one that is
            set.

    Returns:
        PIL.Image, numpy.ndarray or Tensor

    Examples:
        >>> import os, tempfile
        >>> import numpy as np, paddle
        >>> from PIL import Image
        >>> path = os.path.join(tempfile.mkdtemp(), "grey.png")
        >>> Image.fromarray(np.zeros((2, 3), np.uint8)).save(path)
        >>> paddle.vision.image_load(path).size
        (3, 2)
    """
    backend = _checked(_backend if backend is None else backend)
    if backend == "cv2":
        image = try_import("cv2").imread(path)
        if image is None:
            raise FileNotFoundError(f"(NotFound) {path} is no image that OpenCV reads")
        return image
    image = try_import("PIL.Image").open(path)
    if backend == "pil":
        return image
    import numpy as np

    import paddle

    array = np.asarray(image)
    return paddle.to_tensor(array[None] if array.ndim == 2 else array.transpose(2, 0, 1))
