"""Sample inputs of operator rows: descriptions that become numpy arrays."""

import dataclasses
from collections.abc import Callable

import numpy as np


@dataclasses.dataclass(frozen=True)
class Value:
    """An input tensor. `dtype` None: it takes the dtype under test; `fixed`: of this shape only."""

    shape: tuple
    sample: Callable  # (rng, shape) -> float array
    dtype: str | None = None
    fixed: bool = False

    def make(self, rng, dtype):
        """A numpy array; narrow floats come as float64, to be rounded later."""
        return np.asarray(self._make(rng, self.dtype or dtype))

    def _make(self, rng, dtype):
        values = np.asarray(self.sample(rng, self.shape))
        if dtype == "bool":
            return values > 0
        if dtype.startswith("complex"):
            imaginary = np.asarray(self.sample(rng, self.shape))
            return (values + 1j * imaginary).astype(dtype)
        if "int" in dtype:
            if values.dtype.kind == "f":  # away from 0 where 0 was left out
                values = (
                    np.ceil(values) if values.size and values.min() > 0 else np.rint(3 * values)
                )
            if dtype.startswith("u"):
                values = np.abs(values)
            return values.astype(dtype)
        return values.astype(dtype if dtype in ("float32", "float64") else "float64")


def randn(*shape, dtype=None):
    """Normal numbers."""
    return Value(shape, lambda rng, s: rng.standard_normal(s), dtype)


def uniform(*shape, low=0.0, high=1.0, dtype=None):
    """Numbers in [low, high)."""
    return Value(shape, lambda rng, s: rng.uniform(low, high, s), dtype)


def distinct(*shape, dtype=None):
    """No two equal, none near another: for max, sort and their gradients."""
    return Value(
        shape,
        lambda rng, s: (rng.permutation(int(np.prod(s))) - np.prod(s) // 2).reshape(s) / 4.0,
        dtype,
    )


def ints(*shape, high, low=0, dtype="int64"):
    """Integers in [low, high), such as indices."""
    return Value(shape, lambda rng, s: rng.integers(low, high, s), dtype)


def bools(*shape):
    """True or False."""
    return Value(shape, lambda rng, s: rng.standard_normal(s), "bool")


def array(values, dtype=None):
    """These values."""
    return Value(np.shape(values), lambda rng, s: np.array(values), dtype, fixed=True)


def spd(*shape, dtype=None):
    """Symmetric positive definite matrices."""

    def sample(rng, s):
        a = rng.standard_normal(s)
        return a @ a.swapaxes(-1, -2) + s[-1] * np.eye(s[-1])

    return Value(shape, sample, dtype)


def map_values(f, tree):
    """`tree` with f applied to what is a Value, a numpy array or a Tensor."""
    if isinstance(tree, (list, tuple)) and not hasattr(tree, "_fields"):
        return type(tree)(map_values(f, item) for item in tree)
    if isinstance(tree, dict):
        return {key: map_values(f, item) for key, item in tree.items()}
    is_leaf = isinstance(tree, (Value, np.ndarray)) or hasattr(tree, "stop_gradient")
    return f(tree) if is_leaf else tree


def leaves(tree):
    """The Values, arrays or Tensors of `tree` in order."""
    found = []
    map_values(lambda leaf: found.append(leaf), tree)
    return found
