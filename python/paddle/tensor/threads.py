"""The number of threads operators use."""

from .. import _C


def set_num_threads(num_threads):
    """Operators use this many threads; 1 keeps all work on the caller.

    Raises:
        ValueError: `num_threads` is below 1.
    """
    _C.set_num_threads(num_threads)


def get_num_threads():
    """How many threads operators use."""
    return _C.get_num_threads()
