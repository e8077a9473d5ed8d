"""What captured functions did, for people."""

import collections
import dataclasses
import os
import tempfile

from .reasons import told
from .report_text import text_of


@dataclasses.dataclass(frozen=True)
class Call:
    """One call of a captured function that ran Python.

    Args:
        programs (list): Of each program that ran: its size, whether it was compiled, and what ended it.
        seconds (float): The whole call.
        assumptions (int): How many values and sizes Python looked at: the program is right for these only.
    """

    programs: list
    seconds: float
    assumptions: int = 0


@dataclasses.dataclass(frozen=True)
class Memory:
    """What a program needs beside its inputs, in bytes.

    Args:
        peak (int): In use at the same time, results among them.
        results (int): In memory of their own, given to the caller.
        tensors (int): All tensors of the program, each on its own.
    """

    peak: int
    results: int
    tensors: int


@dataclasses.dataclass(frozen=True)
class Fusion:
    """The kernels that a program runs, one after the other.

    Args:
        steps (int): All of them.
        kernels (int): Those that CINN made (``FLAGS_use_cinn``).
        operators (int): Those that these kernels compute.
    """

    steps: int
    kernels: int
    operators: int


class Report:
    """What the calls of a captured function did. It prints as text.

    Each call is one of three: it skipped Python (``skipped``), it ran Python and was captured (``captured``), or it ran
    as eager code (``eager``), since it can not skip Python and its tensors are too small to be worth more.

    Args:
        name (str): Of the function.

    Examples:
        >>> import paddle
        >>> f = paddle.jit.to_static(lambda x: x + 1)
        >>> for _ in range(3):
        ...     _ = f(paddle.to_tensor([1.0]))
        >>> report = f.report
        >>> report.calls, report.captured, report.skipped, report.compiled, report.segments, report.breaks
        (3, 1, 2, 1, 1, [])
    """

    def __init__(self, name):
        self.name = name
        self.captured = 0  # calls that ran Python and were noted
        self.compiled = 0
        self.eager = (
            0  # calls that ran as eager code: Python runs each time, and the tensors are small
        )
        self.guards = 0  # of the last capture
        self.failed_guard = None  # the last that did not hold
        self.recaptures = collections.Counter()  # why there was another capture
        self.unskippable = None  # why Python has to run each time
        self.unskippable_before = collections.Counter()  # the same of all captures
        self.fixed_sizes = None  # why a program serves the sizes of one call only
        self.last = None
        self.first_seconds = 0.0
        self.seconds = self.eager_seconds = (
            0.0  # of the calls that ran Python; of them those of eager code
        )
        self._skipped = None  # counts the calls that ran no Python
        self.of_instances = False
        self._source = None

    def add(self, call):
        """Counts a call that was captured."""
        self.captured += 1
        self.compiled += sum(compiled for _, compiled, _ in call.programs)
        self.last = call
        self.seconds += call.seconds
        if self.captured == 1:
            self.first_seconds = call.seconds

    def add_unskippable(self, why):
        """The last capture can not be used again."""
        why = why.replace("calls paddle.full_at_once", "the states of an optimizer are made")
        self.unskippable = why
        self.unskippable_before[why] += 1

    def add_eager(self, seconds):
        """Counts a call that ran as eager code."""
        self.eager += 1
        self.eager_seconds += seconds
        self.seconds += seconds

    @property
    def skipped(self):
        """How many calls ran no Python."""
        return self._skipped.count

    @property
    def calls(self):
        """All calls."""
        return self.captured + self.skipped + self.eager

    @property
    def skipped_seconds(self):
        """About what the calls that skipped Python took: some of them are timed."""
        return self._skipped.seconds

    @property
    def compile_seconds(self):
        """What compiling programs took: a part of the captured calls."""
        return self._source.compile_seconds() if self._source else 0.0

    @property
    def python_share(self):
        """The share of all time that calls took which ran Python, between 0 and 1."""
        total = self.seconds + self.skipped_seconds
        return self.seconds / total if total else 0.0

    @property
    def segments(self):
        """How many programs the last captured call ran: 1 is a whole graph."""
        return len(self.last.programs) if self.last else 0

    @property
    def graphs(self):
        """The number of operations in each program of the last captured call."""
        return [size for size, _, _ in self.last.programs] if self.last else []

    @property
    def breaks(self):
        """Where and why programs ended before the function did, in the last captured call."""
        return [why for _, _, why in self.last.programs if why] if self.last else []

    @property
    def recompiles(self):
        """How many captures there were after the first, for another reason than that Python runs each time."""
        return sum(self.recaptures.values())

    @property
    def memory(self):
        """What each program needs (`Memory`): of the last capture the forward and the backward program."""
        return [Memory(*use[:3]) for use in self._usage()]

    @property
    def fusion(self):
        """What each program runs (`Fusion`): of the last capture the forward and the backward program."""
        return [Fusion(*use[3:]) for use in self._usage()]

    def _usage(self):
        return [use for use in self._source.usage() if use] if self._source else []

    @property
    def saved(self):
        """Bytes that the last captured function keeps for its backward program, and how many it would keep if nothing
        cheap were computed again (``FLAGS_enable_auto_recompute``).

        Not among them: arguments, parameters and results, which are there anyway. Empty where there is no backward
        program, or one for many sizes.
        """
        return self._source.saved() if self._source else ()

    @property
    def assumptions(self):
        """How many values and sizes of tensors the last call looked at; 0: its program is for all values."""
        return self.last.assumptions if self.last else 0

    @property
    def last_failed_guard(self):
        """The last guard that did not hold, in words; None where all did."""
        return None if self.failed_guard is None else told(self.failed_guard)

    def draw(self, path=None):
        """Writes a drawing of the programs: one HTML file that any browser shows, without a network.

        Operations are grouped by the layers that they belong to. Groups open by a click, a search finds layers,
        operators, values and shapes, and a click on a node shows its attributes, operands and results. Of a call that
        skips Python there are the forward and, where there is one, the backward program; else all programs that were
        compiled.

        Args:
            path (str or PathLike, optional): Of the file; None: a new one in the folder for temporary files.

        Returns:
            str: The path.

        Raises:
            RuntimeError: The function has not been called yet.

        Examples:
            >>> import os, paddle
            >>> f = paddle.jit.to_static(lambda x: paddle.tanh(x) * 2)
            >>> _ = f(paddle.rand([2, 3]))
            >>> path = paddle.jit.report(f).draw()
            >>> open(path).readline()
            '<!DOCTYPE html>\\n'
            >>> os.remove(path)
        """
        if self._source is None or not self.calls:
            raise RuntimeError(
                f"(PreconditionNotMet) draw: there is no program of {self.name} yet.\n  Hint: call it first"
            )
        page = self._source.drawing(self.name)
        if path is None:
            handle, path = tempfile.mkstemp(prefix="graph_", suffix=".html")
            os.close(handle)
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)
        return os.fspath(path)

    def __str__(self):
        return text_of(self)

    __repr__ = __str__


def report(function):
    """What a captured function did so far: programs, why they ended, compilations, times.

    Args:
        function (StaticFunction or Layer): Made by `to_static`.

    Returns:
        Report: It prints as text.

    Raises:
        TypeError: The function was not converted.

    Examples:
        >>> import paddle
        >>> f = paddle.jit.to_static(lambda x: (x * 2).tolist()[0] * x)
        >>> _ = f(paddle.to_tensor([2.0]))
        >>> paddle.jit.report(f).breaks  # doctest: +ELLIPSIS
        ['...:1: its values are read']
    """
    from .static_function import StaticFunction

    target = getattr(function, "forward", function)
    target = getattr(target, "__func__", target)
    if not isinstance(target, StaticFunction):
        raise TypeError(
            "(InvalidType) report: the function was not converted.\n"
            f"  Expected: what paddle.jit.to_static returns\n  Received: {type(function).__name__}"
        )
    return target.report
