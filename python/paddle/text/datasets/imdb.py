"""Reviews of films."""

import collections
import re
import string
import tarfile

import numpy as np

from ...io import Dataset
from .local import by_frequency, local_file, mode_of


class Imdb(Dataset):
    """50,000 reviews that praise or blame (Maas et al., 2011). A sample is (words, [0 for praise or 1]).

    Args:
        data_file (str, optional): aclImdb_v1.tar.gz; by default
            ``~/.cache/paddle/dataset/imdb/imdb%2FaclImdb_v1.tar.gz``.
        mode (str): train or test.
        cutoff (int): Words that do not come more often have no number of their own.
        download (bool): Accepted; nothing is downloaded.

    Raises:
        FileNotFoundError: The file is missing.

    Examples:
        >>> import paddle
        >>> try:
        ...     paddle.text.Imdb("none.tar.gz")
        ... except FileNotFoundError:
        ...     print("no such file")
        no such file
    """

    def __init__(self, data_file=None, mode="train", cutoff=150, download=True):
        self.mode = mode_of(mode, ("train", "test"))
        self.data_file = local_file(data_file, "imdb", "imdb%2FaclImdb_v1.tar.gz")
        counts, kept = collections.Counter(), {"pos": [], "neg": []}
        for part, kind, words in self._documents():
            counts.update(words)
            if part == self.mode:
                kept[kind].append(words)
        self.word_idx = by_frequency(counts, cutoff)
        unknown = self.word_idx["<unk>"]
        self.docs = [[self.word_idx.get(w, unknown) for w in d] for d in kept["pos"] + kept["neg"]]
        self.labels = [0] * len(kept["pos"]) + [1] * len(kept["neg"])

    def _documents(self):
        pattern = re.compile(r"aclImdb/(train|test)/(pos|neg)/.*\.txt$")
        with tarfile.open(self.data_file) as archive:
            for member in archive:
                match = pattern.match(member.name)
                if match:
                    text = archive.extractfile(member).read().rstrip(b"\n\r")
                    text = text.translate(None, string.punctuation.encode())
                    yield match[1], match[2], text.lower().split()

    def __getitem__(self, idx):
        return np.array(self.docs[idx]), np.array([self.labels[idx]])

    def __len__(self):
        return len(self.docs)
