"""CIFAR-10 and CIFAR-100, from the archives for Python."""

import io
import tarfile

import numpy as np

import paddle

from ...framework.docs import args_of
from ...io import Dataset
from . import archives

_HOME = "https://dataset.bj.bcebos.com/cifar/"


class Cifar10(Dataset):
    """32x32 pictures of 10 kinds of things (Krizhevsky, 2009).

    A sample is (image, label): the label is an int64 number.

    Args:
        data_file (str, optional): the archive cifar-10-python.tar.gz; default the one in
            ``~/.cache/paddle/dataset/cifar``, which is downloaded where it is not there.
        mode (str): train or test.
        transform (callable, optional): changes each image.
        download (bool): whether the archive may be downloaded.
        backend (str, optional): pil gives PIL images, cv2 arrays [32, 32, 3]; default that of
            ``paddle.vision.get_image_backend()``.

    Raises:
        ValueError: an argument is wrong, or the file holds something else.
        RuntimeError: the archive can not be downloaded.

    Examples:
        >>> from paddle.vision.datasets import Cifar10
        >>> try:
        ...     Cifar10(data_file="none.tar.gz")
        ... except FileNotFoundError:
        ...     print("no such file")
        no such file
    """

    _URL = _HOME + "cifar-10-python.tar.gz"
    _MD5 = "c58f30108f718f92721af3b95e74349a"
    _FILES = {"train": "data_batch", "test": "test_batch"}

    def __init__(self, data_file=None, mode="train", transform=None, download=True, backend=None):
        name = type(self).__name__
        self.mode = archives.checked(name, "mode", mode, ("train", "test"))
        self.backend = archives.backend_of(name, backend)
        self.transform = transform
        self.data_file = archives.found(
            data_file, self._URL, self._MD5, "cifar", download, name, "data_file"
        )
        self.data = self._load()
        self.dtype = paddle.get_default_dtype()

    def _load(self):
        wanted, samples = self._FILES[self.mode], []
        with tarfile.open(self.data_file) as archive:
            members = [m for m in archive if m.isfile() and wanted in m.name.rsplit("/", 1)[-1]]
            for member in sorted(members, key=lambda m: m.name):
                batch = archives.load_arrays(io.BytesIO(archive.extractfile(member).read()))
                labels = batch.get(b"labels", batch.get(b"fine_labels"))
                samples += zip(batch[b"data"], labels, strict=True)
        return samples

    def __getitem__(self, idx):
        image, label = self.data[idx]
        image = np.asarray(image).reshape(3, 32, 32).transpose(1, 2, 0)
        if self.backend == "pil":
            from PIL import Image

            image = Image.fromarray(np.ascontiguousarray(image, np.uint8))
        if self.transform is not None:
            image = self.transform(image)
        if self.backend == "cv2":
            image = image.astype(self.dtype)
        return image, np.array(label, np.int64)

    def __len__(self):
        return len(self.data)


@args_of(Cifar10)
class Cifar100(Cifar10):
    """32x32 pictures of 100 kinds of things (Krizhevsky, 2009); see ``Cifar10``.

    Args:
        data_file (str, optional): the archive cifar-100-python.tar.gz; default the one in
            ``~/.cache/paddle/dataset/cifar``, which is downloaded where it is not there.

    Examples:
        >>> from paddle.vision.datasets import Cifar100
        >>> try:
        ...     Cifar100(data_file="none.tar.gz")
        ... except FileNotFoundError:
        ...     print("no such file")
        no such file
    """

    _URL = _HOME + "cifar-100-python.tar.gz"
    _MD5 = "eb9058c3a382ffc7106e4002c42a8d85"
    _FILES = {"train": "train", "test": "test"}

    def __init__(self, data_file=None, mode="train", transform=None, download=True, backend=None):
        super().__init__(data_file, mode, transform, download, backend)
