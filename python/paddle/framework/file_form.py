"""Whether what is noted goes to a file, which has fewer operators than there are kernels."""

import contextlib
import threading

_state = threading.local()


def is_wanted():
    return getattr(_state, "wanted", False)


@contextlib.contextmanager
def wanted():
    """Functions that have a choice use operators that a saved program can hold."""
    before = is_wanted()
    _state.wanted = True
    try:
        yield
    finally:
        _state.wanted = before
