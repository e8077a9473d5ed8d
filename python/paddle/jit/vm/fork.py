"""Both ways of a jump whose condition is a traced tensor.

Each way is interpreted from the same state in a region of its own, up to where
the ways meet (cfg.py) or to the return; what they leave behind is merged
(merge.py). Where that cannot be done the graph breaks before the jump, the
condition gets its value, and one way is taken.
"""

from . import both, cfg, loops, tail
from .frame import DONE, NULL
from .machine import Again, CannotMerge, GraphBreak, Unwind

FORKS = 200  # at most so many tries to record a branch that come to nothing or lie in another: then graphs break
DEPTH = 12  # and so many within each other


NEXT = object()  # what stops push where a `for` loop goes round again


class Stopped:
    """The end of a way that did not return: `key` says where."""

    def __init__(self, key):
        self.key = key


def stop(f, index):
    key, push = f.body[index]
    if push is NEXT:
        f.stack[-1] = True  # in the place of the iterator
    elif push is not NULL:
        f.stack.append(push)
    f.pc = index
    f.result = Stopped(key)
    return DONE


class Saved:
    """The state of a frame at a fork."""

    def __init__(self, f):
        self.stack, self.locals, self.pc = list(f.stack), list(f.locals), f.pc
        self.handled, self.ops, self.body = f.handled, f.ops, f.body
        self.body_live, self.loop = f.body_live, f.loop
        self.base, self.on_return, self.back = f.base, f.on_return, f.back

    def put_back(self, f):
        f.stack[:], f.locals, f.pc = self.stack, list(self.locals), self.pc
        f.handled, f.ops, f.body = self.handled, self.ops, self.body
        f.body_live, f.loop = self.body_live, self.loop
        f.base, f.on_return, f.back = self.base, self.on_return, self.back
        f.result, f.yielded = None, False


class End:
    """What a way leaves: where it ended, stack, locals, the places it wrote, its value, the state of the process."""

    def __init__(self, f, result):
        self.key = result.key if type(result) is Stopped else "return"
        self.value = None if type(result) is Stopped else result
        self.stack, self.locals = list(f.stack), list(f.locals)
        self.written = {}
        self.modes = f.vm.session.global_state()


def run_way(f, saved, pc, stack, stops, live=None):
    """Interprets `f` from `pc` until a stop or its return. The journal's mark is the caller's."""
    vm = f.vm
    f.stack[:], f.pc, f.handled = stack, pc, saved.handled
    f.base, f.on_return = True, None
    if live is not None:
        f.body_live = live
    f.body = {**(saved.body or {}), **stops}
    f.ops = f.dec.with_stop(dict.fromkeys(f.body, stop))
    vm.depth += 1
    result = vm.run(f)
    if f.yielded:
        raise CannotMerge("`yield` under the condition of a tensor", f.where)
    if f.handled is not saved.handled:
        raise CannotMerge("an exception handled under the condition of a tensor", f.where)
    end = End(f, result)
    if f.loop is not None:
        f.loop.leave(end)
    return end


class Scope:
    """Counts as a fork while a way runs; whatever happens, the state is that of the fork afterwards."""

    def __init__(self, f, saved, like=(), outcome=None, written=(), carried=False):
        self.f, self.saved, self.like, self.outcome = f, saved, like, outcome
        self.written, self.carried = written, carried  # tensors of outside (writes.py)

    def __enter__(self):
        vm = self.f.vm
        options = {"written": self.written, "carried": self.carried} if self.written else {}
        self.arguments = vm.session.tracer.begin_region(list(self.like), **options)  # may raise
        if not vm.forks:
            vm.rounds = 0
        vm.forks += 1
        vm.open_forks.append((self.f, self.saved.pc))
        vm.outcomes.append(self.outcome)
        self.serial, vm.fork_serial = vm.fork_serial, vm.session.serial
        self.mark = vm.session.journal.mark()
        self.globals = vm.session.global_state()
        self.open, self.undone = True, False
        return self

    def undo(self):
        """Leaves the way; the places that it wrote, with their values."""
        moved = [
            e[1] for e in self.f.vm.session.journal.entries[self.mark :] if e[0] == "generator"
        ]
        left = any(g.is_open() for g in moved)
        self.undone = True
        written = self.f.vm.session.journal.undo(self.mark)
        if left or any(g.is_open() for g in moved):
            raise GraphBreak("a generator is left in a `try` in a way of a branch", self.f.where)
        return written

    def close(self, results, emitted=(), **options):
        self.open = False
        if emitted:
            options["emitted"] = len(emitted)
        return self.f.vm.session.tracer.end_region([*results, *self.written, *emitted], **options)

    def __exit__(self, kind, error, traceback):
        vm = self.f.vm
        vm.forks -= 1
        vm.open_forks.pop()
        vm.outcomes.pop()
        vm.fork_serial = self.serial
        try:
            if not self.undone:
                vm.session.journal.undo(self.mark)
        finally:
            if self.open:
                vm.session.tracer.abort_region()
            self.saved.put_back(self.f)
            vm.session.restore_global_state(self.globals)
            vm.current = self.f


def branch(f, cond, target, wanted, pop):
    """The handler of a jump on a traced tensor, which lies on the stack."""
    vm, session = f.vm, f.vm.session
    at = f.pc - 1
    session.before_fork()
    saved = Saved(f)
    below = saved.stack[:-1]
    ways = [(target, below if pop else saved.stack), (f.pc, below)]
    if not wanted:
        ways.reverse()
    if session.tails and not vm.forks:
        way = tail.only_way(f, cond, ways)
        if way is not None:
            f.pc, f.stack[:] = way
            return None
    if session.regions and pop and _may_fork(vm) and not vm.fails_often(f, at):
        vm.branches += 1
        try:
            found, to = loops.attempt(f, saved, cond, at, target, wanted)
            if found:
                return done(vm, to)
        except BaseException as e:
            if isinstance(e, Again) or not session.is_of_function(e):
                raise
            vm.fails_often(f, at, failed=True)
    join = cfg.joins(f.dec)[at]
    return choose(f, saved, cond, ways, (join, cfg.EXIT) if target > at else (), f.where)


def _may_fork(vm):
    return vm.branches < FORKS and vm.forks < DEPTH


def done(vm, to):
    if not vm.forks:
        vm.branches = 0
    return to


def choose(f, saved, cond, ways, joins, where, assume=True):
    """Goes one way where `cond` is true, else the other: both are recorded, up to one of `joins`.

    Where that can not be, it goes the way of now; `assume` false: raises why.
    """
    vm, session = f.vm, f.vm.session
    problem = None
    if not session.regions:
        problem = GraphBreak("the condition of a jump is a tensor", where)
        joins = ()
    for join in dict.fromkeys(joins):
        if not _may_fork(vm):
            break
        vm.branches += 1
        try:
            stops = {} if join == cfg.EXIT else {join: (join, NULL)}
            return done(vm, both.both(f, saved, cond, ways, stops))
        except Again:
            raise
        except CannotMerge as e:
            problem = e
        except Unwind as e:
            problem = e
            break
        except session.break_exceptions as e:
            problem = GraphBreak(str(e) or "native code needs the data of a tensor", where)
            break
        except BaseException as e:
            if not session.is_of_function(e):
                raise
            problem = GraphBreak(
                f"{type(e).__name__} raised under the condition of a tensor: {e}", where
            )
            break
    if session.tails and session.regions and vm.forks == len(vm.tails) and vm.branches < FORKS:
        vm.branches += 1
        try:
            return done(vm, tail.attempt(f, cond, ways))
        except (Unwind, *session.break_exceptions) as e:
            if type(e) is not CannotMerge or problem is None:
                problem = e if isinstance(e, Unwind) else GraphBreak(str(e), where)
    problem = problem or GraphBreak("too many branches", where)
    if vm.forks or not assume:
        raise problem
    session.graph_break(problem.reason, problem.where or where)
    value = session.concrete(cond)
    f.pc, f.stack[:] = ways[0] if value else ways[1]
    return None
