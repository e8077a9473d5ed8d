"""Sentences of the Penn Treebank."""

import collections
import tarfile

import numpy as np

from ...io import Dataset
from .local import by_frequency, local_file, mode_of


class Imikolov(Dataset):
    """Sentences for language models (Mikolov's simple examples). A sample is the words of a window, or (words, words
    that follow them).

    Args:
        data_file (str, optional): simple-examples.tgz; by default
            ``~/.cache/paddle/dataset/imikolov/imikolov%2Fsimple-examples.tgz``.
        data_type (str): NGRAM: windows; SEQ: sentences.
        window_size (int): Words of a window; the longest sentence for SEQ, where it is above 0.
        mode (str): train or test.
        min_word_freq (int): Words that do not come more often have no number of their own.
        download (bool): Accepted; nothing is downloaded.

    Raises:
        FileNotFoundError: The file is missing.

    Examples:
        >>> import paddle
        >>> try:
        ...     paddle.text.Imikolov("none.tgz", window_size=5)
        ... except FileNotFoundError:
        ...     print("no such file")
        no such file
    """

    def __init__(
        self,
        data_file=None,
        data_type="NGRAM",
        window_size=-1,
        mode="train",
        min_word_freq=50,
        download=True,
    ):
        self.data_type = data_type.upper()
        if self.data_type not in ("NGRAM", "SEQ") or (
            self.data_type == "NGRAM" and window_size < 1
        ):
            raise ValueError(
                "(InvalidArgument) Imikolov: wrong `data_type` or `window_size`.\n"
                f"  Expected: NGRAM with a window, or SEQ\n  Received: {data_type!r}, {window_size}"
            )
        self.mode = mode_of(mode, ("train", "test"))
        self.window_size, self.min_word_freq = window_size, min_word_freq
        self.data_file = local_file(data_file, "imikolov", "imikolov%2Fsimple-examples.tgz")
        counts = self.word_count(self._lines("valid"), self.word_count(self._lines("train")))
        counts.pop("<unk>", None)
        self.word_idx = by_frequency(counts, min_word_freq)
        self.data = [sample for line in self._lines(self.mode) for sample in self._samples(line)]

    def _lines(self, part):
        with tarfile.open(self.data_file) as archive:
            yield from archive.extractfile(f"./simple-examples/data/ptb.{part}.txt")

    def word_count(self, f, word_freq=None):
        """How often words come in lines; "<s>" and "<e>" once in each."""
        word_freq = collections.defaultdict(int) if word_freq is None else word_freq
        for line in f:
            for word in (*line.strip().split(), "<s>", "<e>"):
                word_freq[word.decode() if isinstance(word, bytes) else word] += 1
        return word_freq

    def _numbers(self, words):
        unknown = self.word_idx["<unk>"]
        return [self.word_idx.get(w, unknown) for w in words]

    def _samples(self, line):
        words, n = line.decode().split(), self.window_size
        if self.data_type == "NGRAM":
            numbers = self._numbers(["<s>", *words, "<e>"])
            return [tuple(numbers[i - n : i]) for i in range(n, len(numbers) + 1)]
        if 0 < n < len(words) + 1:
            return []
        return [(self._numbers(["<s>", *words]), self._numbers([*words, "<e>"]))]

    def __getitem__(self, idx):
        return tuple(np.array(d) for d in self.data[idx])

    def __len__(self):
        return len(self.data)
