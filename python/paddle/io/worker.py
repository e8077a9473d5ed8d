"""Batches made ahead, in a thread."""

import queue
import threading

_here = threading.local()


class WorkerInfo:
    """Which worker runs: ``id`` of ``num_workers``, over ``dataset``."""

    def __init__(self, id, num_workers, dataset, seed=0):
        self.id, self.num_workers, self.dataset, self.seed = id, num_workers, dataset, seed


def get_worker_info():
    """The worker that runs this code, or None in the main thread.

    Returns:
        WorkerInfo|None: with ``id``, ``num_workers`` and ``dataset``.

    Examples:
        >>> import paddle
        >>> print(paddle.io.get_worker_info())
        None
    """
    return getattr(_here, "info", None)


def prefetched(batches, dataset, ahead, timeout, init):
    """The items of the generator ``batches``, up to ``ahead`` of them made before."""
    ready = queue.Queue(ahead)
    stop = threading.Event()

    def put(item):
        while not stop.is_set():
            try:
                ready.put(item, timeout=0.1)
                return True
            except queue.Full:
                continue
        return False

    def work():
        _here.info = WorkerInfo(0, 1, dataset)
        try:
            if init is not None:
                init(0)
            for batch in batches:
                if not put((batch, None)):
                    return
            put((None, StopIteration()))
        except BaseException as error:  # goes to whoever waits for a batch
            put((None, error))
        finally:
            batches.close()

    thread = threading.Thread(target=work, daemon=True, name="paddle.io.DataLoader")
    return _consume(thread, ready, stop, timeout)


def _consume(thread, ready, stop, timeout):
    thread.start()
    try:
        while True:
            try:
                batch, error = ready.get(timeout=timeout or None)
            except queue.Empty:
                raise RuntimeError(
                    f"(PreconditionNotMet) DataLoader: no batch came within {timeout} s"
                ) from None
            if isinstance(error, StopIteration):
                return
            if error is not None:
                raise error
            yield batch
    finally:
        stop.set()
