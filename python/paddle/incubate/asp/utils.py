"""Masks of n:m sparsity: which entries of a weight stay, as arrays of numpy.

In one axis n of m neighbours in a row become 0. In two axes n of each row and of each column of a block of m x m stay.
"""

import enum
import functools
import itertools

import numpy as np


class MaskAlgo(enum.Enum):
    """How masks are made; the value is the name of the function."""

    MASK_1D = "get_mask_1d"
    MASK_2D_GREEDY = "get_mask_2d_greedy"
    MASK_2D_BEST = "get_mask_2d_best"


class CheckMethod(enum.Enum):
    """How masks are checked; the value is the name of the function."""

    CHECK_1D = "check_mask_1d"
    CHECK_2D = "check_mask_2d"

    @staticmethod
    def get_checking_method(mask_algo):
        """The check that belongs to a way of making masks."""
        return CheckMethod.CHECK_1D if mask_algo is MaskAlgo.MASK_1D else CheckMethod.CHECK_2D


def calculate_density(x):
    """The part of an array that is not 0.

    Args:
        x (numpy.ndarray|Tensor): Of any shape.

    Returns:
        float: Between 0 and 1.

    Examples:
        >>> import numpy
        >>> import paddle
        >>> paddle.incubate.asp.calculate_density(numpy.array([[0.0, 1.0], [2.0, 0.0]]))
        0.5
    """
    array = np.asarray(x)
    return float(np.count_nonzero(array)) / array.size


def _check_pattern(op, n, m):
    if not (isinstance(n, int) and isinstance(m, int) and 0 < n <= m):
        raise ValueError(
            f"(InvalidArgument) {op}: arguments `n` and `m` are wrong.\n  Expected: 0 < n <= m\n  Received: {n}, {m}"
        )


def _padded(mat, rows, columns):
    """`mat` with zeros behind it, so that its sizes are multiples of `rows` and `columns`."""
    return np.pad(mat, [(0, -mat.shape[0] % rows), (0, -mat.shape[1] % columns)])


def _blocks(mat, m):
    """[blocks, m, m] of an array whose sizes are multiples of m."""
    rows, columns = mat.shape
    parts = mat.reshape(rows // m, m, columns // m, m).swapaxes(1, 2)
    return parts.reshape(-1, m, m)


def _joined(blocks, shape):
    """The array that `_blocks` cut."""
    m = blocks.shape[-1]
    parts = blocks.reshape(shape[0] // m, shape[1] // m, m, m).swapaxes(1, 2)
    return parts.reshape(shape)


def get_mask_1d(mat, n, m):
    """Of each m neighbours in a row the n smallest (by magnitude) go.

    Args:
        mat (numpy.ndarray): Two axes.
        n (int): How many go.
        m (int): Of how many.

    Returns:
        numpy.ndarray: 1 and 0, of the shape of ``mat``.
    """
    padded = _padded(np.abs(mat), 1, m)
    groups = padded.reshape(-1, m)
    mask = np.ones_like(groups)
    np.put_along_axis(mask, np.argsort(groups, 1, kind="stable")[:, :n], 0, 1)
    return mask.reshape(padded.shape)[:, : mat.shape[1]]


def get_mask_2d_greedy(mat, n, m):
    """In each block of m x m the largest magnitudes stay, as long as their row and column have fewer than n.

    Args:
        mat (numpy.ndarray): Two axes.
        n (int): How many stay in each row and column of a block, at most.
        m (int): The size of a block.

    Returns:
        numpy.ndarray: 1 and 0, of the shape of ``mat``.
    """
    padded = _padded(np.abs(mat), m, m)
    blocks = _blocks(padded, m)
    order = np.argsort(blocks.reshape(len(blocks), -1), 1, kind="stable")[:, ::-1]
    mask = np.zeros_like(blocks)
    in_row, in_column = np.zeros(blocks.shape[:2], int), np.zeros(blocks.shape[:2], int)
    each = np.arange(len(blocks))
    for place in order.T:
        row, column = np.divmod(place, m)
        takes = (in_row[each, row] < n) & (in_column[each, column] < n)
        mask[each, row, column] = takes
        in_row[each, row] += takes
        in_column[each, column] += takes
    return _joined(mask, padded.shape)[: mat.shape[0], : mat.shape[1]]


@functools.lru_cache(maxsize=8)
def _patterns(n, m):
    """[patterns, m * m]: all blocks with n ones in each row and column."""
    lines = np.array(
        [[i in chosen for i in range(m)] for chosen in itertools.combinations(range(m), n)]
    )
    found = np.zeros((1, 0, m), bool)
    for _ in range(m):
        tall = np.concatenate(
            [np.repeat(found, len(lines), 0), np.tile(lines[:, None], (len(found), 1, 1))], 1
        )
        found = tall[(tall.sum(1) <= n).all(1)]
    return found.reshape(len(found), -1)


def get_mask_2d_best(mat, n, m):
    """In each block of m x m those n of each row and column stay whose magnitudes have the largest sum.

    Args:
        mat (numpy.ndarray): Two axes.
        n (int): How many stay in each row and column of a block.
        m (int): The size of a block.

    Returns:
        numpy.ndarray: 1 and 0, of the shape of ``mat``.
    """
    padded = _padded(np.abs(mat), m, m)
    blocks = _blocks(padded, m).reshape(-1, m * m)
    patterns = _patterns(n, m)
    best = (blocks @ patterns.T.astype(blocks.dtype)).argmax(1)
    mask = patterns[best].reshape(-1, m, m).astype(mat.dtype)
    return _joined(mask, padded.shape)[: mat.shape[0], : mat.shape[1]]


def check_mask_1d(mat, n, m):
    """Whether at least n of each m neighbours in a row are 0."""
    groups = _padded(mat, 1, m).reshape(-1, m)
    return bool((np.count_nonzero(groups, 1) <= m - n).all())


def check_mask_2d(mat, n, m):
    """Whether at least n of each row and each column of all blocks of m x m are 0."""
    blocks = _blocks(_padded(mat, m, m), m)
    counts = np.stack([np.count_nonzero(blocks, 1), np.count_nonzero(blocks, 2)])
    return bool((counts <= m - n).all())


def _rows(op, tensor):
    """A view of up to four axes with two, whose rows are cut into groups, and the way back."""
    array = np.asarray(tensor)
    shape = array.shape
    if array.ndim == 1:
        return array.reshape(1, -1), lambda rows: rows.reshape(shape)
    if array.ndim == 2:
        return array, lambda rows: rows
    if array.ndim == 3:
        return array.reshape(-1, shape[2]), lambda rows: rows.reshape(shape)
    if array.ndim == 4:
        turned = array.transpose(0, 1, 3, 2)
        return (
            turned.reshape(-1, shape[2]),
            lambda rows: rows.reshape(turned.shape).transpose(0, 1, 3, 2),
        )
    raise ValueError(
        f"(InvalidArgument) {op}: argument `tensor` has the wrong rank.\n  Expected: 1 to 4 axes\n"
        f"  Received: {array.ndim}"
    )


def create_mask(tensor, func_name=MaskAlgo.MASK_1D, n=2, m=4):
    """A mask for an array of up to four axes; of four the third one is sparse.

    Args:
        tensor (numpy.ndarray): What is masked.
        func_name (MaskAlgo): How.
        n (int): As the function of that name has it.
        m (int): The size of a group.

    Returns:
        numpy.ndarray: 1 and 0, of the shape and dtype of ``tensor``.

    Raises:
        ValueError: There are more axes; ``n`` is not in [1, m].

    Examples:
        >>> import numpy
        >>> from paddle.incubate.asp.utils import create_mask
        >>> create_mask(numpy.array([[1.0, -4.0, 3.0, 2.0]])).tolist()
        [[0.0, 1.0, 1.0, 0.0]]
    """
    _check_pattern("create_mask", n, m)
    if not isinstance(func_name, MaskAlgo):
        raise TypeError(
            "(InvalidType) create_mask: argument `func_name` has the wrong type.\n  Expected: MaskAlgo\n"
            f"  Received: {type(func_name).__name__}"
        )
    rows, back = _rows("create_mask", tensor)
    return back(globals()[func_name.value](rows, n, m)).astype(np.asarray(tensor).dtype)


def check_sparsity(tensor, func_name=CheckMethod.CHECK_1D, n=2, m=4):
    """Whether an array of up to four axes has the pattern that `create_mask` makes.

    Args:
        tensor (numpy.ndarray): What is looked at.
        func_name (CheckMethod): How.
        n (int): How many of m are 0, at least.
        m (int): The size of a group.

    Returns:
        bool
    """
    _check_pattern("check_sparsity", n, m)
    rows, _ = _rows("check_sparsity", tensor)
    return globals()[func_name.value](rows, n, m)
