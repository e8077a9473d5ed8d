"""Generators whose frames are interpreted."""

import types


class Generator:
    """Behaves as `types.GeneratorType`, also for `isinstance`."""

    def __init__(self, vm, frame):
        self._vm, self._frame = vm, frame
        self._state = "new"  # new, suspended, running, closed
        self.__name__ = frame.func.__name__ if frame.func else frame.code.co_name
        self.__qualname__ = frame.func.__qualname__ if frame.func else frame.code.co_qualname

    __class__ = property(lambda self: types.GeneratorType)
    gi_code = property(lambda self: self._frame.code)
    gi_running = property(lambda self: self._state == "running")
    gi_suspended = property(lambda self: self._state == "suspended")

    def __repr__(self):
        return f"<generator object {self.__qualname__} at {id(self):#x}>"

    def __iter__(self):
        return self

    def __next__(self):
        return self.send(None)

    def send(self, value):
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
            return value
        self._state = "closed"
        if value is None:
            raise StopIteration
        raise _stop(value)

    def __del__(self):
        if self._state == "suspended":
            try:
                self.close()
            except BaseException:
                pass


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
