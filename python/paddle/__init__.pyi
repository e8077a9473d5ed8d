# generated from the operators' records by `python -m paddle.tools.gen_api`
from collections.abc import Iterator, Sequence
from typing import Any

class dtype:
    name: str
    itemsize: int

class Tensor:
    T: Any
    data: Any
    device: Any
    dtype: Any
    grad: Any
    grad_: Any
    grad_fn: Any
    inplace_version: Any
    is_cuda: Any
    is_leaf: Any
    itemsize: Any
    layout: Any
    mT: Any
    name: Any
    ndim: Any
    offset: Any
    persistable: Any
    place: Any
    requires_grad: Any
    shape: Any
    size: Any
    stop_gradient: Any
    strides: Any
    type: Any
    def absolute(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_n(self, *args: Any, **kwargs: Any) -> Any: ...
    def apply(self, *args: Any, **kwargs: Any) -> Any: ...
    def apply_(self, *args: Any, **kwargs: Any) -> Any: ...
    def argwhere(self, *args: Any, **kwargs: Any) -> Any: ...
    def astype(self, *args: Any, **kwargs: Any) -> Any: ...
    def atleast_1d(self, *args: Any, **kwargs: Any) -> Any: ...
    def atleast_2d(self, *args: Any, **kwargs: Any) -> Any: ...
    def atleast_3d(self, *args: Any, **kwargs: Any) -> Any: ...
    def backward(self, *args: Any, **kwargs: Any) -> Any: ...
    def bernoulli_(self, *args: Any, **kwargs: Any) -> Any: ...
    def bfloat16(self, *args: Any, **kwargs: Any) -> Any: ...
    def bitwise_invert(self, *args: Any, **kwargs: Any) -> Any: ...
    def bitwise_invert_(self, *args: Any, **kwargs: Any) -> Any: ...
    def block_diag(self, *args: Any, **kwargs: Any) -> Any: ...
    def bool(self, *args: Any, **kwargs: Any) -> Any: ...
    def broadcast_shape(self, *args: Any, **kwargs: Any) -> Any: ...
    def broadcast_shapes(self, *args: Any, **kwargs: Any) -> Any: ...
    def broadcast_tensors(self, *args: Any, **kwargs: Any) -> Any: ...
    def byte(self, *args: Any, **kwargs: Any) -> Any: ...
    def cauchy_(self, *args: Any, **kwargs: Any) -> Any: ...
    def cdouble(self, *args: Any, **kwargs: Any) -> Any: ...
    def cfloat(self, *args: Any, **kwargs: Any) -> Any: ...
    def char(self, *args: Any, **kwargs: Any) -> Any: ...
    def cholesky_inverse(self, *args: Any, **kwargs: Any) -> Any: ...
    def clamp(self, *args: Any, **kwargs: Any) -> Any: ...
    def clamp_(self, *args: Any, **kwargs: Any) -> Any: ...
    def clear_grad(self, *args: Any, **kwargs: Any) -> Any: ...
    def clear_gradient(self, *args: Any, **kwargs: Any) -> Any: ...
    def coalesce(self, *args: Any, **kwargs: Any) -> Any: ...
    def cols(self, *args: Any, **kwargs: Any) -> Any: ...
    def complex128(self, *args: Any, **kwargs: Any) -> Any: ...
    def complex64(self, *args: Any, **kwargs: Any) -> Any: ...
    def concat(self, *args: Any, **kwargs: Any) -> Any: ...
    def cond(self, *args: Any, **kwargs: Any) -> Any: ...
    def contiguous(self, *args: Any, **kwargs: Any) -> Any: ...
    def copy_(self, *args: Any, **kwargs: Any) -> Any: ...
    def cpu(self, *args: Any, **kwargs: Any) -> Any: ...
    def crows(self, *args: Any, **kwargs: Any) -> Any: ...
    def cuda(self, *args: Any, **kwargs: Any) -> Any: ...
    def data_ptr(self, *args: Any, **kwargs: Any) -> Any: ...
    def dense_dim(self, *args: Any, **kwargs: Any) -> Any: ...
    def detach(self, *args: Any, **kwargs: Any) -> Any: ...
    def detach_(self, *args: Any, **kwargs: Any) -> Any: ...
    def dim(self, *args: Any, **kwargs: Any) -> Any: ...
    def dist(self, *args: Any, **kwargs: Any) -> Any: ...
    def div(self, *args: Any, **kwargs: Any) -> Any: ...
    def div_(self, *args: Any, **kwargs: Any) -> Any: ...
    def double(self, *args: Any, **kwargs: Any) -> Any: ...
    def dsplit(self, *args: Any, **kwargs: Any) -> Any: ...
    def element_size(self, *args: Any, **kwargs: Any) -> Any: ...
    def eq(self, *args: Any, **kwargs: Any) -> Any: ...
    def exponential_(self, *args: Any, **kwargs: Any) -> Any: ...
    def fill_(self, *args: Any, **kwargs: Any) -> Any: ...
    def float(self, *args: Any, **kwargs: Any) -> Any: ...
    def float16(self, *args: Any, **kwargs: Any) -> Any: ...
    def float32(self, *args: Any, **kwargs: Any) -> Any: ...
    def float64(self, *args: Any, **kwargs: Any) -> Any: ...
    def floor_mod(self, *args: Any, **kwargs: Any) -> Any: ...
    def floor_mod_(self, *args: Any, **kwargs: Any) -> Any: ...
    def gammaln(self, *args: Any, **kwargs: Any) -> Any: ...
    def gammaln_(self, *args: Any, **kwargs: Any) -> Any: ...
    def ge(self, *args: Any, **kwargs: Any) -> Any: ...
    def geometric_(self, *args: Any, **kwargs: Any) -> Any: ...
    def ger(self, *args: Any, **kwargs: Any) -> Any: ...
    def get_device(self, *args: Any, **kwargs: Any) -> Any: ...
    def get_strides(self, *args: Any, **kwargs: Any) -> Any: ...
    def get_tensor(self, *args: Any, **kwargs: Any) -> Any: ...
    def gradient(self, *args: Any, **kwargs: Any) -> Any: ...
    def greater(self, *args: Any, **kwargs: Any) -> Any: ...
    def gt(self, *args: Any, **kwargs: Any) -> Any: ...
    def half(self, *args: Any, **kwargs: Any) -> Any: ...
    def histogram_bin_edges(self, *args: Any, **kwargs: Any) -> Any: ...
    def histogramdd(self, *args: Any, **kwargs: Any) -> Any: ...
    def hsplit(self, *args: Any, **kwargs: Any) -> Any: ...
    def increment(self, *args: Any, **kwargs: Any) -> Any: ...
    def indices(self, *args: Any, **kwargs: Any) -> Any: ...
    def int(self, *args: Any, **kwargs: Any) -> Any: ...
    def int16(self, *args: Any, **kwargs: Any) -> Any: ...
    def int32(self, *args: Any, **kwargs: Any) -> Any: ...
    def int64(self, *args: Any, **kwargs: Any) -> Any: ...
    def int8(self, *args: Any, **kwargs: Any) -> Any: ...
    def is_coalesced(self, *args: Any, **kwargs: Any) -> Any: ...
    def is_complex(self, *args: Any, **kwargs: Any) -> Any: ...
    def is_contiguous(self, *args: Any, **kwargs: Any) -> Any: ...
    def is_dense(self, *args: Any, **kwargs: Any) -> Any: ...
    def is_dist(self, *args: Any, **kwargs: Any) -> Any: ...
    def is_empty(self, *args: Any, **kwargs: Any) -> Any: ...
    def is_floating_point(self, *args: Any, **kwargs: Any) -> Any: ...
    def is_integer(self, *args: Any, **kwargs: Any) -> Any: ...
    def is_same_shape(self, *args: Any, **kwargs: Any) -> Any: ...
    def is_selected_rows(self, *args: Any, **kwargs: Any) -> Any: ...
    def is_sparse(self, *args: Any, **kwargs: Any) -> Any: ...
    def is_sparse_coo(self, *args: Any, **kwargs: Any) -> Any: ...
    def is_sparse_csr(self, *args: Any, **kwargs: Any) -> Any: ...
    def is_tensor(self, *args: Any, **kwargs: Any) -> Any: ...
    def istft(self, *args: Any, **kwargs: Any) -> Any: ...
    def item(self, *args: Any, **kwargs: Any) -> Any: ...
    def le(self, *args: Any, **kwargs: Any) -> Any: ...
    def less(self, *args: Any, **kwargs: Any) -> Any: ...
    def less_(self, *args: Any, **kwargs: Any) -> Any: ...
    def log_normal_(self, *args: Any, **kwargs: Any) -> Any: ...
    def long(self, *args: Any, **kwargs: Any) -> Any: ...
    def lstsq(self, *args: Any, **kwargs: Any) -> Any: ...
    def lt(self, *args: Any, **kwargs: Any) -> Any: ...
    def median(self, *args: Any, **kwargs: Any) -> Any: ...
    def mod(self, *args: Any, **kwargs: Any) -> Any: ...
    def mod_(self, *args: Any, **kwargs: Any) -> Any: ...
    def msort(self, *args: Any, **kwargs: Any) -> Any: ...
    def mul(self, *args: Any, **kwargs: Any) -> Any: ...
    def mul_(self, *args: Any, **kwargs: Any) -> Any: ...
    def multi_dot(self, *args: Any, **kwargs: Any) -> Any: ...
    def multiplex(self, *args: Any, **kwargs: Any) -> Any: ...
    def nanmedian(self, *args: Any, **kwargs: Any) -> Any: ...
    def nanquantile(self, *args: Any, **kwargs: Any) -> Any: ...
    def narrow(self, *args: Any, **kwargs: Any) -> Any: ...
    def ndimension(self, *args: Any, **kwargs: Any) -> Any: ...
    def ne(self, *args: Any, **kwargs: Any) -> Any: ...
    def negative(self, *args: Any, **kwargs: Any) -> Any: ...
    def new_empty(self, *args: Any, **kwargs: Any) -> Any: ...
    def new_full(self, *args: Any, **kwargs: Any) -> Any: ...
    def new_ones(self, *args: Any, **kwargs: Any) -> Any: ...
    def new_zeros(self, *args: Any, **kwargs: Any) -> Any: ...
    def nnz(self, *args: Any, **kwargs: Any) -> Any: ...
    def norm(self, *args: Any, **kwargs: Any) -> Any: ...
    def normal_(self, *args: Any, **kwargs: Any) -> Any: ...
    def numel(self, *args: Any, **kwargs: Any) -> Any: ...
    def numpy(self, *args: Any, **kwargs: Any) -> Any: ...
    def pca_lowrank(self, *args: Any, **kwargs: Any) -> Any: ...
    def permute(self, *args: Any, **kwargs: Any) -> Any: ...
    def pin_memory(self, *args: Any, **kwargs: Any) -> Any: ...
    def pinv(self, *args: Any, **kwargs: Any) -> Any: ...
    def positive(self, *args: Any, **kwargs: Any) -> Any: ...
    def quantile(self, *args: Any, **kwargs: Any) -> Any: ...
    def random_(self, *args: Any, **kwargs: Any) -> Any: ...
    def rank(self, *args: Any, **kwargs: Any) -> Any: ...
    def ravel(self, *args: Any, **kwargs: Any) -> Any: ...
    def register_hook(self, *args: Any, **kwargs: Any) -> Any: ...
    def repeat(self, *args: Any, **kwargs: Any) -> Any: ...
    def requires_grad_(self, *args: Any, **kwargs: Any) -> Any: ...
    def resize_(self, *args: Any, **kwargs: Any) -> Any: ...
    def retain_grads(self, *args: Any, **kwargs: Any) -> Any: ...
    def reverse(self, *args: Any, **kwargs: Any) -> Any: ...
    def scatter_add(self, *args: Any, **kwargs: Any) -> Any: ...
    def scatter_add_(self, *args: Any, **kwargs: Any) -> Any: ...
    def scatter_reduce(self, *args: Any, **kwargs: Any) -> Any: ...
    def set_(self, *args: Any, **kwargs: Any) -> Any: ...
    def set_value(self, *args: Any, **kwargs: Any) -> Any: ...
    def sgn(self, *args: Any, **kwargs: Any) -> Any: ...
    def shard_index(self, *args: Any, **kwargs: Any) -> Any: ...
    def short(self, *args: Any, **kwargs: Any) -> Any: ...
    def sparse_dim(self, *args: Any, **kwargs: Any) -> Any: ...
    def split(self, *args: Any, **kwargs: Any) -> Any: ...
    def split_with_sizes(self, *args: Any, **kwargs: Any) -> Any: ...
    def stack(self, *args: Any, **kwargs: Any) -> Any: ...
    def stft(self, *args: Any, **kwargs: Any) -> Any: ...
    def stride(self, *args: Any, **kwargs: Any) -> Any: ...
    def sub(self, *args: Any, **kwargs: Any) -> Any: ...
    def sub_(self, *args: Any, **kwargs: Any) -> Any: ...
    def svd_lowrank(self, *args: Any, **kwargs: Any) -> Any: ...
    def swapdims(self, *args: Any, **kwargs: Any) -> Any: ...
    def t_(self, *args: Any, **kwargs: Any) -> Any: ...
    def take_along_dim(self, *args: Any, **kwargs: Any) -> Any: ...
    def tensor_split(self, *args: Any, **kwargs: Any) -> Any: ...
    def tensordot(self, *args: Any, **kwargs: Any) -> Any: ...
    def to(self, *args: Any, **kwargs: Any) -> Any: ...
    def to_dense(self, *args: Any, **kwargs: Any) -> Any: ...
    def to_sparse_coo(self, *args: Any, **kwargs: Any) -> Any: ...
    def to_sparse_csr(self, *args: Any, **kwargs: Any) -> Any: ...
    def tolist(self, *args: Any, **kwargs: Any) -> Any: ...
    def true_divide(self, *args: Any, **kwargs: Any) -> Any: ...
    def type_as(self, *args: Any, **kwargs: Any) -> Any: ...
    def uint8(self, *args: Any, **kwargs: Any) -> Any: ...
    def unfold(self, *args: Any, **kwargs: Any) -> Any: ...
    def uniform_(self, *args: Any, **kwargs: Any) -> Any: ...
    def unique(self, *args: Any, **kwargs: Any) -> Any: ...
    def unique_consecutive(self, *args: Any, **kwargs: Any) -> Any: ...
    def value(self, *args: Any, **kwargs: Any) -> Any: ...
    def values(self, *args: Any, **kwargs: Any) -> Any: ...
    def view(self, *args: Any, **kwargs: Any) -> Any: ...
    def view_as_complex(self, *args: Any, **kwargs: Any) -> Any: ...
    def view_as_real(self, *args: Any, **kwargs: Any) -> Any: ...
    def vsplit(self, *args: Any, **kwargs: Any) -> Any: ...
    def where_(self, *args: Any, **kwargs: Any) -> Any: ...
    def zero_(self, *args: Any, **kwargs: Any) -> Any: ...
    def __add__(self, other: Any) -> Tensor: ...
    def __sub__(self, other: Any) -> Tensor: ...
    def __mul__(self, other: Any) -> Tensor: ...
    def __truediv__(self, other: Any) -> Tensor: ...
    def __floordiv__(self, other: Any) -> Tensor: ...
    def __mod__(self, other: Any) -> Tensor: ...
    def __pow__(self, other: Any) -> Tensor: ...
    def __matmul__(self, other: Any) -> Tensor: ...
    def __and__(self, other: Any) -> Tensor: ...
    def __or__(self, other: Any) -> Tensor: ...
    def __xor__(self, other: Any) -> Tensor: ...
    def __eq__(self, other: Any) -> Tensor: ...
    def __ne__(self, other: Any) -> Tensor: ...
    def __lt__(self, other: Any) -> Tensor: ...
    def __le__(self, other: Any) -> Tensor: ...
    def __gt__(self, other: Any) -> Tensor: ...
    def __ge__(self, other: Any) -> Tensor: ...
    def __radd__(self, other: Any) -> Tensor: ...
    def __rsub__(self, other: Any) -> Tensor: ...
    def __rmul__(self, other: Any) -> Tensor: ...
    def __rtruediv__(self, other: Any) -> Tensor: ...
    def __rpow__(self, other: Any) -> Tensor: ...
    def __rmatmul__(self, other: Any) -> Tensor: ...
    def __neg__(self) -> Tensor: ...
    def __getitem__(self, key: Any) -> Tensor: ...
    def __setitem__(self, key: Any, value: Any) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Tensor]: ...
    def __float__(self) -> float: ...
    def __int__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def abs(self, name: str | None = None) -> Tensor:
        """Absolute value; of a complex number its modulus."""
    def abs_(self, name: str | None = None) -> Tensor:
        """Absolute value; of a complex number its modulus."""
    def acos(self, name: str | None = None) -> Tensor:
        """Inverse cosine."""
    def acos_(self, name: str | None = None) -> Tensor:
        """Inverse cosine."""
    def acosh(self, name: str | None = None) -> Tensor:
        """Inverse hyperbolic cosine."""
    def acosh_(self, name: str | None = None) -> Tensor:
        """Inverse hyperbolic cosine."""
    def add(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """Sum of two tensors, element by element, with broadcasting."""
    def add_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """Sum of two tensors, element by element, with broadcasting."""
    def addmm(self, x: Tensor | float, y: Tensor | float, beta: float = 1.0, alpha: float = 1.0, name: str | None = None) -> Tensor:
        """beta * input + alpha * (x @ y) for matrices; `input` broadcasts."""
    def addmm_(self, x: Tensor | float, y: Tensor | float, beta: float = 1.0, alpha: float = 1.0, name: str | None = None) -> Tensor:
        """beta * input + alpha * (x @ y) for matrices; `input` broadcasts."""
    def all(self, axis: int | Sequence[int] | None = None, keepdim: bool = False, name: str | None = None) -> Tensor:
        """Whether no element is zero, over the given axes or over all."""
    def allclose(self, y: Tensor | float, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False, name: str | None = None) -> Tensor:
        """Whether |x - y| <= atol + rtol * |y| for all elements; NaN equals NaN where `equal_nan`."""
    def amax(self, axis: int | Sequence[int] | None = None, keepdim: bool = False, name: str | None = None) -> Tensor:
        """Largest element over the given axes, or over all; a NaN is the result where there is one. Equal elements share the gradient."""
    def amin(self, axis: int | Sequence[int] | None = None, keepdim: bool = False, name: str | None = None) -> Tensor:
        """Smallest element over the given axes, or over all; a NaN is the result where there is one. Equal elements share the gradient."""
    def angle(self, name: str | None = None) -> Tensor:
        """The angle of a complex number; of a real one 0, or pi where it is negative."""
    def angle_(self, name: str | None = None) -> Tensor:
        """The angle of a complex number; of a real one 0, or pi where it is negative."""
    def any(self, axis: int | Sequence[int] | None = None, keepdim: bool = False, name: str | None = None) -> Tensor:
        """Whether some element is not zero, over the given axes or over all."""
    def argmax(self, axis: int | Sequence[int] | None = None, keepdim: bool = False, dtype: dtype | str | None = int64, name: str | None = None) -> Tensor:
        """Index of the largest element along an axis, or in the flattened tensor: of the first one among equals, of the first NaN where there is one."""
    def argmin(self, axis: int | Sequence[int] | None = None, keepdim: bool = False, dtype: dtype | str | None = int64, name: str | None = None) -> Tensor:
        """Index of the smallest element along an axis, or in the flattened tensor: of the first one among equals, of the first NaN where there is one."""
    def argsort(self, axis: int = -1, descending: bool = False, stable: bool = False, name: str | None = None) -> Tensor:
        """The indices that sort `x` along an axis. Equal elements keep their order; NaN counts as the largest."""
    def as_complex(self, name: str | None = None) -> Tensor:
        """Pairs of numbers in the last axis as complex numbers. A view."""
    def as_real(self, name: str | None = None) -> Tensor:
        """Complex numbers as pairs of numbers in a new last axis. A view."""
    def as_strided(self, shape: int | Sequence[int], stride: int | Sequence[int], offset: int = 0, name: str | None = None) -> Tensor:
        """A view of the memory of `x` with any shape and strides; `offset` counts bytes."""
    def asin(self, name: str | None = None) -> Tensor:
        """Inverse sine."""
    def asin_(self, name: str | None = None) -> Tensor:
        """Inverse sine."""
    def asinh(self, name: str | None = None) -> Tensor:
        """Inverse hyperbolic sine."""
    def asinh_(self, name: str | None = None) -> Tensor:
        """Inverse hyperbolic sine."""
    def assign(self, name: str | None = None) -> Tensor:
        """A copy of `x` in row-major order."""
    def assign_(self, name: str | None = None) -> Tensor:
        """A copy of `x` in row-major order."""
    def atan(self, name: str | None = None) -> Tensor:
        """Inverse tangent."""
    def atan_(self, name: str | None = None) -> Tensor:
        """Inverse tangent."""
    def atan2(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The angle of the point (y, x): the inverse tangent of x / y in the right quadrant. The first argument is the ordinate. At the origin the gradient is 0."""
    def atan2_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The angle of the point (y, x): the inverse tangent of x / y in the right quadrant. The first argument is the ordinate. At the origin the gradient is 0."""
    def atanh(self, name: str | None = None) -> Tensor:
        """Inverse hyperbolic tangent."""
    def atanh_(self, name: str | None = None) -> Tensor:
        """Inverse hyperbolic tangent."""
    def baddbmm(self, x: Tensor | float, y: Tensor | float, beta: float = 1.0, alpha: float = 1.0, name: str | None = None) -> Tensor:
        """beta * input + alpha * (x @ y) for batches of matrices; `input` broadcasts."""
    def baddbmm_(self, x: Tensor | float, y: Tensor | float, beta: float = 1.0, alpha: float = 1.0, name: str | None = None) -> Tensor:
        """beta * input + alpha * (x @ y) for batches of matrices; `input` broadcasts."""
    def batch_norm(self, running_mean: Tensor | float, running_var: Tensor | float, weight: Tensor | None = None, bias: Tensor | None = None, training: bool = False, momentum: float = 0.9, epsilon: float = 1e-05, data_format: str = 'NCHW', use_global_stats: float | int | bool | complex | None = None, name: str | None = None) -> Tensor:
        """Normalises each channel over all other axes. In training the batch's own mean and variance are used and the running ones become momentum * running + (1 - momentum) * batch; else the running ones are used, which `use_global_stats` can also ask for."""
    def binary_cross_entropy(self, label: Tensor | float, weight: Tensor | None = None, reduction: str = 'mean', name: str | None = None) -> Tensor:
        """-weight * (label * log(input) + (1 - label) * log(1 - input)), where `input` is a probability. A logarithm is at least -100."""
    def binary_cross_entropy_with_logits(self, label: Tensor | float, weight: Tensor | None = None, reduction: str = 'mean', pos_weight: Tensor | None = None, name: str | None = None) -> Tensor:
        """binary_cross_entropy of sigmoid(logit), computed without overflow. `pos_weight` multiplies the part of label 1."""
    def bincount(self, weights: Tensor | None = None, minlength: int = 0, name: str | None = None) -> Tensor:
        """How often each number from 0 up occurs in `x`, or the sum of its weights."""
    def bitwise_and(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """x & y, bit by bit."""
    def bitwise_and_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """x & y, bit by bit."""
    def bitwise_left_shift(self, y: Tensor | float, is_arithmetic: bool = True, name: str | None = None) -> Tensor:
        """x shifted left by y bits; 0 where y is not below the width."""
    def bitwise_left_shift_(self, y: Tensor | float, is_arithmetic: bool = True, name: str | None = None) -> Tensor:
        """x shifted left by y bits; 0 where y is not below the width."""
    def bitwise_not(self, name: str | None = None) -> Tensor:
        """Every bit turned; logical for bool."""
    def bitwise_not_(self, name: str | None = None) -> Tensor:
        """Every bit turned; logical for bool."""
    def bitwise_or(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """x | y, bit by bit."""
    def bitwise_or_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """x | y, bit by bit."""
    def bitwise_right_shift(self, y: Tensor | float, is_arithmetic: bool = True, name: str | None = None) -> Tensor:
        """x shifted right by y bits; the sign fills the room unless `is_arithmetic` is False."""
    def bitwise_right_shift_(self, y: Tensor | float, is_arithmetic: bool = True, name: str | None = None) -> Tensor:
        """x shifted right by y bits; the sign fills the room unless `is_arithmetic` is False."""
    def bitwise_xor(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """x ^ y, bit by bit."""
    def bitwise_xor_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """x ^ y, bit by bit."""
    def bmm(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """Products of two batches of matrices, [b, m, k] @ [b, k, n]."""
    def broadcast_to(self, shape: int | Sequence[int], name: str | None = None) -> Tensor:
        """`x` broadcast to a shape; -1 keeps a size. A view."""
    def bucketize(self, sorted_sequence: Tensor | float, out_int32: bool = False, right: bool = False, name: str | None = None) -> Tensor:
        """Which bucket of the sorted boundaries each element of `x` is in."""
    def cast(self, dtype: dtype | str | None, name: str | None = None) -> Tensor:
        """`x` converted to another dtype. A complex number becomes real by dropping its imaginary part; anything but 0 becomes True."""
    def cast_(self, dtype: dtype | str | None, name: str | None = None) -> Tensor:
        """`x` converted to another dtype. A complex number becomes real by dropping its imaginary part; anything but 0 becomes True."""
    def cdist(self, y: Tensor | float, p: float = 2.0, compute_mode: str = 'use_mm_for_euclid_dist_if_necessary', name: str | None = None) -> Tensor:
        """The p-norm of the difference of each row of `x` and each row of `y`. For p = 2 and many rows it is computed by a matrix product, which is faster and less exact for rows that are close."""
    def ceil(self, name: str | None = None) -> Tensor:
        """Rounds up. Integers stay."""
    def ceil_(self, name: str | None = None) -> Tensor:
        """Rounds up. Integers stay."""
    def celu(self, alpha: float = 1.0, name: str | None = None) -> Tensor:
        """x where it is positive, alpha * (exp(x / alpha) - 1) elsewhere."""
    def celu_(self, alpha: float = 1.0, name: str | None = None) -> Tensor:
        """x where it is positive, alpha * (exp(x / alpha) - 1) elsewhere."""
    def cholesky(self, upper: bool = False, name: str | None = None) -> Tensor:
        """The lower triangular L with L @ L^H = x for a positive definite matrix, or the upper U with U^H @ U = x."""
    def cholesky_solve(self, y: Tensor | float, upper: bool = False, name: str | None = None) -> Tensor:
        """The solution of A @ out = x, given the Cholesky factor `y` of A."""
    def chunk(self, chunks: int, axis: int = 0, name: str | None = None) -> list[Tensor]:
        """`x` cut along an axis into equal parts."""
    def clip(self, min: float | int | bool | complex | None = None, max: float | int | bool | complex | None = None, name: str | None = None) -> Tensor:
        """x brought into [min, max]; a bound that is None is no bound. NaN stays."""
    def clip_(self, min: float | int | bool | complex | None = None, max: float | int | bool | complex | None = None, name: str | None = None) -> Tensor:
        """x brought into [min, max]; a bound that is None is no bound. NaN stays."""
    def clone(self, name: str | None = None) -> Tensor:
        """A copy of `x` through which gradients flow."""
    def combinations(self, r: int = 2, with_replacement: bool = False, name: str | None = None) -> Tensor:
        """All combinations of `r` elements of a 1-D tensor, one row each."""
    def conj(self, name: str | None = None) -> Tensor:
        """Complex conjugate; real tensors are copied."""
    def conj_(self, name: str | None = None) -> Tensor:
        """Complex conjugate; real tensors are copied."""
    def copysign(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The magnitude of x with the sign of y. Integers give floats, since the smallest one has no positive twin."""
    def copysign_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The magnitude of x with the sign of y. Integers give floats, since the smallest one has no positive twin."""
    def corrcoef(self, rowvar: bool = True, name: str | None = None) -> Tensor:
        """The matrix of correlation coefficients of variables, one a row (a column where rowvar=False)."""
    def cos(self, name: str | None = None) -> Tensor:
        """Cosine of angles in radians."""
    def cos_(self, name: str | None = None) -> Tensor:
        """Cosine of angles in radians."""
    def cosh(self, name: str | None = None) -> Tensor:
        """Hyperbolic cosine."""
    def cosh_(self, name: str | None = None) -> Tensor:
        """Hyperbolic cosine."""
    def count_nonzero(self, axis: int | Sequence[int] | None = None, keepdim: bool = False, name: str | None = None) -> Tensor:
        """How many elements are not zero, over the given axes or over all."""
    def cov(self, rowvar: bool = True, ddof: bool = True, fweights: Tensor | None = None, aweights: Tensor | None = None, name: str | None = None) -> Tensor:
        """The covariance matrix of variables, one a row (a column where rowvar=False). ddof=False divides by the number of observations. `fweights`: how often each counts; `aweights`: how much."""
    def crop(self, shape: int | Sequence[int] | None = None, offsets: int | Sequence[int] | None = None, name: str | None = None) -> Tensor:
        """The part of `x` of the given shape that begins at `offsets`; -1 takes all that follows."""
    def cross(self, y: Tensor | float, axis: int = 9, name: str | None = None) -> Tensor:
        """The vector product along an axis of size 3; by default the first such axis."""
    def cross_entropy(self, label: Tensor | float, weight: Tensor | None = None, ignore_index: int = -100, reduction: str = 'mean', soft_label: bool = False, axis: int = -1, use_softmax: bool = True, label_smoothing: float = 0.0, name: str | None = None) -> Tensor:
        """Cross-entropy between classes and softmax(input) along `axis` (input itself where use_softmax is False). `label` holds classes, or distributions where soft_label is True. `weight` scales each class; with it, `mean` divides by the sum of the weights used."""
    def ctc_loss(self, labels: Tensor | float, input_lengths: Tensor | float, label_lengths: Tensor | float, blank: int = 0, reduction: str = 'mean', norm_by_times: bool = False, zero_infinity: bool = False, name: str | None = None) -> Tensor:
        """-log of the probability that a sequence reads as its labels, where blanks and repetitions are left out. A softmax over the classes is taken here. A sequence too short for its labels has loss 0."""
    def cummax(self, axis: int | Sequence[int] | None = None, dtype: dtype | str | None = int64, name: str | None = None) -> tuple[Tensor, Tensor]:
        """The largest element so far along an axis, or in the flattened tensor, and its last place."""
    def cummin(self, axis: int | Sequence[int] | None = None, dtype: dtype | str | None = int64, name: str | None = None) -> tuple[Tensor, Tensor]:
        """The smallest element so far along an axis, or in the flattened tensor, and its last place."""
    def cumprod(self, dim: int | Sequence[int] | None = None, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
        """Running products along an axis, or of the flattened tensor."""
    def cumprod_(self, dim: int | Sequence[int] | None = None, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
        """Running products along an axis, or of the flattened tensor."""
    def cumsum(self, axis: int | Sequence[int] | None = None, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
        """Running sums along an axis, or of the flattened tensor. bool and integers below int64 are summed as int64."""
    def cumsum_(self, axis: int | Sequence[int] | None = None, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
        """Running sums along an axis, or of the flattened tensor. bool and integers below int64 are summed as int64."""
    def cumulative_trapezoid(self, x: Tensor | None = None, dx: float | int | bool | complex | None = None, axis: int = -1, name: str | None = None) -> Tensor:
        """The running integrals of `y` along an axis by the trapezoidal rule, at the places `x` or with distance `dx` (1)."""
    def deg2rad(self, name: str | None = None) -> Tensor:
        """Degrees to radians."""
    def deg2rad_(self, name: str | None = None) -> Tensor:
        """Degrees to radians."""
    def det(self, name: str | None = None) -> Tensor:
        """The determinant of (a batch of) square matrices."""
    def diag(self, offset: int = 0, padding_value: float | int | bool | complex = 0, name: str | None = None) -> Tensor:
        """A matrix with the vector `x` on a diagonal, or that diagonal of the matrix `x`."""
    def diag_embed(self, offset: int = 0, dim1: int = -2, dim2: int = -1, name: str | None = None) -> Tensor:
        """The last axis as a diagonal of matrices that are 0 elsewhere."""
    def diagflat(self, offset: int = 0, name: str | None = None) -> Tensor:
        """A matrix with the elements of `x` on a diagonal."""
    def diagonal(self, offset: int = 0, axis1: int = 0, axis2: int = 1, name: str | None = None) -> Tensor:
        """A diagonal of the matrices that two axes span, as the last axis. A view."""
    def diagonal_scatter(self, y: Tensor | float, offset: int = 0, axis1: int = 0, axis2: int = 1, name: str | None = None) -> Tensor:
        """`x` with a diagonal replaced by `y`."""
    def diagonal_scatter_(self, y: Tensor | float, offset: int = 0, axis1: int = 0, axis2: int = 1, name: str | None = None) -> Tensor:
        """`x` with a diagonal replaced by `y`."""
    def diff(self, n: int = 1, axis: int = -1, prepend: Tensor | None = None, append: Tensor | None = None, name: str | None = None) -> Tensor:
        """The n-th difference of neighbours along an axis, with `prepend` before and `append` after `x`. bool: whether neighbours differ."""
    def digamma(self, name: str | None = None) -> Tensor:
        """The derivative of lgamma."""
    def digamma_(self, name: str | None = None) -> Tensor:
        """The derivative of lgamma."""
    def divide(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """Quotient of two tensors, element by element, with broadcasting. Integers give floats."""
    def divide_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """Quotient of two tensors, element by element, with broadcasting. Integers give floats."""
    def dot(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """Sum of the products along the last axis of two 1-D or 2-D tensors of one shape; complex numbers are not conjugated."""
    def eig(self, name: str | None = None) -> tuple[Tensor, Tensor]:
        """Eigenvalues and eigenvectors of a general matrix, complex."""
    def eigh(self, UPLO: str = 'L', name: str | None = None) -> tuple[Tensor, Tensor]:
        """Eigenvalues, rising, and eigenvectors of a Hermitian matrix."""
    def eigvals(self, name: str | None = None) -> Tensor:
        """Eigenvalues of a general matrix, complex."""
    def eigvalsh(self, UPLO: str = 'L', name: str | None = None) -> Tensor:
        """Eigenvalues of a Hermitian matrix, rising."""
    def elu(self, alpha: float = 1.0, name: str | None = None) -> Tensor:
        """x where it is positive, alpha * (exp(x) - 1) elsewhere."""
    def elu_(self, alpha: float = 1.0, name: str | None = None) -> Tensor:
        """x where it is positive, alpha * (exp(x) - 1) elsewhere."""
    def empty_like(self, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
        """A tensor like `x` whose memory is not set."""
    def equal(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """x == y, element by element, as bool. Complex numbers are ordered by real part, then imaginary part."""
    def equal_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """x == y, element by element, as bool. Complex numbers are ordered by real part, then imaginary part."""
    def equal_all(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """Whether both have the same shape and all elements are equal."""
    def erf(self, name: str | None = None) -> Tensor:
        """The error function."""
    def erf_(self, name: str | None = None) -> Tensor:
        """The error function."""
    def erfinv(self, name: str | None = None) -> Tensor:
        """The inverse of the error function."""
    def erfinv_(self, name: str | None = None) -> Tensor:
        """The inverse of the error function."""
    def exp(self, name: str | None = None) -> Tensor:
        """e to the power of each element."""
    def exp_(self, name: str | None = None) -> Tensor:
        """e to the power of each element."""
    def expand(self, shape: int | Sequence[int], name: str | None = None) -> Tensor:
        """`x` broadcast to a shape; -1 keeps a size. A view."""
    def expand_as(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """`x` broadcast to the shape of `y`. A view."""
    def expm1(self, name: str | None = None) -> Tensor:
        """exp(x) - 1, exact also near 0."""
    def expm1_(self, name: str | None = None) -> Tensor:
        """exp(x) - 1, exact also near 0."""
    def fill_diagonal(self, value: float | int | bool | complex, offset: int = 0, wrap: bool = False, name: str | None = None) -> Tensor:
        """`x` with its main diagonal filled with a number. With `wrap`, the diagonal of a tall matrix begins again after each block."""
    def fill_diagonal_(self, value: float | int | bool | complex, offset: int = 0, wrap: bool = False, name: str | None = None) -> Tensor:
        """`x` with its main diagonal filled with a number. With `wrap`, the diagonal of a tall matrix begins again after each block."""
    def fill_diagonal_tensor(self, y: Tensor | float, offset: int = 0, dim1: int = 0, dim2: int = 1, name: str | None = None) -> Tensor:
        """`x` with a diagonal replaced by `y`."""
    def fill_diagonal_tensor_(self, y: Tensor | float, offset: int = 0, dim1: int = 0, dim2: int = 1, name: str | None = None) -> Tensor:
        """`x` with a diagonal replaced by `y`."""
    def flatten(self, start_axis: int = 0, stop_axis: int = -1, name: str | None = None) -> Tensor:
        """The axes from `start_axis` to `stop_axis` as one. A view where the memory allows it."""
    def flatten_(self, start_axis: int = 0, stop_axis: int = -1, name: str | None = None) -> Tensor:
        """The axes from `start_axis` to `stop_axis` as one. A view where the memory allows it."""
    def flip(self, axis: int | Sequence[int], name: str | None = None) -> Tensor:
        """`x` in reverse order along the axes."""
    def floor(self, name: str | None = None) -> Tensor:
        """Rounds down. Integers stay."""
    def floor_(self, name: str | None = None) -> Tensor:
        """Rounds down. Integers stay."""
    def floor_divide(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The quotient rounded down, as Python's //. An integer divided by 0 is an error; the smallest integer divided by -1 wraps around."""
    def floor_divide_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The quotient rounded down, as Python's //. An integer divided by 0 is an error; the smallest integer divided by -1 wraps around."""
    def fmax(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The greater of two; a number wins over NaN."""
    def fmax_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The greater of two; a number wins over NaN."""
    def fmin(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The smaller of two; a number wins over NaN."""
    def fmin_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The smaller of two; a number wins over NaN."""
    def frac(self, name: str | None = None) -> Tensor:
        """x - trunc(x)."""
    def frac_(self, name: str | None = None) -> Tensor:
        """x - trunc(x)."""
    def frexp(self, name: str | None = None) -> tuple[Tensor, Tensor]:
        """x = mantissa * 2^exponent with |mantissa| in [0.5, 1); both have the dtype of `x`. 0, infinities and NaN are their own mantissa, with exponent 0."""
    def full_like(self, fill_value: float | int | bool | complex, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
        """A tensor like `x` with every element equal to `fill_value`."""
    def gammainc(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The regularized lower incomplete gamma function P(x, y). Only `y` has a gradient."""
    def gammainc_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The regularized lower incomplete gamma function P(x, y). Only `y` has a gradient."""
    def gammaincc(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The regularized upper incomplete gamma function Q(x, y) = 1 - P(x, y). Only `y` has a gradient."""
    def gammaincc_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The regularized upper incomplete gamma function Q(x, y) = 1 - P(x, y). Only `y` has a gradient."""
    def gather(self, index: Tensor | float, axis: int | None = None, name: str | None = None) -> Tensor:
        """The rows of `x` (or its parts along `axis`) that `index` names."""
    def gather_nd(self, index: Tensor | float, name: str | None = None) -> Tensor:
        """The parts of `x` at the coordinates in the last axis of `index`."""
    def gather_tree(self, parents: Tensor | float, name: str | None = None) -> Tensor:
        """Whole sequences of a beam search: each beam is followed from the last step to the first through its parents."""
    def gcd(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The greatest common divisor."""
    def gcd_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The greatest common divisor."""
    def gelu(self, approximate: bool = False, name: str | None = None) -> Tensor:
        """x times the normal distribution function of x; with `approximate` by the formula with tanh."""
    def gelu_(self, approximate: bool = False, name: str | None = None) -> Tensor:
        """x times the normal distribution function of x; with `approximate` by the formula with tanh."""
    def greater_equal(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """x >= y, element by element, as bool. Complex numbers are ordered by real part, then imaginary part."""
    def greater_equal_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """x >= y, element by element, as bool. Complex numbers are ordered by real part, then imaginary part."""
    def greater_than(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """x > y, element by element, as bool. Complex numbers are ordered by real part, then imaginary part."""
    def greater_than_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """x > y, element by element, as bool. Complex numbers are ordered by real part, then imaginary part."""
    def group_norm(self, num_groups: int, epsilon: float = 1e-05, weight: Tensor | None = None, bias: Tensor | None = None, data_format: str = 'NCHW', name: str | None = None) -> Tensor:
        """Cuts the channels into groups and normalises each group of each sample; then weight and bias by channel."""
    def hardshrink(self, threshold: float = 0.5, name: str | None = None) -> Tensor:
        """0 where |x| < threshold, x elsewhere."""
    def hardshrink_(self, threshold: float = 0.5, name: str | None = None) -> Tensor:
        """0 where |x| < threshold, x elsewhere."""
    def hardsigmoid(self, slope: float = 0.1666667, offset: float = 0.5, name: str | None = None) -> Tensor:
        """slope * x + offset, brought into [0, 1]."""
    def hardsigmoid_(self, slope: float = 0.1666667, offset: float = 0.5, name: str | None = None) -> Tensor:
        """slope * x + offset, brought into [0, 1]."""
    def hardswish(self, name: str | None = None) -> Tensor:
        """x * relu6(x + 3) / 6."""
    def hardswish_(self, name: str | None = None) -> Tensor:
        """x * relu6(x + 3) / 6."""
    def hardtanh(self, min: float = -1.0, max: float = 1.0, name: str | None = None) -> Tensor:
        """x brought into [min, max]."""
    def hardtanh_(self, min: float = -1.0, max: float = 1.0, name: str | None = None) -> Tensor:
        """x brought into [min, max]."""
    def heaviside(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """0 where x < 0, 1 where x > 0, y where x is 0; NaN where x is NaN."""
    def heaviside_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """0 where x < 0, 1 where x > 0, y where x is 0; NaN where x is NaN."""
    def histogram(self, bins: int = 100, min: float = 0.0, max: float = 0.0, weight: Tensor | None = None, density: bool = False, name: str | None = None) -> Tensor:
        """How many elements lie in each of `bins` equal parts of [min, max] (where both are equal, of the range of `input`), or the sum of their weights; `density` makes it integrate to 1."""
    def householder_product(self, tau: Tensor | float, name: str | None = None) -> Tensor:
        """The first columns of the product of Householder reflections: the Q of what LAPACK's geqrf gives."""
    def hypot(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """sqrt(x^2 + y^2), without overflow. At the origin the gradient is 0."""
    def hypot_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """sqrt(x^2 + y^2), without overflow. At the origin the gradient is 0."""
    def i0(self, name: str | None = None) -> Tensor:
        """The modified Bessel function of the first kind of order 0."""
    def i0_(self, name: str | None = None) -> Tensor:
        """The modified Bessel function of the first kind of order 0."""
    def i0e(self, name: str | None = None) -> Tensor:
        """exp(-|x|) i0(x)."""
    def i0e_(self, name: str | None = None) -> Tensor:
        """exp(-|x|) i0(x)."""
    def i1(self, name: str | None = None) -> Tensor:
        """The modified Bessel function of the first kind of order 1."""
    def i1_(self, name: str | None = None) -> Tensor:
        """The modified Bessel function of the first kind of order 1."""
    def i1e(self, name: str | None = None) -> Tensor:
        """exp(-|x|) i1(x)."""
    def i1e_(self, name: str | None = None) -> Tensor:
        """exp(-|x|) i1(x)."""
    def imag(self, name: str | None = None) -> Tensor:
        """Imaginary parts of a complex tensor, a view of it."""
    def index_add(self, index: Tensor | float, axis: int, value: Tensor | float, alpha: float | int | bool | complex = 1, name: str | None = None) -> Tensor:
        """`x` with alpha * value added to the parts along `axis` that `index` names."""
    def index_add_(self, index: Tensor | float, axis: int, value: Tensor | float, alpha: float | int | bool | complex = 1, name: str | None = None) -> Tensor:
        """`x` with alpha * value added to the parts along `axis` that `index` names."""
    def index_fill(self, index: Tensor | float, axis: int, value: float | int | bool | complex, name: str | None = None) -> Tensor:
        """`x` with the parts along `axis` that `index` names filled with a number."""
    def index_fill_(self, index: Tensor | float, axis: int, value: float | int | bool | complex, name: str | None = None) -> Tensor:
        """`x` with the parts along `axis` that `index` names filled with a number."""
    def index_put(self, indices: Sequence[Tensor], value: Tensor | float, accumulate: bool = False, name: str | None = None) -> Tensor:
        """`x` with `value` written, or added, where `indices` (integers, or masks) stand for its first axes."""
    def index_put_(self, indices: Sequence[Tensor], value: Tensor | float, accumulate: bool = False, name: str | None = None) -> Tensor:
        """`x` with `value` written, or added, where `indices` (integers, or masks) stand for its first axes."""
    def index_sample(self, index: Tensor | float, name: str | None = None) -> Tensor:
        """From each row of `x`, the elements that the same row of `index` names."""
    def index_select(self, index: Tensor | float, axis: int = 0, name: str | None = None) -> Tensor:
        """The parts of `x` along `axis` that `index` names."""
    def inner(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """Sums of products over the last axis of both: out[i, j] = sum_k x[i, k] y[j, k]. A 0-D tensor multiplies."""
    def instance_norm(self, running_mean: Tensor | None = None, running_var: Tensor | None = None, weight: Tensor | None = None, bias: Tensor | None = None, use_input_stats: bool = True, momentum: float = 0.9, eps: float = 1e-05, data_format: str = 'NCHW', name: str | None = None) -> Tensor:
        """Normalises each channel of each sample; then weight and bias by channel. With use_input_stats=False the running statistics take the place of its own; they are never changed."""
    def inverse(self, name: str | None = None) -> Tensor:
        """The inverse of (a batch of) square matrices; a singular one is an error."""
    def isclose(self, y: Tensor | float, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False, name: str | None = None) -> Tensor:
        """|x - y| <= atol + rtol * |y|; NaN equals NaN where `equal_nan`."""
    def isclose_(self, y: Tensor | float, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False, name: str | None = None) -> Tensor:
        """|x - y| <= atol + rtol * |y|; NaN equals NaN where `equal_nan`."""
    def isfinite(self, name: str | None = None) -> Tensor:
        """Whether x is neither infinite nor NaN."""
    def isfinite_(self, name: str | None = None) -> Tensor:
        """Whether x is neither infinite nor NaN."""
    def isin(self, test_x: Tensor | float, assume_unique: bool = False, invert: bool = False, name: str | None = None) -> Tensor:
        """Whether each element of `x` is among those of `test_x`, or is not where `invert`. `assume_unique` changes nothing."""
    def isinf(self, name: str | None = None) -> Tensor:
        """Whether x is infinite."""
    def isinf_(self, name: str | None = None) -> Tensor:
        """Whether x is infinite."""
    def isnan(self, name: str | None = None) -> Tensor:
        """Whether x is NaN."""
    def isnan_(self, name: str | None = None) -> Tensor:
        """Whether x is NaN."""
    def isneginf(self, name: str | None = None) -> Tensor:
        """Whether x is minus infinity."""
    def isneginf_(self, name: str | None = None) -> Tensor:
        """Whether x is minus infinity."""
    def isposinf(self, name: str | None = None) -> Tensor:
        """Whether x is plus infinity."""
    def isposinf_(self, name: str | None = None) -> Tensor:
        """Whether x is plus infinity."""
    def isreal(self, name: str | None = None) -> Tensor:
        """Whether the imaginary part is 0: always, for real numbers."""
    def isreal_(self, name: str | None = None) -> Tensor:
        """Whether the imaginary part is 0: always, for real numbers."""
    def kl_div(self, label: Tensor | float, reduction: str = 'mean', log_target: bool = False, name: str | None = None) -> Tensor:
        """label * (log(label) - input), where `input` is a logarithm, and `label` too if log_target is True. `batchmean` divides the sum by the size of the first axis."""
    def kron(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The Kronecker product: blocks of `y`, each times one element of x."""
    def kthvalue(self, k: int, axis: int | Sequence[int] | None = None, keepdim: bool = False, name: str | None = None) -> tuple[Tensor, Tensor]:
        """The k-th smallest element along an axis (the last where it is None), counted from 1, and its index."""
    def l1_loss(self, label: Tensor | float, reduction: str = 'mean', name: str | None = None) -> Tensor:
        """|input - label|: its mean, sum, or all of it (none)."""
    def layer_norm(self, normalized_shape: int | Sequence[int], weight: Tensor | None = None, bias: Tensor | None = None, epsilon: float = 1e-05, name: str | None = None) -> Tensor:
        """x less its mean, divided by sqrt(variance + epsilon), both over the trailing axes that `normalized_shape` gives, times weight plus bias."""
    def lcm(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The least common multiple."""
    def lcm_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The least common multiple."""
    def ldexp(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """x * 2^y, element by element."""
    def ldexp_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """x * 2^y, element by element."""
    def leaky_relu(self, negative_slope: float = 0.01, name: str | None = None) -> Tensor:
        """x where it is positive, negative_slope * x elsewhere."""
    def leaky_relu_(self, negative_slope: float = 0.01, name: str | None = None) -> Tensor:
        """x where it is positive, negative_slope * x elsewhere."""
    def lerp(self, y: Tensor | float, weight: Tensor | float, name: str | None = None) -> Tensor:
        """x + weight * (y - x)."""
    def lerp_(self, y: Tensor | float, weight: Tensor | float, name: str | None = None) -> Tensor:
        """x + weight * (y - x)."""
    def less_equal(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """x <= y, element by element, as bool. Complex numbers are ordered by real part, then imaginary part."""
    def less_equal_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """x <= y, element by element, as bool. Complex numbers are ordered by real part, then imaginary part."""
    def less_than(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """x < y, element by element, as bool. Complex numbers are ordered by real part, then imaginary part."""
    def less_than_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """x < y, element by element, as bool. Complex numbers are ordered by real part, then imaginary part."""
    def lgamma(self, name: str | None = None) -> Tensor:
        """The logarithm of the absolute value of the gamma function."""
    def lgamma_(self, name: str | None = None) -> Tensor:
        """The logarithm of the absolute value of the gamma function."""
    def log(self, name: str | None = None) -> Tensor:
        """Natural logarithm of each element."""
    def log_(self, name: str | None = None) -> Tensor:
        """Natural logarithm of each element."""
    def log10(self, name: str | None = None) -> Tensor:
        """Logarithm to base 10."""
    def log10_(self, name: str | None = None) -> Tensor:
        """Logarithm to base 10."""
    def log1p(self, name: str | None = None) -> Tensor:
        """log(1 + x), exact also near 0."""
    def log1p_(self, name: str | None = None) -> Tensor:
        """log(1 + x), exact also near 0."""
    def log2(self, name: str | None = None) -> Tensor:
        """Logarithm to base 2."""
    def log2_(self, name: str | None = None) -> Tensor:
        """Logarithm to base 2."""
    def log_sigmoid(self, name: str | None = None) -> Tensor:
        """log(sigmoid(x)), without overflow."""
    def log_sigmoid_(self, name: str | None = None) -> Tensor:
        """log(sigmoid(x)), without overflow."""
    def log_softmax(self, axis: int = -1, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
        """x - log(sum(exp(x))) along an axis, for x brought to `dtype` first where that is given."""
    def logaddexp(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """log(exp(x) + exp(y)), without overflow."""
    def logaddexp_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """log(exp(x) + exp(y)), without overflow."""
    def logcumsumexp(self, axis: int | Sequence[int] | None = None, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
        """log of the running sums of exp(x) along an axis, or of the flattened tensor."""
    def logical_and(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """Whether both are not 0."""
    def logical_and_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """Whether both are not 0."""
    def logical_not(self, name: str | None = None) -> Tensor:
        """Whether x is 0."""
    def logical_not_(self, name: str | None = None) -> Tensor:
        """Whether x is 0."""
    def logical_or(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """Whether one at least is not 0."""
    def logical_or_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """Whether one at least is not 0."""
    def logical_xor(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """Whether exactly one is not 0."""
    def logical_xor_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """Whether exactly one is not 0."""
    def logit(self, eps: float | int | bool | complex | None = None, name: str | None = None) -> Tensor:
        """log(x / (1 - x)), the inverse of sigmoid; with `eps`, x is first brought into [eps, 1 - eps]."""
    def logit_(self, eps: float | int | bool | complex | None = None, name: str | None = None) -> Tensor:
        """log(x / (1 - x)), the inverse of sigmoid; with `eps`, x is first brought into [eps, 1 - eps]."""
    def logsumexp(self, axis: int | Sequence[int] | None = None, keepdim: bool = False, name: str | None = None) -> Tensor:
        """log(sum(exp(x))) over the given axes, or over all, without overflow."""
    def lu(self, pivot: bool = True, get_infos: bool = False, name: str | None = None) -> list[Tensor]:
        """L and U of x = P L U in one matrix, and int32 pivots counted from 1; with get_infos also where a diagonal element of U is 0."""
    def lu_unpack(self, y: Tensor | float, unpack_ludata: bool = True, unpack_pivots: bool = True, name: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
        """The matrices P, L and U of what lu() gives; what is not unpacked is empty."""
    def masked_fill(self, mask: Tensor | float, value: Tensor | float, name: str | None = None) -> Tensor:
        """`x` with a number where `mask` is True."""
    def masked_fill_(self, mask: Tensor | float, value: Tensor | float, name: str | None = None) -> Tensor:
        """`x` with a number where `mask` is True."""
    def masked_scatter(self, mask: Tensor | float, value: Tensor | float, name: str | None = None) -> Tensor:
        """`x` with its elements where `mask` is True replaced, in order, by the first elements of `value`."""
    def masked_scatter_(self, mask: Tensor | float, value: Tensor | float, name: str | None = None) -> Tensor:
        """`x` with its elements where `mask` is True replaced, in order, by the first elements of `value`."""
    def masked_select(self, mask: Tensor | float, name: str | None = None) -> Tensor:
        """The elements of `x` where `mask` is True, as one axis."""
    def matmul(self, y: Tensor | float, transpose_x: bool = False, transpose_y: bool = False, name: str | None = None) -> Tensor:
        """Matrix product over the last axis of `x` and the last but one of `y`; the axes before broadcast. A 1-D tensor is a row on the left and a column on the right, and its axis vanishes. Integers are exact; float16 and bfloat16 are summed in float32."""
    def matrix_exp(self, name: str | None = None) -> Tensor:
        """The sum of x^k / k! for square matrices, by a Pade approximant of degree 13 after halving (N. J. Higham, 2005)."""
    def matrix_power(self, n: int, name: str | None = None) -> Tensor:
        """x multiplied by itself; a negative power inverts first."""
    def matrix_transpose(self, name: str | None = None) -> Tensor:
        """The last two axes exchanged. A view."""
    def max(self, axis: int | Sequence[int] | None = None, keepdim: bool = False, name: str | None = None) -> Tensor:
        """Largest element over the given axes, or over all; a NaN is the result where there is one. Equal elements share the gradient."""
    def maximum(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The greater of two; NaN wins. Equal inputs share the gradient."""
    def maximum_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The greater of two; NaN wins. Equal inputs share the gradient."""
    def mean(self, axis: int | Sequence[int] | None = None, keepdim: bool = False, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
        """Mean over the given axes, or over all. Integers give the integer part of the mean; pass dtype to have a float."""
    def min(self, axis: int | Sequence[int] | None = None, keepdim: bool = False, name: str | None = None) -> Tensor:
        """Smallest element over the given axes, or over all; a NaN is the result where there is one. Equal elements share the gradient."""
    def minimum(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The smaller of two; NaN wins. Equal inputs share the gradient."""
    def minimum_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The smaller of two; NaN wins. Equal inputs share the gradient."""
    def mish(self, name: str | None = None) -> Tensor:
        """x * tanh(softplus(x))."""
    def mish_(self, name: str | None = None) -> Tensor:
        """x * tanh(softplus(x))."""
    def mm(self, mat2: Tensor | float, name: str | None = None) -> Tensor:
        """Matrix product: paddle.matmul(input, mat2)."""
    def mode(self, axis: int = -1, keepdim: bool = False, name: str | None = None) -> tuple[Tensor, Tensor]:
        """The most frequent element along an axis, the smallest among equally frequent ones, and its last index."""
    def moveaxis(self, source: int | Sequence[int], destination: int | Sequence[int], name: str | None = None) -> Tensor:
        """The axes `source` moved to the places `destination`. A view."""
    def mse_loss(self, label: Tensor | float, reduction: str = 'mean', name: str | None = None) -> Tensor:
        """(input - label)^2: its mean, sum, or all of it (none)."""
    def multigammaln(self, p: int, name: str | None = None) -> Tensor:
        """The logarithm of the multivariate gamma function of dimension p, for x > (p - 1) / 2."""
    def multigammaln_(self, p: int, name: str | None = None) -> Tensor:
        """The logarithm of the multivariate gamma function of dimension p, for x > (p - 1) / 2."""
    def multinomial(self, num_samples: int = 1, replacement: bool = False, name: str | None = None) -> Tensor:
        """Categories drawn with the probabilities in the last axis of `x`, which need not add up to 1."""
    def multiply(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """Product of two tensors, element by element, with broadcasting."""
    def multiply_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """Product of two tensors, element by element, with broadcasting."""
    def mv(self, vec: Tensor | float, name: str | None = None) -> Tensor:
        """Product of a matrix and a vector."""
    def nan_to_num(self, nan: float = 0.0, posinf: float | int | bool | complex | None = None, neginf: float | int | bool | complex | None = None, name: str | None = None) -> Tensor:
        """Replaces NaN by `nan` and infinities by `posinf`, `neginf`; these are by default the largest and smallest finite numbers."""
    def nan_to_num_(self, nan: float = 0.0, posinf: float | int | bool | complex | None = None, neginf: float | int | bool | complex | None = None, name: str | None = None) -> Tensor:
        """Replaces NaN by `nan` and infinities by `posinf`, `neginf`; these are by default the largest and smallest finite numbers."""
    def nanmean(self, axis: int | Sequence[int] | None = None, keepdim: bool = False, name: str | None = None) -> Tensor:
        """Mean over the given axes, or over all, of what is not NaN."""
    def nansum(self, axis: int | Sequence[int] | None = None, dtype: dtype | str | None = None, keepdim: bool = False, name: str | None = None) -> Tensor:
        """Sum over the given axes, or over all, with NaN counted as 0."""
    def neg(self, name: str | None = None) -> Tensor:
        """-x."""
    def neg_(self, name: str | None = None) -> Tensor:
        """-x."""
    def nextafter(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The next number after x in the direction of y."""
    def nextafter_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """The next number after x in the direction of y."""
    def nll_loss(self, label: Tensor | float, weight: Tensor | None = None, ignore_index: int = -100, reduction: str = 'mean', name: str | None = None) -> Tensor:
        """-weight[label] * input[label], where `input` holds logarithms of probabilities with the classes at axis 1; `mean` divides by the sum of the weights used."""
    def nonzero(self, name: str | None = None) -> Tensor:
        """The coordinates of the elements that are not 0, one row each."""
    def not_equal(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """x != y, element by element, as bool. Complex numbers are ordered by real part, then imaginary part."""
    def not_equal_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """x != y, element by element, as bool. Complex numbers are ordered by real part, then imaginary part."""
    def ones_like(self, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
        """A tensor like `x` filled with 1."""
    def ormqr(self, tau: Tensor | float, y: Tensor | float, left: bool = True, transpose: bool = False, name: str | None = None) -> Tensor:
        """The product of Q = householder_product(x, tau), or its transpose, and `y`; y @ Q where `left` is False."""
    def outer(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """Products of every element of `x` with every element of `y`, both flattened."""
    def pad(self, pad: int | Sequence[int], mode: str = 'constant', value: float | int | bool | complex = 0.0, data_format: str | None = None, pad_from_left_axis: bool = True, name: str | None = None) -> Tensor:
        """`x` made larger at its borders: with a constant, or with its own elements reflected, replicated or taken from the other end."""
    def pdist(self, p: float = 2.0, name: str | None = None) -> Tensor:
        """The p-norms of the differences of all pairs of rows of a matrix: the part of cdist(x, x) above the diagonal."""
    def polygamma(self, n: int, name: str | None = None) -> Tensor:
        """The n-th derivative of digamma."""
    def polygamma_(self, n: int, name: str | None = None) -> Tensor:
        """The n-th derivative of digamma."""
    def pow(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """x to the power of y. Integers wrap around."""
    def pow_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """x to the power of y. Integers wrap around."""
    def prelu(self, weight: Tensor | float, data_format: str = 'NCHW', name: str | None = None) -> Tensor:
        """x where it is positive, weight * x elsewhere; one weight for all channels or one for each."""
    def prod(self, axis: int | Sequence[int] | None = None, keepdim: bool = False, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
        """Product over the given axes, or over all."""
    def put_along_axis(self, indices: Tensor | float, values: Tensor | float, axis: int, reduce: str = 'assign', include_self: bool = True, broadcast: bool = True, name: str | None = None) -> Tensor:
        """`arr` with `values` written along `axis` where `indices` says, or combined with what is there."""
    def put_along_axis_(self, indices: Tensor | float, values: Tensor | float, axis: int, reduce: str = 'assign', include_self: bool = True, broadcast: bool = True, name: str | None = None) -> Tensor:
        """`arr` with `values` written along `axis` where `indices` says, or combined with what is there."""
    def qr(self, mode: str = 'reduced', name: str | None = None) -> list[Tensor]:
        """Q and R with x = Q @ R; mode "r" gives R alone, "complete" a square Q."""
    def rad2deg(self, name: str | None = None) -> Tensor:
        """Radians to degrees."""
    def rad2deg_(self, name: str | None = None) -> Tensor:
        """Radians to degrees."""
    def real(self, name: str | None = None) -> Tensor:
        """Real parts of a complex tensor, a view of it."""
    def reciprocal(self, name: str | None = None) -> Tensor:
        """1 / x."""
    def reciprocal_(self, name: str | None = None) -> Tensor:
        """1 / x."""
    def reduce_as(self, target: Tensor | float, name: str | None = None) -> Tensor:
        """`x` summed down to the shape of `target`, which broadcasts to it."""
    def relu(self, name: str | None = None) -> Tensor:
        """max(x, 0); NaN stays."""
    def relu_(self, name: str | None = None) -> Tensor:
        """max(x, 0); NaN stays."""
    def relu6(self, name: str | None = None) -> Tensor:
        """x brought into [0, 6]."""
    def relu6_(self, name: str | None = None) -> Tensor:
        """x brought into [0, 6]."""
    def remainder(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """What floor division leaves, as Python's %: it has the sign of y."""
    def remainder_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """What floor division leaves, as Python's %: it has the sign of y."""
    def renorm(self, p: float, axis: int, max_norm: float, name: str | None = None) -> Tensor:
        """`x` with each slice along `axis` scaled down to the p-norm `max_norm` where its norm is larger."""
    def renorm_(self, p: float, axis: int, max_norm: float, name: str | None = None) -> Tensor:
        """`x` with each slice along `axis` scaled down to the p-norm `max_norm` where its norm is larger."""
    def repeat_interleave(self, repeats: Tensor | float, axis: int | Sequence[int] | None = None, output_size: int | None = None, name: str | None = None) -> Tensor:
        """Each element along `axis` repeated, all the same number of times or each its own; without an axis, of the flattened tensor."""
    def reshape(self, shape: int | Sequence[int], name: str | None = None) -> Tensor:
        """`x` in another shape with the same elements. One size may be -1, which is deduced; 0 keeps the size of that axis. A view where the memory allows it."""
    def reshape_(self, shape: int | Sequence[int], name: str | None = None) -> Tensor:
        """`x` in another shape with the same elements. One size may be -1, which is deduced; 0 keeps the size of that axis. A view where the memory allows it."""
    def rms_norm(self, normalized_shape: int | Sequence[int], weight: Tensor | None = None, eps: float = 1e-05, name: str | None = None) -> tuple[Tensor, Tensor]:
        """input divided by the root of its mean square (plus eps) over the trailing axes that `normalized_shape` gives, times weight; and that factor of each row."""
    def rnnt_loss(self, label: Tensor | float, input_lengths: Tensor | float, label_lengths: Tensor | float, blank: int = 0, fastemit_lambda: float = 0.001, reduction: str = 'mean', name: str | None = None) -> Tensor:
        """-log of the probability that a transducer emits the labels: at each step of time it emits some of them and then a blank."""
    def roll(self, shifts: int | Sequence[int], axis: int | Sequence[int] | None = None, name: str | None = None) -> Tensor:
        """Elements moved along the axes; those that leave at the end come in at the front. Without an axis, of the flattened tensor."""
    def rot90(self, k: int = 1, axes: int | Sequence[int] = [0, 1], name: str | None = None) -> Tensor:
        """`x` turned k times by 90 degrees, from the first of the axes towards the second."""
    def round(self, decimals: int = 0, name: str | None = None) -> Tensor:
        """Rounds to `decimals` places after the point, half to even. Integers stay."""
    def round_(self, decimals: int = 0, name: str | None = None) -> Tensor:
        """Rounds to `decimals` places after the point, half to even. Integers stay."""
    def rsqrt(self, name: str | None = None) -> Tensor:
        """1 / sqrt(x)."""
    def rsqrt_(self, name: str | None = None) -> Tensor:
        """1 / sqrt(x)."""
    def scale(self, scale: float | int | bool | complex = 1.0, bias: float | int | bool | complex = 0.0, bias_after_scale: bool = True, name: str | None = None) -> Tensor:
        """scale * x + bias, or scale * (x + bias) where bias_after_scale is False."""
    def scale_(self, scale: float | int | bool | complex = 1.0, bias: float | int | bool | complex = 0.0, bias_after_scale: bool = True, name: str | None = None) -> Tensor:
        """scale * x + bias, or scale * (x + bias) where bias_after_scale is False."""
    def scatter(self, index: Tensor | float, updates: Tensor | float, overwrite: bool = True, name: str | None = None) -> Tensor:
        """`x` with the rows that `index` names replaced by `updates`; without `overwrite`, by the sum of all updates of that row."""
    def scatter_(self, index: Tensor | float, updates: Tensor | float, overwrite: bool = True, name: str | None = None) -> Tensor:
        """`x` with the rows that `index` names replaced by `updates`; without `overwrite`, by the sum of all updates of that row."""
    def scatter_nd(self, updates: Tensor | float, shape: int | Sequence[int], name: str | None = None) -> Tensor:
        """Zeros of `shape` with `updates` added at the coordinates in the last axis of `index`."""
    def scatter_nd_add(self, index: Tensor | float, updates: Tensor | float, name: str | None = None) -> Tensor:
        """`x` with `updates` added at the coordinates in the last axis of `index`."""
    def scatter_nd_add_(self, index: Tensor | float, updates: Tensor | float, name: str | None = None) -> Tensor:
        """`x` with `updates` added at the coordinates in the last axis of `index`."""
    def select_scatter(self, values: Tensor | float, axis: int, index: int, name: str | None = None) -> Tensor:
        """`x` with what stands at `index` of `axis` replaced by `values`."""
    def selu(self, scale: float = 1.0507009873554804934193349852946, alpha: float = 1.6732632423543772848170429916717, name: str | None = None) -> Tensor:
        """scale * elu(x, alpha), which keeps mean and variance."""
    def selu_(self, scale: float = 1.0507009873554804934193349852946, alpha: float = 1.6732632423543772848170429916717, name: str | None = None) -> Tensor:
        """scale * elu(x, alpha), which keeps mean and variance."""
    def sigmoid(self, name: str | None = None) -> Tensor:
        """1 / (1 + exp(-x))."""
    def sigmoid_(self, name: str | None = None) -> Tensor:
        """1 / (1 + exp(-x))."""
    def sign(self, name: str | None = None) -> Tensor:
        """-1, 0 or 1 by the sign; x / |x| for a complex number. NaN stays."""
    def sign_(self, name: str | None = None) -> Tensor:
        """-1, 0 or 1 by the sign; x / |x| for a complex number. NaN stays."""
    def signbit(self, name: str | None = None) -> Tensor:
        """Whether the sign is minus, also that of 0 and NaN."""
    def signbit_(self, name: str | None = None) -> Tensor:
        """Whether the sign is minus, also that of 0 and NaN."""
    def silu(self, name: str | None = None) -> Tensor:
        """x * sigmoid(x)."""
    def silu_(self, name: str | None = None) -> Tensor:
        """x * sigmoid(x)."""
    def sin(self, name: str | None = None) -> Tensor:
        """Sine of angles in radians."""
    def sin_(self, name: str | None = None) -> Tensor:
        """Sine of angles in radians."""
    def sinc(self, name: str | None = None) -> Tensor:
        """sin(pi x) / (pi x), and 1 at 0."""
    def sinc_(self, name: str | None = None) -> Tensor:
        """sin(pi x) / (pi x), and 1 at 0."""
    def sinh(self, name: str | None = None) -> Tensor:
        """Hyperbolic sine."""
    def sinh_(self, name: str | None = None) -> Tensor:
        """Hyperbolic sine."""
    def slice(self, axes: int | Sequence[int], starts: int | Sequence[int], ends: int | Sequence[int], name: str | None = None) -> Tensor:
        """A part of `input`: from start to end along each of `axes`. Negative places count from the end; those beyond it are cut. A view."""
    def slice_scatter(self, value: Tensor | float, axes: int | Sequence[int], starts: int | Sequence[int], ends: int | Sequence[int], strides: int | Sequence[int], name: str | None = None) -> Tensor:
        """`x` with what strided_slice() would read replaced by `value`."""
    def slogdet(self, name: str | None = None) -> Tensor:
        """Sign and logarithm of the absolute value of the determinant, stacked along a new first axis. The sign of a complex number has modulus 1."""
    def smooth_l1_loss(self, label: Tensor | float, reduction: str = 'mean', delta: float = 1.0, is_huber: bool = True, name: str | None = None) -> Tensor:
        """d^2 / 2 where d = |input - label| is at most delta, else delta * (d - delta / 2): Huber's loss. Divided by delta where is_huber is False."""
    def softmax(self, axis: int = -1, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
        """exp(x) / sum(exp(x)) along an axis, for x brought to `dtype` first where that is given."""
    def softmax_(self, axis: int = -1, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
        """exp(x) / sum(exp(x)) along an axis, for x brought to `dtype` first where that is given."""
    def softplus(self, beta: float = 1.0, threshold: float = 20.0, name: str | None = None) -> Tensor:
        """log(1 + exp(beta * x)) / beta; x where beta * x (of complex numbers its real part) is above the threshold."""
    def softplus_(self, beta: float = 1.0, threshold: float = 20.0, name: str | None = None) -> Tensor:
        """log(1 + exp(beta * x)) / beta; x where beta * x (of complex numbers its real part) is above the threshold."""
    def softshrink(self, threshold: float = 0.5, name: str | None = None) -> Tensor:
        """x brought nearer to 0 by threshold, at most to 0."""
    def softshrink_(self, threshold: float = 0.5, name: str | None = None) -> Tensor:
        """x brought nearer to 0 by threshold, at most to 0."""
    def softsign(self, name: str | None = None) -> Tensor:
        """x / (1 + |x|)."""
    def softsign_(self, name: str | None = None) -> Tensor:
        """x / (1 + |x|)."""
    def solve(self, y: Tensor | float, left: bool = True, name: str | None = None) -> Tensor:
        """The solution of x @ out = y, or of out @ x = y where `left` is False. `y` is a vector or a (batch of) matrices."""
    def sort(self, axis: int = -1, descending: bool = False, stable: bool = False, name: str | None = None) -> Tensor:
        """`x` sorted along an axis. Equal elements keep their order; NaN counts as the largest."""
    def sqrt(self, name: str | None = None) -> Tensor:
        """Square root."""
    def sqrt_(self, name: str | None = None) -> Tensor:
        """Square root."""
    def square(self, name: str | None = None) -> Tensor:
        """x * x."""
    def square_(self, name: str | None = None) -> Tensor:
        """x * x."""
    def squeeze(self, axis: int | Sequence[int] | None = None, name: str | None = None) -> Tensor:
        """`x` without its axes of size 1, or without those of them that are named. A view."""
    def squeeze_(self, axis: int | Sequence[int] | None = None, name: str | None = None) -> Tensor:
        """`x` without its axes of size 1, or without those of them that are named. A view."""
    def stanh(self, scale_a: float = 0.67, scale_b: float = 1.7159, name: str | None = None) -> Tensor:
        """scale_b * tanh(scale_a * x)."""
    def stanh_(self, scale_a: float = 0.67, scale_b: float = 1.7159, name: str | None = None) -> Tensor:
        """scale_b * tanh(scale_a * x)."""
    def std(self, axis: int | Sequence[int] | None = None, unbiased: bool = True, keepdim: bool = False, name: str | None = None) -> Tensor:
        """Standard deviation over the given axes, or over all: the square root of the variance. Where that is 0 the gradient is 0."""
    def strided_slice(self, axes: int | Sequence[int], starts: int | Sequence[int], ends: int | Sequence[int], strides: int | Sequence[int], name: str | None = None) -> Tensor:
        """A part of `x`: every stride-th element from start to end along each of `axes`; a stride may be negative. A view."""
    def subtract(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """Difference of two tensors, element by element, with broadcasting."""
    def subtract_(self, y: Tensor | float, name: str | None = None) -> Tensor:
        """Difference of two tensors, element by element, with broadcasting."""
    def sum(self, axis: int | Sequence[int] | None = None, dtype: dtype | str | None = None, keepdim: bool = False, name: str | None = None) -> Tensor:
        """Sum over the given axes, or over all. bool and integers below int64 are summed as int64. A long float32 sum is exact to a few ulp."""
    def svd(self, full_matrices: bool = False, name: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
        """x = u @ diag(s) @ vh with singular values in falling order."""
    def svdvals(self, name: str | None = None) -> Tensor:
        """The singular values of a matrix, in falling order."""
    def swapaxes(self, axis0: int, axis1: int, name: str | None = None) -> Tensor:
        """Two axes exchanged. A view."""
    def swish(self, name: str | None = None) -> Tensor:
        """x * sigmoid(x), another name of silu."""
    def swish_(self, name: str | None = None) -> Tensor:
        """x * sigmoid(x), another name of silu."""
    def t(self, name: str | None = None) -> Tensor:
        """The transpose of a matrix; a vector or number as it is. A view."""
    def take(self, index: Tensor | float, mode: str = 'raise', name: str | None = None) -> Tensor:
        """Elements of the flattened `x`. An index beyond the end raises, wraps around or is clipped."""
    def take_along_axis(self, indices: Tensor | float, axis: int, broadcast: bool = True, name: str | None = None) -> Tensor:
        """Along `axis`, the elements that `indices` names: one index for each element of the result."""
    def tan(self, name: str | None = None) -> Tensor:
        """Tangent of angles in radians."""
    def tan_(self, name: str | None = None) -> Tensor:
        """Tangent of angles in radians."""
    def tanh(self, name: str | None = None) -> Tensor:
        """Hyperbolic tangent."""
    def tanh_(self, name: str | None = None) -> Tensor:
        """Hyperbolic tangent."""
    def tanhshrink(self, name: str | None = None) -> Tensor:
        """x - tanh(x)."""
    def tanhshrink_(self, name: str | None = None) -> Tensor:
        """x - tanh(x)."""
    def thresholded_relu(self, threshold: float = 1.0, value: float = 0.0, name: str | None = None) -> Tensor:
        """x where it is above the threshold, `value` elsewhere."""
    def thresholded_relu_(self, threshold: float = 1.0, value: float = 0.0, name: str | None = None) -> Tensor:
        """x where it is above the threshold, `value` elsewhere."""
    def tile(self, repeat_times: int | Sequence[int], name: str | None = None) -> Tensor:
        """`x` repeated along each axis, as a block."""
    def topk(self, k: int, axis: int | Sequence[int] | None = None, largest: bool = True, sorted: bool = True, name: str | None = None) -> tuple[Tensor, Tensor]:
        """The k largest (or smallest) elements along an axis (the last where it is None), sorted, and their indices. NaN counts as the largest."""
    def trace(self, offset: int = 0, axis1: int = 0, axis2: int = 1, name: str | None = None) -> Tensor:
        """The sum over a diagonal of the matrices that two axes span."""
    def transpose(self, perm: int | Sequence[int], name: str | None = None) -> Tensor:
        """`x` with its axes in the order of `perm`. A view."""
    def transpose_(self, perm: int | Sequence[int], name: str | None = None) -> Tensor:
        """`x` with its axes in the order of `perm`. A view."""
    def trapezoid(self, x: Tensor | None = None, dx: float | int | bool | complex | None = None, axis: int = -1, name: str | None = None) -> Tensor:
        """The integral of `y` along an axis by the trapezoidal rule, at the places `x` or with distance `dx` (1)."""
    def triangular_solve(self, y: Tensor | float, upper: bool = True, transpose: bool = False, unitriangular: bool = False, name: str | None = None) -> Tensor:
        """The solution of x @ out = y for triangular `x`, of which the other triangle is not read; with its transpose where `transpose`, with 1 on the diagonal where `unitriangular`."""
    def tril(self, diagonal: int = 0, name: str | None = None) -> Tensor:
        """The lower triangle of the matrices in the last two axes; 0 above `diagonal`."""
    def tril_(self, diagonal: int = 0, name: str | None = None) -> Tensor:
        """The lower triangle of the matrices in the last two axes; 0 above `diagonal`."""
    def triu(self, diagonal: int = 0, name: str | None = None) -> Tensor:
        """The upper triangle of the matrices in the last two axes; 0 below `diagonal`."""
    def triu_(self, diagonal: int = 0, name: str | None = None) -> Tensor:
        """The upper triangle of the matrices in the last two axes; 0 below `diagonal`."""
    def trunc(self, name: str | None = None) -> Tensor:
        """Rounds towards 0. Integers stay."""
    def trunc_(self, name: str | None = None) -> Tensor:
        """Rounds towards 0. Integers stay."""
    def unbind(self, axis: int = 0, name: str | None = None) -> list[Tensor]:
        """The parts of `input` along an axis, which goes. Views."""
    def unflatten(self, axis: int, shape: int | Sequence[int], name: str | None = None) -> Tensor:
        """One axis as several, of the sizes in `shape`; one may be -1."""
    def unsqueeze(self, axis: int | Sequence[int], name: str | None = None) -> Tensor:
        """`x` with new axes of size 1 at the given places. A view."""
    def unsqueeze_(self, axis: int | Sequence[int], name: str | None = None) -> Tensor:
        """`x` with new axes of size 1 at the given places. A view."""
    def unstack(self, axis: int = 0, num: int | None = None, name: str | None = None) -> list[Tensor]:
        """The parts of `x` along an axis, which goes."""
    def vander(self, n: float | int | bool | complex | None = None, increasing: bool = False, name: str | None = None) -> Tensor:
        """The Vandermonde matrix: column j holds the powers x^(n - 1 - j), or x^j where `increasing`. `n` is by default the length of `x`."""
    def var(self, axis: int | Sequence[int] | None = None, unbiased: float | int | bool | complex | None = None, keepdim: bool = False, correction: float = 1.0, name: str | None = None) -> Tensor:
        """Variance over the given axes, or over all: the sum of squared distances from the mean, divided by the number of elements less `correction` (1, or 0 where unbiased is False)."""
    def vecdot(self, y: Tensor | float, axis: int = -1, name: str | None = None) -> Tensor:
        """sum(conj(x) * y) along an axis."""
    def view_as(self, other: Tensor | float, name: str | None = None) -> Tensor:
        """`x` in the shape of `other`, a view."""
    def weight_dequantize(self, scale: Tensor | float, algo: str = 'weight_only_int8', out_dtype: dtype | str | None = float16, group_size: int = -1, name: str | None = None) -> Tensor:
        """The weight that weight_quantize() was given, but for what rounding lost."""
    def weight_quantize(self, algo: str = 'weight_only_int8', arch: float | int | bool | complex | None = None, group_size: int = -1, name: str | None = None) -> tuple[Tensor, Tensor]:
        """A weight as integers of 8 or 4 bits: each column, or each `group_size` elements of one, divided by its greatest magnitude over 127 or 7, and rounded."""
    def where(self, x: Tensor | float, y: Tensor | float, name: str | None = None) -> Tensor:
        """x where the condition holds, y elsewhere, with broadcasting."""
    def zeros_like(self, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
        """A tensor like `x` filled with 0."""

bfloat16: dtype
bool: dtype
complex128: dtype
complex64: dtype
float16: dtype
float32: dtype
float64: dtype
float8_e4m3fn: dtype
float8_e5m2: dtype
int16: dtype
int32: dtype
int64: dtype
int8: dtype
uint8: dtype

def abs(x: Tensor, name: str | None = None) -> Tensor:
    """Absolute value; of a complex number its modulus."""
def abs_(x: Tensor, name: str | None = None) -> Tensor:
    """Absolute value; of a complex number its modulus."""
def acos(x: Tensor, name: str | None = None) -> Tensor:
    """Inverse cosine."""
def acos_(x: Tensor, name: str | None = None) -> Tensor:
    """Inverse cosine."""
def acosh(x: Tensor, name: str | None = None) -> Tensor:
    """Inverse hyperbolic cosine."""
def acosh_(x: Tensor, name: str | None = None) -> Tensor:
    """Inverse hyperbolic cosine."""
def add(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """Sum of two tensors, element by element, with broadcasting."""
def add_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """Sum of two tensors, element by element, with broadcasting."""
def add_n(inputs: Sequence[Tensor], name: str | None = None) -> Tensor:
    """The sum of tensors of one shape, in one pass."""
def addmm(input: Tensor, x: Tensor | float, y: Tensor | float, beta: float = 1.0, alpha: float = 1.0, name: str | None = None) -> Tensor:
    """beta * input + alpha * (x @ y) for matrices; `input` broadcasts."""
def addmm_(input: Tensor, x: Tensor | float, y: Tensor | float, beta: float = 1.0, alpha: float = 1.0, name: str | None = None) -> Tensor:
    """beta * input + alpha * (x @ y) for matrices; `input` broadcasts."""
def all(x: Tensor, axis: int | Sequence[int] | None = None, keepdim: bool = False, name: str | None = None) -> Tensor:
    """Whether no element is zero, over the given axes or over all."""
def allclose(x: Tensor, y: Tensor | float, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False, name: str | None = None) -> Tensor:
    """Whether |x - y| <= atol + rtol * |y| for all elements; NaN equals NaN where `equal_nan`."""
def amax(x: Tensor, axis: int | Sequence[int] | None = None, keepdim: bool = False, name: str | None = None) -> Tensor:
    """Largest element over the given axes, or over all; a NaN is the result where there is one. Equal elements share the gradient."""
def amin(x: Tensor, axis: int | Sequence[int] | None = None, keepdim: bool = False, name: str | None = None) -> Tensor:
    """Smallest element over the given axes, or over all; a NaN is the result where there is one. Equal elements share the gradient."""
def angle(x: Tensor, name: str | None = None) -> Tensor:
    """The angle of a complex number; of a real one 0, or pi where it is negative."""
def angle_(x: Tensor, name: str | None = None) -> Tensor:
    """The angle of a complex number; of a real one 0, or pi where it is negative."""
def any(x: Tensor, axis: int | Sequence[int] | None = None, keepdim: bool = False, name: str | None = None) -> Tensor:
    """Whether some element is not zero, over the given axes or over all."""
def arange(start: float | int | bool | complex = 0, end: float | int | bool | complex | None = None, step: float | int | bool | complex = 1, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
    """The numbers from start up to, and without, end. With one number, from 0 to it."""
def argmax(x: Tensor, axis: int | Sequence[int] | None = None, keepdim: bool = False, dtype: dtype | str | None = int64, name: str | None = None) -> Tensor:
    """Index of the largest element along an axis, or in the flattened tensor: of the first one among equals, of the first NaN where there is one."""
def argmin(x: Tensor, axis: int | Sequence[int] | None = None, keepdim: bool = False, dtype: dtype | str | None = int64, name: str | None = None) -> Tensor:
    """Index of the smallest element along an axis, or in the flattened tensor: of the first one among equals, of the first NaN where there is one."""
def argsort(x: Tensor, axis: int = -1, descending: bool = False, stable: bool = False, name: str | None = None) -> Tensor:
    """The indices that sort `x` along an axis. Equal elements keep their order; NaN counts as the largest."""
def as_complex(x: Tensor, name: str | None = None) -> Tensor:
    """Pairs of numbers in the last axis as complex numbers. A view."""
def as_real(x: Tensor, name: str | None = None) -> Tensor:
    """Complex numbers as pairs of numbers in a new last axis. A view."""
def as_strided(x: Tensor, shape: int | Sequence[int], stride: int | Sequence[int], offset: int = 0, name: str | None = None) -> Tensor:
    """A view of the memory of `x` with any shape and strides; `offset` counts bytes."""
def asin(x: Tensor, name: str | None = None) -> Tensor:
    """Inverse sine."""
def asin_(x: Tensor, name: str | None = None) -> Tensor:
    """Inverse sine."""
def asinh(x: Tensor, name: str | None = None) -> Tensor:
    """Inverse hyperbolic sine."""
def asinh_(x: Tensor, name: str | None = None) -> Tensor:
    """Inverse hyperbolic sine."""
def assign(x: Tensor, name: str | None = None) -> Tensor:
    """A copy of `x` in row-major order."""
def assign_(x: Tensor, name: str | None = None) -> Tensor:
    """A copy of `x` in row-major order."""
def atan(x: Tensor, name: str | None = None) -> Tensor:
    """Inverse tangent."""
def atan_(x: Tensor, name: str | None = None) -> Tensor:
    """Inverse tangent."""
def atan2(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The angle of the point (y, x): the inverse tangent of x / y in the right quadrant. The first argument is the ordinate. At the origin the gradient is 0."""
def atan2_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The angle of the point (y, x): the inverse tangent of x / y in the right quadrant. The first argument is the ordinate. At the origin the gradient is 0."""
def atanh(x: Tensor, name: str | None = None) -> Tensor:
    """Inverse hyperbolic tangent."""
def atanh_(x: Tensor, name: str | None = None) -> Tensor:
    """Inverse hyperbolic tangent."""
def baddbmm(input: Tensor, x: Tensor | float, y: Tensor | float, beta: float = 1.0, alpha: float = 1.0, name: str | None = None) -> Tensor:
    """beta * input + alpha * (x @ y) for batches of matrices; `input` broadcasts."""
def baddbmm_(input: Tensor, x: Tensor | float, y: Tensor | float, beta: float = 1.0, alpha: float = 1.0, name: str | None = None) -> Tensor:
    """beta * input + alpha * (x @ y) for batches of matrices; `input` broadcasts."""
def bernoulli(x: Tensor, p: float | int | bool | complex | None = None, name: str | None = None) -> Tensor:
    """1 with probability p, or with the one that each element of `x` gives; else 0."""
def bincount(x: Tensor, weights: Tensor | None = None, minlength: int = 0, name: str | None = None) -> Tensor:
    """How often each number from 0 up occurs in `x`, or the sum of its weights."""
def binomial(count: Tensor, prob: Tensor | float, name: str | None = None) -> Tensor:
    """How many of `count` trials succeed, each with probability `prob`: int64, with broadcasting."""
def bitwise_and(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """x & y, bit by bit."""
def bitwise_and_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """x & y, bit by bit."""
def bitwise_left_shift(x: Tensor, y: Tensor | float, is_arithmetic: bool = True, name: str | None = None) -> Tensor:
    """x shifted left by y bits; 0 where y is not below the width."""
def bitwise_left_shift_(x: Tensor, y: Tensor | float, is_arithmetic: bool = True, name: str | None = None) -> Tensor:
    """x shifted left by y bits; 0 where y is not below the width."""
def bitwise_not(x: Tensor, name: str | None = None) -> Tensor:
    """Every bit turned; logical for bool."""
def bitwise_not_(x: Tensor, name: str | None = None) -> Tensor:
    """Every bit turned; logical for bool."""
def bitwise_or(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """x | y, bit by bit."""
def bitwise_or_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """x | y, bit by bit."""
def bitwise_right_shift(x: Tensor, y: Tensor | float, is_arithmetic: bool = True, name: str | None = None) -> Tensor:
    """x shifted right by y bits; the sign fills the room unless `is_arithmetic` is False."""
def bitwise_right_shift_(x: Tensor, y: Tensor | float, is_arithmetic: bool = True, name: str | None = None) -> Tensor:
    """x shifted right by y bits; the sign fills the room unless `is_arithmetic` is False."""
def bitwise_xor(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """x ^ y, bit by bit."""
def bitwise_xor_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """x ^ y, bit by bit."""
def bmm(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """Products of two batches of matrices, [b, m, k] @ [b, k, n]."""
def broadcast_tensors(input: Sequence[Tensor], name: str | None = None) -> list[Tensor]:
    """All tensors broadcast to one shape. Views."""
def broadcast_to(x: Tensor, shape: int | Sequence[int], name: str | None = None) -> Tensor:
    """`x` broadcast to a shape; -1 keeps a size. A view."""
def bucketize(x: Tensor, sorted_sequence: Tensor | float, out_int32: bool = False, right: bool = False, name: str | None = None) -> Tensor:
    """Which bucket of the sorted boundaries each element of `x` is in."""
def cast(x: Tensor, dtype: dtype | str | None, name: str | None = None) -> Tensor:
    """`x` converted to another dtype. A complex number becomes real by dropping its imaginary part; anything but 0 becomes True."""
def cast_(x: Tensor, dtype: dtype | str | None, name: str | None = None) -> Tensor:
    """`x` converted to another dtype. A complex number becomes real by dropping its imaginary part; anything but 0 becomes True."""
def cdist(x: Tensor, y: Tensor | float, p: float = 2.0, compute_mode: str = 'use_mm_for_euclid_dist_if_necessary', name: str | None = None) -> Tensor:
    """The p-norm of the difference of each row of `x` and each row of `y`. For p = 2 and many rows it is computed by a matrix product, which is faster and less exact for rows that are close."""
def ceil(x: Tensor, name: str | None = None) -> Tensor:
    """Rounds up. Integers stay."""
def ceil_(x: Tensor, name: str | None = None) -> Tensor:
    """Rounds up. Integers stay."""
def chunk(x: Tensor, chunks: int, axis: int = 0, name: str | None = None) -> list[Tensor]:
    """`x` cut along an axis into equal parts."""
def clip(x: Tensor, min: float | int | bool | complex | None = None, max: float | int | bool | complex | None = None, name: str | None = None) -> Tensor:
    """x brought into [min, max]; a bound that is None is no bound. NaN stays."""
def clip_(x: Tensor, min: float | int | bool | complex | None = None, max: float | int | bool | complex | None = None, name: str | None = None) -> Tensor:
    """x brought into [min, max]; a bound that is None is no bound. NaN stays."""
def clone(x: Tensor, name: str | None = None) -> Tensor:
    """A copy of `x` through which gradients flow."""
def combinations(x: Tensor, r: int = 2, with_replacement: bool = False, name: str | None = None) -> Tensor:
    """All combinations of `r` elements of a 1-D tensor, one row each."""
def complex(real: Tensor, imag: Tensor | float, name: str | None = None) -> Tensor:
    """Complex numbers from their real and imaginary parts."""
def complex_(real: Tensor, imag: Tensor | float, name: str | None = None) -> Tensor:
    """Complex numbers from their real and imaginary parts."""
def concat(x: Sequence[Tensor], axis: int = 0, name: str | None = None) -> Tensor:
    """The tensors one after the other along an axis."""
def conj(x: Tensor, name: str | None = None) -> Tensor:
    """Complex conjugate; real tensors are copied."""
def conj_(x: Tensor, name: str | None = None) -> Tensor:
    """Complex conjugate; real tensors are copied."""
def copysign(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The magnitude of x with the sign of y. Integers give floats, since the smallest one has no positive twin."""
def copysign_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The magnitude of x with the sign of y. Integers give floats, since the smallest one has no positive twin."""
def cos(x: Tensor, name: str | None = None) -> Tensor:
    """Cosine of angles in radians."""
def cos_(x: Tensor, name: str | None = None) -> Tensor:
    """Cosine of angles in radians."""
def cosh(x: Tensor, name: str | None = None) -> Tensor:
    """Hyperbolic cosine."""
def cosh_(x: Tensor, name: str | None = None) -> Tensor:
    """Hyperbolic cosine."""
def count_nonzero(x: Tensor, axis: int | Sequence[int] | None = None, keepdim: bool = False, name: str | None = None) -> Tensor:
    """How many elements are not zero, over the given axes or over all."""
def crop(x: Tensor, shape: int | Sequence[int] | None = None, offsets: int | Sequence[int] | None = None, name: str | None = None) -> Tensor:
    """The part of `x` of the given shape that begins at `offsets`; -1 takes all that follows."""
def cross(x: Tensor, y: Tensor | float, axis: int = 9, name: str | None = None) -> Tensor:
    """The vector product along an axis of size 3; by default the first such axis."""
def cummax(x: Tensor, axis: int | Sequence[int] | None = None, dtype: dtype | str | None = int64, name: str | None = None) -> tuple[Tensor, Tensor]:
    """The largest element so far along an axis, or in the flattened tensor, and its last place."""
def cummin(x: Tensor, axis: int | Sequence[int] | None = None, dtype: dtype | str | None = int64, name: str | None = None) -> tuple[Tensor, Tensor]:
    """The smallest element so far along an axis, or in the flattened tensor, and its last place."""
def cumprod(x: Tensor, dim: int | Sequence[int] | None = None, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
    """Running products along an axis, or of the flattened tensor."""
def cumprod_(x: Tensor, dim: int | Sequence[int] | None = None, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
    """Running products along an axis, or of the flattened tensor."""
def cumsum(x: Tensor, axis: int | Sequence[int] | None = None, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
    """Running sums along an axis, or of the flattened tensor. bool and integers below int64 are summed as int64."""
def cumsum_(x: Tensor, axis: int | Sequence[int] | None = None, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
    """Running sums along an axis, or of the flattened tensor. bool and integers below int64 are summed as int64."""
def cumulative_trapezoid(y: Tensor, x: Tensor | None = None, dx: float | int | bool | complex | None = None, axis: int = -1, name: str | None = None) -> Tensor:
    """The running integrals of `y` along an axis by the trapezoidal rule, at the places `x` or with distance `dx` (1)."""
def deg2rad(x: Tensor, name: str | None = None) -> Tensor:
    """Degrees to radians."""
def deg2rad_(x: Tensor, name: str | None = None) -> Tensor:
    """Degrees to radians."""
def diag(x: Tensor, offset: int = 0, padding_value: float | int | bool | complex = 0, name: str | None = None) -> Tensor:
    """A matrix with the vector `x` on a diagonal, or that diagonal of the matrix `x`."""
def diag_embed(input: Tensor, offset: int = 0, dim1: int = -2, dim2: int = -1, name: str | None = None) -> Tensor:
    """The last axis as a diagonal of matrices that are 0 elsewhere."""
def diagflat(x: Tensor, offset: int = 0, name: str | None = None) -> Tensor:
    """A matrix with the elements of `x` on a diagonal."""
def diagonal(x: Tensor, offset: int = 0, axis1: int = 0, axis2: int = 1, name: str | None = None) -> Tensor:
    """A diagonal of the matrices that two axes span, as the last axis. A view."""
def diagonal_scatter(x: Tensor, y: Tensor | float, offset: int = 0, axis1: int = 0, axis2: int = 1, name: str | None = None) -> Tensor:
    """`x` with a diagonal replaced by `y`."""
def diagonal_scatter_(x: Tensor, y: Tensor | float, offset: int = 0, axis1: int = 0, axis2: int = 1, name: str | None = None) -> Tensor:
    """`x` with a diagonal replaced by `y`."""
def diff(x: Tensor, n: int = 1, axis: int = -1, prepend: Tensor | None = None, append: Tensor | None = None, name: str | None = None) -> Tensor:
    """The n-th difference of neighbours along an axis, with `prepend` before and `append` after `x`. bool: whether neighbours differ."""
def digamma(x: Tensor, name: str | None = None) -> Tensor:
    """The derivative of lgamma."""
def digamma_(x: Tensor, name: str | None = None) -> Tensor:
    """The derivative of lgamma."""
def divide(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """Quotient of two tensors, element by element, with broadcasting. Integers give floats."""
def divide_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """Quotient of two tensors, element by element, with broadcasting. Integers give floats."""
def dot(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """Sum of the products along the last axis of two 1-D or 2-D tensors of one shape; complex numbers are not conjugated."""
def einsum(equation: str, operands: Sequence[Tensor], name: str | None = None) -> Tensor:
    """Sums of products by Einstein's convention: "bij,bjk->bik". Without "->" the result has the labels that occur once, in alphabetical order; "..." stands for axes that broadcast."""
def empty(shape: int | Sequence[int], dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
    """A tensor of the given shape whose memory is not set."""
def empty_like(x: Tensor, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
    """A tensor like `x` whose memory is not set."""
def equal(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """x == y, element by element, as bool. Complex numbers are ordered by real part, then imaginary part."""
def equal_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """x == y, element by element, as bool. Complex numbers are ordered by real part, then imaginary part."""
def equal_all(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """Whether both have the same shape and all elements are equal."""
def erf(x: Tensor, name: str | None = None) -> Tensor:
    """The error function."""
def erf_(x: Tensor, name: str | None = None) -> Tensor:
    """The error function."""
def erfinv(x: Tensor, name: str | None = None) -> Tensor:
    """The inverse of the error function."""
def erfinv_(x: Tensor, name: str | None = None) -> Tensor:
    """The inverse of the error function."""
def exp(x: Tensor, name: str | None = None) -> Tensor:
    """e to the power of each element."""
def exp_(x: Tensor, name: str | None = None) -> Tensor:
    """e to the power of each element."""
def expand(x: Tensor, shape: int | Sequence[int], name: str | None = None) -> Tensor:
    """`x` broadcast to a shape; -1 keeps a size. A view."""
def expand_as(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """`x` broadcast to the shape of `y`. A view."""
def expm1(x: Tensor, name: str | None = None) -> Tensor:
    """exp(x) - 1, exact also near 0."""
def expm1_(x: Tensor, name: str | None = None) -> Tensor:
    """exp(x) - 1, exact also near 0."""
def eye(num_rows: int, num_columns: float | int | bool | complex | None = None, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
    """A matrix with 1 on its diagonal and 0 elsewhere."""
def fill_diagonal(x: Tensor, value: float | int | bool | complex, offset: int = 0, wrap: bool = False, name: str | None = None) -> Tensor:
    """`x` with its main diagonal filled with a number. With `wrap`, the diagonal of a tall matrix begins again after each block."""
def fill_diagonal_(x: Tensor, value: float | int | bool | complex, offset: int = 0, wrap: bool = False, name: str | None = None) -> Tensor:
    """`x` with its main diagonal filled with a number. With `wrap`, the diagonal of a tall matrix begins again after each block."""
def fill_diagonal_tensor(x: Tensor, y: Tensor | float, offset: int = 0, dim1: int = 0, dim2: int = 1, name: str | None = None) -> Tensor:
    """`x` with a diagonal replaced by `y`."""
def fill_diagonal_tensor_(x: Tensor, y: Tensor | float, offset: int = 0, dim1: int = 0, dim2: int = 1, name: str | None = None) -> Tensor:
    """`x` with a diagonal replaced by `y`."""
def flatten(x: Tensor, start_axis: int = 0, stop_axis: int = -1, name: str | None = None) -> Tensor:
    """The axes from `start_axis` to `stop_axis` as one. A view where the memory allows it."""
def flatten_(x: Tensor, start_axis: int = 0, stop_axis: int = -1, name: str | None = None) -> Tensor:
    """The axes from `start_axis` to `stop_axis` as one. A view where the memory allows it."""
def flip(x: Tensor, axis: int | Sequence[int], name: str | None = None) -> Tensor:
    """`x` in reverse order along the axes."""
def floor(x: Tensor, name: str | None = None) -> Tensor:
    """Rounds down. Integers stay."""
def floor_(x: Tensor, name: str | None = None) -> Tensor:
    """Rounds down. Integers stay."""
def floor_divide(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The quotient rounded down, as Python's //. An integer divided by 0 is an error; the smallest integer divided by -1 wraps around."""
def floor_divide_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The quotient rounded down, as Python's //. An integer divided by 0 is an error; the smallest integer divided by -1 wraps around."""
def fmax(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The greater of two; a number wins over NaN."""
def fmax_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The greater of two; a number wins over NaN."""
def fmin(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The smaller of two; a number wins over NaN."""
def fmin_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The smaller of two; a number wins over NaN."""
def frac(x: Tensor, name: str | None = None) -> Tensor:
    """x - trunc(x)."""
def frac_(x: Tensor, name: str | None = None) -> Tensor:
    """x - trunc(x)."""
def frexp(x: Tensor, name: str | None = None) -> tuple[Tensor, Tensor]:
    """x = mantissa * 2^exponent with |mantissa| in [0.5, 1); both have the dtype of `x`. 0, infinities and NaN are their own mantissa, with exponent 0."""
def full(shape: int | Sequence[int], fill_value: float | int | bool | complex, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
    """A tensor of the given shape with every element equal to `fill_value`; dtype defaults to the default float."""
def full_like(x: Tensor, fill_value: float | int | bool | complex, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
    """A tensor like `x` with every element equal to `fill_value`."""
def gammainc(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The regularized lower incomplete gamma function P(x, y). Only `y` has a gradient."""
def gammainc_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The regularized lower incomplete gamma function P(x, y). Only `y` has a gradient."""
def gammaincc(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The regularized upper incomplete gamma function Q(x, y) = 1 - P(x, y). Only `y` has a gradient."""
def gammaincc_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The regularized upper incomplete gamma function Q(x, y) = 1 - P(x, y). Only `y` has a gradient."""
def gather(x: Tensor, index: Tensor | float, axis: int | None = None, name: str | None = None) -> Tensor:
    """The rows of `x` (or its parts along `axis`) that `index` names."""
def gather_nd(x: Tensor, index: Tensor | float, name: str | None = None) -> Tensor:
    """The parts of `x` at the coordinates in the last axis of `index`."""
def gcd(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The greatest common divisor."""
def gcd_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The greatest common divisor."""
def greater_equal(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """x >= y, element by element, as bool. Complex numbers are ordered by real part, then imaginary part."""
def greater_equal_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """x >= y, element by element, as bool. Complex numbers are ordered by real part, then imaginary part."""
def greater_than(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """x > y, element by element, as bool. Complex numbers are ordered by real part, then imaginary part."""
def greater_than_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """x > y, element by element, as bool. Complex numbers are ordered by real part, then imaginary part."""
def heaviside(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """0 where x < 0, 1 where x > 0, y where x is 0; NaN where x is NaN."""
def heaviside_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """0 where x < 0, 1 where x > 0, y where x is 0; NaN where x is NaN."""
def histogram(input: Tensor, bins: int = 100, min: float = 0.0, max: float = 0.0, weight: Tensor | None = None, density: bool = False, name: str | None = None) -> Tensor:
    """How many elements lie in each of `bins` equal parts of [min, max] (where both are equal, of the range of `input`), or the sum of their weights; `density` makes it integrate to 1."""
def hypot(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """sqrt(x^2 + y^2), without overflow. At the origin the gradient is 0."""
def hypot_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """sqrt(x^2 + y^2), without overflow. At the origin the gradient is 0."""
def i0(x: Tensor, name: str | None = None) -> Tensor:
    """The modified Bessel function of the first kind of order 0."""
def i0_(x: Tensor, name: str | None = None) -> Tensor:
    """The modified Bessel function of the first kind of order 0."""
def i0e(x: Tensor, name: str | None = None) -> Tensor:
    """exp(-|x|) i0(x)."""
def i0e_(x: Tensor, name: str | None = None) -> Tensor:
    """exp(-|x|) i0(x)."""
def i1(x: Tensor, name: str | None = None) -> Tensor:
    """The modified Bessel function of the first kind of order 1."""
def i1_(x: Tensor, name: str | None = None) -> Tensor:
    """The modified Bessel function of the first kind of order 1."""
def i1e(x: Tensor, name: str | None = None) -> Tensor:
    """exp(-|x|) i1(x)."""
def i1e_(x: Tensor, name: str | None = None) -> Tensor:
    """exp(-|x|) i1(x)."""
def imag(x: Tensor, name: str | None = None) -> Tensor:
    """Imaginary parts of a complex tensor, a view of it."""
def index_add(x: Tensor, index: Tensor | float, axis: int, value: Tensor | float, alpha: float | int | bool | complex = 1, name: str | None = None) -> Tensor:
    """`x` with alpha * value added to the parts along `axis` that `index` names."""
def index_add_(x: Tensor, index: Tensor | float, axis: int, value: Tensor | float, alpha: float | int | bool | complex = 1, name: str | None = None) -> Tensor:
    """`x` with alpha * value added to the parts along `axis` that `index` names."""
def index_fill(x: Tensor, index: Tensor | float, axis: int, value: float | int | bool | complex, name: str | None = None) -> Tensor:
    """`x` with the parts along `axis` that `index` names filled with a number."""
def index_fill_(x: Tensor, index: Tensor | float, axis: int, value: float | int | bool | complex, name: str | None = None) -> Tensor:
    """`x` with the parts along `axis` that `index` names filled with a number."""
def index_put(x: Tensor, indices: Sequence[Tensor], value: Tensor | float, accumulate: bool = False, name: str | None = None) -> Tensor:
    """`x` with `value` written, or added, where `indices` (integers, or masks) stand for its first axes."""
def index_put_(x: Tensor, indices: Sequence[Tensor], value: Tensor | float, accumulate: bool = False, name: str | None = None) -> Tensor:
    """`x` with `value` written, or added, where `indices` (integers, or masks) stand for its first axes."""
def index_sample(x: Tensor, index: Tensor | float, name: str | None = None) -> Tensor:
    """From each row of `x`, the elements that the same row of `index` names."""
def index_select(x: Tensor, index: Tensor | float, axis: int = 0, name: str | None = None) -> Tensor:
    """The parts of `x` along `axis` that `index` names."""
def inner(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """Sums of products over the last axis of both: out[i, j] = sum_k x[i, k] y[j, k]. A 0-D tensor multiplies."""
def inverse(x: Tensor, name: str | None = None) -> Tensor:
    """The inverse of (a batch of) square matrices; a singular one is an error."""
def isclose(x: Tensor, y: Tensor | float, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False, name: str | None = None) -> Tensor:
    """|x - y| <= atol + rtol * |y|; NaN equals NaN where `equal_nan`."""
def isclose_(x: Tensor, y: Tensor | float, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False, name: str | None = None) -> Tensor:
    """|x - y| <= atol + rtol * |y|; NaN equals NaN where `equal_nan`."""
def isfinite(x: Tensor, name: str | None = None) -> Tensor:
    """Whether x is neither infinite nor NaN."""
def isfinite_(x: Tensor, name: str | None = None) -> Tensor:
    """Whether x is neither infinite nor NaN."""
def isin(x: Tensor, test_x: Tensor | float, assume_unique: bool = False, invert: bool = False, name: str | None = None) -> Tensor:
    """Whether each element of `x` is among those of `test_x`, or is not where `invert`. `assume_unique` changes nothing."""
def isinf(x: Tensor, name: str | None = None) -> Tensor:
    """Whether x is infinite."""
def isinf_(x: Tensor, name: str | None = None) -> Tensor:
    """Whether x is infinite."""
def isnan(x: Tensor, name: str | None = None) -> Tensor:
    """Whether x is NaN."""
def isnan_(x: Tensor, name: str | None = None) -> Tensor:
    """Whether x is NaN."""
def isneginf(x: Tensor, name: str | None = None) -> Tensor:
    """Whether x is minus infinity."""
def isneginf_(x: Tensor, name: str | None = None) -> Tensor:
    """Whether x is minus infinity."""
def isposinf(x: Tensor, name: str | None = None) -> Tensor:
    """Whether x is plus infinity."""
def isposinf_(x: Tensor, name: str | None = None) -> Tensor:
    """Whether x is plus infinity."""
def isreal(x: Tensor, name: str | None = None) -> Tensor:
    """Whether the imaginary part is 0: always, for real numbers."""
def isreal_(x: Tensor, name: str | None = None) -> Tensor:
    """Whether the imaginary part is 0: always, for real numbers."""
def kron(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The Kronecker product: blocks of `y`, each times one element of x."""
def kthvalue(x: Tensor, k: int, axis: int | Sequence[int] | None = None, keepdim: bool = False, name: str | None = None) -> tuple[Tensor, Tensor]:
    """The k-th smallest element along an axis (the last where it is None), counted from 1, and its index."""
def lcm(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The least common multiple."""
def lcm_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The least common multiple."""
def ldexp(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """x * 2^y, element by element."""
def ldexp_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """x * 2^y, element by element."""
def lerp(x: Tensor, y: Tensor | float, weight: Tensor | float, name: str | None = None) -> Tensor:
    """x + weight * (y - x)."""
def lerp_(x: Tensor, y: Tensor | float, weight: Tensor | float, name: str | None = None) -> Tensor:
    """x + weight * (y - x)."""
def less_equal(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """x <= y, element by element, as bool. Complex numbers are ordered by real part, then imaginary part."""
def less_equal_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """x <= y, element by element, as bool. Complex numbers are ordered by real part, then imaginary part."""
def less_than(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """x < y, element by element, as bool. Complex numbers are ordered by real part, then imaginary part."""
def less_than_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """x < y, element by element, as bool. Complex numbers are ordered by real part, then imaginary part."""
def lgamma(x: Tensor, name: str | None = None) -> Tensor:
    """The logarithm of the absolute value of the gamma function."""
def lgamma_(x: Tensor, name: str | None = None) -> Tensor:
    """The logarithm of the absolute value of the gamma function."""
def linspace(start: float | int | bool | complex, stop: float | int | bool | complex, num: int, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
    """`num` numbers evenly spaced from start to stop, both included."""
def log(x: Tensor, name: str | None = None) -> Tensor:
    """Natural logarithm of each element."""
def log_(x: Tensor, name: str | None = None) -> Tensor:
    """Natural logarithm of each element."""
def log10(x: Tensor, name: str | None = None) -> Tensor:
    """Logarithm to base 10."""
def log10_(x: Tensor, name: str | None = None) -> Tensor:
    """Logarithm to base 10."""
def log1p(x: Tensor, name: str | None = None) -> Tensor:
    """log(1 + x), exact also near 0."""
def log1p_(x: Tensor, name: str | None = None) -> Tensor:
    """log(1 + x), exact also near 0."""
def log2(x: Tensor, name: str | None = None) -> Tensor:
    """Logarithm to base 2."""
def log2_(x: Tensor, name: str | None = None) -> Tensor:
    """Logarithm to base 2."""
def logaddexp(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """log(exp(x) + exp(y)), without overflow."""
def logaddexp_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """log(exp(x) + exp(y)), without overflow."""
def logcumsumexp(x: Tensor, axis: int | Sequence[int] | None = None, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
    """log of the running sums of exp(x) along an axis, or of the flattened tensor."""
def logical_and(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """Whether both are not 0."""
def logical_and_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """Whether both are not 0."""
def logical_not(x: Tensor, name: str | None = None) -> Tensor:
    """Whether x is 0."""
def logical_not_(x: Tensor, name: str | None = None) -> Tensor:
    """Whether x is 0."""
def logical_or(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """Whether one at least is not 0."""
def logical_or_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """Whether one at least is not 0."""
def logical_xor(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """Whether exactly one is not 0."""
def logical_xor_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """Whether exactly one is not 0."""
def logit(x: Tensor, eps: float | int | bool | complex | None = None, name: str | None = None) -> Tensor:
    """log(x / (1 - x)), the inverse of sigmoid; with `eps`, x is first brought into [eps, 1 - eps]."""
def logit_(x: Tensor, eps: float | int | bool | complex | None = None, name: str | None = None) -> Tensor:
    """log(x / (1 - x)), the inverse of sigmoid; with `eps`, x is first brought into [eps, 1 - eps]."""
def logspace(start: float | int | bool | complex, stop: float | int | bool | complex, num: int, base: float | int | bool | complex = 10.0, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
    """`base` to the power of linspace(start, stop, num)."""
def logsumexp(x: Tensor, axis: int | Sequence[int] | None = None, keepdim: bool = False, name: str | None = None) -> Tensor:
    """log(sum(exp(x))) over the given axes, or over all, without overflow."""
def masked_fill(x: Tensor, mask: Tensor | float, value: Tensor | float, name: str | None = None) -> Tensor:
    """`x` with a number where `mask` is True."""
def masked_fill_(x: Tensor, mask: Tensor | float, value: Tensor | float, name: str | None = None) -> Tensor:
    """`x` with a number where `mask` is True."""
def masked_scatter(x: Tensor, mask: Tensor | float, value: Tensor | float, name: str | None = None) -> Tensor:
    """`x` with its elements where `mask` is True replaced, in order, by the first elements of `value`."""
def masked_scatter_(x: Tensor, mask: Tensor | float, value: Tensor | float, name: str | None = None) -> Tensor:
    """`x` with its elements where `mask` is True replaced, in order, by the first elements of `value`."""
def masked_select(x: Tensor, mask: Tensor | float, name: str | None = None) -> Tensor:
    """The elements of `x` where `mask` is True, as one axis."""
def matmul(x: Tensor, y: Tensor | float, transpose_x: bool = False, transpose_y: bool = False, name: str | None = None) -> Tensor:
    """Matrix product over the last axis of `x` and the last but one of `y`; the axes before broadcast. A 1-D tensor is a row on the left and a column on the right, and its axis vanishes. Integers are exact; float16 and bfloat16 are summed in float32."""
def max(x: Tensor, axis: int | Sequence[int] | None = None, keepdim: bool = False, name: str | None = None) -> Tensor:
    """Largest element over the given axes, or over all; a NaN is the result where there is one. Equal elements share the gradient."""
def maximum(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The greater of two; NaN wins. Equal inputs share the gradient."""
def maximum_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The greater of two; NaN wins. Equal inputs share the gradient."""
def mean(x: Tensor, axis: int | Sequence[int] | None = None, keepdim: bool = False, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
    """Mean over the given axes, or over all. Integers give the integer part of the mean; pass dtype to have a float."""
def meshgrid(args: Sequence[Tensor], name: str | None = None) -> list[Tensor]:
    """Each 1-D tensor broadcast over the grid that they span together."""
def min(x: Tensor, axis: int | Sequence[int] | None = None, keepdim: bool = False, name: str | None = None) -> Tensor:
    """Smallest element over the given axes, or over all; a NaN is the result where there is one. Equal elements share the gradient."""
def minimum(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The smaller of two; NaN wins. Equal inputs share the gradient."""
def minimum_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The smaller of two; NaN wins. Equal inputs share the gradient."""
def mm(input: Tensor, mat2: Tensor | float, name: str | None = None) -> Tensor:
    """Matrix product: paddle.matmul(input, mat2)."""
def mode(x: Tensor, axis: int = -1, keepdim: bool = False, name: str | None = None) -> tuple[Tensor, Tensor]:
    """The most frequent element along an axis, the smallest among equally frequent ones, and its last index."""
def moveaxis(x: Tensor, source: int | Sequence[int], destination: int | Sequence[int], name: str | None = None) -> Tensor:
    """The axes `source` moved to the places `destination`. A view."""
def multigammaln(x: Tensor, p: int, name: str | None = None) -> Tensor:
    """The logarithm of the multivariate gamma function of dimension p, for x > (p - 1) / 2."""
def multigammaln_(x: Tensor, p: int, name: str | None = None) -> Tensor:
    """The logarithm of the multivariate gamma function of dimension p, for x > (p - 1) / 2."""
def multinomial(x: Tensor, num_samples: int = 1, replacement: bool = False, name: str | None = None) -> Tensor:
    """Categories drawn with the probabilities in the last axis of `x`, which need not add up to 1."""
def multiplex(inputs: Sequence[Tensor], index: Tensor | float, name: str | None = None) -> Tensor:
    """Row i of the tensor that index[i] names; `index` is [rows] or [rows, 1]."""
def multiply(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """Product of two tensors, element by element, with broadcasting."""
def multiply_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """Product of two tensors, element by element, with broadcasting."""
def mv(x: Tensor, vec: Tensor | float, name: str | None = None) -> Tensor:
    """Product of a matrix and a vector."""
def nan_to_num(x: Tensor, nan: float = 0.0, posinf: float | int | bool | complex | None = None, neginf: float | int | bool | complex | None = None, name: str | None = None) -> Tensor:
    """Replaces NaN by `nan` and infinities by `posinf`, `neginf`; these are by default the largest and smallest finite numbers."""
def nan_to_num_(x: Tensor, nan: float = 0.0, posinf: float | int | bool | complex | None = None, neginf: float | int | bool | complex | None = None, name: str | None = None) -> Tensor:
    """Replaces NaN by `nan` and infinities by `posinf`, `neginf`; these are by default the largest and smallest finite numbers."""
def nanmean(x: Tensor, axis: int | Sequence[int] | None = None, keepdim: bool = False, name: str | None = None) -> Tensor:
    """Mean over the given axes, or over all, of what is not NaN."""
def nansum(x: Tensor, axis: int | Sequence[int] | None = None, dtype: dtype | str | None = None, keepdim: bool = False, name: str | None = None) -> Tensor:
    """Sum over the given axes, or over all, with NaN counted as 0."""
def neg(x: Tensor, name: str | None = None) -> Tensor:
    """-x."""
def neg_(x: Tensor, name: str | None = None) -> Tensor:
    """-x."""
def nextafter(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The next number after x in the direction of y."""
def nextafter_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """The next number after x in the direction of y."""
def nonzero(x: Tensor, name: str | None = None) -> Tensor:
    """The coordinates of the elements that are not 0, one row each."""
def normal(mean: Tensor | None = None, std: Tensor | None = None, shape: int | Sequence[int] | None = None, name: str | None = None) -> Tensor:
    """Values of normal distributions; `mean` and `std` are numbers, or tensors with one value for each element."""
def not_equal(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """x != y, element by element, as bool. Complex numbers are ordered by real part, then imaginary part."""
def not_equal_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """x != y, element by element, as bool. Complex numbers are ordered by real part, then imaginary part."""
def ones(shape: int | Sequence[int], dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
    """A tensor of the given shape filled with 1."""
def ones_like(x: Tensor, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
    """A tensor like `x` filled with 1."""
def outer(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """Products of every element of `x` with every element of `y`, both flattened."""
def pdist(x: Tensor, p: float = 2.0, name: str | None = None) -> Tensor:
    """The p-norms of the differences of all pairs of rows of a matrix: the part of cdist(x, x) above the diagonal."""
def poisson(x: Tensor, name: str | None = None) -> Tensor:
    """Values of Poisson distributions whose means are the elements."""
def polar(abs: Tensor, angle: Tensor | float, name: str | None = None) -> Tensor:
    """Complex numbers from their modulus and angle."""
def polar_(abs: Tensor, angle: Tensor | float, name: str | None = None) -> Tensor:
    """Complex numbers from their modulus and angle."""
def polygamma(x: Tensor, n: int, name: str | None = None) -> Tensor:
    """The n-th derivative of digamma."""
def polygamma_(x: Tensor, n: int, name: str | None = None) -> Tensor:
    """The n-th derivative of digamma."""
def pow(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """x to the power of y. Integers wrap around."""
def pow_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """x to the power of y. Integers wrap around."""
def prod(x: Tensor, axis: int | Sequence[int] | None = None, keepdim: bool = False, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
    """Product over the given axes, or over all."""
def put_along_axis(arr: Tensor, indices: Tensor | float, values: Tensor | float, axis: int, reduce: str = 'assign', include_self: bool = True, broadcast: bool = True, name: str | None = None) -> Tensor:
    """`arr` with `values` written along `axis` where `indices` says, or combined with what is there."""
def put_along_axis_(arr: Tensor, indices: Tensor | float, values: Tensor | float, axis: int, reduce: str = 'assign', include_self: bool = True, broadcast: bool = True, name: str | None = None) -> Tensor:
    """`arr` with `values` written along `axis` where `indices` says, or combined with what is there."""
def rad2deg(x: Tensor, name: str | None = None) -> Tensor:
    """Radians to degrees."""
def rad2deg_(x: Tensor, name: str | None = None) -> Tensor:
    """Radians to degrees."""
def rand(shape: int | Sequence[int], dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
    """Values drawn evenly from [0, 1)."""
def randint(low: int = 0, high: float | int | bool | complex | None = None, shape: int | Sequence[int] = [1], dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
    """Integers drawn evenly from [low, high), or from [0, low)."""
def randint_like(x: Tensor, low: int = 0, high: float | int | bool | complex | None = None, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
    """Integers drawn evenly from [low, high), or from [0, low), in the shape of `x`."""
def randn(shape: int | Sequence[int], dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
    """Values of the normal distribution with mean 0 and deviation 1."""
def randperm(n: int, dtype: dtype | str | None = int64, name: str | None = None) -> Tensor:
    """The numbers from 0 to n - 1 in random order."""
def real(x: Tensor, name: str | None = None) -> Tensor:
    """Real parts of a complex tensor, a view of it."""
def reciprocal(x: Tensor, name: str | None = None) -> Tensor:
    """1 / x."""
def reciprocal_(x: Tensor, name: str | None = None) -> Tensor:
    """1 / x."""
def reduce_as(x: Tensor, target: Tensor | float, name: str | None = None) -> Tensor:
    """`x` summed down to the shape of `target`, which broadcasts to it."""
def remainder(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """What floor division leaves, as Python's %: it has the sign of y."""
def remainder_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """What floor division leaves, as Python's %: it has the sign of y."""
def renorm(x: Tensor, p: float, axis: int, max_norm: float, name: str | None = None) -> Tensor:
    """`x` with each slice along `axis` scaled down to the p-norm `max_norm` where its norm is larger."""
def renorm_(x: Tensor, p: float, axis: int, max_norm: float, name: str | None = None) -> Tensor:
    """`x` with each slice along `axis` scaled down to the p-norm `max_norm` where its norm is larger."""
def repeat_interleave(x: Tensor, repeats: Tensor | float, axis: int | Sequence[int] | None = None, output_size: int | None = None, name: str | None = None) -> Tensor:
    """Each element along `axis` repeated, all the same number of times or each its own; without an axis, of the flattened tensor."""
def reshape(x: Tensor, shape: int | Sequence[int], name: str | None = None) -> Tensor:
    """`x` in another shape with the same elements. One size may be -1, which is deduced; 0 keeps the size of that axis. A view where the memory allows it."""
def reshape_(x: Tensor, shape: int | Sequence[int], name: str | None = None) -> Tensor:
    """`x` in another shape with the same elements. One size may be -1, which is deduced; 0 keeps the size of that axis. A view where the memory allows it."""
def roll(x: Tensor, shifts: int | Sequence[int], axis: int | Sequence[int] | None = None, name: str | None = None) -> Tensor:
    """Elements moved along the axes; those that leave at the end come in at the front. Without an axis, of the flattened tensor."""
def rot90(x: Tensor, k: int = 1, axes: int | Sequence[int] = [0, 1], name: str | None = None) -> Tensor:
    """`x` turned k times by 90 degrees, from the first of the axes towards the second."""
def round(x: Tensor, decimals: int = 0, name: str | None = None) -> Tensor:
    """Rounds to `decimals` places after the point, half to even. Integers stay."""
def round_(x: Tensor, decimals: int = 0, name: str | None = None) -> Tensor:
    """Rounds to `decimals` places after the point, half to even. Integers stay."""
def rsqrt(x: Tensor, name: str | None = None) -> Tensor:
    """1 / sqrt(x)."""
def rsqrt_(x: Tensor, name: str | None = None) -> Tensor:
    """1 / sqrt(x)."""
def scale(x: Tensor, scale: float | int | bool | complex = 1.0, bias: float | int | bool | complex = 0.0, bias_after_scale: bool = True, name: str | None = None) -> Tensor:
    """scale * x + bias, or scale * (x + bias) where bias_after_scale is False."""
def scale_(x: Tensor, scale: float | int | bool | complex = 1.0, bias: float | int | bool | complex = 0.0, bias_after_scale: bool = True, name: str | None = None) -> Tensor:
    """scale * x + bias, or scale * (x + bias) where bias_after_scale is False."""
def scatter(x: Tensor, index: Tensor | float, updates: Tensor | float, overwrite: bool = True, name: str | None = None) -> Tensor:
    """`x` with the rows that `index` names replaced by `updates`; without `overwrite`, by the sum of all updates of that row."""
def scatter_(x: Tensor, index: Tensor | float, updates: Tensor | float, overwrite: bool = True, name: str | None = None) -> Tensor:
    """`x` with the rows that `index` names replaced by `updates`; without `overwrite`, by the sum of all updates of that row."""
def scatter_nd(index: Tensor, updates: Tensor | float, shape: int | Sequence[int], name: str | None = None) -> Tensor:
    """Zeros of `shape` with `updates` added at the coordinates in the last axis of `index`."""
def scatter_nd_add(x: Tensor, index: Tensor | float, updates: Tensor | float, name: str | None = None) -> Tensor:
    """`x` with `updates` added at the coordinates in the last axis of `index`."""
def scatter_nd_add_(x: Tensor, index: Tensor | float, updates: Tensor | float, name: str | None = None) -> Tensor:
    """`x` with `updates` added at the coordinates in the last axis of `index`."""
def searchsorted(sorted_sequence: Tensor, values: Tensor | float, out_int32: bool = False, right: bool = False, side: str | None = None, sorter: Tensor | None = None, name: str | None = None) -> Tensor:
    """Where each value would have to be inserted to keep the sequence sorted: before equal elements, or after them if `right` (or side is "right"). `sorter` holds the indices that sort the sequence."""
def select_scatter(x: Tensor, values: Tensor | float, axis: int, index: int, name: str | None = None) -> Tensor:
    """`x` with what stands at `index` of `axis` replaced by `values`."""
def sigmoid(x: Tensor, name: str | None = None) -> Tensor:
    """1 / (1 + exp(-x))."""
def sigmoid_(x: Tensor, name: str | None = None) -> Tensor:
    """1 / (1 + exp(-x))."""
def sign(x: Tensor, name: str | None = None) -> Tensor:
    """-1, 0 or 1 by the sign; x / |x| for a complex number. NaN stays."""
def sign_(x: Tensor, name: str | None = None) -> Tensor:
    """-1, 0 or 1 by the sign; x / |x| for a complex number. NaN stays."""
def signbit(x: Tensor, name: str | None = None) -> Tensor:
    """Whether the sign is minus, also that of 0 and NaN."""
def signbit_(x: Tensor, name: str | None = None) -> Tensor:
    """Whether the sign is minus, also that of 0 and NaN."""
def sin(x: Tensor, name: str | None = None) -> Tensor:
    """Sine of angles in radians."""
def sin_(x: Tensor, name: str | None = None) -> Tensor:
    """Sine of angles in radians."""
def sinc(x: Tensor, name: str | None = None) -> Tensor:
    """sin(pi x) / (pi x), and 1 at 0."""
def sinc_(x: Tensor, name: str | None = None) -> Tensor:
    """sin(pi x) / (pi x), and 1 at 0."""
def sinh(x: Tensor, name: str | None = None) -> Tensor:
    """Hyperbolic sine."""
def sinh_(x: Tensor, name: str | None = None) -> Tensor:
    """Hyperbolic sine."""
def slice(input: Tensor, axes: int | Sequence[int], starts: int | Sequence[int], ends: int | Sequence[int], name: str | None = None) -> Tensor:
    """A part of `input`: from start to end along each of `axes`. Negative places count from the end; those beyond it are cut. A view."""
def slice_scatter(x: Tensor, value: Tensor | float, axes: int | Sequence[int], starts: int | Sequence[int], ends: int | Sequence[int], strides: int | Sequence[int], name: str | None = None) -> Tensor:
    """`x` with what strided_slice() would read replaced by `value`."""
def sort(x: Tensor, axis: int = -1, descending: bool = False, stable: bool = False, name: str | None = None) -> Tensor:
    """`x` sorted along an axis. Equal elements keep their order; NaN counts as the largest."""
def sqrt(x: Tensor, name: str | None = None) -> Tensor:
    """Square root."""
def sqrt_(x: Tensor, name: str | None = None) -> Tensor:
    """Square root."""
def square(x: Tensor, name: str | None = None) -> Tensor:
    """x * x."""
def square_(x: Tensor, name: str | None = None) -> Tensor:
    """x * x."""
def squeeze(x: Tensor, axis: int | Sequence[int] | None = None, name: str | None = None) -> Tensor:
    """`x` without its axes of size 1, or without those of them that are named. A view."""
def squeeze_(x: Tensor, axis: int | Sequence[int] | None = None, name: str | None = None) -> Tensor:
    """`x` without its axes of size 1, or without those of them that are named. A view."""
def stack(x: Sequence[Tensor], axis: int = 0, name: str | None = None) -> Tensor:
    """The tensors, of one shape, along a new axis."""
def standard_gamma(x: Tensor, name: str | None = None) -> Tensor:
    """Values of gamma distributions with scale 1 whose shapes are the elements."""
def standard_normal(shape: int | Sequence[int], dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
    """Values of the normal distribution with mean 0 and deviation 1."""
def stanh(x: Tensor, scale_a: float = 0.67, scale_b: float = 1.7159, name: str | None = None) -> Tensor:
    """scale_b * tanh(scale_a * x)."""
def stanh_(x: Tensor, scale_a: float = 0.67, scale_b: float = 1.7159, name: str | None = None) -> Tensor:
    """scale_b * tanh(scale_a * x)."""
def std(x: Tensor, axis: int | Sequence[int] | None = None, unbiased: bool = True, keepdim: bool = False, name: str | None = None) -> Tensor:
    """Standard deviation over the given axes, or over all: the square root of the variance. Where that is 0 the gradient is 0."""
def strided_slice(x: Tensor, axes: int | Sequence[int], starts: int | Sequence[int], ends: int | Sequence[int], strides: int | Sequence[int], name: str | None = None) -> Tensor:
    """A part of `x`: every stride-th element from start to end along each of `axes`; a stride may be negative. A view."""
def subtract(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """Difference of two tensors, element by element, with broadcasting."""
def subtract_(x: Tensor, y: Tensor | float, name: str | None = None) -> Tensor:
    """Difference of two tensors, element by element, with broadcasting."""
def sum(x: Tensor, axis: int | Sequence[int] | None = None, dtype: dtype | str | None = None, keepdim: bool = False, name: str | None = None) -> Tensor:
    """Sum over the given axes, or over all. bool and integers below int64 are summed as int64. A long float32 sum is exact to a few ulp."""
def swapaxes(x: Tensor, axis0: int, axis1: int, name: str | None = None) -> Tensor:
    """Two axes exchanged. A view."""
def t(input: Tensor, name: str | None = None) -> Tensor:
    """The transpose of a matrix; a vector or number as it is. A view."""
def take(x: Tensor, index: Tensor | float, mode: str = 'raise', name: str | None = None) -> Tensor:
    """Elements of the flattened `x`. An index beyond the end raises, wraps around or is clipped."""
def take_along_axis(arr: Tensor, indices: Tensor | float, axis: int, broadcast: bool = True, name: str | None = None) -> Tensor:
    """Along `axis`, the elements that `indices` names: one index for each element of the result."""
def tan(x: Tensor, name: str | None = None) -> Tensor:
    """Tangent of angles in radians."""
def tan_(x: Tensor, name: str | None = None) -> Tensor:
    """Tangent of angles in radians."""
def tanh(x: Tensor, name: str | None = None) -> Tensor:
    """Hyperbolic tangent."""
def tanh_(x: Tensor, name: str | None = None) -> Tensor:
    """Hyperbolic tangent."""
def tile(x: Tensor, repeat_times: int | Sequence[int], name: str | None = None) -> Tensor:
    """`x` repeated along each axis, as a block."""
def topk(x: Tensor, k: int, axis: int | Sequence[int] | None = None, largest: bool = True, sorted: bool = True, name: str | None = None) -> tuple[Tensor, Tensor]:
    """The k largest (or smallest) elements along an axis (the last where it is None), sorted, and their indices. NaN counts as the largest."""
def trace(x: Tensor, offset: int = 0, axis1: int = 0, axis2: int = 1, name: str | None = None) -> Tensor:
    """The sum over a diagonal of the matrices that two axes span."""
def transpose(x: Tensor, perm: int | Sequence[int], name: str | None = None) -> Tensor:
    """`x` with its axes in the order of `perm`. A view."""
def transpose_(x: Tensor, perm: int | Sequence[int], name: str | None = None) -> Tensor:
    """`x` with its axes in the order of `perm`. A view."""
def trapezoid(y: Tensor, x: Tensor | None = None, dx: float | int | bool | complex | None = None, axis: int = -1, name: str | None = None) -> Tensor:
    """The integral of `y` along an axis by the trapezoidal rule, at the places `x` or with distance `dx` (1)."""
def tril(x: Tensor, diagonal: int = 0, name: str | None = None) -> Tensor:
    """The lower triangle of the matrices in the last two axes; 0 above `diagonal`."""
def tril_(x: Tensor, diagonal: int = 0, name: str | None = None) -> Tensor:
    """The lower triangle of the matrices in the last two axes; 0 above `diagonal`."""
def tril_indices(row: int, col: float | int | bool | complex | None = None, offset: int = 0, dtype: dtype | str | None = int64, name: str | None = None) -> Tensor:
    """The coordinates of the lower triangle of a matrix, as two rows."""
def triu(x: Tensor, diagonal: int = 0, name: str | None = None) -> Tensor:
    """The upper triangle of the matrices in the last two axes; 0 below `diagonal`."""
def triu_(x: Tensor, diagonal: int = 0, name: str | None = None) -> Tensor:
    """The upper triangle of the matrices in the last two axes; 0 below `diagonal`."""
def triu_indices(row: int, col: float | int | bool | complex | None = None, offset: int = 0, dtype: dtype | str | None = int64, name: str | None = None) -> Tensor:
    """The coordinates of the upper triangle of a matrix, as two rows."""
def trunc(input: Tensor, name: str | None = None) -> Tensor:
    """Rounds towards 0. Integers stay."""
def trunc_(input: Tensor, name: str | None = None) -> Tensor:
    """Rounds towards 0. Integers stay."""
def unbind(input: Tensor, axis: int = 0, name: str | None = None) -> list[Tensor]:
    """The parts of `input` along an axis, which goes. Views."""
def unflatten(x: Tensor, axis: int, shape: int | Sequence[int], name: str | None = None) -> Tensor:
    """One axis as several, of the sizes in `shape`; one may be -1."""
def uniform(shape: int | Sequence[int], dtype: dtype | str | None = None, min: float = 0.0, max: float = 1.0, seed: int = 0, name: str | None = None) -> Tensor:
    """Values drawn evenly from [min, max)."""
def unsqueeze(x: Tensor, axis: int | Sequence[int], name: str | None = None) -> Tensor:
    """`x` with new axes of size 1 at the given places. A view."""
def unsqueeze_(x: Tensor, axis: int | Sequence[int], name: str | None = None) -> Tensor:
    """`x` with new axes of size 1 at the given places. A view."""
def unstack(x: Tensor, axis: int = 0, num: int | None = None, name: str | None = None) -> list[Tensor]:
    """The parts of `x` along an axis, which goes."""
def vander(x: Tensor, n: float | int | bool | complex | None = None, increasing: bool = False, name: str | None = None) -> Tensor:
    """The Vandermonde matrix: column j holds the powers x^(n - 1 - j), or x^j where `increasing`. `n` is by default the length of `x`."""
def var(x: Tensor, axis: int | Sequence[int] | None = None, unbiased: float | int | bool | complex | None = None, keepdim: bool = False, correction: float = 1.0, name: str | None = None) -> Tensor:
    """Variance over the given axes, or over all: the sum of squared distances from the mean, divided by the number of elements less `correction` (1, or 0 where unbiased is False)."""
def vecdot(x: Tensor, y: Tensor | float, axis: int = -1, name: str | None = None) -> Tensor:
    """sum(conj(x) * y) along an axis."""
def view_as(x: Tensor, other: Tensor | float, name: str | None = None) -> Tensor:
    """`x` in the shape of `other`, a view."""
def where(condition: Tensor, x: Tensor | float, y: Tensor | float, name: str | None = None) -> Tensor:
    """x where the condition holds, y elsewhere, with broadcasting."""
def zeros(shape: int | Sequence[int], dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
    """A tensor of the given shape filled with 0."""
def zeros_like(x: Tensor, dtype: dtype | str | None = None, name: str | None = None) -> Tensor:
    """A tensor like `x` filled with 0."""
BFloat16Tensor: Any
BoolTensor: Any
ByteTensor: Any
from .device.place import CPUPlace as CPUPlace
from .device.place import CUDAPinnedPlace as CUDAPinnedPlace
from .device.place import CUDAPlace as CUDAPlace
CharTensor: Any
from .data_parallel import DataParallel as DataParallel
DoubleTensor: Any
FloatTensor: Any
from .device.generator import Generator as Generator
HalfTensor: Any
IntTensor: Any
from .framework.lazy_guard import LazyGuard as LazyGuard
LongTensor: Any
from .tensor.storage import MmapStorage as MmapStorage
from .hapi.model import Model as Model
from .framework.param_attr import ParamAttr as ParamAttr
from .device.place import Place as Place
ShortTensor: Any
from .tensor.shape import Size as Size
from .device.info import XPUPinnedPlace as XPUPinnedPlace
absolute: Any
adaptive_avg_pool1d: Any
from .tensor.inquiry import argwhere as argwhere
from .tensor.inquiry import as_tensor as as_tensor
from .tensor.inquiry import asarray as asarray
from .tensor.join import atleast_1d as atleast_1d
from .tensor.join import atleast_2d as atleast_2d
from .tensor.join import atleast_3d as atleast_3d
from .amp.auto_cast import autocast as autocast
from .framework.readers import batch as batch
from .tensor.random import bernoulli_ as bernoulli_
bitwise_invert: Any
bitwise_invert_: Any
from .tensor.manipulation import block_diag as block_diag
from .tensor.inquiry import broadcast_shape as broadcast_shape
from .tensor.inquiry import broadcast_shapes as broadcast_shapes
from .tensor.manipulation import cartesian_prod as cartesian_prod
cat: Any
from .tensor.random import cauchy_ as cauchy_
cholesky: Any
clamp: Any
clamp_: Any
from .tensor.join import column_stack as column_stack
concatenate: Any
conv1d: Any
conv2d: Any
conv3d: Any
from .framework.parameter import create_parameter as create_parameter
from .framework.torch_names import disable_compat as disable_compat
from .framework.state import disable_signal_handler as disable_signal_handler
from .framework.state import disable_static as disable_static
from .tensor.norm import dist as dist
div: Any
div_: Any
from .tensor.join import dsplit as dsplit
from .tensor.join import dstack as dstack
eigvalsh: Any
from .framework.torch_names import enable_compat as enable_compat
from .autograd.mode import enable_grad as enable_grad
from .framework.state import enable_static as enable_static
eq: Any
from .tensor.inquiry import finfo as finfo
floor_mod: Any
floor_mod_: Any
from .hapi.dynamic_flops import flops as flops
from .tensor.creation import from_dlpack as from_dlpack
from .tensor.inquiry import from_numpy as from_numpy
gammaln: Any
gammaln_: Any
ge: Any
from .tensor.random import geometric_ as geometric_
ger: Any
from .amp.auto_cast import get_autocast_dtype as get_autocast_cpu_dtype
from .amp.auto_cast import get_autocast_dtype as get_autocast_dtype
from .amp.auto_cast import get_autocast_dtype as get_autocast_gpu_dtype
from .framework.state import get_cuda_rng_state as get_cuda_rng_state
from .device.guards import get_default_device as get_default_device
from .framework.state import get_default_dtype as get_default_dtype
from .device.select import get_device as get_device
from .framework.flags import get_flags as get_flags
from .tensor.threads import get_num_threads as get_num_threads
from .framework.state import get_rng_state as get_rng_state
from .autograd.functional import grad as grad
greater: Any
group_norm: Any
gt: Any
from .tensor.math import histogram_bin_edges as histogram_bin_edges
from .tensor.math import histogramdd as histogramdd
from .tensor.join import hsplit as hsplit
from .tensor.join import hstack as hstack
from .tensor.inquiry import iinfo as iinfo
from .framework.state import in_dynamic_mode as in_dynamic_mode
from .tensor.math import increment as increment
from .amp.auto_cast import is_autocast_enabled as is_autocast_enabled
from .device.select import is_compiled_with_cuda as is_compiled_with_cuda
from .device import is_compiled_with_custom_device as is_compiled_with_custom_device
from .device import is_compiled_with_rocm as is_compiled_with_rocm
from .device import is_compiled_with_xpu as is_compiled_with_xpu
from .tensor.logic import is_complex as is_complex
from .tensor.inquiry import is_empty as is_empty
from .tensor.logic import is_floating_point as is_floating_point
from .autograd.mode import is_grad_enabled as is_grad_enabled
from .tensor.logic import is_integer as is_integer
from .tensor.logic import is_tensor as is_tensor
layer_norm: Any
le: Any
less: Any
less_: Any
from .framework.files import load as load
from .tensor.random import log_normal as log_normal
from .tensor.random import log_normal_ as log_normal_
lt: Any
from .framework.state import manual_seed as manual_seed
matrix_transpose: Any
from .tensor.stat import median as median
mod: Any
mod_: Any
from .tensor.math import msort as msort
mul: Any
mul_: Any
from .tensor.stat import nanmedian as nanmedian
from .tensor.stat import nanquantile as nanquantile
from .tensor.manipulation import narrow as narrow
ne: Any
negative: Any
from .autograd.mode import no_grad as no_grad
from .tensor.norm import norm as norm
from .tensor.random import normal_ as normal_
from .tensor.logic import numel as numel
permute: Any
from .tensor.math import positive as positive
from .tensor.stat import quantile as quantile
from .tensor.random import rand_like as rand_like
from .tensor.random import randn_like as randn_like
from .tensor.closed_range import range as range
from .tensor.logic import rank as rank
ravel: Any
reverse: Any
from .tensor.join import vstack as row_stack
from .framework.files import save as save
from .tensor.manipulation import scatter_add as scatter_add
from .tensor.more_methods import scatter_add_ as scatter_add_
from .tensor.manipulation import scatter_reduce as scatter_reduce
from .framework.state import seed as seed
from .framework.state import set_cuda_rng_state as set_cuda_rng_state
from .device.guards import set_default_device as set_default_device
from .framework.state import set_default_dtype as set_default_dtype
from .device.select import set_device as set_device
from .framework.flags import set_flags as set_flags
from .autograd.mode import set_grad_enabled as set_grad_enabled
from .tensor.threads import set_num_threads as set_num_threads
from .tensor.printing import set_printoptions as set_printoptions
from .framework.state import set_rng_state as set_rng_state
sgn: Any
from .tensor.logic import shape as shape
from .tensor.manipulation import shard_index as shard_index
from .tensor.math import softmax as softmax
from .tensor.join import split as split
sub: Any
sub_: Any
from .hapi.model_summary import summary as summary
swapdims: Any
from .tensor.more_methods import t_ as t_
take_along_dim: Any
from .tensor.creation import tensor as tensor
from .tensor.join import tensor_split as tensor_split
from .tensor.linalg import tensordot as tensordot
from .tensor.creation import to_dlpack as to_dlpack
from ._C import to_tensor as to_tensor
from .tensor.inquiry import tolist as tolist
true_divide: Any
from .tensor.manipulation import unfold as unfold
from .tensor.stat import unique as unique
from .tensor.stat import unique_consecutive as unique_consecutive
from .framework.torch_names import use_compat_guard as use_compat_guard
from .tensor.manipulation import view as view
view_as_complex: Any
view_as_real: Any
from .tensor.join import vsplit as vsplit
from .tensor.join import vstack as vstack
from .tensor.manipulation import where_ as where_
from . import audio as audio
from . import base as base
from . import compat as compat
from . import cuda as cuda
from . import dataset as dataset
from . import distributed as distributed
from . import distribution as distribution
from . import geometric as geometric
from . import hapi as hapi
from . import incubate as incubate
from . import inference as inference
from . import io as io
from . import jit as jit
from . import linalg as linalg
from . import metric as metric
from . import nn as nn
from . import onnx as onnx
from . import optimizer as optimizer
from . import profiler as profiler
from . import quantization as quantization
from . import sparse as sparse
from . import static as static
from . import text as text
from . import utils as utils
from . import vision as vision
