"""From what ``Model.fit`` is given to batches."""


def loader_of(data, batch_size, num_workers, shuffle=False, drop_last=False):
    """A DataLoader of a data set; anything else as it is."""
    from ..io import DataLoader, Dataset, DistributedBatchSampler, IterableDataset

    if not isinstance(data, Dataset):
        return data
    if isinstance(data, IterableDataset):
        return DataLoader(data, batch_size=batch_size, drop_last=drop_last, num_workers=num_workers)
    sampler = DistributedBatchSampler(data, batch_size, shuffle=shuffle, drop_last=drop_last)
    return DataLoader(data, batch_sampler=sampler, num_workers=num_workers)


def length_of(loader):
    """The number of batches, or None."""
    try:
        return len(loader)
    except Exception:  # as iterators, and loaders of iterable data sets
        return None


def checked_iters(num_iters):
    """``num_iters``, where it is positive or None."""
    if num_iters is not None and num_iters <= 0:
        raise ValueError(f"num_iters must be greater than 0, received {num_iters}")
    return num_iters
