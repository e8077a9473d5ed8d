"""DataLoader: batches of a dataset as tensors."""

from itertools import islice

from .collate import default_collate_fn, default_convert_fn, to_tensors
from .dataset import IterableDataset, TensorDataset
from .sampler import BatchSampler
from .worker import prefetched


class _NoLength(ValueError, TypeError):
    """A ValueError to users; a TypeError, so that list(loader) goes on without a length."""


class DataLoader:
    """Iterates over the batches of a dataset, as lists of tensors.

    Args:
        dataset (Dataset|IterableDataset): the samples.
        feed_list, places, return_list: accepted.
        batch_sampler (BatchSampler, optional): gives the indices of each batch;
            then batch_size, shuffle and drop_last stay unset.
        batch_size (int|None): default 1; None gives samples, not batches.
        shuffle (bool): random order.
        drop_last (bool): leaves out a last batch that is smaller.
        collate_fn (callable, optional): from a list of samples to a batch; by
            default ``paddle.io.default_collate_fn``. Its arrays become tensors.
        num_workers (int): above 0, batches are made ahead, in a thread of this
            process; worker processes are not part of this version.
        prefetch_factor (int): how many batches ahead, for each worker.
        timeout (int): seconds to wait for a batch; 0 waits without end.
        worker_init_fn (callable, optional): called with 0 in that thread.
        use_buffer_reader, use_shared_memory, persistent_workers: accepted.
        reader_buffer_size (int): accepted.

    Raises:
        ValueError, TypeError: the arguments do not go together.

    Examples:
        >>> import paddle
        >>> data = paddle.io.TensorDataset([paddle.ones([5, 2]), paddle.arange(5)])
        >>> for x, y in paddle.io.DataLoader(data, batch_size=2):
        ...     print(x.shape, y.tolist())
        paddle.Size([2, 2]) [0, 1]
        paddle.Size([2, 2]) [2, 3]
        paddle.Size([1, 2]) [4]
    """

    def __init__(
        self,
        dataset,
        feed_list=None,
        places=None,
        return_list=True,
        batch_sampler=None,
        batch_size=1,
        shuffle=False,
        drop_last=False,
        collate_fn=None,
        num_workers=0,
        use_buffer_reader=True,
        reader_buffer_size=2,
        prefetch_factor=2,
        use_shared_memory=True,
        timeout=0,
        worker_init_fn=None,
        persistent_workers=False,
    ):
        for name, value, least in (
            ("num_workers", num_workers, 0),
            ("prefetch_factor", prefetch_factor, 1),
            ("timeout", timeout, 0),
        ):
            if value < least:
                raise ValueError(
                    f"(InvalidArgument) DataLoader: {name} must be at least {least}, received {value}"
                )
        iterable = isinstance(dataset, IterableDataset)
        if iterable and shuffle:
            raise ValueError("(InvalidArgument) DataLoader: an IterableDataset can not be shuffled")
        if iterable and batch_sampler is not None:
            raise ValueError(
                "(InvalidArgument) DataLoader: an IterableDataset takes no batch_sampler"
            )
        if batch_sampler is not None and (batch_size != 1 or shuffle or drop_last):
            raise ValueError(
                "(InvalidArgument) DataLoader: batch_size, shuffle and drop_last can not be given with batch_sampler"
            )
        self.dataset, self.collate_fn = dataset, collate_fn
        self.feed_list, self.places, self.return_list = feed_list, places, return_list
        self.num_workers, self.prefetch_factor, self.timeout = num_workers, prefetch_factor, timeout
        self.use_buffer_reader, self.use_shared_memory = use_buffer_reader, use_shared_memory
        self.worker_init_fn, self.drop_last = worker_init_fn, drop_last
        self._iterable = iterable
        self.batch_size = None if batch_sampler is not None else batch_size
        self.batch_sampler = batch_sampler
        if batch_sampler is None and batch_size is not None and not iterable:
            self.batch_sampler = BatchSampler(
                dataset, shuffle=shuffle, batch_size=batch_size, drop_last=drop_last
            )
        elif iterable and batch_size is not None and batch_size <= 0:
            raise ValueError(
                f"(InvalidArgument) DataLoader: batch_size must be positive, received {batch_size}"
            )

    def __len__(self):
        if self._iterable:
            raise _NoLength("DataLoader: the length of an IterableDataset is not known")
        return len(self.dataset if self.batch_sampler is None else self.batch_sampler)

    def __iter__(self):
        batches = self._batches()
        if self.num_workers == 0:
            return batches
        ahead = self.num_workers * self.prefetch_factor
        return prefetched(batches, self.dataset, ahead, self.timeout, self.worker_init_fn)

    def __call__(self):
        return self.__iter__()

    def _batches(self):
        if self.batch_sampler is not None:
            yield from self._by_index()
        elif self.batch_size is None:
            convert = self.collate_fn or default_convert_fn
            dataset = self.dataset
            samples = dataset if self._iterable else (dataset[i] for i in range(len(dataset)))
            for sample in samples:
                yield to_tensors(convert(sample))
        else:
            yield from self._in_order()

    def _by_index(self):
        dataset, collate = self.dataset, self.collate_fn or default_collate_fn
        if type(dataset) is TensorDataset and self.collate_fn is None:
            for indices in self.batch_sampler:  # rows, all at once
                yield [tensor[list(indices)] for tensor in dataset.tensors]
            return
        for indices in self.batch_sampler:
            yield to_tensors(collate([dataset[i] for i in indices]))

    def _in_order(self):
        collate = self.collate_fn or default_collate_fn
        samples = iter(self.dataset)
        while True:
            batch = list(islice(samples, self.batch_size))
            if not batch or (self.drop_last and len(batch) < self.batch_size):
                return
            yield to_tensors(collate(batch))
