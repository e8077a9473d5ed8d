"""From a dataset to batches, here or in a worker."""

from itertools import islice, repeat

from .collate import default_collate_fn, default_convert_fn
from .dataset import TensorDataset


class _NoLength(ValueError, TypeError):
    """A ValueError to users; a TypeError, so that list(loader) goes on without a length."""


def length(iterable, dataset, batch_sampler):
    """How many batches there are; samples, where there is no sampler."""
    if iterable:
        raise _NoLength("DataLoader: the length of an IterableDataset is not known")
    return len(dataset if batch_sampler is None else batch_sampler)


def wanted(iterable, dataset, batch_sampler):
    """What each batch is asked for by: its indices, an index, or nothing."""
    if iterable:
        return repeat(None)
    return iter(range(len(dataset)) if batch_sampler is None else batch_sampler)


def by_index(dataset, collate_fn):
    """A function from the indices of a batch to the batch."""
    if type(dataset) is TensorDataset and collate_fn is None:  # rows, all at once
        return lambda indices: [tensor[list(indices)] for tensor in dataset.tensors]
    collate = collate_fn or default_collate_fn
    return lambda indices: collate([dataset[i] for i in indices])


def one_by_one(dataset, collate_fn):
    """The same from one index, without batches."""
    convert = collate_fn or default_convert_fn
    return lambda index: convert(dataset[index])


def in_order(dataset, collate_fn, batch_size, drop_last):
    """The batches of an iterable dataset; its samples where `batch_size` is None."""
    if batch_size is None:
        yield from map(collate_fn or default_convert_fn, dataset)
        return
    collate = collate_fn or default_collate_fn
    samples = iter(dataset)
    while True:
        batch = list(islice(samples, batch_size))
        if not batch or (drop_last and len(batch) < batch_size):
            return
        yield collate(batch)
