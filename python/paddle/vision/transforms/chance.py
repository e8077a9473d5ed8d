"""Random parts, places and shapes of images. Numbers are drawn by `random` and numpy, as in PaddlePaddle: the same
seeds give the same images."""

import math
import random

import numpy as np

import paddle

from ...framework.docs import args_of
from . import functional as F
from . import kinds
from .base import BaseTransform


def _probability(prob, function):
    if not 0 <= prob <= 1:
        raise kinds.wrong(function, "prob", "a number in [0, 1]", prob)
    return prob


def _rising(values, function, name):
    if not (isinstance(values, (list, tuple)) and values[0] <= values[1]):
        raise kinds.wrong(function, name, "two rising numbers", values)
    return values


def _angles(value, function, name, counts=(2,)):
    """Bounds of angles; a number is for both directions."""
    if isinstance(value, (int, float)):
        if value < 0:
            raise kinds.wrong(function, name, "a number that is not negative", value)
        return [-float(value), float(value)]
    return [float(v) for v in _several(value, function, name, counts)]


def _several(value, function, name, counts=(2,)):
    if not isinstance(value, (list, tuple)):
        raise kinds.wrong(function, name, f"{counts} numbers", value, TypeError)
    if len(value) not in counts:
        raise kinds.wrong(function, name, f"{counts} numbers", value)
    return value


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
        self.prob = _probability(prob, type(self).__name__)

    def _apply_image(self, image):
        return F.hflip(image) if random.random() < self.prob else image


@args_of(RandomHorizontalFlip)
class RandomVerticalFlip(BaseTransform):
    """``vflip`` with a probability.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import RandomVerticalFlip
        >>> RandomVerticalFlip(1.0)(np.array([[1], [2]])).tolist()
        [[2], [1]]
    """

    def __init__(self, prob=0.5, keys=None):
        super().__init__(keys)
        self.prob = _probability(prob, type(self).__name__)

    def _apply_image(self, image):
        return F.vflip(image) if random.random() < self.prob else image


class RandomCrop(BaseTransform):
    """A part from a random place.

    Args:
        size (int|tuple[int]): (height, width); an int is both.
        padding (int|tuple[int], optional): pixels added first: on all sides, left and right and above and below, or
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
        kinds.check_mode(padding_mode)
        if padding is not None:
            kinds.sides(padding)
        self.size, self.padding = kinds.pair(size, "RandomCrop"), padding
        self.pad_if_needed, self.fill, self.padding_mode = pad_if_needed, fill, padding_mode

    def _get_param(self, img, output_size):
        width, height = kinds.size_of(img)
        rows, columns = output_size
        if (rows, columns) == (height, width):
            return 0, 0, rows, columns
        if rows > height or columns > width:
            raise ValueError(
                "(InvalidArgument) RandomCrop: the image is smaller than the part.\n"
                f"  Received: image {(height, width)}, size {tuple(output_size)}"
            )
        top = random.randint(0, height - rows)
        left = random.randint(0, width - columns)
        return top, left, rows, columns

    def _apply_image(self, image):
        if self.padding is not None:
            image = F.pad(image, self.padding, self.fill, self.padding_mode)
        width, height = kinds.size_of(image)
        across, down = (max(self.size[1] - width, 0), max(self.size[0] - height, 0))
        if self.pad_if_needed and across:
            image = F.pad(image, (across, 0), self.fill, self.padding_mode)
        if self.pad_if_needed and down:
            image = F.pad(image, (0, down), self.fill, self.padding_mode)
        return F.crop(image, *self._get_param(image, self.size))


class RandomResizedCrop(BaseTransform):
    """A random part, brought to one size.

    Args:
        size (int|tuple[int]): (height, width); an int is both.
        scale (tuple[float]): bounds of the part's area, by that of the image.
        ratio (tuple[float]): bounds of its width by its height.
        interpolation (str): as of ``resize``.
        keys (tuple[str], optional): see ``BaseTransform``.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import RandomResizedCrop
        >>> RandomResizedCrop(4)(np.zeros((8, 9, 3), np.uint8)).shape
        (4, 4, 3)
    """

    def __init__(
        self,
        size,
        scale=(0.08, 1.0),
        ratio=(3.0 / 4, 4.0 / 3),
        interpolation="bilinear",
        keys=None,
    ):
        super().__init__(keys)
        self.size = (size, size) if isinstance(size, int) else size
        self.scale = _rising(scale, "RandomResizedCrop", "scale")
        self.ratio = _rising(ratio, "RandomResizedCrop", "ratio")
        self.interpolation = interpolation

    def _get_param(self, img, attempts=10):
        width, height = kinds.size_of(img)
        logs = [math.log(r) for r in self.ratio]
        for _ in range(attempts):
            area = np.random.uniform(*self.scale) * (height * width)
            ratio = math.exp(np.random.uniform(*logs))
            columns = int(round(math.sqrt(area * ratio)))
            rows = int(round(math.sqrt(area / ratio)))
            if 0 < columns <= width and 0 < rows <= height:
                top = random.randint(0, height - rows)
                left = random.randint(0, width - columns)
                return top, left, rows, columns
        columns, rows = width, height
        if width / height < min(self.ratio):
            rows = int(round(width / min(self.ratio)))
        elif width / height > max(self.ratio):
            columns = int(round(height * max(self.ratio)))
        return (height - rows) // 2, (width - columns) // 2, rows, columns

    def _apply_image(self, image):
        part = F.crop(image, *self._get_param(image))
        return F.resize(part, self.size, self.interpolation)


class RandomAffine(BaseTransform):
    """``affine`` with random numbers.

    Args:
        degrees (float|tuple[float]): bounds of the angle; one number is for both directions.
        translate (tuple[float], optional): how far at most, to either side and up or down, in parts of the image.
        scale (tuple[float], optional): bounds of the scale.
        shear (float|tuple[float], optional): bounds of the angles of columns, and of rows where there are four.
        interpolation (str): nearest, bilinear or bicubic.
        fill (int|tuple[int]): the value of pixels from outside.
        center (tuple[int], optional): (x, y) that it turns about; default the middle.
        keys (tuple[str], optional): see ``BaseTransform``.

    Examples:
        >>> import paddle
        >>> from paddle.vision.transforms import RandomAffine
        >>> RandomAffine(30, (0.1, 0.1), (0.5, 2.0), 10)(paddle.ones([3, 4, 5])).shape
        paddle.Size([3, 4, 5])
    """

    def __init__(
        self,
        degrees,
        translate=None,
        scale=None,
        shear=None,
        interpolation="nearest",
        fill=0,
        center=None,
        keys=None,
    ):
        super().__init__(keys)
        name = "RandomAffine"
        self.degrees = _angles(degrees, name, "degrees")
        for part in () if translate is None else _several(translate, name, "translate"):
            if not 0.0 <= part <= 1.0:
                raise kinds.wrong(name, "translate", "numbers in [0, 1]", translate)
        for part in () if scale is None else _several(scale, name, "scale"):
            if part <= 0:
                raise kinds.wrong(name, "scale", "positive numbers", scale)
        if fill is not None and not isinstance(fill, (int, float, list, tuple)):
            raise kinds.wrong(name, "fill", "a number or several", fill, TypeError)
        self.translate, self.scale = translate, scale
        self.shear = None if shear is None else _angles(shear, name, "shear", (2, 4))
        self.interpolation, self.fill = interpolation, 0 if fill is None else fill
        self.center = None if center is None else _several(center, name, "center")

    def _get_param(self, img_size, degrees, translate=None, scale_ranges=None, shears=None):
        angle = random.uniform(degrees[0], degrees[1])
        moved = (0, 0)
        if translate is not None:
            most = [float(part * size) for part, size in zip(translate, img_size, strict=True)]
            moved = tuple(int(random.uniform(-m, m)) for m in most)
        scale = 1.0 if scale_ranges is None else random.uniform(*scale_ranges)
        shear = [0.0, 0.0]
        if shears is not None:
            shear[0] = random.uniform(shears[0], shears[1])
            if len(shears) == 4:
                shear[1] = random.uniform(shears[2], shears[3])
        return angle, moved, scale, tuple(shear)

    def _apply_image(self, image):
        drawn = self._get_param(
            kinds.size_of(image), self.degrees, self.translate, self.scale, self.shear
        )
        return F.affine(
            image, *drawn, interpolation=self.interpolation, fill=self.fill, center=self.center
        )


class RandomRotation(BaseTransform):
    """``rotate`` by a random angle.

    Args:
        degrees (float|tuple[float]): bounds of the angle; one number is for both directions.
        interpolation (str): nearest, bilinear or bicubic.
        expand (bool): whether the result is as large as all of the turned image.
        center (tuple[int], optional): (x, y) that it turns about; default the middle.
        fill (int|tuple[int]): the value of pixels from outside.
        keys (tuple[str], optional): see ``BaseTransform``.

    Examples:
        >>> import paddle
        >>> from paddle.vision.transforms import RandomRotation
        >>> RandomRotation((90, 90))(paddle.to_tensor([[[1.0, 2.0], [3.0, 4.0]]])).tolist()
        [[[2.0, 4.0], [1.0, 3.0]]]
    """

    def __init__(
        self, degrees, interpolation="nearest", expand=False, center=None, fill=0, keys=None
    ):
        super().__init__(keys)
        if isinstance(degrees, (int, float)):
            degrees = tuple(_angles(degrees, "RandomRotation", "degrees"))
        self.degrees = _several(degrees, "RandomRotation", "degrees")
        self.interpolation, self.expand = interpolation, expand
        self.center, self.fill = center, fill

    def _get_param(self, degrees):
        return random.uniform(degrees[0], degrees[1])

    def _apply_image(self, image):
        angle = self._get_param(self.degrees)
        return F.rotate(image, angle, self.interpolation, self.expand, self.center, self.fill)


class RandomPerspective(BaseTransform):
    """``perspective`` with random corners, with a probability.

    Args:
        prob (float): in [0, 1].
        distortion_scale (float): how far corners move at most, in halves of the image.
        interpolation (str): nearest, bilinear or bicubic.
        fill (int|tuple[int]): the value of pixels from outside.
        keys (tuple[str], optional): see ``BaseTransform``.

    Examples:
        >>> import paddle
        >>> from paddle.vision.transforms import RandomPerspective
        >>> RandomPerspective(1.0)(paddle.ones([3, 8, 9])).shape
        paddle.Size([3, 8, 9])
    """

    def __init__(self, prob=0.5, distortion_scale=0.5, interpolation="nearest", fill=0, keys=None):
        super().__init__(keys)
        if not 0 <= distortion_scale <= 1:
            raise kinds.wrong(
                "RandomPerspective", "distortion_scale", "a number in [0, 1]", distortion_scale
            )
        self.prob = _probability(prob, "RandomPerspective")
        self.distortion_scale = distortion_scale
        self.interpolation, self.fill = interpolation, fill

    def get_params(self, width, height, distortion_scale):
        """Draws corners.

        Args:
            width, height (int): of the image.
            distortion_scale (float): how far corners move at most, in halves of the image.

        Returns:
            tuple: The corners of the image and where they go, clockwise from the upper left.

        Examples:
            >>> from paddle.vision.transforms import RandomPerspective
            >>> RandomPerspective().get_params(4, 3, 0.0)[0]
            [[0, 0], [3, 0], [3, 2], [0, 2]]
        """
        across, down = (int(distortion_scale * (n // 2)) for n in (width, height))

        def low(most):
            return int(random.uniform(0, most + 1))

        def high(size, most):
            return int(random.uniform(size - most - 1, size))

        ends = [
            [low(across), low(down)],
            [high(width, across), low(down)],
            [high(width, across), high(height, down)],
            [low(across), high(height, down)],
        ]
        starts = [[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]]
        return starts, ends

    def _apply_image(self, image):
        if random.random() >= self.prob:
            return image
        points = self.get_params(*kinds.size_of(image), self.distortion_scale)
        return F.perspective(image, *points, self.interpolation, self.fill)


class RandomErasing(BaseTransform):
    """A random part written over, with a probability.

    Args:
        prob (float): in [0, 1].
        scale (tuple[float]): bounds of the part's area, by that of the image.
        ratio (tuple[float]): bounds of its height by its width.
        value (float|list[float]|str): what is written, one number or three; random: normal numbers.
        inplace (bool): whether the image itself is written to.
        keys (tuple[str], optional): see ``BaseTransform``.

    Examples:
        >>> import paddle
        >>> from paddle.vision.transforms import RandomErasing
        >>> out = RandomErasing(1.0)(paddle.ones([3, 20, 20]))
        >>> bool((out == 0).any())
        True
    """

    def __init__(
        self,
        prob=0.5,
        scale=(0.02, 0.33),
        ratio=(0.3, 3.3),
        value=0,
        inplace=False,
        keys=None,
    ):
        super().__init__(keys)
        name = "RandomErasing"
        self.prob = _probability(prob, name)
        self.scale, self.ratio = _rising(scale, name, "scale"), _rising(ratio, name, "ratio")
        if scale[0] < 0 or scale[1] > 1:
            raise kinds.wrong(name, "scale", "numbers in [0, 1]", scale)
        if ratio[0] < 0:
            raise kinds.wrong(name, "ratio", "numbers that are not negative", ratio)
        if isinstance(value, str) and value != "random":
            raise kinds.wrong(name, "value", "a number, one or three numbers, or random", value)
        self.value, self.inplace = value, inplace

    def _get_param(self, img, scale, ratio, value):
        width, height = kinds.size_of(img)
        tensor = kinds.is_tensor(img)
        if tensor:
            channels = img.shape[-3]
        else:
            shape = np.shape(img)
            channels = shape[2] if len(shape) == 3 else 1
        logs = np.log(ratio)
        for _ in range(10):
            area = np.random.uniform(*scale) * (height * width)
            aspect = np.exp(np.random.uniform(*logs))
            rows = int(round(np.sqrt(area * aspect)))
            columns = int(round(np.sqrt(area / aspect)))
            if rows >= height or columns >= width:
                continue
            if tensor and value is None:
                v = paddle.normal(shape=[channels, rows, columns]).astype(img.dtype)
            elif tensor:
                v = paddle.to_tensor(value, dtype=img.dtype).reshape([-1, 1, 1])
            elif value is None:
                v = np.random.normal(size=[rows, columns, channels]) * 255
                v = v if len(shape) == 3 else v[..., 0]
            else:
                v = np.array(value)[None, None, :] if len(shape) == 3 else value[0]
            top = np.random.randint(0, height - rows + 1)
            left = np.random.randint(0, width - columns + 1)
            return top, left, rows, columns, v
        return None

    def _apply_image(self, image):
        if random.random() >= self.prob:
            return image
        value = [self.value] if isinstance(self.value, (int, float)) else self.value
        value = None if isinstance(value, str) else value
        if value is not None and len(value) not in (1, 3):
            raise kinds.wrong("RandomErasing", "value", "one or three numbers", value)
        drawn = self._get_param(image, self.scale, self.ratio, value)
        return image if drawn is None else F.erase(image, *drawn, self.inplace)
