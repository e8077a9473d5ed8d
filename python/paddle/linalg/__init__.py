"""Linear algebra."""

from .. import _C
from ..framework import named as _named
from ..tensor.norm import matrix_norm, norm, vector_norm  # noqa: F401
from .lowrank import pca_lowrank, svd_lowrank  # noqa: F401
from .solvers import cholesky_inverse, cond, inv, lstsq, matrix_rank, pinv  # noqa: F401

# Operators whose record names this module, and those that Paddle shows here too.
_ALSO = (
    "bmm",
    "cross",
    "diagonal",
    "dot",
    "matmul",
    "matrix_transpose",
    "multi_dot",
    "mv",
    "vecdot",
)
globals().update({name: _C.ops[name] for name in _C.op_modules.get("linalg", ())})
globals().update({name: _C.ops[name] for name in _ALSO if name in _C.ops})
_named.install(globals(), __name__)
