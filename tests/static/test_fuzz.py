"""Some random programs; `tests/static/fuzz.py` runs more."""

import time

import pytest

from . import fuzz, fuzz_saving

SECONDS = 4


@pytest.mark.parametrize("first", [0, 5000])
def test_random_programs(first):
    end = time.time() + SECONDS
    for seed in range(first, first + 200):
        if time.time() > end:
            break
        fuzz.check(seed)


@pytest.mark.parametrize("seed", [3, 91, 298, 684, 686, 694, 817, 938, 1540, 1827])
def test_programs_that_were_wrong(seed):
    fuzz.check(seed)


def test_random_programs_that_are_saved(tmp_path):
    end = time.time() + SECONDS
    for seed in range(200):
        if time.time() > end:
            break
        fuzz_saving.check(seed, str(tmp_path))


@pytest.mark.parametrize("seed", [70, 73, 308, 337, 367])
def test_saved_programs_that_were_wrong(seed, tmp_path):
    fuzz_saving.check(seed, str(tmp_path))
