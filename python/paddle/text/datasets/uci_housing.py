"""Prices of houses in Boston."""

import numpy as np

from ...framework.state import get_default_dtype
from ...io import Dataset
from .local import local_file, mode_of


class UCIHousing(Dataset):
    """506 houses with 13 numbers and a price each; four fifths are for training. A sample is (numbers, price).

    Args:
        data_file (str, optional): housing.data; by default ``~/.cache/paddle/dataset/uci_housing/housing.data``.
        mode (str): train or test.
        download (bool): Accepted; nothing is downloaded.

    Raises:
        FileNotFoundError: The file is missing.

    Examples:
        >>> import paddle
        >>> try:
        ...     paddle.text.UCIHousing("none.data")
        ... except FileNotFoundError:
        ...     print("no such file")
        no such file
    """

    def __init__(self, data_file=None, mode="train", download=True):
        self.mode = mode_of(mode, ("train", "test"))
        self.data_file = local_file(data_file, "uci_housing", "housing.data")
        self.dtype = get_default_dtype()
        data = np.fromfile(self.data_file, sep=" ").reshape(-1, 14)
        numbers = data[:, :-1]
        numbers[:] = (numbers - numbers.mean(0)) / (numbers.max(0) - numbers.min(0))
        at = int(len(data) * 0.8)
        self.data = data[:at] if self.mode == "train" else data[at:]

    def __getitem__(self, idx):
        row = self.data[idx].astype(self.dtype)
        return row[:-1], row[-1:]

    def __len__(self):
        return len(self.data)
