"""Indices, axes and sizes beyond what there is: refused by every operator, never read or written with.

Driven by the records: each operator with an argument of the kind runs its first call with that argument wrong.
"""

import contextlib
import itertools
import mmap
import pathlib
import resource

import numpy as np
import paddle
import pytest
from paddle import _C

from tests.ops import calls
from tests.ops.op_table import ROWS, rows
from tests.ops.row import Call

REFUSED = (IndexError, TypeError, ValueError, NotImplementedError, MemoryError)
HUGE = (2**31, 2**40, 2**62, -(2**31) - 1, -(2**40), -(2**62))
# Integers that are no indices: any value of them is right.
NUMBERS = {
    ("cov", "fweights"): "weights; the negative ones are refused",
    ("gcd", "x"): "numbers",
    ("gcd", "y"): "numbers",
    ("lcm", "x"): "numbers",
    ("lcm", "y"): "numbers",
    ("yolo_box", "img_size"): "sizes of images, which scale boxes",
    ("rnn_layer", "sequence_length"): "compared with the steps: beyond the last one is all of them",
    ("lstm_layer", "sequence_length"): "likewise",
    ("gru_layer", "sequence_length"): "likewise",
}
# (place, index) that say nothing: the last label is padding, which is the blank, and the reference knows no label that
# is the blank.
SPECIAL = {
    ("ctc_loss", "labels"): lambda place, index: place == -1 or index == 0,
    ("ctc_loss", "label_lengths"): lambda place, index: place == -1,
    ("rnnt_loss", "label"): lambda place, index: place == -1,
}
# Twice the same axis has a meaning there: `unsqueeze` takes one after the other, `roll` adds up shifts.
REPEATED = ("roll", "squeeze", "unsqueeze")
AXES = ("axis", "axes", "axis0", "axis1", "axis2", "dim", "dim1", "dim2", "perm", "source", "destination",
        "start_axis", "stop_axis")  # fmt: skip
SIZES = ("shape", "output_size", "output_sizes", "num", "num_rows", "num_columns", "num_classes", "row", "col", "n",
         "repeat_times", "minlength", "bins", "pad", "chunks")  # fmt: skip


@pytest.fixture(autouse=True)
def little_memory():
    """What takes memory for sizes that are wrong fails, instead of making the machine swap."""
    used = int(pathlib.Path("/proc/self/statm").read_text().split()[0]) * mmap.PAGESIZE
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + (2 << 30), before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


def named(row, call):
    """The arguments of a call by their names."""
    names = [name for name, _, _ in row.record["args"]]
    return dict(zip(names, call.args, strict=False)) | call.kwargs


def is_index(value):
    return isinstance(value, np.ndarray) and value.dtype.kind in "iu" and value.size > 0


def index_arguments(row):
    """The names of integer tensors that stand beside tensors of the dtype under test."""
    if row.covered_by or not row.main_dtype.startswith("float"):
        return {}
    found = {}
    for i in range(len(row.calls)):
        for name, value in named(row, row.calls[i].make(row.seed(i), row.main_dtype)).items():
            tensors = value if isinstance(value, list) else [value]
            if any(is_index(t) for t in tensors) and (row.name, name) not in NUMBERS:
                found.setdefault(name, i)
    return found


def with_index(value, place, index):
    """The tensor, or the first one with elements of a list, with one element replaced."""
    if isinstance(value, list):
        k = next(k for k, item in enumerate(value) if is_index(item))
        return [*value[:k], with_index(value[k], place, index), *value[k + 1 :]]
    # int32 stays where the operator takes nothing else
    fits = np.iinfo(value.dtype).min <= index <= np.iinfo(value.dtype).max
    value = value.astype(value.dtype if fits else "int64")
    value.flat[place] = index
    return value


INDEXED = {name: arguments for name in rows("bounds") if (arguments := index_arguments(ROWS[name]))}


def run_or_refuse(row, call, what):
    """The outputs, or None where the operator refuses the call."""
    try:
        return calls.run(row.name, call)
    except REFUSED as error:
        assert "(Fatal)" not in str(error), f"{what}: {error}"
        return None


def check_near(row, call, what):
    """An index that the reference refuses is refused; one that both take gives the same."""
    call = calls.tensors(call, row.main_dtype)
    outputs = run_or_refuse(row, call, what)
    if outputs is None or row.ref is None:
        return
    try:
        expected = calls.reference(row, call)
    except Exception as error:
        raise AssertionError(f"{what}: taken, but the reference says {error!r}") from error
    for actual, right in zip(outputs, expected, strict=False):
        calls.assert_close(
            calls.to_numpy(actual), right, calls.tolerance(row, row.main_dtype), what
        )


@pytest.mark.parametrize("name", sorted(INDEXED))
def test_indices(name):
    row = ROWS[name]
    for argument, i in INDEXED[name].items():
        given = named(row, row.calls[i].make(row.seed(i), row.main_dtype))
        for place, index in itertools.product((0, -1), (*HUGE, *range(-8, 9))):
            call = Call((), given | {argument: with_index(given[argument], place, index)})
            if (name, argument) in SPECIAL and SPECIAL[name, argument](place, index):
                continue
            what = f"{name}, {argument}[{place}] = {index}"
            if index not in HUGE:
                check_near(row, call, what)
                continue
            outputs = run_or_refuse(row, calls.tensors(call, row.main_dtype), what)
            assert outputs is None, f"{what}: taken"


def arguments_of(row, names, kinds):
    if row.covered_by or "internal" in row.record["traits"]:
        return []
    return [(name, kind) for name, kind, _ in row.record["args"] if name in names and kind in kinds]


def usable(row):
    """The arguments of the first call with a tensor that has elements and axes, or of the first call."""
    made = [named(row, calls.make(row, i, row.main_dtype)) for i in range(len(row.calls))]
    ranked = (c for c in made if rank_of(row, c) > 1)
    return next(ranked, made[0])


def rank_of(row, given):
    """The rank of the first tensor."""
    for name, kind, _ in row.record["args"]:
        value = given.get(name)
        if kind == "Tensor[]" and value:
            return value[0].ndim
        if kind == "Tensor" and value is not None and hasattr(value, "ndim"):
            return value.ndim
    return 0


WITH_AXES = {
    name: found
    for name in rows("bounds")
    if (found := arguments_of(ROWS[name], AXES, ("int", "IntArray")))
}


@pytest.mark.parametrize("name", sorted(WITH_AXES))
def test_axes(name):
    row = ROWS[name]
    given = usable(row)
    for argument, kind in WITH_AXES[name]:
        rank = max(rank_of(row, given), 1)
        beyond = [17, -18, 2**31, 2**40, -(2**40), 2**62, -(2**63)]
        wrong = beyond if kind == "int" else [[axis] for axis in beyond]
        if kind == "IntArray" and name not in REPEATED:
            wrong += [[0, 0], [0, -rank], [-1, -1]]
        for value in wrong:
            with pytest.raises(REFUSED) as error:
                result = _C.ops[name](**given | {argument: value})
                pytest.fail(f"{name}({argument}={value}) gave {result}")
            assert "(Fatal)" not in str(error.value), f"{argument}={value}: {error.value}"


WITH_SIZES = {
    name: found
    for name in rows("bounds")
    if (found := arguments_of(ROWS[name], SIZES, ("int", "IntArray")))
}


@pytest.mark.parametrize("name", sorted(WITH_SIZES))
def test_sizes(name):
    """Sizes whose product overflows, or is more than any memory, are refused before anything is made."""
    row = ROWS[name]
    given = usable(row)
    for argument, kind in WITH_SIZES[name]:
        for size in (2**40, 2**62, 2**63 - 1, -(2**40), -(2**63)):
            lists = ([size], [size, size], [size, 3, size, 4], [2**21] * 3 + [size])
            for value in lists if kind == "IntArray" else [size]:
                with contextlib.suppress(*REFUSED):
                    for out in calls.flat(_C.ops[name](**given | {argument: value})):
                        assert 0 <= out.numel() < 2**40, f"{name}({argument}={value}): {out.shape}"


@pytest.mark.parametrize(
    "make",
    [
        lambda n: paddle.zeros([n, n]),
        lambda n: paddle.arange(n * n // 2**22),
        lambda n: paddle.linspace(0, 1, n),
        lambda n: paddle.eye(n),
        lambda n: paddle.ones([1]).expand([n, n]) + 1,
        lambda n: paddle.ones([1]).tile([n, n]),
        lambda n: paddle.ones([1, 1, 1]).repeat_interleave(n * 2**20),
        lambda n: paddle.randn([n, n]),
        lambda n: paddle.tril_indices(n, n),
        lambda n: paddle.nn.functional.one_hot(paddle.zeros([4], "int64"), n * 2**20),
        lambda n: paddle.nn.functional.pad(paddle.ones([1, 1, 4]), [n * 2**20, n * 2**20], data_format="NCL"),
    ],
)  # fmt: skip
def test_huge_results_raise(make):
    with pytest.raises((MemoryError, ValueError)):
        make(2**40)
