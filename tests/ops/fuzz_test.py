"""The fuzzer, some calls in the quick tier and 100,000 in the full one."""

import pytest

from tests.ops.fuzz import fuzz


def report(found):
    return (
        f"{len(found)} findings (repeat one: python -m tests.ops.fuzz --seed 0 --only INDEX)\n"
        + "\n".join(f"[{index}] {text}" for index, text in found[:20])
    )


def test_fuzz():
    found = fuzz(0, 5_000, log=lambda text: None)
    assert not found, report(found)


@pytest.mark.full
def test_fuzz_long():
    found = fuzz(1, 100_000, log=lambda text: None)
    assert not found, report(found)
