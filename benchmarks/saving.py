"""Saving and loading of 200 MB of weights, beside PaddlePaddle and torch.

    python benchmarks/saving.py --env paddle=PYTHON --env torch=PYTHON [--megabytes 200] [--rounds 5] [--folder FOLDER]

A state of float32 matrices of 4 MiB. Contestants take turns, in one process each for a round; the figure is the least
wall time. "load and sum" ends when every value has been summed once, so that a file that is only mapped into memory has
been read; the file is in the page cache. Ours waits in "save" until the disk has the bytes, the peers do not.
"""

import argparse
import json
import os
import tempfile
import time

from harness import turns

REPEATS = 3
ELEMENTS = 1 << 20


def one_round(framework, folder, count):
    import numpy as np

    rng = np.random.default_rng(0)
    arrays = [rng.standard_normal((1024, 1024), np.float32) for _ in range(count)]
    if framework == "torch":
        import torch as lib

        state = {f"w{i}": lib.from_numpy(a) for i, a in enumerate(arrays)}
        suffix = "pt"
    else:
        import paddle as lib

        state = {f"w{i}": lib.to_tensor(a) for i, a in enumerate(arrays)}
        suffix = "pdparams"
    path = os.path.join(folder, f"state.{suffix}")
    found = {"save": [], "load": [], "load and sum": []}
    for _ in range(REPEATS):
        start = time.perf_counter()
        lib.save(state, path)
        found["save"].append(time.perf_counter() - start)
    expected = sum(float(a.sum()) for a in arrays)
    del arrays, state
    for _ in range(REPEATS):
        start = time.perf_counter()
        state = lib.load(path)
        found["load"].append(time.perf_counter() - start)
        total = sum(float(w.sum()) for w in state.values())
        found["load and sum"].append(time.perf_counter() - start)
        assert abs(total - expected) < 10, (total, expected)
        del state
    return {name: min(times) for name, times in found.items()}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    turns.add_arguments(parser)
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--folder", help="where the files go (a temporary folder)")
    args = parser.parse_args()
    count = max(1, args.megabytes * 10**6 // (4 * ELEMENTS))
    if args.run:
        with tempfile.TemporaryDirectory(dir=args.folder) as folder:
            print(json.dumps(one_round(args.run, folder, count)))
        return
    options = ["--megabytes", args.megabytes]
    if args.folder:
        options += ["--folder", os.path.abspath(args.folder)]
    size = count * 4 * ELEMENTS / 1e6
    for (what, name), value in sorted(turns.least(__file__, args, options).items()):
        print(f"{what:14} {name:8} {value * 1e3:9.1f} ms {size / value:9.0f} MB/s")


if __name__ == "__main__":
    main()
