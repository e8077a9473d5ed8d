"""From samples to a batch, and from arrays to tensors."""

import threading
from collections.abc import Mapping, Sequence
from numbers import Number
from operator import attrgetter

import numpy as np

from .. import _C

Tensor = _C.Tensor

_here = threading.local()  # `arena`, in the thread that makes the batches of a worker


def use_arena(arena):
    """Batches of this thread are stacked in shared memory."""
    _here.arena = arena


_form = attrgetter("shape", "dtype")


def _stacked(arrays):
    """Arrays stacked along a new first axis, in the arena where there is one."""
    first, count = arrays[0], len(arrays)
    if first.ndim == 0 or first.dtype.hasobject or len(set(map(_form, arrays))) != 1:
        return np.stack(arrays)
    arena, out = getattr(_here, "arena", None), None
    if arena is not None:
        out = arena.take((count, *first.shape), first.dtype)
    if out is None:
        out = np.empty((count, *first.shape), first.dtype)
    # A third of the time of np.stack, which makes a view of each.
    np.concatenate(arrays, out=out.reshape(count * first.shape[0], *first.shape[1:]))
    return out


def _stacked_tensors(tensors):
    if getattr(_here, "arena", None) is None or any(
        not one.stop_gradient or one.dtype not in _AS_NUMPY for one in tensors
    ):
        return _C.ops["stack"](tensors, 0)
    return shared_tensor(_stacked([one.numpy() for one in tensors]))


def default_collate_fn(batch):
    """Samples stacked part by part.

    Arrays and tensors are stacked along a new first axis, numbers become an
    array, dicts and sequences are done part by part, text stays a list.

    Args:
        batch (list): samples of one form.

    Returns:
        the form of a sample, with arrays or tensors in it.

    Raises:
        TypeError: a part is of another kind.
        RuntimeError: samples have different numbers of parts.

    Examples:
        >>> from paddle.io.collate import default_collate_fn
        >>> images, labels = default_collate_fn([([1.0, 2.0], 0), ([3.0, 4.0], 1)])
        >>> labels.tolist()
        [0, 1]
    """
    sample = batch[0]
    if isinstance(sample, np.ndarray):
        return _stacked(batch)
    if isinstance(sample, Tensor):
        return _stacked_tensors(batch)
    if isinstance(sample, (Number, np.bool_)):
        return np.array(batch)
    if isinstance(sample, (str, bytes)):
        return batch
    if isinstance(sample, Mapping):
        return {key: default_collate_fn([one[key] for one in batch]) for key in sample}
    if isinstance(sample, Sequence):
        size = len(sample)
        if any(len(one) != size for one in batch):
            raise RuntimeError(
                "(PreconditionNotMet) default_collate_fn: samples have different numbers of parts.\n"
                f"  Received: {sorted({len(one) for one in batch})}"
            )
        return [default_collate_fn(list(parts)) for parts in zip(*batch, strict=True)]
    raise TypeError(
        "(InvalidType) default_collate_fn: a sample has a part of an unknown kind.\n"
        "  Expected: Tensor, numpy.ndarray, number, str, dict or list\n"
        f"  Received: {type(sample).__name__}\n  Hint: give the DataLoader a collate_fn."
    )


def default_convert_fn(batch):
    """A sample as it is: what a DataLoader without batches uses.

    Args:
        batch (object): one sample.

    Returns:
        the same object.

    Examples:
        >>> from paddle.io.collate import default_convert_fn
        >>> default_convert_fn([1, 2])
        [1, 2]
    """
    return batch


_AS_NUMPY = {
    _C.bool, _C.uint8, _C.int8, _C.int16, _C.int32, _C.int64, _C.float16, _C.float32, _C.float64, _C.complex64,
    _C.complex128,
}  # fmt: skip


def shared_tensor(array):
    """A tensor over the memory of an array that is nobody else's."""
    if array.size and array.flags.c_contiguous and array.flags.writeable and array.flags.aligned:
        return _C.from_dlpack(array)
    return _C.to_tensor(array)


def to_tensors(batch, as_tensor=_C.to_tensor):
    """The same form with tensors in place of arrays."""
    if isinstance(batch, np.ndarray):
        if batch.dtype.kind not in "biufc":
            return batch
        return as_tensor(batch) if batch.dtype != np.uint16 else _C.to_tensor(batch)
    if isinstance(batch, (Tensor, str, bytes, Number)):
        return batch
    if isinstance(batch, Mapping):
        return {key: to_tensors(value, as_tensor) for key, value in batch.items()}
    if isinstance(batch, Sequence):
        return [to_tensors(value, as_tensor) for value in batch]
    return batch


def named(batch, names):
    """A batch as the Executor of static programs takes it, where there are names."""
    if names is None:
        return batch
    return [dict(zip(names, batch if isinstance(batch, list) else [batch], strict=False))]
