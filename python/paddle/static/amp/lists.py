"""Lists of operators, and the mark of what they are about."""

import contextlib

from ...amp.amp_lists import black_list, white_list


class AutoMixedPrecisionLists:
    """The lists of a level with the user's own changes.

    Args:
        custom_white_list (set[str], optional): operators that are to use the narrow type.
        custom_black_list (set[str], optional): operators that are to use float32.
        custom_black_varnames (set[str], optional): accepted; variables are not told apart.
        dtype (str): ``"float16"`` or ``"bfloat16"``.

    Raises:
        ValueError: the lists share a name.

    Examples:
        >>> import paddle
        >>> lists = paddle.static.amp.CustomOpLists(custom_black_list={"matmul"})
        >>> "matmul" in lists.white_list, "matmul" in lists.black_list
        (False, True)
    """

    def __init__(
        self,
        custom_white_list=None,
        custom_black_list=None,
        custom_black_varnames=None,
        dtype="float16",
    ):
        white, black = set(custom_white_list or ()), set(custom_black_list or ())
        if white & black:
            raise ValueError(
                "(InvalidArgument) AutoMixedPrecisionLists: the custom lists share a name.\n"
                f"  Received: {', '.join(sorted(white & black))}"
            )
        self.amp_dtype = dtype
        self.white_list = white_list()[dtype]["O1"] - black | white
        self.black_list = black_list()[dtype]["O1"] - white | black
        self.black_varnames = custom_black_varnames


CustomOpLists = AutoMixedPrecisionLists


@contextlib.contextmanager
def fp16_guard():
    """Marks a part of a program; ``paddle.amp.auto_cast`` is what casts."""
    yield
