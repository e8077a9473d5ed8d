"""Files from the network, kept in a folder and checked by their md5 sums."""

import hashlib
import os
import shutil
import tarfile
import urllib.request
import zipfile

WEIGHTS_HOME = os.path.expanduser("~/.cache/paddle/hapi/weights")
_ATTEMPTS = 3
_TIMEOUT_S = 30

__all__ = ["get_path_from_url", "get_weights_path_from_url", "is_url"]


def is_url(path):
    """Whether a text is the address of a file on the network.

    Args:
        path (str): the text.

    Returns:
        bool

    Examples:
        >>> from paddle.utils.download import is_url
        >>> is_url("https://example.com/a.pdparams"), is_url("/tmp/a.pdparams")
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


def get_weights_path_from_url(url, md5sum=None):
    """The path of a file of weights, which is downloaded to ``~/.cache/paddle/hapi/weights`` where it is not there yet.

    Args:
        url (str): where it is.
        md5sum (str, optional): what its md5 sum has to be.

    Returns:
        str

    Raises:
        RuntimeError: it can not be had, or is another file.

    Examples:
        >>> from paddle.utils.download import get_weights_path_from_url
        >>> try:
        ...     get_weights_path_from_url("http://localhost:9/none.pdparams")
        ... except RuntimeError:
        ...     print("no network")
        no network
    """
    return get_path_from_url(url, WEIGHTS_HOME, md5sum)


def get_path_from_url(url, root_dir, md5sum=None, check_exist=True, decompress=True, method="get"):
    """The path of a file that is downloaded into a folder where it is not there yet; archives are unpacked.

    Args:
        url (str): where it is.
        root_dir (str): the folder.
        md5sum (str, optional): what its md5 sum has to be.
        check_exist (bool): a file that is there is taken; False: it is downloaded again.
        decompress (bool): tar and zip archives are unpacked beside the file, and the path is that of what was in them.
        method (str): accepted: get.

    Returns:
        str

    Raises:
        RuntimeError: it can not be had, or is another file.
        ValueError: the address is none, or an archive would write outside its folder.

    Examples:
        >>> import os, tempfile
        >>> from paddle.utils.download import get_path_from_url
        >>> folder = tempfile.mkdtemp()
        >>> with open(os.path.join(folder, "a.txt"), "w") as file:
        ...     _ = file.write("here already")
        >>> get_path_from_url("http://localhost:9/a.txt", folder) == os.path.join(folder, "a.txt")
        True
    """
    if not is_url(url):
        raise ValueError(
            "(InvalidArgument) get_path_from_url: argument `url` is wrong.\n"
            f"  Expected: http://... or https://...\n  Received: {url}"
        )
    path = os.path.join(root_dir, url.rsplit("/", 1)[-1])
    if not (check_exist and os.path.exists(path) and _has_md5(path, md5sum)):
        _download(url, path, md5sum)
    if decompress and tarfile.is_tarfile(path):
        return _unpack_tar(path)
    if decompress and zipfile.is_zipfile(path):
        return _unpack_zip(path)
    return path


def _has_md5(path, md5sum):
    if md5sum is None:
        return True
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "md5").hexdigest() == md5sum


def _download(url, path, md5sum):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    part = f"{path}.{os.getpid()}.part"
    reason = None
    try:
        for _ in range(_ATTEMPTS):
            try:
                with urllib.request.urlopen(url, timeout=_TIMEOUT_S) as source:
                    with open(part, "wb") as file:
                        shutil.copyfileobj(source, file)
            except OSError as error:  # urllib's errors are OSErrors
                reason = error
                continue
            if _has_md5(part, md5sum):
                os.replace(part, path)
                return
            reason = "its md5 sum is wrong"
    finally:
        if os.path.exists(part):
            os.remove(part)
    damaged = f"{path} is damaged, and " if os.path.exists(path) else ""
    raise RuntimeError(
        f"(Unavailable) {damaged}{url} could not be downloaded: {reason}.\n"
        f"  Hint: without a network, put the file to {path}"
    )


def _decompress(fname):
    """Unpacks an archive beside it; the path of what it holds."""
    return _unpack_tar(fname) if tarfile.is_tarfile(fname) else _unpack_zip(fname)


def _get_unique_endpoints(trainer_endpoints):
    """One address for each machine."""
    first = {}
    for endpoint in trainer_endpoints:
        first.setdefault(endpoint.split(":")[0], endpoint)
    return set(first.values())


def _target(folder, names):
    """Where members of an archive go: into the folder, or one named after what holds them all."""
    heads = {name.replace("\\", "/").split("/")[0] for name in names}
    return os.path.join(folder, heads.pop()) if len(heads) == 1 else None


def _unpack_tar(path):
    folder = os.path.dirname(path)
    with tarfile.open(path) as archive:
        target = _target(folder, archive.getnames())
        out = folder if target else _beside(path)
        try:
            archive.extractall(out, filter="data")
        except tarfile.FilterError as error:
            raise ValueError(f"(InvalidArgument) {path} is no safe archive: {error}") from error
    return target or out


def _unpack_zip(path):
    folder = os.path.dirname(path)
    with zipfile.ZipFile(path) as archive:
        target = _target(folder, archive.namelist())
        out = folder if target else _beside(path)
        archive.extractall(out)  # drops ".." and roots itself
    return target or out


def _beside(path):
    return os.path.splitext(path)[0]
