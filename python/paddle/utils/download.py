"""Files of weights: those that lie in the cache. Nothing is downloaded."""

import hashlib
import os

__all__ = ["get_path_from_url", "get_weights_path_from_url", "is_url"]

WEIGHTS_HOME = os.path.expanduser("~/.cache/paddle/hapi/weights")


def is_url(path):
    """Whether a path is an address.

    Args:
        path (str): a path or an address.

    Returns:
        bool

    Examples:
        >>> from paddle.utils.download import is_url
        >>> is_url("https://example.com/x.pdparams"), is_url("x.pdparams")
        (True, False)
    """
    return path.startswith(("http://", "https://"))


def local_path(url, root_dir, name=None, md5sum=None):
    """Where the file of an address lies.

    Args:
        url (str): the address; its last part is the name of the file.
        root_dir (str): the folder.
        name (str, optional): another name of the file.
        md5sum (str, optional): that of its bytes.

    Returns:
        str

    Raises:
        RuntimeError: it is not there, or its bytes are others.
    """
    path = os.path.join(root_dir, name or url.split("?")[0].rstrip("/").split("/")[-1])
    if not os.path.exists(path):
        raise RuntimeError(
            f"(NotFound) {url} is not in the cache, and nothing is downloaded.\n  Hint: put the file to {path}"
        )
    if md5sum:
        with open(path, "rb") as file:
            found = hashlib.file_digest(file, "md5").hexdigest()
        if found != md5sum:
            raise RuntimeError(
                f"(InvalidArgument) {path} is damaged.\n  Expected: md5 {md5sum}\n  Received: {found}"
            )
    return path


def get_path_from_url(url, root_dir, md5sum=None, check_exist=True, decompress=True, method="get"):
    """Where the file of an address lies in a folder.

    Args:
        url (str): the address.
        root_dir (str): the folder.
        md5sum (str, optional): that of its bytes.
        check_exist (bool): accepted.
        decompress (bool): of an archive that was unpacked beside itself, what it held.
        method (str): accepted.

    Returns:
        str

    Raises:
        RuntimeError: the file is not there, or damaged.

    Examples:
        >>> import os, tempfile
        >>> from paddle.utils.download import get_path_from_url
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     open(os.path.join(folder, "x.pdparams"), "w").close()
        ...     path = get_path_from_url("https://example.com/x.pdparams", folder)
        >>> os.path.basename(path)
        'x.pdparams'
    """
    if decompress:
        for end in (".tar.gz", ".tgz", ".tar", ".zip"):
            stem = os.path.join(root_dir, url.split("/")[-1].removesuffix(end))
            if url.endswith(end) and os.path.isdir(stem):
                return stem
    return local_path(url, root_dir, md5sum=md5sum)


def get_weights_path_from_url(url, md5sum=None):
    """Where the weights of an address lie in ``~/.cache/paddle/hapi/weights``.

    Args:
        url (str): the address.
        md5sum (str, optional): that of the file's bytes.

    Returns:
        str

    Raises:
        RuntimeError: the file is not there, or damaged.

    Examples:
        >>> from paddle.utils.download import get_weights_path_from_url
        >>> try:
        ...     get_weights_path_from_url("https://example.com/none.pdparams")
        ... except RuntimeError:
        ...     print("not in the cache")
        not in the cache
    """
    return get_path_from_url(url, WEIGHTS_HOME, md5sum)
