"""Discrete Fourier transforms, made of the operators fft_c2c, fft_r2c and fft_c2r."""

from . import _C
from .framework import named as _named
from .framework.state import get_default_dtype as _default_dtype

_ops = _C.ops
_NORMS = ("backward", "ortho", "forward")
_HALVES = ("float16", "bfloat16")
_COMPLEX = {"float32": "complex64", "float64": "complex128"}


def _bad(text, expected, received):
    raise ValueError(
        f"(InvalidArgument) fft: {text}\n  Expected: {expected}\n  Received: {received}"
    )


def _is_int(value):
    return isinstance(value, int) and not isinstance(value, bool)


def _floating(x):
    """Integers in the default dtype, halves in float32."""
    kind = x.dtype.name
    if "float" in kind and kind not in _HALVES:
        return x
    return x if "complex" in kind else x.astype("float32" if kind in _HALVES else _default_dtype())


def _as_complex(x):
    return x if "complex" in x.dtype.name else x.astype(_COMPLEX[x.dtype.name])


def _sizes(s, x):
    if s is None:
        return None
    if not isinstance(s, (list, tuple)) or not all(_is_int(n) and n > 0 for n in s):
        _bad("wrong sizes.", "positive integers", f"{s!r}")
    if len(s) > x.ndim:
        _bad(
            "more sizes than axes.",
            f"at most {x.ndim}, since x.shape = {list(x.shape)}",
            f"{list(s)}",
        )
    return list(s)


def _axes(axes, s, x):
    """Which axes, counted from the front."""
    if axes is None:
        return list(range(0 if s is None else x.ndim - len(s), x.ndim))
    if not isinstance(axes, (list, tuple)) or not all(
        _is_int(a) and -x.ndim <= a < x.ndim for a in axes
    ):
        _bad("wrong axes.", f"integers in [-{x.ndim}, {x.ndim})", f"axes = {axes!r}")
    if s is not None and len(s) != len(axes):
        _bad("`s` and `axes` differ in length.", "one size for each axis", f"{s} and {list(axes)}")
    axes = [a % x.ndim for a in axes]
    if len(set(axes)) != len(axes):
        _bad("`axes` names an axis twice.", "axes that differ", f"{axes}")
    return axes


def _resized(x, sizes, axes):
    """The first elements along each axis, or zeros after them."""
    cut = [(a, n) for a, n in zip(axes, sizes, strict=True) if n < x.shape[a]]
    if cut:
        x = _ops["slice"](x, [a for a, _ in cut], [0] * len(cut), [n for _, n in cut])
    for a, n in zip(axes, sizes, strict=True):
        if n > x.shape[a]:
            shape = list(x.shape)
            shape[a] = n - shape[a]
            x = _ops["concat"]([x, _ops["zeros"](shape, x.dtype)], a)
    return x


def _run(kind, forward, x, s, axes, norm):
    if norm not in _NORMS:
        _bad("unknown `norm`.", '"backward", "ortho" or "forward"', f"{norm!r}")
    s = _sizes(s, x)
    axes = _axes(axes, s, x)
    x = _floating(x)
    if kind == "c2r":
        if not axes:
            _bad("`axes` is empty.", "at least one axis", "[]")
        n = s[-1] if s else 2 * (x.shape[axes[-1]] - 1)
        if n < 1:
            _bad(
                "nothing would result.", "at least 2 frequencies, or a size", f"x.shape = {x.shape}"
            )
        sizes = s or [x.shape[a] for a in axes]
        x = _resized(_as_complex(x), [*sizes[:-1], n // 2 + 1], axes)
        return _ops["fft_c2r"](x, axes, norm, forward, n)
    if s:
        x = _resized(x, s, axes)
    if kind == "r2c":
        return _ops["fft_r2c"](x, axes, norm, forward, True)
    if "complex" not in x.dtype.name and axes:
        return _ops["fft_r2c"](x, axes, norm, forward, False)
    return _ops["fft_c2c"](_as_complex(x), axes, norm, forward)


def _kept(result, out):
    return result if out is None else _ops["assign"](result, out)


_WHAT = {
    "fft": ("c2c", True, "discrete Fourier transform"),
    "ifft": ("c2c", False, "inverse of the discrete Fourier transform"),
    "rfft": ("r2c", True, "discrete Fourier transform of real numbers: n / 2 + 1 frequencies from 0 on"),
    "irfft": ("c2r", False, "inverse of `rfft`: real numbers from n / 2 + 1 frequencies"),
    "hfft": ("c2r", True, "discrete Fourier transform of a Hermitian signal, of which half is given: real numbers"),
    "ihfft": ("r2c", False, "inverse of `hfft`: half of the Hermitian signal"),
}  # fmt: skip
_DOC = """The {what}{over}.

    Args:
        x (Tensor): Real or complex numbers; integers are taken in the default dtype.
        {size}
        {axis}
        norm (str): Which direction is divided by the number of elements: "backward", "forward", or "ortho" for both by
            its root.
        name (str, optional): Of the result; without effect.
        out (Tensor, optional): A tensor that takes the result.

    Returns:
        Tensor: {result}

    Raises:
        ValueError: A size, axis or `norm` is wrong.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor({given})
        >>> paddle.fft.{name}(x).tolist()
        {gives}
    """
_N = "n (int, optional): How many elements of the axis to use{more}; zeros are put behind where there are fewer."
_S = "s (list[int], optional): How many elements of each axis to use{more}; zeros are put behind where there are fewer."
_HALF_OUT = "; the last axis gives half of them and one"
_HALF_IN = "; the last is that of the result"
_AXES = {
    "": "axis (int): Which axis.",
    "2": "axes (list[int]): Which two axes.",
    "n": "axes (list[int], optional): Which axes; by default as many of the last as `s` has sizes, or all.",
}
_EXAMPLES = {
    "fft": ("[1.0, 2.0]", "[(3+0j), (-1+0j)]"), "fft2": ("[[1.0, 2.0]]", "[[(3+0j), (-1+0j)]]"),
    "ifft": ("[3.0, -1.0]", "[(1+0j), (2+0j)]"), "ifft2": ("[[3.0, -1.0]]", "[[(1+0j), (2+0j)]]"),
    "rfft": ("[1.0, 2.0, 3.0]", "[(6+0j), (-1.5+0.8660j)]"), "rfft2": ("[[1.0, 2.0]]", "[[(3+0j), (-1+0j)]]"),
    "irfft": ("[3.0, -1.0]", "[1.0, 2.0]"), "irfft2": ("[[3.0, -1.0]]", "[[1.0, 2.0]]"),
    "hfft": ("[1.0, 2.0]", "[3.0, -1.0]"), "hfft2": ("[[1.0, 2.0]]", "[[3.0, -1.0]]"),
    "ihfft": ("[3.0, -1.0]", "[(1-0j), (2-0j)]"), "ihfft2": ("[[3.0, -1.0]]", "[[(1-0j), (2-0j)]]"),
}  # fmt: skip


def _make(stem, dims):
    kind, forward, what = _WHAT[stem]

    def one(x, n=None, axis=-1, norm="backward", name=None, *, out=None):
        if n is not None and not (_is_int(n) and n > 0):
            _bad("wrong size.", "a positive integer", f"n = {n!r}")
        axes = [-1 if axis is None else axis]
        return _kept(_run(kind, forward, x, None if n is None else [n], axes, norm), out)

    def two(x, s=None, axes=(-2, -1), norm="backward", name=None, *, out=None):
        if x.ndim < 2:
            _bad("`x` has too few axes.", "at least 2", f"x.shape = {list(x.shape)}")
        for value in (s, axes):
            if value is not None and not (isinstance(value, (list, tuple)) and len(value) == 2):
                _bad("wrong sizes or axes.", "two integers", f"{value!r}")
        return _kept(_run(kind, forward, x, s, axes, norm), out)

    def many(x, s=None, axes=None, norm="backward", name=None, *, out=None):
        return _kept(_run(kind, forward, x, s, axes, norm), out)

    function = {"": one, "2": two, "n": many}[dims]
    function.__name__ = function.__qualname__ = stem + dims
    given, gives = _EXAMPLES[stem + ("2" if dims else "")]
    function.__doc__ = _DOC.format(
        what=what,
        over={"": " over one axis", "2": " over two axes", "n": " over several axes"}[dims],
        size=(_S if dims else _N).format(
            more="" if kind != "c2r" else _HALF_IN if dims else ", which is that of the result"
        ),
        axis=_AXES[dims],
        result="Real numbers."
        if kind == "c2r"
        else f"Complex numbers{_HALF_OUT if kind == 'r2c' and dims else ''}.",
        name=stem + dims,
        given=given,
        gives=gives,
    )
    return function


globals().update(
    {f.__name__: f for f in (_make(stem, dims) for stem in _WHAT for dims in ("", "2", "n"))}
)


def _frequencies(first, end, n, d, dtype, out, device, requires_grad):
    if d * n == 0:
        _bad("no frequencies.", "n and d other than 0", f"n = {n}, d = {d}")
    values = [*range(end), *range(first, 0)]
    result = _C.to_tensor(values, dtype or _default_dtype(), device) * (1.0 / (n * d))
    result.stop_gradient = not requires_grad
    return _kept(result, out)


def fftfreq(n, d=1.0, dtype=None, name=None, *, out=None, device=None, requires_grad=False):
    """The frequencies of the elements that `fft` gives, in its order: 0, those above, then those below.

    Args:
        n (int): How many elements.
        d (float): Distance of two samples.
        dtype (str, optional): Of the result; by default the default dtype.
        name (str, optional): Of the result; without effect.
        out (Tensor, optional): A tensor that takes the result.
        device (str, optional): Where the result lies.
        requires_grad (bool): Whether it wants a gradient.

    Returns:
        Tensor: Of shape [n].

    Raises:
        ValueError: `n` or `d` is 0.

    Examples:
        >>> import paddle
        >>> paddle.fft.fftfreq(4, 0.5).tolist()
        [0.0, 0.5, -1.0, -0.5]
    """
    return _frequencies(-(n // 2), (n + 1) // 2, n, d, dtype, out, device, requires_grad)


def rfftfreq(n, d=1.0, dtype=None, name=None, *, out=None, device=None, requires_grad=False):
    """The frequencies of the elements that `rfft` gives.

    Args:
        n (int): How many elements the transform has before.
        d (float): Distance of two samples.
        dtype (str, optional): Of the result; by default the default dtype.
        name (str, optional): Of the result; without effect.
        out (Tensor, optional): A tensor that takes the result.
        device (str, optional): Where the result lies.
        requires_grad (bool): Whether it wants a gradient.

    Returns:
        Tensor: Of shape [n // 2 + 1].

    Raises:
        ValueError: `n` or `d` is 0.

    Examples:
        >>> import paddle
        >>> paddle.fft.rfftfreq(4, 0.5).tolist()
        [0.0, 0.5, 1.0]
    """
    return _frequencies(0, n // 2 + 1, n, d, dtype, out, device, requires_grad)


def _shift(x, axes, extra):
    axes = list(range(x.ndim)) if axes is None else [axes] if _is_int(axes) else list(axes)
    shifts = [(x.shape[a] + extra) // 2 for a in axes]
    return _ops["roll"](x, shifts, axes) if axes else _ops["assign"](x)


def fftshift(x, axes=None, name=None):
    """Moves the frequency 0 to the middle.

    Args:
        x (Tensor): Frequencies in the order of `fft`.
        axes (int|list[int], optional): Which axes; by default all.
        name (str, optional): Of the result; without effect.

    Returns:
        Tensor: Of the same shape.

    Examples:
        >>> import paddle
        >>> paddle.fft.fftshift(paddle.fft.fftfreq(4)).tolist()
        [-0.5, -0.25, 0.0, 0.25]
    """
    return _shift(x, axes, 0)


def ifftshift(x, axes=None, name=None):
    """The inverse of `fftshift`.

    Args:
        x (Tensor): Frequencies with 0 in the middle.
        axes (int|list[int], optional): Which axes; by default all.
        name (str, optional): Of the result; without effect.

    Returns:
        Tensor: Of the same shape.

    Examples:
        >>> import paddle
        >>> paddle.fft.ifftshift(paddle.to_tensor([-0.5, -0.25, 0.0, 0.25])).tolist()
        [0.0, 0.25, -0.5, -0.25]
    """
    return _shift(x, axes, 1)


__all__ = [
    *(stem + dims for dims in ("", "2", "n") for stem in _WHAT), "fftfreq", "rfftfreq", "fftshift", "ifftshift",
]  # fmt: skip
_named.install(globals(), __name__)
