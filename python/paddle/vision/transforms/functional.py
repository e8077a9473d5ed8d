"""Changes of images, by what the image is: a PIL image, an array [h, w] or [h, w, c], or a tensor [c, h, w]."""

import math

import numpy as np

from ...framework.docs import args_of
from . import kinds
from .kinds import backend_of
from .kinds import is_array as _is_numpy_image  # noqa: F401
from .kinds import is_pil as _is_pil_image
from .kinds import is_tensor as _is_tensor_image


def to_tensor(pic, data_format="CHW"):
    """An image as a tensor; bytes become float32 numbers in [0, 1].

    Args:
        pic (PIL.Image|numpy.ndarray|Tensor): the image.
        data_format (str): CHW or HWC.

    Returns:
        Tensor: [c, h, w] or [h, w, c].

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import to_tensor
        >>> to_tensor(np.full((2, 3), 255, np.uint8)).tolist()
        [[[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]]
    """
    return backend_of(pic).to_tensor(pic, data_format)


def resize(img, size, interpolation="bilinear"):
    """An image in another size.

    Args:
        img (PIL.Image|numpy.ndarray|Tensor): the image.
        size (int|tuple[int]): (height, width); an int is that of the shorter side, and the sides keep their proportion.
        interpolation (str): nearest, bilinear or bicubic; for PIL images also box, lanczos and hamming, for tensors
            area, for arrays area, and lanczos where OpenCV is installed.

    Returns:
        PIL.Image, numpy.ndarray or Tensor: As given.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import resize
        >>> resize(np.zeros((4, 6, 3), np.uint8), 2).shape
        (2, 3, 3)
    """
    return backend_of(img).resize(img, size, interpolation)


def pad(img, padding, fill=0, padding_mode="constant"):
    """An image with pixels added around it.

    Args:
        img (PIL.Image|numpy.ndarray|Tensor): the image.
        padding (int|tuple[int]): how many on all sides, left and right and above and below, or left, above, right,
            below.
        fill (int|float|tuple): the value of constant pixels.
        padding_mode (str): constant, edge, reflect or symmetric: how the image goes on. Tensors know no symmetric.

    Returns:
        PIL.Image, numpy.ndarray or Tensor: As given.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import pad
        >>> pad(np.array([[1, 2]]), (1, 0), fill=9).tolist()
        [[9, 1, 2, 9]]
    """
    return backend_of(img).pad(img, padding, fill, padding_mode)


def crop(img, top, left, height, width):
    """A part of an image.

    Args:
        img (PIL.Image|numpy.ndarray|Tensor): the image.
        top (int): the first row.
        left (int): the first column.
        height (int): rows.
        width (int): columns.

    Returns:
        PIL.Image, numpy.ndarray or Tensor: As given.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import crop
        >>> crop(np.arange(9).reshape(3, 3), 1, 0, 2, 2).tolist()
        [[3, 4], [6, 7]]
    """
    return backend_of(img).crop(img, top, left, height, width)


def center_crop(img, output_size):
    """The middle of an image.

    Args:
        img (PIL.Image|numpy.ndarray|Tensor): the image.
        output_size (int|tuple[int]): (height, width); an int is both.

    Returns:
        PIL.Image, numpy.ndarray or Tensor: As given.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import center_crop
        >>> center_crop(np.arange(9).reshape(3, 3), 1).tolist()
        [[4]]
    """
    return backend_of(img).center_crop(img, output_size)


def hflip(img):
    """The image with left and right exchanged.

    Args:
        img (PIL.Image|numpy.ndarray|Tensor): the image.

    Returns:
        PIL.Image, numpy.ndarray or Tensor: As given.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import hflip
        >>> hflip(np.array([[1, 2, 3]])).tolist()
        [[3, 2, 1]]
    """
    return backend_of(img).hflip(img)


@args_of(hflip)
def vflip(img):
    """The image turned upside down.

    Returns:
        PIL.Image, numpy.ndarray or Tensor: As given.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import vflip
        >>> vflip(np.array([[1], [2]])).tolist()
        [[2], [1]]
    """
    return backend_of(img).vflip(img)


@args_of(hflip)
def adjust_brightness(img, brightness_factor):
    """A brighter or darker image.

    Args:
        brightness_factor (float): 0 is black, 1 the image itself, 2 twice as bright.

    Returns:
        PIL.Image, numpy.ndarray or Tensor: As given.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import adjust_brightness
        >>> adjust_brightness(np.array([[100, 200]], np.uint8), 1.5).tolist()
        [[150, 255]]
    """
    return backend_of(img).adjust_brightness(img, brightness_factor)


@args_of(hflip)
def adjust_contrast(img, contrast_factor):
    """An image of more or less contrast.

    Args:
        contrast_factor (float): 0 is grey, 1 the image itself, 2 of twice the contrast.

    Returns:
        PIL.Image, numpy.ndarray or Tensor: As given.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import adjust_contrast
        >>> adjust_contrast(np.array([[64, 84]], np.uint8), 2).tolist()
        [[54, 94]]
    """
    return backend_of(img).adjust_contrast(img, contrast_factor)


@args_of(hflip)
def adjust_saturation(img, saturation_factor):
    """An image of more or less colour.

    For arrays the factor is drawn by numpy from within ``saturation_factor`` of 1, as in PaddlePaddle.

    Args:
        saturation_factor (float): 0 is grey, 1 the image itself, 2 of twice the colour.

    Returns:
        PIL.Image, numpy.ndarray or Tensor: As given.

    Examples:
        >>> import paddle
        >>> from paddle.vision.transforms.functional import adjust_saturation
        >>> adjust_saturation(paddle.to_tensor([1.0, 0.0, 0.0]).reshape([3, 1, 1]), 0.0).flatten().tolist()
        [0.2989, 0.2989, 0.2989]
    """
    return backend_of(img).adjust_saturation(img, saturation_factor)


@args_of(hflip)
def adjust_hue(img, hue_factor):
    """An image of other hues.

    Args:
        hue_factor (float): how far hues go round the circle, in [-0.5, 0.5].

    Returns:
        PIL.Image, numpy.ndarray or Tensor: As given.

    Examples:
        >>> import paddle
        >>> from paddle.vision.transforms import adjust_hue
        >>> adjust_hue(paddle.to_tensor([1.0, 0.0, 0.0]).reshape([3, 1, 1]), 0.5).flatten().tolist()
        [0.0, 1.0, 1.0]
    """
    return backend_of(img).adjust_hue(img, hue_factor)


def _affine_matrix(center, angle, translate, scale, shear):
    """Six numbers that take places in the result to places in the image."""
    turn, x, y = math.radians(angle), math.radians(shear[0]), math.radians(shear[1])
    a = math.cos(turn - y) / math.cos(y)
    b = -math.cos(turn - y) * math.tan(x) / math.cos(y) - math.sin(turn)
    c = math.sin(turn - y) / math.cos(y)
    d = -math.sin(turn - y) * math.tan(x) / math.cos(y) + math.cos(turn)
    m = [v / scale for v in (d, -b, 0.0, -c, a, 0.0)]
    (cx, cy), (tx, ty) = center, translate
    m[2] += m[0] * (-cx - tx) + m[1] * (-cy - ty) + cx
    m[5] += m[3] * (-cx - tx) + m[4] * (-cy - ty) + cy
    return m


def _shear(shear):
    if isinstance(shear, (int, float)):
        return [shear, 0.0]
    if not isinstance(shear, (list, tuple)):
        raise kinds.wrong("affine", "shear", "a number or two", shear, TypeError)
    shear = list(shear) * 2 if len(shear) == 1 else list(shear)
    if len(shear) != 2:
        raise kinds.wrong("affine", "shear", "a number or two", shear)
    return shear


def _check_affine(angle, translate, scale, interpolation, center):
    def need(condition, argument, expected, received, kind=TypeError):
        if not condition:
            raise kinds.wrong("affine", argument, expected, received, kind)

    need(isinstance(angle, (int, float)), "angle", "a number", angle)
    need(isinstance(translate, (list, tuple)), "translate", "two numbers", translate)
    need(len(translate) == 2, "translate", "two numbers", translate, ValueError)
    need(scale > 0, "scale", "a positive number", scale, ValueError)
    need(isinstance(interpolation, str), "interpolation", "a text", interpolation)
    need(center is None or isinstance(center, (list, tuple)), "center", "(x, y)", center)


@args_of(resize)
def affine(img, angle, translate, scale, shear, interpolation="nearest", fill=0, center=None):
    """An image turned, moved, scaled and sheared.

    Args:
        angle (int|float): in degrees, clockwise.
        translate (tuple[int]): how far to the right and down.
        scale (float): times the size.
        shear (float|tuple[float]): angles in degrees, of columns and rows.
        interpolation (str): nearest, bilinear or bicubic.
        fill (int|tuple[int]): the value of pixels from outside.
        center (tuple[int], optional): (x, y) that it turns about; default the middle.

    Returns:
        PIL.Image, numpy.ndarray or Tensor: As given.

    Examples:
        >>> import paddle
        >>> from paddle.vision.transforms import affine
        >>> affine(paddle.to_tensor([[[1.0, 2.0, 3.0]]]), 0, (1, 0), 1.0, 0.0, fill=(9,)).tolist()
        [[[9.0, 1.0, 2.0]]]
    """
    backend = backend_of(img)
    _check_affine(angle, translate, scale, interpolation, center)
    shear = _shear(shear)
    if _is_numpy_image(img):
        return backend.affine(img, angle, translate, scale, shear, interpolation, fill, center)
    width, height = kinds.size_of(img)
    if _is_pil_image(img):
        middle = center or (width * 0.5, height * 0.5)
    else:  # places of tensors are counted from the middle
        middle = (0.0, 0.0)
        if center is not None:
            middle = (center[0] - width * 0.5, center[1] - height * 0.5)
    matrix = _affine_matrix(middle, angle, translate, scale, shear)
    return backend.affine(img, matrix, interpolation, fill)


@args_of(affine)
def rotate(img, angle, interpolation="nearest", expand=False, center=None, fill=0):
    """An image turned to the left.

    Args:
        angle (int|float): in degrees.
        expand (bool): whether the result is as large as all of the turned image.

    Returns:
        PIL.Image, numpy.ndarray or Tensor: As given.

    Examples:
        >>> import paddle
        >>> from paddle.vision.transforms import rotate
        >>> rotate(paddle.to_tensor([[[1.0, 2.0], [3.0, 4.0]]]), 90).tolist()
        [[[2.0, 4.0], [1.0, 3.0]]]
    """
    center, fill = (tuple(v) if isinstance(v, list) else v for v in (center, fill))
    return backend_of(img).rotate(img, angle, interpolation, expand, center, fill)


def _perspective_coefficients(startpoints, endpoints):
    """Eight numbers that take the end points to the start points."""
    rows = []
    for (x, y), (u, v) in zip(endpoints, startpoints, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
    right = np.array(startpoints, np.float64).reshape(-1)
    return list(np.linalg.lstsq(np.array(rows, np.float64), right, rcond=None)[0])


@args_of(affine)
def perspective(img, startpoints, endpoints, interpolation="nearest", fill=0):
    """An image as it is seen from aside: four points of it go to four others.

    Args:
        startpoints (list[list[int]]): four places (x, y) in the image.
        endpoints (list[list[int]]): where they are in the result.

    Returns:
        PIL.Image, numpy.ndarray or Tensor: As given.

    Examples:
        >>> import paddle
        >>> from paddle.vision.transforms import perspective
        >>> corners = [[0, 0], [2, 0], [2, 2], [0, 2]]
        >>> moved = [[1, 0], [3, 0], [3, 2], [1, 2]]
        >>> perspective(paddle.arange(9.0).reshape([1, 3, 3]), corners, moved).tolist()
        [[[0.0, 0.0, 1.0], [0.0, 3.0, 4.0], [0.0, 6.0, 7.0]]]
    """
    backend = backend_of(img)
    if _is_numpy_image(img):
        return backend.perspective(img, startpoints, endpoints, interpolation, fill)
    coefficients = _perspective_coefficients(startpoints, endpoints)
    return backend.perspective(img, coefficients, interpolation, fill)


@args_of(hflip)
def to_grayscale(img, num_output_channels=1):
    """A grey image.

    Args:
        num_output_channels (int): 1, or 3 that are equal.

    Returns:
        PIL.Image, numpy.ndarray or Tensor: As given.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import to_grayscale
        >>> to_grayscale(np.array([[[255, 0, 0]]], np.uint8)).tolist()
        [[[76]]]
    """
    return backend_of(img).to_grayscale(img, num_output_channels)


@args_of(to_tensor)
def normalize(img, mean, std, data_format="CHW", to_rgb=False):
    """``(img - mean) / std``, channel by channel.

    Args:
        img (PIL.Image|numpy.ndarray|Tensor): the image; a PIL image is taken as an array.
        mean (list[float]): of each channel.
        std (list[float]): of each channel.
        to_rgb (bool): turns the channels of an array round first.

    Returns:
        Tensor or numpy.ndarray

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import normalize
        >>> normalize(np.ones((1, 1, 2), np.float32), [0.5], [0.5]).tolist()
        [[[1.0, 1.0]]]
    """
    if _is_tensor_image(img):
        return backend_of(img).normalize(img, mean, std, data_format)
    if _is_pil_image(img):
        img = np.asarray(img, np.float32)
    return backend_of(img).normalize(img, mean, std, data_format, to_rgb)


@args_of(hflip)
def erase(img, i, j, h, w, v, inplace=False):
    """An image with a part written over.

    Args:
        i (int): the first row.
        j (int): the first column.
        h (int): rows.
        w (int): columns.
        v (int|numpy.ndarray|Tensor): the new values.
        inplace (bool): whether the array or tensor itself is written to.

    Returns:
        PIL.Image, numpy.ndarray or Tensor: As given.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import erase
        >>> erase(np.ones((2, 3), np.uint8), 0, 1, 1, 2, 7).tolist()
        [[1, 7, 7], [1, 1, 1]]
    """
    return backend_of(img).erase(img, i, j, h, w, v, inplace)
