"""to_static(check=True): the plain function beside the captured one.

The plain function runs in a copy of the process (fork), so that nothing of it is left: counters, lists, iterators,
gradients and random numbers are as if it had not run. Files, and what else is outside of the process, it changes too.
"""

import gc
import os
import pickle
import random
import select
import signal
import sys
import time
import warnings

from .seen import first_difference, reached, seen_in

_SECONDS = 30  # for the copy, beside twenty times what the captured function takes


def compare(plain, captured, args, kwargs):
    """The captured function's result; raises AssertionError where the plain one gives or leaves another.

    Args:
        plain (callable), captured (callable): The two.
        args (tuple), kwargs (dict): Of the call.

    Raises:
        AssertionError: They differ; the message names the place.
        RuntimeError: The plain function does not end in the copy.
    """
    roots = reached(plain, args, kwargs)
    copy = _Copy(plain, args, kwargs, roots)
    start = time.perf_counter()
    try:
        try:
            result, error = captured(*args, **kwargs), None
        except Exception as e:
            result, error = None, e
        ended, *expected = copy.ends(_SECONDS + 20 * (time.perf_counter() - start))
    finally:
        copy.kill()
    if ended == "lost":
        raise RuntimeError(f"(Fatal) to_static(check=True): {expected[0]}")
    if ended == "raised":
        text = ": ".join(expected)
        if error is None:
            raise AssertionError(
                f"to_static: the plain function raises, the captured one does not: {text}"
            )
        if type(error).__name__ != expected[0]:
            raise AssertionError(
                f"to_static: the plain function raises another error: {text}"
            ) from error
        raise error
    if error is not None:
        raise AssertionError(
            f"to_static: the captured function raises, the plain one does not: {type(error).__name__}: {error}"
        ) from error
    found = first_difference(seen_in({"result": result, **roots}), expected[0])
    if found is not None:
        path, why = found
        raise AssertionError(f"to_static: {path} differs from the plain function: {why}")
    return result


class _Copy:
    """The process once more, in which the plain function runs."""

    def __init__(self, plain, args, kwargs, roots):
        self._read, write = os.pipe()
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        randoms = random.getstate()  # a copy draws others
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # "the process has several threads"
            self._pid = os.fork()
        if self._pid == 0:
            random.setstate(randoms)
            _run_in_copy(write, plain, args, kwargs, roots)
        os.close(write)

    def ends(self, seconds):
        """("returned", what is seen then), ("raised", type, text), or ("lost", why)."""
        parts, deadline = [], time.monotonic() + seconds
        while True:
            ready, _, _ = select.select([self._read], [], [], max(0, deadline - time.monotonic()))
            if not ready:
                return (
                    "lost",
                    f"the plain function did not end within {seconds:.0f} s in a copy of the process",
                )
            part = os.read(self._read, 1 << 20)
            if not part:
                break
            parts.append(part)
        try:
            return pickle.loads(b"".join(parts))  # noqa: S301 (from our own child)
        except (EOFError, pickle.UnpicklingError):
            return "lost", "the plain function has ended the copy of the process in which it ran"

    def kill(self):
        os.close(self._read)
        os.kill(self._pid, signal.SIGKILL)  # it has said all it had to say
        os.waitpid(self._pid, 0)


def _run_in_copy(write, plain, args, kwargs, roots):
    """Never returns."""
    try:
        gc.disable()  # what is to be finalised is the other process's
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        try:
            result = plain(*args, **kwargs)
            told = ("returned", seen_in({"result": result, **roots}))
        except BaseException as error:
            told = ("raised", type(error).__name__, str(error))
        data = memoryview(pickle.dumps(told))
        while data:
            data = data[os.write(write, data) :]
    finally:
        os._exit(0)
