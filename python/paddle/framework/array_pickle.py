"""Pickles with large arrays whose bytes go between memory and the file without a copy.

The files are those of the pickle module, which copies each array into a bytes object first, and makes one of what it
reads. These two are its own pure Python classes with another way for the bytes of large arrays. They cost some
microseconds for each object, so that files of very many objects go through the module's C code instead (`TooMany`).
"""

import ctypes
import math
import pickle
import struct
import types

import numpy as np

from .. import _C

LARGE = 1 << 16  # bytes of an array
MANY = 200_000  # objects

# Of Paddle and of numpy; Paddle stores the bits of bfloat16.
_DTYPES = {"bfloat16": np.dtype(np.uint16)} | {
    name: np.dtype(name)
    for name in (
        "bool", "int8", "int16", "int32", "int64", "uint8", "float16", "float32", "float64",
        "complex64", "complex128",
    )
}  # fmt: skip
_NAMES = {dtype: name for name, dtype in _DTYPES.items()}


def array_over(tensor):
    """An array over the memory of a large Tensor, which it keeps; None where it has none like it."""
    dtype = _DTYPES.get(tensor.dtype.name)
    if dtype is None or tensor.size * dtype.itemsize < LARGE or not tensor.place.is_cpu_place():
        return None
    tensor = tensor.detach().contiguous()
    memory = (ctypes.c_char * (tensor.size * dtype.itemsize)).from_address(tensor.data_ptr())
    memory.keeps = tensor
    return np.frombuffer(memory, dtype).reshape(tensor.shape)


class TooMany(Exception):
    """There are so many objects that C code is faster."""


class _Payload:
    def __init__(self, array):
        self.memory = memoryview(array.reshape(-1).view(np.uint8))


class ArrayPickler(pickle._Pickler):
    """Of protocol 3 or higher. A subclass has `reduce_other`, the `reducer_override` of a pickle.Pickler."""

    def __init__(self, file, protocol):
        super().__init__(file, protocol)
        self._seen = 0

    def reducer_override(self, obj):
        self._seen += 1
        if self._seen > MANY:
            raise TooMany
        # Of numbers, text and containers pickle's C code would not ask.
        if type(obj) in self.dispatch and not isinstance(obj, (type, types.FunctionType)):
            return NotImplemented
        return self.reduce_other(obj)

    def _save_array(self, array):
        if array.nbytes < LARGE or array.dtype not in _NAMES or not array.flags.c_contiguous:
            return self.save_reduce(*array.__reduce__(), obj=array)
        make, arguments, state = array[:0].__reduce__()
        state = (state[0], array.shape, *state[2:-1], _Payload(array))
        return self.save_reduce(make, arguments, state, obj=array)

    def _save_payload(self, payload):
        size = payload.memory.nbytes
        if size < 1 << 32:
            header = pickle.BINBYTES + struct.pack("<I", size)
        elif self.proto >= 4:
            header = pickle.BINBYTES8 + struct.pack("<Q", size)
        else:
            raise OverflowError("arrays above 4 GiB need protocol 4")
        self._write_large_bytes(header, payload.memory)

    dispatch = pickle._Pickler.dispatch | {np.ndarray: _save_array, _Payload: _save_payload}


class _Filled:
    """Stands for the bytes of an array that has them already."""

    def __init__(self, array):
        self.array = array


class ArrayUnpickler(pickle._Unpickler):
    """Reads large arrays into the memory of new Tensors. A subclass has `find_class`.

    `made` has the Tensors: id of the array, which lies over it, to (array, Tensor).
    """

    def __init__(self, file, **options):
        super().__init__(file, **options)
        self.made = {}
        self._file = file
        self._file_read = self._read_counted
        self._seen = 0
        self._waiting = 0

    def load(self):
        loaded = super().load()
        if self._waiting:
            raise pickle.UnpicklingError("bytes of an array that are no part of it")
        return loaded

    def _read_counted(self, size):
        self._seen += 1 + size // 16  # a frame holds many
        if self._seen > MANY:
            raise TooMany
        return self._file.read(size)

    def _load_bytes(self, size):
        array = self._new_array(size) if size >= LARGE else None
        if array is None:
            self.append(self.read(size))
            return
        into = memoryview(array.reshape(-1).view(np.uint8))
        while into.nbytes:
            count = self._file.readinto(into)
            if not count:
                raise EOFError("it ends within an array")
            into = into[count:]
        self._waiting += 1
        self.append(_Filled(array))

    def _new_array(self, size):
        """The array whose state these bytes end, if it can be made now."""
        frame = self._unframer.current_frame
        if frame is not None and frame.tell() < frame.getbuffer().nbytes:
            return None
        if len(self.stack) != 4 or not self.metastack or not self.metastack[-1]:
            return None
        _, shape, dtype, is_fortran = self.stack
        if not isinstance(self.metastack[-1][-1], np.ndarray) or is_fortran is not False:
            return None
        name = _NAMES.get(dtype) if isinstance(dtype, np.dtype) and dtype.isnative else None
        if name is None or type(shape) is not tuple:
            return None
        if any(type(n) is not int or n < 0 for n in shape):
            return None
        if math.prod(shape) * dtype.itemsize != size or not self._has_more(size):
            return None
        tensor = _C.ops["empty"](list(shape), name)
        array = array_over(tensor)
        self.made[id(array)] = array, tensor
        return array

    def _has_more(self, size):
        """Whether so many bytes follow: damaged files ask for any memory."""
        here = self._file.tell()
        end = self._file.seek(0, 2)
        self._file.seek(here)
        return end - here >= size

    def _load_binbytes(self):
        self._load_bytes(struct.unpack("<I", self.read(4))[0])

    def _load_binbytes8(self):
        size = struct.unpack("<Q", self.read(8))[0]
        if size > 1 << 62:
            raise pickle.UnpicklingError("more bytes than there are")
        self._load_bytes(size)

    def _load_build(self):
        state = self.stack[-1]
        if not (type(state) is tuple and state and type(state[-1]) is _Filled):
            return pickle._Unpickler.load_build(self)
        self.stack.pop()
        old, new = self.stack[-1], state[-1].array
        if not isinstance(old, np.ndarray) or old.size:
            raise pickle.UnpicklingError("bytes of an array that are no part of it")
        self._waiting -= 1
        self.stack[-1] = new
        for key in reversed(self.memo):  # the last but few
            if self.memo[key] is old:
                self.memo[key] = new
                break

    dispatch = pickle._Unpickler.dispatch | {
        pickle.BINBYTES[0]: _load_binbytes,
        pickle.BINBYTES8[0]: _load_binbytes8,
        pickle.BUILD[0]: _load_build,
    }
