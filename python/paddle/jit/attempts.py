"""How a call runs for which no capture holds: interpreted, noted by the tracer alone, or as eager code.

Interpreting costs a hundred times what eager code costs. It is worth that while it may give a capture that later calls
use: a function that can not skip Python is not interpreted again and again. To note operations and look their program
up costs a few microseconds each, which large tensors are worth and small ones are not.
"""

_TRIES = 12  # captures of a function
_IN_VAIN = 4  # of them one after another that can not skip Python
_BYTES = 32 << 10  # for each operation of the programs
_NEW = 8  # calls one after another that the tracer alone notes, of which each needs programs of its own


class Attempts:
    """Of one function.

    Args:
        programs (ProgramCache): What was compiled for it.
    """

    def __init__(self, programs):
        self.programs = programs
        self.made = self._in_vain = self._new = 0

    def begin(self):
        self.made += 1

    def end(self, skips):
        """A capture is over; `skips`: later calls may skip Python."""
        self._in_vain = 0 if skips else self._in_vain + 1

    def noted(self, segments):
        """The tracer alone has noted a call, which had these (size, compiled, reason)."""
        self._new = self._new + 1 if any(compiled for _, compiled, _ in segments) else 0

    @property
    def may_interpret(self):
        return self.made < _TRIES and self._in_vain < _IN_VAIN

    def is_better_eager(self, last):
        """Whether the programs of the function are too small to be worth their notes, or of use for one call only.

        Args:
            last (Call): The last call of which there is a program.
        """
        if self._new >= _NEW:
            return True
        sizes = [size for size, _, _ in last.programs] if last is not None else []
        uses = [use for use in map(self.programs.usage, range(len(self.programs))) if use]
        if not sizes or not uses:
            return False
        tensors = sum(use[2] for use in uses) / len(uses)
        return tensors * len(sizes) < _BYTES * sum(sizes)
