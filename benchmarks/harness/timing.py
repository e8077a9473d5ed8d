"""Timing of one statement inside a worker process."""

import time

LOOP_SOURCE = """
def loop(calls, clock, {names}):
    start = clock()
    for _ in range(calls):
        {statement}
    return clock() - start
"""

# A measurement shorter than this would be spoilt by the clock's own cost.
SHORTEST_LOOP_S = 0.004
MOST_CALLS = 1_000_000

# A turn begins with caches and cores that others used, or that slept: its first loop does not
# count, it goes on for as long as so many of the shortest, and its least is taken.
LOOPS_PER_TURN = 10


def compile_loop(statement, names):
    """A function (calls, clock) -> seconds that runs ``statement`` in a plain loop.

    The statement's names become local variables, so that finding them costs as
    little as it can.
    """
    body = statement.strip().replace("\n", "\n        ")
    source = LOOP_SOURCE.format(names=", ".join(names), statement=body)
    scope = {}
    exec(compile(source, f"<{statement}>", "exec"), scope)
    values = tuple(names.values())
    inner = scope["loop"]
    return lambda calls, clock: inner(calls, clock, *values)


class Timer:
    """A statement ready to be timed again and again.

    ``clock`` is CPU time of the whole process where one core is measured (work
    done by hidden threads counts), and wall time where several are.
    """

    def __init__(
        self, statement, names, baseline="pass", num_threads=1, shortest_s=SHORTEST_LOOP_S
    ):
        self.clock = time.process_time if num_threads == 1 else time.perf_counter
        self.run_statement = compile_loop(statement, names)
        self.run_baseline = compile_loop(baseline, names)
        self.calls = self._calibrate(shortest_s)
        self.turn_s = LOOPS_PER_TURN * shortest_s

    def _calibrate(self, shortest_s):
        """Number of calls that takes at least ``shortest_s``, once warm."""
        self.run_statement(1, self.clock)
        calls = 1
        while calls < MOST_CALLS:
            seconds = self.run_statement(calls, self.clock)
            if seconds >= shortest_s:
                break
            wanted = int(1.2 * calls * shortest_s / max(seconds, 1e-9))
            calls = max(calls + 1, min(10 * calls, wanted))
        return calls

    def measure(self):
        """Least seconds per call of (the statement, its baseline) in one turn."""
        end = time.perf_counter() + self.turn_s
        self.run_statement(self.calls, self.clock)
        statements, baselines = [], []
        while not statements or time.perf_counter() < end:
            statements.append(self.run_statement(self.calls, self.clock))
            baselines.append(self.run_baseline(self.calls, self.clock))
        return min(statements) / self.calls, min(baselines) / self.calls
