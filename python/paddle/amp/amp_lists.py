"""Names of the operators that mixed precision treats in a way of their own."""

from .. import _C

_LISTS = _C.amp_lists()
WHITE_LIST = _LISTS["white"]
BLACK_LIST = _LISTS["black"]
EXTRA_BLACK_LIST = _LISTS["extra_black"]
_DTYPES = ("float16", "bfloat16")


def white_list():
    """The operators that compute in the narrow type, by dtype and level.

    Returns:
        dict: dtype to level to a set of names.

    Examples:
        >>> import paddle
        >>> "matmul" in paddle.amp.white_list()["bfloat16"]["O1"]
        True
    """
    return {dtype: {level: set(WHITE_LIST) for level in ("OD", "O1", "O2")} for dtype in _DTYPES}


def black_list():
    """The operators that compute in float32, by dtype and level.

    Returns:
        dict: dtype to level to a set of names.

    Examples:
        >>> import paddle
        >>> "softmax" in paddle.amp.black_list()["float16"]["O1"]
        True
    """
    return {
        dtype: {
            "OD": set(),
            "O1": BLACK_LIST | EXTRA_BLACK_LIST,
            "O2": set(EXTRA_BLACK_LIST),
        }
        for dtype in _DTYPES
    }
