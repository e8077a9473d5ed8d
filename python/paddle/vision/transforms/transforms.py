"""The changes, as functions and as objects."""

import random

import numpy as np

import paddle


def _array(image):
    return image if isinstance(image, np.ndarray) else np.asarray(image)


def _like(array, image):
    """``array`` as the kind of thing that ``image`` is."""
    if isinstance(image, np.ndarray):
        return array
    from PIL import Image

    return Image.fromarray(array)


def to_tensor(pic, data_format="CHW"):
    """An image as a float32 tensor; bytes are divided by 255.

    Args:
        pic (PIL.Image|numpy.ndarray): [h, w] or [h, w, c].
        data_format (str): CHW or HWC.

    Returns:
        Tensor: [c, h, w] or [h, w, c].

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import to_tensor
        >>> to_tensor(np.full((2, 3), 255, np.uint8)).tolist()
        [[[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]]
    """
    array = _array(pic)
    if array.ndim not in (2, 3):
        raise ValueError(
            f"(InvalidArgument) to_tensor: expected 2 or 3 axes, received shape {array.shape}"
        )
    if array.ndim == 2:
        array = array[..., None]
    scale = 255.0 if array.dtype == np.uint8 else 1.0
    array = array.astype(np.float32) / np.float32(scale)
    if data_format.upper() == "CHW":
        array = array.transpose(2, 0, 1)
    return paddle.to_tensor(np.ascontiguousarray(array))


def normalize(img, mean, std, data_format="CHW", to_rgb=False):
    """``(img - mean) / std``, channel by channel.

    Args:
        img (Tensor|numpy.ndarray|PIL.Image): the image.
        mean, std (list[float]): of each channel.
        data_format (str): CHW or HWC.
        to_rgb (bool): turns the channels of an array round first.

    Returns:
        Tensor or numpy.ndarray

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import normalize
        >>> normalize(np.ones((1, 1, 2), np.float32), [0.5], [0.5]).tolist()
        [[[1.0, 1.0]]]
    """
    shape = [-1, 1, 1] if data_format.upper() == "CHW" else [1, 1, -1]
    mean = np.asarray(mean, np.float32).reshape(shape)
    std = np.asarray(std, np.float32).reshape(shape)
    if isinstance(img, paddle.Tensor):
        return (img - paddle.to_tensor(mean)) / paddle.to_tensor(std)
    array = _array(img).astype(np.float32)
    if to_rgb:
        array = array[::-1] if data_format.upper() == "CHW" else array[..., ::-1]
    return (array - mean) / std


def hflip(img):
    """The image with left and right exchanged.

    Args:
        img (PIL.Image|numpy.ndarray): [h, w] or [h, w, c].

    Returns:
        PIL.Image or numpy.ndarray: As given.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import hflip
        >>> hflip(np.array([[1, 2, 3]])).tolist()
        [[3, 2, 1]]
    """
    return _like(np.ascontiguousarray(_array(img)[:, ::-1]), img)


def vflip(img):
    """The image turned upside down.

    Args:
        img (PIL.Image|numpy.ndarray): [h, w] or [h, w, c].

    Returns:
        PIL.Image or numpy.ndarray: As given.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import vflip
        >>> vflip(np.array([[1], [2]])).tolist()
        [[2], [1]]
    """
    return _like(np.ascontiguousarray(_array(img)[::-1]), img)


def crop(img, top, left, height, width):
    """A part of an image.

    Args:
        img (PIL.Image|numpy.ndarray): [h, w] or [h, w, c].
        top (int): the first row.
        left (int): the first column.
        height (int): rows.
        width (int): columns.

    Returns:
        PIL.Image or numpy.ndarray: [height, width] or [height, width, c].

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import crop
        >>> crop(np.arange(9).reshape(3, 3), 1, 0, 2, 2).tolist()
        [[3, 4], [6, 7]]
    """
    return _like(np.ascontiguousarray(_array(img)[top : top + height, left : left + width]), img)


def center_crop(img, output_size):
    """The middle of an image.

    Args:
        img (PIL.Image|numpy.ndarray): [h, w] or [h, w, c].
        output_size (int|tuple[int]): (height, width); an int is both.

    Returns:
        PIL.Image or numpy.ndarray

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import center_crop
        >>> center_crop(np.arange(9).reshape(3, 3), 1).tolist()
        [[4]]
    """
    height, width = _pair(output_size)
    h, w = _array(img).shape[:2]
    return crop(img, int(round((h - height) / 2.0)), int(round((w - width) / 2.0)), height, width)


def _pair(size):
    return (size, size) if isinstance(size, int) else tuple(size)


class Compose:
    """Several changes, one after another.

    Args:
        transforms (list[callable]): the changes.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import Compose, Normalize, ToTensor
        >>> change = Compose([ToTensor(), Normalize([0.5], [0.5])])
        >>> change(np.zeros((2, 2), np.uint8)).shape
        paddle.Size([1, 2, 2])
    """

    def __init__(self, transforms):
        self.transforms = transforms

    def __call__(self, data):
        for transform in self.transforms:
            data = transform(data)
        return data

    def __repr__(self):
        inner = "".join(f"\n    {transform}" for transform in self.transforms)
        return f"{type(self).__name__}({inner}\n)"


class BaseTransform:
    """The base of changes: a subclass writes ``_apply_image``.

    Args:
        keys (tuple[str], optional): what the parts of a tuple are; those called
            ``image`` are changed, the others stay. By default there is one image.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import BaseTransform
        >>> class Double(BaseTransform):
        ...     def _apply_image(self, image):
        ...         return image * 2
        >>> Double()(np.array([[1, 2]])).tolist()
        [[2, 4]]
    """

    def __init__(self, keys=None):
        self.keys = ("image",) if keys is None else tuple(keys)

    def _get_params(self, inputs):
        """Draws what all parts of a sample share; kept in ``self.params``."""

    def __call__(self, inputs):
        several = isinstance(inputs, (tuple, list))
        parts = list(inputs) if several else [inputs]
        self.params = self._get_params(parts)
        for i, key in enumerate(self.keys[: len(parts)]):
            apply = getattr(self, f"_apply_{key}", None)
            if apply is not None:
                parts[i] = apply(parts[i])
        return tuple(parts) if several else parts[0]

    def _apply_image(self, image):
        raise NotImplementedError(
            f"(Unimplemented) {type(self).__name__}: _apply_image is not written"
        )


class ToTensor(BaseTransform):
    """``to_tensor`` as an object.

    Args:
        data_format (str): CHW or HWC.
        keys (tuple[str], optional): see ``BaseTransform``.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import ToTensor
        >>> ToTensor()(np.zeros((4, 5, 3), np.uint8)).shape
        paddle.Size([3, 4, 5])
    """

    def __init__(self, data_format="CHW", keys=None):
        super().__init__(keys)
        self.data_format = data_format

    def _apply_image(self, image):
        return to_tensor(image, self.data_format)


class Normalize(BaseTransform):
    """``normalize`` as an object.

    Args:
        mean (float|list[float]): of each channel; a float is for three.
        std (float|list[float]): of each channel; a float is for three.
        data_format (str): CHW or HWC.
        to_rgb (bool): turns the channels of an array round first.
        keys (tuple[str], optional): see ``BaseTransform``.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import Normalize
        >>> Normalize([0.5], [0.25])(np.ones((1, 1, 2), np.float32)).tolist()
        [[[2.0, 2.0]]]
    """

    def __init__(self, mean=0.0, std=1.0, data_format="CHW", to_rgb=False, keys=None):
        super().__init__(keys)
        self.mean = [mean] * 3 if isinstance(mean, (int, float)) else mean
        self.std = [std] * 3 if isinstance(std, (int, float)) else std
        self.data_format, self.to_rgb = data_format, to_rgb

    def _apply_image(self, image):
        return normalize(image, self.mean, self.std, self.data_format, self.to_rgb)


class Transpose(BaseTransform):
    """The axes of an array in another order.

    Args:
        order (tuple[int]): by default [h, w, c] to [c, h, w].
        keys (tuple[str], optional): see ``BaseTransform``.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import Transpose
        >>> Transpose()(np.zeros((4, 5, 3))).shape
        (3, 4, 5)
    """

    def __init__(self, order=(2, 0, 1), keys=None):
        super().__init__(keys)
        self.order = order

    def _apply_image(self, image):
        array = _array(image)
        return (array[..., None] if array.ndim == 2 else array).transpose(self.order)


class CenterCrop(BaseTransform):
    """``center_crop`` as an object.

    Args:
        size (int|tuple[int]): (height, width); an int is both.
        keys (tuple[str], optional): see ``BaseTransform``.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import CenterCrop
        >>> CenterCrop(2)(np.zeros((4, 4))).shape
        (2, 2)
    """

    def __init__(self, size, keys=None):
        super().__init__(keys)
        self.size = _pair(size)

    def _apply_image(self, image):
        return center_crop(image, self.size)


class RandomCrop(BaseTransform):
    """A part from a random place.

    Args:
        size (int|tuple[int]): (height, width); an int is both.
        padding (int|tuple[int], optional): pixels added first: on all sides, left and right, above and below, or
            left, above, right, below.
        pad_if_needed (bool): an image smaller than the part gets what it lacks on both sides.
        fill (int|float): the value of those pixels.
        padding_mode (str): constant, edge, reflect or symmetric: the image goes on otherwise.
        keys (tuple[str], optional): see ``BaseTransform``.

    Raises:
        ValueError: the image is smaller than the part, or an argument is wrong.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import RandomCrop
        >>> RandomCrop(4, padding=2)(np.zeros((4, 4))).shape
        (4, 4)
    """

    def __init__(
        self,
        size,
        padding=None,
        pad_if_needed=False,
        fill=0,
        padding_mode="constant",
        keys=None,
    ):
        super().__init__(keys)
        if padding_mode not in ("constant", "edge", "reflect", "symmetric"):
            raise ValueError(
                "(InvalidArgument) RandomCrop: argument `padding_mode` is wrong.\n"
                f"  Expected: constant, edge, reflect or symmetric\n  Received: {padding_mode}"
            )
        sides = (padding or 0,) * 4 if isinstance(padding, (int, type(None))) else tuple(padding)
        sides = sides * 2 if len(sides) == 2 else sides
        if len(sides) != 4:
            raise ValueError(
                "(InvalidArgument) RandomCrop: argument `padding` is wrong.\n"
                f"  Expected: an int, or 2 or 4 of them\n  Received: {padding}"
            )
        self.size, self.padding, self.pad_if_needed = _pair(size), padding, pad_if_needed
        self.fill, self.padding_mode, self._sides = fill, padding_mode, sides

    def _pad(self, array, left, above, right, below):
        around = [(above, below), (left, right)] + [(0, 0)] * (array.ndim - 2)
        fill = {"constant_values": self.fill} if self.padding_mode == "constant" else {}
        return np.pad(array, around, self.padding_mode, **fill)

    def _apply_image(self, image):
        array = _array(image)
        if any(self._sides):
            array = self._pad(array, *self._sides)
        if self.pad_if_needed:
            down, across = (
                max(want - have, 0) for want, have in zip(self.size, array.shape[:2], strict=True)
            )
            if down or across:
                array = self._pad(array, across, down, across, down)
        spare = [have - want for have, want in zip(array.shape, self.size, strict=False)]
        if min(spare) < 0:
            raise ValueError(
                f"(InvalidArgument) RandomCrop: the image is smaller than the part.\n"
                f"  Received: image {array.shape[:2]}, size {self.size}"
            )
        top, left = (random.randint(0, rest) for rest in spare)
        return _like(crop(array, top, left, *self.size), image)


class RandomHorizontalFlip(BaseTransform):
    """``hflip`` with a probability.

    Args:
        prob (float): in [0, 1].
        keys (tuple[str], optional): see ``BaseTransform``.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import RandomHorizontalFlip
        >>> RandomHorizontalFlip(1.0)(np.array([[1, 2]])).tolist()
        [[2, 1]]
    """

    def __init__(self, prob=0.5, keys=None):
        super().__init__(keys)
        self.prob = prob

    def _get_params(self, inputs):
        return random.random() < self.prob

    def _apply_image(self, image):
        return hflip(image) if self.params else image


class RandomVerticalFlip(RandomHorizontalFlip):
    """``vflip`` with a probability.

    Args:
        prob (float): in [0, 1].
        keys (tuple[str], optional): see ``BaseTransform``.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import RandomVerticalFlip
        >>> RandomVerticalFlip(1.0)(np.array([[1], [2]])).tolist()
        [[2], [1]]
    """

    def _apply_image(self, image):
        return vflip(image) if self.params else image
