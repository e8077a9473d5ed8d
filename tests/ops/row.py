"""The row of an operator: what the generic suites need to know about it."""

import dataclasses
import functools
import zlib
from collections.abc import Callable

import numpy as np
from paddle import _C

from tests.ops.values import map_values, randn, uniform

RECORDS = {record["name"]: record for record in _C.op_records()}
ROWS = {}


@dataclasses.dataclass(frozen=True)
class Call:
    """The arguments of one call; tensors are Values."""

    args: tuple
    kwargs: dict

    def make(self, seed, dtype):
        """The same call with numpy arrays."""
        rng = np.random.default_rng(seed)
        args, kwargs = map_values(lambda v: v.make(rng, dtype), (self.args, self.kwargs))
        return Call(args, kwargs)

    def map(self, f):
        args, kwargs = map_values(f, (self.args, self.kwargs))
        return Call(args, kwargs)


def call(*args, **kwargs):
    return Call(args, kwargs)


@dataclasses.dataclass(kw_only=True)
class Row:
    """See `op` for the meaning of the fields."""

    name: str
    ref: Callable | None
    samples: list
    attrs: list
    errors: list
    dtypes: list | None
    tol: float
    order: int
    constant: tuple
    new_axes: int
    check: Callable | None
    gradient_samples: list | None
    hermitian: tuple
    gauge: Callable | None
    covered_by: str | None
    skip: dict

    @property
    def record(self):
        return RECORDS[self.name]

    @functools.cached_property
    def calls(self):
        """Every sample with every set of attributes."""
        made = []
        for sample in self.samples or default_samples(self.record):
            base = sample if isinstance(sample, Call) else Call(tuple(sample), {})
            made += [Call(base.args, {**base.kwargs, **attrs}) for attrs in self.attrs]
        return made

    @property
    def gradient_calls(self):
        return self.gradient_samples or self.calls

    def seed(self, index):
        return zlib.crc32(self.name.encode()) + index

    def has(self, trait):
        return trait in self.record["traits"]

    @property
    def test_dtypes(self):
        """The dtypes to run: the row's, else those with kernels, the usual one first."""
        if self.dtypes:
            return self.dtypes
        known = [t for t in self.record["kernel_dtypes"] if not t.startswith("float8")]
        if not known and self.has("view"):
            known = ["float32", "int64", "bool", "bfloat16", "complex64"]
        known = known or ["float32", "float64"]
        return sorted(known, key=lambda t: t != "float32")

    @property
    def main_dtype(self):
        return self.test_dtypes[0]


def default_samples(record):
    """Elementwise operators: plain, 0-D, empty and broadcast shapes."""
    tensors = [name for name, kind, _ in record["args"] if kind == "Tensor"]
    if not tensors:
        return [()]
    if len(tensors) == 1:
        return [(randn(*shape),) for shape in ((3, 5), (), (0, 3), (2, 1, 4), (40,))]
    shapes = (
        ((3, 4), (3, 4)),
        ((2, 3, 4), (4,)),
        ((3, 1), (1, 5)),
        ((), (3,)),
        ((0, 3), (3,)),
        ((), ()),
    )
    return [(randn(*a), randn(*b)) for a, b in shapes] if len(tensors) == 2 else []


def op(
    name,
    ref=None,
    samples=None,
    attrs=None,
    errors=(),
    *,
    dtypes=None,
    tol=1.0,
    order=2,
    constant=(),
    new_axes=0,
    check=None,
    gradient_samples=None,
    hermitian=(),
    gauge=None,
    covered_by=None,
    skip=None,
):
    """Adds the row of an operator.

    Args:
        name: The operator.
        ref: The reference: the same arguments with numpy arrays.
        samples: Calls: tuples of arguments or `call(...)`; tensors are Values.
            Default: standard shapes for elementwise operators.
        attrs: Keyword arguments that each sample is run with.
        errors: (arguments, keyword arguments, part of the message).
        dtypes: The dtypes to run; default: those that have a kernel.
        tol: Multiplies the usual tolerance of a dtype.
        order: How often the gradient is differentiated; 1 wants `skip["second_gradient"]` to say why.
        constant: Names of float arguments that have no gradient.
        new_axes: How many axes more the axis arguments count.
        check: check(outputs, *args, **kwargs) in place of a reference.
        gradient_samples: The calls whose gradients are compared, where they are not `samples`.
        hermitian: Names of matrices of which one triangle is read: their gradients are taken
            through (x + its conjugate transpose) / 2.
        gauge: gauge(outputs) is what the inputs determine, where a phase or a sign is free.
        covered_by: The row that exercises this internal operator.
        skip: {suite: reason}.
    """
    assert name not in ROWS, f"two rows for {name}"
    ROWS[name] = Row(
        name=name,
        ref=ref,
        samples=list(samples or ()),
        attrs=list(attrs or [{}]),
        errors=list(errors),
        dtypes=dtypes,
        tol=tol,
        order=order,
        constant=constant,
        new_axes=new_axes,
        check=check,
        gradient_samples=gradient_samples,
        hermitian=hermitian,
        gauge=gauge,
        covered_by=covered_by,
        skip=skip or {},
    )


def unary(name, ref, low=None, high=None, **more):
    """The row of an elementwise function of one tensor, with its domain."""
    samples = more.pop("samples", None)
    if samples is None and low is not None:
        shapes = ((3, 5), (), (0, 3), (2, 1, 4), (40,))
        samples = [(uniform(*shape, low=low, high=high),) for shape in shapes]
    op(name, ref, samples, **more)


def binary(name, ref, low=None, high=None, low_y=None, high_y=None, **more):
    """The row of an elementwise function of two tensors; `y` may have a domain of its own."""
    low_y, high_y = (low, high) if low_y is None else (low_y, high_y)
    samples = more.pop("samples", None)
    if samples is None and low_y is not None:
        shapes = (
            ((3, 4), (3, 4)),
            ((2, 3, 4), (4,)),
            ((3, 1), (1, 5)),
            ((), (3,)),
            ((0, 3), (3,)),
            ((), ()),
        )
        samples = [
            (
                randn(*a) if low is None else uniform(*a, low=low, high=high),
                uniform(*b, low=low_y, high=high_y),
            )
            for a, b in shapes
        ]
    op(name, ref, samples, **more)
