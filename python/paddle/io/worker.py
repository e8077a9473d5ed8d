"""What a worker process of a DataLoader runs."""

import io
import os
import pickle
import random
import select
import signal
import threading
import time
import traceback

import numpy as np

from .. import _C
from ..framework import static_mode
from . import collate
from .channel import Closed, WorkerEnd
from .fetch import by_index, in_order, one_by_one
from .segments import Arena

_info = None


class WorkerInfo:
    """Which worker runs: ``id`` of ``num_workers``, over its copy of ``dataset``; ``seed`` is that of the loader."""

    def __init__(self, id, num_workers, dataset, seed=0):
        self.__dict__.update(id=id, num_workers=num_workers, dataset=dataset, seed=seed)

    def __setattr__(self, name, value):
        raise RuntimeError("(PreconditionNotMet) WorkerInfo: its attributes can not be set")


def get_worker_info():
    """The worker process that runs this code, or None elsewhere.

    Returns:
        WorkerInfo|None: with ``id``, ``num_workers``, ``dataset`` and ``seed``.

    Examples:
        >>> import paddle
        >>> print(paddle.io.get_worker_info())
        None
    """
    return _info


class Setup:
    """What a worker is to do; it crosses to a spawned process as a pickle."""

    def __init__(self, **values):
        self.__dict__.update(values)

    def source(self):
        """A function from what a request names to a batch; None at the end of an iterable dataset."""
        if self.iterable:
            batches = in_order(self.dataset, self.collate_fn, self.batch_size, self.drop_last)
            return lambda _: next(batches, _END)
        return (one_by_one if self.single else by_index)(self.dataset, self.collate_fn)


_END = object()


def work(setup, end):
    """The whole life of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with, args=(setup.parent,), daemon=True).start()
    _C.set_num_threads(1)
    if static_mode.enabled:  # datasets compute; they add nothing to a program
        static_mode.switch(False)
    _seed(setup)
    try:
        _serve(setup, WorkerEnd(end))
    except Closed:
        pass


def _end_with(parent):
    """Ends this process when its parent has ended, whatever it is doing."""
    try:
        poll = select.poll()
        poll.register(os.pidfd_open(parent), select.POLLIN)
        poll.poll()
    except ProcessLookupError:  # it has ended already
        pass
    except (OSError, AttributeError):  # a kernel without pidfd
        while os.getppid() == parent:
            time.sleep(1)
    os._exit(1)


def _seed(setup):
    import paddle

    seed = setup.seed
    random.seed(seed + setup.id)
    paddle.seed((seed + setup.id) % 2**63)
    words = [setup.id, seed & 0xFFFFFFFF, seed >> 32, 0]
    np.random.seed(np.random.SeedSequence(words).generate_state(4))


def _serve(setup, channel):
    global _info
    _info = WorkerInfo(setup.id, setup.num_workers, setup.dataset, setup.seed)
    arena = Arena(setup.spare) if setup.share else None
    collate.use_arena(arena)
    source = failure = None
    epoch = 0
    try:
        if setup.init_fn is not None:
            setup.init_fn(setup.id)
    except BaseException as error:
        failure = _described(error)
    while True:
        request = pickle.loads(channel.receive())
        if request[0] != epoch or source is None:
            epoch, source = request[0], None
        number, wanted, returned = request[1:]
        segment = (0, 0, None, None)
        try:
            if arena is not None:
                arena.give_back(returned)
                arena.begin()
            if failure is None:
                source = source or setup.source()
                batch = source(wanted)
                if batch is _END:
                    kind, content = "end", None
                else:
                    kind, content = "batch", _dump(batch, arena)
                batch = None  # so that the arena sees who else holds it
                if content and content[1]:
                    segment = arena.release()
            else:
                kind, content = "error", failure
        except BaseException as error:
            kind, content = "error", _described(error)
        where, size, fd, to_close = segment
        dropped = arena.take_dropped() if arena is not None else ()
        reply = (epoch, number, kind, content, where, size, fd is not None, dropped)
        channel.send(pickle.dumps(reply, 5), fd)
        if to_close is not None:
            os.close(to_close)


def _dump(batch, arena):
    """A batch as (pickle, places of its arrays in the current segment)."""
    if arena is None:
        return _pickled(batch, None), ()
    buffers = []
    data = _pickled(batch, buffers.append)
    return data, arena.pack([buffer.raw() for buffer in buffers]) if buffers else ()


def _pickled(batch, callback):
    file = io.BytesIO()
    _Pickler(file, 5, buffer_callback=callback).dump(batch)
    return file.getvalue()


class _Pickler(pickle.Pickler):
    """Arrays and tensors as flat memory."""

    def reducer_override(self, obj):
        if isinstance(obj, _C.Tensor):
            bits = obj.detach()
            name = str(obj.dtype).rpartition(".")[2]
            narrow = obj.dtype in _AS_BITS
            bits = (bits.view(_AS_BITS[obj.dtype]) if narrow else bits).numpy()
            return _tensor, (
                np.ascontiguousarray(bits),
                name if narrow else None,
                obj.stop_gradient,
            )
        if type(obj) is np.ndarray and not obj.flags.c_contiguous and not obj.dtype.hasobject:
            return np.asarray, (np.ascontiguousarray(obj),)
        return NotImplemented


_AS_BITS = {_C.bfloat16: "int16", _C.float8_e4m3fn: "uint8", _C.float8_e5m2: "uint8"}


def _tensor(bits, dtype, stop_gradient):
    tensor = collate.shared_tensor(bits)
    if dtype is not None:
        tensor = tensor.view(dtype)
    tensor.stop_gradient = stop_gradient
    return tensor


def _described(error):
    """The type of an error, where it can cross, its name, and its traceback."""
    kind = type(error)
    try:
        pickle.dumps(kind)
    except Exception:
        kind = None
    text = "".join(traceback.format_exception(error))
    return kind, type(error).__name__, text
