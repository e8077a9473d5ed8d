"""Where data sets lie, and reading of archives."""

import os
import pickle
import tarfile
import tempfile

HOME = os.path.expanduser("~/.cache/paddle/dataset")


def checked(function, argument, value, allowed):
    """`value` in lower case, which has to be one of `allowed`."""
    if str(value).lower() not in allowed:
        raise ValueError(
            f"(InvalidArgument) {function}: argument `{argument}` is wrong.\n"
            f"  Expected: {', '.join(allowed)}\n  Received: {value}"
        )
    return str(value).lower()


def backend_of(function, backend):
    """The image backend that a data set uses: pil or cv2."""
    from ..image import get_image_backend

    return checked(function, "backend", backend or get_image_backend(), ("pil", "cv2"))


def found(path, url, md5, folder, download, function, argument):
    """`path`, or a file of that name in the cache, which is downloaded where it is not there."""
    if path is not None:
        return path
    if not download:
        raise ValueError(
            f"(InvalidArgument) {function}: argument `{argument}` is missing.\n"
            "  Hint: without it, download=True is needed."
        )
    from ...utils.download import get_path_from_url

    return get_path_from_url(url, os.path.join(HOME, folder), md5, decompress=False)


def unpacked(path, inner):
    """The folder beside an archive into which its folder `inner` is unpacked, once; whoever looks there meanwhile
    finds all of it or nothing."""
    target = os.path.splitext(path)[0]
    if not os.path.isdir(os.path.join(target, inner)):
        os.makedirs(target, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target) as part:
            with tarfile.open(path) as archive:
                archive.extractall(part, filter="data")
            try:
                os.rename(os.path.join(part, inner), os.path.join(target, inner))
            except OSError:
                if not os.path.isdir(
                    os.path.join(target, inner)
                ):  # else another process was faster
                    raise
    return target


class _Arrays(pickle.Unpickler):
    """Reads arrays, texts, numbers and containers of them; runs nothing else."""

    _ALLOWED = {
        ("numpy.core.multiarray", "_reconstruct"),
        ("numpy._core.multiarray", "_reconstruct"),
        ("numpy", "ndarray"),
        ("numpy", "dtype"),
        ("_codecs", "encode"),
    }

    def find_class(self, module, name):
        if (module, name) not in self._ALLOWED:
            raise ValueError(f"(InvalidArgument) the file holds {module}.{name}: no data set")
        return super().find_class(module.replace("numpy.core", "numpy._core"), name)


def load_arrays(file):
    """What was pickled by Python 2 or 3, arrays and containers of them alone."""
    return _Arrays(file, encoding="bytes").load()


class Archive:
    """A tar file that stays open; each process opens it anew.

    Args:
        path (str): the file.
    """

    def __init__(self, path):
        self.path = path
        self._open()

    def _open(self):
        self._process = os.getpid()
        self._tar = tarfile.open(self.path)
        self.members = {member.name: member for member in self._tar.getmembers()}

    def read(self, name):
        """The bytes of a member."""
        if self._process != os.getpid():  # a forked process would move the place of its parent
            self._open()
        if name not in self.members:
            raise FileNotFoundError(f"(NotFound) {name} is not in {self.path}")
        return self._tar.extractfile(self.members[name]).read()

    def __getstate__(self):
        return self.path

    def __setstate__(self, path):
        self.__init__(path)
