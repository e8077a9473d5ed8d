"""Pascal VOC 2012, for segmentation, from its archive."""

import io

import numpy as np

import paddle

from ...io import Dataset
from ...utils import try_import
from . import archives

_URL = "https://dataset.bj.bcebos.com/voc/VOCtrainval_11-May-2012.tar"
_MD5 = "6cd6e144f989b92b3379bac3b3de84fd"
_FOLDER = "VOCdevkit/VOC2012"
_SETS = {"train": "trainval", "test": "train", "valid": "val"}  # as PaddlePaddle


class VOC2012(Dataset):
    """Pictures and which of 20 kinds of things each pixel shows (Everingham et al., 2012).

    A sample is (image, label), two images of the same size.

    Args:
        data_file (str, optional): the archive VOCtrainval_11-May-2012.tar; default the one in
            ``~/.cache/paddle/dataset/voc2012``, which is downloaded where it is not there.
        mode (str): train, valid or test.
        transform (callable, optional): changes each image.
        download (bool): whether the archive may be downloaded.
        backend (str, optional): pil gives PIL images, cv2 arrays; default that of
            ``paddle.vision.get_image_backend()``.

    Raises:
        ValueError: an argument is wrong.
        RuntimeError: the archive can not be downloaded.

    Examples:
        >>> from paddle.vision.datasets import VOC2012
        >>> try:
        ...     VOC2012(mode="neither")
        ... except ValueError:
        ...     print("train, valid or test")
        train, valid or test
    """

    def __init__(self, data_file=None, mode="train", transform=None, download=True, backend=None):
        self.flag = _SETS[archives.checked("VOC2012", "mode", mode, tuple(_SETS))]
        self.backend = archives.backend_of("VOC2012", backend)
        self.transform = transform
        self.data_file = archives.found(
            data_file, _URL, _MD5, "voc2012", download, "VOC2012", "data_file"
        )
        self._archive = archives.Archive(self.data_file)
        names = self._archive.read(f"{_FOLDER}/ImageSets/Segmentation/{self.flag}.txt")
        names = names.decode().split()
        self.data = [f"{_FOLDER}/JPEGImages/{name}.jpg" for name in names]
        self.labels = [f"{_FOLDER}/SegmentationClass/{name}.png" for name in names]
        self.dtype = paddle.get_default_dtype()

    def __getitem__(self, idx):
        names = self.data[idx], self.labels[idx]
        opened = try_import("PIL.Image").open
        image, label = (opened(io.BytesIO(self._archive.read(name))) for name in names)
        if self.backend == "cv2":
            image, label = np.asarray(image), np.asarray(label)
        if self.transform is not None:
            image = self.transform(image)
        if self.backend == "cv2":
            image, label = image.astype(self.dtype), label.astype(self.dtype)
        return image, label

    def __len__(self):
        return len(self.data)
