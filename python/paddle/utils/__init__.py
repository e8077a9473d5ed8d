"""Helpers that programs use beside the framework."""

from ..framework import unique_name
from . import cpp_extension, dlpack, download
from .deprecation import deprecated, require_version
from .structure import assert_same_structure, flatten, map_structure, pack_sequence_as

__all__ = [
    "assert_same_structure",
    "cpp_extension",
    "deprecated",
    "dlpack",
    "download",
    "flatten",
    "map_structure",
    "pack_sequence_as",
    "require_version",
    "run_check",
    "try_import",
    "unique_name",
]


def run_check():
    """Trains one step of a small layer on the default device, and says whether that worked.

    Raises:
        RuntimeError: A result or a gradient is wrong.

    Examples:
        >>> import paddle
        >>> paddle.utils.run_check()
        paddle 3.3.0 works well on cpu: a layer, its gradient and a step of SGD.
    """
    import paddle

    x = paddle.arange(6, dtype="float32").reshape([2, 3])
    layer = paddle.nn.Linear(3, 2, weight_attr=paddle.nn.initializer.Constant(0.5))
    optimizer = paddle.optimizer.SGD(0.1, parameters=layer.parameters())
    out = layer(x)
    out.sum().backward()
    optimizer.step()
    right = out.tolist() == [[1.5] * 2, [6.0] * 2]
    stepped = layer.weight - paddle.to_tensor([[0.2] * 2, [0.0] * 2, [-0.2] * 2])
    if not right or float(stepped.abs().max()) > 1e-6:
        raise RuntimeError(
            "(Fatal) run_check: the results are wrong.\n"
            f"  Received: {out.tolist()}, {layer.weight.tolist()}"
        )
    print(
        f"paddle {paddle.__version__} works well on {paddle.get_device()}: "
        "a layer, its gradient and a step of SGD."
    )


def try_import(module_name, err_msg=None):
    """A module by its name, or an ImportError that says how to get it.

    Args:
        module_name (str): the module.
        err_msg (str, optional): the text of the error.

    Returns:
        module

    Examples:
        >>> import paddle
        >>> paddle.utils.try_import("math").sqrt(4.0)
        2.0
    """
    from importlib import import_module

    try:
        return import_module(module_name)
    except ImportError as error:
        package = "opencv-python" if module_name == "cv2" else module_name.split(".")[0]
        hint = f"Failed importing {module_name}: run `pip install {package}`."
        raise ImportError(err_msg or hint) from error
