"""Every operator has a row, every row has an operator."""

import contextlib
import pathlib
import re

import numpy as np
import pytest
from paddle import _C

from tests.ops import calls, gradients
from tests.ops.internal_calls import CALLS
from tests.ops.op_table import ROWS
from tests.ops.row import RECORDS

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_every_operator_has_a_row():
    missing = sorted(set(RECORDS) - set(ROWS))
    assert not missing, f"no row in tests/ops/table for: {missing}"


def test_every_row_has_an_operator():
    unknown = sorted(set(ROWS) - set(RECORDS))
    assert not unknown, f"rows without an operator: {unknown}"


def test_internal_calls_are_of_rows():
    assert set(CALLS) <= set(ROWS), sorted(set(CALLS) - set(ROWS))


def test_covered_by_names_a_row():
    for row in ROWS.values():
        if row.covered_by and row.name in RECORDS:
            if row.covered_by.endswith(".py"):
                text = (ROOT / row.covered_by).read_text()
                assert re.search(rf"\b{row.name}\b", text), f"{row.covered_by}: no {row.name}"
            else:
                assert row.covered_by in RECORDS and not ROWS[row.covered_by].covered_by, row.name
            assert "internal" in row.record["traits"], (
                f"{row.name} is public: it needs a row of its own"
            )


def with_kernel(row):
    internal = row.name in RECORDS and row.covered_by and not row.covered_by.endswith(".py")
    return internal and row.record["kernel_dtypes"]


@pytest.mark.parametrize("name", sorted(name for name, row in ROWS.items() if with_kernel(row)))
def test_the_covering_row_runs_the_kernel(name, capfd):
    """In a call of that row, or in a gradient of the first or second order."""
    row = ROWS[ROWS[name].covered_by]
    float64 = [calls.make(row, i, "float64") for i in range(len(row.calls))]
    rng = np.random.default_rng(0)
    steps = [lambda c=c: calls.run(row.name, c) for c in float64]
    if gradients.differentiable(row):
        steps += [lambda c=c, k=k: gradients.check(row, c, k, rng) for k in (0, 1) for c in float64]
    steps += [lambda t=t: calls.run(row.name, calls.make(row, 0, t)) for t in row.test_dtypes]
    _C.set_flag("log_kernel_select", True)
    try:
        for step in steps:
            with contextlib.suppress(AssertionError, NotImplementedError):  # other tests see these
                step()
            if re.search(rf"(^|\] ){name} \w+: .* chosen$", capfd.readouterr().err, re.M):
                return
    finally:
        _C.set_flag("log_kernel_select", False)
    pytest.fail(f"nothing that {row.name} runs chooses {name}")


def test_every_operator_states_its_gradient_and_documents_itself():
    for name, record in RECORDS.items():
        stated = record["has_vjp"] or record["has_decompose"] or record["not_differentiable"]
        assert stated, f"{name} says nothing about its gradient"
        assert record["doc"], f"{name} has no Doc"
