"""Generators whose frames are interpreted."""

import inspect
import types

from .numbers import TensorIterator, settled
from .tracebacks import stand_in


class Generator:
    """Behaves as `types.GeneratorType`, also for `isinstance`."""

    def __init__(self, vm, frame):
        self._vm, self._frame = vm, frame
        self._state = "new"  # new, suspended, running, closed
        self._own = (
            None  # Python's own generator, in the place of one that begins after the capture
        )
        self.__name__ = frame.func.__name__ if frame.func else frame.code.co_name
        self.__qualname__ = frame.func.__qualname__ if frame.func else frame.code.co_qualname

    __class__ = property(lambda self: types.GeneratorType)
    gi_code = property(lambda self: self._frame.code)
    gi_running = property(
        lambda self: self._state == "running" or getattr(self._own, "gi_running", False)
    )
    gi_suspended = property(
        lambda self: self._state == "suspended" or getattr(self._own, "gi_suspended", False)
    )

    @property
    def gi_frame(self):
        if self._own is not None:
            return self._own.gi_frame
        return None if self._state == "closed" else stand_in(self._frame.code, self._frame.globals)

    def _escaped(self):
        if self._own is None and self._vm.over and self._state == "new":
            self._own = _begin(self._frame)
        return self._own

    def __repr__(self):
        return f"<generator object {self.__qualname__} at {id(self):#x}>"

    def __iter__(self):
        return self

    def __next__(self):
        return self.send(None)

    def send(self, value):
        if (own := self._escaped()) is not None:
            return own.send(value)
        if self._state == "new" and value is not None:
            raise TypeError("can't send non-None value to a just-started generator")
        if self._state == "closed":
            raise StopIteration
        return self._resume(None, value)

    def throw(self, kind, value=None, traceback=None):
        error = value if isinstance(value, BaseException) else None
        if error is None:
            error = (
                kind
                if isinstance(kind, BaseException)
                else kind()
                if value is None
                else kind(value)
            )
        if traceback is not None:
            error.__traceback__ = traceback
        if (own := self._escaped()) is not None:
            return own.throw(error)
        if self._state in ("new", "closed"):
            self._state = "closed"
            raise error
        f = self._frame
        self._check()
        receiver = f.stack[-1] if f.stack and f.dec.names[f.pc - 2] == "SEND" else None
        if receiver is not None:  # suspended in `yield from`
            try:
                if isinstance(error, GeneratorExit):
                    close = getattr(receiver, "close", None)
                    if close is not None:
                        self._vm.call(close)
                elif hasattr(receiver, "throw"):
                    return self._vm.call(receiver.throw, (error,))
            except StopIteration as stop:
                f.stack.pop()
                f.stack.append(stop.value)
                f.pc = f.dec.ops[f.pc - 2][1]
                return self._resume()
            except BaseException as other:
                error = other
        return self._resume(error)

    def close(self):
        if (own := self._escaped()) is not None:
            own.close()
            return
        if self._state == "new":
            self._state = "closed"
        if self._state == "closed":
            return
        try:
            self.throw(GeneratorExit())
        except (GeneratorExit, StopIteration):
            return
        raise RuntimeError("generator ignored GeneratorExit")

    def _check(self):
        if self._state == "running":
            raise ValueError("generator already executing")

    def _resume(self, error=None, *sent):
        self._check()
        vm, f = self._vm, self._frame
        if vm.forks:
            vm.session.write("generator", self, None)
        if vm.over:
            f.stack[:], f.locals = map(settled, f.stack), [settled(x) for x in f.locals]
        f.stack += sent
        self._state = "running"
        f.yielded, f.base = False, True
        try:
            vm.push(f)
            if error is not None:
                f.pc -= 1
                ops, f.ops = f.ops, _Throwing(f, error)
            value = vm.run(f)
        except StopIteration as e:
            self._state = "closed"
            raise RuntimeError("generator raised StopIteration") from e
        except BaseException:
            self._state = "closed"
            raise
        finally:
            if error is not None and type(f.ops) is _Throwing:
                f.ops = ops
        if f.yielded:
            self._state = "suspended"
            if f.dec.handlers[f.pc - 1] is not None:
                vm.suspended.add(self)
            return value
        self._state, value = "closed", settled(value)
        if value is None:
            raise StopIteration
        raise _stop(value)

    def is_open(self):
        """Whether its end may run code: it waits in a `try` or `with`."""
        f = self._frame
        return self._state == "suspended" and f.dec.handlers[f.pc - 1] is not None

    def __del__(self):
        if self._state == "suspended" and not self._vm.abandoned:
            try:
                self.close()
            except self._vm.breaks as error:  # nobody sees what this method raises
                self._vm.postponed = error


Generator.__name__ = Generator.__qualname__ = "generator"


def _begin(frame):
    """Calls the generator function anew with the arguments of a frame that has not begun."""
    code, values = frame.code, list(frame.locals)
    count, named = code.co_argcount, code.co_argcount + code.co_kwonlyargcount
    for i, name in enumerate(code.co_varnames[: named + 2]):
        if name in code.co_cellvars and type(values[i]) is types.CellType:
            values[i] = values[i].cell_contents
        elif type(values[i]) is TensorIterator:
            values[i] = iter(values[i].range.value())
    at = named
    args = values[:count]
    if code.co_flags & inspect.CO_VARARGS:
        args += values[at]
        at += 1
    kwargs = dict(zip(code.co_varnames[count:named], values[count:named], strict=True))
    if code.co_flags & inspect.CO_VARKEYWORDS:
        kwargs |= values[at]
    return frame.func(*args, **kwargs)


def _stop(value):
    stop = StopIteration(value)
    stop.value = value
    return stop


class _Throwing:
    """Stands for the instructions of a frame until the first one has raised."""

    def __init__(self, frame, error):
        self.frame, self.error, self.ops = frame, error, frame.ops

    def __getitem__(self, i):
        self.frame.ops = self.ops
        self.frame.pc += 1
        raise self.error
