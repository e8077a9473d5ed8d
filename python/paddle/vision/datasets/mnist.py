"""MNIST and Fashion-MNIST, from gzipped IDX files."""

import gzip
import os

import numpy as np

from ...framework.docs import args_of
from ...io import Dataset
from . import archives


class MNIST(Dataset):
    """28x28 grey pictures of digits, with their classes (LeCun et al., 1998).

    The files are those given, or lie in ``~/.cache/paddle/dataset/mnist``, or are downloaded to it. A sample is
    (image, label), where the label is an int64 array [1].

    Args:
        image_path (str, optional): the file of images, as train-images-idx3-ubyte.gz.
        label_path (str, optional): the file of labels, as train-labels-idx1-ubyte.gz.
        mode (str): train or test.
        transform (callable, optional): changes each image.
        download (bool): whether files may be downloaded.
        backend (str, optional): pil gives PIL images, cv2 float32 arrays [28, 28]; default that of
            ``paddle.vision.get_image_backend()``.

    Raises:
        ValueError: ``mode`` or ``backend`` is wrong, or a file is no IDX file.
        FileNotFoundError: a file is missing.

    Examples:
        >>> from paddle.vision.datasets import MNIST
        >>> try:
        ...     digits = MNIST(image_path="none.gz", label_path="none.gz")
        ... except FileNotFoundError:
        ...     print("no such file")
        no such file
    """

    NAME = "mnist"
    _URL = "https://dataset.bj.bcebos.com/mnist/"
    _MD5 = {
        "t10k-images-idx3-ubyte.gz": "9fb629c4189551a2d022fa330f9573f3",
        "t10k-labels-idx1-ubyte.gz": "ec29112dd5afa0611ce80d1b7f02629c",
        "train-images-idx3-ubyte.gz": "f68b3c2dcbeaaa9fbdd348bbdeb94873",
        "train-labels-idx1-ubyte.gz": "d53e105ee54ea40749a09fcbcd1e9432",
    }
    _FOLDERS = ("~/.cache/paddle/dataset/mnist",)
    _HINT = "put the four .gz files there, or pass image_path and label_path."

    def __init__(
        self,
        image_path=None,
        label_path=None,
        mode="train",
        transform=None,
        download=True,
        backend=None,
    ):
        self.mode = archives.checked(self.NAME, "mode", mode, ("train", "test"))
        self.backend = archives.backend_of(self.NAME, backend)
        self.transform = transform
        prefix = "train" if self.mode == "train" else "t10k"
        self.image_path = image_path or self._find(f"{prefix}-images-idx3-ubyte.gz", download)
        self.label_path = label_path or self._find(f"{prefix}-labels-idx1-ubyte.gz", download)
        self.images = _read_idx(self.image_path, 2051, 16).reshape(-1, 28, 28)
        self.labels = _read_idx(self.label_path, 2049, 8).astype(np.int64)
        if len(self.images) != len(self.labels):
            raise ValueError(
                f"(InvalidArgument) {self.NAME}: {len(self.images)} images but {len(self.labels)} labels"
            )

    def _find(self, name, download):
        for folder in self._FOLDERS:
            path = os.path.join(os.path.expanduser(folder), name)
            if os.path.exists(path):
                return path
        try:
            return archives.found(
                None,
                self._URL + name,
                self._MD5[name],
                self.NAME,
                download,
                self.NAME,
                "image_path",
            )
        except (RuntimeError, ValueError) as error:
            raise FileNotFoundError(
                f"(NotFound) {name} is not in {' or '.join(self._FOLDERS)}, and was not downloaded.\n"
                f"  Hint: {self._HINT}"
            ) from error

    def __getitem__(self, idx):
        image, label = self.images[idx], self.labels[idx : idx + 1]
        if self.backend == "pil":
            from PIL import Image

            image = Image.fromarray(image, mode="L")
        if self.transform is not None:
            image = self.transform(image)
        if self.backend == "cv2":
            image = np.asarray(image, np.float32)
        return image, label

    def __len__(self):
        return len(self.labels)


@args_of(MNIST)
class FashionMNIST(MNIST):
    """28x28 grey pictures of clothes, with their classes (Xiao et al., 2017).

    Looked for in ``/usr/share/datasets/fashion-mnist``, where Debian's package
    dataset-fashion-mnist puts them, and in ``~/.cache/paddle/dataset/fashion-mnist``.

    Examples:
        >>> from paddle.vision.datasets import FashionMNIST
        >>> try:
        ...     FashionMNIST(mode="neither")
        ... except ValueError:
        ...     print("train or test")
        train or test
    """

    NAME = "fashion-mnist"
    _URL = "https://dataset.bj.bcebos.com/fashion_mnist/"
    _MD5 = {
        "t10k-images-idx3-ubyte.gz": "bef4ecab320f06d8554ea6380940ec79",
        "t10k-labels-idx1-ubyte.gz": "bb300cfdad3c16e7a12a480ee83cd310",
        "train-images-idx3-ubyte.gz": "8d4fb7e6c68d591d4c3dfef9ec88bf0d",
        "train-labels-idx1-ubyte.gz": "25c81989df183df01b3e8a0aad5dffbe",
    }
    _FOLDERS = ("/usr/share/datasets/fashion-mnist", "~/.cache/paddle/dataset/fashion-mnist")
    _HINT = "run `apt-get install dataset-fashion-mnist`, or pass image_path and label_path."


def _read_idx(path, magic, header_bytes):
    with gzip.open(path, "rb") as file:
        raw = file.read()
    if int.from_bytes(raw[:4], "big") != magic:
        raise ValueError(f"(InvalidArgument) {path} is not an IDX file of the expected kind")
    return np.frombuffer(raw, np.uint8, offset=header_bytes)
