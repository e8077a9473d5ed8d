"""From samples to a batch, and from arrays to tensors."""

from collections.abc import Mapping, Sequence
from numbers import Number

import numpy as np

from .. import _C

Tensor = _C.Tensor


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
        return np.stack(batch)
    if isinstance(sample, Tensor):
        return _C.ops["stack"](batch, 0)
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


def to_tensors(batch):
    """The same form with tensors in place of arrays."""
    if isinstance(batch, np.ndarray):
        return _C.to_tensor(batch) if batch.dtype.kind in "biufc" else batch
    if isinstance(batch, (Tensor, str, bytes, Number)):
        return batch
    if isinstance(batch, Mapping):
        return {key: to_tensors(value) for key, value in batch.items()}
    if isinstance(batch, Sequence):
        return [to_tensors(value) for value in batch]
    return batch
