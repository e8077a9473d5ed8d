"""Sparse tensors: where the elements that are kept stand, and their values.

They are made of dense tensors, so that gradients, of any order, are those of operators on the values. To the engine
they are no tensors: dense operators refuse them, and `isinstance(x, paddle.Tensor)` is false (`paddle.is_tensor(x)` is
true).
"""

import math

import paddle

from .. import _C
from ..framework.refusal import refuse

_ops = _C.ops


class SparseTensor:
    """What the layouts share. Made by ``paddle.sparse.sparse_coo_tensor`` and its kin."""

    _is_sparse_tensor = True  # what others ask, who do not load this package
    name = None
    persistable = False

    def __init__(self, values, shape):
        self._values, self._shape = values, paddle.Size(shape)

    # ---- what it is ----

    @property
    def shape(self):
        """The sizes of all axes."""
        return self._shape

    @property
    def dtype(self):
        """That of the values."""
        return self._values.dtype

    @property
    def place(self):
        """Where the values are."""
        return self._values.place

    @property
    def ndim(self):
        """The number of axes."""
        return len(self._shape)

    @property
    def size(self):
        """The number of elements, with those that are 0."""
        return math.prod(self._shape)

    @property
    def stop_gradient(self):
        """Whether the values want no gradient."""
        return self._values.stop_gradient

    @stop_gradient.setter
    def stop_gradient(self, stop):
        self._values.stop_gradient = stop

    @property
    def is_leaf(self):
        """Whether the values are no result of a recorded operator."""
        return self._values.is_leaf

    @property
    def grad(self):
        """The gradient of the values, in the same places; None where there is none."""
        grad = self._values.grad
        return None if grad is None else self._with(grad)

    def is_sparse(self):
        return True

    def is_dense(self):
        return False

    def is_dist(self):
        return False

    def is_sparse_coo(self):
        return False

    def is_sparse_csr(self):
        return False

    def nnz(self):
        """How many elements are kept."""
        return self._values.shape[0]

    def values(self):
        """The elements that are kept."""
        return self._values

    def dim(self):
        return self.ndim

    def is_same_shape(self, y):
        return list(self.shape) == list(y.shape)

    def __len__(self):
        return self._shape[0]

    def __bool__(self):
        if self.size != 1:
            raise ValueError(
                "(InvalidArgument) bool: a sparse tensor of several elements is neither true nor false.\n"
                f"  Expected: one element\n  Received: shape {list(self._shape)}"
            )
        return bool(self.to_dense().reshape([1]))

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(
            f"(Unimplemented) {type(self).__name__} has no `{name}`.\n"
            f"  Hint: paddle.sparse has functions of sparse tensors; x.to_dense().{name} is that of the dense one."
        )

    # ---- gradients ----

    def backward(self, grad_tensor=None, retain_graph=False):
        """Accumulates gradients, from ones for each element that is kept, or from those of ``grad_tensor``."""
        if grad_tensor is not None:
            grad_tensor = (
                grad_tensor.values() if grad_tensor.is_sparse() else self._part_of(grad_tensor)
            )
        self._values.backward(grad_tensor, retain_graph)

    def retain_grads(self):
        self._values.retain_grads()

    def clear_grad(self, set_to_zero=True):
        self._values.clear_grad(set_to_zero)

    clear_gradient = clear_grad

    def detach(self):
        return self._with(self._values.detach())

    def clone(self):
        return self._with(self._values.clone())

    # ---- conversions ----

    def astype(self, dtype):
        return self._with(self._values.astype(dtype))

    cast = astype

    def cpu(self):
        return self._with(self._values.cpu())

    def cuda(self, device_id=None, blocking=True):
        return self._with(self._values.cuda(device_id))

    def to(self, *args, **kwargs):
        return self._with(self._values.to(*args, **kwargs))

    def numpy(self):
        return self.to_dense().numpy()

    def tolist(self):
        return self.to_dense().tolist()

    def __array__(self, dtype=None, copy=None):
        array = self.numpy()
        return array if dtype is None else array.astype(dtype)

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        copy = self._with(self._values.__deepcopy__(memo))
        memo[id(self)] = copy
        return copy

    # ---- arithmetic ----

    def __add__(self, other):
        return paddle.sparse.add(self, other)

    def __radd__(self, other):
        return paddle.sparse.add(self, other)

    def __sub__(self, other):
        return paddle.sparse.subtract(self, other)

    def __mul__(self, other):
        return paddle.sparse.multiply(self, other)

    __rmul__ = __mul__

    def __truediv__(self, other):
        return paddle.sparse.divide(self, other)

    def __matmul__(self, other):
        return paddle.sparse.matmul(self, other)

    def __neg__(self):
        return self._with(-self._values)

    def __abs__(self):
        return paddle.sparse.abs(self)

    def __pow__(self, factor):
        return paddle.sparse.pow(self, factor)

    def __repr__(self):
        lines = [
            f"Tensor(shape={list(self.shape)}, dtype={self.dtype}, place={self.place}, "
            f"stop_gradient={self.stop_gradient}, "
        ]
        for name, value in self._parts():
            text = str(value.detach()).partition("\n")[2].strip()[:-1]
            lines.append(f"       {name}=" + text.replace("\n", "\n" + " " * (len(name) + 1)))
        return "\n".join(lines[:1] + [",\n".join(lines[1:])]) + ")"

    __str__ = __repr__


def _method(name):
    def call(self, *args, **kwargs):
        return getattr(paddle.sparse, name)(self, *args, **kwargs)

    call.__name__ = name
    return call


for _name in ("abs", "add", "asin", "asinh", "atan", "atanh", "deg2rad", "divide", "expm1", "isnan", "log1p", "matmul",
              "multiply", "mv", "neg", "pow", "rad2deg", "reshape", "sin", "sinh", "slice", "sqrt", "square",
              "subtract", "sum", "tan", "tanh", "transpose"):  # fmt: skip
    setattr(SparseTensor, _name, _method(_name))


class SparseCooTensor(SparseTensor):
    """Elements with their coordinates: indices [sparse axes, n] and values [n, dense axes...].

    Places may come twice: what stands there is the sum.
    """

    def __init__(self, indices, values, shape, coalesced=False):
        super().__init__(values, shape)
        self._indices, self._coalesced = indices, coalesced

    def _with(self, values):
        """The same places with other values, one for each."""
        shape = [*self._shape[: self.sparse_dim()], *values.shape[1:]]
        return SparseCooTensor(self._indices, values, shape, self._coalesced)

    def _parts(self):
        return ("indices", self._indices), ("values", self._values)

    def _part_of(self, dense):
        return _ops["gather_nd"](dense, self._indices.t())

    def __reduce__(self):
        return SparseCooTensor, (self._indices, self._values, list(self._shape), self._coalesced)

    def indices(self):
        """Where the elements stand, [sparse axes, n], int64."""
        return self._indices

    def is_sparse_coo(self):
        return True

    def sparse_dim(self):
        """How many axes have indices."""
        return self._indices.shape[0]

    def dense_dim(self):
        """How many axes the values have beside."""
        return self._values.ndim - 1

    def is_coalesced(self):
        """Whether it is known that places are sorted and come once."""
        return self._coalesced

    def coalesce(self):
        """Places sorted, each once, with the sums of the values."""
        if self._coalesced:
            return self
        sizes = self._shape[: self.sparse_dim()]
        keys, places = paddle.unique(keys_of(self._indices, sizes), return_inverse=True)
        values = added_up(self._values, places, keys.shape[0])
        return SparseCooTensor(indices_of(keys, sizes), values, self._shape, True)

    def once(self):
        """Itself where no place comes twice, else coalesced: what functions of single elements need."""
        if self._coalesced:
            return self
        made = self.coalesce()
        return self if made.nnz() == self.nnz() else made

    def to_dense(self):
        """The dense tensor."""
        base = _ops["zeros"](list(self._shape), self.dtype)
        if self.dtype is _C.bool:
            counts = _ops["scatter_nd_add"](
                base.astype("int32"), self._indices.t(), self._values.astype("int32")
            )
            return counts.astype("bool")
        return _ops["scatter_nd_add"](base, self._indices.t(), self._values)

    def to_sparse_coo(self, sparse_dim=None):
        """Itself; with another number of axes that have indices, by way of the dense tensor."""
        same = sparse_dim in (None, self.sparse_dim())
        return self if same else dense_to_coo(self.to_dense(), sparse_dim)

    def to_sparse_csr(self):
        """In compressed rows."""
        if self.sparse_dim() not in (2, 3) or self.dense_dim():
            refuse("to_sparse_csr", "x", "2 or 3 axes, all with indices",
                   f"shape {list(self.shape)}, {self.dense_dim()} without indices")  # fmt: skip
        made = self.coalesce()
        *leading, columns = made._indices.unbind(0)
        rows = self._shape[-2]
        row = leading[0] if len(leading) == 1 else leading[0] * rows + leading[1]
        batch = self._shape[0] if self.ndim == 3 else 1
        counts = _ops["bincount"](row, minlength=batch * rows).reshape([batch, rows])
        crows = _ops["concat"]([_ops["zeros"]([batch, 1], "int64"), counts.cumsum(1)], 1)
        return SparseCsrTensor(crows.flatten(), columns, made._values, self._shape)


class SparseCsrTensor(SparseTensor):
    """A matrix, or a batch of them, in compressed rows: where rows begin, columns, values."""

    def __init__(self, crows, cols, values, shape):
        super().__init__(values, shape)
        self._crows, self._cols = crows, cols

    def _with(self, values):
        return SparseCsrTensor(self._crows, self._cols, values, self._shape)

    def _parts(self):
        return ("crows", self._crows), ("cols", self._cols), ("values", self._values)

    def _part_of(self, dense):
        return self.to_sparse_coo()._part_of(dense)

    def __reduce__(self):
        return SparseCsrTensor, (self._crows, self._cols, self._values, list(self._shape))

    def crows(self):
        """Where rows begin, and the end: [batch * (rows + 1)], int64."""
        return self._crows

    def cols(self):
        """The columns of the elements, int64."""
        return self._cols

    def is_sparse_csr(self):
        return True

    def is_coalesced(self):
        return True

    def once(self):
        """Itself where no place comes twice, else with sums."""
        made = self.to_sparse_coo().once()
        return self if made.nnz() == self.nnz() else made.to_sparse_csr()

    def rows(self):
        """The row of each element, counted through a batch."""
        batch = self._shape[0] if self.ndim == 3 else 1
        offsets = self._crows.reshape([batch, self._shape[-2] + 1])
        counts = (offsets[:, 1:] - offsets[:, :-1]).flatten()
        return _ops["repeat_interleave"](_ops["arange"](counts.shape[0]), counts)

    def to_sparse_coo(self, sparse_dim=None):
        """With coordinates."""
        row = self.rows()
        indices = [row, self._cols]
        if self.ndim == 3:
            indices = [row // self._shape[1], row % self._shape[1], self._cols]
        made = SparseCooTensor(_ops["stack"](indices), self._values, self._shape)
        return made.to_sparse_coo(sparse_dim)

    def to_dense(self):
        """The dense tensor."""
        return self.to_sparse_coo().to_dense()

    def to_sparse_csr(self):
        """Itself."""
        return self


def keys_of(indices, sizes):
    """One number for the coordinates of each element, in row-major order."""
    if math.prod(sizes) >= 2**63:
        refuse("sparse", "shape", "fewer than 2**63 places", list(sizes))
    key = _ops["zeros"]([indices.shape[1]], "int64")
    for axis, size in enumerate(sizes):
        key = key * size + indices[axis]
    return key


def indices_of(keys, sizes):
    """The reverse: coordinates [axes, n]."""
    rows = []
    for size in reversed(sizes):
        size = max(size, 1)
        rows.append(keys % size)
        keys = keys // size
    return _ops["stack"](rows[::-1]) if rows else _ops["zeros"]([0, keys.shape[0]], "int64")


def added_up(values, places, count):
    """values[i] summed at places[i] of `count`."""
    if values.dtype is _C.bool:
        return added_up(values.astype("int32"), places, count).astype("bool")
    base = _ops["zeros"]([count, *values.shape[1:]], values.dtype)
    return _ops["index_add"](base, places, 0, values)


def dense_to_coo(x, sparse_dim):
    """The elements of a dense tensor that are not 0; of its last axes those are kept as they are."""
    if not isinstance(sparse_dim, int) or not 1 <= sparse_dim <= x.ndim:
        refuse("to_sparse_coo", "sparse_dim", f"[1, {x.ndim}]", sparse_dim)
    kept = x.detach() != 0
    if sparse_dim < x.ndim:
        kept = kept.flatten(sparse_dim).any(-1)
    at = kept.nonzero()
    return SparseCooTensor(at.t().contiguous(), _ops["gather_nd"](x, at), x.shape, True)
