"""paddle.save and paddle.load: Paddle's files of tensors (.pdparams, .pdopt).

A file is a pickle of plain containers and numpy arrays, exchangeable with
PaddlePaddle both ways. Loading makes only objects of the kinds listed here, and
of classes that the caller names (`safe_classes`), so a file can not run code.
Saving writes another file and renames it, so that the old one stays whole until
the new one is.
"""

import atexit
import errno
import io
import itertools
import os
import pickle
import stat
import sys
import threading
import warnings

import numpy as np

from .. import _C
from . import safetensors, static_mode
from .array_pickle import MANY, ArrayPickler, TooMany, array_over
from .parameter import EagerParamBase  # noqa: F401 (programs of Paddle look for it here)
from .unpickle import Refused, States, TensorUnpickler, Unpickler, is_named_pair, safe_classes

__all__ = ["load", "safe_classes", "save"]

_NAME_TABLE = "StructuredToParameterName@@"
_SLICES = "UnpackBigParamInfor@@"  # arrays over 1 GiB in files of protocol 2 and 3


class _Reducer:
    """Tensors become (name, array), also those in the states of objects."""

    def reducer_override(self, obj):
        if isinstance(obj, _C.Tensor):
            return tuple, ((obj.name, _to_array(obj)),)
        if isinstance(obj, _Layer()):
            raise ValueError(
                "(InvalidArgument) save: a Layer can not be saved.\n  Hint: save layer.state_dict(), "
                "and load it with layer.set_state_dict()."
            )
        if type(obj).__module__.startswith("paddle.sparse."):
            raise NotImplementedError(
                "(Unimplemented) save: a sparse tensor can not be saved.\n"
                "  Hint: save its indices() or crows() and cols(), and its values()."
            )
        return NotImplemented


def _Layer():
    from ..nn import Layer  # nn imports what is here

    return Layer


class _Pickler(_Reducer, pickle.Pickler):
    pass


class _ArrayPickler(ArrayPickler):
    reduce_other = _Reducer.reducer_override


def _to_array(tensor):
    """The values as numpy; bfloat16 as the uint16 of its bits, as Paddle does."""
    array = array_over(tensor)
    if array is not None:
        return array
    if tensor.dtype is _C.bfloat16:
        return tensor.detach().contiguous().view("int16").numpy().view(np.uint16)
    if tensor.dtype in (_C.float8_e4m3fn, _C.float8_e5m2):
        raise NotImplementedError(
            f"save: {tensor.dtype} has no form in Paddle's files.\n"
            "  Hint: convert with Tensor.astype(), or save its bits: x.view('int8')."
        )
    return tensor.detach().numpy()


def _to_tensor(array, name, made):
    """`made`: Tensors that lie under arrays, each for one use."""
    _, tensor = made.pop(id(array), (None, None))
    if tensor is not None:
        pass
    elif array.dtype == np.uint16:
        tensor = _C.to_tensor(array.view(np.int16)).view("bfloat16")
    else:
        tensor = _C.to_tensor(array)
    if name:
        tensor.name = name
    return tensor


# ---- save ----


def save(obj, path, protocol=4, **configs):
    """Writes tensors, and containers of them, to a file.

    Args:
        obj: a ``state_dict``, or Tensors, arrays, numbers and text in any nesting
            of dicts, lists, tuples and sets. Objects of other classes are pickled, with the
            Tensors in them; ``load`` makes them only inside ``safe_classes``.
        path (str|PathLike|BytesIO): where to; missing folders are made.
        protocol (int): of pickle, 2 to 4, default 4.
        **configs: ``safetensors`` (bool) writes that format, as a name that ends with .safetensors does: a
            flat dict of Tensors or arrays. ``pickle_protocol``, an old name of ``protocol``.

    Raises:
        ValueError: ``path`` names no file, ``protocol`` is out of range, or
            ``obj`` holds a Layer.
        NotImplementedError: ``obj`` holds something that can not be pickled, such as a lambda.

    Examples:
        >>> import os, tempfile
        >>> import paddle
        >>> layer = paddle.nn.Linear(2, 3)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "layer.pdparams")
        ...     paddle.save(layer.state_dict(), path)
        ...     sorted(paddle.load(path))
        ['bias', 'weight']
    """
    protocol = _save_options(protocol, configs)
    if not isinstance(protocol, int) or not 2 <= protocol <= 4:
        raise ValueError(
            f"(InvalidArgument) save: argument `protocol` is wrong.\n  Expected: 2, 3 or 4\n  Received: {protocol}"
        )

    def write(file):
        if safetensors.is_wanted(path, configs):
            safetensors.dump(obj, file)
        else:
            _dump(obj, file, protocol)

    if isinstance(path, io.BytesIO):
        write(path)
        return
    if not isinstance(path, (str, os.PathLike)):
        raise ValueError(
            "(InvalidArgument) save: argument `path` has the wrong type.\n"
            f"  Expected: a path or a BytesIO\n  Received: {type(path).__name__}"
        )
    name = os.fspath(path)
    if not os.path.basename(name):
        raise ValueError(
            f"(InvalidArgument) save: argument `path` names no file.\n  Received: {name!r}"
        )
    _write_whole(name, write, _bytes_of_tensors(obj))


def _save_options(protocol, configs):
    for key, value in configs.items():
        if key == "pickle_protocol":
            if value is not None:
                warnings.warn("save: `pickle_protocol` is now called `protocol`", stacklevel=3)
                protocol = value
        elif key == "use_binary_format":
            if value:
                raise NotImplementedError(
                    f"(Unimplemented) save: {key}=True is not part of this version"
                )
        elif key == "safetensors":
            pass
        else:
            raise ValueError(f"(InvalidArgument) save: unknown argument `{key}`")
    return protocol


def _dump(obj, file, protocol):
    if _is_state_dict(obj):
        obj = _with_name_table(obj)
    try:
        _pickle(obj, file, protocol)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        if not isinstance(error, pickle.PicklingError) and "pickle" not in str(error):
            raise  # of a method of the object itself
        raise NotImplementedError(
            f"(Unimplemented) save: something in the object can not be saved ({error}).\n"
            "  Expected: Tensors, numpy arrays, numbers, text, containers of them, and objects of "
            "classes that a module holds"
        ) from error


def _pickle(obj, file, protocol):
    if protocol >= 3 and file.seekable():
        start = file.tell()
        try:
            return _ArrayPickler(file, protocol).dump(obj)
        except (TooMany, RecursionError):  # Python code reaches less deep
            file.seek(start)
            file.truncate()
    return _Pickler(file, protocol).dump(obj)


def _is_state_dict(obj):
    """A dict of Tensors, or of dicts without any."""
    return isinstance(obj, dict) and all(
        isinstance(value, _C.Tensor)
        or (isinstance(value, dict) and not any(_holds_tensor(v) for v in value.values()))
        for value in obj.values()
    )


def _holds_tensor(obj):
    if isinstance(obj, dict):
        return any(_holds_tensor(value) for value in obj.values())
    if isinstance(obj, (list, tuple, set)):
        return any(_holds_tensor(value) for value in obj)
    return isinstance(obj, _C.Tensor)


def _bytes_of_tensors(obj):
    """What the tensors and arrays of a file of `obj` need."""
    size, waiting, seen = 0, [obj], set()
    while waiting:
        obj = waiting.pop()
        if isinstance(obj, (_C.Tensor, np.ndarray)):
            size += obj.size * obj.itemsize
        elif isinstance(obj, (dict, list, tuple)) and len(obj) < MANY and id(obj) not in seen:
            seen.add(id(obj))  # it may hold itself
            waiting.extend(obj.values() if isinstance(obj, dict) else obj)
    return size


def _with_name_table(state):
    saved, names = {}, {}
    for key, value in state.items():
        if isinstance(value, _C.Tensor):
            names[key] = value.name
            value = _to_array(value)
        saved[key] = value
    saved[_NAME_TABLE] = names
    return saved


_RESERVED = 1 << 22  # bytes
_unfinished = itertools.count()  # threads may save to one path at once


def _sync_folder(folder):
    """So that the new name is still there after a loss of power."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError:  # not every file system can
        pass
    finally:
        os.close(descriptor)


def _reserve(file, size):
    """Blocks for a large file at once: they are then written sooner, and a full disk is met before the work."""
    if size < _RESERVED:
        return
    try:
        os.posix_fallocate(file.fileno(), 0, size)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise


def _write_whole(path, write, size=0):
    """``write(file)`` to ``path``, which holds the old bytes or all the new ones; about `size` of them."""
    path = os.path.realpath(path)  # a link stays one
    folder = os.path.dirname(path)
    os.makedirs(folder, exist_ok=True)
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        mode = None
    if mode is not None and not stat.S_ISREG(mode):  # such as /dev/null or a pipe
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(f"save: {path} is a folder")
        with open(path, "wb") as file:
            write(file)
        return
    unfinished = f"{path}.{os.getpid()}.{next(_unfinished)}.unfinished"
    try:
        with open(unfinished, "wb") as file:
            _reserve(file, size)
            write(file)
            file.flush()
            file.truncate()
            os.fsync(file.fileno())
        if mode is not None:
            os.chmod(unfinished, stat.S_IMODE(mode))
        os.replace(unfinished, path)
        _sync_folder(folder)
    except BaseException as error:
        try:
            os.unlink(unfinished)
        except OSError:
            pass
        if isinstance(error, OSError) and error.filename == unfinished:
            error.filename = path
        raise


# ---- load ----


def load(path, **configs):
    """Reads what ``save``, or PaddlePaddle's, wrote. A file can not run code.

    Args:
        **configs: the following.
        path (str|PathLike|BytesIO): where from.
        return_numpy (bool): arrays in place of Tensors, default False.
        keep_name_table (bool): keeps the table of parameter names in a state dict.
        safetensors (bool): the file has that format; by default where its name ends with .safetensors.
        mmap (bool): of safetensors: Tensors lie over the file, which no one may write meanwhile (a
            new file in its place is no harm); what is written into them is not written to the file.

    Returns:
        what was saved; Tensors have their names.

    Raises:
        ValueError: there is no such file, it is damaged or no file of tensors,
            or it holds objects of classes that ``safe_classes`` does not allow.

    Examples:
        >>> import io
        >>> import paddle
        >>> buffer = io.BytesIO()
        >>> paddle.save({"x": paddle.ones([2])}, buffer)
        >>> buffer.seek(0)
        0
        >>> paddle.load(buffer)["x"].tolist()
        [1.0, 1.0]
    """
    options = {"return_numpy": False, "keep_name_table": False}
    for key, value in configs.items():
        if key in options:
            options[key] = bool(value)
        elif key in ("safetensors", "mmap"):
            pass
        elif key in ("model_filename", "params_filename"):
            if value:
                raise NotImplementedError(
                    f"(Unimplemented) load: `{key}` is not part of this version"
                )
        else:
            raise ValueError(f"(InvalidArgument) load: unknown argument `{key}`")
    if safetensors.is_wanted(path, configs):
        if not isinstance(path, io.BytesIO):
            path = _checked_path(path)
        return safetensors.load(path, options["return_numpy"], bool(configs.get("mmap")))
    if configs.get("mmap"):
        raise NotImplementedError("(Unimplemented) load: mmap=True is for files of safetensors")
    return _as_tensors(*_read(path), **options)


def _read(path):
    if isinstance(path, io.BytesIO):
        return _unpickle(path, "the buffer")
    path = _checked_path(path)
    with open(path, "rb") as file:
        return _unpickle(file, path)


def _checked_path(path):
    if not isinstance(path, (str, os.PathLike)):
        raise ValueError(
            "(InvalidArgument) load: argument `path` has the wrong type.\n"
            f"  Expected: a path or a BytesIO\n  Received: {type(path).__name__}"
        )
    path = os.fspath(path)
    if os.path.isdir(path):
        raise ValueError(f"(InvalidArgument) load: {path} is a folder, not a file.")
    if not os.path.isfile(path):
        hint = ""
        for suffix in (".pdparams", ".pdopt"):
            if os.path.exists(path + suffix):
                hint = f"\n  Hint: there is {path + suffix}; give the whole name."
                break
        raise ValueError(f"(InvalidArgument) load: there is no file {path}.{hint}")
    return path


def _unpickle(file, name):
    try:
        # Where calls are noted, not done, a new Tensor has no memory yet.
        if file.seekable() and not _C.is_tracing() and static_mode.current() is None:
            start = file.tell()
            try:
                unpickler = TensorUnpickler(file, encoding="latin1")
                return unpickler.load(), unpickler.made
            except TooMany:
                file.seek(start)
        return Unpickler(file, encoding="latin1").load(), {}
    except Refused as error:
        raise ValueError(
            f"(InvalidArgument) load: {name} holds an object of type {error}.\n"
            "  Expected: Tensors, numpy arrays, numbers, text and containers of them\n"
            "  Hint: other objects could run code while they are loaded, so they are refused. Where "
            f"the file is trusted: `with paddle.framework.io.safe_classes([{str(error).rpartition('.')[2]}])`."
        ) from None
    except OSError:
        raise
    except MemoryError as error:  # damaged bytes may ask for any amount
        raise ValueError(
            f"load: {name} does not fit in memory, or is damaged ({error})."
        ) from error
    except Exception as error:  # whatever damaged bytes lead to
        raise ValueError(
            f"(InvalidArgument) load: {name} is damaged, cut short, or no file of tensors "
            f"({type(error).__name__}: {error})."
        ) from error


def _as_tensors(loaded, made, return_numpy, keep_name_table):
    def convert(array, name=None):
        return array if return_numpy else _to_tensor(array, name, made)

    loaded = States(convert).visit(loaded)
    if isinstance(loaded, dict):
        _join_slices(loaded)
        if isinstance(loaded.get(_NAME_TABLE), dict):
            for key, name in loaded[_NAME_TABLE].items():
                if isinstance(loaded.get(key), np.ndarray):
                    loaded[key] = convert(loaded[key], name)
            if not keep_name_table:
                del loaded[_NAME_TABLE]
            return loaded
    # Named pairs are Tensors, and arrays stay; without any, arrays are Tensors.
    if _any(loaded, is_named_pair):
        return _map(loaded, is_named_pair, lambda pair: convert(pair[1], pair[0]))
    return _map(loaded, lambda obj: isinstance(obj, np.ndarray), convert)


def _join_slices(loaded):
    for key, info in loaded.pop(_SLICES, {}).items():
        parts = [loaded.pop(part) for part in info["slices"]]
        loaded[key] = np.concatenate(parts).reshape(info["OriginShape"])


def _any(obj, condition):
    if condition(obj):
        return True
    if isinstance(obj, dict):
        return any(_any(value, condition) for value in obj.values())
    return isinstance(obj, (list, tuple)) and any(_any(value, condition) for value in obj)


def _map(obj, condition, change):
    if condition(obj):
        return change(obj)
    if isinstance(obj, dict):
        for key, value in obj.items():
            obj[key] = _map(value, condition, change)
        return obj
    if isinstance(obj, list):
        obj[:] = [_map(value, condition, change) for value in obj]
        return obj
    if type(obj) in (tuple, set):
        return type(obj)(_map(value, condition, change) for value in obj)
    return obj


# ---- saving in the background ----

_saving = []


class _Saving(threading.Thread):
    def __init__(self, path, buffer, before):
        super().__init__(name=f"async_save to {path}")
        self.path, self.error = path, None
        self._buffer, self._before = buffer, before

    def run(self):
        try:
            if self._before:  # the later of two states is the one that stays
                self._before.join()
            _write_whole(
                self.path,
                lambda file: file.write(self._buffer.getbuffer()),
                self._buffer.getbuffer().nbytes,
            )
        except Exception as error:
            self.error = error
        finally:
            self._buffer = self._before = None


def _forget_finished():
    """Drops what is done; raises the error of one that failed."""
    finished = [task for task in _saving if not task.is_alive()]
    for task in finished:
        _saving.remove(task)
    for task in finished:
        if task.error is not None:
            _saving.extend(t for t in finished if t.error is not None and t is not task)
            raise task.error


@atexit.register
def _report_failures():
    for task in _saving:
        task.join()
        if task.error is not None:
            print(f"{task.name} failed: {task.error!r}", file=sys.stderr)


def async_save(obj, path, protocol=4, sync_other_task=False, **configs):
    """``save`` in a thread of its own; tensors are copied first.

    Args:
        obj (dict|Tensor): what to save.
        path (str): where to.
        protocol (int): of pickle.
        sync_other_task (bool): waits for the savings begun before.

    Raises:
        OSError: an earlier saving failed (this one goes on).
            ``clear_async_save_task_queue`` raises the same.
    """
    if not isinstance(obj, (dict, _C.Tensor)):
        raise TypeError(
            f"(InvalidType) async_save: expected a dict or a Tensor, received {type(obj).__name__}"
        )
    if sync_other_task:
        clear_async_save_task_queue()
    path = os.path.abspath(os.fspath(path))
    buffer = io.BytesIO()
    save(obj, buffer, protocol, **configs)
    before = [task for task in _saving if task.path == path]
    task = _Saving(path, buffer, before[-1] if before else None)
    task.start()
    try:
        _forget_finished()
    finally:
        _saving.append(task)


def clear_async_save_task_queue():
    """Waits for every ``async_save``; raises the error of one that failed."""
    for task in _saving:
        task.join()
    _forget_finished()
