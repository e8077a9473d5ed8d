"""What captures say while they happen, where a user asks for it."""

import logging
import os
import sys

from ..framework.flags import get_flags

_logger = logging.getLogger("paddle.jit")
_logger.setLevel(logging.INFO)
_verbosity = int(os.environ.get("TRANSLATOR_VERBOSITY", "0"))
_code_level = int(os.environ.get("TRANSLATOR_CODE_LEVEL", "-1"))
_to_stdout = {"text": False, "code": False}


def _level(level, function):
    if not isinstance(level, int):
        raise TypeError(
            f"(InvalidType) {function}: argument `level` has the wrong type.\n"
            f"  Expected: int\n  Received: {type(level).__name__}"
        )
    return level


def set_verbosity(level=0, also_to_stdout=False):
    """How much captures tell while they happen.

    Args:
        level (int): 0: nothing; 1: a line for each capture, and why there is another; 2: also where a program ends
            before the function does. The environment variable ``TRANSLATOR_VERBOSITY`` does the same.
        also_to_stdout (bool): Also to ``sys.stdout``; else to the logger "paddle.jit" alone.

    Raises:
        TypeError: ``level`` is no int.

    Examples:
        >>> import paddle
        >>> f = paddle.jit.to_static(lambda x: x + 1)
        >>> paddle.jit.set_verbosity(1, also_to_stdout=True)
        >>> _ = f(paddle.ones([1]))  # doctest: +ELLIPSIS
        paddle.jit: <lambda>: captured: 2 operations in 1 program, ... ms
        >>> paddle.jit.set_verbosity(0)
    """
    global _verbosity
    _verbosity = _level(level, "set_verbosity")
    _to_stdout["text"] = bool(also_to_stdout)


def set_code_level(level=100, also_to_stdout=False):
    """Whether captures show the programs that they compile, as text.

    Args:
        level (int): 0 or below: they do not. The environment variable ``TRANSLATOR_CODE_LEVEL`` does the same.
        also_to_stdout (bool): Also to ``sys.stdout``; else to the logger "paddle.jit" alone.

    Raises:
        TypeError: ``level`` is no int.

    Examples:
        >>> import paddle
        >>> f = paddle.jit.to_static(lambda x: x.exp())
        >>> paddle.jit.set_code_level(100, also_to_stdout=True)
        >>> _ = f(paddle.ones([1]))  # doctest: +ELLIPSIS
        paddle.jit: <lambda>: compiled:
        ...pd_op.exp...
        >>> paddle.jit.set_code_level(0)
    """
    global _code_level
    _code_level = _level(level, "set_code_level")
    _to_stdout["code"] = bool(also_to_stdout)


def captured(name, call, compiled, again):
    """A call has run Python.

    Args:
        name (str): The function's.
        call (Call): What it did.
        compiled (list): The texts of what was compiled, made when they are asked for.
        again (str): Why what was captured before does not do, or None.
    """
    if again is not None and (
        _verbosity > 0 or get_flags("FLAGS_explain_recompile")["FLAGS_explain_recompile"]
    ):
        _say("text", f"{name}: captured again: {again}", loud=True)
    if _verbosity > 0:
        count = len(call.programs)
        total = sum(size for size, _, _ in call.programs)
        programs = f"{count} program{'s' * (count != 1)}"
        _say(
            "text",
            f"{name}: captured: {total} operations in {programs}, {call.seconds * 1e3:.2f} ms",
        )
    if _verbosity > 1:
        for _, _, why in call.programs:
            if why:
                _say("text", f"{name}: a program ends: {why}")
    if _code_level > 0:
        for text in compiled:
            _say("code", f"{name}: compiled:\n{text}")


def _say(kind, text, loud=False):
    """To the logger; where nobody has set one up, to stderr."""
    if _to_stdout[kind]:
        print(f"paddle.jit: {text}")
    elif _logger.hasHandlers():
        _logger.log(logging.WARNING if loud else logging.INFO, text)
    else:
        print(f"paddle.jit: {text}", file=sys.stderr)
