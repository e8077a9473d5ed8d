"""Scripts that run themselves in the interpreters of the contestants, in turns."""

import json
import os
import subprocess
import sys
from pathlib import Path


def add_arguments(parser):
    parser.add_argument("--env", action="append", default=[], metavar="NAME=PYTHON")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--run", help="the framework to run in this process")


def least(script, arguments, options):
    """{(what, contestant): value}: the least of all rounds of what ``script --run FRAMEWORK *options`` prints as JSON.

    A process for each contestant and round; `arguments` are those of `add_arguments`.
    """
    contestants = {"ours": sys.executable, **dict(e.split("=", 1) for e in arguments.env)}
    best = {}
    for _ in range(arguments.rounds):
        for name, python in contestants.items():
            environment = dict(os.environ, OMP_NUM_THREADS="1")
            if name != "ours":
                for key in ("PYTHONPATH", "LD_LIBRARY_PATH"):
                    environment.pop(key, None)
            framework = "torch" if name == "torch" else "paddle"
            done = subprocess.run(
                [python, str(Path(script).resolve()), "--run", framework, *map(str, options)],
                env=environment,
                capture_output=True,
                text=True,
                timeout=600,
                cwd="/",
            )
            if done.returncode:
                raise SystemExit(f"{name}: {done.stderr}")
            for what, value in json.loads(done.stdout.splitlines()[-1]).items():
                best[what, name] = min(value, best.get((what, name), value))
    return best
