"""Saving and loading of 200 MB of weights, beside PaddlePaddle and torch.

    python benchmarks/saving.py --env paddle=PYTHON --env torch=PYTHON [--megabytes 200] [--rounds 5] [--folder FOLDER]

A state of float32 matrices of 4 MiB. Contestants take turns, in one process each for a round; the figure is the least
wall time. "save" ends when the framework says that it is done, "load" when every value has been summed once, so that
a file that is only mapped into memory has been read; the file is in the page cache. Memory is what loading adds to the
peak of the process.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

REPEATS = 3
ELEMENTS = 1 << 20


def peak():
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


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
    before = peak()
    for i in range(REPEATS):
        start = time.perf_counter()
        state = lib.load(path)
        found["load"].append(time.perf_counter() - start)
        total = sum(float(w.sum()) for w in state.values())
        found["load and sum"].append(time.perf_counter() - start)
        assert abs(total - expected) < 10, (total, expected)
        if i == 0:
            memory = peak() - before
        del state
    return {name: min(times) for name, times in found.items()} | {"memory": memory}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--env", action="append", default=[], metavar="NAME=PYTHON")
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", default=None, help="where the files go (a temporary folder)")
    parser.add_argument("--run", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    count = max(1, args.megabytes * 10**6 // (4 * ELEMENTS))
    if args.run:
        print(json.dumps(one_round(args.run[0], args.run[1], count)))
        return
    contestants = {"ours": sys.executable}
    contestants |= dict(item.split("=", 1) for item in args.env)
    best = {}
    for _ in range(args.rounds):
        for name, python in contestants.items():
            env = dict(os.environ, OMP_NUM_THREADS="1")
            if name != "ours":
                for key in ("PYTHONPATH", "LD_LIBRARY_PATH"):
                    env.pop(key, None)
            with tempfile.TemporaryDirectory(dir=args.folder) as folder:
                kind = "torch" if name == "torch" else "paddle"
                command = [python, os.path.abspath(__file__), "--run", kind, folder]
                command += ["--megabytes", str(args.megabytes)]
                done = subprocess.run(
                    command, env=env, capture_output=True, text=True, timeout=600, cwd="/"
                )
            if done.returncode:
                raise SystemExit(f"{name}: {done.stderr}")
            for what, value in json.loads(done.stdout.splitlines()[-1]).items():
                best[what, name] = min(value, best.get((what, name), value))
    size = count * 4 * ELEMENTS / 1e6
    for (what, name), value in sorted(best.items()):
        if what == "memory":
            print(f"{what:14} {name:8} {value / 1e6:9.1f} MB")
        else:
            print(f"{what:14} {name:8} {value * 1e3:9.1f} ms {size / value:9.0f} MB/s")


if __name__ == "__main__":
    main()
