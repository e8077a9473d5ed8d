"""Marks on functions, under the names that PaddlePaddle gives them."""

from .api import not_to_static


def unified(fn=None, *, for_sot=True, for_ast=True):
    """Marks a function or a Layer class that is the same in both modes: captures treat it as any other.

    Args:
        fn (callable): The function; without it, a decorator is returned.
        for_sot (bool), for_ast (bool): Taken for compatibility.

    Returns:
        The function itself.

    Examples:
        >>> import paddle
        >>> @paddle.jit.marker.unified
        ... def twice(x):
        ...     return x * 2
        >>> twice(3)
        6
    """
    return fn if fn is not None else lambda function: function


def capture_control_flow(fn=None):
    """Marks a function whose branches and loops are to be captured, as they always are.

    Args:
        fn (callable): The function; without it, a decorator is returned.

    Returns:
        The function itself.

    Examples:
        >>> import paddle
        >>> paddle.jit.marker.capture_control_flow(abs)(-1)
        1
    """
    return unified(fn)


force_dynamic = not_to_static
