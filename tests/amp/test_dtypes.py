"""The dtypes of results under auto_cast beside PaddlePaddle's (expected.json)."""

import json
import pathlib

import paddle
import pytest

from . import cases

EXPECTED = json.loads(pathlib.Path(__file__).with_name("expected.json").read_text())
# A convolution over one axis is one operator here; there level OD sees two views more, in float32.
OTHER = {("OD", "conv1d")}


def random(dtype):
    return lambda *shape: paddle.rand(list(shape)).astype(dtype)


def whole(*shape):
    return paddle.zeros(list(shape), "int64")


@pytest.mark.parametrize("column", EXPECTED)
def test_results_have_the_dtypes_of_paddle(column):
    dtype, level = column.split(" ", 1)
    name, promote = cases.LEVELS[level]
    wide, narrow = random("float32"), random(dtype)
    dtype_of = {r: kind for kind, names in EXPECTED[column].items() for r in names.split()}
    wrong = []
    for row, f, a, b in cases.rows():
        expected = dtype_of.get(row)
        if expected is None or (level, row.split("/")[0]) in OTHER:
            continue
        with paddle.amp.auto_cast(level=name, dtype=dtype, use_promote=promote):
            made = f(narrow if a else wide, narrow if b else wide, whole)
        got = str(made.dtype).removeprefix("paddle.")
        if got != expected:
            wrong.append(f"{row}: {got}, not {expected}")
    assert not wrong, "\n".join(wrong)
