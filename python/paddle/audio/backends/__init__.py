"""What reads and writes files of sound: WAV files of 16-bit samples, by Python's own module `wave`."""

from ...framework import named as _named
from . import wave_backend

__all__ = ["get_current_backend", "list_available_backends", "set_backend"]


def list_available_backends():
    """The names of what reads and writes files.

    Returns:
        list[str]

    Examples:
        >>> import paddle
        >>> paddle.audio.backends.list_available_backends()
        ['wave_backend']
    """
    return ["wave_backend"]


def get_current_backend():
    """The name of what reads and writes files now.

    Returns:
        str

    Examples:
        >>> import paddle
        >>> paddle.audio.backends.get_current_backend()
        'wave_backend'
    """
    return "wave_backend"


def set_backend(backend_name):
    """Chooses what reads and writes files.

    Args:
        backend_name (str): One of list_available_backends().

    Raises:
        NotImplementedError: There is no such backend.

    Examples:
        >>> import paddle
        >>> paddle.audio.backends.set_backend("wave_backend")
    """
    if backend_name not in list_available_backends():
        raise NotImplementedError(
            "(Unimplemented) set_backend: no such backend.\n"
            f"  Expected: {', '.join(list_available_backends())}\n  Received: {backend_name!r}"
        )


_named.install(globals(), __name__)
