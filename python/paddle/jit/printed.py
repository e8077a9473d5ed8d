"""Where text may be printed when a call ends instead of where the function prints it."""

import io
import sys

_FILES = (io.FileIO, io.BytesIO)
_BUFFERS = (*_FILES, io.BufferedWriter, io.BufferedRandom)


def stdout_runs_no_python():
    """Whether writing to `sys.stdout` runs code of C alone, which can not tell when it is called."""
    out = sys.stdout
    if out is None or type(out) is io.StringIO:
        return True
    if not isinstance(out, io.TextIOWrapper):
        return False
    kind = type(out)
    if kind.write is not io.TextIOWrapper.write or kind.flush is not io.TextIOWrapper.flush:
        return False
    if "write" in vars(out) or "flush" in vars(out) or out.closed:
        return False
    buffer = out.buffer
    return type(buffer) in _BUFFERS and type(getattr(buffer, "raw", buffer)) in _FILES
