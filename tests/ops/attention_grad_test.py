"""attention_grad, which wants the results of attention_with_stats, beside its decomposition."""

import numpy as np
import pytest
from paddle import _C

from tests.ops import calls
from tests.ops.op_table import ROWS

FORWARD = ROWS["attention_with_stats"]


@pytest.mark.parametrize("with_lse_grad", [False, True])
@pytest.mark.parametrize("index", range(len(FORWARD.calls)))
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_kernel_is_decomposition(dtype, index, with_lse_grad):
    q, k, v, mask, scale, causal = calls.make(FORWARD, index, dtype).args
    out, lse = _C.ops["attention_with_stats"](q, k, v, mask, scale, causal)
    slope, stats = _C.ops["cos"](out), _C.ops["sin"](lse) if with_lse_grad else None
    arguments = (q, k, v, mask, out, lse, slope, stats, scale, causal)
    received = _C.ops["attention_grad"](*arguments)
    expected = _C.decomposed("attention_grad", *arguments)
    for a, b in zip(received, expected, strict=True):
        tol = 2e-5 if dtype == "float32" else 1e-12
        np.testing.assert_allclose(calls.to_numpy(a), calls.to_numpy(b), tol, tol)
