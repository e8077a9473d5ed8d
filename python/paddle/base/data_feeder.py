"""Checks of arguments, and names of dtypes."""

import paddle

from ..framework.input_spec import as_dtype as _as_dtype


def convert_dtype(dtype):
    """The name of a dtype; that of bfloat16 is uint16, as its arrays are.

    Args:
        dtype (dtype|str|type): The dtype.

    Returns:
        str
    """
    name = _as_dtype(dtype).name
    return "uint16" if name == "bfloat16" else name


def check_type(input, input_name, expected_type, op_name, extra_message=""):
    """Raises TypeError where an argument has another type. Like Paddle it looks in static mode only.

    Args:
        input (Any): The argument.
        input_name (str): Its name.
        expected_type (type|tuple[type]): What it may be.
        op_name (str): Who asks.
        extra_message (str): Put after the text.
    """
    if paddle.in_dynamic_mode() or isinstance(input, expected_type):
        return
    raise TypeError(
        f"(InvalidType) {op_name}: argument `{input_name}` has the wrong type.\n"
        f"  Expected: {expected_type}\n  Received: {type(input)}. {extra_message}"
    )


def check_dtype(input_dtype, input_name, expected_dtype, op_name, extra_message=""):
    """Raises TypeError where an argument has another dtype. Like Paddle it looks in static mode only.

    Args:
        input_dtype (dtype): That of the argument.
        input_name (str): Its name.
        expected_dtype (str|list[str]): What it may be.
        op_name (str): Who asks.
        extra_message (str): Put after the text.
    """
    expected = [expected_dtype] if isinstance(expected_dtype, str) else expected_dtype
    if paddle.in_dynamic_mode() or convert_dtype(input_dtype) in expected:
        return
    raise TypeError(
        f"(InvalidType) {op_name}: argument `{input_name}` has the wrong dtype.\n"
        f"  Expected: one of {', '.join(expected)}\n  Received: {convert_dtype(input_dtype)}. {extra_message}"
    )


def check_variable_and_dtype(input, input_name, expected_dtype, op_name, extra_message=""):
    """Raises TypeError where an argument is no tensor, or of another dtype. Like Paddle it looks in static mode only.

    Args:
        input (Tensor): The argument.
        input_name (str): Its name.
        expected_dtype (str|list[str]): What its dtype may be.
        op_name (str): Who asks.
        extra_message (str): Put after the text.
    """
    if paddle.in_dynamic_mode():
        return
    check_type(input, input_name, paddle.Tensor, op_name, extra_message)
    check_dtype(input.dtype, input_name, expected_dtype, op_name, extra_message)
