"""What all transforms share, and those that leave nothing to chance."""

import numpy as np

from . import functional as F
from . import kinds


class Compose:
    """Several transforms, one after the other.

    Args:
        transforms (list[callable]): in order.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import Compose, Normalize, Transpose
        >>> change = Compose([Transpose(), Normalize([1.0], [2.0])])
        >>> change(np.full((1, 2, 1), 3.0)).tolist()
        [[[1.0, 1.0]]]
    """

    def __init__(self, transforms):
        self.transforms = transforms

    def __call__(self, data):
        for change in self.transforms:
            try:
                data = change(data)
            except Exception as error:
                error.add_note(f"in the transform {change}")
                raise
        return data

    def __repr__(self):
        lines = "".join(f"\n    {change}" for change in self.transforms)
        return f"{type(self).__name__}({lines}\n)"


class BaseTransform:
    """A transform of one image, or of the parts of a tuple.

    A transform writes ``_apply_image``, and for other parts ``_apply_coords``, ``_apply_boxes``, ``_apply_mask``;
    ``_get_params(inputs)`` draws what all of them use, as ``self.params``.

    Args:
        keys (tuple[str], optional): what each part is: image, coords, boxes, mask; parts without a key stay as they
            are. Default image.

    Examples:
        >>> from paddle.vision.transforms import BaseTransform
        >>> class Double(BaseTransform):
        ...     def _apply_image(self, image):
        ...         return image * 2
        >>> Double()(3), Double()((3, "label"))
        (6, (6, 'label'))
    """

    def __init__(self, keys=None):
        if keys is not None and not isinstance(keys, (list, tuple)):
            raise kinds.wrong(type(self).__name__, "keys", "a list of texts", keys)
        self.keys = ("image",) if keys is None else keys
        for key in self.keys:
            if self._get_apply(key) is None:
                raise NotImplementedError(
                    f"(Unimplemented) {type(self).__name__}: argument `keys` is wrong.\n"
                    f"  Expected: image, coords, boxes, mask\n  Received: {key}"
                )
        self.params = None

    def _get_params(self, inputs):
        return None

    def __call__(self, inputs):
        parts = inputs if isinstance(inputs, tuple) else (inputs,)
        self.params = self._get_params(parts)
        done = [self._get_apply(key)(part) for key, part in zip(self.keys, parts, strict=False)]
        done += parts[len(self.keys) :]
        return done[0] if len(done) == 1 else tuple(done)

    def _get_apply(self, key):
        return getattr(self, f"_apply_{key}", None)

    def _missing(self, key):
        raise NotImplementedError(
            f"(Unimplemented) {type(self).__name__}: _apply_{key} is not written"
        )

    def _apply_image(self, image):
        self._missing("image")

    def _apply_boxes(self, boxes):
        self._missing("boxes")

    def _apply_mask(self, mask):
        self._missing("mask")

    def _apply_coords(self, coords):
        self._missing("coords")


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
        return F.to_tensor(image, self.data_format)


class Resize(BaseTransform):
    """``resize`` as an object.

    Args:
        size (int|tuple[int]): (height, width); an int is that of the shorter side, and the sides keep their proportion.
        interpolation (str): as of ``resize``.
        keys (tuple[str], optional): see ``BaseTransform``.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import Resize
        >>> Resize(8)(np.zeros((4, 5, 3), np.uint8)).shape
        (8, 10, 3)
    """

    def __init__(self, size, interpolation="bilinear", keys=None):
        super().__init__(keys)
        self.size, self.interpolation = size, interpolation
        kinds.resized(size, 1, 1)

    def _apply_image(self, image):
        return F.resize(image, self.size, self.interpolation)


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
        return F.normalize(image, self.mean, self.std, self.data_format, self.to_rgb)


class Transpose(BaseTransform):
    """The axes of an image in another order.

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
        if kinds.is_tensor(image):
            return image.transpose(self.order)
        array = np.asarray(image)
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
        self.size = kinds.pair(size, "CenterCrop")

    def _apply_image(self, image):
        return F.center_crop(image, self.size)


class Pad(BaseTransform):
    """``pad`` as an object.

    Args:
        padding (int|tuple[int]): on all sides, left and right and above and below, or left, above, right, below.
        fill (int|tuple[int]): the value of constant pixels.
        padding_mode (str): constant, edge, reflect or symmetric.
        keys (tuple[str], optional): see ``BaseTransform``.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import Pad
        >>> Pad(1)(np.ones((1, 1), np.uint8)).tolist()
        [[0, 0, 0], [0, 1, 0], [0, 0, 0]]
    """

    def __init__(self, padding, fill=0, padding_mode="constant", keys=None):
        super().__init__(keys)
        kinds.sides(padding)
        kinds.check_mode(padding_mode)
        self.padding = tuple(padding) if isinstance(padding, list) else padding
        self.fill = tuple(fill) if isinstance(fill, list) else fill
        self.padding_mode = padding_mode

    def _apply_image(self, image):
        return F.pad(image, self.padding, self.fill, self.padding_mode)


class Grayscale(BaseTransform):
    """``to_grayscale`` as an object.

    Args:
        num_output_channels (int): 1, or 3 that are equal.
        keys (tuple[str], optional): see ``BaseTransform``.

    Examples:
        >>> import numpy as np
        >>> from paddle.vision.transforms import Grayscale
        >>> Grayscale()(np.zeros((4, 5, 3), np.uint8)).shape
        (4, 5, 1)
    """

    def __init__(self, num_output_channels=1, keys=None):
        super().__init__(keys)
        self.num_output_channels = num_output_channels

    def _apply_image(self, image):
        return F.to_grayscale(image, self.num_output_channels)
