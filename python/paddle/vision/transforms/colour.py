"""Random changes of colours. Factors are drawn by `random`, as in PaddlePaddle."""

import random

from ...framework.docs import args_of
from . import functional as F
from . import kinds
from .base import BaseTransform, Compose


def _range(value, function, name, center=1, least=0, most=float("inf")):
    """The bounds of a factor; None where it changes nothing."""
    if isinstance(value, (int, float)):
        if value < 0:
            raise kinds.wrong(function, name, "a number that is not negative", value)
        bounds = [center - value, center + value]
        if least == 0:
            bounds[0] = max(bounds[0], 0)
    elif isinstance(value, (tuple, list)) and len(value) == 2:
        if not least <= value[0] <= value[1] <= most:
            raise kinds.wrong(function, name, f"two rising numbers in [{least}, {most}]", value)
        bounds = value
    else:
        raise kinds.wrong(function, name, "a number or two", value, TypeError)
    return None if bounds[0] == bounds[1] == center else bounds


class _ColourTransform(BaseTransform):
    _NAME = None
    _BOUNDS = {}

    def __init__(self, value, keys=None):
        super().__init__(keys)
        self.value = _range(value, type(self).__name__, "value", **self._BOUNDS)

    def _apply_image(self, image):
        if self.value is None:
            return image
        factor = random.uniform(self.value[0], self.value[1])
        return getattr(F, f"adjust_{self._NAME}")(image, factor)


class BrightnessTransform(_ColourTransform):
    """``adjust_brightness`` with a random factor.

    Args:
        value (float|list[float]): how far it is from 1, or its bounds.
        keys (tuple[str], optional): see ``BaseTransform``.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import BrightnessTransform
        >>> BrightnessTransform([2.0, 2.0])(np.array([[3]], np.uint8)).tolist()
        [[6]]
    """

    _NAME = "brightness"

    def __init__(self, value, keys=None):
        super().__init__(value, keys)


@args_of(BrightnessTransform)
class ContrastTransform(_ColourTransform):
    """``adjust_contrast`` with a random factor.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import ContrastTransform
        >>> ContrastTransform([2.0, 2.0])(np.array([[84]], np.uint8)).tolist()
        [[94]]
    """

    _NAME = "contrast"

    def __init__(self, value, keys=None):
        super().__init__(value, keys)


@args_of(BrightnessTransform)
class SaturationTransform(_ColourTransform):
    """``adjust_saturation`` with a random factor.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import SaturationTransform
        >>> SaturationTransform(0.4)(np.full((2, 2, 3), 7, np.uint8)).shape
        (2, 2, 3)
    """

    _NAME = "saturation"

    def __init__(self, value, keys=None):
        super().__init__(value, keys)


@args_of(BrightnessTransform)
class HueTransform(_ColourTransform):
    """``adjust_hue`` with a random factor.

    Args:
        value (float|list[float]): how far it is from 0, at most 0.5, or its bounds.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import HueTransform
        >>> HueTransform(0.4)(np.full((1, 1, 3), 7, np.uint8)).tolist()
        [[[7, 7, 7]]]
    """

    _NAME = "hue"
    _BOUNDS = {"center": 0, "least": -0.5, "most": 0.5}

    def __init__(self, value, keys=None):
        super().__init__(value, keys)


class ColorJitter(BaseTransform):
    """Random brightness, contrast, saturation and hue, in a random order.

    Args:
        brightness, contrast, saturation (float|list[float]): how far the factor is from 1, or its bounds.
        hue (float|list[float]): how far it is from 0, at most 0.5, or its bounds.
        keys (tuple[str], optional): see ``BaseTransform``.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import ColorJitter
        >>> ColorJitter(0.4, 0.4, 0.4, 0.4)(np.ones((4, 5, 3), np.uint8)).shape
        (4, 5, 3)
    """

    def __init__(self, brightness=0, contrast=0, saturation=0, hue=0, keys=None):
        super().__init__(keys)
        self.brightness, self.contrast = brightness, contrast
        self.saturation, self.hue = saturation, hue

    def _get_param(self, brightness, contrast, saturation, hue):
        values = {
            BrightnessTransform: brightness,
            ContrastTransform: contrast,
            SaturationTransform: saturation,
            HueTransform: hue,
        }
        made = [kind(value, self.keys) for kind, value in values.items() if value is not None]
        random.shuffle(made)
        return Compose(made)

    def _apply_image(self, image):
        change = self._get_param(self.brightness, self.contrast, self.saturation, self.hue)
        return change(image)
