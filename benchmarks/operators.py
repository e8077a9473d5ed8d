"""Measures every public operator beside PaddlePaddle and torch, at a small and a large size.

    python benchmarks/operators.py [--only REGEX] [--rounds N] [--threads N] [--save]
        [--env NAME=PYTHON]

Contestants take turns as in run.py: the least CPU time of a call on one core, the least
wall time on several.  Rows called "gradient" are a call and its gradients.
"""

import datetime
import math
import os
import re
import sys
from pathlib import Path

from harness import contestant, machine
from harness.arguments import parse, parser_of
from harness.catalog import OPERATOR_GROUPS, all_workloads
from harness.environments import OURS, make_contestants
from harness.report import Table
from harness.session import Session

RESULTS = Path(__file__).with_name("results")
CONTESTANTS = (OURS, "paddle", "torch")
ROUNDS = 6
SHORTEST_LOOP_S = 0.002
CONTESTANT_BUDGET_S = 0.06  # of one row; slower calls get fewer turns
WORKER_LIMIT_S = 20.0
SLOWER = 1.10  # than the best peer: a row that is listed


def parse_arguments():
    parser = parser_of(__doc__, ROUNDS)
    add = parser.add_argument
    add("--contestants", default=",".join(CONTESTANTS), metavar="NAMES", help="which take part")
    add("--save", action="store_true", help="also write results/operators-N.md, of N threads")
    return parse(parser)


def geometric_mean(numbers):
    return math.exp(sum(map(math.log, numbers)) / len(numbers)) if numbers else math.nan


def summary(rows):
    """What the table says as a whole, {fact: text}, and the rows that are slower."""
    facts = {}
    for peer in CONTESTANTS[1:]:
        ratios = [r.values[peer] / r.values[OURS] for r in rows if {peer, OURS} <= r.values.keys()]
        mean = geometric_mean([ratio for ratio in ratios if ratio > 0])
        facts[f"{peer}'s time in ours"] = f"{mean:.2f}, geometric mean of {len(ratios)} rows"
    compared = [row for row in rows if row.ratio() is not None]
    slower = [row for row in compared if row.ratio() > SLOWER]
    share = 100 * len(slower) / max(1, len(compared))
    facts[f"rows slower than the best peer by more than {SLOWER - 1:.0%}"] = (
        f"{len(slower)} of {len(compared)} ({share:.1f} %)"
    )
    return facts, sorted(slower, key=lambda row: -row.ratio())


def main():
    arguments = parse_arguments()
    contestant.WORKER_LIMIT_S = WORKER_LIMIT_S
    contestants, missing = make_contestants(arguments.contestants.split(","), arguments.env)
    session = Session(contestants, arguments.cores, arguments.rounds, True, 0)
    session.has_bound = False
    session.shortest_loop_s = SHORTEST_LOOP_S
    session.contestant_budget_s = CONTESTANT_BUDGET_S
    table = Table([c.name for c in contestants], show_bound=False)
    pattern = re.compile(arguments.only)
    table.print_header()
    with session:
        for name, workload in all_workloads(OPERATOR_GROUPS).items():
            if pattern.search(workload.name):
                row = session.measure(name, workload)
                row.name = workload.name
                table.add(row)

    now = datetime.datetime.now(datetime.UTC)
    totals, slower = summary(table.rows)
    facts = {
        "date": now.strftime("%Y-%m-%d %H:%M UTC"),
        **machine.describe(),
        "threads": arguments.threads,
        "rounds": arguments.rounds,
        "versions": ", ".join(f"{c.name} {c.version}" for c in contestants if c.version),
        **{f"without {name}": why for name, why in missing.items()},
        **totals,
    }
    print()
    for fact, text in totals.items():
        print(f"{fact}: {text}")
    for row in slower:
        print(f"  {row.ratio():5.2f}  {row.name}")
    suffix = f"operators-{arguments.threads}"
    path = RESULTS / f"{now:%Y-%m-%d-%H%M%S}-{suffix}.json"
    table.write_json(path, facts)
    if arguments.save:
        (RESULTS / f"{suffix}.md").write_text(table.markdown(facts, slower))
    print(f"\nWritten to {os.path.relpath(path)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
