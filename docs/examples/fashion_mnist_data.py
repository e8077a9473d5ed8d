"""Fashion-MNIST for the example: reading the files, mirroring, ordering.

The 60,000 training and 10,000 test images are 28x28 grey pictures of clothes in
ten classes.  Debian ships them as the package ``dataset-fashion-mnist``.
"""

import gzip
from pathlib import Path

import numpy as np
from paddle.io import BatchSampler, Dataset

DEFAULT_FOLDER = "/usr/share/datasets/fashion-mnist"

CLASS_NAMES = (
    "T-shirt",
    "trouser",
    "pullover",
    "dress",
    "coat",
    "sandal",
    "shirt",
    "sneaker",
    "bag",
    "ankle boot",
)

# Of the training images, with pixels scaled to 0..1.
MEAN = np.float32(0.2860)
STD = np.float32(0.3530)


class DataNotFoundError(Exception):
    """The data set is missing or not what it should be; the text says what to do."""


def _read_idx(path, magic, header_bytes):
    """The bytes after the header of one gzipped IDX file, as a uint8 array."""
    try:
        with gzip.open(path, "rb") as file:
            raw = file.read()
    except FileNotFoundError:
        raise DataNotFoundError(
            f"Fashion-MNIST is not in {path.parent} ({path.name} is missing). "
            "Run `apt-get install dataset-fashion-mnist`, "
            "or pass --data DIR with the four .gz files."
        ) from None
    except (OSError, EOFError) as error:
        raise DataNotFoundError(
            f"{path} cannot be read ({error}). "
            "Run `apt-get install --reinstall dataset-fashion-mnist`."
        ) from error
    if int.from_bytes(raw[:4], "big") != magic:
        raise DataNotFoundError(f"{path} is not an IDX file of the expected kind.")
    return np.frombuffer(raw, np.uint8, offset=header_bytes)


def read_split(folder, prefix):
    """Images [n, 28, 28] uint8 and labels [n] int64 of "train" or "t10k"."""
    folder = Path(folder)
    images = _read_idx(folder / f"{prefix}-images-idx3-ubyte.gz", 2051, 16)
    labels = _read_idx(folder / f"{prefix}-labels-idx1-ubyte.gz", 2049, 8)
    return images.reshape(-1, 28, 28), labels.astype(np.int64)


def normalize(images):
    """uint8 images [..., 28, 28] to float32 of mean 0 and deviation 1."""
    return (images.astype(np.float32) / np.float32(255) - MEAN) / STD


class FashionMnist(Dataset):
    """Pairs (image [28, 28] uint8, label), for a DataLoader with ``collate``.

    With ``mirror_seed`` half of the images are mirrored, others in each epoch.
    Which ones follows from ``(mirror_seed, epoch)``, so a run that goes on in the
    middle of an epoch sees what it would have seen.
    """

    def __init__(self, images, labels, mirror_seed=None):
        super().__init__()
        self.images = images
        self.labels = labels
        self.mirror_seed = mirror_seed
        self.mirrored = [False] * len(labels)

    def set_epoch(self, epoch):
        rng = np.random.default_rng((self.mirror_seed, epoch, 1))
        self.mirrored = (rng.random(len(self.labels)) < 0.5).tolist()

    def __getitem__(self, index):
        image = self.images[index]
        return image[:, ::-1] if self.mirrored[index] else image, self.labels[index]

    def __len__(self):
        return len(self.labels)


def collate(pairs):
    """Pairs of a batch to images [n, 1, 28, 28] float32 and labels [n] int64."""
    images, labels = zip(*pairs, strict=True)
    return normalize(np.stack(images))[:, np.newaxis], np.array(labels)


class EpochOrder(BatchSampler):
    """Whole batches of a shuffled epoch, beginning at any batch of it.

    The order follows from ``(seed, epoch)``; a last batch that would be smaller
    than the others is left out.
    """

    def __init__(self, count, batch_size, seed):
        super().__init__(dataset=range(count), batch_size=batch_size)
        self.count = count
        self.seed = seed
        self.set_position(epoch=0, batch=0)

    def set_position(self, epoch, batch):
        self.epoch = epoch
        self.first_batch = batch

    @property
    def batches_per_epoch(self):
        return self.count // self.batch_size

    def __iter__(self):
        rng = np.random.default_rng((self.seed, self.epoch, 0))
        order = rng.permutation(self.count)
        for batch in range(self.first_batch, self.batches_per_epoch):
            first = batch * self.batch_size
            yield order[first : first + self.batch_size].tolist()

    def __len__(self):
        return self.batches_per_epoch - self.first_batch
