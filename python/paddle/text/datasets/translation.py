"""Sentences with translations."""

import collections
import itertools
import tarfile

import numpy as np

from ...io import Dataset
from .local import local_file, mode_of

_START, _END, _UNKNOWN = "<s>", "<e>", "<unk>"


def _pairs(lines):
    for line in lines:
        parts = line.decode().strip().split("\t")
        if len(parts) == 2:
            yield [part.split() for part in parts]


def _reversed(numbers):
    return {v: k for k, v in numbers.items()}


def _require_size(name, size):
    if size <= 0:
        raise ValueError(
            f"(InvalidArgument) text.datasets: wrong `{name}`.\n  Expected: above 0\n  Received: {size}"
        )


class _Translations(Dataset):
    """A sample is (words, translation after "<s>", translation before "<e>")."""

    def _keep(self, pairs, longest=None):
        self.src_ids, self.trg_ids, self.trg_ids_next = [], [], []
        src_unknown, trg_unknown = self.src_dict[_UNKNOWN], self.trg_dict[_UNKNOWN]
        for src, trg in pairs:
            first = [self.src_dict.get(w, src_unknown) for w in (_START, *src, _END)]
            second = [self.trg_dict.get(w, trg_unknown) for w in trg]
            if longest and max(len(first), len(second)) > longest:
                continue
            self.src_ids.append(first)
            self.trg_ids.append([self.trg_dict[_START], *second])
            self.trg_ids_next.append([*second, self.trg_dict[_END]])

    def __getitem__(self, idx):
        return tuple(
            np.array(part[idx]) for part in (self.src_ids, self.trg_ids, self.trg_ids_next)
        )

    def __len__(self):
        return len(self.src_ids)


class WMT14(_Translations):
    """English and French sentences of WMT 2014 of at most 80 words.

    Args:
        data_file (str, optional): wmt14.tgz; by default ``~/.cache/paddle/dataset/wmt14/wmt14.tgz``.
        mode (str): train, test or gen.
        dict_size (int): How many words have numbers.
        download (bool): Accepted; nothing is downloaded.

    Raises:
        FileNotFoundError: The file is missing.

    Examples:
        >>> import paddle
        >>> try:
        ...     paddle.text.WMT14("none.tgz", dict_size=100)
        ... except FileNotFoundError:
        ...     print("no such file")
        no such file
    """

    def __init__(self, data_file=None, mode="train", dict_size=-1, download=True):
        self.mode = mode_of(mode, ("train", "test", "gen"))
        _require_size("dict_size", dict_size)
        self.data_file = local_file(data_file, "wmt14", "wmt14.tgz")
        self.dict_size = dict_size
        with tarfile.open(self.data_file) as archive:
            names = archive.getnames()

            def words(ending):
                (name,) = [n for n in names if n.endswith(ending)]
                lines = itertools.islice(archive.extractfile(name), dict_size)
                return {line.strip().decode(): i for i, line in enumerate(lines)}

            self.src_dict, self.trg_dict = words("src.dict"), words("trg.dict")
            chosen = [n for n in names if n.endswith(f"{self.mode}/{self.mode}")]
            self._keep((p for n in chosen for p in _pairs(archive.extractfile(n))), longest=80)

    def get_dict(self, reverse=False):
        """The numbers of words in both languages; with `reverse` the words of numbers."""
        both = (self.src_dict, self.trg_dict)
        return tuple(map(_reversed, both)) if reverse else both


class WMT16(_Translations):
    """English and German sentences of WMT 2016 (Multi30K).

    Args:
        data_file (str, optional): wmt16.tar.gz; by default ``~/.cache/paddle/dataset/wmt16/wmt16.tar.gz``.
        mode (str): train, test or val.
        src_dict_size (int): How many words of the language have numbers.
        trg_dict_size (int): How many of the other.
        lang (str): en or de: what is translated.
        download (bool): Accepted; nothing is downloaded.

    Raises:
        FileNotFoundError: The file is missing.

    Examples:
        >>> import paddle
        >>> try:
        ...     paddle.text.WMT16("none.tgz", src_dict_size=100, trg_dict_size=100)
        ... except FileNotFoundError:
        ...     print("no such file")
        no such file
    """

    def __init__(
        self,
        data_file=None,
        mode="train",
        src_dict_size=-1,
        trg_dict_size=-1,
        lang="en",
        download=True,
    ):
        self.mode = mode_of(mode, ("train", "test", "val"))
        _require_size("src_dict_size", src_dict_size)
        _require_size("trg_dict_size", trg_dict_size)
        self.data_file = local_file(data_file, "wmt16", "wmt16.tar.gz")
        self.lang = lang
        self.src_dict_size, self.trg_dict_size = src_dict_size, trg_dict_size
        with tarfile.open(self.data_file) as archive:
            column = 0 if lang == "en" else 1
            counts = [collections.Counter(), collections.Counter()]
            for pair in _pairs(archive.extractfile("wmt16/train")):
                for count, words in zip(counts, pair, strict=True):
                    count.update(words)
            self.src_dict = self._frequent(counts[column], src_dict_size)
            self.trg_dict = self._frequent(counts[1 - column], trg_dict_size)
            pairs = _pairs(archive.extractfile(f"wmt16/{self.mode}"))
            self._keep((p[column], p[1 - column]) for p in pairs)

    @staticmethod
    def _frequent(counts, size):
        words = [_START, _END, _UNKNOWN, *(w for w, _ in counts.most_common(max(0, size - 3)))]
        return {w: i for i, w in enumerate(words)}

    def get_dict(self, lang, reverse=False):
        """The numbers of the words of a language; with `reverse` the words of numbers."""
        numbers = self.src_dict if lang == self.lang else self.trg_dict
        return _reversed(numbers) if reverse else numbers
