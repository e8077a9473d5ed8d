"""Every operator's row. `ROWS[name]` is what the suites run; see row.py for the fields."""

import importlib
import pathlib

from tests.ops.row import RECORDS, ROWS

for _path in sorted((pathlib.Path(__file__).parent / "table").glob("*.py")):
    importlib.import_module(f"tests.ops.table.{_path.stem}")


def rows(suite, keep=lambda row: True):
    """The names of the rows a suite runs, for parametrize."""
    return [
        name
        for name, row in sorted(ROWS.items())
        if name in RECORDS and not row.covered_by and suite not in row.skip and keep(row)
    ]
