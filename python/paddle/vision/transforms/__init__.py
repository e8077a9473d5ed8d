"""Changes of images: PIL images, or arrays [h, w] and [h, w, c]."""

from .transforms import (
    BaseTransform,
    CenterCrop,
    Compose,
    Normalize,
    RandomCrop,
    RandomHorizontalFlip,
    RandomVerticalFlip,
    ToTensor,
    Transpose,
    center_crop,
    crop,
    hflip,
    normalize,
    to_tensor,
    vflip,
)

__all__ = [
    "BaseTransform",
    "CenterCrop",
    "Compose",
    "Normalize",
    "RandomCrop",
    "RandomHorizontalFlip",
    "RandomVerticalFlip",
    "ToTensor",
    "Transpose",
    "center_crop",
    "crop",
    "hflip",
    "normalize",
    "to_tensor",
    "vflip",
]
