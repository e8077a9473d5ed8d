"""Where the C++ headers and libraries are. `python -m paddle.sysconfig` prints the folder of the CMake package."""

import os

__all__ = ["get_include", "get_lib"]

_HERE = os.path.dirname(os.path.abspath(__file__))


def _package():
    # In a build tree the sources are links.
    from . import _C

    return os.path.dirname(os.path.abspath(_C.__file__))


def get_include():
    """The folder of the C++ headers: `#include "paddle/extension.h"` is below it.

    Returns:
        str: The path.

    Examples:
        >>> import os, paddle
        >>> os.path.exists(os.path.join(paddle.sysconfig.get_include(), "paddle", "extension.h"))
        True
    """
    return os.path.join(_package(), "include")


def get_lib():
    """The folder of the library, libframework.so.

    Returns:
        str: The path.

    Examples:
        >>> import os, paddle
        >>> os.path.exists(os.path.join(paddle.sysconfig.get_lib(), "libframework.so"))
        True
    """
    return os.path.join(_package(), "libs")


if __name__ == "__main__":
    print(os.path.join(_HERE, "cmake"))
