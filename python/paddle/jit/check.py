"""to_static(check=True): the plain function beside the captured one.

The plain function runs in a copy of the process (fork), so that nothing of it is left: counters, lists, iterators,
gradients and random numbers are as if it had not run. Files, and what else is outside of the process, it changes too.
Where the two differ, another copy runs the captured function once more, and the first operator that gave something
else is named.
"""

import random
import time

from .check_copy import Copy
from .seen import first_difference, reached, seen_in

_SECONDS = 30  # for the copy, beside twenty times what the captured function takes


def compare(plain, captured, args, kwargs):
    """The captured function's result; raises AssertionError where the plain one gives or leaves another.

    Args:
        plain (callable), captured (callable): The two.
        args (tuple), kwargs (dict): Of the call.

    Raises:
        AssertionError: They differ; the message names the place, and the first operator that differs where there is
            one.
        RuntimeError: The plain function does not end in the copy.
    """
    roots = reached(plain, args, kwargs)
    randoms = random.getstate()  # a copy draws others

    def in_copy(function, look):
        random.setstate(randoms)
        try:
            result = function(*args, **kwargs)
        except BaseException as error:
            return "raised", type(error).__name__, str(error)
        return "returned", seen_in({"result": result, **roots}) if look else None

    copy = Copy(lambda: in_copy(plain, True), at_once=True, lines=True)
    again = Copy(lambda: in_copy(captured, False), at_once=False, lines=False)
    start = time.perf_counter()

    def differ(text):
        seconds = _SECONDS + 20 * (time.perf_counter() - start)
        found = _first_operator(copy.log(seconds), again.log(seconds))
        return AssertionError("\n  ".join(filter(None, (f"to_static: {text}", found))))

    try:
        try:
            result, error = captured(*args, **kwargs), None
        except Exception as e:
            result, error = None, e
        ended, *expected = copy.ends(_SECONDS + 20 * (time.perf_counter() - start))
        if ended == "lost":
            raise RuntimeError(f"(Fatal) to_static(check=True): {expected[0]}")
        if ended == "raised":
            text = ": ".join(expected)
            if error is None:
                raise differ(f"the plain function raises, the captured one does not: {text}")
            if type(error).__name__ != expected[0]:
                raise differ(f"the plain function raises another error: {text}") from error
            raise error
        if error is not None:
            kind = type(error).__name__
            raise differ(
                f"the captured function raises, the plain one does not: {kind}: {error}"
            ) from error
        found = first_difference(seen_in({"result": result, **roots}), expected[0])
        if found is not None:
            path, why = found
            raise differ(f"{path} differs from the plain function: {why}")
        return result
    finally:
        copy.kill()
        again.kill()


def _first_operator(plain, captured):
    """Which operator of the plain function is the first that gave what none of the program gave; None where each did.

    Args:
        plain (list), captured (list): What `_C.take_op_log` gave: (name, dtype, shape, digest, values, line).
    """
    here, there = ({entry[1:4] for entry in log} for log in (plain, captured))
    missing = [entry for entry in plain if entry[1:4] not in there]
    others = [entry for entry in captured if entry[1:4] not in here]
    for alike in (
        slice(0, 3),
        slice(1, 3),
    ):  # of one name; else a pass may have put one in the place of another
        for entry in missing:
            name, dtype, shape, _, values, line = entry
            for other in others:
                if other[alike] == entry[alike]:
                    instead = "" if other[0] == name else f" of {other[0]}"
                    return (
                        f"The first operator that differs: {name} at {line}, {dtype}{list(shape)}: "
                        f"[{other[4]}]{instead} instead of [{values}]."
                    )
    return None
