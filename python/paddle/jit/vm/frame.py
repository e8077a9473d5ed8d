"""The state of a function that is being interpreted."""

import builtins as _builtins

from .decode import decode


class _Mark:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"<{self.name}>"

    def __reduce__(self):
        return self.name  # copies are the mark itself


NULL = _Mark("NULL")  # an empty slot of the stack or of the locals
ABSENT = _Mark("ABSENT")  # no such attribute, key or name
DONE = _Mark("DONE")  # a handler's answer: the frame that the loop was started with is through


class Undefined:
    """A local that only one way of a tensor's `if` has set: using it breaks the graph."""

    def __init__(self, reason):
        self.reason = reason


class Frame:
    __slots__ = (
        "vm", "code", "dec", "ops", "pc", "stack", "locals", "globals", "builtins", "names", "func", "back", "base",
        "on_return", "handled", "result", "yielded", "trusted", "generator", "body", "body_live", "loop",
        "scope",
    )  # fmt: skip

    def __init__(self, vm, code, globals_, locals_, func=None, names=None):
        self.vm, self.code, self.func, self.globals = vm, code, func, globals_
        self.dec = dec = decode(code)
        self.ops, self.pc, self.stack = dec.ops, 0, []
        locals_.extend([NULL] * (dec.size - len(locals_)))
        self.locals = locals_
        if func is not None:
            self.builtins = func.__builtins__
        else:
            b = globals_.get("__builtins__", _builtins)
            self.builtins = b if isinstance(b, dict) else b.__dict__
        self.names = names  # the namespace of a class body, a module or exec
        self.back, self.base, self.on_return = None, False, None
        self.handled = None  # the exception that an `except` block of this frame handles
        self.result, self.yielded, self.generator, self.body = None, False, None, None
        self.scope = None  # what the session knows of it
        self.loop = None  # whose body is recorded
        self.body_live = -1  # the locals that matter at the end of a loop's body
        self.trusted = vm.session.is_trusted(globals_)

    @property
    def line(self):
        return self.dec.lines[min(max(self.pc - 1, 0), len(self.dec.lines) - 1)]

    @property
    def where(self):
        return f"{self.code.co_filename}:{self.line}"

    def exception(self):
        """The exception being handled here, or in the frames that called this one."""
        f = self
        while f is not None:
            if f.handled is not None:
                return f.handled
            f = f.back
        return None
