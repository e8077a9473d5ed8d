"""Counts heap allocations of small calls once they are warm; `paddle.add` must make none.

    python benchmarks/eager_overhead/allocations.py [--python PYTHON] [--limit N]

A small library put in front of malloc counts every call that allocates, in a
new process of the interpreter that has the framework.  Python itself is told to
take its objects from malloc as well, so they are counted too.
"""

import argparse
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path

COUNTER_SOURCE = Path(__file__).with_name("malloc_counter.c")
WARM_UP_CALLS = 2000

# Two lengths, so that what a loop allocates once cancels out. Small integers exist
# once: a longer loop would make a new int object per call.
SHORT_LOOP = 50
LONG_LOOP = 250

RECORDED_CHAIN = "h = x\n" + "\n".join(["h = h + b", "h = h * b"] * 5) + "\nh.backward()"

STATEMENTS = {
    "nothing": "pass",
    "paddle.add(a, b)": "paddle.add(a, b)",
    "paddle.add(x=a, y=b)": "paddle.add(x=a, y=b)",
    "a + b": "a + b",
    "a.add(b)": "a.add(b)",
    "a * 2.0": "a * 2.0",
    "paddle.add(x, b), gradient recorded": "paddle.add(x, b)",
    "x * b, gradient recorded": "x * b",
    "paddle.matmul(s, s)": "paddle.matmul(s, s)",
    "s.sum(axis=0)": "s.sum(axis=0)",
    "10 recorded ops and their backward": RECORDED_CHAIN,
}

# The ones that must not allocate.
CHECKED = ("paddle.add(a, b)", "a + b", "paddle.add(x, b), gradient recorded")


def count_here():
    """Runs in the process under the counter: prints "allocations per call<TAB>name"."""
    import ctypes

    import paddle

    counter = ctypes.c_long.in_dll(ctypes.CDLL(None), "allocation_count")
    a, b, x = (paddle.full([1], value) for value in (1.0, 2.0, 3.0))
    x.stop_gradient = False
    names = {"paddle": paddle, "a": a, "b": b, "x": x, "s": paddle.full([2, 2], 1.0)}
    for name, statement in STATEMENTS.items():
        body = statement.replace("\n", "\n        ")
        scope = dict(names)
        exec(f"def loop(calls):\n    for _ in range(calls):\n        {body}", scope)
        loop = scope["loop"]
        try:
            loop(WARM_UP_CALLS)
        except Exception as error:
            print(f"{name}: {type(error).__name__}: {error}", file=sys.stderr)
            continue

        def allocations(calls, loop=loop):
            before = counter.value
            loop(calls)
            return counter.value - before

        least = min(allocations(LONG_LOOP) - allocations(SHORT_LOOP) for _ in range(3))
        print(f"{least / (LONG_LOOP - SHORT_LOOP)}\t{name}")


def build_counter(folder):
    library = Path(folder) / "malloc_counter.so"
    compiler = os.environ.get("CC", "cc")
    command = [compiler, "-O2", "-shared", "-fPIC", str(COUNTER_SOURCE), "-o", str(library)]
    subprocess.run(command, check=True)
    return library


def count(python):
    """Allocations per call by statement, measured in a new process."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "LD_PRELOAD": str(build_counter(folder)),
            "PYTHONMALLOC": "malloc",
            "OMP_NUM_THREADS": "1",
        }
        command = [python, "-P", "-W", "ignore", __file__, "--count-here"]
        result = subprocess.run(command, env=environment, text=True, stdout=subprocess.PIPE)
    if result.returncode:
        sys.exit(f"counting with {python} failed, see above")
    counts = {}
    for line in result.stdout.splitlines():
        number, found, name = line.partition("\t")
        if found:
            counts[name] = float(number)
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", default=sys.executable, help="the interpreter to measure")
    parser.add_argument("--limit", type=float, default=0.0, help="allocations allowed per add")
    parser.add_argument("--count-here", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.count_here:
        count_here()
        return 0
    counts = count(arguments.python)
    print("heap allocations per call, after warm-up")
    for name, number in counts.items():
        print(f"  {name:<40}{number:8.2f}")
    over = [name for name in CHECKED if counts.get(name, math.inf) > arguments.limit]
    if over:
        print(f"more than {arguments.limit:g} allocations, or not counted: {', '.join(over)}")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
