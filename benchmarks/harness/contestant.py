"""A contestant: a Python interpreter with a framework, and its worker process."""

import json
import os
import select
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

WORKER = Path(__file__).with_name("worker.py")

# Freed memory stays with the process, so that large results reuse it instead of
# being mapped and zeroed again by the kernel for each call.
REUSED_MEMORY = {
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_MMAP_MAX_": "0",
    "MALLOC_TRIM_THRESHOLD_": str(1 << 40),
    "MALLOC_TOP_PAD_": str(1 << 26),
}

WORKER_LIMIT_S = 120.0  # for an answer

THREAD_COUNT_VARIABLES = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")

# Settings that would change what a contestant runs.
DROPPED_VARIABLES = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "PYTHONPATH", "LD_PRELOAD")


class WorkerError(Exception):
    """A contestant could not do what was asked; the text says why."""


@dataclass
class Contestant:
    """``name`` in the table, ``framework`` it imports, ``python`` that runs it."""

    name: str
    framework: str
    python: str
    variables: dict[str, str] = field(default_factory=dict)
    version: str = ""

    def environment(self, num_threads, reuse_memory):
        environment = {k: v for k, v in os.environ.items() if k not in DROPPED_VARIABLES}
        environment.update(dict.fromkeys(THREAD_COUNT_VARIABLES, str(num_threads)))
        if reuse_memory:
            environment.update(REUSED_MEMORY)
        environment.update(self.variables)
        return environment


class WorkerProcess:
    """Starts a contestant's worker and talks to it; a context manager."""

    def __init__(self, contestant, cores, reuse_memory=True):
        self.contestant = contestant
        self.timeout_s = WORKER_LIMIT_S
        self.log = tempfile.TemporaryFile()
        environment = contestant.environment(len(cores), reuse_memory)
        command = [contestant.python, "-P", "-W", "ignore", str(WORKER)]
        command += ["--framework", contestant.framework, "--cores", ",".join(map(str, cores))]
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.log,
                env=environment,
            )
        except OSError as error:
            raise WorkerError(f"{contestant.python} cannot be started: {error}") from error
        self.buffer = b""
        try:
            contestant.version = self._answer()["version"]
        except WorkerError:
            self.close()
            raise

    def ask(self, action, **details):
        """Sends a request and returns its answer, or raises WorkerError."""
        request = json.dumps({"do": action, **details}) + "\n"
        try:
            self.process.stdin.write(request.encode())
            self.process.stdin.flush()
        except OSError:
            raise WorkerError(self._cause_of_death()) from None
        answer = self._answer()
        if "error" in answer:
            raise WorkerError(answer["error"])
        return answer

    @property
    def is_alive(self):
        return self.process.poll() is None

    def close(self):
        if self.is_alive:
            self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
        self.log.close()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def _answer(self):
        deadline = time.monotonic() + self.timeout_s
        while b"\n" not in self.buffer:
            left_s = max(0.0, deadline - time.monotonic())
            if not select.select([self.process.stdout], [], [], left_s)[0]:
                self.process.kill()
                self.process.wait()
                raise WorkerError(f"took longer than {self.timeout_s:.0f} s")
            chunk = os.read(self.process.stdout.fileno(), 1 << 16)
            if not chunk:
                raise WorkerError(self._cause_of_death())
            self.buffer += chunk
        line, _, self.buffer = self.buffer.partition(b"\n")
        return json.loads(line)

    def _cause_of_death(self):
        code = self.process.wait()
        self.log.seek(0)
        lines = self.log.read().decode(errors="replace").strip().splitlines()
        last = lines[-1][:200] if lines else "no message"
        how = f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        return f"the process ended ({how}): {last}"
