"""A copy of the process (fork) in which a function runs, and what its operators gave."""

import gc
import os
import pickle
import select
import signal
import struct
import sys
import time
import warnings

from .. import _C
from .state import user_line

_ASK = b"?"


class Copy:
    """Runs `work` in a copy of the process.

    Args:
        work (callable): Gives a tuple that can be pickled.
        at_once (bool): Whether it begins now; else where `log` asks.
        lines (bool): Whether the log holds the user's lines.
    """

    def __init__(self, work, at_once, lines):
        self._from, its_out = os.pipe()
        its_in, self._to = os.pipe()
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # "the process has several threads"
            self._pid = os.fork()
        if self._pid == 0:
            os.close(self._to)
            os.close(self._from)
            _live(its_in, its_out, work, at_once, lines)
        os.close(its_in)
        os.close(its_out)
        self._at_once = at_once

    def ends(self, seconds):
        """What `work` gave, or ("lost", why)."""
        told = self._receive(seconds)
        if told is not None:
            return told
        if self._late:
            return (
                "lost",
                f"the plain function did not end within {seconds:.0f} s in a copy of the process",
            )
        return "lost", "the plain function has ended the copy of the process in which it ran"

    def log(self, seconds):
        """What the operators gave; empty where that is not known."""
        try:
            os.write(self._to, _ASK)
        except OSError:
            return []
        if not self._at_once and self._receive(seconds) is None:
            return []
        return self._receive(seconds) or []

    def kill(self):
        os.close(self._from)
        os.close(self._to)
        os.kill(self._pid, signal.SIGKILL)  # it has said all it had to say
        os.waitpid(self._pid, 0)

    def _receive(self, seconds):
        """The next message; None where there is none (`_late`: in time)."""
        self._late, deadline = False, time.monotonic() + seconds
        size = self._read(8, deadline)
        data = size and self._read(struct.unpack("q", size)[0], deadline)
        return pickle.loads(data) if data else None  # noqa: S301 (from our own child)

    def _read(self, size, deadline):
        parts = []
        while size > 0:
            ready, _, _ = select.select([self._from], [], [], max(0, deadline - time.monotonic()))
            part = os.read(self._from, min(size, 1 << 20)) if ready else b""
            if not part:
                self._late = not ready
                return None
            parts.append(part)
            size -= len(part)
        return b"".join(parts)


def _live(its_in, its_out, work, at_once, lines):
    """Never returns."""
    try:
        gc.disable()  # what is to be finalised is the other process's
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        if at_once or os.read(its_in, 1) == _ASK:
            _C.start_op_log(user_line if lines else None)
            _send(its_out, work())
            log = _C.take_op_log()
            if not at_once or os.read(its_in, 1) == _ASK:
                _send(its_out, log)
    finally:
        os._exit(0)


def _send(pipe, message):
    data = pickle.dumps(message)
    data = memoryview(struct.pack("q", len(data)) + data)
    while data:
        data = data[os.write(pipe, data) :]
