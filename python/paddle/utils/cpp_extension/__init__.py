"""Operators and functions of users, built from C++: docs/guide/custom-operators.md."""

from .cpp_extension import CUDA_HOME, CppExtension, CUDAExtension, load, setup  # noqa: F401
from .extension_utils import get_build_directory, load_op_meta_info_and_register_op  # noqa: F401

__all__ = ["CUDAExtension", "CppExtension", "get_build_directory", "load", "setup"]


def __getattr__(name):
    if name != "BuildExtension":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .build_command import BuildExtension  # it needs setuptools

    return BuildExtension
