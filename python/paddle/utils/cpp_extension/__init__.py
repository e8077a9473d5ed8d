"""Building operators of users from C++ within Python: not part of this version; the names are there, use raises."""

from .cpp_extension import CUDA_HOME, BuildExtension, CppExtension, CUDAExtension, load, setup  # noqa: F401
from .extension_utils import get_build_directory, load_op_meta_info_and_register_op  # noqa: F401

__all__ = ["CUDAExtension", "CppExtension", "get_build_directory", "load", "setup"]
