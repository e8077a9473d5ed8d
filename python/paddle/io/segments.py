"""Memory that workers and their parent share: batches are made in it, and read where they are.

A segment is an anonymous file (memfd), passed over a socket: it has no name in
/dev/shm, and the kernel frees it with its last user, however that one ends.
The parent maps it privately: what it writes into a batch nobody else sees. A
segment goes back to its worker once the parent holds no part of the batch.
"""

import ctypes
import mmap
import os
import sys
import weakref
from collections import deque

import numpy as np

_ALIGN = 64
_libc = ctypes.CDLL(None, use_errno=True)
_libc.mmap.restype = ctypes.c_void_p
_libc.mmap.argtypes = (
    ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_longlong,
)  # fmt: skip
_libc.munmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t)
_FAILED = ctypes.c_void_p(-1).value


def _aligned(size):
    return -(-size // _ALIGN) * _ALIGN


# ---- in a worker ----


class _Segment:
    def __init__(self, number, size):
        self.number, self.size = number, size
        self.fd = os.memfd_create("paddle.io")
        os.ftruncate(self.fd, size)
        self.map = mmap.mmap(self.fd, size)
        whole = np.frombuffer(self.map, np.uint8)
        self.address = whole.ctypes.data
        del whole
        self._alone = sys.getrefcount(self.map)
        self.sent = False  # whether the parent has its file

    def is_referenced(self):
        """Whether arrays of this process still lie in it."""
        return sys.getrefcount(self.map) != self._alone

    def array(self, offset, shape, dtype):
        return np.ndarray(shape, dtype, self.map, offset)

    def close(self):
        os.close(self.fd)


class Arena:
    """The segments of a worker: `take` gives an array in the current one, `pack` finds all arrays of a batch a place.

    Args:
        spare (int): how many segments are kept to be used again.
    """

    def __init__(self, spare):
        self._spare, self._made = spare, 0
        self._free, self._away, self._dropped = [], {}, []
        self._current, self._used = None, 0

    def give_back(self, numbers):
        """The parent is done with these."""
        for number in numbers:
            segment = self._away.pop(abs(number), None)
            if segment is None:
                continue
            if number < 0:  # the parent has closed it
                segment.close()
            elif segment.is_referenced():  # by the user's code here
                self._drop(segment)
            else:
                self._free.append(segment)

    def begin(self):
        """A new batch: into a segment that is free, if there is one."""
        if self._current is not None and self._current.is_referenced():
            self._drop_current()
        if self._current is None and self._free:
            self._current = self._free.pop()
        self._used = 0

    def take(self, shape, dtype):
        """An array in the current segment, or None where it does not fit."""
        segment = self._current
        if segment is None:
            return None
        offset = _aligned(self._used)
        end = offset + dtype.itemsize * int(np.prod(shape))
        if end > segment.size or dtype.hasobject:
            return None
        self._used = end
        return segment.array(offset, shape, dtype)

    def pack(self, views):
        """Where each of flat memoryviews begins and ends; what lies elsewhere is copied into a segment."""
        addresses = [
            np.frombuffer(view, np.uint8).ctypes.data if view.nbytes else 0 for view in views
        ]
        segment = self._current
        base, inside = (segment.address, self._used) if segment else (0, 0)
        there = _apart(addresses, views, base, base + inside)
        end = inside
        for view, is_there in zip(views, there, strict=True):
            end = end if is_there else _aligned(end) + view.nbytes
        if segment is None or end > segment.size:
            there = [False] * len(views)
            total = sum(_aligned(view.nbytes) for view in views)
            self._drop_current()
            segment = self._current = self._new(total)
            base, end = segment.address, 0
        else:
            end = inside
        places = []
        for view, is_there, at in zip(views, there, addresses, strict=True):
            if is_there:
                places.append((at - base, at - base + view.nbytes))
                continue
            offset = _aligned(end)
            end = offset + view.nbytes
            segment.map[offset:end] = view
            places.append((offset, end))
        self._used = end
        return places

    def release(self):
        """Gives the packed segment away: (number, size, file or None where the parent has it, file to close then)."""
        segment = self._current
        if segment.is_referenced():  # the user's code keeps a part, and may write into it
            other = self._new(segment.size)
            other.map[: self._used] = segment.map[: self._used]
            self._drop(segment)
            segment = other
        self._current = None
        fd = None if segment.sent else segment.fd
        if len(self._away) >= self._spare:  # not kept
            return -segment.number, segment.size, fd, segment.fd
        segment.sent = True
        self._away[segment.number] = segment
        return segment.number, segment.size, fd, None

    def _new(self, size):
        self._made += 1
        size = size + size // 8  # the next batch may be a little larger
        return _Segment(self._made, -(-max(size, 1) // mmap.PAGESIZE) * mmap.PAGESIZE)

    def _drop_current(self):
        if self._current is not None:
            self._drop(self._current)
            self._current = None

    def _drop(self, segment):
        segment.close()
        if segment.sent:
            self._dropped.append(segment.number)

    def take_dropped(self):
        """Numbers of segments whose files the parent has, and needs no more."""
        dropped, self._dropped = self._dropped, []
        return dropped


def _apart(addresses, views, begin, end):
    """Which views lie in a range, over none of the others: what one writes, another must not read."""
    there, upto = [False] * len(views), begin
    for i in sorted(range(len(views)), key=addresses.__getitem__):
        if upto <= addresses[i] < end:
            there[i], upto = True, addresses[i] + views[i].nbytes
    return there


# ---- in the parent ----

_forks = 0


def _count_fork():
    global _forks
    _forks += 1


os.register_at_fork(before=_count_fork)


class Shelf:
    """The parent's side of one worker's segments: maps them, and collects what goes back."""

    def __init__(self):
        self._files = {}  # number -> fd
        self.back = deque()  # numbers for Arena.give_back; negative: not to be used again

    def add(self, number, fd):
        """The file of a segment has come."""
        self._files[abs(number)] = fd

    def open(self, number, size, places):
        """Memory of each place, writable; the segment goes back when all of them are gone."""
        if number < 0:  # the caller holds many batches: one mapping for each has a limit
            view = memoryview(np.empty(max(end for _, end in places), np.uint8))
            os.preadv(self._files[-number], [view], 0)
            self._forget(number)
        else:
            view = self._mapped(number, size)
        return [view[begin:end] for begin, end in places]

    def _mapped(self, number, size):
        prot = mmap.PROT_READ | mmap.PROT_WRITE
        address = _libc.mmap(None, size, prot, mmap.MAP_PRIVATE, self._files[number], 0)
        if address == _FAILED:
            error = ctypes.get_errno()
            raise OSError(error, f"DataLoader: a batch can not be mapped: {os.strerror(error)}")
        whole = (ctypes.c_char * size).from_address(address)
        done = weakref.finalize(whole, _unmap, address, size, self, number, _forks)
        done.atexit = False
        return memoryview(whole).cast("B")

    def skip(self, number):
        """A batch that nobody wants."""
        if number > 0:
            self.back.append(number)
        elif number < 0:
            self._forget(number)

    def forget(self, numbers):
        """The worker does not use these again."""
        for number in numbers:
            self._forget(-number)

    def _forget(self, number):
        os.close(self._files.pop(-number))

    def returned(self):
        """What goes back with the next message; files of segments that do not come again are closed."""
        numbers = []
        while self.back:
            number = self.back.popleft()
            if number < 0:
                self._forget(number)
            numbers.append(number)
        return numbers

    def close(self):
        while self._files:
            os.close(self._files.popitem()[1])


def _unmap(address, size, shelf, number, forks):
    _libc.munmap(address, size)
    # A process forked meanwhile may read it still.
    shelf.back.append(number if forks == _forks else -number)
