"""The table of benchmarks/operators.py: every public operator is in it, and its small calls run."""

import sys
from pathlib import Path

import pytest
from paddle import _C

sys.path.append(str(Path(__file__).resolve().parents[2] / "benchmarks"))

from harness.catalog import OPERATOR_GROUPS, all_workloads  # noqa: E402
from harness.frameworks import Paddle  # noqa: E402
from op_table.rows import covered  # noqa: E402

WORKLOADS = all_workloads(OPERATOR_GROUPS)
SMALL = [name for name, workload in WORKLOADS.items() if ", small" in workload.name]


def test_every_public_operator_has_a_row():
    public = {r["name"] for r in _C.op_records() if "internal" not in r["traits"]}
    assert public - covered(WORKLOADS.values()) == set()


@pytest.mark.parametrize("name", SMALL)
def test_small_call_runs(name):
    workload = WORKLOADS[name]
    framework = Paddle(1)
    inputs = framework.inputs(workload)
    prepare = workload.prepare.get("paddle")
    names = {**framework.names, **inputs, **(prepare(inputs) if prepare else {})}
    statement, names = framework.statement(workload, workload.code["paddle"], names)
    exec(statement, names)
