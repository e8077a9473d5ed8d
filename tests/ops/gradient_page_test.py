"""The page of gradients tells what is compared, and nothing that may be differentiated goes uncompared."""

import re

import pytest

from tests.ops import gradient_page
from tests.ops.op_table import RECORDS, ROWS


def entries():
    """{operator: cells} of the committed page's first table."""
    table = gradient_page.PATH.read_text().split("## None")[0]
    lines = re.findall(r"^\| `(\w+)` \| (.*) \|$", table, re.M)
    return {name: [cell.strip() for cell in rest.split(" | ")] for name, rest in lines}


def test_the_page_is_up_to_date():
    assert gradient_page.PATH.read_text() == gradient_page.text(), (
        "run python -m tests.ops.gradient_page"
    )


def test_every_operator_is_on_it():
    text = gradient_page.PATH.read_text()
    missing = [name for name in RECORDS if f"\n| `{name}` |" not in text]
    assert not missing


def test_both_orders_are_compared_or_the_row_says_why():
    silent = []
    for name, cells in entries().items():
        real, in_complex, forward, remark = cells[0], cells[1], cells[2], cells[-1]
        second = any(cell.startswith("1, 2") for cell in (real, in_complex))
        if not (second and forward) and not remark:
            silent.append(name)
    assert not silent, f"no second derivative, and no reason: {silent}"


@pytest.mark.parametrize("name", sorted(n for n, row in ROWS.items() if row.order == 1))
def test_first_order_alone_has_a_reason(name):
    row = ROWS[name]
    assert row.covered_by or row.skip.get("second_gradient")


def test_complex_kernels_have_complex_gradients():
    """What has a kernel for complex numbers and a gradient is compared with them, or says why not."""
    silent = [
        name
        for name, cells in entries().items()
        if "complex128" in RECORDS[name]["kernel_dtypes"] and not cells[1] and not cells[-1]
    ]
    assert not silent
