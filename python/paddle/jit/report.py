"""What captured functions did, for people."""

import dataclasses
import os
import tempfile

from .reasons import told


@dataclasses.dataclass(frozen=True)
class Call:
    """One call of a captured function.

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


class Report:
    """What the calls of a captured function did.

    Args:
        name (str): Of the function.

    Examples:
        >>> import paddle
        >>> f = paddle.jit.to_static(lambda x: x + 1)
        >>> _ = f(paddle.to_tensor([1.0]))
        >>> report = f.report
        >>> report.calls, report.compiled, report.segments, report.breaks
        (1, 1, 1, [])
    """

    def __init__(self, name):
        self.name = name
        self.calls = 0
        self.compiled = 0
        self.eager = (
            0  # calls that ran as eager code: Python runs each time, and the tensors are small
        )
        self.guards = 0  # of the last capture
        self.failed_guard = None  # the last that did not hold
        self.unskippable = None  # why Python has to run each time
        self.fixed_sizes = None  # why a program serves the sizes of one call only
        self.last = None
        self.first_seconds = 0.0
        self.seconds = 0.0
        self._skipped = None  # counts them
        self._usage = list
        self._saved = tuple
        self._drawing = None

    @property
    def skipped(self):
        """How many calls ran no Python."""
        return self._skipped.count

    def add(self, call):
        """Counts a call."""
        self.calls += 1
        self.compiled += sum(compiled for _, compiled, _ in call.programs)
        self.last = call
        self.seconds += call.seconds
        if self.calls == 1:
            self.first_seconds = call.seconds

    @property
    def segments(self):
        """How many programs the last call ran: 1 is a whole graph."""
        return len(self.last.programs) if self.last else 0

    @property
    def graphs(self):
        """The number of operations in each program of the last call."""
        return [size for size, _, _ in self.last.programs] if self.last else []

    @property
    def breaks(self):
        """Why programs ended before the function did, in the last call."""
        return [why for _, _, why in self.last.programs if why] if self.last else []

    @property
    def memory(self):
        """What each program needs (`Memory`): of the last capture the forward and the backward program."""
        return [Memory(*use) for use in self._usage() if use]

    @property
    def saved(self):
        """Bytes that the last captured function keeps for its backward program, and how many it would keep if nothing
        cheap were computed again (``FLAGS_enable_auto_recompute``).

        Not among them: arguments, parameters and results, which are there anyway. Empty where there is no backward
        program, or one for many sizes.
        """
        return self._saved()

    @property
    def assumptions(self):
        """How many values and sizes of tensors the last call looked at; 0: its program is for all values."""
        return self.last.assumptions if self.last else 0

    def draw(self, path=None):
        """Writes a drawing of the programs: one HTML file that any browser shows, without a network.

        Groups open by a click, a search finds operators, values and shapes, and a click on a node shows its attributes,
        operands and results. Of a call that skips Python there are the forward and, where there is one, the backward
        program; else all programs that were compiled.

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
        if self._drawing is None or not self.calls:
            raise RuntimeError(
                f"(PreconditionNotMet) draw: there is no program of {self.name} yet.\n  Hint: call it first"
            )
        page = self._drawing(self.name)
        if path is None:
            handle, path = tempfile.mkstemp(prefix="graph_", suffix=".html")
            os.close(handle)
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)
        return os.fspath(path)

    def __str__(self):
        lines = [
            f"{self.name}: {self.calls} calls, {self.compiled} programs compiled, "
            f"first call {self.first_seconds * 1e3:.2f} ms"
        ]
        lines.append(f"  calls that skipped Python: {self.skipped}; guards: {self.guards}")
        if self.failed_guard is not None:
            lines.append(f"  last guard that failed: {told(self.failed_guard)}")
        if self.unskippable is not None:
            lines.append(f"  Python runs each time: {self.unskippable}")
        if self.eager:
            lines.append(
                f"  calls that ran as eager code, since the tensors are small: {self.eager}"
            )
        if self.fixed_sizes is not None:
            lines.append(f"  one program for each size: {self.fixed_sizes}")
        if self.last:
            lines.append(
                f"  last call: {self.last.seconds * 1e3:.3f} ms, programs of {self.graphs} operations"
            )
            lines += [
                f"  memory: {m.peak / 1e6:.3f} MB, {m.results / 1e6:.3f} of it results; "
                f"all tensors: {m.tensors / 1e6:.3f} MB"
                for m in self.memory
            ]
            if self.assumptions:
                lines.append(f"  right for the values of {self.assumptions} tensors only")
            lines += [f"  break {i + 1}: {why}" for i, why in enumerate(self.breaks)]
        return "\n".join(lines)

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
        >>> paddle.jit.report(f).breaks
        ['its values are read']
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
