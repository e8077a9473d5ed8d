"""What can be chosen on the command line."""

import argparse
import os
import sys

from fashion_mnist_data import DEFAULT_FOLDER


def parse_arguments(description):
    parser = argparse.ArgumentParser(description=description)
    add = parser.add_argument
    add("--data", default=DEFAULT_FOLDER, metavar="DIR", help="the four .gz files")
    add("--out", default="demo", metavar="DIR", help="checkpoint and pictures go here")
    add("--epochs", type=int, default=5, metavar="N", help="passes over the training images")
    add("--batch-size", type=int, default=64, metavar="N", help="images per step")
    add("--learning-rate", type=float, default=0.1, metavar="RATE", help="at its highest")
    add("--seed", type=int, default=0, metavar="N", help="decides every random choice")
    add("--threads", type=int, metavar="N", help="CPU threads (default: the framework's choice)")
    add("--seconds", type=float, metavar="S", help="save and stop after this much time")
    add("--restart", action="store_true", help="forget the saved run and begin anew")
    arguments = parser.parse_args()
    for name in ("epochs", "batch_size", "threads"):
        value = getattr(arguments, name)
        if value is not None and value < 1:
            parser.error(f"--{name.replace('_', '-')} must be at least 1, not {value}")
    return arguments


def use_threads(count):
    """Starts this program again with OMP_NUM_THREADS, which is read at import."""
    if os.environ.get("OMP_NUM_THREADS") != str(count):
        os.environ["OMP_NUM_THREADS"] = str(count)
        os.execv(sys.executable, [sys.executable, *sys.argv])
