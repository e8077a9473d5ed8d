"""Measures this framework against PaddlePaddle, torch, jax and numpy.

    python benchmarks/run.py [--quick] [--only REGEX] [--save]

Contestants are separate processes on the same core that take turns, round by
round; a figure is the least of all rounds, of CPU time where one core is used
and of wall time where several are.  Peers are installed into .bench-envs/ the
first time.  The interpreter that runs this file is the one measured as "ours".
"""

import datetime
import os
import re
import sys
from pathlib import Path

from harness import machine
from harness.arguments import parse, parser_of
from harness.catalog import all_workloads
from harness.environments import FRAMEWORK_OF, make_contestants
from harness.report import Table
from harness.session import IMPORT_ROWS, Session

RESULTS = Path(__file__).with_name("results")
ROUNDS = 20
QUICK_ROUNDS = 5


def parse_arguments():
    parser = parser_of(__doc__, ROUNDS)
    add = parser.add_argument
    add("--quick", action="store_true", help=f"{QUICK_ROUNDS} rounds")
    add("--contestants", default=",".join(FRAMEWORK_OF), metavar="NAMES", help="which take part")
    add("--as-shipped", action="store_true", help="leave malloc as it is: large results are new")
    add("--save", action="store_true", help="also write benchmarks/results/latest.md")
    add("--list", action="store_true", help="print the rows' names and stop")
    arguments = parse(parser)
    arguments.contestants = arguments.contestants.split(",")
    unknown = [name for name in arguments.contestants if name not in FRAMEWORK_OF]
    if unknown:
        parser.error(f"no contestant is called {unknown[0]!r}; there are {', '.join(FRAMEWORK_OF)}")
    if arguments.quick:
        arguments.rounds = QUICK_ROUNDS
    return arguments


def memory_rows(workloads):
    """Names of the rows that ask for the peak memory of a workload: {row: workload}."""
    names = [name for name in workloads if name.startswith("models/")]
    return {f"process/peak memory of {name}": name for name in names}


def measure(session, table, pattern, workloads):
    """Adds every row whose name matches."""
    if any(pattern.search(name) for name in IMPORT_ROWS):
        for row in session.import_rows():
            table.add(row)
    for name, workload in workloads.items():
        if pattern.search(name):
            table.add(session.measure(name, workload))
    for row_name, name in memory_rows(workloads).items():
        if pattern.search(row_name):
            table.add(session.memory_row(row_name, name))


def main():
    arguments = parse_arguments()
    workloads = all_workloads()
    if arguments.list:
        print("\n".join([*IMPORT_ROWS, *workloads, *memory_rows(workloads)]))
        return 0
    contestants, missing = make_contestants(arguments.contestants, arguments.env)
    bandwidth = machine.copy_bandwidth(arguments.cores[-1])
    session = Session(
        contestants, arguments.cores, arguments.rounds, not arguments.as_shipped, bandwidth
    )
    table = Table([c.name for c in contestants], show_bound=session.has_bound)
    print(f"{arguments.threads} thread(s); memory copies at {bandwidth / 1e9:.1f} GB/s\n")
    table.print_header()
    with session:
        measure(session, table, re.compile(arguments.only), workloads)

    now = datetime.datetime.now(datetime.UTC)
    facts = {
        "date": now.strftime("%Y-%m-%d %H:%M UTC"),
        **machine.describe(),
        "memory": f"copies at {bandwidth / 1e9:.1f} GB/s, "
        + ("new for each result" if arguments.as_shipped else "reused by all"),
        "threads": arguments.threads,
        "rounds": arguments.rounds,
        "versions": ", ".join(f"{c.name} {c.version}" for c in contestants if c.version),
        **{f"without {name}": why for name, why in missing.items()},
    }
    path = RESULTS / f"{now:%Y-%m-%d-%H%M%S}.json"
    table.write_json(path, facts)
    if arguments.save:
        (RESULTS / "latest.md").write_text(table.markdown(facts))
    print(f"\nWritten to {os.path.relpath(path)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
