"""Samplers: in which order samples are taken, and how they form batches."""

import math
import os
from collections.abc import Iterable

import numpy as np

from .. import _C
from .dataset import IterableDataset


class Sampler:
    """The base of samplers: a subclass writes ``__iter__``, which gives indices.

    Args:
        data_source (Dataset, optional): what the indices are of.

    Examples:
        >>> from paddle.io import Sampler
        >>> class Backwards(Sampler):
        ...     def __iter__(self):
        ...         return iter(range(len(self.data_source) - 1, -1, -1))
        >>> list(Backwards(range(3)))
        [2, 1, 0]
    """

    def __init__(self, data_source=None):
        self.data_source = data_source

    def __class_getitem__(cls, item):  # Sampler[int] in annotations
        return cls

    def __iter__(self):
        raise NotImplementedError(f"(Unimplemented) {type(self).__name__}: __iter__ is not written")


class SequenceSampler(Sampler):
    """0, 1, 2, ...

    Args:
        data_source (Dataset): with a length.

    Examples:
        >>> from paddle.io import SequenceSampler
        >>> list(SequenceSampler(range(3)))
        [0, 1, 2]
    """

    def __init__(self, data_source):
        self.data_source = data_source

    def __iter__(self):
        return iter(range(len(self.data_source)))

    def __len__(self):
        return len(self.data_source)


class RandomSampler(Sampler):
    """Indices in random order, drawn by ``numpy.random``.

    Args:
        data_source (Dataset): with a length.
        replacement (bool): an index may come more than once.
        num_samples (int, optional): how many, by default all.
        generator (iterator, optional): gives the indices instead.

    Raises:
        ValueError: ``num_samples`` is not positive, or too many without replacement.

    Examples:
        >>> from paddle.io import RandomSampler
        >>> sorted(RandomSampler(range(3)))
        [0, 1, 2]
    """

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        if not isinstance(replacement, bool):
            raise TypeError(
                f"(InvalidType) RandomSampler: replacement must be a bool, not {type(replacement).__name__}"
            )
        self.data_source, self.replacement = data_source, replacement
        self._num_samples, self.generator = num_samples, generator
        count = self.num_samples
        if not isinstance(count, int) or count <= 0:
            raise ValueError(
                f"(InvalidArgument) RandomSampler: num_samples must be a positive int, received {count}"
            )
        if not replacement and count > len(data_source):
            raise ValueError(
                "(InvalidArgument) RandomSampler: without replacement there are not so many samples.\n"
                f"  Expected: at most {len(data_source)}\n  Received: num_samples = {count}"
            )

    @property
    def num_samples(self):
        """How many indices it gives."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self):
        if self.generator:
            for _, index in zip(range(self.num_samples), self.generator, strict=False):
                yield index
            return
        n = len(self.data_source)
        yield from np.random.choice(n, self.num_samples, replace=self.replacement).tolist()

    def __len__(self):
        return self.num_samples


class SubsetRandomSampler(Sampler):
    """The given indices in random order.

    Args:
        indices (sequence[int]): which.

    Examples:
        >>> from paddle.io import SubsetRandomSampler
        >>> sorted(SubsetRandomSampler([5, 7]))
        [5, 7]
    """

    def __init__(self, indices):
        if len(indices) == 0:
            raise ValueError("(InvalidArgument) SubsetRandomSampler: argument `indices` is empty")
        self.indices = indices

    def __iter__(self):
        for i in _C.ops["randperm"](len(self.indices)).tolist():
            yield self.indices[i]

    def __len__(self):
        return len(self.indices)


class WeightedRandomSampler(Sampler):
    """Indices drawn with the probabilities of their weights, by ``numpy.random``.

    Args:
        weights (list|numpy.ndarray|Tensor): of each index; 2-D draws for each row.
        num_samples (int): how many.
        replacement (bool): an index may come more than once, default True.

    Raises:
        ValueError: an argument is wrong, or a weight is negative or no number.

    Examples:
        >>> from paddle.io import WeightedRandomSampler
        >>> list(WeightedRandomSampler([0.0, 1.0], 3))
        [1, 1, 1]
    """

    def __init__(self, weights, num_samples, replacement=True):
        if not isinstance(num_samples, int) or num_samples <= 0:
            raise ValueError(
                f"(InvalidArgument) WeightedRandomSampler: num_samples must be a positive int, received {num_samples}"
            )
        if not isinstance(replacement, bool):
            raise ValueError("(InvalidArgument) WeightedRandomSampler: replacement must be a bool")
        self.weights, self.num_samples, self.replacement = weights, num_samples, replacement

    def _rows(self):
        weights = self.weights
        weights = weights.numpy() if isinstance(weights, _C.Tensor) else np.asarray(weights)
        if not 1 <= weights.ndim <= 2:
            raise ValueError(
                "(InvalidArgument) WeightedRandomSampler: weights must be 1-D or 2-D.\n"
                f"  Received: shape {list(weights.shape)}"
            )
        weights = weights.reshape(-1, weights.shape[-1]).astype(np.float64)
        if not (np.isfinite(weights).all() and (weights >= 0).all()):
            raise ValueError(
                "(InvalidArgument) WeightedRandomSampler: a weight is negative or not finite"
            )
        positive = (weights > 0).sum(axis=1)
        if (positive < (1 if self.replacement else self.num_samples)).any():
            raise ValueError(
                "(InvalidArgument) WeightedRandomSampler: too few weights are positive"
            )
        return weights / weights.sum(axis=1, keepdims=True)

    def __iter__(self):
        for row in self._rows():
            yield from np.random.choice(len(row), self.num_samples, self.replacement, row).tolist()

    def __len__(self):
        shape = (
            np.shape(self.weights)
            if not isinstance(self.weights, _C.Tensor)
            else self.weights.shape
        )
        return self.num_samples * math.prod(shape[:-1])


def _check_batching(name, batch_size, shuffle, drop_last):
    if not isinstance(batch_size, int) or batch_size <= 0:
        raise ValueError(
            f"(InvalidArgument) {name}: batch_size must be a positive int, received {batch_size}"
        )
    for key, value in (("shuffle", shuffle), ("drop_last", drop_last)):
        if not isinstance(value, bool):
            raise TypeError(
                f"(InvalidType) {name}: {key} must be a bool, not {type(value).__name__}"
            )


def _batches(indices, size, drop_last):
    batch = []
    for index in indices:
        batch.append(index)
        if len(batch) == size:
            yield batch
            batch = []
    if batch and not drop_last:
        yield batch


class BatchSampler(Sampler):
    """Lists of indices, each a batch.

    Args:
        dataset (Dataset, optional): the samples, or give a ``sampler``.
        sampler (Sampler|iterable, optional): gives the indices.
        shuffle (bool): random order.
        batch_size (int): default 1.
        drop_last (bool): leaves out a last batch that is smaller.

    Raises:
        ValueError, TypeError: the arguments do not go together.

    Examples:
        >>> from paddle.io import BatchSampler
        >>> list(BatchSampler(range(5), batch_size=2))
        [[0, 1], [2, 3], [4]]
    """

    def __init__(self, dataset=None, sampler=None, shuffle=False, batch_size=1, drop_last=False):
        _check_batching("BatchSampler", batch_size, shuffle, drop_last)
        if (dataset is None) == (sampler is None):
            raise ValueError("(InvalidArgument) BatchSampler: give either `dataset` or `sampler`")
        if dataset is None:
            if not isinstance(sampler, (Sampler, Iterable)):
                raise TypeError(
                    f"(InvalidType) BatchSampler: sampler must be a Sampler, not {type(sampler).__name__}"
                )
            if shuffle:
                raise ValueError(
                    "(InvalidArgument) BatchSampler: shuffle can not be given with a sampler"
                )
            self.sampler = sampler
        else:
            if isinstance(dataset, IterableDataset):
                raise TypeError(
                    "(InvalidType) BatchSampler: an IterableDataset has no samples by index"
                )
            self.sampler = RandomSampler(dataset) if shuffle else SequenceSampler(dataset)
        self.batch_size, self.shuffle, self.drop_last = batch_size, shuffle, drop_last
        self._acc_steps = 1

    def __iter__(self):
        return _batches(self.sampler, self.batch_size * self._acc_steps, self.drop_last)

    def __len__(self):
        return _count(len(self.sampler), self.batch_size * self._acc_steps, self.drop_last)


def _count(samples, size, drop_last):
    return samples // size if drop_last else -(-samples // size)


class DistributedBatchSampler(BatchSampler):
    """The batches of one of several processes, which share the samples out.

    Every process gets as many; the first samples come again where they do not
    go up.

    Args:
        dataset (Dataset): the samples.
        batch_size (int): of one process.
        num_replicas (int, optional): processes, by default of the launch.
        rank (int, optional): which this is, by default of the launch.
        shuffle (bool): random order, which follows from the epoch.
        drop_last (bool): leaves out a last batch that is smaller.

    Examples:
        >>> from paddle.io import DistributedBatchSampler
        >>> list(DistributedBatchSampler(range(4), 1, num_replicas=2, rank=1))
        [[1], [3]]
    """

    def __init__(
        self, dataset, batch_size, num_replicas=None, rank=None, shuffle=False, drop_last=False
    ):
        name = "DistributedBatchSampler"
        _check_batching(name, batch_size, shuffle, drop_last)
        if num_replicas is None:
            num_replicas = int(os.environ.get("PADDLE_TRAINERS_NUM", "1"))
        if rank is None:
            rank = int(os.environ.get("PADDLE_TRAINER_ID", "0"))
        if not isinstance(num_replicas, int) or num_replicas <= 0:
            raise ValueError(
                f"(InvalidArgument) {name}: num_replicas must be positive, received {num_replicas}"
            )
        if not isinstance(rank, int) or not 0 <= rank < num_replicas:
            raise ValueError(
                f"(InvalidArgument) {name}: rank must be in [0, {num_replicas}), received {rank}"
            )
        self.dataset, self.batch_size, self.shuffle = dataset, batch_size, shuffle
        self.nranks, self.local_rank, self.drop_last = num_replicas, rank, drop_last
        self.epoch = 0
        self.num_samples = math.ceil(len(dataset) / num_replicas)
        self.total_size = self.num_samples * num_replicas
        self._acc_steps = 1

    def _own(self, indices):
        """The part of this process: every nranks-th batch, and its share of the rest."""
        size, ranks, rank = self.batch_size, self.nranks, self.local_rank
        rest = self.total_size % (size * ranks)
        whole = self.total_size - rest
        own = []
        for first in range(rank * size, whole, size * ranks):
            own.extend(indices[first : first + size])
        share = rest // ranks
        return own + indices[whole + rank * share : whole + (rank + 1) * share]

    def __iter__(self):
        indices = list(range(len(self.dataset)))
        if indices:
            repeats = math.ceil(self.total_size / len(indices))
            indices = (indices * repeats)[: self.total_size]
        if self.shuffle:
            np.random.RandomState(self.epoch).shuffle(indices)
            self.epoch += 1
        return _batches(self._own(indices), self.batch_size * self._acc_steps, self.drop_last)

    def __len__(self):
        return _count(self.num_samples, self.batch_size * self._acc_steps, self.drop_last)

    def set_epoch(self, epoch):
        """Sets the number that the order of the next pass follows from."""
        self.epoch = epoch
