"""Costs of a whole process: importing, memory at its peak, size on disk."""

import json
import subprocess

from harness.contestant import WorkerError, WorkerProcess

TIMEOUT_S = 120

# numpy counts for all: one that loads it later only moves the cost.
IMPORT_PROGRAM = """
import time
start = time.process_time()
import {module}, numpy
seconds = time.process_time() - start
import json, resource
peak = 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([seconds, peak]))
"""

# The files of a package and of everything it needs, but for numpy, which all of
# them need. A package that is not installed but found on the path is its folder.
SIZE_PROGRAM = """
import importlib.metadata as metadata, importlib.util, json, os, re

def distribution_size(name, seen):
    key = re.sub("[-_.]+", "-", name).lower()
    if key in seen or key == "numpy":
        return 0
    seen.add(key)
    try:
        found = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return 0
    paths = {os.path.realpath(found.locate_file(file)) for file in found.files or ()}
    total = sum(os.path.getsize(path) for path in paths if os.path.isfile(path))
    for requirement in found.requires or ():
        if "extra ==" not in requirement:
            total += distribution_size(re.match("[A-Za-z0-9._-]+", requirement)[0], seen)
    return total

def folder_size(folder):
    files = {
        os.path.realpath(os.path.join(at, name))
        for at, folders, names in os.walk(folder, followlinks=True)
        for name in names
        if not name.endswith(".pyc")
    }
    return sum(os.path.getsize(file) for file in files)

size = sum(distribution_size(name, set()) for name in DISTRIBUTIONS)
if not size:
    size = folder_size(importlib.util.find_spec(MODULE).submodule_search_locations[0])
print(json.dumps(size))
"""

DISTRIBUTIONS = {
    "paddle": ("paddlepaddle", "framework-paddle"),
    "torch": ("torch",),
    "jax": ("jax",),
    "numpy": (),
}


def _run(contestant, program, cores):
    """What ``program`` prints last, run by the contestant's interpreter on ``cores``."""
    program = f"import os\nos.sched_setaffinity(0, {cores})\n{program}"
    try:
        result = subprocess.run(
            [contestant.python, "-P", "-W", "ignore", "-c", program],
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            env=contestant.environment(len(cores), reuse_memory=False),
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise WorkerError(str(error)) from error
    if result.returncode:
        lines = result.stderr.strip().splitlines()
        raise WorkerError(lines[-1] if lines else f"exit code {result.returncode}")
    return json.loads(result.stdout.strip().splitlines()[-1])


def import_cost(contestant, cores):
    """(CPU seconds, peak resident bytes) of importing the framework and numpy in a new process."""
    seconds, peak = _run(contestant, IMPORT_PROGRAM.format(module=contestant.framework), cores)
    return seconds, peak


def installed_size(contestant, cores):
    """Bytes on disk of the framework and what it needs, without numpy."""
    header = (
        f"DISTRIBUTIONS = {DISTRIBUTIONS[contestant.framework]!r}\n"
        f"MODULE = {contestant.framework!r}\n"
    )
    return _run(contestant, header + SIZE_PROGRAM, cores)


def peak_memory(contestant, workload, cores, calls):
    """Peak resident bytes of a new process that runs a workload ``calls`` times."""
    with WorkerProcess(contestant, cores, reuse_memory=False) as worker:
        worker.ask("prepare", workload=workload)
        return worker.ask("run", calls=calls)["peak_rss_bytes"]
