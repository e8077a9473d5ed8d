"""The loop that runs frames.

Calls between Python functions switch frames inside one loop; only what C code
calls back (a key of `sorted`), operators of user classes and generators start
the loop anew, one level deeper.
"""

import threading
import weakref

from . import recursion, tracebacks
from .bind import enter
from .frame import DONE, Frame
from .numbers import looked_at

ROUNDS = 3000  # of loops within a branch


class Unwind(BaseException):
    """Leaves frames without any of their handlers seeing it: back to the fork that catches it."""

    def __init__(self, reason, where=None):
        super().__init__(reason)
        self.reason, self.where = reason, where


class GraphBreak(Unwind):
    """The condition of a fork has to be known: run it at once, from there on go one way."""


class CannotMerge(Unwind):
    """What two ways of a branch leave behind has no common form."""

    grows = None  # a list that is longer after one of them


class Again(Unwind):
    """A loop that has to be recorded anew, now that it is known how its body is left."""


class Machine:
    def __init__(self, session):
        self.session = session
        self.current = None  # the frame that runs now
        self.depth = 0
        self.limit = recursion.users_limit()
        self.breaks = (*session.break_exceptions, *session.end_exceptions, Unwind)
        self.branches, self.fork_serial = 0, 0
        self.numbers = False  # whether there are any (numbers.py)
        self.rounds = 0  # of loops, within the branch that is being recorded
        self.failures = {}  # (code, index) of loops that could not be recorded -> how often
        self.tails = []  # where the ways of a branch are run to the end of the function (tail.py)
        self.peeled = []  # where the first round of a loop is recorded on its own (loops.py)
        self.outcomes = []  # (condition, what it is in the way that is being recorded) of each branch
        self.open_forks = []  # (frame, where it goes on) of each
        self.forks = 0  # how many branches and loop bodies are being recorded
        self.over = False  # whether the capture has ended
        self.suspended = weakref.WeakSet()  # generators that waited in a `try` or `with`
        self.postponed = None  # a break that came where a generator ended
        self.abandoned = False  # its effects are taken back: what is left of it ends without a word
        self.thread = threading.get_ident()

    def left_open(self):
        """Whether there are generators whose end may run code."""
        return any(g.is_open() for g in self.suspended)

    def go_round(self, f):
        """A loop goes round: in a way that nobody may take, it might do so for ever."""
        if self.forks:
            self.rounds += 1
            if self.rounds > ROUNDS:
                raise GraphBreak("a loop of many rounds under the condition of a tensor", f.where)

    def fails_often(self, f, index, failed=False):
        """Whether the loop there was tried in vain before; `failed`: it was now."""
        count = self.failures.get((f.code, index), 0) + failed
        if failed:
            self.failures[f.code, index] = count
        return count >= 3

    def frame(self, fn, args, kwargs):
        f = enter(self, fn, args, kwargs)
        self.session.function_read(fn)
        self.push(f)
        return f

    def push(self, f):
        """Makes the current frame the caller of `f`."""
        if self.depth >= self.limit:
            raise RecursionError("maximum recursion depth exceeded")
        f.back = self.current
        self.depth += 1
        self.session.frames += 1

    def of_user(self):
        """Whether the code that runs is neither the framework's nor the standard library's."""
        f = self.current
        while f is not None and f.code is _CALLER:
            f = f.back
        return f is None or not f.trusted

    def call(self, fn, args=(), kwargs=None):
        """Calls anything and returns its value."""
        from .calls import call

        caller = self.current
        f = Frame(self, _CALLER, caller.globals if caller else {}, [])
        f.back, f.base = caller, True
        self.current = f
        try:
            callee = call(f, fn, args, kwargs or {})
            if callee is not None:
                callee.base = True
                value = self.run(callee)
                callee.locals = []
                callee.stack.clear()
                return value
            return f.stack.pop()
        finally:
            self.current = caller

    def call_for_native(self, fn, args=(), kwargs=None):
        """Calls a Python function for C code, which gets a plain value: it knows no Numbers."""
        if self.over or threading.get_ident() != self.thread:
            return fn(*args, **(kwargs or {}))
        return looked_at(self, self.call(fn, args, kwargs))

    def end(self):
        """The capture is over: callbacks that outlive it call the plain functions."""
        from .afterwards import Afterwards

        self.over, self.numbers, self.current = True, False, None
        self.session = Afterwards()

    def run(self, base, start=None):
        """Runs `base` and what it calls until it returns or yields; the value. `start`: a frame in its midst."""
        depth = self.depth - 1
        caller = base.back if start is None else start
        f = self.current = base if start is None else start
        try:
            while True:
                try:
                    ops = f.ops
                    while True:
                        handler, arg = ops[f.pc]
                        f.pc += 1
                        to = handler(f, arg)
                        if to is not None:
                            if to is DONE:
                                return base.result
                            f = self.current = to
                            ops = f.ops
                except self.breaks:
                    raise
                except BaseException as e:
                    error = e
                f = self.unwind(f, error, base)
                self.current = f
        finally:
            self.depth, self.current = depth, caller

    def unwind(self, f, error, base):
        """The frame that handles `error`, set to do so; raises it where `base` does not."""
        f = self.current
        name, handled = f.dec.names[f.pc - 1], f.exception()
        again = name == "RERAISE" or name == "RAISE_VARARGS" and error is handled
        if name == "RAISE_VARARGS":
            self.session.raised = error
        if not again:
            tracebacks.chain(error, handled)
        while True:
            if again:
                error.__traceback__, again = tracebacks.own(error.__traceback__), False
            else:
                tracebacks.add(error, f)
            handler = f.dec.handlers[f.pc - 1]
            if handler is not None:
                target, depth, lasti = handler
                del f.stack[depth:]
                if lasti:
                    f.stack.append(f.pc - 1)
                f.stack.append(error)
                f.pc = target
                return f
            if f is base or f.back is None:  # Ctrl-C comes between any two steps
                raise error
            f = f.back
            self.depth -= 1


def leave(f, value):
    """Returns `value` from `f`: the frame to go on with."""
    if f.base:
        f.result = value if f.on_return is None else f.on_return(value)
        return DONE
    back = f.back
    f.vm.depth -= 1
    if f.on_return is not None:
        f.vm.current = back
        value = f.on_return(value)
    back.stack.append(value)
    f.stack.clear()
    f.locals = []  # frames lie in cycles: what they held is free now
    return back


_CALLER = compile("None", "<native>", "eval")
