"""`name_` writes what `name` returns, raises the version, refuses what would break a gradient."""

import pytest
from paddle import _C

from tests.ops import calls
from tests.ops.op_table import ROWS, rows


def has_inplace(row):
    return row.has("inplace")


@pytest.mark.parametrize("name", rows("inplace", has_inplace))
def test_inplace(name):
    row = ROWS[name]
    for index in range(len(row.calls)):
        for dtype in dict.fromkeys((row.main_dtype, "float32", "int64")):
            if dtype not in row.test_dtypes:
                continue
            call, again = (calls.make(row, index, dtype) for _ in range(2))
            if row.has("random"):
                _C.seed(3)
            expected = calls.run(name, call)[0]
            target = again.args[0] if again.args else again.kwargs[row.record["args"][0][0]]
            version, address, kept = target.inplace_version, target.data_ptr(), target.dtype
            if row.has("random"):
                _C.seed(3)
            fits = expected.shape == target.shape
            if not fits and not row.has("view"):
                with pytest.raises(ValueError, match="the result does not fit into `x`"):
                    _C.ops[name + "_"](*again.args, **again.kwargs)
                continue
            result = _C.ops[name + "_"](*again.args, **again.kwargs)
            what = f"{name}_{calls.text(call)}"
            assert result is target, f"{what} does not return its argument"
            calls.assert_same([target], [expected], what)
            # A result of another dtype brings its own memory.
            if target.size and not row.has("view") and target.dtype == kept:
                assert target.inplace_version > version, f"{what} does not raise the version"
                assert target.data_ptr() == address, f"{what} moved the memory"


@pytest.mark.parametrize(
    "name", rows("inplace", lambda r: has_inplace(r) and not r.record["not_differentiable"])
)
def test_inplace_on_leaf(name):
    row = ROWS[name]
    call = calls.make(row, 0, "float32" if "float32" in row.test_dtypes else row.main_dtype)
    target = call.args[0]
    if not target.dtype.is_floating_point:
        return
    target.stop_gradient = False
    with pytest.raises(RuntimeError, match="leaf"):
        _C.ops[name + "_"](*call.args, **call.kwargs)
