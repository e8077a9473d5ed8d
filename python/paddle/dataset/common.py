"""Helpers of data sets."""

import hashlib
import os

DATA_HOME = os.path.expanduser("~/.cache/paddle/dataset")


def md5file(fname):
    """The md5 sum of a file, in hexadecimal digits.

    Args:
        fname (str): Its path.

    Returns:
        str

    Examples:
        >>> import tempfile
        >>> from paddle.dataset.common import md5file
        >>> with tempfile.NamedTemporaryFile() as file:
        ...     md5file(file.name)
        'd41d8cd98f00b204e9800998ecf8427e'
    """
    with open(fname, "rb") as file:
        return hashlib.file_digest(file, "md5").hexdigest()
