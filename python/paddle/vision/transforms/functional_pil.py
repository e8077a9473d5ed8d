"""Changes of PIL images."""

import numpy as np
from PIL import Image, ImageEnhance, ImageOps

import paddle

from . import kinds

_FILTERS = {name.lower(): value for name, value in Image.Resampling.__members__.items()}


def _filter(name):
    if name not in _FILTERS:
        raise kinds.wrong("resize", "interpolation", " or ".join(_FILTERS), name)
    return _FILTERS[name]


def _fill(image, fill, opaque=False):
    """A fill value that the image's mode takes; one number is for all bands, or for colours that hide what is behind
    them."""
    bands = len(image.getbands())
    if isinstance(fill, (list, tuple)):
        return tuple(fill) if bands > 1 else fill[0]
    if opaque and (bands > 2 or image.mode == "P"):
        return (fill,) * 3
    return (fill,) * bands if bands > 1 else fill


def to_tensor(pic, data_format="CHW"):
    if data_format not in ("CHW", "HWC"):
        raise kinds.wrong("to_tensor", "data_format", "CHW or HWC", data_format)
    dtype = {"I": np.int32, "I;16": np.int32, "F": np.float32, "1": np.uint8}.get(pic.mode)
    array = np.asarray(pic, dtype)
    if pic.mode == "1":
        array = array * np.uint8(255)
    if array.dtype == np.uint8:
        array = array.astype(np.float32)
        array /= np.float32(255)
    array = array.reshape(pic.size[1], pic.size[0], -1)
    return paddle.to_tensor(array.transpose(2, 0, 1) if data_format == "CHW" else array)


def resize(img, size, interpolation="bilinear"):
    found = kinds.resized(size, *img.size)
    return img if found is None else img.resize(found[::-1], _filter(interpolation))


def pad(img, padding, fill=0, padding_mode="constant"):
    left, above, right, below = kinds.sides(padding)
    kinds.check_mode(padding_mode)
    if padding_mode == "constant":
        if isinstance(fill, (list, tuple)):
            fill = tuple(fill)
        out = ImageOps.expand(img, border=(left, above, right, below), fill=fill)
    else:
        array = np.asarray(img)
        around = [(above, below), (left, right), (0, 0)][: array.ndim]
        out = Image.fromarray(np.pad(array, around, padding_mode))
    if img.mode == "P":
        out.putpalette(img.getpalette())
    return out


def crop(img, top, left, height, width):
    return img.crop((left, top, left + width, top + height))


def center_crop(img, output_size):
    height, width = kinds.pair(output_size)
    top = int(round((img.size[1] - height) / 2.0))
    left = int(round((img.size[0] - width) / 2.0))
    return crop(img, top, left, height, width)


def hflip(img):
    return img.transpose(Image.Transpose.FLIP_LEFT_RIGHT)


def vflip(img):
    return img.transpose(Image.Transpose.FLIP_TOP_BOTTOM)


def adjust_brightness(img, brightness_factor):
    return ImageEnhance.Brightness(img).enhance(brightness_factor)


def adjust_contrast(img, contrast_factor):
    return ImageEnhance.Contrast(img).enhance(contrast_factor)


def adjust_saturation(img, saturation_factor):
    return ImageEnhance.Color(img).enhance(saturation_factor)


def adjust_hue(img, hue_factor):
    kinds.check_hue(hue_factor)
    if img.mode in ("L", "1", "I", "F"):
        return img
    hue, saturation, value = img.convert("HSV").split()
    turned = (np.asarray(hue).astype(np.int16) + int(hue_factor * 255)) % 256
    hue = Image.fromarray(turned.astype(np.uint8))
    return Image.merge("HSV", (hue, saturation, value)).convert(img.mode)


def affine(img, matrix, interpolation="nearest", fill=0):
    return img.transform(
        img.size, Image.Transform.AFFINE, matrix, _filter(interpolation), fillcolor=_fill(img, fill)
    )


def rotate(img, angle, interpolation="nearest", expand=False, center=None, fill=0):
    return img.rotate(
        angle, _filter(interpolation), expand, center, fillcolor=_fill(img, fill, opaque=True)
    )


def perspective(img, coeffs, interpolation="nearest", fill=0):
    return img.transform(
        img.size,
        Image.Transform.PERSPECTIVE,
        coeffs,
        _filter(interpolation),
        fillcolor=_fill(img, fill),
    )


def to_grayscale(img, num_output_channels=1):
    kinds.check_channels(num_output_channels)
    grey = img.convert("L")
    return grey if num_output_channels == 1 else Image.merge("RGB", (grey, grey, grey))


def erase(img, i, j, h, w, v, inplace=False):
    array = np.array(img, dtype=np.uint8)
    array[i : i + h, j : j + w, ...] = v
    return Image.fromarray(array)
