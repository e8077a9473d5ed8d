"""Threads that call converted functions.

A capture writes into the user's own objects and takes it back: ways of branches, rehearsals, captures ahead. While one
thread alone calls converted functions no other call sees that: its calls hold a lock that nobody else wants. From the
first call of a second thread on, as long as both live, nothing is written that might be taken back: what a function
writes into objects is unknown to captures (`Session.write`), captures that write do not skip Python, and one thread at
a time makes captures. The others run eager code meanwhile, so no call waits for another one.
"""

import os
import threading
from threading import get_ident

from .. import _C

_lock = threading.RLock()
_depth = 0  # how often the thread that has it has taken it
_callers = {}  # the threads that have called, by their number
_settled = False  # whether what the only caller has written stays
_PATIENCE = 10.0  # seconds that a second thread waits for what the first one may take back
several = False  # whether there is more than one that lives


class Turn:
    """A call of a converted function.

    Attributes:
        alone (bool): No other thread calls any, nor will before this call gives up the lock.
    """

    __slots__ = ("alone", "_held")

    def __init__(self):
        if not several and get_ident() in _callers and _take():
            if not several:
                self.alone = self._held = True
                return
            _give()
        self.alone = self._held = _is_alone()

    def may_capture(self):
        """Whether this call may make a capture; no other one does then."""
        self._held = self._held or _take()
        return self._held

    def end(self):
        """From here on the call takes nothing back."""
        global _depth
        if self._held:
            self._held = False
            _depth -= 1
            _lock.release()


def settle():
    """What is done now stays done; it may wait for another thread."""
    global _settled
    _settled = True


def _take():
    global _depth, _settled
    if not _lock.acquire(False):
        return False
    if not _depth:
        _settled = False
    _depth += 1
    return True


def _give():
    global _depth
    _depth -= 1
    _lock.release()


def _is_alone():
    global several
    me = get_ident()
    _callers[me] = threading.current_thread()
    for other, thread in list(_callers.items()):
        if not thread.is_alive():
            _callers.pop(other, None)
    if len(_callers) == 1 and _take():
        several = False
        if len(_callers) == 1:
            _C.set_only_caller(me)
            return True
        several = True
        _give()
    if not several:
        several = True
        _C.set_only_caller(0)
        _wait()
    return False


def _wait():
    """Until the only caller so far takes back nothing any more."""
    waited = 0.0
    while not _settled and waited < _PATIENCE:
        if _lock.acquire(timeout=0.01):
            _lock.release()
            break
        waited += 0.01


def _after_fork():
    """In the copy of a process there is one thread."""
    global _lock, _depth, several
    if not _lock._is_owned():
        _lock, _depth = threading.RLock(), 0
    _callers.clear()
    several = False
    _C.set_only_caller(0)


os.register_at_fork(after_in_child=_after_fork)
