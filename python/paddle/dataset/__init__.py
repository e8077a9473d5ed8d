"""Of Paddle's old data sets: `common.md5file`."""

from . import common  # noqa: F401
