"""Functions of linear algebra that are made of operators."""

from .. import _C

inv = _C.ops["inverse"]

_EPSILON = {"float32": 2.0**-23, "float64": 2.0**-52, "complex64": 2.0**-23, "complex128": 2.0**-52}


def _epsilon(x):
    return _EPSILON[x.dtype.name]


def _require_matrices(op, **tensors):
    for name, x in tensors.items():
        if x.dtype.name not in _EPSILON:
            raise TypeError(
                f"(InvalidType) {op}: the dtype of `{name}` is not supported.\n"
                f"  Expected: one of {', '.join(_EPSILON)}\n  Received: {x.dtype.name}"
            )
        if x.ndim < 2:
            raise ValueError(
                f"(InvalidArgument) {op}: `{name}` is no matrix.\n"
                f"  Received: {name}.shape = {list(x.shape)}"
            )


def _adjoint(x):
    rank = len(x.shape)
    turned = x.transpose([*range(rank - 2), rank - 1, rank - 2])
    return _C.ops["conj"](turned) if "complex" in str(x.dtype) else turned


def _singular_values(x, hermitian):
    return _C.ops["eigvalsh"](x).abs() if hermitian else _C.ops["svdvals"](x)


def matrix_rank(x, tol=None, hermitian=False, atol=None, rtol=None, name=None):
    """The number of singular values above a tolerance.

    Args:
        x (Tensor): float32, float64, complex64 or complex128 of shape [..., m, n].
        tol (float|Tensor, optional): An absolute tolerance.
        hermitian (bool): `x` is Hermitian: its eigenvalues are used.
        atol (float|Tensor, optional): An absolute tolerance.
        rtol (float|Tensor, optional): Relative to the largest singular value. Without any tolerance it is max(m, n)
            times the machine epsilon; of two, the larger bound holds.

    Returns:
        Tensor: int64 of shape [...].

    Examples:
        >>> import paddle
        >>> paddle.linalg.matrix_rank(paddle.to_tensor([[1.0, 2.0], [2.0, 4.0]])).item()
        1
    """
    _require_matrices("matrix_rank", x=x)
    s = _singular_values(x, hermitian)
    if min(x.shape[-2:]) == 0:
        return (s > 0).astype("int64").sum(-1)
    largest = s.max(-1, keepdim=True)
    if tol is None and atol is None and rtol is None:
        rtol = max(x.shape[-2:]) * _epsilon(x)
    bound = largest * (0.0 if rtol is None else rtol)
    for absolute in (tol, atol):
        if absolute is not None:
            if isinstance(absolute, _C.Tensor):
                absolute = absolute.unsqueeze(-1)
            bound = _C.ops["maximum"](bound, largest * 0.0 + absolute)
    return (s > bound).astype("int64").sum(-1)


def pinv(x, rcond=1e-15, hermitian=False, name=None):
    """The Moore-Penrose inverse, from a singular value decomposition.

    Args:
        x (Tensor): float32, float64, complex64 or complex128 of shape [..., m, n].
        rcond (float|Tensor): Singular values up to rcond times the largest count as 0.
        hermitian (bool): `x` is Hermitian: its eigenvalues are used.

    Returns:
        Tensor: Of shape [..., n, m].

    Examples:
        >>> import paddle
        >>> paddle.linalg.pinv(paddle.to_tensor([[2.0, 0.0], [0.0, 4.0], [0.0, 0.0]])).tolist()
        [[0.5, 0.0, 0.0], [0.0, 0.25, 0.0]]
    """
    _require_matrices("pinv", x=x)
    if min(x.shape[-2:]) == 0:
        return _adjoint(x) * 1.0
    if hermitian:
        w, v = _C.ops["eigh"](x)
        size, left, right = w.abs(), v, v
    else:
        left, w, vh = _C.ops["svd"](x)
        size, right = w, _adjoint(vh)
    if isinstance(rcond, _C.Tensor):
        rcond = rcond.unsqueeze(-1)
    used = size > size.max(-1, keepdim=True) * rcond
    ones = w * 0.0 + 1.0
    inverted = _C.ops["where"](used, ones / _C.ops["where"](used, w, ones), w * 0.0)
    scaled = right * inverted.unsqueeze(-2).astype(right.dtype)
    return _C.ops["matmul"](scaled, _adjoint(left))


def cond(x, p=None, name=None):
    """The condition number: norm(x) * norm(inverse of x).

    Args:
        x (Tensor): float32, float64, complex64 or complex128 of shape [..., n, n]; any [..., m, n] for p = 2 or -2.
        p (float|str, optional): The norm, 2 where None: "fro", "nuc", 1, -1, 2, -2, inf or -inf, as in matrix_norm().

    Returns:
        Tensor: Real, of shape [...].

    Raises:
        ValueError: `p` is unknown.

    Examples:
        >>> import paddle
        >>> paddle.linalg.cond(paddle.to_tensor([[4.0, 0.0], [0.0, 1.0]])).item()
        4.0
    """
    _require_matrices("cond", x=x)
    if x.size == 0:
        return x.abs().sum([-2, -1])
    if p in (None, 2, -2):
        s = _C.ops["svdvals"](x)
        ratio = s[..., 0] / s[..., -1]
        return 1.0 / ratio if p == -2 else ratio
    inverse = _C.ops["inverse"](x)
    return _entrywise(x, p) * _entrywise(inverse, p)


def _entrywise(x, p):
    size = x.abs()
    if p == "fro":
        return (size * size).sum([-2, -1]).sqrt()
    if p == "nuc":
        return _C.ops["svdvals"](x).sum(-1)
    rows = {1: -2, -1: -2, float("inf"): -1, float("-inf"): -1}
    if p not in rows:
        raise ValueError(
            f"(InvalidArgument) cond: `p` is {p!r}, expected None, 'fro', 'nuc', 1, -1, 2, -2, inf or -inf"
        )
    sums = size.sum(rows[p])
    return sums.max(-1) if p in (1, float("inf")) else sums.min(-1)


def lstsq(x, y, rcond=None, driver=None, name=None):
    """The least-squares solution: the X of least norm that makes |x @ X - y| least.

    Args:
        x (Tensor): float32, float64, complex64 or complex128 of shape [..., m, n].
        y (Tensor): Of shape [..., m, k].
        rcond (float, optional): Singular values up to rcond times the largest count as 0; max(m, n) times the machine
            epsilon where None.
        driver (str, optional): gels, gelsy, gelsd or gelss: all are served by a singular value decomposition.

    Returns:
        tuple[Tensor]: The solution [..., n, k]; the residuals [..., k], empty unless m > n and the rank is full; the
        rank [...], int32; the singular values [..., min(m, n)], empty for gels and gelsy.

    Raises:
        ValueError: `driver` is unknown, or `x` and `y` have different numbers of rows.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]])
        >>> y = paddle.to_tensor([[1.0], [3.0], [5.0]])
        >>> paddle.linalg.lstsq(x, y)[0].tolist()
        [[1.0], [2.0]]
    """
    _require_matrices("lstsq", x=x, y=y)
    driver = driver or "gelsy"
    if driver not in ("gels", "gelsy", "gelsd", "gelss"):
        raise ValueError(
            f"(InvalidArgument) lstsq: `driver` is {driver!r}, expected gels, gelsy, gelsd or gelss"
        )
    m, n = x.shape[-2:]
    if y.shape[-2] != m:
        raise ValueError(
            f"(InvalidArgument) lstsq: `y` has {y.shape[-2]} rows, `x` has {m}: {x.shape} and {y.shape}"
        )
    bound = max(m, n) * _epsilon(x) if rcond is None else rcond
    solution, rank, values = _C.ops["lstsq_solve"](x, y, bound)
    if m > n and bool((rank == n).all()):
        gap = _C.ops["matmul"](x, solution) - y
        residuals = (gap.abs() ** 2).sum(-2)
    else:
        residuals = values.flatten()[:0]
    if driver not in ("gelsd", "gelss"):
        values = values.flatten()[:0]
    return solution, residuals, rank, values


def cholesky_inverse(x, upper=False, name=None):
    """The inverse of A from its Cholesky factor.

    Args:
        x (Tensor): The factor of A, float32, float64, complex64 or complex128 of shape [n, n].
        upper (bool): The factor is upper triangular: A = x^H @ x; else A = x @ x^H.

    Returns:
        Tensor: Of shape [n, n].

    Examples:
        >>> import paddle
        >>> paddle.linalg.cholesky_inverse(paddle.to_tensor([[2.0, 0.0], [0.0, 1.0]])).tolist()
        [[0.25, 0.0], [0.0, 1.0]]
    """
    identity = _C.ops["matrix_power"](x, 0)
    return _C.ops["cholesky_solve"](identity, x, upper)


__all__ = ["cholesky_inverse", "cond", "inv", "lstsq", "matrix_rank", "pinv"]
