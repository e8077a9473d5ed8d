"""Sparse tensors: with coordinates (COO) or in compressed rows (CSR)."""

from ..framework import named as _named
from . import nn
from .binary import add, divide, multiply, subtract
from .creation import sparse_coo_tensor, sparse_csr_tensor
from .products import addmm, masked_matmul, matmul, mv, pca_lowrank
from .shapes import reshape, slice, sum, transpose
from .unary import (
    abs,
    asin,
    asinh,
    atan,
    atanh,
    cast,
    coalesce,
    deg2rad,
    expm1,
    is_same_shape,
    isnan,
    log1p,
    mask_as,
    neg,
    pow,
    rad2deg,
    sin,
    sinh,
    sqrt,
    square,
    tan,
    tanh,
)

__all__ = [
    "abs", "add", "addmm", "asin", "asinh", "atan", "atanh", "cast", "coalesce", "deg2rad", "divide", "expm1",
    "is_same_shape", "isnan", "log1p", "mask_as", "masked_matmul", "matmul", "multiply", "mv", "neg", "nn",
    "pca_lowrank", "pow", "rad2deg", "reshape", "sin", "sinh", "slice", "sparse_coo_tensor", "sparse_csr_tensor",
    "sqrt", "square", "subtract", "sum", "tan", "tanh", "transpose",
]  # fmt: skip

_named.install(globals(), __name__, like_operators=True)
