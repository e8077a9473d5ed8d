"""Flowers-102, from its archive and the two files of labels."""

import os

import numpy as np

import paddle

from ...io import Dataset
from ...utils import try_import
from . import archives

_HOME = "http://paddlemodels.bj.bcebos.com/flowers/"
_FILES = {
    "data_file": ("102flowers.tgz", "52808999861908f626f3c1f4e79d11fa"),
    "label_file": ("imagelabels.mat", "e0620be6f572b9609742df49c70aed4d"),
    "setid_file": ("setid.mat", "a5357ecc9cb78c4bef273ce3793fc85c"),
}
_SETS = {
    "train": "tstid",
    "test": "trnid",
    "valid": "valid",
}  # as PaddlePaddle: the large set trains


class Flowers(Dataset):
    """Pictures of 102 kinds of flowers (Nilsback and Zisserman, 2008).

    A sample is (image, label): the label is an int64 array [1], from 1 on. Files that are not given lie in
    ``~/.cache/paddle/dataset/flowers``, or are downloaded. The archive is unpacked beside itself, once; labels are read
    by SciPy.

    Args:
        data_file (str, optional): the archive 102flowers.tgz.
        label_file (str, optional): the file imagelabels.mat.
        setid_file (str, optional): the file setid.mat.
        mode (str): train, valid or test.
        transform (callable, optional): changes each image.
        download (bool): whether files may be downloaded.
        backend (str, optional): pil gives PIL images, cv2 arrays [h, w, 3]; default that of
            ``paddle.vision.get_image_backend()``.

    Raises:
        ValueError: an argument is wrong.
        RuntimeError: a file can not be downloaded.

    Examples:
        >>> from paddle.vision.datasets import Flowers
        >>> try:
        ...     Flowers(mode="neither")
        ... except ValueError:
        ...     print("train, valid or test")
        train, valid or test
    """

    def __init__(
        self,
        data_file=None,
        label_file=None,
        setid_file=None,
        mode="train",
        transform=None,
        download=True,
        backend=None,
    ):
        flag = _SETS[archives.checked("Flowers", "mode", mode, tuple(_SETS))]
        self.backend = archives.backend_of("Flowers", backend)
        self.transform = transform
        paths = {"data_file": data_file, "label_file": label_file, "setid_file": setid_file}
        for argument, (name, md5) in _FILES.items():
            paths[argument] = archives.found(
                paths[argument], _HOME + name, md5, "flowers", download, "Flowers", argument
            )
        self.data_path = archives.unpacked(paths["data_file"], "jpg")
        read = try_import("scipy.io").loadmat
        self.labels = read(paths["label_file"])["labels"][0]
        self.indexes = read(paths["setid_file"])[flag][0]

    def __getitem__(self, idx):
        index = self.indexes[idx]
        label = np.array([self.labels[index - 1]], np.int64)
        path = os.path.join(self.data_path, f"jpg/image_{index:05}.jpg")
        image = try_import("PIL.Image").open(path)
        if self.backend == "cv2":
            image = np.asarray(image)
        if self.transform is not None:
            image = self.transform(image)
        if self.backend == "cv2":
            image = image.astype(paddle.get_default_dtype())
        return image, label

    def __len__(self):
        return len(self.indexes)
