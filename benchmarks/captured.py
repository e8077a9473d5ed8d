"""Measures captured functions beside eager code, torch.compile, jax.jit, PaddlePaddle and onnxruntime.

    python benchmarks/captured.py [--quick] [--only REGEX] [--threads N] [--save]
        [--env NAME=PYTHON] [--peers NAMES]

Contestants take turns as in run.py.  Then follow the memory of a training step, and
the time to the first result of a large function, each in a process of its own.
"""

import itertools
import re
import sys

from capture import first_result, lengths, memory
from harness import contestant, session
from harness.arguments import parse, parser_of
from harness.catalog import CAPTURE_GROUPS, all_workloads
from harness.contestant import Contestant
from harness.environments import peer_variables
from harness.report import Table, keep

ROUNDS, QUICK_ROUNDS = 12, 4
COMPILE_LIMIT_S = 600.0  # torch.compile runs a C++ compiler
ROW_BUDGET_S = 20.0

# Name: (framework inside the worker, environment).
CONTESTANTS = {
    "ours": ("paddle_static", "ours"),
    "ours eager": ("paddle", "ours"),
    "ours.inference": ("paddle_inference", "ours"),
    "paddle": ("paddle", "paddle"),
    "paddle static": ("paddle_static", "paddle"),
    "paddle.inference": ("paddle_inference", "paddle"),
    "torch": ("torch", "torch"),
    "torch.compile": ("torch_compile", "torch"),
    "jax": ("jax", "jax"),
    "onnxruntime": ("onnxruntime", "onnxruntime"),
}
ENVIRONMENTS = {"ours": sys.executable}


def parse_arguments():
    parser = parser_of(__doc__, ROUNDS)
    add = parser.add_argument
    add("--quick", action="store_true", help=f"{QUICK_ROUNDS} rounds")
    add("--peers", default="", metavar="NAMES", help="which take part (default: all)")
    add("--save", action="store_true", help="also write results/captured-N.md, of N threads")
    arguments = parse(parser)
    arguments.env = {**ENVIRONMENTS, **arguments.env}
    if arguments.quick:
        arguments.rounds = QUICK_ROUNDS
    return arguments


def make_contestants(arguments):
    """Those whose interpreter is known."""
    wanted = arguments.peers.split(",") if arguments.peers else list(CONTESTANTS)
    return [
        Contestant(name, framework, arguments.env[env], peer_variables(env))
        for name, (framework, env) in CONTESTANTS.items()
        if name in wanted and env in arguments.env
    ]


def main():
    arguments = parse_arguments()
    contestant.WORKER_LIMIT_S = COMPILE_LIMIT_S
    contestants = make_contestants(arguments)
    session.ROW_BUDGET_S = ROW_BUDGET_S
    workers = session.Session(contestants, arguments.cores, arguments.rounds, True, 0)
    workers.has_bound = False
    table = Table([c.name for c in contestants], show_bound=False)
    pattern = re.compile(arguments.only)
    table.print_header()
    with workers:
        for name, workload in all_workloads(CAPTURE_GROUPS).items():
            if pattern.search(name):
                table.add(workers.measure(name, workload))
    single = (
        first_result.rows(contestants, arguments.cores),
        memory.rows(contestants),
        lengths.rows(contestants),
    )
    for row in itertools.chain(*single):
        if pattern.search(row.name):
            table.add(row.measure())
    keep(table, f"captured-{arguments.threads}", arguments, contestants, arguments.save)
    return 0


if __name__ == "__main__":
    sys.exit(main())
