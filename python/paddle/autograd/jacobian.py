"""Jacobians and Hessians, of which only the rows that are asked for are computed."""

from .. import _C
from .functional import grad

_ops = _C.ops


def _fail(name, text, received):
    raise ValueError(f"(InvalidArgument) {name}: {text}\n  Received: {received}")


def _check(name, what, t, is_batched):
    if not isinstance(t, _C.Tensor):
        raise TypeError(
            f"(InvalidType) {name}: argument `{what}` has the wrong type.\n"
            f"  Expected: a Tensor or a sequence of Tensors\n  Received: {type(t).__name__}"
        )
    low = int(is_batched)
    if not low <= t.ndim <= low + 1:
        _fail(name, f"`{what}` has the wrong rank.\n  Expected: {low} or {low + 1}", t.ndim)


class Jacobian:
    """The derivatives of `ys` with respect to `xs`: a matrix whose rows are computed when they are first read.

    It is indexed as a tensor is; its operators and methods, those of a tensor, compute it as a whole. A function that
    takes a tensor needs `J[:]`.

    Args:
        ys (Tensor): Of rank 0 or 1; batched, [batch] or [batch, n].
        xs (Tensor): Likewise; `ys` depends on it.
        is_batched (bool): The first axis of both counts examples that do not mix.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        >>> J = paddle.autograd.jacobian(x * x, x)
        >>> J.shape, J[0].tolist()
        ([2, 2], [2.0, 0.0])
    """

    _function = "jacobian"  # what errors name

    def __init__(self, ys, xs, is_batched=False):
        _check(self._function, "ys", ys, is_batched)
        _check(self._function, "xs", xs, is_batched)
        self._xs, self._is_batched, self._rows = xs, is_batched, {}
        # One column of outputs for each row of the matrix.
        self._ys = ys if ys.ndim > is_batched else ys.unsqueeze(-1)
        self._count = self._ys.shape[-1]
        self._keeps_rows = ys.ndim > is_batched
        batch = list(xs.shape[:is_batched])
        inner = list(xs.shape[is_batched:])
        self.shape = batch + ([self._count] if self._keeps_rows else []) + inner

    def _row(self, k):
        """Derivatives of output `k`, of the shape of `xs`; they have a graph of their own."""
        row = self._rows.get(k)
        if row is None and self._ys.stop_gradient:
            self._rows[k] = row = _ops["zeros_like"](self._xs)
        if row is None:
            (row,) = grad(
                self._ys[..., k],
                self._xs,
                retain_graph=True,
                create_graph=True,
                allow_unused=True,
            )
            self._rows[k] = row = _ops["zeros_like"](self._xs) if row is None else row
        return row

    def _matrix(self, rows):
        return _ops["stack"]([self._row(k) for k in rows], int(self._is_batched))

    def _evaluate_all(self):
        if not self._keeps_rows:
            return self._row(0)
        if not self._count:
            return _ops["zeros"](self.shape, self._xs.dtype)
        return self._matrix(range(self._count))

    def __getitem__(self, index):
        parts = index if isinstance(index, tuple) else (index,)
        if any(part is Ellipsis for part in parts):
            raise IndexError(f"(OutOfRange) {self._function}: an index can not be `...`.")
        if len(parts) > len(self.shape):
            raise IndexError(
                f"(OutOfRange) {self._function}: there are too many indices.\n  Expected: at most {len(self.shape)}"
            )
        for part in parts:
            if not isinstance(part, (int, slice)):
                raise TypeError(
                    f"(InvalidType) {self._function}: an index has the wrong type.\n"
                    f"  Expected: int or slice\n  Received: {type(part).__name__}"
                )
        axis = int(self._is_batched)
        if not self._keeps_rows or len(parts) <= axis:
            return self._evaluate_all()[index]
        before, part, after = parts[:axis], parts[axis], parts[axis + 1 :]
        if isinstance(part, int):
            if not -self._count <= part < self._count:
                raise IndexError(
                    f"(OutOfRange) {self._function}: an index is out of range.\n"
                    f"  Expected: in [{-self._count}, {self._count})\n  Received: {part}"
                )
            row = self._row(part % self._count)
            return row[before + after] if before + after else row
        rows = range(self._count)[part]
        if not rows:
            return self._evaluate_all()[index]
        return self._matrix(rows)[(*before, slice(None), *after)]

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._evaluate_all(), name)

    def __len__(self):
        return len(self._evaluate_all())

    def __repr__(self):
        return f"{type(self).__name__}(shape={self.shape})"


def _operator(name):
    def apply(self, *other):
        other = (o._evaluate_all() if isinstance(o, Jacobian) else o for o in other)
        return getattr(self._evaluate_all(), name)(*other)

    apply.__name__ = name
    return apply


_ARITHMETIC = "add sub mul truediv floordiv mod pow matmul".split()
for _name in (*_ARITHMETIC, *(f"r{n}" for n in _ARITHMETIC), *"eq ne lt le gt ge neg abs".split()):
    setattr(Jacobian, f"__{_name}__", _operator(f"__{_name}__"))


class Hessian(Jacobian):
    """The second derivatives of one number with respect to `xs`: the Jacobian of its gradient.

    Args:
        ys (Tensor): The gradient.
        xs (Tensor): As in Jacobian.
        is_batched (bool): As in Jacobian.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        >>> paddle.autograd.hessian((x**3).sum(), x)[:].tolist()
        [[6.0, 0.0], [0.0, 12.0]]
    """

    _function = "hessian"


def _check_batch_axis(name, batch_axis):
    if batch_axis is not None and (isinstance(batch_axis, bool) or batch_axis != 0):
        _fail(name, "argument `batch_axis` is wrong.\n  Expected: None or 0", batch_axis)


def _each(value, make):
    return tuple(make(v) for v in value) if isinstance(value, (list, tuple)) else make(value)


def jacobian(ys, xs, batch_axis=None):
    """The derivatives of each of `ys` with respect to each of `xs`, computed row by row when they are read.

    Args:
        ys (Tensor|list[Tensor]): Of rank 0 or 1; with `batch_axis`, [batch] or [batch, n].
        xs (Tensor|list[Tensor]): Likewise; `ys` depends on them.
        batch_axis (int, optional): 0: the first axis counts examples that do not mix.

    Returns:
        Jacobian|tuple: One for each pair, as `ys` and then `xs` are nested; of shape [m, n], batched [batch, m, n].

    Raises:
        ValueError: The rank of a tensor or `batch_axis` is wrong.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        >>> paddle.autograd.jacobian(x * x, x)[:].tolist()
        [[2.0, 0.0], [0.0, 4.0]]
    """
    _check_batch_axis("jacobian", batch_axis)
    batched = batch_axis is not None
    return _each(ys, lambda y: _each(xs, lambda x: Jacobian(y, x, batched)))


def hessian(ys, xs, batch_axis=None):
    """The second derivatives of `ys` with respect to each pair of `xs`, computed row by row when they are read.

    Args:
        ys (Tensor): One number; with `batch_axis`, one for each example.
        xs (Tensor|list[Tensor]): Of rank 0 or 1; with `batch_axis`, [batch] or [batch, n].
        batch_axis (int, optional): 0: the first axis counts examples that do not mix.

    Returns:
        Hessian|tuple: One for each pair of `xs`; of shape [n, n], batched [batch, n, n].

    Raises:
        ValueError: `ys` has several elements, or the rank of a tensor or `batch_axis` is wrong.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        >>> paddle.autograd.hessian((x**3).sum(), x)[:].tolist()
        [[6.0, 0.0], [0.0, 12.0]]
    """
    _check_batch_axis("hessian", batch_axis)
    if not isinstance(ys, _C.Tensor):
        raise TypeError(
            "(InvalidType) hessian: argument `ys` has the wrong type.\n"
            f"  Expected: a Tensor\n  Received: {type(ys).__name__}"
        )
    batched = batch_axis is not None
    batch = list(ys.shape[:batched])
    if (batched and ys.ndim == 0) or ys.size > max([1, *batch]):
        _fail(
            "hessian", "argument `ys` must be one number, or one for each example.", list(ys.shape)
        )
    ys = ys.reshape(batch)

    def rows(x):
        _check("hessian", "xs", x, batched)
        first = Jacobian(ys, x, batched)._evaluate_all()
        return _each(xs, lambda other: Hessian(first, other, batched))

    return _each(xs, rows)
