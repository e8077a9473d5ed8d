"""`for` loops over a range of which an end is a tensor, or which a tensor may leave."""

from . import cfg, fork
from .loops import Loop
from .machine import Again
from .merge import as_tensor
from .numbers import TensorIterator, TensorRange, is_small


class _RangeLoop(Loop):
    """`for` over a TensorRange: `at` is the FOR_ITER, which finds the iterator on the stack."""

    def __init__(self, f, saved, range_, at, target):
        self.range = range_
        super().__init__(f, saved, None, at + 1, at, at, True, target)
        self.stops[at] = (("loop", at + 1), fork.NEXT)

    def _more_to_come(self, index):
        ahead = self.session.number_operation
        return ahead("lt" if self.range.step > 0 else "gt", index, self.range.stop, int)

    def _first(self):
        return self._more_to_come(self.range.start)

    def _initial(self):
        return [*super()._initial(), self.session.number_operation("add", self.range.start, 0, int)]

    def _stack(self, arguments):
        return [*self.saved.stack, self.session.number(arguments[-1], "int64")]

    def _next(self, end, arguments):
        session = self.session
        index = session.number_operation(
            "add", session.number(arguments[-1], "int64"), self.range.step, int
        )
        more = self._more_to_come(session.number(index, "int64"))
        stays = end.stack[-1]  # False where `break` was reached
        if stays is not True:
            more = session.both(more, as_tensor(self.tracer, stays, "bool"))
        return [more, index]


def over_range(f, it, target):
    """Records a loop over a TensorRange: (False where it has to be gone through one by one, where to go on)."""
    vm, session = f.vm, f.vm.session
    at = f.pc - 1
    if (
        not session.regions
        or vm.branches >= fork.FORKS
        or vm.forks >= fork.DEPTH
        or vm.fails_often(f, at)
    ):
        return False, None
    session.before_fork()
    vm.branches += 1
    try:
        to = _RangeLoop(f, fork.Saved(f), it.range, at, target).record()
    except Again:
        raise
    except BaseException as error:  # (the function's own comes again, one by one)
        if not session.is_of_function(error):
            raise
        vm.fails_often(f, at, failed=True)
        return False, None
    return True, fork.done(vm, to)


def peel(f, it, target):
    """The first round of a loop over a TensorRange on its own, where another round is like that but it is not."""
    vm, session, place = f.vm, f.vm.session, (f.code, f.pc)
    if not session.tails or not session.regions or place in vm.peeled:
        return False, None
    session.before_fork()
    made, count = it.range, session.number_operation
    more = count("lt" if made.step > 0 else "gt", made.start, made.stop, int)
    index = session.number(count("add", made.start, 0, int), "int64")
    start = session.number(count("add", made.start, made.step, int), "int64")
    rest = TensorRange(session, start, made.stop, made.step, ((start, None), (made.stop, None)))
    saved = fork.Saved(f)
    below = saved.stack[:-1]
    ways = [(f.pc, [*below, TensorIterator(rest), index]), (target, below)]
    joins = (cfg.joins(f.dec)[f.pc - 1], cfg.EXIT)
    vm.peeled.append(place)
    try:
        return True, fork.choose(f, saved, more, ways, joins, f.where, assume=False)
    except Again:
        raise
    except BaseException as error:
        if not session.is_of_function(error):
            raise
        return False, None
    finally:
        vm.peeled.remove(place)


def goes_round(f, it, target):
    """A loop over a range of Python goes round in one way of a branch in its body: it becomes a loop on tensors."""
    vm = f.vm
    frame, pc = vm.open_forks[-1]
    rest = it.items[it.index :] if it.items is not None else ()
    if frame is not f or not f.pc <= pc < target or len(rest) < 2 or vm.fails_often(f, f.pc - 1):
        return False, None
    ends = rest.start, rest.stop
    if not all(map(is_small, (*ends, rest.step))):
        return False, None
    made = TensorRange(vm.session, *ends, rest.step, tuple((end, None) for end in ends))
    f.stack[-1] = TensorIterator(made)
    found = over_range(f, f.stack[-1], target)
    if not found[0]:
        f.stack[-1] = it
    return found
