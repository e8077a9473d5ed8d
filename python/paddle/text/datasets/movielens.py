"""Ratings of films by their viewers."""

import re
import zipfile

import numpy as np

from ...io import Dataset
from .local import local_file, mode_of

_AGES = (1, 18, 25, 35, 45, 50, 56)


class Movielens(Dataset):
    """A million ratings (Harper and Konstan, 2015). A sample is (user, gender, age, job, film, its kinds, words of its
    title, rating in [-3, 5]).

    Args:
        data_file (str, optional): ml-1m.zip; by default ``~/.cache/paddle/dataset/sentiment/movielens%2Fml-1m.zip``.
        mode (str): train or test.
        test_ratio (float): The part that is for tests.
        rand_seed (int): Of the choice.
        download (bool): Accepted; nothing is downloaded.

    Raises:
        FileNotFoundError: The file is missing.

    Examples:
        >>> import paddle
        >>> try:
        ...     paddle.text.Movielens("none.zip")
        ... except FileNotFoundError:
        ...     print("no such file")
        no such file
    """

    def __init__(self, data_file=None, mode="train", test_ratio=0.1, rand_seed=0, download=True):
        self.mode = mode_of(mode, ("train", "test"))
        self.data_file = local_file(data_file, "sentiment", "movielens%2Fml-1m.zip")
        self.test_ratio, self.rand_seed = test_ratio, rand_seed
        films = [(int(i), re.sub(r"\(\d+\)$", "", title), kinds.split("|"))
                 for i, title, kinds in self._rows("movies")]  # fmt: skip
        self.movie_title_dict = self._numbers(w.lower() for _, t, _ in films for w in t.split())
        self.categories_dict = self._numbers(c for _, _, kinds in films for c in kinds)
        self.movie_info = {i: self._film(i, title, kinds) for i, title, kinds in films}
        self.user_info = {
            int(i): [[int(i)], [0 if gender == "M" else 1], [_AGES.index(int(age))], [int(job)]]
            for i, gender, age, job, _ in self._rows("users")
        }
        random = np.random.RandomState(rand_seed)
        test = self.mode == "test"
        self.data = [
            [*self.user_info[int(user)], *self.movie_info[int(film)], [float(rating) * 2 - 5.0]]
            for user, film, rating, _ in self._rows("ratings")
            if (random.random_sample() < test_ratio) == test
        ]

    def _rows(self, name):
        with zipfile.ZipFile(self.data_file) as package, package.open(f"ml-1m/{name}.dat") as file:
            for line in file:
                yield line.decode("latin").strip().split("::")

    @staticmethod
    def _numbers(words):
        return {w: i for i, w in enumerate(dict.fromkeys(words))}

    def _film(self, number, title, kinds):
        words = [self.movie_title_dict[w.lower()] for w in title.split()]
        return [[number], [self.categories_dict[c] for c in kinds], words]

    def __getitem__(self, idx):
        return tuple(np.array(d) for d in self.data[idx])

    def __len__(self):
        return len(self.data)
