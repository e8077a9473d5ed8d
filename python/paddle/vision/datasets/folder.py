"""Data sets of the files in a folder."""

import os

import paddle

from ...framework.docs import args_of
from ...io import Dataset
from ...utils import try_import

IMG_EXTENSIONS = (
    ".jpg",
    ".jpeg",
    ".png",
    ".ppm",
    ".bmp",
    ".pgm",
    ".tif",
    ".tiff",
    ".webp",
)


def has_valid_extension(filename, extensions):
    """Whether a file's name ends, in any case, in one of the extensions."""
    return filename.lower().endswith(tuple(extension.lower() for extension in extensions))


def _files(folder, extensions, is_valid_file):
    """Paths of the files that are wanted, sorted."""
    if is_valid_file is None:
        wanted = IMG_EXTENSIONS if extensions is None else extensions

        def is_valid_file(path):
            return has_valid_extension(path, wanted)

    for root, _, names in sorted(os.walk(folder, followlinks=True)):
        for name in sorted(names):
            path = os.path.join(root, name)
            if is_valid_file(path):
                yield path


def default_loader(path):
    """An image as the backend that is set gives it: a PIL image, or an array; red first."""
    from ..image import get_image_backend

    if get_image_backend() == "cv2":
        cv2 = try_import("cv2")
        return cv2.cvtColor(cv2.imread(path), cv2.COLOR_BGR2RGB)
    with open(path, "rb") as file:
        return try_import("PIL.Image").open(file).convert("RGB")


def _require(samples, root, extensions):
    if not samples:
        raise RuntimeError(
            f"(NotFound) there are no files in {root}.\n"
            f"  Expected: files that end in {', '.join(extensions or IMG_EXTENSIONS)}"
        )


class DatasetFolder(Dataset):
    """The files in the folders of a folder; the folders are the classes.

    A sample is (image, class): the class is the place of its folder among all, sorted. ``classes``, ``class_to_idx``,
    ``samples`` and ``targets`` tell what there is.

    Args:
        root (str): the folder.
        loader (callable, optional): reads a file; default as an image.
        extensions (tuple[str], optional): how files end that are taken; default those of images.
        transform (callable, optional): changes each image.
        is_valid_file (callable, optional): whether a path is taken, in place of ``extensions``.

    Raises:
        RuntimeError: there are no files.

    Examples:
        >>> import os, tempfile
        >>> import numpy as np
        >>> from PIL import Image
        >>> from paddle.vision.datasets import DatasetFolder
        >>> root = tempfile.mkdtemp()
        >>> for name in ("cat", "dog"):
        ...     os.mkdir(os.path.join(root, name))
        ...     Image.fromarray(np.zeros((2, 3, 3), np.uint8)).save(os.path.join(root, name, "1.png"))
        >>> data = DatasetFolder(root)
        >>> data.classes, data[1][0].size, data[1][1]
        (['cat', 'dog'], (3, 2), 1)
    """

    def __init__(self, root, loader=None, extensions=None, transform=None, is_valid_file=None):
        self.root, self.transform = root, transform
        self.loader = default_loader if loader is None else loader
        self.extensions = IMG_EXTENSIONS if extensions is None else extensions
        self.classes, self.class_to_idx = self._find_classes(root)
        self.samples = [
            (path, i)
            for name, i in self.class_to_idx.items()
            for path in _files(os.path.join(root, name), extensions, is_valid_file)
        ]
        _require(self.samples, root, extensions)
        self.targets = [target for _, target in self.samples]
        self.dtype = paddle.get_default_dtype()

    def _find_classes(self, dir):
        classes = sorted(entry.name for entry in os.scandir(dir) if entry.is_dir())
        return classes, {name: i for i, name in enumerate(classes)}

    def __getitem__(self, index):
        path, target = self.samples[index]
        sample = self.loader(path)
        if self.transform is not None:
            sample = self.transform(sample)
        return sample, target

    def __len__(self):
        return len(self.samples)


@args_of(DatasetFolder)
class ImageFolder(Dataset):
    """The files in a folder and in those within it; a sample is a list of one image.

    Raises:
        RuntimeError: there are no files.

    Examples:
        >>> import os, tempfile
        >>> import numpy as np
        >>> from PIL import Image
        >>> from paddle.vision.datasets import ImageFolder
        >>> root = tempfile.mkdtemp()
        >>> Image.fromarray(np.zeros((2, 3, 3), np.uint8)).save(os.path.join(root, "1.png"))
        >>> [image.size for image in ImageFolder(root)[0]]
        [(3, 2)]
    """

    def __init__(self, root, loader=None, extensions=None, transform=None, is_valid_file=None):
        self.root, self.transform = root, transform
        self.loader = default_loader if loader is None else loader
        self.extensions = IMG_EXTENSIONS if extensions is None else extensions
        self.samples = list(_files(os.path.expanduser(root), extensions, is_valid_file))
        _require(self.samples, root, extensions)

    def __getitem__(self, index):
        sample = self.loader(self.samples[index])
        return [sample if self.transform is None else self.transform(sample)]

    def __len__(self):
        return len(self.samples)
