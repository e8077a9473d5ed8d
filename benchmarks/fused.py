"""Measures functions composed of primitives under CINN beside eager code, torch.compile, jax.jit and PaddlePaddle.

    python benchmarks/fused.py [--only REGEX] [--threads N] [--rounds N] [--save] [--env NAME=PYTHON]

Contestants take turns as in run.py.  `ours` has FLAGS_use_cinn; `without` is the same program, kernel by kernel.
"""

import re
import sys

from harness import contestant, machine, session
from harness.arguments import parse, parser_of
from harness.catalog import FUSION_GROUPS, all_workloads
from harness.contestant import Contestant
from harness.environments import peer_variables
from harness.report import Table, keep

ROUNDS = 6
COMPILE_LIMIT_S = 600.0  # torch.compile runs a C++ compiler

# Name: (framework inside the worker, environment, its variables).
CONTESTANTS = {
    "ours": ("paddle_static", "ours", {"FLAGS_use_cinn": "1"}),
    "without": ("paddle_static", "ours", {}),
    "ours eager": ("paddle", "ours", {}),
    "paddle": ("paddle", "paddle", {}),
    "paddle static": ("paddle_static", "paddle", {}),
    "torch": ("torch", "torch", {}),
    "torch.compile": ("torch_compile", "torch", {}),
    "jax": ("jax", "jax", {}),
}


def main():
    parser = parser_of(__doc__, ROUNDS)
    parser.add_argument(
        "--save", action="store_true", help="also write results/fused-N.md, of N threads"
    )
    arguments = parse(parser)
    pythons = {"ours": sys.executable, **arguments.env}
    contestant.WORKER_LIMIT_S = COMPILE_LIMIT_S
    contestants = [
        Contestant(name, framework, pythons[env], {**peer_variables(env), **variables})
        for name, (framework, env, variables) in CONTESTANTS.items()
        if env in pythons
    ]
    bandwidth = machine.copy_bandwidth(arguments.cores[-1])
    workers = session.Session(contestants, arguments.cores, arguments.rounds, True, bandwidth)
    table = Table([c.name for c in contestants], show_bound=True)
    pattern = re.compile(arguments.only)
    table.print_header()
    with workers:
        for name, workload in all_workloads(FUSION_GROUPS).items():
            if pattern.search(name):
                table.add(workers.measure(name, workload))
    keep(table, f"fused-{arguments.threads}", arguments, contestants, arguments.save)
    return 0


if __name__ == "__main__":
    sys.exit(main())
