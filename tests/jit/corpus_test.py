"""Every case of the corpus: captured it gives what it gives eagerly."""

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from paddle.jit import vm  # noqa: E402

from tests.jit.corpus import worker  # noqa: E402

PADDLE, CASES = worker.load("ours", "")
RUNNER = worker.Runner("ours", PADDLE)
ROWS = []  # of the cases that ran
HARD = 10  # cases of each hard kind, at least


def test_there_are_enough_cases():
    functions = [c for c in CASES if not c.kind.startswith("model")]
    models = {c.name.rsplit("_", 1)[0] for c in CASES if c.kind.startswith("model")}
    assert len(functions) >= 200 and len(models) >= 25
    for kind in (
        "while",
        "for range",
        "break and continue",
        "in-place and views",
        "indexing",
        "random",
    ):
        assert sum(c.kind == kind for c in functions) >= HARD, kind


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_case(case):
    if any(not hasattr(getattr(PADDLE, n, None), "auto_cast") for n in case.needs):
        pytest.skip(f"needs {case.needs}")
    row = RUNNER.run(case)
    assert row["outcome"] == "right", row["why"]
    ROWS.append(row)
    assert (row["eager_error"] is not None) == case.raises, row["eager_error"]


@pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")
def test_programs_are_whole():
    if len(ROWS) < 300:
        pytest.skip("not all cases ran")
    assert sum(row["whole"] for row in ROWS) > 0.97 * len(ROWS)
    assert sum(row["general"] for row in ROWS) > 0.78 * len(ROWS)
