"""Every operator has a row, every row has an operator."""

import pathlib

from tests.ops.op_table import ROWS
from tests.ops.row import RECORDS

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_every_operator_has_a_row():
    missing = sorted(set(RECORDS) - set(ROWS))
    assert not missing, f"no row in tests/ops/table for: {missing}"


def test_every_row_has_an_operator():
    unknown = sorted(set(ROWS) - set(RECORDS))
    assert not unknown, f"rows without an operator: {unknown}"


def test_covered_by_names_a_row():
    for row in ROWS.values():
        if row.covered_by and row.name in RECORDS:
            if row.covered_by.endswith(".py"):
                assert (ROOT / row.covered_by).exists(), row.name
            else:
                assert row.covered_by in RECORDS and not ROWS[row.covered_by].covered_by, row.name
            assert "internal" in row.record["traits"], (
                f"{row.name} is public: it needs a row of its own"
            )


def test_every_operator_states_its_gradient_and_documents_itself():
    for name, record in RECORDS.items():
        stated = record["has_vjp"] or record["has_decompose"] or record["not_differentiable"]
        assert stated, f"{name} says nothing about its gradient"
        assert record["doc"], f"{name} has no Doc"
