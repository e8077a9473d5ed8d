"""What this library is."""

from ..version import full_version


def get_version():
    """The version of the library, as text.

    Returns:
        str

    Examples:
        >>> import paddle.inference
        >>> paddle.inference.get_version().startswith("version: ")
        True
    """
    return f"version: {full_version}\ncommit: unknown\nbranch: unknown\n"


def get_trt_compile_version():
    """The version of TensorRT that the library was built with: none.

    Returns:
        tuple

    Examples:
        >>> import paddle.inference
        >>> paddle.inference.get_trt_compile_version()
        (0, 0, 0)
    """
    return (0, 0, 0)


def get_trt_runtime_version():
    """The version of TensorRT in this process: none.

    Returns:
        tuple

    Examples:
        >>> import paddle.inference
        >>> paddle.inference.get_trt_runtime_version()
        (0, 0, 0)
    """
    return (0, 0, 0)
