"""MNIST and Fashion-MNIST, from gzipped IDX files."""

import gzip
import os

import numpy as np

from ...framework.docs import args_of
from ...io import Dataset


class MNIST(Dataset):
    """28x28 grey pictures of digits, with their classes (LeCun et al., 1998).

    Nothing is downloaded: the files are those given, or lie in
    ``~/.cache/paddle/dataset/mnist``. A sample is (image, label), where the label
    is an int64 array [1].

    Args:
        image_path (str, optional): the file of images, as train-images-idx3-ubyte.gz.
        label_path (str, optional): the file of labels, as train-labels-idx1-ubyte.gz.
        mode (str): train or test.
        transform (callable, optional): changes each image.
        download (bool): accepted.
        backend (str): pil (the default) gives PIL images, cv2 float32 arrays [28, 28].

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
        mode, backend = mode.lower(), backend or "pil"
        if mode not in ("train", "test"):
            raise ValueError(
                f"(InvalidArgument) {self.NAME}: mode must be train or test, received {mode}"
            )
        if backend not in ("pil", "cv2"):
            raise ValueError(
                f"(InvalidArgument) {self.NAME}: backend must be pil or cv2, received {backend}"
            )
        self.mode, self.transform, self.backend = mode, transform, backend
        prefix = "train" if mode == "train" else "t10k"
        self.image_path = image_path or self._find(f"{prefix}-images-idx3-ubyte.gz")
        self.label_path = label_path or self._find(f"{prefix}-labels-idx1-ubyte.gz")
        self.images = _read_idx(self.image_path, 2051, 16).reshape(-1, 28, 28)
        self.labels = _read_idx(self.label_path, 2049, 8).astype(np.int64)
        if len(self.images) != len(self.labels):
            raise ValueError(
                f"(InvalidArgument) {self.NAME}: {len(self.images)} images but {len(self.labels)} labels"
            )

    def _find(self, name):
        for folder in self._FOLDERS:
            path = os.path.join(os.path.expanduser(folder), name)
            if os.path.exists(path):
                return path
        raise FileNotFoundError(
            f"(NotFound) {name} is not in {' or '.join(self._FOLDERS)}.\n  Hint: {self._HINT}"
        )

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
    _FOLDERS = ("/usr/share/datasets/fashion-mnist", "~/.cache/paddle/dataset/fashion-mnist")
    _HINT = "run `apt-get install dataset-fashion-mnist`, or pass image_path and label_path."


def _read_idx(path, magic, header_bytes):
    with gzip.open(path, "rb") as file:
        raw = file.read()
    if int.from_bytes(raw[:4], "big") != magic:
        raise ValueError(f"(InvalidArgument) {path} is not an IDX file of the expected kind")
    return np.frombuffer(raw, np.uint8, offset=header_bytes)
