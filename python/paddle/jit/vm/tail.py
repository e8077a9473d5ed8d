"""Both ways of a jump, each to the end of the captured function.

What two ways leave may have no common form: a list and a dict, other shapes, an attribute that one of them writes, an
exception. Such ways do not meet again: each is run to the end of the whole function, and what the function gives and
writes is a tree of outcomes,

    ("either", k, tree, tree)   tensor number `k` of `session.held` says which one
    ("leaf", result, effects)   how both are made: templates, made by the session
    ("raise",)                  the function raises: Python itself shall do so
"""

from . import cfg, fork
from .frame import DONE
from .machine import CannotMerge


class Outcome:
    """What a run gives whose end is one of several."""

    def __init__(self, tree):
        self.tree = tree


class _Chain:
    """The state of a frame and of those that called it, at a fork."""

    def __init__(self, frames):
        self.frames = [(f, fork.Saved(f)) for f in frames]
        self.pc = frames[0].pc

    def put_back(self, _):
        for f, saved in self.frames:
            saved.put_back(f)


def frames_of(f):
    """`f` and its callers up to the captured function; None where C code is between them."""
    frames = [f]
    while not f.base:
        f = f.back
        frames.append(f)
    outermost = f.back is not None and f.back.back is None and f.back.code.co_filename == "<native>"
    return frames if outermost and all(g.generator is None for g in frames) else None


def only_way(f, cond, ways):
    """The way to go where the other one can not return: a call that goes there is left to Python. None: go both."""
    raises = [not cfg.reaches(f.dec, pc, cfg.EXIT) for pc, _ in ways]
    frames = frames_of(f)
    if raises[0] == raises[1] or frames is None:
        return None
    if any(g.dec.handlers[g.pc - 1] is not None for g in frames):
        return None
    return _unless_raised(f.vm.session, cond, ways, raises)


def _unless_raised(session, cond, ways, raises):
    known = session.decide(cond)
    if known is None or raises[0 if known else 1]:
        return None
    session.require(cond, known)
    return ways[0 if known else 1]


def attempt(f, cond, ways):
    """Runs both ways to the end: DONE, or None where the run goes on one of them."""
    vm, session = f.vm, f.vm.session
    frames, place = frames_of(f), (f.code, f.pc)
    if frames is None:
        raise CannotMerge("C code waits for the outcome of a branch", f.where)
    if place in vm.tails:
        raise CannotMerge("a branch that comes again has no end", f.where)
    first = len(session.held)
    vm.tails.append(place)
    try:
        trees, regions, ends = [], [], []
        for number, (pc, stack) in enumerate(ways):
            start = len(session.held)
            outcome = cond, number == 0
            with fork.Scope(f, _Chain(frames), outcome=outcome) as scope:
                trees.append(_end(f, pc, stack, frames[-1], start))
                scope.undo()
                held = session.held[start:]
                regions.append(session.with_histories(scope.close, held, apart=True))
            ends.append(len(session.held))
        raises = [t[0] == "raise" for t in trees]
        if any(map(may_raise, trees)) and not session.may_leave_to_python():
            raise CannotMerge("one way raises, and Python can not begin anew", f.where)
        if all(raises):
            raise CannotMerge("both ways of a branch raise", f.where)
        if any(raises) and not vm.forks:
            way = _unless_raised(session, cond, ways, raises)
            if way is not None:
                del session.held[first:]
                f.pc, f.stack[:] = way
                return None
        emit = session.tracer.emit_either
        session.held[first:] = session.with_histories(emit, cond, *regions)
    except BaseException:
        del session.held[first:]
        raise
    finally:
        vm.tails.pop()
    session.held.append(cond)
    session.restore_global_state(session.modes)  # as each way has left it
    frames[-1].result = Outcome(("either", len(session.held) - 1, *trees))
    return DONE


def _end(f, pc, stack, root, start):
    """The tree of one way."""
    vm, session = f.vm, f.vm.session
    f.stack[:], f.pc = stack, pc
    vm.depth += 1
    try:
        result = vm.run(root, f)
    except vm.breaks:
        raise
    except BaseException as error:
        if not session.is_of_function(error):
            raise
        del session.held[start:]
        return ("raise",)
    if vm.left_open():
        raise CannotMerge("a generator is left in a `try` in a way of a branch", f.where)
    if session.global_state() != session.modes:
        raise CannotMerge("a function leaves another mode of the process", f.where)
    return result.tree if type(result) is Outcome else session.leaf(result)


def may_raise(tree):
    return tree[0] == "raise" or tree[0] == "either" and any(map(may_raise, tree[2:]))


def leaf_of(tree, held):
    """The leaf that a run came to, by the truth of the tensors it gave."""
    while tree[0] == "either":
        tree = tree[2 if bool(held[tree[1]]) else 3]
    return tree
