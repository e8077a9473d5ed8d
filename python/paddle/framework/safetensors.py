"""Files of tensors in the safetensors format: a JSON header that names them, then their bytes.

Nothing in such a file can run. What the header says is checked before any byte
is read as a tensor's.
"""

import io
import json
import mmap
import os
import struct

import numpy as np

from .. import _C

_LENGTH = struct.Struct("<Q")
_MOST_HEADER = 100_000_000  # bytes, as the format limits it
_METADATA = "__metadata__"
_DTYPES = {
    "BOOL": ("bool", "bool"),
    "U8": ("uint8", "uint8"),
    "I8": ("int8", "int8"),
    "I16": ("int16", "int16"),
    "I32": ("int32", "int32"),
    "I64": ("int64", "int64"),
    "F16": ("float16", "float16"),
    "BF16": ("uint16", "bfloat16"),
    "F32": ("float32", "float32"),
    "F64": ("float64", "float64"),
    "C64": ("complex64", "complex64"),
    "F8_E4M3": ("uint8", "float8_e4m3fn"),
    "F8_E5M2": ("uint8", "float8_e5m2"),
    "U16": ("uint16", None),  # arrays only
    "U32": ("uint32", None),
    "U64": ("uint64", None),
}
_BY_TENSOR = {name: code for code, (_, name) in _DTYPES.items() if name}
_BY_ARRAY = {
    array: code for code, (array, name) in _DTYPES.items() if name is None or array == name
}


def is_wanted(path, configs):
    """Whether a file is of this format: by its name, or as ``safetensors=True`` asks."""
    if configs.get("safetensors") is not None:
        return bool(configs["safetensors"])
    return isinstance(path, (str, os.PathLike)) and os.fspath(path).endswith(".safetensors")


# ---- writing ----


def _bits(name, value):
    """The dtype's code and the values as a contiguous array."""
    if isinstance(value, _C.Tensor):
        value = value.detach()
        code = _BY_TENSOR.get(str(value.dtype).rpartition(".")[2])
        if code in ("BF16", "F8_E4M3", "F8_E5M2"):
            value = value.contiguous().view("int16" if code == "BF16" else "uint8")
        array = value.numpy()
    elif isinstance(value, np.ndarray):
        array, code = value, _BY_ARRAY.get(value.dtype.name)
        array = array.astype(array.dtype.newbyteorder("<"), copy=False)
    else:
        raise TypeError(
            f"(InvalidType) save: `{name}` can not be in a file of safetensors.\n"
            f"  Expected: a flat dict of Tensors or arrays\n  Received: {type(value).__name__}\n"
            "  Hint: save other things as .pdparams or .pdopt."
        )
    if code is None:
        raise TypeError(f"(InvalidType) save: `{name}`: safetensors have no dtype {value.dtype}.")
    return code, np.ascontiguousarray(array).reshape(array.shape)


def dump(obj, file):
    """Writes a flat dict of tensors; the largest elements first, so that all are aligned."""
    if not isinstance(obj, dict):
        raise TypeError(
            "(InvalidType) save: safetensors hold a dict of Tensors.\n"
            f"  Received: {type(obj).__name__}"
        )
    for name in obj:
        if not isinstance(name, str) or name == _METADATA:
            raise TypeError(f"(InvalidType) save: {name!r} can not be a name in safetensors.")
    parts = sorted(
        ((name, *_bits(name, value)) for name, value in obj.items()),
        key=lambda part: (-part[2].itemsize, part[0]),
    )
    header, at = {}, 0
    for name, code, array in parts:
        header[name] = {
            "dtype": code,
            "shape": list(array.shape),
            "data_offsets": [at, at + array.nbytes],
        }
        at += array.nbytes
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    file.write(_LENGTH.pack(len(text)) + text)
    for _, _, array in parts:
        file.write(array.reshape(-1).view(np.uint8).data if array.size else b"")


# ---- reading ----


class _Damaged(ValueError):
    pass


def _no_doubles(pairs):
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Damaged("a name stands there twice")
    return found


def _is_index(value):
    return type(value) is int and value >= 0


def _header(read, total):
    """{name: (code, shape, begin, end)}, offsets from the beginning of the file."""
    start = read(_LENGTH.size)
    if len(start) < _LENGTH.size:
        raise _Damaged("it is too short")
    (length,) = _LENGTH.unpack(start)
    first = _LENGTH.size + length
    if length > _MOST_HEADER or first > total:
        raise _Damaged("its header is longer than the file")
    try:
        header = json.loads(read(length).decode("utf-8"), object_pairs_hook=_no_doubles)
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise _Damaged(f"its header is no JSON: {error}") from error
    if not isinstance(header, dict):
        raise _Damaged("its header is no dict")
    header.pop(_METADATA, None)
    entries, at = {}, 0
    for name, entry in sorted(header.items(), key=_begin):
        entries[name] = code, shape, begin, end = _entry(name, entry)
        if begin != at:
            raise _Damaged(f"`{name}` does not begin where the one before ends")
        size = np.dtype(_DTYPES[code][0]).itemsize
        for n in shape:
            size *= n
        if end - begin != size:
            raise _Damaged(f"`{name}` has {end - begin} bytes, but its shape takes {size}")
        at = end
    if first + at != total:
        raise _Damaged(f"it has {total - first} bytes of data, but the header names {at}")
    return {
        name: (code, shape, first + b, first + e) for name, (code, shape, b, e) in entries.items()
    }


def _begin(item):
    entry = item[1]
    offsets = entry.get("data_offsets") if isinstance(entry, dict) else None
    good = isinstance(offsets, list) and len(offsets) == 2 and all(map(_is_index, offsets))
    if not good:
        raise _Damaged(f"`{item[0]}` has no place")
    return offsets


def _entry(name, entry):
    code, shape = entry.get("dtype"), entry.get("shape")
    if not isinstance(code, str) or code not in _DTYPES:
        raise _Damaged(f"`{name}` has the dtype {code!r}, which is not known")
    if not isinstance(shape, list) or not all(map(_is_index, shape)):
        raise _Damaged(f"`{name}` has no shape")
    begin, end = entry["data_offsets"]
    if end < begin:
        raise _Damaged(f"`{name}` ends before it begins")
    return code, shape, begin, end


def load(path, return_numpy=False, mapped=False):
    """{name: Tensor}, or arrays; ``mapped``: over the bytes of the file, which has to stay as it is."""
    where = "the buffer" if isinstance(path, io.BytesIO) else path
    try:
        if isinstance(path, io.BytesIO):
            data = path.read()
            file = io.BytesIO(data)
            entries = _header(file.read, len(data))
            return _values(file, entries, return_numpy, None)
        with open(path, "rb") as file:
            entries = _header(file.read, os.fstat(file.fileno()).st_size)
            whole = None
            if mapped and entries:
                whole = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
            return _values(file, entries, return_numpy, whole)
    except _Damaged as error:
        raise ValueError(
            f"(InvalidArgument) load: {where} is damaged, cut short, or no file of safetensors: {error}."
        ) from error


def _values(file, entries, return_numpy, whole):
    found = {}
    for name, (code, shape, begin, end) in entries.items():
        kind = np.dtype(_DTYPES[code][0])
        is_mapped = whole is not None and end > begin and begin % kind.itemsize == 0
        try:
            array = np.ndarray(shape, kind, whole, begin) if is_mapped else np.empty(shape, kind)
        except (
            ValueError,
            OverflowError,
            MemoryError,
        ) as error:  # as sizes beside a 0, too many axes
            raise _Damaged(f"`{name}` has a shape that can not be: {error}") from error
        if not is_mapped:
            file.seek(begin)
            if end > begin and file.readinto(array.reshape(-1).view(np.uint8)) != end - begin:
                raise _Damaged(f"`{name}` is cut short")
        found[name] = array if return_numpy else _tensor(name, code, array)
    return found


def _tensor(name, code, array):
    kind, dtype = _DTYPES[code]
    if dtype is None:
        raise TypeError(
            f"(InvalidType) load: `{name}` is {kind}, which Tensors can not be.\n"
            "  Hint: load with return_numpy=True."
        )
    if kind == dtype:
        return _C.from_dlpack(array) if array.size else _C.to_tensor(array)
    if not array.size:
        return _C.ops["empty"](list(array.shape), dtype)
    return _C.from_dlpack(array.view("int16" if kind == "uint16" else kind)).view(dtype)
