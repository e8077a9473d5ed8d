"""Changes of arrays [h, w] or [h, w, c]: as OpenCV makes them, by OpenCV where it is installed and numbers may be
rounded otherwise than by numpy."""

import functools
import importlib
import math

import numpy as np

import paddle

from . import kinds, warp


@functools.cache
def _cv2():
    """OpenCV; None where it is not installed."""
    try:
        return importlib.import_module("cv2")
    except ImportError:
        return None


def _filter(cv2, name):
    filters = {
        "nearest": "INTER_NEAREST",
        "bilinear": "INTER_LINEAR",
        "area": "INTER_AREA",
        "bicubic": "INTER_CUBIC",
        "lanczos": "INTER_LANCZOS4",
    }
    if name not in filters:
        raise kinds.wrong("resize", "interpolation", " or ".join(filters), name)
    return getattr(cv2, filters[name])


def _with_channels(out, like):
    """OpenCV drops an axis of one channel."""
    return out[..., None] if out.ndim < like.ndim else out


def to_tensor(pic, data_format="CHW"):
    if data_format not in ("CHW", "HWC"):
        raise kinds.wrong("to_tensor", "data_format", "CHW or HWC", data_format)
    array = pic[..., None] if pic.ndim == 2 else pic
    if array.dtype == np.uint8:
        array = array.astype(np.float32)
        array /= np.float32(255)
    if data_format == "CHW":
        array = array.transpose(2, 0, 1)
    return paddle.to_tensor(np.ascontiguousarray(array))


def resize(img, size, interpolation="bilinear"):
    found = kinds.resized(size, img.shape[1], img.shape[0])
    if found is None:
        return img
    cv2 = _cv2()
    if cv2 is None:
        return warp.resize(img, *found, interpolation)
    out = cv2.resize(img, dsize=found[::-1], interpolation=_filter(cv2, interpolation))
    return _with_channels(out, img)


def pad(img, padding, fill=0, padding_mode="constant"):
    left, above, right, below = kinds.sides(padding)
    kinds.check_mode(padding_mode)
    around = [(above, below), (left, right), (0, 0)][: img.ndim]
    if padding_mode != "constant":
        return np.pad(img, around, padding_mode)
    shape = [size + sum(both) for size, both in zip(img.shape, around, strict=True)]
    out = np.empty(shape, img.dtype)
    out[...] = warp.fill_value(fill, img)
    out[above : above + img.shape[0], left : left + img.shape[1]] = img
    return out


def crop(img, top, left, height, width):
    return img[top : top + height, left : left + width]


def center_crop(img, output_size):
    height, width = kinds.pair(output_size)
    top = int(round((img.shape[0] - height) / 2.0))
    left = int(round((img.shape[1] - width) / 2.0))
    return crop(img, top, left, height, width)


def hflip(img):
    return np.ascontiguousarray(img[:, ::-1])


def vflip(img):
    return np.ascontiguousarray(img[::-1])


def _by_table(img, function):
    table = function(np.arange(256)).clip(0, 255).astype(np.uint8)
    return table[img]


def adjust_brightness(img, brightness_factor):
    return _by_table(img.astype(np.uint8), lambda v: v * brightness_factor)


def adjust_contrast(img, contrast_factor):
    if img.dtype != np.uint8:
        raise kinds.wrong("adjust_contrast", "img", "uint8", img.dtype, TypeError)
    return _by_table(img, lambda v: (v - 74) * contrast_factor + 74)


def adjust_saturation(img, saturation_factor):
    values = img.astype(np.float32)
    alpha = np.random.uniform(max(0, 1 - saturation_factor), 1 + saturation_factor)
    grey = values @ np.float32([0.114, 0.587, 0.299])  # the first channel is taken for blue
    return (values * alpha + grey[..., None] * (1 - alpha)).clip(0, 255).astype(img.dtype)


def _turn_hue(bgr, turn):
    """Bytes whose hues, in 256 steps, are `turn` steps further on."""
    most, least = bgr.max(-1).astype(np.float32), bgr.min(-1).astype(np.float32)
    spread = most - least
    b, g, r = np.moveaxis(bgr.astype(np.float32), -1, 0)
    divisor = np.where(spread == 0, 1, spread)
    hue = np.where(most == r, (g - b) / divisor, (b - r) / divisor + 2)
    hue = np.where((most != r) & (most != g), (r - g) / divisor + 4, hue)
    hue = (
        (np.rint(hue * (256 / 6)) + turn) % 256 * np.float32(6 / 255)
    )  # as OpenCV: another scale back
    saturation = np.rint(spread * 255 / np.where(most == 0, 1, most)) / 255
    # Each colour by how far it is from its own hue, round the circle (red 0, green 2, blue 4).
    colours = [most * (1 - saturation * np.clip(np.minimum(k, 4 - k), 0, 1))
               for k in ((hue + at) % 6 for at in (1, 3, 5))]  # fmt: skip
    return np.rint(np.stack(colours, -1)).astype(np.uint8)


def adjust_hue(img, hue_factor):
    kinds.check_hue(hue_factor)
    values, turn = img.astype(np.uint8), int(hue_factor * 255)
    cv2 = _cv2()
    if cv2 is None:
        return _turn_hue(values, turn).astype(img.dtype)
    hsv = cv2.cvtColor(values, cv2.COLOR_BGR2HSV_FULL)
    hsv[..., 0] = (hsv[..., 0].astype(np.int32) + turn) % 256
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR_FULL).astype(img.dtype)


def _warp(img, matrix, size, interpolation, fill):
    """Each pixel of the result comes from where the inverse of `matrix` [2, 3] or [3, 3] takes it."""
    cv2 = _cv2()
    if cv2 is None:
        return warp.warp(img, matrix, size, interpolation, fill)
    function = cv2.warpAffine if len(matrix) == 2 else cv2.warpPerspective
    out = function(img, matrix, dsize=size, flags=_filter(cv2, interpolation), borderValue=fill)
    return _with_channels(out, img)


def _rotation(center, angle, scale=1.0):
    """The matrix that turns about `center`, to the left for positive angles."""
    alpha = scale * math.cos(math.radians(angle))
    beta = scale * math.sin(math.radians(angle))
    x, y = center
    return np.array(
        [
            [alpha, beta, (1 - alpha) * x - beta * y],
            [-beta, alpha, beta * x + (1 - alpha) * y],
        ]
    )


def affine(img, angle, translate, scale, shear, interpolation="nearest", fill=0, center=None):
    height, width = img.shape[:2]
    if isinstance(fill, int):
        fill = (fill,) * 3
    turn = _rotation(center or (width / 2.0, height / 2.0), angle, scale)
    shear_x, shear_y = (math.tan(math.radians(s)) for s in shear)
    matrix = np.stack([turn[0] + shear_y * turn[1], turn[1] + shear_x * turn[0]])
    matrix[:, 2] = translate
    return _warp(img, matrix, (width, height), interpolation, fill)


def rotate(img, angle, interpolation="nearest", expand=False, center=None, fill=0):
    height, width = img.shape[:2]
    if center is None:
        center = (width / 2.0, height / 2.0)
    matrix = _rotation(center, angle)
    size = (width, height)
    if expand:
        corners = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]])
        where = (_rotation(center, angle).round(15) @ corners.T).round(9)
        grown = np.ceil(where.max(1)) - np.floor(where.min(1))
        matrix[:, 2] += (grown - size) * 0.5
        size = tuple(int(n) for n in grown)
    return _warp(img, matrix, size, interpolation, fill)


def perspective(img, startpoints, endpoints, interpolation="nearest", fill=0):
    height, width = img.shape[:2]
    matrix = warp.perspective_matrix(startpoints, endpoints)
    return _warp(img, matrix, (width, height), interpolation, fill)


def to_grayscale(img, num_output_channels=1):
    kinds.check_channels(num_output_channels)
    if img.dtype == np.uint8:  # OpenCV's numbers, of 15 bits
        grey = (img.astype(np.int32) @ np.int32([9798, 19235, 3735]) + (1 << 14)) >> 15
        grey = grey.astype(np.uint8)[..., None]
    else:
        grey = (img @ np.float32([0.299, 0.587, 0.114])).astype(img.dtype)[..., None]
    return grey if num_output_channels == 1 else np.broadcast_to(grey, img.shape)


@functools.lru_cache(maxsize=64)
def _constants(mean, std, channels_first):
    shape = (-1, 1, 1) if channels_first else (1, 1, -1)
    return np.float32(mean).reshape(shape), np.float32(std).reshape(shape)


def normalize(img, mean, std, data_format="CHW", to_rgb=False):
    first = data_format == "CHW"
    mean, std = _constants(tuple(mean), tuple(std), first)
    if to_rgb:
        img = img[::-1] if first else img[..., ::-1]
    out = img - mean
    out /= std
    return out


def erase(img, i, j, h, w, v, inplace=False):
    out = img if inplace else img.copy()
    out[i : i + h, j : j + w, ...] = v
    return out
