"""DataLoader: batches of a dataset as tensors."""

from ...framework import static_mode
from .. import watched
from ..collate import named, to_tensors
from ..dataset import IterableDataset
from ..fetch import by_index, in_order, length, one_by_one, wanted
from ..sampler import BatchSampler


class DataLoader:
    """Iterates over the batches of a dataset, as lists of tensors.

    Args:
        dataset (Dataset|IterableDataset): the samples.
        feed_list (list[Tensor], optional): variables of a static program, in the order of a batch's parts.
        places (Place|list[Place], optional): accepted.
        return_list (bool): False gives a list of one dict by the names of ``feed_list``, in static mode.
        batch_sampler (BatchSampler, optional): gives the indices of each batch;
            then batch_size, shuffle and drop_last stay unset.
        batch_size (int|None): default 1; None gives samples, not batches.
        shuffle (bool): random order.
        drop_last (bool): leaves out a last batch that is smaller.
        collate_fn (callable, optional): from a list of samples to a batch; by
            default ``paddle.io.default_collate_fn``. Its arrays become tensors.
        num_workers (int): processes that make the batches; 0 makes them here. The
            order is the same. They are started as ``multiprocessing`` is set to
            (fork, spawn), draw random numbers of their own, and end with the
            iterator, however this process ends. Each goes through an
            IterableDataset of its own: ``paddle.io.get_worker_info()`` parts it.
        use_buffer_reader (bool), reader_buffer_size (int): accepted.
        prefetch_factor (int): how many batches ahead, for each worker.
        use_shared_memory (bool): workers make batches in memory that this process
            maps, with no copy between; False sends them through a socket.
        timeout (int): seconds to wait for a batch of a worker; 0 waits without end.
        worker_init_fn (callable, optional): called with the number of each worker, in it.
        persistent_workers (bool): workers stay for the next pass.

    Raises:
        ValueError, TypeError: the arguments do not go together.
        RuntimeError: a worker was killed, or gave no batch in time. An error in a
            worker is raised here, with its type and its traceback.

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
        self.persistent_workers, self._workers = persistent_workers, None
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
        return length(self._iterable, self.dataset, self.batch_sampler)

    def __iter__(self):
        if self.num_workers == 0:
            return self._batches()
        from ..workers import WorkerIterator

        if not self.persistent_workers:
            return WorkerIterator(self)
        if self._workers is not None and self._workers.is_free():
            self._workers.begin_again()
        else:
            self._workers = WorkerIterator(self)
        return self._workers.one_pass()

    def __call__(self):
        return self.__iter__()

    def _names(self):
        if self.return_list or not self.feed_list or not static_mode.enabled:
            return None
        return [variable.name for variable in self.feed_list]

    def _batches(self):
        names = self._names()
        if self._iterable:
            batches = in_order(self.dataset, self.collate_fn, self.batch_size, self.drop_last)
        else:
            fetch = one_by_one if self.batch_sampler is None else by_index
            batches = map(
                fetch(self.dataset, self.collate_fn),
                wanted(False, self.dataset, self.batch_sampler),
            )
        advance = map(lambda batch: named(to_tensors(batch), names), batches).__next__
        while True:
            try:
                batch = watched.batch_of(self.dataset, advance)
            except StopIteration:
                return
            yield batch

    def __getstate__(self):  # a copy, or one in a worker, has no workers
        return {**self.__dict__, "_workers": None}
