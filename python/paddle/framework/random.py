"""Random numbers of one thread."""

import contextlib

from .. import _C


@contextlib.contextmanager
def drawing_ahead():
    """This thread draws the numbers that it would draw outside, where they are left; other threads notice nothing."""
    ahead = _C.Generator(*_C.get_rng_state())
    before = _C.set_thread_generator(ahead)
    try:
        yield
    finally:
        _C.set_thread_generator(before)
