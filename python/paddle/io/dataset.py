"""Datasets: samples by index, or one after another."""

import math
import warnings
from bisect import bisect_right
from itertools import accumulate

from .. import _C


class Dataset:
    """Samples by index: a subclass writes ``__getitem__`` and ``__len__``.

    Examples:
        >>> from paddle.io import Dataset
        >>> class Squares(Dataset):
        ...     def __getitem__(self, index):
        ...         return index * index
        ...
        ...     def __len__(self):
        ...         return 10
        >>> Squares()[3]
        9
    """

    def __init__(self):
        pass

    def __class_getitem__(cls, item):  # Dataset[int] in annotations
        return cls

    def __getitem__(self, idx):
        raise NotImplementedError(
            f"(Unimplemented) {type(self).__name__}: __getitem__ is not written"
        )

    def __len__(self):
        raise NotImplementedError(f"(Unimplemented) {type(self).__name__}: __len__ is not written")


class _NoLength(RuntimeError, TypeError):
    """A RuntimeError to users; a TypeError, so that list(dataset) goes on without a length."""


class IterableDataset(Dataset):
    """Samples one after another: a subclass writes ``__iter__``.

    Examples:
        >>> from paddle.io import IterableDataset
        >>> class Squares(IterableDataset):
        ...     def __iter__(self):
        ...         return (i * i for i in range(3))
        >>> list(Squares())
        [0, 1, 4]
    """

    def __iter__(self):
        raise NotImplementedError(f"(Unimplemented) {type(self).__name__}: __iter__ is not written")

    def __getitem__(self, idx):
        raise RuntimeError(
            f"(PreconditionNotMet) {type(self).__name__}: an IterableDataset has no samples by index"
        )

    def __len__(self):
        raise _NoLength(f"{type(self).__name__}: an IterableDataset has no length")


class TensorDataset(Dataset):
    """Sample i is a tuple of row i of each tensor.

    Args:
        tensors (list[Tensor]): with the same first size.

    Raises:
        ValueError: their first sizes differ.

    Examples:
        >>> import paddle
        >>> data = paddle.io.TensorDataset([paddle.ones([4, 2]), paddle.arange(4)])
        >>> len(data), data[1][0].shape
        (4, paddle.Size([2]))
    """

    def __init__(self, tensors):
        sizes = [tensor.shape[0] for tensor in tensors]
        if len(set(sizes)) != 1:
            raise ValueError(
                "(InvalidArgument) TensorDataset: the tensors' first sizes must be the same, and there must be one.\n"
                f"  Received: {sizes}"
            )
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self):
        return self.tensors[0].shape[0]


def _check_datasets(name, datasets, kind, wanted):
    datasets = list(datasets)
    if not datasets:
        raise ValueError(f"(InvalidArgument) {name}: argument `datasets` is empty")
    for dataset in datasets:
        if isinstance(dataset, IterableDataset) != wanted:
            raise TypeError(
                f"(InvalidType) {name}: a dataset has the wrong kind.\n"
                f"  Expected: {kind}\n  Received: {type(dataset).__name__}"
            )
    return datasets


class ComposeDataset(Dataset):
    """Sample i is all parts of sample i of each dataset, in one tuple.

    Args:
        datasets (list[Dataset]): of one length.

    Examples:
        >>> from paddle.io import ComposeDataset, Subset
        >>> numbers = Subset(range(10), [1, 2, 3])
        >>> ComposeDataset([numbers, numbers])[0]
        (1, 1)
    """

    def __init__(self, datasets):
        self.datasets = _check_datasets("ComposeDataset", datasets, "a Dataset with indices", False)
        lengths = [len(dataset) for dataset in self.datasets]
        if len(set(lengths)) != 1:
            raise ValueError(
                f"(InvalidArgument) ComposeDataset: the lengths differ.\n  Received: {lengths}"
            )

    def __len__(self):
        return len(self.datasets[0])

    def __getitem__(self, idx):
        sample = []
        for dataset in self.datasets:
            part = dataset[idx]
            sample.extend(part if isinstance(part, (list, tuple)) else [part])
        return tuple(sample)


class ChainDataset(IterableDataset):
    """The samples of several iterable datasets, one dataset after another.

    Args:
        datasets (list[IterableDataset]): the datasets.

    Examples:
        >>> from paddle.io import ChainDataset, IterableDataset
        >>> class Count(IterableDataset):
        ...     def __iter__(self):
        ...         return iter(range(2))
        >>> list(ChainDataset([Count(), Count()]))
        [0, 1, 0, 1]
    """

    def __init__(self, datasets):
        self.datasets = _check_datasets("ChainDataset", datasets, "an IterableDataset", True)

    def __iter__(self):
        for dataset in self.datasets:
            yield from dataset


class Subset(Dataset):
    """The samples of a dataset at the given indices.

    Args:
        dataset (Dataset): where they are.
        indices (sequence[int]): which.

    Examples:
        >>> from paddle.io import Subset
        >>> Subset("abcde", [1, 3])[1]
        'd'
    """

    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, idx):
        return self.dataset[self.indices[idx]]

    def __len__(self):
        return len(self.indices)


class ConcatDataset(Dataset):
    """The samples of several datasets under one numbering.

    Args:
        datasets (iterable[Dataset]): the datasets.

    Examples:
        >>> from paddle.io import ConcatDataset
        >>> ConcatDataset(["ab", "cde"])[3]
        'd'
    """

    def __init__(self, datasets):
        self.datasets = _check_datasets("ConcatDataset", datasets, "a Dataset with indices", False)
        self.cumulative_sizes = self.cumsum(self.datasets)

    @staticmethod
    def cumsum(sequence):
        """The lengths, added up."""
        return list(accumulate(len(one) for one in sequence))

    def __len__(self):
        return self.cumulative_sizes[-1]

    def __getitem__(self, idx):
        length = len(self)
        if not -length <= idx < length:
            raise IndexError(f"(OutOfRange) index {idx} is out of range [{-length}, {length})")
        idx %= length
        which = bisect_right(self.cumulative_sizes, idx)
        first = self.cumulative_sizes[which - 1] if which else 0
        return self.datasets[which][idx - first]


def random_split(dataset, lengths, generator=None):
    """Deals the samples of a dataset out at random.

    Args:
        dataset (Dataset): the samples.
        lengths (list[int]|list[float]): how many each part gets, or which
            fraction; these add up to 1.
        generator: accepted; draws come from ``paddle.seed``.

    Returns:
        list[Subset]: the parts.

    Raises:
        ValueError: the lengths do not add up to the dataset's.

    Examples:
        >>> import paddle
        >>> [len(part) for part in paddle.io.random_split(range(10), [3, 7])]
        [3, 7]
    """
    lengths = list(lengths)
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        if any(not 0 <= part <= 1 for part in lengths):
            raise ValueError(
                f"(InvalidArgument) random_split: a fraction is not in [0, 1].\n  Received: {lengths}"
            )
        lengths = [math.floor(len(dataset) * part) for part in lengths]
        for i in range(len(dataset) - sum(lengths)):
            lengths[i % len(lengths)] += 1
        if 0 in lengths:
            warnings.warn(f"random_split: part {lengths.index(0)} is empty", stacklevel=2)
    if sum(lengths) != len(dataset):
        raise ValueError(
            "(InvalidArgument) random_split: the lengths do not add up to the dataset's.\n"
            f"  Expected: {len(dataset)}\n  Received: {' + '.join(map(str, lengths))}"
        )
    order = _C.ops["randperm"](len(dataset)).tolist()
    ends = list(accumulate(lengths))
    return [
        Subset(dataset, order[end - length : end])
        for end, length in zip(ends, lengths, strict=True)
    ]
