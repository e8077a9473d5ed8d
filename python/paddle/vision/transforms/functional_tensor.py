"""Changes of tensors [c, h, w] or [n, c, h, w], or with the channels last."""

import math

import numpy as np

import paddle
import paddle.nn.functional as F

from . import kinds


def _check(img, data_format="CHW"):
    if img.ndim not in (3, 4) or data_format.upper() not in ("CHW", "HWC"):
        raise RuntimeError(
            "(InvalidArgument) the tensor is no image.\n"
            f"  Expected: 3 or 4 axes, data_format CHW or HWC\n  Received: {img.shape}, {data_format}"
        )


def _axes(data_format):
    """The axes of channels, rows and columns."""
    return (-3, -2, -1) if data_format.upper() == "CHW" else (-1, -3, -2)


def _size(img, data_format):
    """Width and height."""
    _, rows, columns = _axes(data_format)
    return img.shape[columns], img.shape[rows]


def _blend(img, other, ratio):
    most = 1.0 if paddle.is_floating_point(img) else 255.0
    return paddle.lerp(other, img, float(ratio)).clip(0, most).astype(img.dtype)


def _coloured(img, function, factor):
    """Whether there are three channels; raises unless there is one, or a factor is negative."""
    _check(img)
    if factor < 0:
        raise kinds.wrong(
            function, f"{function[7:]}_factor", "a number that is not negative", factor
        )
    channels = img.shape[-3]
    if channels not in (1, 3):
        raise kinds.wrong(function, "img", "1 or 3 channels", channels)
    return channels == 3


def to_tensor(pic, data_format="CHW"):
    return pic if data_format.upper() == "CHW" else pic.transpose((1, 2, 0))


def normalize(img, mean, std, data_format="CHW"):
    _check(img, data_format)
    mean, std = (v if isinstance(v, paddle.Tensor) else paddle.to_tensor(v) for v in (mean, std))
    if data_format.upper() == "CHW":
        mean, std = mean.reshape([-1, 1, 1]), std.reshape([-1, 1, 1])
    return (img - mean) / std


def to_grayscale(img, num_output_channels=1, data_format="CHW"):
    _check(img, data_format)
    kinds.check_channels(num_output_channels)
    channel, _, _ = _axes(data_format)
    weights = paddle.to_tensor([0.2989, 0.587, 0.114]).astype(img.dtype)
    if channel == -3:
        weights = weights.reshape([-1, 1, 1])
    grey = (img * weights).sum(axis=channel, keepdim=True)
    shape = list(grey.shape)
    shape[channel] = num_output_channels
    return grey.expand(shape)


# ---- by places: what is sampled at a grid of -1 to 1 ----


def _centres(width, height, from_middle):
    """[1, height * width, 3]: x, y and 1 of the middle of each pixel."""
    x = paddle.arange(width, dtype="float32") + (0.5 - width * 0.5 if from_middle else 0.5)
    y = paddle.arange(height, dtype="float32") + (0.5 - height * 0.5 if from_middle else 0.5)
    x = x.expand([height, width])
    y = y.reshape([-1, 1]).expand([height, width])
    return paddle.stack([x, y, paddle.ones_like(x)], axis=-1).reshape([1, height * width, 3])


def _sample(img, grid, interpolation, fill):
    """`img` [n, c, h, w] at `grid` [1, h, w, 2]; where that is outside, `fill`."""
    if img.shape[0] > 1:
        grid = grid.expand([img.shape[0], *grid.shape[1:]])
    channels = img.shape[1]
    if fill is not None:
        ones = paddle.ones([img.shape[0], 1, *img.shape[2:]], dtype=img.dtype)
        img = paddle.concat([img, ones], axis=1)
    out = F.grid_sample(img, grid, mode=interpolation, padding_mode="zeros", align_corners=False)
    if fill is None:
        return out
    out, inside = out[:, :channels], out[:, channels:]
    fill = fill if isinstance(fill, (list, tuple)) else [fill]
    outside = paddle.to_tensor(fill).reshape([1, len(fill), 1, 1]).astype(img.dtype)
    if interpolation == "nearest":
        return paddle.where(inside < 0.5, outside, out)
    return out * inside + (1.0 - inside) * outside


def _sampled(img, make_grid, interpolation, fill, data_format):
    """The image at make_grid(width, height), as [n, c, h, w] and back."""
    _check(img, data_format)
    one = img.ndim == 3
    last = data_format.upper() == "HWC"
    x = img.unsqueeze(0) if one else img
    x = x.transpose([0, 3, 1, 2]) if last else x
    out = _sample(x, make_grid(x.shape[-1], x.shape[-2]), interpolation, fill)
    out = out.transpose([0, 2, 3, 1]) if last else out
    return out.squeeze(0) if one else out


def _affine_grid(matrix, width, height, out_width, out_height):
    """Where an image of the first size is read for one of the second."""
    scaled = matrix.reshape([1, 2, 3]).transpose([0, 2, 1]) / paddle.to_tensor(
        [0.5 * width, 0.5 * height]
    )
    grid = _centres(out_width, out_height, True).bmm(scaled)
    return grid.reshape([1, out_height, out_width, 2])


def affine(img, matrix, interpolation="nearest", fill=None, data_format="CHW"):
    matrix = paddle.to_tensor(matrix, dtype="float32")
    if isinstance(fill, int):
        fill = (fill,) * 3

    def grid(width, height):
        return _affine_grid(matrix, width, height, width, height)

    return _sampled(img, grid, interpolation, fill, data_format)


def rotate(
    img, angle, interpolation="nearest", expand=False, center=None, fill=None, data_format="CHW"
):
    turn = math.radians(-angle % 360)
    cos, sin = math.cos(turn), math.sin(turn)

    def grid(width, height):
        x, y = (0, 0) if center is None else (center[0] - width * 0.5, center[1] - height * 0.5)
        matrix = [cos, sin, x - cos * x - sin * y, -sin, cos, y + sin * x - cos * y]
        out_width, out_height = width, height
        if expand:
            corners = [[i * 0.5 * width, j * 0.5 * height, 1.0] for i in (-1, 1) for j in (-1, 1)]
            where = np.float32(corners) @ np.float32(matrix).reshape(2, 3).T
            grown = np.ceil(where.max(0)) - np.floor(where.min(0))
            out_width, out_height = (int(n) for n in grown)
        matrix = paddle.to_tensor(matrix, dtype="float32")
        return _affine_grid(matrix, width, height, out_width, out_height)

    return _sampled(img, grid, interpolation, fill, data_format)


def perspective(img, coeffs, interpolation="nearest", fill=None, data_format="CHW"):
    coeffs = [float(c) for c in coeffs]

    def grid(width, height):
        above = paddle.to_tensor(coeffs[:6], dtype="float32").reshape([1, 2, 3])
        below = paddle.to_tensor([[[*coeffs[6:], 1.0]] * 2], dtype="float32")
        above = above.transpose([0, 2, 1]) / paddle.to_tensor([0.5 * width, 0.5 * height])
        centres = _centres(width, height, False)
        where = centres.bmm(above) / centres.bmm(below.transpose([0, 2, 1])) - 1.0
        return where.reshape([1, height, width, 2])

    return _sampled(img, grid, interpolation, fill, data_format)


# ---- parts and edges ----


def vflip(img, data_format="CHW"):
    _check(img, data_format)
    return img.flip(axis=[_axes(data_format)[1]])


def hflip(img, data_format="CHW"):
    _check(img, data_format)
    return img.flip(axis=[_axes(data_format)[2]])


def crop(img, top, left, height, width, data_format="CHW"):
    _check(img, data_format)
    rows, columns = slice(top, top + height), slice(left, left + width)
    return img[..., rows, columns] if data_format.upper() == "CHW" else img[..., rows, columns, :]


def center_crop(img, output_size, data_format="CHW"):
    _check(img, data_format)
    width, height = _size(img, data_format)
    crop_height, crop_width = kinds.pair(output_size)
    top = int(round((height - crop_height) / 2.0))
    left = int(round((width - crop_width) / 2.0))
    return crop(img, top, left, crop_height, crop_width, data_format)


def erase(img, i, j, h, w, v, inplace=False):
    _check(img)
    out = img if inplace else img.clone()
    out[..., i : i + h, j : j + w] = v
    return out


def pad(img, padding, fill=0, padding_mode="constant", data_format="CHW"):
    _check(img, data_format)
    left, above, right, below = kinds.sides(padding)
    kinds.check_mode(padding_mode)
    if padding_mode == "symmetric":
        raise kinds.wrong(
            "pad", "padding_mode", "constant, edge or reflect for tensors", padding_mode
        )
    mode = "replicate" if padding_mode == "edge" else padding_mode
    one = img.ndim == 3
    out = F.pad(
        img.unsqueeze(0) if one else img,
        [left, right, above, below],
        mode=mode,
        value=float(fill),
        data_format="N" + data_format.upper(),
    )
    return out.squeeze(0) if one else out


def resize(img, size, interpolation="bilinear", data_format="CHW"):
    _check(img, data_format)
    found = kinds.resized(size, *_size(img, data_format))
    if found is None:
        return img
    one = img.ndim == 3
    out = F.interpolate(
        img.unsqueeze(0) if one else img,
        size=found,
        mode=interpolation.lower(),
        data_format="N" + data_format.upper(),
    )
    return out.squeeze(0) if one else out


# ---- colours ----


def adjust_brightness(img, brightness_factor):
    _coloured(img, "adjust_brightness", brightness_factor)
    return _blend(img, paddle.zeros_like(img), brightness_factor)


def adjust_contrast(img, contrast_factor):
    coloured = _coloured(img, "adjust_contrast", contrast_factor)
    dtype = img.dtype if paddle.is_floating_point(img) else paddle.float32
    grey = to_grayscale(img) if coloured else img
    mean = paddle.mean(grey.astype(dtype), axis=(-3, -2, -1), keepdim=True)
    return _blend(img, mean, contrast_factor)


def adjust_saturation(img, saturation_factor):
    if not _coloured(img, "adjust_saturation", saturation_factor):
        return img
    return _blend(img, to_grayscale(img), saturation_factor)


def _rgb_to_hsv(img):
    most, least = img.max(axis=-3), img.min(axis=-3)
    grey = paddle.equal(most, least)
    ones = paddle.ones_like(most)
    spread = most - least
    saturation = spread / paddle.where(grey, ones, most)
    divisor = paddle.where(grey, ones, spread)
    r, g, b = ((most - c) / divisor for c in img.unbind(axis=-3))
    red, green, _ = (paddle.equal(most, c) for c in img.unbind(axis=-3))
    hue = paddle.where(red, b - g, paddle.where(green, r - b + 2.0, g - r + 4.0))
    hue = hue / 6.0 + 1.0
    return hue - hue.trunc(), saturation, most


def _hsv_to_rgb(hue, saturation, value):
    part = hue * 6.0
    sector = paddle.floor(part)
    part = part - sector
    sector = sector.astype("int32") % 6
    p = paddle.clip(value * (1.0 - saturation), 0.0, 1.0)
    q = paddle.clip(value * (1.0 - saturation * part), 0.0, 1.0)
    t = paddle.clip(value * (1.0 - saturation * (1.0 - part)), 0.0, 1.0)

    def channel(*by_sector):
        out = by_sector[-1]
        for k in range(5):
            out = paddle.where(sector == k, by_sector[k], out)
        return out

    return paddle.stack(
        [
            channel(value, q, p, p, t, value),
            channel(t, value, value, q, p, p),
            channel(p, p, t, value, value, q),
        ],
        axis=-3,
    )


def adjust_hue(img, hue_factor):
    _check(img)
    kinds.check_hue(hue_factor)
    if not _coloured(img, "adjust_hue", 0):
        return img
    bytes_ = img.dtype == paddle.uint8
    hue, saturation, value = _rgb_to_hsv(img.astype("float32") / 255.0 if bytes_ else img)
    hue = hue + hue_factor
    out = _hsv_to_rgb(hue - hue.floor(), saturation, value)
    return (out * 255.0).astype(img.dtype) if bytes_ else out
