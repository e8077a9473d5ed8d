"""One contestant's process: prepares workloads and times them when told to.

Reads one JSON object a line from standard input and answers each with one line.
Standard output belongs to the answers alone; whatever a framework prints goes to
standard error.

    {"do": "prepare", "workload": "ops/matmul 64"}   -> {"variant": "", "calls": 900}
    {"do": "measure"}          -> {"statement_s": 4.1e-6, "baseline_s": 9e-9}
    {"do": "run", "calls": 20} -> {"peak_rss_bytes": 230000000}
    {"do": "release"}          -> {}

A failure is answered with {"error": "..."}; the process goes on.
"""

import argparse
import gc
import json
import os
import resource
import sys
from pathlib import Path

VARIANT_TRIALS = 3


class Worker:
    """The framework, and the workload that is ready."""

    def __init__(self, framework, num_threads):
        from harness import catalog
        from harness.frameworks import FRAMEWORK_TYPES

        self.name = framework
        self.num_threads = num_threads
        self.framework = FRAMEWORK_TYPES[framework](num_threads)
        self.workloads = catalog.all_workloads(catalog.ALL_GROUPS)
        self.timer = None
        gc.freeze()  # what a framework made at its import is not looked through for each row

    def prepare(self, workload, shortest_s=None):
        """Makes every variant ready and keeps the fastest."""
        self.release()
        workload = self.workloads[workload]
        variants = workload.variants(self.name)
        if not variants:
            return {"error": workload.reason_unsupported(self.name)}
        timers = {name: self._timer(workload, code, shortest_s) for name, code in variants.items()}
        fastest = next(iter(timers))
        if len(timers) > 1:
            fastest = min(timers, key=lambda name: self._trial(timers[name]))
        self.timer = timers[fastest]
        return {"variant": fastest, "calls": self.timer.calls}

    def _timer(self, workload, code, shortest_s):
        from harness.timing import SHORTEST_LOOP_S, Timer

        inputs = self.framework.inputs(workload)
        prepare = workload.prepare.get(self.name)
        extra = prepare(inputs) if prepare else {}
        names = {**self.framework.names, **inputs, **extra}
        statement, names = self.framework.statement(workload, code, names)
        baseline = workload.baseline.get(self.name, "pass")
        return Timer(statement, names, baseline, self.num_threads, shortest_s or SHORTEST_LOOP_S)

    @staticmethod
    def _trial(timer):
        times = [timer.measure() for _ in range(VARIANT_TRIALS)]
        return min(statement for statement, _ in times)

    def measure(self):
        statement_s, baseline_s = self.timer.measure()
        return {"statement_s": statement_s, "baseline_s": baseline_s}

    def run(self, calls):
        self.timer.run_statement(calls, self.timer.clock)
        peak_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return {"peak_rss_bytes": 1024 * peak_kib}

    def release(self):
        self.timer = None
        gc.collect()
        return {}

    def answer(self, request):
        action = request.pop("do")
        if action not in ("prepare", "measure", "run", "release"):
            return {"error": f"unknown request {action!r}"}
        try:
            return getattr(self, action)(**request)
        except Exception as error:
            self.timer = None
            text = str(error).strip().splitlines()
            return {"error": f"{type(error).__name__}: {text[0] if text else ''}"[:300]}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--framework", required=True)
    parser.add_argument("--cores", required=True, help="comma-separated core numbers")
    arguments = parser.parse_args()
    cores = [int(core) for core in arguments.cores.split(",")]
    os.sched_setaffinity(0, cores)

    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.path.append(str(Path(__file__).resolve().parents[1]))
    worker = Worker(arguments.framework, len(cores))
    answers.write(json.dumps({"version": worker.framework.version}) + "\n")
    for line in sys.stdin:
        answers.write(json.dumps(worker.answer(json.loads(line))) + "\n")


if __name__ == "__main__":
    main()
