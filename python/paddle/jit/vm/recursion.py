"""How deep Python may go while functions are interpreted, whose frames are several of Python's each."""

import contextlib
import sys
import threading

_lock = threading.Lock()
_depth = 0  # how many captures there are, on all threads
_users = _raised = None  # the limit that the user has set, and what it is meanwhile


def users_limit():
    """The limit of the user's own frames."""
    with _lock:
        limit = sys.getrecursionlimit()
        return _users if _depth and limit == _raised else limit


@contextlib.contextmanager
def raised():
    """The limit of the process is higher meanwhile."""
    global _depth, _users, _raised
    with _lock:
        if not _depth:
            _users = sys.getrecursionlimit()
            _raised = max(_users, 1000) * 8
            sys.setrecursionlimit(_raised)
        _depth += 1
    try:
        yield
    finally:
        with _lock:
            _depth -= 1
            if not _depth and sys.getrecursionlimit() == _raised:  # the user has set no other one
                sys.setrecursionlimit(_users)
