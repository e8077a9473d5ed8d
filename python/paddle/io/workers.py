"""The parent's side of a DataLoader with workers."""

import multiprocessing
import os
import pickle
import select
import signal
import socket
import sys
import time
import weakref

import numpy as np

from .. import _C
from ..framework import static_mode
from . import watched
from .channel import ParentEnd
from .collate import named, shared_tensor, to_tensors
from .fetch import length, wanted
from .segments import Shelf
from .worker import Setup, work

_PATIENCE = 1.0  # seconds that workers have to end by themselves


_live = weakref.WeakSet()


def _forget_all():
    """In a fork: workers are the parent's, and so are their sockets and files."""
    for worker in list(_live):
        worker.forget()


os.register_at_fork(after_in_child=_forget_all)


class _Worker:
    def __init__(self, context, setup):
        ours, theirs = socket.socketpair()
        self.number, self.exhausted = setup.id, False
        self.channel, self.shelf = ParentEnd(ours), Shelf()
        self.end_fd, self._own_end = None, False
        _live.add(self)
        self.process = context.Process(
            target=work, args=(setup, theirs), daemon=True, name=f"DataLoader worker {setup.id}"
        )
        try:
            self.process.start()
        except BaseException:
            self.channel.close()
            raise
        finally:
            theirs.close()
        try:
            self.end_fd, self._own_end = os.pidfd_open(self.process.pid), True
        except (OSError, AttributeError):
            self.end_fd, self._own_end = self.process.sentinel, False

    def close(self):
        self.channel.close()
        self.shelf.close()

    def forget(self):
        self.channel.forget()
        self.shelf.close()
        if self._own_end:
            os.close(self.end_fd)
            self._own_end = False

    def reap(self, deadline):
        """Waits for the end of the process, and makes one."""
        process = self.process
        process.join(max(0.0, deadline - time.monotonic()))
        if process.is_alive():
            process.terminate()
            process.join(_PATIENCE)
        if process.is_alive():
            process.kill()
            process.join()
        self.forget()
        process.close()


def _end(workers, owner):
    if os.getpid() != owner:  # in a fork: the workers are the parent's
        return
    for worker in workers:
        worker.close()
    deadline = time.monotonic() + _PATIENCE
    while workers:
        workers.pop().reap(deadline)


class WorkerIterator:
    """The batches of one pass, in the order in which they would come without workers."""

    def __init__(self, loader):
        # Not the loader: it holds an iterator whose workers stay.
        self._timeout, self._ahead = loader.timeout, loader.num_workers * loader.prefetch_factor
        self._source = loader._iterable, loader.dataset, loader.batch_sampler
        self._owner, self._epoch, self._open = os.getpid(), 0, True
        self._persistent, self._names = loader.persistent_workers, loader._names()
        self._workers = []
        self._ender = weakref.finalize(self, _end, self._workers, self._owner)
        self._poll, self._ready_for = select.poll(), {}
        try:
            self._start(loader)
        except BaseException:
            self._ender()
            raise
        self._begin()

    def _start(self, loader):
        context = multiprocessing.get_context()
        seed = int(np.random.randint(0, sys.maxsize))
        for number in range(loader.num_workers):
            setup = Setup(
                id=number, num_workers=loader.num_workers, dataset=loader.dataset, collate_fn=loader.collate_fn,
                iterable=loader._iterable, single=loader.batch_sampler is None, batch_size=loader.batch_size,
                drop_last=loader.drop_last, init_fn=loader.worker_init_fn, seed=seed, parent=os.getpid(),
                share=loader.use_shared_memory, spare=loader.prefetch_factor + 3,
            )  # fmt: skip
            worker = _Worker(context, setup)
            self._workers.append(worker)
            self._poll.register(worker.channel, select.POLLIN)
            self._poll.register(worker.end_fd, select.POLLIN)
            self._ready_for[worker.channel.fileno()] = worker, True
            self._ready_for[worker.end_fd] = worker, False

    # ---- one pass ----

    def _begin(self):
        self._epoch += 1
        self._requests = wanted(*self._source)
        self._asked = self._given = 0
        self._next_worker = 0
        self._results = {}  # number of a batch -> worker, reply
        self._no_more = False
        for worker in self._workers:
            worker.exhausted = False
        try:
            for _ in range(self._ahead):
                self._ask()
        except BaseException:
            self._close()
            raise

    def one_pass(self):
        """The iterator of the pass that has begun, of workers that stay."""
        made = _Pass(self)
        self._pass = weakref.ref(made)
        return made

    def is_free(self):
        """Whether another pass can begin: the workers are there, and no one is in the middle of a pass."""
        running = self._pass()
        in_use = running is not None and not (self._no_more and self._given == self._asked)
        return self._open and os.getpid() == self._owner and not in_use

    def begin_again(self):
        """Another pass of workers that stay."""
        for worker, reply in self._results.values():
            worker.shelf.skip(reply[4])
        self._begin()

    def _ask(self):
        """Sends one more request, to the workers in turn."""
        if self._no_more:
            return
        count = len(self._workers)
        for _ in range(count):
            worker = self._workers[self._next_worker]
            self._next_worker = (self._next_worker + 1) % count
            if not worker.exhausted:
                break
        else:
            self._no_more = True
            return
        for one in self._requests:
            request = (self._epoch, self._asked, one, worker.shelf.returned())
            self._asked += 1
            worker.channel.send(pickle.dumps(request, 5))
            self._watch(worker)
            return
        self._no_more = True

    def _watch(self, worker):
        wants = select.POLLIN | (select.POLLOUT if worker.channel.wants_to_send else 0)
        self._poll.modify(worker.channel, wants)

    def __iter__(self):
        return self

    def __len__(self):
        return length(*self._source)

    def __next__(self):
        if os.getpid() != self._owner:
            raise RuntimeError(
                "(PreconditionNotMet) DataLoader: this process was forked after the iterator had been made.\n"
                "  Hint: make another one here."
            )
        if not self._open:
            raise StopIteration
        return watched.batch_of(self._source[1], self._advance)

    def _advance(self):
        try:
            while not (self._no_more and self._given == self._asked):
                batch = self._next_batch()
                if batch is not None:
                    return batch[0]
        except BaseException:
            self._close()
            raise
        if not self._persistent:
            self._close()
        raise StopIteration

    def _next_batch(self):
        """The next batch in a tuple, or None where a worker has come to the end of its samples."""
        self._exchange(0)
        if self._given not in self._results:
            self._wait()
        worker, reply = self._results.pop(self._given)
        self._given += 1
        kind, content = reply[2:4]
        if kind == "error":
            _raise(worker, *content)
        if kind == "end":
            worker.exhausted = True
            self._ask()
            return None
        self._ask()
        with static_mode.paused():
            batch = _opened(worker, reply)
        return (named(batch, self._names),)

    def _wait(self):
        deadline = time.monotonic() + self._timeout if self._timeout else None
        while self._given not in self._results:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            if not self._exchange(left) and left == 0.0:
                raise RuntimeError(
                    f"(PreconditionNotMet) DataLoader: no batch came within {self._timeout} s.\n"
                    "  Hint: `timeout` says how long to wait."
                )

    def _exchange(self, seconds):
        """Sends and receives what can be; waits for something up to `seconds`, or without end."""
        events = self._poll.poll(None if seconds is None else seconds * 1000)
        ended = []
        for fd, event in events:
            worker, is_channel = self._ready_for[fd]
            if not is_channel:
                ended.append(worker)
                continue
            if event & select.POLLOUT:
                worker.channel.flush()
                self._watch(worker)
            if event & ~select.POLLOUT:
                self._receive(worker)
                if worker.channel.ended:  # the process is about to end
                    ended.append(worker)
        for worker in ended:
            self._receive(worker)  # what it had sent before
            if self._given not in self._results or self._results[self._given][1][2] != "error":
                _raise_ended(worker)
        return events

    def _receive(self, worker):
        for message in worker.channel.receive():
            reply = pickle.loads(message)
            if reply[6]:
                worker.shelf.add(reply[4], worker.channel.files.popleft())
            worker.shelf.forget(reply[7])
            if reply[0] == self._epoch:
                self._results[reply[1]] = worker, reply
            else:
                worker.shelf.skip(reply[4])

    def _close(self):
        self._open = False
        self._results.clear()
        self._ender()


class _Pass:
    """One pass over the batches of workers that stay; dropped, it leaves them to the next one."""

    def __init__(self, workers):
        self._workers = workers

    def __iter__(self):
        return self

    def __len__(self):
        return len(self._workers)

    def __next__(self):
        if self._workers._pass() is not self:  # it had come to its end
            raise StopIteration
        return next(self._workers)


def _opened(worker, reply):
    """The batch of a reply, its arrays where the worker made them."""
    data, places = reply[3]
    if not places:
        return to_tensors(pickle.loads(data))
    batch = pickle.loads(data, buffers=worker.shelf.open(reply[4], reply[5], places))
    seen = set()

    def as_tensor(array):
        """Over its memory, but where the batch has the array a second time."""
        if id(array) in seen:
            return _C.to_tensor(array)
        seen.add(id(array))
        return shared_tensor(array)

    return to_tensors(batch, as_tensor)


class _Verbatim(str):
    """Shown as it is by errors that show the repr of what they hold, as KeyError."""

    __slots__ = ()

    def __repr__(self):
        return str(self)


def _raise(worker, kind, name, text):
    message = _Verbatim(f"DataLoader worker({worker.number}) caught {name} with message:\n{text}")
    if kind is None or not issubclass(kind, Exception) or issubclass(kind, StopIteration):
        raise RuntimeError(message)
    try:
        error = kind(message)
    except Exception:  # a kind that is made of something else
        error = RuntimeError(message)
    raise error


def _raise_ended(worker):
    worker.process.join(_PATIENCE)
    code, pid = worker.process.exitcode, worker.process.pid
    how = f"ended with exit code {code}" if code is not None else "has closed its connection"
    if code is not None and code < 0:
        try:
            how = f"was killed by {signal.Signals(-code).name}"
        except ValueError:
            how = f"was killed by signal {-code}"
    hint = (
        "\n  Hint: the system kills a process with SIGKILL where memory runs out."
        if code == -9
        else ""
    )
    raise RuntimeError(f"(Fatal) DataLoader: worker {worker.number} (process {pid}) {how}.{hint}")
