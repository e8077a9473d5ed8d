"""One pass over Fashion-MNIST-shaped data with worker processes, beside PaddlePaddle and torch.

    python benchmarks/dataloader.py --env paddle=PYTHON --env torch=PYTHON [--workers 2] [--rounds 5]

60,000 images of 28 x 28 bytes, made up; each becomes float32 [1, 28, 28], is normalized and sometimes flipped, with the
same numpy code for all. Contestants take turns, in one process each for a round; the figure is the least wall time of a
pass, workers started and ended. "images" hands over the bytes as they are: what the loader itself costs. "large" is a
pass over 256 float32 images of 3 x 224 x 224 with workers that stay, "start" one over 8 samples.
"""

import argparse
import json
import time

from harness import turns

COUNT = 60_000


def one_round(framework, workers, batch_size):
    """Seconds of a pass of each kind, in this process."""
    import numpy as np

    if framework == "torch":
        from torch.utils.data import DataLoader, Dataset
    else:
        from paddle.io import DataLoader, Dataset

    rng = np.random.RandomState(0)
    images = rng.randint(0, 256, (COUNT, 28, 28)).astype("uint8")
    labels = rng.randint(0, 10, COUNT).astype("int64")

    class Bytes(Dataset):
        def __len__(self):
            return COUNT

        def __getitem__(self, i):
            return images[i], labels[i]

    class Normalized(Bytes):
        def __getitem__(self, i):
            image = (images[i].astype("float32")[None] / 255.0 - 0.286) / 0.353
            if i % 2:
                image = image[:, :, ::-1]
            return np.ascontiguousarray(image), labels[i]

    options = {"batch_size": batch_size, "shuffle": True, "num_workers": workers}
    times = {}
    for name, data in (("transforms", Normalized()), ("images", Bytes())):
        start = time.perf_counter()
        seen = 0
        for _, y in DataLoader(data, **options):
            seen += len(y)
        times[name] = time.perf_counter() - start
        assert seen == COUNT
    for name, count, shape in (("large", 256, (3, 224, 224)), ("start", 8, (4,))):
        times[name] = _made_up(DataLoader, Dataset, np, count, shape, workers)
    return times


def _made_up(loader_class, base, np, count, shape, workers):
    class MadeUp(base):
        def __len__(self):
            return count

        def __getitem__(self, i):
            return np.full(shape, i, "float32")

    stay = count > 8
    loader = loader_class(MadeUp(), batch_size=32, num_workers=workers, persistent_workers=stay)
    best = None
    for _ in range(3):
        start = time.perf_counter()
        seen = 0
        for batch in loader:
            batch = batch[0] if isinstance(batch, list) else batch
            seen += len(batch)
        passed = time.perf_counter() - start
        best = passed if best is None else min(best, passed)
    assert seen == count
    return best


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    turns.add_arguments(parser)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--batch-size", type=int, default=64)
    args = parser.parse_args()
    if args.run:
        print(json.dumps(one_round(args.run, args.workers, args.batch_size)))
        return
    options = ["--workers", args.workers, "--batch-size", args.batch_size]
    for (kind, name), seconds in sorted(turns.least(__file__, args, options).items()):
        print(f"{kind:12} {name:8} {seconds * 1e3:9.1f} ms")


if __name__ == "__main__":
    main()
