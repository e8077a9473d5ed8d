"""Every operator in a program: what it gives in eager mode, for the sizes it was built with and for a smaller batch."""

import pytest
from paddle import static

from tests.ops import calls
from tests.ops.op_table import ROWS, rows
from tests.ops.values import leaves

from .differential import static_mode

# What says that an operator has no place in such a program.
REFUSED = (NotImplementedError, ValueError, TypeError, IndexError, RuntimeError, MemoryError)


def _copy(call):
    return call.map(lambda t: t.detach().clone())


def _run_program(name, tensors, runs, open_axes):
    """The outputs for each of `runs` (lists of tensors in the order of `tensors`), None where one is refused."""
    with static_mode():
        main = static.Program()
        variables = {}
        with static.program_guard(main, static.Program()):

            def variable(t):
                shape = [None if i in open_axes[id(t)] else n for i, n in enumerate(t.shape)]
                v = static.data(f"t{len(variables)}", shape, t.dtype)
                return variables.setdefault(id(t), v)

            call = tensors.map(variable)
            outputs = calls.run(name, call)
        names = [variables[id(t)].name for t in leaves((tensors.args, tensors.kwargs))]
        exe = static.Executor()
        found = []
        for run in runs:
            feed = dict(zip(names, run, strict=True))
            try:
                found.append(exe.run(main, feed=feed, fetch_list=outputs, return_numpy=False))
            except REFUSED:
                found.append(None)
        return found


def _all(call):
    return leaves((call.args, call.kwargs))


def _is_usable(row, call):
    return (
        _all(call)
        and not row.has("random")
        and "empty" not in row.name
        and "_layer" not in row.name
        and len({id(t) for t in _all(call)}) == len(_all(call))
    )


@pytest.mark.parametrize("name", rows("static"))
def test_known_sizes(name):
    row = ROWS[name]
    for index in range(min(3, len(row.calls))):
        call = calls.make(row, index, row.main_dtype)
        if not _is_usable(row, call):
            continue
        expected = calls.run(name, _copy(call))
        closed = {id(t): () for t in _all(call)}
        runs = [[t.detach().clone() for t in _all(call)]]
        try:
            (found,) = _run_program(name, call, runs, closed)
        except (NotImplementedError, TypeError) as error:
            assert "while the program is built" in str(error) or isinstance(
                error, NotImplementedError
            )
            continue
        assert found is not None, f"{name}{calls.text(call)}: the program does not run"
        calls.assert_same(found, expected, f"{name}{calls.text(call)}", 1e-6)


@pytest.mark.parametrize("name", rows("static", lambda row: not row.name.endswith("_")))
def test_open_batch(name):
    """The first axis of the first tensor, and of those that begin with the same size, is left open."""
    row = ROWS[name]
    for index in range(min(3, len(row.calls))):
        call = calls.make(row, index, row.main_dtype)
        if not _is_usable(row, call):
            continue
        tensors = _all(call)
        first = tensors[0]
        if first.ndim == 0 or first.shape[0] < 3:
            continue
        batch = first.shape[0]
        shares = [t.ndim == first.ndim and t.shape[0] == batch for t in tensors]
        axes = {id(t): (0,) if s else () for t, s in zip(tensors, shares, strict=True)}
        runs, expected = [], []
        for n in (batch, batch - 1, 2):
            cut = [t[:n].clone() if s else t.clone() for t, s in zip(tensors, shares, strict=True)]
            by_id = dict(zip(map(id, tensors), cut, strict=True))
            try:
                expected.append(
                    calls.run(name, _copy(call.map(lambda t, by_id=by_id: by_id[id(t)])))
                )
                runs.append(cut)
            except REFUSED:
                continue
        try:
            results = _run_program(name, call, runs, axes)
        except REFUSED:
            continue
        for run, values, found in zip(runs, expected, results, strict=True):
            if found is None:
                continue
            what = f"{name}{calls.text(call)} batch {run[0].shape[0]}"
            calls.assert_same(found, values, what, 1e-6)


def test_most_operators_leave_the_batch_open():
    served = refused = 0
    for name in rows("static", lambda row: not row.name.endswith("_")):
        row = ROWS[name]
        call = calls.make(row, 0, row.main_dtype)
        if not _is_usable(row, call) or _all(call)[0].ndim < 2 or len(_all(call)) > 1:
            continue
        axes = {id(t): (0,) for t in _all(call)}
        try:
            (found,) = _run_program(name, call, [[t.clone() for t in _all(call)]], axes)
        except REFUSED:
            found = None
        served += found is not None
        refused += found is None
    assert served > 7 * refused, (served, refused)
