"""Helpers that programs use beside the framework."""

from ..framework import unique_name
from . import dlpack

__all__ = ["dlpack", "map_structure", "try_import", "unique_name"]


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


def map_structure(func, *structure):
    """``func`` of the leaves of nested lists, tuples and dicts of one form.

    Args:
        func (callable): takes one leaf of each structure.
        *structure: of the same nesting.

    Returns:
        the same nesting with the results.

    Examples:
        >>> import paddle
        >>> paddle.utils.map_structure(lambda a, b: a + b, [1, (2,)], [3, (4,)])
        [4, (6,)]
    """
    first = structure[0]
    if isinstance(first, dict):
        return type(first)(
            (key, map_structure(func, *(one[key] for one in structure))) for key in first
        )
    if isinstance(first, (list, tuple)):
        if any(len(one) != len(first) for one in structure):
            raise ValueError(
                f"(InvalidArgument) map_structure: the structures differ.\n"
                f"  Received: lengths {[len(one) for one in structure]}"
            )
        made = [map_structure(func, *parts) for parts in zip(*structure, strict=True)]
        if hasattr(first, "_fields"):  # a named tuple
            return type(first)(*made)
        return type(first)(made)
    return func(*structure)
