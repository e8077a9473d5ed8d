"""Tensors that may be one memory in eager code, where a branch or a loop on tensors decides: what a capture does about
them."""

from . import number_ops


class CareNeeded(BaseException):
    """The capture has to begin anew, and to be more careful (`options`): what it gives may share memory."""

    def __init__(self, **options):
        super().__init__()
        self.options = options


class Sharing:
    """A part of a `TensorSession`.

    Attributes:
        careful (int): About memory that results may share: 1 of branches with tensors of outside, 2 of loops, too, and
            with any.
        wary (bool): Whether results that may be memory of the caller are refused: one is written later, or what can not
            be done again follows.
    """

    def need_care(self, **options):
        raise CareNeeded(**(options or {"careful": self.careful + 1}))

    def warier(self):
        """The options of a capture that refuses more."""
        return {"careful": 2} if self.wary else {"wary": True}

    def is_final(self):
        """Whether something was done that can not be done again."""
        return bool(self.opaques or self.tracer.segments)

    def may_be_shared(self, results):
        """Whether it is not known which of these tensors are one memory, or an input's."""
        return not self.is_final() and self.tracer.may_be_shared(results)

    def settle_sharing(self, result):
        """Leaves calls in which a loop gives back what it was given to Python. The flag that none has, or None."""
        flag = self._nothing_shared(self.escaping(result))
        if flag is not None:
            self.require(flag, True)
        return flag

    def _nothing_shared(self, results):
        flag = None
        if not self.may_be_shared(results):
            return None
        tensors = results + self.sources()
        pairs = self.tracer.shared_pairs(results, self.sources())
        if not self.careful or pairs is None:
            self.need_care()
        for a, b in ((tensors[i], tensors[j]) for i, j in pairs):
            if a.shape != b.shape or a.dtype != b.dtype:
                self.need_care()
            differs = number_ops.differ(a, b)
            flag = differs if flag is None else self.both(flag, differs)
        return flag

    def before_fork(self):
        self.forked = True
        final = self.is_final()  # nobody finds out later: nothing is left to chance
        most = self.careful == 2 or final
        again = not most
        ends = self.machine.forks == len(self.machine.tails)  # the ways may go to the end each
        self.tracer.be_careful(
            callers=self.wary or not again,
            all=most,
            branches=self.careful > 0 and ends,
            again=again,
        )
