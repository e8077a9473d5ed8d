"""What an image may be: a PIL image, an array [h, w] or [h, w, c], or a tensor [c, h, w]."""

import functools
import importlib
import sys

import numpy as np

import paddle


def is_pil(image):
    """Whether `image` is one of PIL's; does not import it."""
    module = sys.modules.get("PIL.Image")
    return module is not None and isinstance(image, module.Image)


def is_array(image):
    return isinstance(image, np.ndarray) and image.ndim in (2, 3)


def is_tensor(image):
    return isinstance(image, paddle.Tensor)


@functools.cache
def _backend(name):
    return importlib.import_module(f".functional_{name}", __package__)


def backend_of(image):
    """The module that works on images of this kind."""
    if is_pil(image):
        return _backend("pil")
    if is_tensor(image):
        return _backend("tensor")
    if is_array(image):
        return _backend("array")
    raise TypeError(
        "(InvalidType) the image is of no kind that transforms know.\n"
        "  Expected: a PIL image, a Tensor, or an array of 2 or 3 axes\n"
        f"  Received: {type(image)}{getattr(image, 'shape', '')}"
    )


def size_of(image):
    """Width and height."""
    if is_pil(image):
        return image.size
    backend_of(image)
    height, width = image.shape[-2:] if is_tensor(image) else image.shape[:2]
    return width, height


def wrong(function, argument, expected, received, kind=ValueError):
    """An error about an argument."""
    name = "InvalidType" if kind is TypeError else "InvalidArgument"
    return kind(
        f"({name}) {function}: argument `{argument}` is wrong.\n"
        f"  Expected: {expected}\n  Received: {received}"
    )


def pair(size, function="center_crop"):
    """(height, width) of one number for both, or two."""
    if isinstance(size, (int, float)):
        return int(size), int(size)
    if len(size) != 2:
        raise wrong(function, "output_size", "a number, or (height, width)", size)
    return tuple(size)


def resized(size, width, height):
    """(height, width) that `resize` leads to; None where the image has it already."""
    if not isinstance(size, int):
        if not (hasattr(size, "__len__") and len(size) == 2):
            raise wrong("resize", "size", "an int, or (height, width)", size, TypeError)
        return tuple(size)
    if min(width, height) == size:
        return None
    if width < height:
        return int(size * height / width), size
    return size, int(size * width / height)


def sides(padding):
    """Left, above, right, below."""
    if isinstance(padding, int):
        return (padding,) * 4
    if not isinstance(padding, (list, tuple)):
        raise wrong("pad", "padding", "an int, or 2 or 4 of them", padding, TypeError)
    if len(padding) not in (2, 4):
        raise wrong("pad", "padding", "an int, or 2 or 4 of them", padding)
    return tuple(padding) * 2 if len(padding) == 2 else tuple(padding)


def check_mode(padding_mode):
    if padding_mode not in ("constant", "edge", "reflect", "symmetric"):
        raise wrong("pad", "padding_mode", "constant, edge, reflect or symmetric", padding_mode)


def check_hue(hue_factor):
    if not -0.5 <= hue_factor <= 0.5:
        raise wrong("adjust_hue", "hue_factor", "a number in [-0.5, 0.5]", hue_factor)


def check_channels(num_output_channels):
    if num_output_channels not in (1, 3):
        raise wrong("to_grayscale", "num_output_channels", "1 or 3", num_output_channels)
