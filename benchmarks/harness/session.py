"""Measures rows: one worker per contestant, all of them taking turns."""

import time

from harness import processes
from harness.contestant import WorkerError, WorkerProcess
from harness.row import Row

# After this long a row ends early, if every contestant had a few turns.
ROW_BUDGET_S = 10.0
FEWEST_ROUNDS = 4

# Between turns of several threads: until the last contestant's threads sleep.
SETTLE_S = 0.25

IMPORT_ROWS = (
    "process/import, with numpy",
    "process/memory after import",
    "process/installed size, without numpy",
)
IMPORT_GOALS = {"jax": 1.0, "paddle": 1.0, "torch": 1.0}
IMPORT_LIMIT_S = 0.20
INSTALLED_LIMIT_BYTES = 150e6
MEMORY_GOALS = {"paddle": 1.0, "torch": 1.0}
MEMORY_CALLS = 20


class Session:
    """The contestants' workers; started when first needed, and again if they died."""

    def __init__(self, contestants, cores, rounds, reuse_memory, copy_bytes_per_s):
        self.contestants = contestants
        self.cores = cores
        self.rounds = rounds
        self.reuse_memory = reuse_memory
        self.copy_bytes_per_s = copy_bytes_per_s
        # The bound is what one core can move into memory that it already has.
        self.has_bound = reuse_memory and len(cores) == 1
        self.shortest_loop_s = None  # None: the usual
        self.contestant_budget_s = float("inf")  # no more turns in a row after this
        self.workers = {}
        self.broken = {}

    def close(self):
        for worker in self.workers.values():
            worker.close()
        self.workers.clear()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def measure(self, name, workload):
        """The row of a workload: least seconds per call over the rounds."""
        bytes_moved = workload.bytes_moved if self.has_bound else None
        row = Row(
            name,
            "seconds",
            goals=dict(workload.goals),
            limit=workload.limit_s,
            bound=bytes_moved / self.copy_bytes_per_s if bytes_moved else None,
            subject=workload.subject,
        )
        ready = {}
        for contestant in self.contestants:
            if not workload.variants(contestant.framework):
                row.reasons[contestant.name] = workload.reason_unsupported(contestant.framework)
                continue
            answer = self._ask(
                contestant, row, "prepare", workload=name, shortest_s=self.shortest_loop_s
            )
            if answer is not None:
                ready[contestant.name] = contestant
                if answer["variant"]:
                    row.variants[contestant.name] = answer["variant"]
        least = {}
        for contestant in self._turns(ready):
            answer = self._ask(contestant, row, "measure")
            if answer is None:
                del ready[contestant.name]
                continue
            times = least.setdefault(contestant.name, dict(answer))
            for part in times:
                times[part] = min(times[part], answer[part])
        for contestant_name, contestant in ready.items():
            times = least[contestant_name]
            row.values[contestant_name] = times["statement_s"] - times["baseline_s"]
            self._ask(contestant, row, "release")
        return row

    def _turns(self, ready):
        """Contestants in turn, round by round: A B C A B C ..."""
        start = time.monotonic()
        spent_s = dict.fromkeys(ready, 0.0)
        for number in range(self.rounds):
            if number >= FEWEST_ROUNDS and time.monotonic() - start > ROW_BUDGET_S:
                return
            for contestant in list(ready.values()):
                if spent_s[contestant.name] > self.contestant_budget_s:
                    continue
                if len(self.cores) > 1:
                    time.sleep(SETTLE_S)
                begun = time.monotonic()
                yield contestant
                spent_s[contestant.name] += time.monotonic() - begun

    def _ask(self, contestant, row, action, **details):
        """The worker's answer; None, and a reason in the row, if it failed."""
        try:
            worker = self._worker(contestant)
            return worker.ask(action, **details)
        except WorkerError as error:
            row.reasons[contestant.name] = str(error)
            worker = self.workers.get(contestant.name)
            if worker is not None and not worker.is_alive:
                worker.close()
                del self.workers[contestant.name]
            return None

    def _worker(self, contestant):
        if contestant.name in self.broken:
            raise WorkerError(self.broken[contestant.name])
        if contestant.name not in self.workers:
            try:
                worker = WorkerProcess(contestant, self.cores, self.reuse_memory)
            except WorkerError as error:
                self.broken[contestant.name] = str(error)
                raise
            self.workers[contestant.name] = worker
        return self.workers[contestant.name]

    def import_rows(self):
        """CPU time and memory of the import, and size on disk."""
        seconds = Row(IMPORT_ROWS[0], "seconds", IMPORT_GOALS, IMPORT_LIMIT_S)
        memory = Row(IMPORT_ROWS[1], "bytes", IMPORT_GOALS)
        size = Row(IMPORT_ROWS[2], "bytes", IMPORT_GOALS, INSTALLED_LIMIT_BYTES)
        rows = (seconds, memory, size)
        contestants = self._frameworks(rows)
        for _ in range(self.rounds):
            for contestant in contestants:
                self._keep_least(contestant, rows[:2], processes.import_cost)
        for contestant in contestants:
            self._keep_least(contestant, rows[2:], processes.installed_size)
        return rows

    def memory_row(self, row_name, workload_name):
        """Peak memory of a process that runs a workload."""
        row = Row(row_name, "bytes", MEMORY_GOALS)

        def peak(contestant, cores):
            return processes.peak_memory(contestant, workload_name, cores, MEMORY_CALLS)

        for contestant in self._frameworks([row]):
            self._keep_least(contestant, [row], peak)
        return row

    def _frameworks(self, rows):
        for row in rows:
            row.reasons.update(
                (c.name, "not a framework") for c in self.contestants if c.framework == "numpy"
            )
        return [c for c in self.contestants if c.framework != "numpy"]

    def _keep_least(self, contestant, rows, function):
        if contestant.name in rows[0].reasons:
            return
        try:
            result = function(contestant, self.cores)
        except WorkerError as error:
            for row in rows:
                row.reasons[contestant.name] = str(error)
            return
        values = result if isinstance(result, tuple) else (result,)
        for row, value in zip(rows, values, strict=True):
            row.values[contestant.name] = min(value, row.values.get(contestant.name, value))
