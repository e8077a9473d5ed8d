"""How a call runs for which no capture holds: interpreted, noted by the tracer alone, or as eager code.

Interpreting costs a hundred times what eager code costs. It is worth that while it may give a capture that later calls
use: a function that can not skip Python is not interpreted again and again. To note operations and look their program
up costs a few microseconds each, which large tensors are worth and small ones are not.
"""

_TRIES = 12  # captures of a function
_IN_VAIN = 4  # of them one after another that can not skip Python
_BYTES = 32 << 10  # for each operation of the programs


class Attempts:
    """Of one function.

    Args:
        programs (ProgramCache): What was compiled for it.
    """

    def __init__(self, programs):
        self.programs = programs
        self.made = self._in_vain = 0

    def begin(self):
        self.made += 1

    def end(self, skips):
        """A capture is over; `skips`: later calls may skip Python."""
        self._in_vain = 0 if skips else self._in_vain + 1

    @property
    def may_interpret(self):
        return self.made < _TRIES and self._in_vain < _IN_VAIN

    def is_better_eager(self, last):
        """Whether the programs of the function are too small to be worth their notes.

        Args:
            last (Call): The last call of which there is a program.
        """
        sizes = [size for size, _, _ in last.programs] if last is not None else []
        uses = [use for use in map(self.programs.usage, range(len(self.programs))) if use]
        if not sizes or not uses:
            return False
        tensors = sum(use[2] for use in uses) / len(uses)
        return tensors * len(sizes) < _BYTES * sum(sizes)
